"""Every step and turn that may come next in a single move (SN-4.0 to SN-4.3, SN-4.6 to SN-4.11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from rulesets.engine.records import record
from rulesets.snaphance import zones
from rulesets.snaphance.ground import Cost, enter_cost
from rulesets.snaphance.hexes import Hex, neighbour, neighbours
from rulesets.snaphance.movement.friends import Path, displaces, passages
from rulesets.snaphance.movement.mover import Mover, mover
from rulesets.snaphance.state import Mode, State
from rulesets.snaphance.wording import movement as words

Do: TypeAlias = Literal["step", "displace", "pass", "turn", "turn-rear", "end-move"]

Disorders: TypeAlias = tuple[tuple[str, str, str], ...]
"""Who becomes disordered, by which rule, and why."""

_FORWARD, _BACKWARD, _SIDEWAYS = (0, 1), (3, 4), (2, 5)
_WAYS: dict[int, Mode] = {
    **dict.fromkeys(_FORWARD, "forward"),
    **dict.fromkeys(_BACKWARD, "backward"),
    **dict.fromkeys(_SIDEWAYS, "sideways"),
}
_NEAREST = (0, 1, 5, 2, 4, 3)


@record
class Step:
    """A step or turn of all who act, as it would be.

    `do`: `step` into clear hexes, `displace` a friend, `pass` through friends to the first clear hex behind
    them, `turn`, `turn-rear`, or the facing at the `end-move` of the classes that choose it there.
    `hexes`: where they stand after it; `facing`: that of all. `way`: the hexes that the first of them enters,
    one after the other. `mode`: what the move is then, `left`: its MP left, `turned`: faces turned in this
    step. `disorders`: who becomes disordered, with rule and reason. `displaced`: friends and where they fall
    back to. `enemies`: those in front hexes after it, for such a step is a charge (SN-10.0.d). `last`: it
    ends all movement.
    """

    do: Do
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    facing: int
    mode: Mode
    left: int
    way: tuple[Hex, ...] = ()
    turned: int = 0
    disorders: Disorders = ()
    displaced: tuple[tuple[str, Hex], ...] = ()
    enemies: tuple[str, ...] = ()
    last: bool = False


def candidates(state: State) -> Iterator[Step]:
    """Yield every legal next step or turn of the stands that act, contacts with `enemies` among them.

    Whether a contact may be made is for charges to say. A step into an enemy zone of control is legal only
    with whoever holds it in a front hex, so all that lead into one are contacts (SN-4.6.b-c, SN-10.0.d).
    """
    who = mover(state)
    if who is None:
        return
    for towards in range(6):
        yield from steps_towards(state, who, towards)
    yield from passing(state, who)
    yield from turns(state, who)
    if (about := turn_rear(state, who)) is not None:
        yield about


def contacts(state: State, who: Mover, through: Iterable[Step]) -> Iterator[Step]:
    """Yield those of the `candidates` that meet an enemy; `through` are the steps through friends."""
    # Steps are worked out only towards hexes with an enemy beside them: charges are asked for all the time.
    starts = [stand.place for stand in who.stands]
    for towards in range(6):
        if any(zones.enemies_around(state, neighbour(start, towards), who.side) for start in starts):
            yield from [step for step in looked_towards(state, who, towards) if step.enemies]
    yield from (step for step in through if step.enemies)
    if any(zones.enemies_around(state, start, who.side) for start in starts):
        yield from (step for step in turns(state, who) if step.enemies)
        if (about := turn_rear(state, who)) is not None and about.enemies:
            yield about


# ---------------------------------------------------------------------------- steps


def steps_towards(state: State, who: Mover, towards: int) -> Iterator[Step]:
    """Yield the steps in one direction of the map: into clear hexes, or displacing friends."""
    mode = mode_of(who, towards)
    if mode is None:
        return
    ends = tuple([neighbour(stand.place, towards) for stand in who.stands])
    cost = cost_of(state, who, [stand.place for stand in who.stands], ends)
    if cost is None or not affordable(who, mode, cost):
        return
    taken = [_taken(state, who, end) for end in ends]
    if not any(taken):
        yield from arriving(state, who, "step", mode, (ends,), cost)
        return
    # An enemy's hex is entered by nobody; who would meet that enemy does so from the hex before it.
    if any(state.stands[id_].side != who.side for ids in taken for id_ in ids):
        return
    displaced: list[tuple[str, Hex]] = []  # SN-4.11: friends, and the hex that is left for each
    for stand, ids in zip(who.stands, taken, strict=True):
        for id_ in ids:
            if stand.place in ends or not displaces(state, stand, state.stands[id_]):
                return
            displaced.append((id_, stand.place))
    yield from arriving(state, who, "displace", mode, (ends,), cost, tuple(displaced))


def looked_towards(state: State, who: Mover, towards: int) -> list[Step]:
    """Return `steps_towards`, worked out once for those who act."""
    found: list[Step] | None = who.found.get(towards)
    if found is None:
        found = who.found[towards] = list(steps_towards(state, who, towards))
    return found


def passing(state: State, who: Mover) -> Iterator[Step]:
    """Yield the ways through friends, by whatever steps the single move allows (SN-4.10)."""
    # Without a stand beside them there is nobody to pass through: true of most moves.
    if all(state.occupied.keys().isdisjoint(neighbours(stand.place)) for stand in who.stands):
        return
    modes = {towards: mode for towards in range(6) if (mode := mode_of(who, towards)) is not None}
    for mode, path, cost in passages(state, who, modes):
        yield from arriving(state, who, "pass", mode, path, cost)


def looked_through(state: State, who: Mover) -> list[Step]:
    """Return `passing`, worked out once for those who act."""
    found: list[Step] | None = who.found.get("pass")
    if found is None:
        found = who.found["pass"] = list(passing(state, who))
    return found


def mode_of(who: Mover, towards: int) -> Mode | None:
    """Return what a step in a direction of the map would be; None if the single move does not allow it.

    SN-4.0.g forward, SN-4.7.a backward, SN-4.8.a sideways: one of them in one move. Only Shot combine
    sideways and forward steps (SN-4.8.b), never backward ones with any other (SN-4.7.c). A turn goes with
    steps forward (SN-4.2.c), and with those of Shot sideways. SN-4.1.a: free classes step as they like.
    """
    if who.kind.free:
        return "free"
    mode, now = _WAYS[(towards - who.facing) % 6], who.mode
    if mode == "forward":
        return mode if now in ("", "forward") or (who.shot and now == "sideways") else None
    if mode == "backward":
        return mode if now == "backward" or who.fresh else None
    if who.shot:
        return mode if now in ("", "forward", "sideways") else None
    return mode if now == "sideways" or who.fresh else None


def cost_of(state: State, who: Mover, starts: Sequence[Hex], ends: Sequence[Hex]) -> Cost | None:
    """Return the most that a step costs any of those who make it together; None if one may not make it."""
    if len(starts) == 1:
        return enter_cost(state, who.stands[0], starts[0], ends[0])
    mp, whole, disorders = 0, False, False
    for stand, start, end in zip(who.stands, starts, ends, strict=True):
        cost = enter_cost(state, stand, start, end)
        if cost is None:
            return None
        mp, whole, disorders = max(mp, cost.mp), whole or cost.whole, disorders or cost.disorders
    if mp > who.mp:  # the slowest of a group needs its whole move
        mp, whole = who.mp, True
    return Cost(mp, whole, disorders)


def affordable(who: Mover, mode: Mode, cost: Cost) -> bool:
    """Return whether the move under way can pay for a step; a whole move only if nothing was done in it."""
    return who.fresh and who.left(mode) > 0 if cost.whole else cost.mp <= who.left(mode)


def arriving(
    state: State, who: Mover, do: Do, mode: Mode, path: Path, cost: Cost,
    displaced: tuple[tuple[str, Hex], ...] = (),
) -> Iterator[Step]:  # fmt: skip
    """Yield the step that ends there, if it may; of free classes with the facings that make contact too."""
    ends, way = path[-1], tuple([places[0] for places in path])
    left = 0 if cost.whole else who.left(mode) - cost.mp
    disorders: Disorders = ()
    if cost.disorders or mode in ("backward", "sideways"):
        disorders = tuple(_disordered_by(state, who, mode, ends, left, cost))
    plain, around = False, _around(state, who, ends)
    # Nearest facings first: one facing without contact is enough, since it is chosen at the end.
    for by in _NEAREST if who.kind.free else (0,):
        facing = (who.facing + by) % 6
        enemies = _met(around, facing)
        if enemies is None or (plain and not enemies):
            continue
        plain = plain or not enemies
        yield Step(
            do, who.members, ends, facing, mode, left, way,
            disorders=disorders, displaced=displaced, enemies=enemies,
        )  # fmt: skip
        # Without enemies about every facing is alike.
        if not around:
            return


def _disordered_by(
    state: State, who: Mover, mode: Mode, ends: tuple[Hex, ...], left: int, cost: Cost
) -> Iterator[tuple[str, str, str]]:
    for stand, end in zip(who.stands, ends, strict=True):
        if stand.disordered:
            continue
        if mode == "backward" and not who.shot:
            yield stand.id, "SN-4.7.a", words.MOVES_BACKWARD
        elif mode == "backward" and not cost.whole and who.budget(mode) - left > who.mp:
            yield stand.id, "SN-4.7.c", words.MOVES_BACKWARD_FAR
        elif mode == "sideways" and not who.shot:
            yield stand.id, "SN-4.8.a", words.MOVES_SIDEWAYS
        elif cost.disorders:
            own = enter_cost(state, stand, stand.place, end)
            if own is None or own.disorders:
                yield stand.id, "SN-C-terrain", words.DIFFICULT_GROUND


Around: TypeAlias = list[tuple[int, str, bool]]
"""Enemies around those who move: the direction in which each is, its id, whether its zone reaches them."""


def _around(state: State, who: Mover, ends: Sequence[Hex]) -> Around:
    """Return the enemies around those who move, as they would stand there."""
    return [
        (towards, enemy.id, zones.holds(state, enemy, towards))
        for end in ends
        for towards, enemy in zones.enemies_around(state, end, who.side)
    ]


def _met(around: Around, facing: int) -> tuple[str, ...] | None:
    """Return the enemies in front; None if one beside or behind has the mover in its zone (SN-4.6.c)."""
    if not around:
        return ()
    found: list[str] = []
    for towards, id_, holds in around:
        if (towards - facing) % 6 < 2:
            # Of several who move together two may have the same enemy in front.
            if id_ not in found:
                found.append(id_)
        elif holds:
            return None
    return tuple(found)


def _taken(state: State, who: Mover, end: Hex) -> tuple[str, ...]:
    """Return the stands on a hex apart from those who move together, for they leave it."""
    found = state.occupied.get(end, ())
    return tuple(id_ for id_ in found if id_ not in who.members) if found else ()


# ---------------------------------------------------------------------------- turns


def turns(state: State, who: Mover) -> Iterator[Step]:
    """Yield turns by one point for 1 MP, any facing for free classes (SN-4.0.a, SN-4.1.a, SN-4.2)."""
    places = tuple(stand.place for stand in who.stands)
    if who.kind.free:
        around = _around(state, who, places)
        for by in range(1, 6):
            facing = (who.facing + by) % 6
            enemies = _met(around, facing)
            if enemies is not None:
                do: Do = "turn" if who.fresh else "end-move"
                yield Step(do, who.members, places, facing, "free", 0, turned=1, enemies=enemies)
        return
    if who.turned > 1 or (who.mode not in ("", "forward") and not (who.shot and who.mode == "sideways")):
        return
    left = who.left("forward") - 1
    if left < 0:
        return
    second, around = who.turned == 1 and not who.shot, _around(state, who, places)
    disorders = tuple(
        (stand.id, "SN-4.2.b", words.SECOND_TURN) for stand in who.stands if second and not stand.disordered
    )
    for by in (1, 5):
        facing = (who.facing + by) % 6
        enemies = _met(around, facing)
        if enemies is None:
            # A turn that exposes a flank is allowed if the same move can still lead out of the zone.
            if second or not leads_out(state, who, facing, left):
                continue
            enemies = ()
        yield Step(
            "turn", who.members, places, facing, who.mode, left,
            turned=1, disorders=disorders, enemies=enemies, last=second,
        )  # fmt: skip


def leads_out(state: State, who: Mover, facing: int, left: int) -> bool:
    """Return whether those who have turned can still step forward out of an enemy zone (SN-4.6.c)."""
    starts = [stand.place for stand in who.stands]
    if any((towards - facing) % 6 < 2 for towards, _, _ in _around(state, who, starts)):
        return False
    for towards in (facing, facing + 1):
        ends = tuple(neighbour(start, towards) for start in starts)
        cost = cost_of(state, who, starts, ends)
        if cost is None or cost.whole or cost.mp > left or any(_taken(state, who, end) for end in ends):
            continue
        if _met(_around(state, who, ends), facing) == ():
            return True
    return False


def turn_rear(state: State, who: Mover) -> Step | None:
    """Return the turn to the rear, a whole single move; None if they may not make it (SN-4.3.a).

    It disorders all but Shot (SN-4.3.b).
    """
    if who.kind.free or not who.fresh or who.mp < 1 or who.disordered:
        return None
    places, facing = tuple(stand.place for stand in who.stands), (who.facing + 3) % 6
    enemies = _met(_around(state, who, places), facing)
    if enemies is None:
        return None
    disorders = () if who.shot else tuple((id_, "SN-4.3.a", words.TURNS_TO_REAR) for id_ in who.members)
    return Step(
        "turn-rear", who.members, places, facing, "rear", 0, turned=3, disorders=disorders, enemies=enemies
    )
