"""Ghosts keep their promise: whoever chooses one stands where it stood, when nobody reacts."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from rulesets.baroque.board.moves import moves as moves_of
from rulesets.baroque.events.field import Moved
from rulesets.baroque.events.setup import UnitDeployed
from rulesets.baroque.state import State
from rulesets.contract.board import Ghost, Move, offered
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Refusal
from rulesets.engine.geometry import Base
from tests.kit.effort import tries
from tests.kit.players import straight_on, uniform
from tests.rulesets.baroque.test_play import random_battle

HOW = {
    "place": "deployed", "line-up": "deployed", "opportunity-charge": "charge", "countercharge": "charge",
    "go-on": "charge",
}  # fmt: skip
"""The word of the event by which a choice puts the unit somewhere, where it is not the choice's own."""

REACTIONS = ("opportunity-charge", "countercharge", "evade")


@dataclass
class Promise:
    """Where a unit should stand after a choice."""

    unit: str
    move: Move
    ghost: Ghost
    since: int
    how: str


@dataclass
class ByGhosts:
    """Chooses by chance, moves by the ghosts of the hands; `kept` counts the promises that were seen kept."""

    rng: random.Random
    reacts: float
    kept: Counter[str] = field(default_factory=Counter)
    open: Promise | None = None

    def choose(self, battle: Battle, decision: Decision) -> Choice:
        """A ghost of the unit that the decision is about, else anything that is legal."""
        if decision.kind == "react" and self.rng.random() > self.reacts:
            return {"do": "none"}
        units = [str(o.key["unit"]) for o in decision.options if "unit" in o.key] or [decision.subject]
        moves = self._moves(battle, decision, self.rng.choice(units)) if decision.kind != "command" else []
        if not moves or (decision.kind == "unit" and self.rng.random() < 0.1):
            if decision.kind == "react":
                self.open = None
            any_player = uniform(self.rng.random()) if self.rng.random() < 0.3 else straight_on
            return any_player(battle, decision)
        move, ghost = self._chosen(moves)
        choice = filled(move, ghost)
        if ghost.refused:
            with pytest.raises(Refusal):
                decision.read(choice)
            return uniform(self.rng.random())(battle, decision)
        do = choice["do"]
        unit = str(choice.get("unit", decision.subject))
        self.open = Promise(unit, move, ghost, len(battle.entries), HOW.get(do, do))
        return choice

    def _chosen(self, moves: list[Move]) -> tuple[Move, Ghost]:
        """Into contact whenever it can be, mostly forward as far as it goes, so that armies meet."""
        charges = [move for move in moves if move.key["do"] == "charge"]
        ahead = [move for move in moves if move.key["do"] == "advance" and not move.ghosts[-1].refused]
        if charges and self.rng.random() < 0.8:
            moves = charges
        elif ahead and self.rng.random() < 0.6:
            return ahead[0], ahead[0].ghosts[-1]
        move = self.rng.choice(moves)
        return move, self.rng.choice(move.ghosts)

    @staticmethod
    def _moves(battle: Battle, decision: Decision, unit: str) -> list[Move]:
        state: State = battle.state
        if unit not in state.units:
            return []
        options = offered(decision, unit, state.units[unit].side)
        return [move for move in moves_of(battle, state.units[unit], options) if move.ghosts]

    def look(self, battle: Battle) -> None:
        """After each choice: whether the open promise has been kept."""
        promise = self.open
        if promise is None:
            return
        for entry in battle.entries[promise.since :]:
            base = pose(battle.state, entry.event, promise)
            if base is not None:
                self._compare(promise, base)
                self.open = None
                return
        if battle.pending is None or battle.pending.kind not in ("react", "dice"):
            self.open = None

    def _compare(self, promise: Promise, base: Base) -> None:
        do = promise.move.key["do"]
        falls_short = do in ("charge", *REACTIONS) and promise.move.key.get("bonus")
        if falls_short or "dispersed on the way" in promise.ghost.note:
            return
        far = 2e-3 if do == "opportunity-charge" else 1e-6
        assert base.corners == pytest.approx(promise.ghost.outline, abs=far), promise
        assert base.heading == pytest.approx(promise.ghost.heading), promise
        self.kept[do] += 1


def filled(move: Move, ghost: Ghost) -> Choice:
    """The choice that a ghost stands for."""
    choice: Choice = {**move.key, **ghost.also}
    if move.param:
        choice[move.param] = ghost.value
    return choice


def pose(state: State, event: Any, promise: Promise) -> Base | None:
    """Where an event has put the unit, if it is the one that was promised."""
    if isinstance(event, UnitDeployed) and promise.how == "deployed" and event.unit == promise.unit:
        return Base(event.x, event.y, event.heading, event.width, event.depth)
    if isinstance(event, Moved) and event.unit == promise.unit and event.how == promise.how:
        return Base(event.x, event.y, event.heading, *size(promise.ghost))
    return None


def size(ghost: Ghost) -> tuple[float, float]:
    x1, y1, x2, y2, x3, y3 = ghost.outline[:6]
    return ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, ((x3 - x2) ** 2 + (y3 - y2) ** 2) ** 0.5


@pytest.mark.rule(
    "BQ-5.1.a", "BQ-5.2.1.a", "BQ-5.2.2.a", "BQ-5.2.3.a", "BQ-5.2.4.a", "BQ-5.4.a", "BQ-5.5.1.d", "BQ-5.6.h"
)
def test_who_chooses_a_ghost_stands_where_it_stood() -> None:
    kept: Counter[str] = Counter()
    for number in range(max(6, tries(20))):
        battle = random_battle(number, max_turns=9)
        player = ByGhosts(random.Random(number), reacts=0.2 if number % 2 else 0.9)
        battle.play([player.choose, player.choose], after=player.look)
        kept += player.kept
    wanted = {
        "advance",
        "oblique",
        "back",
        "wheel",
        "about-face",
        "charge",
        "countercharge",
        "evade",
        "place",
    }
    assert wanted <= kept.keys(), kept
