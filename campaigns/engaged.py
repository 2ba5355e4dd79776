"""What pages and REST share about engagements: which there are, for whom, and how they stood."""

from __future__ import annotations

from django.http import Http404

from campaigns.access import Participant
from campaigns.engine.battlefields import why_not
from campaigns.engine.state import Engagement, State
from campaigns.fields import as_fought
from campaigns.fighting import meets
from campaigns.models import EngagementRow, TurnRow
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.wording import battles as words
from campaigns.wording import unknown
from campaigns.wording.services import ARCHIVED


def known_engagement(state: State, key: str) -> Engagement:
    """Return an engagement of what is seen; Http404 if it may not be known of."""
    found = state.engagements.get(key)
    if found is None:
        raise Http404(unknown.ENGAGEMENT_OR_SECRET)
    return found


def is_open(participant: Participant, row: EngagementRow) -> bool:
    """Return whether an engagement is still to be fought or reported, in the turn that goes on."""
    campaign = participant.campaign
    going_on = campaign.phase == "battles" and not campaign.archived
    return row.outcome is None and going_on and row.turn == campaign.turn


def own_engagement(participant: Participant, key: str) -> EngagementRow:
    """Return the row of an engagement for who fights in it; Http404 for others."""
    row = participant.engagement(key)
    if not participant.fights(row):
        raise Http404(unknown.NOT_YOUR_BATTLE)
    return row


def fought_by(participant: Participant, key: str) -> EngagementRow:
    """Return as `own_engagement`; raises CampaignRefusal for an engagement of a turn that is over, and in an
    archived campaign.
    """
    row = own_engagement(participant, key)
    if participant.campaign.archived:
        raise CampaignRefusal(ARCHIVED, code="archived")
    if not is_open(participant, row) and row.outcome is None:
        raise CampaignRefusal(words.TURN_OVER, "engagement", code="over")
    return row


def sides_of(state: State, key: str) -> tuple[str, str]:
    """Return what both sides of an engagement are called."""
    first, second = (state.factions[each.faction].name for each in state.engagements[key].sides)
    return first, second


def as_it_stood(participant: Participant, row: EngagementRow, now: State) -> State:
    """Return the campaign as it stood when an engagement was fought: its forces may have changed since."""
    parts = participant.campaign.turns.filter(undone=False, turn=row.turn, part=TurnRow.Part.CONCLUDE)
    part = parts.first() if row.turn < now.turn else None
    return now if part is None else state_of(participant.campaign, part.state_before)


def unfit(participant: Participant, row: EngagementRow) -> str:
    """Return why tacticians cannot fight an engagement, "" if they can; without what that says of the enemy's
    units, but for who judges it.
    """
    state, engagement = as_fought(participant.campaign, row)
    why = why_not(state, engagement)
    secret = why and not participant.judges(row) and not meets(state, engagement)
    return words.NOT_ON_THE_BOARD if secret else why


def foreseen(participant: Participant, key: str) -> EngagementRow:
    """Return as `fought_by`; raises CampaignRefusal where tacticians cannot fight it, so that there is no
    forecast.
    """
    row = fought_by(participant, key)
    if why := unfit(participant, row):
        raise CampaignRefusal(why, "engagement", code="not-met")
    return row
