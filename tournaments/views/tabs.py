"""The pages of a tournament."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from armylists.owned.views import page_of, person, toggle_archived, whole
from rulesets.engine.errors import LeaguerError
from tournaments import services
from tournaments.access import Viewer
from tournaments.cards.players import player_rows
from tournaments.cards.rounds import RoundCard, Table, choices, round_card, sides
from tournaments.cards.standings import standings_table
from tournaments.cards.teams import Match, free_teams, match_cards
from tournaments.engine.feasible import rounds_of
from tournaments.engine.progress import all_paired
from tournaments.engine.scoring import typical
from tournaments.engine.why import breaks, reason
from tournaments.forms import AppointForm, PlayersForm, SettingsForm
from tournaments.views.parts import at_tournament, page
from tournaments.wording import pages as words
from tournaments.wording import pairing as reasons
from tournaments.wording import scoring, settingpages, tiebreaks

LOG_ROWS = 50


@at_tournament("GET")
def show(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show a round: the newest one, or that of `?round=`; for a player their own table first."""
    document = viewer.document
    number = whole(request.GET.get("round")) if "round" in request.GET else len(document.rounds)
    if number > len(document.rounds) or number < 0 or (number == 0 and document.rounds):
        raise Http404
    card = None
    if number:
        wanted = viewer.organises and not document.rounds[number - 1].complete
        broken = breaks(document, number) if wanted else {}
        card = round_card(
            document, number, viewer.player, judges=viewer.judges, own=not viewer.judges, breaks=broken
        )
    newest = number == len(document.rounds)
    waits = newest and (not document.rounds or document.rounds[-1].complete)
    here = [each for each in document.players if each.plays(number + 1)]
    context: dict[str, Any] = {
        "card": card, **_shown(viewer, number, card),
        "newest": newest, "numbers": range(1, len(document.rounds) + 1),
        "arranging": viewer.organises and card is not None and not card.round.published,
        "next": number + 1 if waits and not all_paired(document) else 0,
        "choices": list(choices(document)) if viewer.organises else [], "here": here,
        "sides": list(sides(document)) if viewer.organises else [],
        "unseen": [each for each in here if not each.checked_in],
        "how": reasons.by_rules(document.settings), "join": _may_join(viewer),
        "free": free_teams(document, number) if number and document.settings.teams else [],
        "locked": [(_name(viewer, one), _name(viewer, other), one, other) for one, other in document.locks],
    }  # fmt: skip
    return page(request, viewer, "round", **context)


def _everybodys(viewer: Viewer, number: int) -> RoundCard:
    """Return a round as everybody sees it: the same for all phones in the hall."""
    return round_card(Viewer(viewer.tournament, None).document, number)


def _shown(viewer: Viewer, number: int, card: RoundCard | None) -> dict[str, Any]:
    """Return the template of a round's tables, and what it shows: made only if it is not in the cache."""

    def tables() -> tuple[Table, ...]:
        return card.tables if card and viewer.judges else _everybodys(viewer, number).tables

    def matches() -> list[Match]:
        found = card if card and viewer.judges else _everybodys(viewer, number)
        return match_cards(viewer.document, found)

    of_teams = viewer.document.settings.teams is not None
    part = "tournaments/parts/matches.html" if of_teams else "tournaments/parts/tables.html"
    return {"tables": part, "everybodys": tables, "matches": matches}


def _name(viewer: Viewer, key: str) -> str:
    teams = {each.id: each.name for each in viewer.document.teams}
    return teams.get(key) or viewer.document.by_id[key].name


def _may_join(viewer: Viewer) -> bool:
    return not viewer.player and viewer.document.settings.registration != "closed"


@at_tournament("GET")
def why(request: HttpRequest, viewer: Viewer, number: int, player: str) -> HttpResponse:
    """Say why somebody meets whom they meet in a round."""
    document = viewer.document
    if not 1 <= number <= len(document.rounds) or player not in document.by_id:
        raise Http404
    card = round_card(document, number, player, own=True)
    if card.mine is None and not card.my_bye:
        raise Http404
    found = reason(document, number, player)
    said = reasons.by_rules(document.settings)
    if found is not None:
        locked = card.mine is not None and card.mine.pairing.locked
        said = words.BY_HAND
        if found.explained is not None:
            said = reasons.explained(found.explained, locked=locked)
        elif found.broken:
            said = f"{words.BY_HAND} {reasons.broken_words(found.broken)}"
    criteria = [reasons.criterion(each) for each in document.settings.pairing]
    context: dict[str, Any] = {
        "card": card,
        "said": said,
        "criteria": criteria if found else [],
        "who": _name(viewer, player),
    }
    return page(request, viewer, "why", **context)


