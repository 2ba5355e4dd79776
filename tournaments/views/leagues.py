"""The pages of leagues: all of them, a league's table, its players, and what its owner changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods, require_safe

from armylists.owned.files import file_name, sent
from armylists.owned.services import Stale, check_fresh
from armylists.owned.views import page_of, person, toggle_archived, whole
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import sentence
from rulesets.site.caching import stored_page
from tournaments.access import NotAllowed
from tournaments.cards.leagues import seasons, sheet, table
from tournaments.leagues import services
from tournaments.leagues.forms import AddForm, LeagueForm, NewLeagueForm
from tournaments.leagues.people import everybody, linked, suggestions
from tournaments.leagues.reading import ShownLeague, as_seen, document_of, league_of, runs, state_of
from tournaments.models import League, Organiser, Tournament
from tournaments.wording import leaguepages as words

View = Callable[..., HttpResponse]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the leagues of whoever is signed in, and those that everybody may see."""
    archived = request.GET.get("archived") == "1"
    mine = League.objects.of(request.user).filter(archived=archived).light()
    everybody = League.objects.filter(visibility=League.Visibility.PUBLIC).in_use().light()
    context = {"mine": mine, "page": page_of(request, everybody), "archived": archived}
    return render(request, "tournaments/leagues/index.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a new league, from nothing or from a file."""
    form = NewLeagueForm(
        request.POST or None, request.FILES or None, initial={"visibility": League.Visibility.LINK}
    )
    if request.method == "POST" and form.is_valid():
        row = services.create(person(request), form.document, form.cleaned_data["visibility"])
        return redirect("tournaments:league-settings", row.public_id)
    status = 400 if form.errors else 200
    return render(request, "tournaments/leagues/new.html", {"form": form}, status=status)


def at_league(*methods: str, owner: bool = True) -> Callable[[View], View]:
    """Pass a view the league in its address; Http404 if one may not see it, or does not run it (`owner`).
    What is refused is said on the league's page.
    """

    def of_league(view: View) -> View:
        @wraps(view)
        @require_http_methods([*methods, *(["HEAD"] if "GET" in methods else [])])
        def wrapped(request: HttpRequest, league_id: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            row = league_of(request.user, league_id)
            if request.method == "POST" and not request.user.is_authenticated:
                return redirect_to_login(row.get_absolute_url())
            if owner and not runs(row, request.user):
                raise Http404(row.say(row.MISSING))
            try:
                answer = view(request, row, *args, **kwargs)
                if not answer.has_header("ETag"):
                    add_never_cache_headers(answer)
                return answer
            except Stale as stale:
                messages.warning(request, str(stale))
            except NotAllowed as error:
                raise PermissionDenied(error.message) from error
            except LeaguerError as error:
                messages.error(request, sentence(error.message))
            return redirect(request.path if "GET" in methods else row.get_absolute_url())

        return wrapped

    return of_league


def _page(request: HttpRequest, row: League, tab: str, status: int = 200, **more: object) -> HttpResponse:
    context = {"league": row, "runs": runs(row, request.user), "tab": tab, **more}
    return render(request, f"tournaments/leagues/{tab}.html", context, status=status)


@at_league("GET", owner=False)
def show(request: HttpRequest, row: League) -> HttpResponse:
    """Show the table of the newest season, of that of `?season=`, or of all for an empty one."""
    user = request.user
    return stored_page(request, state_of(row, user), lambda nobodys: _table(nobodys, as_seen(row, user)))


def _table(request: HttpRequest, seen: ShownLeague) -> HttpResponse:
    every = seasons(seen.document)
    season = request.GET.get("season", every[0] if every else "")
    if season and season not in every:
        raise Http404
    events, rows = table(seen.document, season or None)
    context: dict[str, Any] = {
        "seen": seen, "seasons": every, "season": season, "events": events, "rows": rows, "runs": seen.runs,
        "settings": seen.document.settings, "provisional": any(each.rating.provisional for each in rows),
    }  # fmt: skip
    return _page(request, seen.row, "table", **context)


@at_league("GET", owner=False)
def player(request: HttpRequest, row: League, key: str) -> HttpResponse:
    """Show a player of a league: record, results, opponents, army books, rating over time."""
    user = request.user
    return stored_page(request, state_of(row, user), lambda nobodys: _sheet(nobodys, as_seen(row, user), key))


def _sheet(request: HttpRequest, seen: ShownLeague, key: str) -> HttpResponse:
    try:
        found = sheet(seen.document, linked(seen.row, key))
    except KeyError:
        raise Http404 from None
    return _page(request, seen.row, "player", sheet=found, runs=seen.runs)


@at_league("GET", owner=False)
def download(request: HttpRequest, row: League) -> HttpResponse:
    """Give the league as a document, as whoever asks may see it."""
    content = json.dumps(as_seen(row, request.user).document.to_json(), ensure_ascii=False, indent=2)
    return sent(content, file_name(row.name, "json", "league"))


@at_league("GET", "POST")
def settings(request: HttpRequest, row: League) -> HttpResponse:
    """Change what counts in a league."""
    document = document_of(row)
    form = LeagueForm(request.POST) if request.method == "POST" else LeagueForm.of(row, document)
    if request.method == "POST" and form.is_valid() and (found := form.settings()) is not None:
        check_fresh(row, whole(request.POST.get("revision")))
        given = form.cleaned_data
        services.change(
            row, document.model_copy(update={"name": given["name"], "settings": found}), given["visibility"]
        )
        messages.success(request, words.SAVED)
        return redirect("tournaments:league-settings", row.public_id)
    return _page(request, row, "settings", 400 if form.errors else 200, form=form)


@at_league("GET", "POST")
def events(request: HttpRequest, row: League) -> HttpResponse:
    """Show the tournaments of a league; a POST adds one that one runs too."""
    rows = _run_by(person(request)).order_by("-date", "-id")
    inside = list(
        row.events.select_related("tournament__owner").defer("tournament__start", "tournament__document")
    )
    form = AddForm(rows, request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        services.add(row, person(request), given["tournament"], given["season"])
        messages.success(request, words.added(given["tournament"].name))
        return redirect("tournaments:league-events", row.public_id)
    context: dict[str, Any] = {"form": form, "events": inside, "any": rows.exists()}
    return _page(request, row, "events", 400 if form.errors else 200, **context)


def _run_by(user: Any) -> Any:
    organised = Organiser.objects.filter(user=user, role=Organiser.Role.ORGANISER).values("tournament")
    return Tournament.objects.filter(Q(owner=user) | Q(pk__in=organised)).in_use().light()


@at_league("POST", owner=False)
def remove(request: HttpRequest, row: League, event_id: int) -> HttpResponse:
    """Take a tournament out of a league, for who runs either."""
    event = get_object_or_404(row.events.select_related("tournament"), pk=event_id)
    services.remove(row, person(request), event)
    messages.success(request, words.removed(event.tournament.name))
    return redirect(row)


@at_league("GET", "POST")
def people(request: HttpRequest, row: League) -> HttpResponse:
    """Show who is linked and who may be the same. A POST links `one` to `other`, or unlinks one."""
    if request.method == "POST":
        if alias := request.POST.get("alias"):
            services.unlink(row, alias)
            messages.success(request, words.UNLINKED)
        else:
            services.link(row, person(request), request.POST.get("one", ""), request.POST.get("other", ""))
            messages.success(request, words.LINKED)
        return redirect("tournaments:league-people", row.public_id)
    seen = as_seen(row, request.user)
    names = {each.id: each.name for each in seen.document.people}
    links = [(alias, each["name"], names.get(each["person"], "")) for alias, each in row.links.items()]
    context: dict[str, Any] = {
        "people": everybody(seen.document), "suggestions": suggestions(seen.document), "links": links,
    }  # fmt: skip
    return _page(request, row, "people", **context)


@at_league("POST")
def archive(request: HttpRequest, row: League) -> HttpResponse:
    """Archive the league, or restore it."""
    return toggle_archived(request, row)
