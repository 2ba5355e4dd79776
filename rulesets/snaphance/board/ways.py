"""How a stand gets to a hex by several choices: those that a player would make one after the other.

They are found by making every legal step and turn on a sketch, as movement itself would. Reactions and tests
are not foreseen: whoever follows a way stops where one interrupts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from rulesets.contract.board import Way
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.wording import counted
from rulesets.snaphance import hexes, movement
from rulesets.snaphance.board.sketch import Sketch, as_if_acting, copied, stand_copy
from rulesets.snaphance.events.movement import MoveEnded
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Activation, Stand, State
from rulesets.snaphance.wording.movement import left_of_move

MOST_MOVES = 2
"""Single moves that a way may take: only from the second on does a test follow (SN-4.4.a)."""

MOST_PLACES = 500
"""Places with a facing that are looked at; a way beyond them is not shown."""

_STEPS = frozenset({"step", "displace", "pass"})


@dataclass(order=True, slots=True)
class _Stop:
    """Where a stand is on its way: what orders ways (disorder, further moves, choices, MP used), and how it
    got there.
    """

    disorders: int
    moves: int
    made: int
    used: int
    number: int
    stand: Stand = field(compare=False)
    activation: Activation = field(compare=False)
    keys: tuple[Mapping[str, Any], ...] = field(compare=False, default=())
    hexes: tuple[Hex, ...] = field(compare=False, default=())


def ways(battle: Battle, stand: Stand, options: Sequence[Option]) -> tuple[Way, ...]:
    """Return the shortest way to each hex that the stand can get to by choices made one after the other.

    It begins with what is on offer now; with its activation, if that is what is asked.
    """
    state: State = battle.state
    if battle.pending is None or stand.hex is None:
        return ()
    first: tuple[Mapping[str, Any], ...] = ()
    if battle.pending.kind == "group":
        first = tuple(each.key for each in options if each.key["do"] == "activate")
        if not first:
            return ()
    elif battle.pending.kind != "stand" or battle.pending.subject != stand.id:
        return ()
    with as_if_acting(state, stand):
        assert state.activation is not None
        if state.activation.stands != (stand.id,):
            return ()  # what moves as one moves step by step
        return tuple(_found(Sketch(battle), stand, first))


def _found(sketch: Sketch, stand: Stand, first: tuple[Mapping[str, Any], ...]) -> Iterator[Way]:
    """Yield a way to each new hex, the easiest first."""
    free = stand.profile.kind.free
    activation = copied(sketch.state.activation)
    assert activation is not None
    assert stand.hex is not None
    begun = activation.moves
    waiting = [_Stop(0, begun, len(first), 0, 0, stand_copy(stand), activation, first, (stand.hex,))]
    known, reached, number = set[tuple[object, ...]](), {stand.hex}, 0
    while waiting and len(known) < MOST_PLACES:
        place = heappop(waiting)
        mark = _mark(place, free=free)
        if mark in known:
            continue
        known.add(mark)
        sketch.put_back(place.stand, place.activation)
        assert place.stand.hex is not None
        stops = movement.may_stop(sketch.state)
        if place.stand.hex not in reached and stops:
            reached.add(place.stand.hex)
            yield _way(place, begun)
        for further in (*_steps(sketch, place), *(_extra(sketch, place) if stops else ())):
            number += 1
            further.number = number
            heappush(waiting, further)


def _mark(place: _Stop, *, free: bool) -> tuple[object, ...]:
    move = place.activation.move
    going = () if move is None or move.over else (move.mode, move.turned, move.left)
    return place.stand.hex, 0 if free else place.stand.facing, place.activation.moves, place.disorders, going


def _steps(sketch: Sketch, place: _Stop) -> Iterator[_Stop]:
    """Yield the places that the next step or turn leads to; none that meets an enemy, which is a charge."""
    for step in list(movement.candidates(sketch.state)):
        if step.enemies or (step.do not in _STEPS and step.do != "turn"):
            continue
        if step.do == "turn" and step.last:
            continue  # a second turn ends all movement
        sketch.put_back(place.stand, place.activation)
        movement.take(sketch, step)
        where = {"hex": hexes.label(step.hexes[0])} if step.way else {"facing": step.facing}
        if step.left <= 0 and not place.stand.profile.kind.free:
            sketch.apply(MoveEnded("SN-4.0.g", (place.stand.id,)))
        yield _next(sketch, place, ({"do": step.do, "unit": place.stand.id, **where},), step.way, step)


def _extra(sketch: Sketch, place: _Stop) -> Iterator[_Stop]:
    """Yield the place at the beginning of a further single move, if one may follow here (SN-4.4.a)."""
    if place.activation.moves >= MOST_MOVES:
        return
    sketch.put_back(place.stand, place.activation)
    state, unit, keys = sketch.state, place.stand.id, list[Mapping[str, Any]]()
    if movement.why_no_extra(state) is not None and movement.under_way(state):
        if place.stand.profile.kind.free:
            return  # where it faces at the end of its move is for the player to say
        sketch.apply(MoveEnded("SN-4.0.g", (unit,)))
        keys.append({"do": "end-move", "unit": unit})
    if movement.why_no_extra(state) is not None:
        return
    movement.begin(sketch)
    yield _next(sketch, place, (*keys, {"do": "extra-move", "unit": unit}), (), None)


def _next(
    sketch: Sketch,
    place: _Stop,
    keys: tuple[Mapping[str, Any], ...],
    way: tuple[Hex, ...],
    step: movement.Step | None,
) -> _Stop:
    stand, activation = sketch.state.stands[place.stand.id], copied(sketch.state.activation)
    assert activation is not None
    left = 0 if step is None else step.left
    return _Stop(
        place.disorders + (1 if step is not None and step.disorders else 0), activation.moves,
        place.made + len(keys), -left, 0, stand_copy(stand), activation,
        (*place.keys, *keys), (*place.hexes, *way),
    )  # fmt: skip


def _way(place: _Stop, begun: int) -> Way:
    move = place.activation.move
    words = [counted(len(place.hexes) - 1, "hex", "hexes")]
    if move is not None and not move.over and move.left:
        words.append(left_of_move(move.left))
    extra = place.activation.moves > max(1, begun)
    if extra:
        words.append("with an extra move: an Order Test at its end")
    if place.disorders:
        words.append("disordered")
    friends = any(key["do"] in ("displace", "pass") for key in place.keys)
    if friends:
        words.append("past friends")
    assert place.stand.hex is not None
    return Way(
        hexes.label(place.stand.hex), place.stand.facing, place.keys,
        tuple(hexes.label(each) for each in place.hexes), ", ".join(words),
        sure=not (extra or friends or place.disorders),
    )  # fmt: skip