@at_tournament("GET")
def standings(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the standings after the last round, or after that of `?after=`."""
    document = viewer.document
    after = whole(request.GET.get("after")) if "after" in request.GET else None
    if after is not None and not 1 <= after <= len(document.rounds):
        raise Http404
    table = standings_table(document, after) if viewer.sees_standings else None
    return page(request, viewer, "standings", table=table, numbers=range(1, len(document.rounds) + 1))


@at_tournament("GET", "POST")
def players(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show all players; for organisers with their claim links and what can be done about each. A POST enters
    players from lines.
    """
    form = PlayersForm(request.POST or None) if viewer.organises else None
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            services.act(viewer.tournament, person(request), form.action)
        except LeaguerError as error:
            form.wrong(error)
        else:
            messages.success(request, words.entered(len(form.action.players)))
            return redirect("tournaments:players", viewer.tournament.public_id)
    rows = player_rows(viewer, request.build_absolute_uri)
    context: dict[str, Any] = {"form": form, "rows": rows, "join": _may_join(viewer)}
    return page(request, viewer, "players", status=400 if form and form.errors else 200, **context)


@at_tournament("GET", "POST")
def settings(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show by which rules everything goes; organisers change them."""
    row, document = viewer.tournament, viewer.document
    form = SettingsForm.of(row, document) if viewer.organises else None
    if request.method == "POST" and viewer.organises:
        form = SettingsForm(request.POST)
        if form.is_valid() and _saved(request, viewer, form):
            return redirect("tournaments:settings", row.public_id)
    context: dict[str, Any] = {
        "parts": settingpages.TITLES.items(),
        "form": form, "criteria": [reasons.criterion(each) for each in document.settings.pairing],
        "tiebreaks": [(tiebreaks.name(each), tiebreaks.rule(each, document.settings))
                      for each in document.settings.tiebreaks],
        "how": reasons.by_rules(document.settings), "rounds": rounds_of(document),
        "typical": scoring.typical(typical(document.settings.scoring)),
    }  # fmt: skip
    return page(request, viewer, "settings", status=400 if form and form.errors else 200, **context)


def _saved(request: HttpRequest, viewer: Viewer, form: SettingsForm) -> bool:
    try:
        seen = whole(request.POST.get("revision"))
        services.act(viewer.tournament, person(request), form.action(), seen)
    except LeaguerError as error:
        form.wrong(error)
        return False
    services.show_to(viewer.tournament, form.cleaned_data["visibility"])
    messages.success(request, words.SAVED)
    return True


@at_tournament("GET", organiser=True)
def log(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show everything that was done, the newest first, with undo."""
    rows = viewer.tournament.log.select_related("user").order_by("-number")
    found = page_of(request, rows, LOG_ROWS)
    shown = zip(found, services.said_of(viewer.tournament, list(found)), strict=True)
    return page(request, viewer, "log", page=found, shown=shown)


@at_tournament("GET", "POST", organiser=True)
def people(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show who runs the tournament; organisers appoint more."""
    row = viewer.tournament
    form = AppointForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            found = services.appoint(row, form.cleaned_data["name"], form.cleaned_data["role"])
        except LeaguerError as error:
            form.add_error("name", error.message)
        else:
            messages.success(request, words.appointed(found.user.get_username(), found.get_role_display()))
            return redirect("tournaments:people", row.public_id)
    helpers = row.organisers.select_related("user")
    invited = request.build_absolute_uri(reverse("tournaments:join-by-link", args=[row.invited]))
    context: dict[str, Any] = {"form": form, "helpers": helpers, "invited": invited}
    return page(request, viewer, "people", status=400 if form.errors else 200, **context)


@at_tournament("POST", organiser=True)
def dismiss(request: HttpRequest, viewer: Viewer, user_id: int) -> HttpResponse:
    """Take somebody's role away."""
    services.dismiss(viewer.tournament, user_id)
    return redirect("tournaments:people", viewer.tournament.public_id)


@at_tournament("POST", organiser=True)
def archive(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Archive the tournament, or restore it."""
    return toggle_archived(request, viewer.tournament)
