"""Reports of battles on a table: what a side or the umpire says that happened, and whose report counts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaigns import access, consent, services, settling
from campaigns.access import Participant
from campaigns.cards.engagements import disputed, engagement_card
from campaigns.engaged import as_it_stood, fought_by, known_engagement, own_engagement, sides_of
from campaigns.engine.forces import fighting
from campaigns.engine.standins import worth_of
from campaigns.engine.state import State
from campaigns.fields import as_fought, whole
from campaigns.forms.report import ReportForm
from campaigns.models import EngagementRow
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.reporting import Known, known_of
from campaigns.views.parts import done, in_campaign, page, sentence
from campaigns.wording import battles as words
from campaigns.wording.reporting import forces_worth
from rulesets.contract import registry
from rulesets.engine.wording import listed


@in_campaign("GET", "POST")
def report(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show the report of a battle on a table: a side's, or the umpire's, which settles it. It names the units
    of both sides, so it opens only once both have agreed to fight there. One that comes too late is shown as
    it was filled in, with the reason.
    """
    row = own_engagement(participant, key)
    try:
        if row.outcome is not None:
            raise CampaignRefusal(words.BATTLE_SETTLED, "engagement", code="settled")
        fought_by(participant, key)
        settling.check_report(participant.campaign, row, participant.member)
    except CampaignRefusal as refusal:
        return _refused(request, participant, key, refusal)
    state, judge = state_of(participant.campaign), participant.judges(row)
    known = known_of(participant, row, sides_of(state, key))
    form = _form(request, participant, row, state, known)
    if request.method != "POST" or not form.is_valid():
        return _page(request, participant, row, state, form, known)
    try:
        status = services.report(participant.campaign, key, participant.member, form.outcome())
    except CampaignRefusal as refusal:
        return _refused(
            request, access.participant_of(request.user, participant.campaign.public_id), key, refusal
        )
    said = _REPORTED["decided" if judge else status]
    if status == EngagementRow.Status.REPORTED and _nobody_else(participant, row):
        said = "Your report is saved. An umpire who plays no faction confirms it."
    return done(request, said, participant.url("engagement", key), _level(status))


@in_campaign("POST")
def agree(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Take the other side's report as one's own; as umpire let the report of a side count: the one that the
    page showed.
    """
    fought_by(participant, key)
    side = request.POST.get("side", "")
    chosen = int(side) if side in ("0", "1") else None
    seen = request.POST.get("hash", "")
    status = services.accept_report(participant.campaign, key, participant.member, seen, chosen)
    words = _REPORTED["accepted" if participant.umpire else status]
    return done(request, words, participant.url("engagement", key), _level(status))


_REPORTED = {
    "settled": "Both reports agree. The battle is settled.",
    "decided": "The battle is settled with your result.",
    "accepted": "The battle is settled with that report.",
    "reported": "Your report is saved. The other side has to report too.",
    "disputed": "The two reports differ. You can agree with theirs or change yours.",
}


def _level(status: str) -> int:
    """Return what kind of news the state of an engagement is after a report."""
    return messages.WARNING if status == EngagementRow.Status.DISPUTED else messages.SUCCESS


def _nobody_else(participant: Participant, row: EngagementRow) -> bool:
    """Return whether nobody plays the other side of an engagement."""
    others = {*row.factions} - {participant.faction}
    return not others & consent.played(participant.campaign)


def _refused(
    request: HttpRequest, participant: Participant, key: str, refusal: CampaignRefusal
) -> HttpResponse:
    """Say why nothing is reported; what somebody has filled in stays on the page, unless both armies are not
    shown yet.
    """
    row = own_engagement(participant, key)
    if request.method != "POST" or not row.begun:
        messages.error(request, sentence(refusal))
        return redirect(participant.url("engagement", key))
    state = as_it_stood(participant, row, state_of(participant.campaign))
    form = _form(request, participant, row, state, Known())
    return _page(request, participant, row, state, form, Known(), late=sentence(refusal))


def _form(
    request: HttpRequest, participant: Participant, row: EngagementRow, state: State, known: Known
) -> ReportForm:
    return ReportForm(request.POST or None, *as_fought(participant.campaign, row, state), known.report)


def _page(
    request: HttpRequest, participant: Participant, row: EngagementRow, state: State, form: ReportForm,
    known: Known, late: str = "",
) -> HttpResponse:  # fmt: skip
    """Answer with the page of a report; `late`: why it comes too late."""
    seen, between = participant.view(), sides_of(state, row.key)
    rules = registry.get(state.forces[state.engagements[row.key].sides[0].forces[0]].system).campaign
    card = engagement_card(seen, known_engagement(seen.state, row.key), row)
    status = 409 if late else 400 if form.errors else 200
    return page(
        request, participant, seen, "engagements", "report", status, form=form, row=row, card=card,
        sides=list(zip(between, _strengths(row, state), form.sides(), strict=True)),
        judge=participant.judges(row),
        source=known.source, late=late, between=between,
        differences=disputed(as_fought(participant.campaign, row, state)[0], row, participant.claims(row)),
        step=rules.step if rules else "step",
    )  # fmt: skip


def _strengths(row: EngagementRow, state: State) -> tuple[str, str]:
    """Return which forces a side fights with, and what they are worth in all, in words; "" for stand-ins."""
    if whole(row):
        return "", ""
    sides = [fighting(state, state.engagements[row.key], side) for side in (0, 1)]
    first, second = (forces_worth(listed([each.name for each in side]), worth_of(side)) for side in sides)
    return first, second
