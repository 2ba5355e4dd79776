"""What an engagement is fought as: its forces or armies in their stead, and the map of a scenario."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.engine.dice import TurnDice
from campaigns.engine.forces import fighting
from campaigns.engine.maps import Strict, Text
from campaigns.engine.standins import StandIns, carried, stood_in
from campaigns.engine.state import Engagement, Outcome, State
from campaigns.models import Campaign, EngagementRow
from campaigns.persistence import engagement_in, state_of


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


def as_fought(row: Campaign, found: EngagementRow) -> tuple[State, Engagement]:
    """Return the campaign and the engagement as it is fought: with stand-ins where both sides have named
    theirs, and with its scenario. Raises CampaignRefusal if the state has no such engagement.
    """
    state = state_of(row)
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
    dice = TurnDice(f"{row.seed}|{found.turn}|stand-ins")
    return carried(state, state.engagements[found.key], standins.documents, outcome, dice)


def system_of(state: State, engagement: Engagement) -> str:
    """Return the system of an engagement's first side; "" where it has no forces."""
    return fighting(state, engagement, 0)[0].system if engagement.sides[0].forces else ""


def system_fought(row: Campaign, found: EngagementRow) -> str:
    """In which system an engagement is, or is to be, fought: that of its stand-ins, else its forces'."""
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
