"""The pages of a tournament."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from armylists.owned.views import page_of, person, toggle_archived, whole
from rulesets.engine.errors import LeaguerError
from tournaments import services
from tournaments.access import Viewer, viewer_of
from tournaments.apart import explained
from tournaments.cards.exchanges import exchange_cards
from tournaments.cards.fought import fought_cards
from tournaments.cards.obstacles import obstacles
from tournaments.cards.players import player_rows
from tournaments.cards.rounds import RoundCard, Table, choices, round_card, sides
from tournaments.cards.standings import standings_table
from tournaments.cards.teams import Match, free_teams, match_cards
from tournaments.engine.asked import asked, unknown
from tournaments.engine.document import Tournament as Document
from tournaments.engine.document import everybody_in
from tournaments.engine.feasible import rounds_of
from tournaments.engine.progress import all_paired, over, waited_for
from tournaments.engine.scoring import typical
from tournaments.engine.why import breaks
from tournaments.forms import PlayersForm, SettingsForm
from tournaments.fought import open_pairing
from tournaments.persistence import mark_of
from tournaments.reminding import is_due, remind
from tournaments.settingpages.pages import PAGES
from tournaments.views.parts import at_tournament, page
from tournaments.wording import pages as words
from tournaments.wording import pairing as reasons
from tournaments.wording import scoring, tiebreaks

LOG_ROWS = 50


@at_tournament("GET")
def show(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show a round: the newest one, or that of `?round=`; for a player their own table first."""
    if is_due(viewer.document, timezone.now()) and remind(viewer.tournament):
        viewer = viewer_of(request.user, viewer.tournament.public_id)
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
        "paired": _paired(card, document) if viewer.organises else [], "here": here,
        "sides": list(sides(document)) if viewer.organises else [],
        "obstacles": obstacles(document) if viewer.organises else [],
        "unknown": [words.unknown(each) for each in unknown(document)] if number == 0 else [],
        "unseen": [each for each in here if not each.checked_in],
        "how": reasons.by_rules(document.settings), "join": _may_join(viewer),
        "free": free_teams(document, number) if number and document.settings.teams else [],
        "waited": viewer.judges and card is not None and bool(waited_for(card.round)),
        "checks_in": _checks_in(document, viewer.player),
        "place": _place_in_line(document, viewer.player),
        "upcoming": [tuple(_name(viewer, key) for key in each) for each in document.matches],
        "coming": sum(each.published for each in document.rounds) + 1,
        "locked": [(_name(viewer, one), _name(viewer, other), one, other) for one, other in document.locks],
    }  # fmt: skip
    return page(request, viewer, "round", **context)


def _paired(card: RoundCard | None, document: Document) -> list[tuple[str, str]]:
    there = everybody_in(card.round) if card else set()
    return [each for each in choices(document) if each[0] in there]


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


def _place_in_line(document: Document, player: str) -> int:
    """Return somebody's place on the waiting list, 0 if they are not on it."""
    if over(document):
        return 0
    line = [each.id for each in document.players if each.waiting and each.last_round is None]
    return line.index(player) + 1 if player in line else 0


def _checks_in(document: Document, key: str) -> bool:
    """Return whether somebody should check in now: it is the day, and they play but are not checked in."""
    player = document.by_id.get(key)
    if player is None or player.checked_in or player.waiting or player.last_round is not None:
        return False
    return document.date == timezone.localdate()


def _may_join(viewer: Viewer) -> bool:
    return not viewer.player and services.is_open(viewer.document)


@at_tournament("GET")
def why(request: HttpRequest, viewer: Viewer, number: int, player: str) -> HttpResponse:
    """Say why somebody meets whom they meet in a round."""
    document = viewer.document
    if not 1 <= number <= len(document.rounds) or player not in document.by_id:
        raise Http404
    card = round_card(document, number, player, own=True)
    if card.mine is None and not card.my_bye:
        raise Http404
    found = explained(document, number, player)
    said = found or reasons.by_rules(document.settings)
    criteria = [reasons.criterion(each) for each in document.settings.pairing]
    context: dict[str, Any] = {
        "card": card, "said": said, "criteria": criteria if found else [], "who": _name(viewer, player),
    }  # fmt: skip
    return page(request, viewer, "why", **context)


@at_tournament("GET")
def fought(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show the battles that a player may report as the result of their table."""
    pairing = open_pairing(viewer, number)
    if pairing is None:
        raise Http404
    other = next(key for key in pairing.players if key != viewer.player)
    context: dict[str, Any] = {
        "cards": fought_cards(viewer, pairing), "number": number, "mark": mark_of(pairing),
        "opponent": _name(viewer, other), "home": f"{viewer.tournament.get_absolute_url()}?round={number}",
    }  # fmt: skip
    return page(request, viewer, "fought", **context)


@at_tournament("GET", organiser=True)
def exchange(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show what each exchange of the player `?one=` would break, or that with `?other=` alone: each is made
    by its button.
    """
    one, other = (request.GET.get(key, "") for key in ("one", "other"))
    cards = exchange_cards(viewer, number, one)
    if other:
        cards = [each for each in cards if each.other == other]
    if not cards:
        raise Http404
    context: dict[str, Any] = {"cards": cards, "first": one, "who": _name(viewer, one), "number": number}
    return page(request, viewer, "exchange", single=bool(other), **context)


@at_tournament("GET")
def standings(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the standings after the last round, or after that of `?after=`."""
    ranked = viewer.standings
    rounds = len(ranked.rounds) if ranked else 0
    after = whole(request.GET.get("after")) if "after" in request.GET else None
    if after is not None and not 1 <= after <= rounds:
        raise Http404
    others = Viewer(viewer.tournament, None).standings
    context: dict[str, Any] = {
        "table": standings_table(ranked, after) if ranked else None, "numbers": range(1, rounds + 1),
        "public": len(others.rounds) if others else None, "rounds": len(viewer.document.rounds),
    }  # fmt: skip
    return page(request, viewer, "standings", **context)


@at_tournament("GET", "POST")
def players(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show all players; for organisers with their claim links and what can be done about each. A POST enters
    players from lines.
    """
    asks = asked(viewer.document.settings)
    form = PlayersForm(request.POST or None, asks=asks) if viewer.organises else None
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            services.act(viewer.tournament, person(request), form.action)
        except LeaguerError as error:
            form.wrong(error)
        else:
            messages.success(request, words.entered(len(form.action.players)))
            return redirect("tournaments:players", viewer.tournament.public_id)
    rows = player_rows(viewer, request.build_absolute_uri)
    context: dict[str, Any] = {"form": form, "rows": rows, "join": _may_join(viewer), "asks": asks}
    context |= {"taken": services.places_taken(viewer.document), "finished": over(viewer.document)}
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
        "parts": [(each.key, each.title) for each in PAGES.values() if each.there(document.settings)],
        "form": form, "criteria": [reasons.criterion(each) for each in document.settings.pairing],
        "tiebreaks": [(tiebreaks.name(each), tiebreaks.rule(each, document.settings))
                      for each in document.settings.tiebreaks],
        "how": reasons.by_rules(document.settings), "rounds": rounds_of(document),
        "typical": scoring.typical(typical(document.settings.scoring)),
    }  # fmt: skip
    return page(request, viewer, "settings", status=400 if form and form.is_bound else 200, **context)


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


@at_tournament("POST", organiser=True)
def archive(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Archive the tournament, or restore it."""
    return toggle_archived(request, viewer.tournament)
