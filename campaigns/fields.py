"""What an engagement is fought as: by which method, by its forces or armies in their stead, on whose map."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils import timezone

from campaigns.engine.battlefields import why_not
from campaigns.engine.battlerules import Way
from campaigns.engine.dice import TurnDice
from campaigns.engine.forces import fighting
from campaigns.engine.maps import KeyOrNone, Strict, Text
from campaigns.engine.standins import StandIns, can_fight, carried, stood_in, systems_for
from campaigns.engine.state import Engagement, Outcome, State
from campaigns.models import Campaign, EngagementRow
from campaigns.persistence import engagement_in, state_of


class Method(Strict):
    """How an engagement is fought, or is proposed to be: `system` "" is the forces' own. `by`: the faction
    that proposed it, "" for the umpire and the rules. `how` it came to hold, "" for what is only proposed.
    """

    means: Way
    system: Text = ""
    by: KeyOrNone = ""
    how: Literal["", "sides", "rules", "deadline", "umpire"] = ""

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same method as another one, whoever proposed it."""
        return self.means, self.system

    def columns(self, found: EngagementRow) -> dict[str, Any]:
        """Return the columns of a row that it holds for. Armies that were named for it stay."""
        named = standins_of(found)
        if not self.system:
            named = None
        elif named is None or (named.means, named.system) != self.key:
            named = StandIns(system=self.system, means=self.means, by=self.by)  # type: ignore[arg-type]
        return {
            "agreed": self.model_dump(mode="json"), "proposal": None,
            "standins": None if named is None else named.model_dump(mode="json"),
        }  # fmt: skip


def proposal_of(found: EngagementRow) -> Method | None:
    """Return the method that one side of an engagement proposes."""
    return None if found.proposal is None else Method.model_validate(found.proposal)


def method_of(row: Campaign, found: EngagementRow, state: State) -> Method | None:
    """Return the method that holds for an engagement: what was agreed or decided, else the campaign's rule,
    at once or after its deadline; None while the sides have to agree.
    """
    if found.agreed is not None:
        return Method.model_validate(found.agreed)
    rules, engagement = state.rules.battles, engagement_in(state, found.key)
    if rules.method != "sides":
        # A rule that this battle cannot be fought by leaves it to the two sides.
        return Method(means=rules.method, how="rules") if can_be(state, engagement, rules.method) else None
    until = until_of(found, state)
    late = until is not None and until <= timezone.now() and not row.paused
    if late and can_be(state, engagement, rules.method_late):
        return Method(means=rules.method_late, how="deadline")
    return None


def until_of(found: EngagementRow, state: State) -> datetime | None:
    """Return when the campaign's rule decides on the method of an engagement; None: never."""
    hours = state.rules.battles.method_hours
    return found.opened + timedelta(hours=hours) if hours and found.opened else None


def can_be(state: State, engagement: Engagement, means: str, system: str = "") -> bool:
    """Return whether an engagement may be fought by a method, as the rules and its armies are."""
    if means not in state.rules.battles.fought:
        return False
    if system:
        return system in systems_for(state, engagement) and can_fight(system, means)
    if means == "quick":
        return True
    if means == "table":
        return len({each.system for side in (0, 1) for each in fighting(state, engagement, side)[:1]}) == 1
    return not why_not(state, engagement)


class ChosenScenario(Strict):
    """The scenario of an engagement in one system: its key, what it is called, its document if it does not
    ship. Without a key the map decides on the ground, whatever a story says.
    """

    system: Text
    key: Text = ""
    name: Text = ""
    document: dict[str, Any] | None = None


def standins_of(found: EngagementRow) -> StandIns | None:
    """Return the stand-ins of an engagement, whole or not."""
    return None if found.standins is None else StandIns.model_validate(found.standins)


def whole(found: EngagementRow) -> StandIns | None:
    """Return the stand-ins that fight an engagement; None where its forces do."""
    standins = standins_of(found)
    return standins if standins is not None and standins.whole else None


def as_fought(row: Campaign, found: EngagementRow, state: State | None = None) -> tuple[State, Engagement]:
    """Return the campaign (as it is now, or an earlier `state`) and the engagement as it is fought: with
    stand-ins where both sides have named theirs, and with its scenario. Raises CampaignRefusal if the state
    has no such engagement.
    """
    state = state_of(row) if state is None else state
    engagement = engagement_in(state, found.key)
    standins = whole(found)
    if standins is not None:
        state, engagement = stood_in(state, engagement, standins.documents)
    chosen = None if found.scenario is None else ChosenScenario.model_validate(found.scenario)
    if chosen is not None and chosen.system == system_of(state, engagement):
        engagement = replace(engagement, scenario=chosen.key, staged=chosen.document)
        state = replace(state, engagements={**state.engagements, engagement.id: engagement})
    return state, engagement


def carried_home(row: Campaign, found: EngagementRow, outcome: Outcome) -> Outcome:
    """Return the outcome for the campaign's forces, from that of the engagement as it was fought."""
    standins = whole(found)
    if standins is None:
        return outcome
    state = state_of(row)
    dice = TurnDice(f"{row.dice}|{found.turn}|stand-ins")
    return carried(state, state.engagements[found.key], standins.documents, outcome, dice)


def system_of(state: State, engagement: Engagement) -> str:
    """Return the system of an engagement's first side; "" where it has no forces."""
    return fighting(state, engagement, 0)[0].system if engagement.sides[0].forces else ""


def system_fought(row: Campaign, found: EngagementRow) -> str:
    """Return in which system an engagement is, or is to be, fought: its stand-ins', else its forces'."""
    standins = standins_of(found)
    if standins is not None:
        return standins.system
    state = state_of(row)
    return system_of(state, state.engagements[found.key])


def seen_of(found: EngagementRow, side: int | None, *, umpire: bool) -> dict[str, Any] | None:
    """Return the stand-ins as somebody may see them, as JSON: the other side's army is hidden until both are
    named, but not that it is.
    """
    standins = standins_of(found)
    if standins is None:
        return None
    armies = [
        each.model_dump(mode="json") if each and (standins.whole or umpire or side == index) else None
        for index, each in enumerate(standins.armies)
    ]
    return {
        "system": standins.system, "means": standins.means, "by": standins.by,
        "named": [each is not None for each in standins.armies], "armies": armies,
    }  # fmt: skip
