"""Engagements: what is met, how it would end, how it is fought, and what both sides report of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from armylists import work
from armylists.owned.files import file_name
from armylists.owned.views import asks_for_part
from armylists.printing import paper_named
from armylists.prints import answer
from armylists.work import Stage
from campaigns import consent, fighting, forecasting, paper, services, settling, standins
from campaigns.access import Participant
from campaigns.cards.dealings import dealing_lines
from campaigns.cards.engagements import disputed, engagement_card, engagement_lines, report_cards
from campaigns.cards.forecasts import chances_seen
from campaigns.cards.methods import method_card
from campaigns.cards.standins import scenario_form, scenario_name, standin_card
from campaigns.engaged import (
    as_it_stood,
    foreseen,
    fought_by,
    is_open,
    known_engagement,
    own_engagement,
    sides_of,
    unfit,
)
from campaigns.engine.quick import chances
from campaigns.engine.state import Engagement, State
from campaigns.fields import as_fought, system_fought, system_of, whole
from campaigns.models import Campaign, EngagementRow
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.views.parts import done, in_campaign, page
from rulesets.engine.errors import LeaguerError
from rulesets.engine.rosterlayouts import layout_named


@in_campaign("GET")
def index(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show all engagements that may be known of."""
    seen = participant.view()
    lines = engagement_lines(seen, participant.engagements())
    uncounted = any(card.settled and not card.counted for card in lines)
    return page(request, participant, seen, "engagements", "engagements", lines=lines, uncounted=uncounted)


