"""Engagements: what is met, how it would end, how it is fought, and what both sides report of it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from armylists.owned.views import asks_for_part
from campaigns import fighting, forecasting, services, standins
from campaigns.access import Participant
from campaigns.cards.engagements import disputed, engagement_card, engagement_lines
from campaigns.cards.standins import proposal_form, scenario_form, scenario_name, standin_card
from campaigns.engine.battlefields import why_not
from campaigns.engine.quick import chances
from campaigns.engine.state import Engagement, State
from campaigns.fields import as_fought, system_fought
from campaigns.forms.report import ReportForm
from campaigns.models import EngagementRow, TurnRow
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.views.parts import done, in_campaign, page
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError


@in_campaign("GET")
def index(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show all engagements that may be known of."""
    seen = participant.view()
    lines = engagement_lines(seen, participant.engagements())
    return page(request, participant, seen, "engagements", "engagements", lines=lines)


@in_campaign("GET")
def show(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show one engagement: its ground and sides, its chances, its ways to be fought, how it ended."""
    row, seen = participant.engagement(key), participant.view()
    engagement = _known(seen.state, key)
    context: dict[str, Any] = {"row": row, "fights": participant.fights(row)}
    if not participant.fights(row):
        context["card"] = engagement_card(seen, engagement, row)
        return page(request, participant, seen, "engagements", "engagement", **context)
    state = state_of(participant.campaign)
    side = None if participant.umpire else participant.side(row)
    then = _as_it_stood(participant, row, state)
    context |= {"card": engagement_card(seen, engagement, row, then, side), "open": _open(participant, row)}
    context |= _grounds(participant, state, state.engagements[key], row)
    if context["open"]:
        context |= _ways(participant, state, state.engagements[key], row)
    return page(request, participant, seen, "engagements", "engagement", **context)


@in_campaign("POST")
def fight(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Begin the engagement's battle by the means that was chosen, or settle it by the campaign's dice."""
    _fought_by(participant, key)
    means = request.POST.get("means", "")
    battle = fighting.fight(participant.campaign, key, participant.member, means)
    if battle is not None:
        return redirect(battle)
    if means == "table":
        return redirect(participant.url("report", key))
    return done(request, "Settled by the campaign’s own dice.", participant.url("engagement", key))


@in_campaign("POST")
def forecast(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Fight a slice of the forecast; a browser with scripts asks again until it is whole."""
    row = _fought_by(participant, key)
    state, engagement = as_fought(participant.campaign, row)
    far = forecasting.forecasting(participant.campaign, state, engagement, forecasting.SLICE)
    if not asks_for_part(request):
        return redirect(f"{participant.url('engagement', key)}#forecast")
    context = {
        "participant": participant, "far": far, "row": row, "more": not far.whole,
        "between": _sides(state, key),
    }  # fmt: skip
    return render(request, "campaigns/parts/forecast.html", context)


@in_campaign("GET", "POST")
def report(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show the report of a battle on a table: a side's, or the umpire's, which settles it."""
    row = _fought_by(participant, key)
    if row.outcome is not None:
        return redirect(participant.url("engagement", key))
    state, engagement = as_fought(participant.campaign, row)
    side = participant.side(row)
    own = None if participant.umpire or side is None else row.claims[side]
    form = ReportForm(request.POST or None, state, engagement, own)
    if request.method == "POST" and form.is_valid():
        status = services.report(participant.campaign, key, participant.member, form.outcome())
        words = _REPORTED["decided" if participant.umpire else status]
        return done(request, words, participant.url("engagement", key))
    seen = participant.view()
    campaign_rules = registry.get(state.forces[state.engagements[key].sides[0].forces[0]].system).campaign
    return page(
        request, participant, seen, "engagements", "report", 400 if form.errors else 200, form=form, row=row,
        sides=list(zip(_sides(state, key), form.sides(), strict=True)),
        card=engagement_card(seen, _known(seen.state, key), row),
        step=campaign_rules.step if campaign_rules else "step",
    )  # fmt: skip


@in_campaign("POST", umpire=True)
def give_up(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Take an engagement off its battle, so that it may be fought otherwise."""
    participant.engagement(key)
    services.give_up(participant.campaign, key)
    words = "It may be fought in another way now."
    return done(request, words, participant.url("engagement", key))


# -- in another system -----------------------------------------------------------------------------


@in_campaign("POST")
def propose(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Propose a system and the means, `snaphance:board`, or take a proposal back with an empty one."""
    _own(participant, key)
    system, _, means = request.POST.get("proposal", "").partition(":")
    if system:
        standins.propose(participant.campaign, key, participant.member, system, means)
        words = "It is proposed. Now each side names its army."
    else:
        standins.withdraw(participant.campaign, key, participant.member)
        words = "The proposal is dropped."
    return done(request, words, participant.url("engagement", key))


@in_campaign("POST")
def army(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Name the army of a side; with the second one the battle begins."""
    _own(participant, key)
    side, choice = request.POST.get("side", ""), request.POST.get("army", "")
    if side not in ("0", "1") or not choice:
        raise CampaignRefusal("choose an army", "army", code="unknown")
    battle = standins.name_army(participant.campaign, key, participant.member, int(side), choice)
    if battle is not None:
        return redirect(fighting.way_in(participant.engagement(key), participant.member.user))
    return done(request, "The army is named.", participant.url("engagement", key))


@in_campaign("POST", umpire=True)
def scenario(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Choose the scenario on whose map it is fought."""
    _own(participant, key)
    choice = request.POST.get("scenario", "")
    standins.choose_scenario(participant.campaign, key, participant.member, choice)
    return done(request, "The ground is chosen.", participant.url("engagement", key))


# -- what the pages are made of --------------------------------------------------------------------


_REPORTED = {
    "settled": "Both reports agree: the battle is settled.",
    "decided": "The battle is settled as you say.",
    "reported": "Your report is saved; the other side’s is still to come.",
    "disputed": "Your report differs from the other side’s: the umpire decides, or one of you changes it.",
}


def _as_it_stood(participant: Participant, row: EngagementRow, now: State) -> State:
    """Return the campaign as it stood when an engagement was fought: its forces may have changed since."""
    parts = participant.campaign.turns.filter(undone=False, turn=row.turn, part=TurnRow.Part.CONCLUDE)
    part = parts.first() if row.turn < now.turn else None
    return now if part is None else state_of(participant.campaign, part.state_before)


def _ways(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow
) -> dict[str, Any]:
    """Return how an engagement that is open may be fought, and how it would end."""
    field = as_fought(participant.campaign, row)
    why = why_not(*field)
    allowed = state.rules.battles.fought
    try:
        far = None if why else forecasting.forecasting(participant.campaign, *field)
    except LeaguerError:
        far = None
    return {
        "why": why, "far": far, "more": False, "between": _sides(state, row.key),
        "means": [each for each in ("board", "automatic", "table", "quick")
                  if each in allowed and not (why and each in ("board", "automatic"))],
        "quick": chances(state, engagement) if "quick" in allowed else None,
        "battle": row.battle, "meets": fighting.meets(*field),
        "claims": [claim is not None for claim in row.claims],
        "differences": disputed(field[0], row), "way_in": fighting.way_in(row, participant.member.user),
    }  # fmt: skip


def _grounds(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow
) -> dict[str, Any]:
    """In which other system, and on which map, an engagement is or may be fought."""
    fresh = _open(participant, row) and not row.means and row.claims == (None, None)
    return {
        "stand": standin_card(participant, state, engagement, row, open_=fresh),
        "may_propose": fresh,
        "proposals": proposal_form(state, engagement) if fresh else None,
        "grounds": scenario_form(participant, row) if fresh else None,
        "scenario": scenario_name(row, engagement, system_fought(participant.campaign, row)),
    }


def _known(state: State, key: str) -> Engagement:
    found = state.engagements.get(key)
    if found is None:
        raise Http404("There is no such engagement, or you cannot know of it.")
    return found


def _open(participant: Participant, row: EngagementRow) -> bool:
    campaign = participant.campaign
    return row.outcome is None and campaign.phase == "battles" and row.turn == campaign.turn


def _own(participant: Participant, key: str) -> EngagementRow:
    """Return the row of an engagement for who fights in it; Http404 for others."""
    row = participant.engagement(key)
    if not participant.fights(row):
        raise Http404("It is not yours to fight.")
    return row


def _fought_by(participant: Participant, key: str) -> EngagementRow:
    """Return as `_own`; raises CampaignRefusal for an engagement of a turn that is over."""
    row = _own(participant, key)
    if not _open(participant, row) and row.outcome is None:
        raise CampaignRefusal("is of a turn that is over", "engagement", code="over")
    return row


def _sides(state: State, key: str) -> tuple[str, str]:
    first, second = (state.factions[each.faction].name for each in state.engagements[key].sides)
    return first, second
