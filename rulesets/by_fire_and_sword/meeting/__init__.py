"""The meeting of two forces: from their lists to a table on which the battle may begin (BFS-30.3).

beginning   setup checked and read           secret          what is written down in secret
options     what players agree on            draw            units drawn at random
compare     A, B: who is weaker              terrain         G: the table
scenario    C, D: which scenario             reconnaissance  H: effects that are bought
fortify     E: fortifications                deployment      I: zones, order, who is set aside
effects     F: additional effects            reminders       what comes later on the table
superiority numerical superiority            policy          choices for an automatic meeting
"""

from __future__ import annotations

from typing import Any

from rulesets.by_fire_and_sword.meeting import (
    compare,
    deployment,
    effects,
    fortify,
    reconnaissance,
    reminders,
    scenario,
    superiority,
    terrain,
)
from rulesets.by_fire_and_sword.meeting.beginning import begin, check_setup
from rulesets.by_fire_and_sword.meeting.events import InitiativeFixed, StepBegan, TableReady
from rulesets.by_fire_and_sword.meeting.options import AGREEMENTS, read_options
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.system import Result

__all__ = ["AGREEMENTS", "begin", "check_setup", "play", "read_options", "scores"]


def play(battle: Battle) -> Steps[Result]:
    """BFS-30.3, BFS-33.15: the preparations A to J in seven steps."""
    state: MeetingState = battle.state
    battle.apply(StepBegan("BFS-30.3.A", 1))
    compare.compare(battle)
    superiority.superiority(battle)
    battle.apply(StepBegan("BFS-30.3.C" if state.weaker is None else "BFS-30.3.D", 2))
    yield from scenario.choose_scenario(battle)
    yield from fortify.fortify(battle)
    battle.apply(StepBegan("BFS-30.3.F", 3))
    yield from effects.receive(battle)
    battle.apply(StepBegan("BFS-30.3.G", 4))
    yield from terrain.set_up(battle)
    if state.weaker is not None and state.has("choice_of_terrain"):
        yield from terrain.choice_of_terrain(battle, state.weaker)
    battle.apply(StepBegan("BFS-30.3.H", 5))
    yield from reconnaissance.reconnoitre(battle)
    battle.apply(StepBegan("BFS-30.3.I", 6))
    yield from effects.delay(battle)
    yield from deployment.deploy(battle)
    yield from effects.march_losses(battle)
    battle.apply(StepBegan("BFS-30.3.J", 7))
    return _finish(battle)


def scores(state: MeetingState) -> tuple[dict[str, Any], ...]:
    """The figures of both forces (BFS-30.3.A), and which part each has in the scenario."""
    return tuple(
        {"fsp": force.fsp, "fv": force.fv, "rp": force.rp, "cp": force.cp, "role": state.role(side)}
        for side, force in enumerate(state.forces)
    )


def _finish(battle: Battle) -> Result:
    """BFS-30.3.J: the first initiative, what comes later, and the end of the meeting."""
    state: MeetingState = battle.state
    battle.apply(InitiativeFixed("BFS-30.3.J", state.weaker))
    reminders.remind(battle)
    battle.apply(TableReady("BFS-30.3.J"))
    name = catalogue(state.options["scenarios"])[state.scenario.key].name
    return Result(None, "BFS-30.3.J", f"the table is ready: {name}", 0, scores(state))