@in_campaign("GET")
def show(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show one engagement: its ground and sides, what is to be done now and by whom, how it ended."""
    try:
        row = participant.engagement(key)
    except Http404:
        was = participant.campaign.engagements.filter(key=key, undone=True).first()
        if was is None or not participant.fights(was):
            raise
        words = "The umpire went back to before this battle, so it no longer counts."
        messages.info(request, words)
        return redirect(participant.url("engagements"))
    seen = participant.view()
    engagement = known_engagement(seen.state, key)
    context: dict[str, Any] = {"row": row, "fights": participant.fights(row)}
    if not participant.fights(row):
        context["card"] = engagement_card(seen, engagement, row)
        return page(request, participant, seen, "engagements", "engagement", **context)
    state = state_of(participant.campaign)
    then = as_it_stood(participant, row, state)
    card = engagement_card(seen, engagement, row, then, participant.side(row))
    context |= {"card": card, "judge": participant.judges(row), "open": is_open(participant, row)}
    context |= {"dealings": dealing_lines(state, row)}
    context |= {"battle": row.battle, "way_in": fighting.way_in(row, participant.user)}
    context |= _grounds(participant, state, state.engagements[key], row)
    if context["open"]:
        context |= _ways(participant, state, state.engagements[key], row)
    return page(request, participant, seen, "engagements", "engagement", **context)


@in_campaign("POST")
def fight(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Begin the engagement's battle by the means that was chosen, or settle it by the campaign's dice."""
    fought_by(participant, key)
    means = request.POST.get("means", "")
    battle = fighting.fight(participant.campaign, key, participant.member, means)
    if battle is not None:
        return redirect(battle)
    if means == "table":
        return redirect(participant.url("engagement", key))
    return done(request, "The campaign’s dice have settled the battle.", participant.url("engagement", key))


@in_campaign("POST")
def forecast(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Fight a slice of the forecast, or ask workers for all of it; a browser with scripts asks again until it
    is whole. Who presses the buttons begins (`go`) and stops it (`stop`).
    """
    row = foreseen(participant, key)
    campaign, (state, engagement) = participant.campaign, as_fought(participant.campaign, row)
    if "stop" in request.POST:
        forecasting.cancel(campaign, key)
    elif "go" in request.POST:
        forecasting.go_on(campaign, key)
    runs = forecasting.stage(campaign, key) is not Stage.STOPPED
    seconds = forecasting.SLICE if runs and not work.in_workers() else 0.0
    far = forecasting.forecasting(campaign, state, engagement, seconds)
    if not asks_for_part(request):
        return redirect(f"{participant.url('engagement', key)}#forecast")
    more = not far.whole and (_followed(campaign, key) if work.in_workers() else runs)
    context = {
        "participant": participant, "row": row, "more": more, "between": sides_of(state, key),
        **chances_seen(participant, state, row, far), "again": _again(),
    }  # fmt: skip
    return render(request, "campaigns/parts/forecast.html", context)


@in_campaign("GET")
def own_roster(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show the own army as it will fight, as PDF; Http404 for who fights on neither side."""
    side = participant.side(fought_by(participant, key))
    if side is None:
        raise Http404("You do not fight in this battle.")
    return _rosters(request, participant, key, side)


@in_campaign("GET")
def rosters(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show both armies as they fight, as PDF, once they stand on a table; Http404 before."""
    if not _both_shown(participant, fought_by(participant, key)):
        raise Http404("You see both armies when the battle has started on a table.")
    return _rosters(request, participant, key, None)


def _rosters(request: HttpRequest, participant: Participant, key: str, side: int | None) -> HttpResponse:
    asked = request.GET
    row = participant.engagement(key)
    made = paper.rosters(
        participant, row, side, paper_named(asked.get("paper", "")), layout_named(asked.get("layout", ""))
    )
    title = f"{participant.campaign.name} {key} {'rosters' if side is None else 'roster'}"
    return answer(request, made, file_name(title, "pdf"), participant.url("engagement", key))


def _both_shown(participant: Participant, row: EngagementRow) -> bool:
    """Return whether somebody may print both armies; a meeting prints its own papers, with its secrets."""
    return row.battle_id is None and settling.on_table(row, judge=participant.judges(row))


@in_campaign("POST", umpire=True)
def give_up(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Take an engagement off its battle or drop its reports, as `settling.give_up` does."""
    row = participant.engagement(key)
    services.give_up(participant.campaign, key, participant.member, request.POST.get("reason", ""))
    words = "The battle is cancelled. It can start again as agreed, unless you decide on another way."
    if row.shown:
        words = "Reports deleted. Both sides have to report again."
    return done(request, words, participant.url("engagement", key))


# -- the method ------------------------------------------------------------------------------------


@in_campaign("POST")
def propose(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Propose a method, `snaphance:board` or `:board` in the forces' own system; drop a proposal with an
    empty one; set the method as umpire, with a reason.
    """
    own_engagement(participant, key)
    campaign, member, back = participant.campaign, participant.member, participant.url("engagement", key)
    chosen, reason = request.POST.get("proposal", ""), request.POST.get("reason", "")
    system, means = _method(chosen)
    if not chosen:
        dropped = consent.drop(campaign, key, member)
        if dropped is None:
            return done(request, "There is no proposal any more.", back)
        own = dropped.by == participant.faction
        words = "You withdrew your proposal." if own else "You declined the proposal."
        return done(request, words, back)
    if reason:
        consent.decide(campaign, key, member, means, system, reason)
        return done(request, "Your decision counts. Both sides can read it in the chronicle.", back)
    holds = consent.propose(campaign, key, member, means, system)
    said = "Your proposal is sent. The other side has to accept it." if holds is None else "Agreed."
    return done(request, said, back)


@in_campaign("POST")
def accept(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Accept what the other side proposes: the method that the page showed."""
    own_engagement(participant, key)
    system, means = _method(request.POST.get("proposal", ""))
    consent.accept(participant.campaign, key, participant.member, means, system)
    return done(request, "Agreed.", participant.url("engagement", key))


# -- in another system -----------------------------------------------------------------------------


@in_campaign("POST")
def army(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Choose the army of a side; with the second one the battle begins."""
    own_engagement(participant, key)
    side, choice = request.POST.get("side", ""), request.POST.get("army", "")
    if side not in ("0", "1") or not choice:
        raise CampaignRefusal("choose an army", "army", code="unknown")
    battle = standins.name_army(participant.campaign, key, participant.member, int(side), choice)
    if battle is not None:
        return redirect(fighting.way_in(participant.engagement(key), participant.member.user))
    return done(request, "Your army is chosen.", participant.url("engagement", key))


@in_campaign("POST", umpire=True)
def scenario(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Choose the scenario on whose map it is fought."""
    own_engagement(participant, key)
    choice = request.POST.get("scenario", "")
    standins.choose_scenario(participant.campaign, key, participant.member, choice)
    return done(request, "The map is chosen.", participant.url("engagement", key))


# -- what the pages are made of --------------------------------------------------------------------


def _followed(campaign: Campaign, key: str) -> bool:
    """Return whether workers are at an engagement's forecast, or will be."""
    return forecasting.stage(campaign, key) in (Stage.WAITING, Stage.RUNNING)


def _again() -> int:
    """Return after how many milliseconds a page asks for more of a forecast."""
    return 1_000 if work.in_workers() else 60


def _ways(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow
) -> dict[str, Any]:
    """Return how an engagement that is open may be fought, how it would end, and what is reported of it."""
    field, judge = as_fought(participant.campaign, row), participant.judges(row)
    claimed, own = participant.claimed(row), participant.side(row)
    hashes = [settling.report_hash(each) for each in participant.claims(row)]
    fresh = not row.means and claimed == (False, False)
    why = unfit(participant, row) if fresh else ""
    try:
        far = None if why or not fresh else forecasting.forecasting(participant.campaign, *field)
    except LeaguerError:
        far = None
    return {
        "method": method_card(participant, state, engagement, row), "fresh": fresh,
        "why": why, "between": sides_of(state, row.key),
        "more": far is not None and not far.whole and _followed(participant.campaign, row.key),
        "again": _again(),
        "quick": chances(state, engagement) if judge and fresh else None,
        **chances_seen(participant, state, row, far),
        "roster": own is not None and system_of(*field) != "", "rosters": _both_shown(participant, row),
        "may_report": _may_report(participant, row),
        "own_report": own is not None and claimed[own],
        "reported": [
            (side, name, hashes[side]) for side, name in enumerate(sides_of(state, row.key)) if claimed[side]
        ],
        "theirs": "" if own is None else hashes[1 - own],
        "differences": disputed(field[0], row, participant.claims(row)),
        "reports": report_cards(field[0], row, participant.claims(row)) if judge or own is not None else [],
    }  # fmt: skip


def _may_report(participant: Participant, row: EngagementRow) -> bool:
    try:
        settling.check_report(participant.campaign, row, participant.member)
    except CampaignRefusal:
        return False
    return True


def _method(value: str) -> tuple[str, str]:
    """Return the system and the means in a form's `snaphance:board`."""
    system, _, means = value.partition(":")
    return system, means


def _grounds(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow
) -> dict[str, Any]:
    """Return in which other system, and on which map, an engagement is fought or may be."""
    fresh = is_open(participant, row) and not row.means and row.claims == (None, None)
    return {
        "stand": standin_card(participant, state, engagement, row, open_=fresh and whole(row) is None),
        "grounds": scenario_form(participant, row) if fresh else None,
        "scenario": scenario_name(row, engagement, system_fought(participant.campaign, row)),
    }
