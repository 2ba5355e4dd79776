"""Stand-ins on the page of an engagement: what is proposed, what both sides named, and what one may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaigns import standins
from campaigns.access import Participant
from campaigns.cards.engagements import MEANS
from campaigns.engine.forces import fighting, system_of
from campaigns.engine.standins import can_fight, systems_for, worth_of
from campaigns.engine.state import Engagement, State
from campaigns.fields import Staged
from campaigns.forms.lists import list_choices
from campaigns.forms.standins import ArmyForm, ProposalForm, ScenarioForm
from campaigns.models import EngagementRow
from rulesets.contract import registry


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """The army of a side: whether it is named, what it is as far as one may see (None: hidden, or not named),
    its worth and that of the forces, both with what they are counted in; `form`: to name it, None if that is
    not his to do.
    """

    faction: str
    named: bool
    name: str | None
    worth: str
    against: str
    own: bool
    form: ArmyForm | None = None


@dataclass(frozen=True, slots=True)
class StandInCard:
    """What is proposed: the system, the means, by whom; and both armies."""

    system: str
    means: str
    by: str
    armies: tuple[ArmyCard, ...]


def standin_card(
    participant: Participant, state: State, engagement: Engagement, row: EngagementRow, *, open_: bool
) -> StandInCard | None:
    """The stand-ins of an engagement as somebody may see them; None where none are proposed."""
    seen = participant.standins(row)
    if seen is None:
        return None
    mine = tuple(
        open_ and standins.may_name(participant.campaign, row, participant.member, side) for side in (0, 1)
    )
    armies = tuple(_army(participant, state, engagement, row, seen, side, mine[side]) for side in (0, 1))
    by = state.factions[seen["by"]].name if seen["by"] in state.factions else "The umpire"
    return StandInCard(registry.get(seen["system"]).name, MEANS[seen["means"]], by, armies)


def proposal_form(state: State, engagement: Engagement) -> ProposalForm | None:
    """What may be proposed: each system, by each means; None where nothing may."""
    found: list[Any] = []
    for slug in systems_for(state, engagement):
        name = registry.get(slug).name
        means = [
            (f"{slug}:{each}", f"{name}, {MEANS[each]}")
            for each in ("board", "automatic", "table")
            if each in state.rules.battles.fought and can_fight(slug, each)
        ]
        found += [(name, means)] if means else []
    return ProposalForm(found) if found else None


def scenario_form(participant: Participant, row: EngagementRow) -> ScenarioForm | None:
    """The scenarios that the umpire may choose from; None for everybody else and where there are none."""
    choices = (
        standins.scenario_choices(participant.campaign, row, participant.user) if participant.umpire else []
    )
    chosen = "" if row.scenario is None else Staged.model_validate(row.scenario).key or standins.MADE
    return ScenarioForm(choices, chosen) if choices else None


def scenario_name(row: EngagementRow, engagement: Engagement, system: str) -> str:
    """The scenario of an engagement, as people call it; "" for none."""
    if row.scenario is not None:
        return Staged.model_validate(row.scenario).name
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
    forces, army = fighting(state, engagement, side), seen["armies"][side]
    shown = army is not None
    faction = state.factions[engagement.sides[side].faction].name
    visible = shown or mine or participant.umpire or participant.side(row) == side
    return ArmyCard(
        faction=faction,
        named=seen["named"][side],
        name=army["name"] if shown else None,
        worth=_worth(army["worth"], seen["system"]) if shown else "",
        against=_worth(army["against"] if shown else worth_of(forces), forces[0].system) if visible else "",
        own=shown and army["document"] is None,
        form=_form(participant, forces[0].system, seen["system"], side, faction) if mine else None,
    )


def _form(participant: Participant, own: str, system: str, side: int, faction: str) -> ArmyForm:
    """The lists that may be named; the side's own forces too, where they are of that system."""
    choices = list_choices(participant.user, [system])
    if own == system:
        choices.insert(1, (standins.FORCE, "The forces themselves, as they stand"))
    return ArmyForm(side, faction, choices)


def _worth(worth: float, system: str) -> str:
    return f"{worth:g} {system_of(system).measure}"
