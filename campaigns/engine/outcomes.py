"""Whether an outcome can be that of an engagement as it stands."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.engine.state import Command, Outcome, State, Unit
from rulesets.engine.errors import Fault


def check_outcome(state: State, engagement: str, outcome: Outcome) -> list[Fault]:
    """What speaks against an outcome: no such open engagement, units or leaders that did not fight in it,
    more steps lost than there were.
    """
    found = state.engagements.get(engagement)
    if found is None or found.turn != state.turn or found.outcome is not None or state.phase != "battles":
        return [Fault("engagement", f"there is no open engagement «{engagement}»")]
    forces = [state.forces[key] for side in found.sides for key in side.forces if key in state.forces]
    units = {unit.id: unit for force in forces for unit in force.units}
    commands = {command.id: command for force in forces for command in force.commands}
    return [*_faults(outcome), *_unit_faults(outcome, units), *_leader_faults(outcome, commands)]


def _faults(outcome: Outcome) -> Iterator[Fault]:
    if outcome.winner not in (0, 1, None):
        yield Fault("winner", "is 0 for the first side, 1 for the second, or null for neither")


def _unit_faults(outcome: Outcome, units: dict[str, Unit]) -> Iterator[Fault]:
    for key, fate in outcome.units.items():
        unit = units.get(key)
        if unit is None:
            yield Fault(f"units.{key}", "did not fight in this engagement")
        elif not 0 <= fate.lost <= unit.left:
            yield Fault(f"units.{key}.lost", f"is from 0 to the {unit.left} that it had")


def _leader_faults(outcome: Outcome, commands: dict[str, Command]) -> Iterator[Fault]:
    for index, key in enumerate(outcome.leaders):
        if key not in commands:
            yield Fault(f"leaders[{index}]", f"no command «{key}» fought in this engagement")
        elif commands[key].leader is None:
            yield Fault(f"leaders[{index}]", f"the command «{key}» had no leader")
