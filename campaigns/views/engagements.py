"""Engagements: what is met, how it would end, how it is fought, and what both sides report of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists.owned.views import asks_for_part
from campaigns import fighting, forecasting, services
from campaigns.access import Participant
from campaigns.cards.disputes import disputed
from campaigns.cards.engagements import engagement_card, engagement_lines
from campaigns.cards.standins import proposal_form, scenario_form, scenario_name, standin_card
from campaigns.engine.battlefields import why_not
from campaigns.engine.quick import chances
from campaigns.engine.state import Engagement, State
from campaigns.fields import as_fought, system_fought
from campaigns.forms.report import ReportForm
from campaigns.models import EngagementRow, TurnRow
from campaigns.participants import way_in
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.views.parts import context_of, umpired, with_participant
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError


@never_cache
@require_safe
@with_participant
def index(request: HttpRequest, participant: Participant) -> HttpResponse:
    """All engagements that may be known of."""
    seen = participant.view()
    context = context_of(
        participant, seen, "engagements", lines=engagement_lines(seen, participant.engagements())
    )
    return render(request, "campaigns/engagements.html", context)


@never_cache
@require_safe
@with_participant
def show(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """One engagement: its ground and sides, its chances, its ways to be fought, how it ended."""
    row = participant.engagement(key)
    seen = participant.view()
    engagement = _known(seen.state, key)
    context = context_of(
        participant, seen, "engagements", row=row, fights=participant.fights(row), side=participant.side(row)
    )
    if not participant.fights(row):
        context["card"] = engagement_card(seen, engagement, row)
        return render(request, "campaigns/engagement.html", context)
    state = state_of(participant.campaign)
    side = None if participant.umpire else participant.side(row)
    then = _as_it_stood(participant, row, state)
    context |= {"card": engagement_card(seen, engagement, row, then, side), "open": _open(participant, row)}
    context |= _grounds(participant, state, state.engagements[key], row)
    if context["open"]:
        context |= _ways(participant, state, state.engagements[key], row)
    return render(request, "campaigns/engagement.html", context)


@require_POST
@with_participant
def fight(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Begin the engagement's battle by the means that was chosen, or settle it by the campaign's dice."""
    _fought_by(participant, key)
    means = request.POST.get("means", "")
    battle = fighting.fight(participant.campaign, key, participant.member, means)
    if battle is not None:
        return redirect(battle)
    if means == "table":
        return redirect(participant.url("report", key))
    messages.success(request, "Settled by the campaign’s own dice.")
    return redirect(participant.url("engagement", key))


@require_POST
@with_participant
def forecast(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Fight a slice of the forecast; a browser with scripts asks again until it is whole."""
    state, engagement = as_fought(participant.campaign, _fought_by(participant, key))
    far = forecasting.forecasting(participant.campaign, state, engagement, forecasting.SLICE)
    if not asks_for_part(request):
        return redirect(f"{participant.url('engagement', key)}#forecast")
    context = {
        "participant": participant,
        "far": far,
        "key": key,
        "more": not far.whole,
        "names": _sides(state, key),
    }
    return render(request, "campaigns/parts/forecast.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_participant
def report(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """The report of a battle on a table: a side's, or the umpire's, which settles it."""
    row = _fought_by(participant, key)
    if row.outcome is not None:
        return redirect(participant.url("engagement", key))
    state, engagement = as_fought(participant.campaign, row)
    side = participant.side(row)
    own = None if participant.umpire or side is None else (row.claim_a, row.claim_b)[side]
    form = ReportForm(request.POST or None, state, engagement, own)
    if request.method == "POST" and form.is_valid():
        status = services.report(participant.campaign, key, participant.member, form.outcome())
        messages.success(request, _REPORTED["decided" if participant.umpire else status])
        return redirect(participant.url("engagement", key))
    seen = participant.view()
    context = context_of(
        participant, seen, "engagements", form=form, row=row,
        sides=list(zip(_sides(state, key), form.sides(), strict=True)),
        card=engagement_card(seen, _known(seen.state, key), row), claims=_claims(row),
        step=_step(state, key),
    )  # fmt: skip
    return render(request, "campaigns/report.html", context, status=400 if form.errors else 200)


@require_POST
@umpired
def give_up(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Take an engagement off its battle, so that it may be fought otherwise."""
    participant.engagement(key)
    services.give_up(participant.campaign, key)
    messages.success(request, "It may be fought in another way now.")
    return redirect(participant.url("engagement", key))


_REPORTED = {
    "settled": "Both reports agree: the battle is settled.",
    "decided": "The battle is settled as you say.",
    "reported": "Your report is kept; the other side’s is still to come.",
    "disputed": "Your report differs from the other side’s: the umpire decides, or one of you changes his.",
}


def _as_it_stood(participant: Participant, row: EngagementRow, now: State) -> State:
    """The campaign as it stood when an engagement was fought: its forces may have changed since."""
    parts = participant.campaign.turns.filter(undone=False, turn=row.turn, part=TurnRow.Part.CONCLUDE)
    part = parts.first() if row.turn < now.turn else None
    return now if part is None else state_of(participant.campaign, part.state_before)


def _ways(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow
) -> dict[str, object]:
    """How an engagement that is open may be fought, and how it would end."""
    field = as_fought(participant.campaign, row)
    why = why_not(*field)
    allowed = state.rules.battles.fought
    try:
        far = None if why else forecasting.forecasting(participant.campaign, *field)
    except LeaguerError:
        far = None
    return {
        "why": why, "far": far, "more": False, "key": row.key, "names": _sides(state, row.key),
        "means": [each for each in ("board", "automatic", "table", "quick")
                  if each in allowed and not (why and each in ("board", "automatic"))],
        "quick": chances(state, engagement) if "quick" in allowed else None,
        "battle": row.battle, "meets": fighting.meets(*field), "claims": _claims(row),
        "differences": disputed(field[0], row), "way_in": way_in(row, participant.member.user),
    }  # fmt: skip


def _grounds(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow
) -> dict[str, object]:
    """In which other system, and on which map, an engagement is or may be fought."""
    fresh = _open(participant, row) and not row.means and row.claims == (None, None)
    return {
        "key": row.key,
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


def _fought_by(participant: Participant, key: str) -> EngagementRow:
    """The row of an engagement for who fights in it; Http404 for others."""
    row = participant.engagement(key)
    if not participant.fights(row):
        raise Http404("It is not yours to fight.")
    if not _open(participant, row) and row.outcome is None:
        raise CampaignRefusal("is of a turn that is over", "engagement", code="over")
    return row


def _sides(state: State, key: str) -> tuple[str, str]:
    first, second = (state.factions[each.faction].name for each in state.engagements[key].sides)
    return first, second


def _step(state: State, key: str) -> str:
    campaign_rules = registry.get(state.forces[state.engagements[key].sides[0].forces[0]].system).campaign
    return campaign_rules.step if campaign_rules else "step"


def _claims(row: EngagementRow) -> list[bool]:
    """Which sides have reported."""
    return [row.claim_a is not None, row.claim_b is not None]
