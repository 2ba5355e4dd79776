"""How people come to play: a new tournament, entering oneself, claiming a player."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armylists.guests import is_guest
from armylists.owned.views import person
from armylists.printing import qr
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import sentence
from tournaments import access, services
from tournaments.engine.asked import asked
from tournaments.engine.presets import load_presets
from tournaments.forms import JoinForm, NewForm
from tournaments.models import Entry, Tournament
from tournaments.persistence import document_of
from tournaments.wording import pages as words


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a new tournament from a preset."""
    presets = load_presets()
    first = next(iter(presets))
    form = NewForm(request.POST or None, initial={"preset": first, "visibility": Tournament.Visibility.LINK})
    if request.method == "POST" and form.is_valid():
        row = services.create(person(request), form.document, form.cleaned_data["visibility"])
        return redirect("tournaments:players", row.public_id)
    context = {"form": form, "presets": presets.values()}
    return render(request, "tournaments/new.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Enter oneself, by the address that organisers give away."""
    row = Tournament.objects.with_people().filter(invited=token, archived=False).first()
    if row is None:
        raise Http404(Tournament.say(Tournament.MISSING))
    signed_in = request.user.is_authenticated and not is_guest(request.user)
    if request.method == "POST" and not signed_in:
        return redirect_to_login(request.get_full_path())
    if signed_in and row.entries.filter(user=person(request), player__in=document_of(row).by_id).exists():
        return redirect(row)
    name = request.user.get_username() if signed_in else ""
    settings = document_of(row).settings
    form = JoinForm(
        request.POST or None, initial={"name": name}, doubles=settings.doubles, asks=asked(settings)
    )
    if request.method == "POST" and form.is_valid():
        try:
            return _joined(request, row, form)
        except LeaguerError as error:
            form.add_error(None, sentence(error.message))
    context = {"tournament": row, "form": form, "signed_in": signed_in, "next": request.get_full_path()}
    return render(request, "tournaments/join.html", context, status=400 if form.errors else 200)


def _joined(request: HttpRequest, row: Tournament, form: JoinForm) -> HttpResponse:
    player = form.player
    row = services.join(row, person(request), player)
    waits = document_of(row).by_id[player.id].waiting
    messages.success(request, words.ON_THE_WAITING_LIST if waits else words.ENTERED)
    return redirect(row)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Play as the player that this address belongs to."""
    entry = Entry.objects.select_related("tournament__owner", "user").filter(claim=token).first()
    player = document_of(entry.tournament).by_id.get(entry.player) if entry else None
    if entry is None or player is None:
        raise Http404(Tournament.say(Tournament.MISSING))
    signed_in = request.user.is_authenticated and not is_guest(request.user)
    if request.method == "POST" and not signed_in:
        return redirect_to_login(request.get_full_path())
    if request.method == "POST":
        try:
            services.claim(entry, person(request))
        except LeaguerError as error:
            messages.error(request, sentence(error.message))
        else:
            messages.success(request, words.CLAIMED.format(name=player.person(entry.person)))
            return redirect(entry.tournament)
    seen = access.viewer(entry.tournament, request.user)
    shows = seen is not None and seen.organises and entry.user_id is None
    context = {
        "code": qr(request.build_absolute_uri()) if shows else "",
        "tournament": entry.tournament, "player": player, "signed_in": signed_in, "taken": entry.user_id,
        "name": player.person(entry.person), "next": request.get_full_path(),
    }  # fmt: skip
    return render(request, "tournaments/claim.html", context)
