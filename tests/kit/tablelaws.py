"""Laws that hold at every moment of a Baroque battle, whoever plays it: AssertionError if one is broken.

What no rule system may break (options, refusals, views, the log) stands in laws.py.
"""

from __future__ import annotations

from collections import Counter

from rulesets.baroque.state import BAGGAGE, State
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from tests.kit.referee.battle import judged


def check_table(battle: Battle, before: dict[str, int]) -> None:
    """Bases are on the table and apart, contacts are contacts, losses only grow (`before`: those seen)."""
    state: State = battle.state
    standing = list(state.on_field())
    # BQ-5.5.1.d, BQ-4.1.3.j: in the middle of an action a mover may stand on a light friend whom he passes
    passing = battle.pending is not None and battle.pending.kind not in ("command", "initiative")
    for i, unit in enumerate(standing):
        base = unit.place
        if unit.profile.type != BAGGAGE:
            assert geometry.within(base, -0.01, -0.01, state.width + 0.01, state.depth + 0.01), unit.id
        assert unit.vbu > 0, f"{unit.id} stands with VBU {unit.vbu}"
        for other in () if passing else standing[i + 1 :]:
            assert not geometry.overlap(base, other.place, 0.01), f"{unit.id} stands on {other.id}"
    for unit in state.units.values():
        assert unit.losses >= before.get(unit.id, 0), f"{unit.id} got VBU back"
        before[unit.id] = unit.losses
        assert (unit.base is not None) == (unit.status == "field"), unit.id
    for one, two in state.contacts:
        assert state.units[one].side != state.units[two].side
        assert geometry.gap(state.units[one].place, state.units[two].place) < 0.02, (one, two)
    for leader in state.leaders.values():
        assert not leader.attached or state.units[leader.attached].on_field, leader.id


def check_losses(battle: Battle) -> None:
    """No loss is invented: the log tells of each VBU that is gone."""
    lost: Counter[str] = Counter()
    for entry in battle.entries:
        if entry.event.kind == "lost-vbu":
            told = entry.event.to_json()
            lost[told["unit"]] += told["losses"]
    assert lost == {unit.id: unit.losses for unit in battle.state.units.values() if unit.losses}


def check_figures(battle: Battle) -> None:
    """Dice, targets, results and what follows are those of the book; every loss has its cause."""
    faults = judged(battle).faults
    assert not faults, "\n".join(faults[:5])
