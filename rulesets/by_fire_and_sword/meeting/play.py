"""The play of a meeting: two forces read from a setup document, then seven steps (BFS-30.2.1, BFS-30.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Force, force
from rulesets.by_fire_and_sword.armies.lists import LISTS
from rulesets.by_fire_and_sword.meeting import (
    changing,
    compare,
    deployment,
    effects,
    fortify,
    reconnaissance,
    reminders,
    scenario,
    table,
    terrain,
)
from rulesets.by_fire_and_sword.meeting.events import InitiativeFixed, StepBegan, TableReady
from rulesets.by_fire_and_sword.meeting.options import read_options
from rulesets.by_fire_and_sword.meeting.placing import scenario_of
from rulesets.by_fire_and_sword.meeting.state import Commander, MeetingState, Unit
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.document import SetupError
from rulesets.engine.mustering import SIDES, listed, numbered_names, refused_at
from rulesets.engine.system import Result


def check_setup(setup: Mapping[str, Any]) -> None:
    """Raise SetupError naming the path if two forces cannot meet from `setup`.

    Lists that are not legal may meet by agreement: only those that cannot be read, are no skirmish forces or
    have no commander or no units are refused. Of agreed terrain each piece is judged by itself.
    """
    read_options(setup["options"])
    for index in (0, 1):
        path = f"lists[{index}]"
        found = _read_force(setup["lists"][index], path)
        if found.kind != "skirmish":
            raise SetupError(words.IS_A_DIVISION, path=path)
        if not any(one.chief for one in found.commanders):
            raise SetupError(words.NO_COMMANDER, path=f"{path}.commands")
        if not found.units:
            raise SetupError(words.NO_UNITS, path=f"{path}.commands")
    if isinstance(setup["terrain"], list):
        table.read_pieces(setup["terrain"], setup["table"]["width"], setup["table"]["depth"])


def begin(setup: Mapping[str, Any]) -> MeetingState:
    """Return the meeting before its first step, from a checked setup document."""
    forces = (_read_force(setup["lists"][0], "lists[0]"), _read_force(setup["lists"][1], "lists[1]"))
    units: dict[str, Unit] = {}
    commanders: dict[str, Commander] = {}
    for side, found in enumerate(forces):
        for each, name in zip(found.units, numbered_names(unit.name for unit in found.units), strict=True):
            units[f"{SIDES[side]}.{each.id}"] = Unit(f"{SIDES[side]}.{each.id}", side, name, each)
        names = numbered_names(one.name for one in found.commanders)
        for one, name in zip(found.commanders, names, strict=True):
            commanders[f"{SIDES[side]}.{one.id}"] = Commander(f"{SIDES[side]}.{one.id}", side, name, one)
    return MeetingState(
        sides=list(setup["sides"]), forces=forces, units=units, commanders=commanders,
        table=dict(setup["table"]), options={**read_options(setup["options"]), "terrain": setup["terrain"]},
    )  # fmt: skip


def _read_force(document: Mapping[str, Any], path: str) -> Force:
    army = listed(document, path, LISTS)
    with refused_at(path):
        return force(army)


def play(battle: Battle) -> Steps[Result]:
    """Play the preparations A to J in seven steps (BFS-30.3, BFS-33.15)."""
    state: MeetingState = battle.state
    battle.apply(StepBegan("BFS-30.3.A", 1))
    compare.compare(battle)
    compare.superiority(battle)
    battle.apply(StepBegan("BFS-30.3.C" if state.weaker is None else "BFS-30.3.D", 2))
    yield from scenario.choose_scenario(battle)
    yield from fortify.fortify(battle)
    battle.apply(StepBegan("BFS-30.3.F", 3))
    yield from effects.receive(battle)
    battle.apply(StepBegan("BFS-30.3.G", 4))
    yield from terrain.set_up(battle)
    if state.weaker is not None and state.has("choice_of_terrain"):
        yield from changing.choice_of_terrain(battle, state.weaker)
    battle.apply(StepBegan("BFS-30.3.H", 5))
    yield from reconnaissance.reconnoitre(battle)
    battle.apply(StepBegan("BFS-30.3.I", 6))
    yield from effects.delay(battle)
    yield from deployment.deploy(battle)
    yield from effects.march_losses(battle)
    battle.apply(StepBegan("BFS-30.3.J", 7))
    battle.apply(InitiativeFixed("BFS-30.3.J", state.weaker))
    reminders.remind(battle)
    battle.apply(TableReady("BFS-30.3.J"))
    return Result(None, "BFS-30.3.J", words.table_ready_for(scenario_of(state).name), 0, scores(state))


def scores(state: MeetingState) -> tuple[dict[str, Any], ...]:
    """Return the figures of both forces (BFS-30.3.A), and which part each has in the scenario."""
    return tuple(
        {"fsp": force.fsp, "fv": force.fv, "rp": force.rp, "cp": force.cp, "role": state.role(side)}
        for side, force in enumerate(state.forces)
    )
