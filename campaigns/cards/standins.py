"""Stand-ins on the page of an engagement: what both sides named, and what one may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaigns import standins
from campaigns.access import Participant
from campaigns.cards.engagements import MEANS
from campaigns.engine.forces import fighting, system_of
from campaigns.engine.standins import worth_of
from campaigns.engine.state import Engagement, State
from campaigns.fields import ChosenScenario
from campaigns.forms.choices import OneChoice, list_choices
from campaigns.models import EngagementRow
from campaigns.wording.labels import points
from rulesets.contract import registry


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """The army of a side: whether it is named, its name (None: hidden, or not named),
    its worth and that of the forces, both with what they are counted in; `own`: the side's own forces;
    `form`: to name it, None for those who may not.
    """

    faction: str
    named: bool
    name: str | None
    worth: str
    against: str
    own: bool
    form: OneChoice | None


def standin_card(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow, *, open_: bool
) -> dict[str, Any] | None:
    """Return the stand-ins of an engagement as somebody may see them: the `system`, the `means`, and both
    `armies`; None where there are none.
    """
    seen = participant.standins(row)
    if seen is None:
        return None
    campaign, member = participant.campaign, participant.member
    armies = []
    for side in (0, 1):
        mine = open_ and standins.may_name(campaign, row, member, side)
        armies.append(_army(participant, state, engagement, row, seen, side, mine))
    return {
        "system": registry.get(seen["system"]).name,
        "means": MEANS[seen["means"]],
        "armies": armies,
    }


def scenario_form(participant: Participant, row: EngagementRow) -> OneChoice | None:
    """Return what the umpire may choose from; None for everybody else and without scenarios."""
    if not participant.judges(row):
        return None
    choices = standins.scenario_choices(participant.campaign, row, participant.user)
    chosen = "" if row.scenario is None else ChosenScenario.model_validate(row.scenario).key or standins.MADE
    return OneChoice("scenario", "Map", choices, required=False, initial=chosen) if choices else None


def scenario_name(row: EngagementRow, engagement: Engagement, system: str) -> str:
    """Return the name of an engagement's scenario; "" for none."""
    if row.scenario is not None:
        return ChosenScenario.model_validate(row.scenario).name
    shipped = system_of(system).scenarios() if system else {}
    return shipped.get(engagement.scenario, engagement.scenario)


def _army(
    participant: Participant,
    state: State,
    engagement: Engagement,
    row: EngagementRow,
    seen: dict[str, Any],
    side: int,
    mine: bool,
) -> ArmyCard:
    forces, army, system = fighting(state, engagement, side), seen["armies"][side], seen["system"]
    faction = state.factions[engagement.sides[side].faction].name
    against, form = "", None
    if army is not None or mine or participant.judges(row) or participant.side(row) == side:
        against = _worth(army["against"] if army else worth_of(forces), forces[0].system)
    if mine:
        choices = list_choices(participant.user, [system])
        if forces[0].system == system:
            choices.insert(1, (standins.FORCE, "The forces themselves"))
        form = OneChoice("army", f"Army of {faction}", choices, auto_id=f"side-{side}-%s")
    return ArmyCard(
        faction=faction,
        named=seen["named"][side],
        name=army["name"] if army else None,
        worth=_worth(army["worth"], system) if army else "",
        against=against,
        own=army is not None and army["document"] is None,
        form=form,
    )


def _worth(worth: float, system: str) -> str:
    return f"{points(worth)} {system_of(system).measure}"
