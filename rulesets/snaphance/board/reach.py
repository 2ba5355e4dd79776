"""The hexes that a stand comes to with its normal move and with extra ones (SN-4.0.g, SN-4.4.a).

They are found by making every legal step on a sketch, as movement itself would; reactions are not foreseen.
An attached General goes along only in the chances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from rulesets.engine.battle import Battle
from rulesets.snaphance import charge, command, movement
from rulesets.snaphance.board.sketch import Sketch, copied, stand_copy
from rulesets.snaphance.events.movement import MoveEnded
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Activation, Stand, State

MOST_MOVES = 3
"""Single moves that are looked at: of those beyond, hardly any is ever passed."""

MOST_PLACES = 700
"""Places with a facing that are looked at in all; a reach beyond them is told too small, never too large."""

_Place: TypeAlias = tuple[Stand, Activation, float]
"""A stand and its activation at some moment, and the chance that it comes to act there."""


@dataclass(slots=True)
class Reach:
    """What one single move brings within reach: hexes with the best chance to get so far, and enemies whom it
    could charge.
    """

    number: int
    hexes: dict[Hex, float] = field(default_factory=dict)
    enemies: dict[str, float] = field(default_factory=dict)

    @property
    def chance(self) -> float:
        """The best chance of all."""
        return max((*self.hexes.values(), *self.enemies.values()), default=1.0)


def reach(battle: Battle, stand: Stand, most: int = MOST_MOVES) -> list[Reach]:
    """What the stand reaches with this single move and with further ones, the nearest first.

    It is looked at as it acts now; a hex stands with the first move that comes to it.
    """
    state: State = battle.state
    if state.activation is None or stand.hex is None:
        return []
    sketch = Sketch(battle)
    sketch.state.activation.stands = (stand.id,)  # type: ignore[union-attr]
    number = max(1, state.activation.moves + (0 if movement.under_way(state) else 1))
    start = _begun(sketch, stand, 1.0)
    starts = [] if start is None else [start]
    found: list[Reach] = []
    seen: set[Hex] = {stand.hex}
    budget = MOST_PLACES
    for each in range(number, number + most):
        if not starts:
            break
        made = Reach(each)
        ends, used = _explore(sketch, starts, made, seen, budget, last=each == number + most - 1)
        budget -= used
        seen |= made.hexes.keys()
        if made.hexes or made.enemies:
            found.append(made)
        starts = list(_further(sketch, ends)) if budget > 0 else []
    return found


def _begun(sketch: Sketch, stand: Stand, chance: float) -> _Place | None:
    """Where it stands, in a single move that it may make."""
    state = sketch.state
    if movement.why_no_move(state) is not None:
        if movement.why_no_extra(state) is not None or not movement.may_stop(state):
            return None
        _finish(sketch)
        movement.begin(sketch)
    return _now(sketch, stand.id, chance)


def _now(sketch: Sketch, name: str, chance: float) -> _Place:
    activation = copied(sketch.state.activation)
    assert activation is not None
    return stand_copy(sketch.state.stands[name]), activation, chance


def _explore(
    sketch: Sketch, starts: list[_Place], made: Reach, seen: set[Hex], budget: int, *, last: bool
) -> tuple[list[_Place], int]:
    """Everything that one single move from these places comes to; the places where it may end (none in the
    `last` move that is looked at), and how many places were looked at.

    Of extra moves no step is followed that disorders: nobody would make one for the way beyond it.
    """
    waiting, ends, used = list(starts), list[_Place](), 0
    known: dict[tuple[object, ...], int] = {}
    free = bool(starts) and starts[0][0].profile.kind.free
    while waiting and used < budget:
        used += 1
        stand, activation, chance = waiting.pop(0)
        sketch.put_back(stand, activation)
        before = 0 if activation.move is None else activation.move.turned
        for step in list(movement.candidates(sketch.state)):
            if step.enemies:
                sketch.put_back(stand, activation)
                for enemy in _chargeable(sketch.state, stand, activation, step):
                    made.enemies[enemy] = max(chance, made.enemies.get(enemy, 0.0))
                continue
            if free and not step.way:
                continue  # classes that face as they like need not look at each facing
            facing, turned = (0, 0) if free else (step.facing, before + step.turned)
            mark = step.hexes[0], facing, step.mode, turned
            if known.get(mark, -1) >= step.left:
                continue  # it has been there with as many MP left
            known[mark] = step.left
            if step.hexes[0] not in seen:
                made.hexes[step.hexes[0]] = max(chance, made.hexes.get(step.hexes[0], 0.0))
            goes_on = not step.last and step.left > 0
            if (last and not goes_on) or (activation.moves > 1 and step.disorders):
                continue
            sketch.put_back(stand, activation)
            movement.take(sketch, step)
            now = _now(sketch, stand.id, chance)
            ends.append(now)
            if goes_on:
                waiting.append(now)
    return ends, used


def _chargeable(state: State, stand: Stand, activation: Activation, step: movement.Step) -> Iterator[str]:
    """SN-10.0.a-c: those of the enemies whom a step meets that the stand may charge so; nobody if there is
    one among them whom it may not.
    """
    start = stand.place if activation.move is None else activation.move.start[stand.id][0]
    enemies = [state.stands[id_] for id_ in step.enemies]
    if all(charge.may_charge(state, stand, enemy, start, step.hexes[0]) for enemy in enemies):
        yield from step.enemies


def _further(sketch: Sketch, ends: list[_Place]) -> Iterator[_Place]:
    """The extra moves that begin where a move has ended, each place and facing once; the test of a move that
    was an extra one itself has to be passed for that (SN-4.4.a).
    """
    known = set[tuple[Hex | None, int]]()
    for stand, activation, chance in sorted(ends, key=lambda each: -each[2]):
        there = stand.hex, 0 if stand.profile.kind.free else stand.facing
        if there in known:
            continue
        sketch.put_back(stand, activation)
        if not movement.may_stop(sketch.state):
            continue
        _finish(sketch)
        if movement.why_no_extra(sketch.state) is not None:
            continue
        known.add(there)
        passed = chance_at_end(sketch.state, sketch.state.stands[stand.id])
        if not passed:
            continue
        movement.begin(sketch)
        yield _now(sketch, stand.id, chance * passed)


def _finish(sketch: Sketch) -> None:
    """The single move is over, without the test that may follow."""
    activation = sketch.state.activation
    if activation is not None and movement.under_way(sketch.state):
        sketch.apply(MoveEnded("SN-4.0.g", activation.stands))


def chance_at_end(state: State, stand: Stand) -> float:
    """SN-4.4.a, SN-4.5.f: the chance of the Order Test at the end of the single move of the stands that act,
    as they stand now; 1 if it is their first, which needs none.
    """
    activation = state.activation
    if activation is None or activation.moves < 2:
        return 1.0
    return float(command.order_chance(state, [stand], activation.moves - 2))
