"""Challenges on a ladder, made and answered between two players at once.

Nobody waits for a round or for the umpire: an accepted challenge is open to be fought, beside the other
battles of its round. Results move players when the round's battles are all settled.
"""

from __future__ import annotations

from django.utils import timezone
from pydantic import ValidationError

from campaigns import mail, turns
from campaigns.engine.maps import faults_of
from campaigns.engine.orders import ChallengeAct, OrdersError
from campaigns.engine.resolve import challenge as carried_out
from campaigns.engine.resolve import open_engagements
from campaigns.engine.state import State
from campaigns.models import Campaign, EngagementRow, Member, TurnRow
from campaigns.persistence import CampaignRefusal, held, state_of
from campaigns.wording import ladder as words


def challenge(row: Campaign, by: Member, do: str, to: str) -> TurnRow:
    """Challenge a player, accept or decline their challenge, or take one's own back (`decline`).

    Raises CampaignRefusal for who leads no player of the ladder, and while the campaign is paused,
    OrdersError for a word that there is not, TurnError where the ladder does not allow it.
    """
    try:
        act = ChallengeAct.model_validate({"do": do, "to": to})
    except ValidationError as error:
        raise OrdersError(*faults_of(error)) from None
    if not by.faction or by.role == Member.Role.NEUTRAL or not by.leads:
        raise CampaignRefusal(words.NOT_ON_LADDER, "to", code="not-yours")
    with held(row) as now:
        if now.paused:
            raise CampaignRefusal(words.IS_PAUSED, code="paused")
        state = state_of(now)
        brought = carried_out(state, by.faction, act, now.seed, now.hash)
        # As after marches: no deadline while battles are fought.
        columns = {"deadline": None} if brought.state.phase != state.phase else {}
        inputs = {"challenge": {**act.model_dump(mode="json"), "by": by.faction}}
        part = turns.save_part(now, TurnRow.Part.ANSWER, state, brought, inputs, by.user, **columns)
        made = [each for each in open_engagements(brought.state) if each.id not in state.engagements]
        EngagementRow.objects.bulk_create(
            EngagementRow(
                campaign=now, turn=now.turn, key=each.id, opened=timezone.now(),
                faction_a=each.sides[0].faction, faction_b=each.sides[1].faction,
            )
            for each in made
        )  # fmt: skip
        mail.challenged(
            now, now.members.filter(faction=act.to).exclude(pk=by.pk), state.factions[by.faction].name,
            _word(state, by.faction, act),
        )  # fmt: skip
        return part


def _word(state: State, by: str, act: ChallengeAct) -> str:
    """Return what a player did: a challenge is declined by the challenged, and withdrawn by who made it."""
    made = state.ladder.challenges if state.ladder is not None else []
    theirs = any((each.by, each.to) == (act.to, by) for each in made)
    return "withdraw" if act.do == "decline" and not theirs else act.do
