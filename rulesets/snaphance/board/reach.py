"""The hexes that a stand comes to with its normal move and with extra ones (SN-4.0.g, SN-4.4.a).

They are found by making every legal step on a sketch, as movement itself would; reactions are not foreseen.
An attached General goes along only in the chances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from rulesets.contract.board import Area, AreaKind
from rulesets.engine.battle import Battle
from rulesets.engine.wording import ordinal
from rulesets.snaphance import charge, command, hexes, movement, sight, viewing, zones
from rulesets.snaphance.board.sketch import Sketch, as_if_acting, copied, stand_copy
from rulesets.snaphance.events.movement import MoveEnded
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.shooting import cover, dice
from rulesets.snaphance.state import Activation, General, Stand, State

MOST_MOVES = 3
"""Single moves that are looked at: of those beyond, hardly any is ever passed."""

MOST_PLACES = 700
"""Places with a facing that are looked at in all; a reach beyond them is shown too small, never too large."""

_Place: TypeAlias = tuple[Stand, Activation, float]
"""A stand and its activation at some moment, and the chance that it comes to act there."""


@dataclass(slots=True)
class Reach:
    """What one single move brings within reach: hexes with the best chance to get so far, and enemies."""

    number: int
    hexes: dict[Hex, float] = field(default_factory=dict)
    enemies: dict[str, float] = field(default_factory=dict)


def reach(battle: Battle, stand: Stand, most: int = MOST_MOVES) -> list[Reach]:
    """Return what the stand reaches with this single move and with further ones, the nearest first.

    The stand acts as it does now; a hex is listed under the first move that comes to it.
    """
    state: State = battle.state
    if state.activation is None or stand.hex is None:
        return []
    sketch = Sketch(battle)
    # Stands that move together are explored one at a time: what the group can do depends on all of them.
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
    """Return the stand in a single move that it may make; None if it may make none."""
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
    """Explore one single move: where it may end (nowhere in the `last` one), how many places were tried."""
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
            # A place counts as new with more MP left: only then can anything further be reached from it.
            if known.get(mark, -1) >= step.left:
                continue  # it has been there with as many MP left
            known[mark] = step.left
            if step.hexes[0] not in seen:
                made.hexes[step.hexes[0]] = max(chance, made.hexes.get(step.hexes[0], 0.0))
            goes_on = not step.last and step.left > 0
            if (last and not goes_on) or (activation.moves > 1 and step.disorders):
                continue
            sketch.put_back(stand, activation)
            # Candidates are made of the state, so the stand is put back before each of them is taken.
            movement.take(sketch, step)
            now = _now(sketch, stand.id, chance)
            ends.append(now)
            if goes_on:
                waiting.append(now)
    return ends, used


def _chargeable(state: State, stand: Stand, activation: Activation, step: movement.Step) -> Iterator[str]:
    """Yield the enemies whom a step meets, if the stand may charge each of them (SN-10.0.a-c)."""
    start = stand.place if activation.move is None else activation.move.start[stand.id][0]
    enemies = [state.stands[id_] for id_ in step.enemies]
    if all(charge.may_charge(state, stand, enemy, start, step.hexes[0]) for enemy in enemies):
        yield from step.enemies


def _further(sketch: Sketch, ends: list[_Place]) -> Iterator[_Place]:
    """Yield the extra moves that begin where a move has ended, if its own test is passed (SN-4.4.a)."""
    known = set[tuple[Hex | None, int]]()
    # The likeliest way to a place comes first, so its chance is the one that stays.
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
        # SN-4.4.a, SN-4.5.f: the Order Test at the end of the single move; the first needs none
        moves = 0 if sketch.state.activation is None else sketch.state.activation.moves
        mover = sketch.state.stands[stand.id]
        passed = 1.0 if moves < 2 else float(command.order_chance(sketch.state, [mover], moves - 2))
        if not passed:
            continue
        movement.begin(sketch)
        yield _now(sketch, stand.id, chance * passed)


def _finish(sketch: Sketch) -> None:
    """End the single move, without the test that may follow."""
    activation = sketch.state.activation
    if activation is not None and movement.under_way(sketch.state):
        sketch.apply(MoveEnded("SN-4.0.g", activation.stands))


_TESTS = (
    "",
    ", an Order Test at its end",
    ", if the Order Test before it is passed",
    ", if all Order Tests before it are passed",
)
INSIDE = 0.97
"""How much of a hex an area fills, so that its own border stays to be seen."""


def areas(battle: Battle, stand: Stand) -> tuple[Area, ...]:
    """Return the areas that the stand reaches, as if it were acting now if it is not."""
    state: State = battle.state
    if not state.turn:
        places = sorted(state.plan.zones[stand.side])
        return tuple(area(state, "zone", "deployment zone", "SN-C-setup", places))
    if stand.hex is None:
        return ()
    with as_if_acting(state, stand):
        # SN-4.6.a: its zone of control; SN-4.0.c: its front hexes, if they are none
        has = zones.has_zone(state, stand)
        label = "zone of control: its front hexes" if has else "its front hexes, no zone of control"
        control = area(state, "control", label, "SN-4.6.a" if has else "SN-4.0.c", stand.front, part=0.8)
        return (*_moves(battle, stand), *control, *_fire(state, stand))


def area(
    state: State, kind: AreaKind, label: str, rule: str, places: Iterable[Hex], chance: float | None = None,
    step: int = 0, short: str = "", part: float = INSIDE,
) -> Iterator[Area]:  # fmt: skip
    """Yield an area of hexes, nothing for none of them."""
    outlines = [viewing.outline(place, state.map.rows, part) for place in places if place in state.map]
    if outlines:
        # A certain area shows no percentage.
        sure = None if chance == 1.0 else chance
        yield Area(kind, label, rule, outlines[0], sure, step, short, tuple(outlines[1:]))


def _moves(battle: Battle, stand: Stand) -> Iterator[Area]:
    """Yield where each single move brings the stand, and the enemies that it could charge (SN-4.0.g,
    SN-4.4.a).

    The Order Test comes at the end of the second move and of every further one, so the first two are sure
    and the chance of any other is that all tests before it are passed.
    """
    state: State = battle.state
    for step, made in enumerate(reach(battle, stand)):
        which = ordinal(made.number)
        best = max(made.hexes.values(), default=1.0)
        label = f"{which} single move{_TESTS[min(made.number, len(_TESTS)) - 1]}"
        rule = "SN-4.0.g" if made.number == 1 else "SN-4.4.a"
        yield from area(state, "march", label, rule, made.hexes, best, step, f"{which} move")
        struck = [state.stands[id_].place for id_ in made.enemies]
        chance = max(made.enemies.values(), default=1.0)
        label = f"enemies within a charge in the {which} move"
        yield from area(state, "charge", label, "SN-10.0.a", struck, chance, step, "charge", 1.0)


def _fire(state: State, stand: Stand) -> Iterator[Area]:
    """Yield the hexes that it can fire into, band by band: in arc, sight and range (SN-7.0.a-c, SN-7.1)."""
    most = dice.reach(stand.profile, state.sheet)
    if not most or state.in_melee(stand.id):
        return
    garrison = cover.in_fort(state, stand)
    arc = hexes.in_narrow_arc if stand.profile.code == "Art" else hexes.in_wide_arc
    seen: dict[int, list[Hex]] = {}
    for place in sight.seen_from(state, stand.place, most, over_stands=garrison):
        if garrison or arc(stand.place, stand.facing, place):
            seen.setdefault(hexes.distance(stand.place, place), []).append(place)
    rule = "SN-7.0.b" if stand.profile.code == "Art" else "SN-7.0.a"
    for distance, places in sorted(seen.items()):
        added = dice.weapon_dice(stand.profile, distance, state.sheet)
        if added is not None:
            changed = f", {added:+d} dice" if added else ""
            label = f"fire at {distance}H{changed}"
            yield from area(state, "fire", label, rule, places, step=distance - 1, part=0.72)


def command_areas(state: State, general: General, places: Iterable[Hex]) -> Iterator[Area]:
    """Yield a General's command range, and the `places` that the General may ride to (SN-3.0.a, SN-3.1.a)."""
    assert general.hex is not None
    inside = list(hexes.disc(general.hex, general.command_range))
    label = f"command range, {general.command_range}H"
    yield from area(state, "leader", label, "SN-3.0.a", inside)
    yield from area(state, "march", "where the General may ride", "SN-3.1.a", places, step=1)
