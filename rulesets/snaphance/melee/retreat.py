"""Retreats after a lost melee, and bounces after a draw (SN-11.1.d, SN-12.0 to SN-12.2, SN-C-retreat)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.records import record
from rulesets.snaphance import ground, hexes, movement, zones
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.morale import disorder, lose, remove
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import melee as words

CLEAR, THROUGH_FRIENDS, THROUGH_ZONE, SIDEWAYS = 1, 2, 3, 4
"""SN-12.0.c to SN-12.0.f: what a step is, in the order in which it is preferred."""


@record
class Way:
    """In which directions a stand falls back, which it may take sideways, and away from which hex."""

    back: tuple[int, int]
    sideways: tuple[int, int]
    away: Hex


@record
class Step:
    """A step of a retreat: what it is, the SP that it costs, whose zones of control it passes for the first
    time; `off`: it leads off the board.
    """

    hex: Hex
    preference: int
    cost: int = 0
    zones: tuple[str, ...] = ()
    off: bool = False


@dataclass(slots=True)
class _Retreat:
    """A retreat under way: `path` the hexes entered, `passed` the enemies whose zones have been paid for."""

    stand: Stand
    way: Way
    most: int
    bounce: bool
    start: Hex
    path: list[Hex] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)


def way(stand: Stand, away: Hex) -> Way:
    """Return the directions in which a stand falls back from an enemy on `away` (SN-12.0.a, SN-C-retreat).

    From one in front into its rear hexes, from one in the rear into its front hexes; from one on a flank into
    the other flank hex or the rear hex next to that. Sideways are the directions beside these two. The enemy
    is next to the stand, unless it was pushed away before; then the hex nearest to the enemy counts.
    """
    facing = stand.facing
    around = hexes.neighbours(stand.place)
    towards = min(range(6), key=lambda direction: hexes.distance(around[direction], away))
    # By the side of the stand on which the enemy is: front, left flank, right flank, rear.
    match (towards - facing) % 6:
        case 0 | 1:
            first = facing + 3
        case 2:
            first = facing + 4
        case 5:
            first = facing + 2
        case _:
            first = facing
    return Way((first % 6, (first + 1) % 6), ((first - 1) % 6, (first + 2) % 6), away)


def run(
    battle: Battle, stand: Stand, away_from: Hex, most: int, *, bounce: bool = False
) -> Steps[tuple[Hex, ...]]:
    """Make a beaten stand fall back by `most` hexes from `away_from`; return the hexes entered (SN-12.0 to
    SN-12.2).
    """
    made = _Retreat(stand, way(stand, away_from), most, bounce, stand.place)
    while stand.on_field:
        state: State = battle.state
        # A stand never ends in an occupied hex: it goes on beyond its distance until it is clear.
        clear = _alone(state, stand)
        if clear and len(made.path) >= most:
            break
        steps = _best(list(_steps(state, made)))
        if not steps:
            _blocked(battle, made, clear=clear)
            break
        step = yield from _choose(made, steps, clear=clear)
        if step is None:
            break
        _take(battle, made, step)
        if stand.on_field and len(made.path) >= most:
            yield from _land(battle, made)
    return tuple(made.path)


def _alone(state: State, stand: Stand) -> bool:
    return len(state.occupied[stand.place]) == 1


# ---------------------------------------------------------------------------- where to


def _steps(state: State, made: _Retreat) -> Iterator[Step]:
    """Yield every step that the stand may take next, of whatever preference."""
    place = made.stand.place
    off: Hex | None = None
    for direction in made.way.back:
        other = hexes.neighbour(place, direction)
        if other not in state.map:
            off = off or other
            continue
        step = _step(state, made, other)
        if step is not None:
            yield step
    if made.bounce:
        # A bounce goes straight back only, and never off the map (SN-11.1.d).
        return
    if off is None or not _alone(state, made.stand):
        yield from _sideways(state, made)
    elif not made.path:  # SN-12.2.a
        yield Step(off, SIDEWAYS, off=True)


def _step(state: State, made: _Retreat, other: Hex) -> Step | None:
    """Return a step straight back on the map; None if it cannot be taken (SN-12.0.c-e, SN-12.1)."""
    stand = made.stand
    if other in made.path or not _open(state, made, stand.place, other):
        return None
    holders = zones.zones_at(state, other, stand.side)
    # Each enemy's zone is paid for once in a retreat, however many of its hexes are crossed.
    new = tuple(enemy.id for enemy in holders if enemy.id not in made.passed)
    there = state.stand_at(other)
    preference = THROUGH_ZONE if holders else CLEAR if there is None else THROUGH_FRIENDS
    if there is not None and there.side != stand.side:
        preference = THROUGH_ZONE
    cost = len(new)
    if not made.path and stand.faces(made.way.away):
        behind = (state.enemy_at(each, stand.side) for each in hexes.rear(stand.place, stand.facing))
        if any(enemy is not None and enemy.faces(stand.place) for enemy in behind):
            cost = max(1, cost)  # attacked in the rear too: the larger of the two, once (SN-12.1.c)
    return Step(other, preference, cost, new)


def _sideways(state: State, made: _Retreat) -> Iterator[Step]:
    """Yield the steps to a side, each for 1 SP beside that for zones (SN-12.0.f, SN-12.1.b, SN-12.2.b).

    Like every step they do not bring the stand nearer to the enemy who has beaten it.
    """
    stand, away = made.stand, made.way.away
    for direction in made.way.sideways:
        other = hexes.neighbour(stand.place, direction)
        nearer = hexes.distance(other, away) < hexes.distance(stand.place, away)
        if nearer or other == made.start or other not in state.map:
            continue
        step = _step(state, made, other)
        if step is not None:
            yield Step(other, SIDEWAYS, len(step.zones) + 1, step.zones)


def _open(state: State, made: _Retreat, place: Hex, other: Hex) -> bool:
    """Return whether ground and stands let the retreating stand in (SN-12.1.a).

    It passes friends and enemy Skirmishers if it comes clear of them again, or ends among friendly
    Skirmishers whom it can push back (SN-12.0.d).
    """
    if ground.enter_cost(state, made.stand, place, other) is None:
        return False
    there = state.stand_at(other)
    if there is None or there is made.stand:
        return True
    if there.side != made.stand.side and there.profile.code != "Sk":
        return False
    if _pushable(state, made, there) is not None:
        return True
    # A step among friends is taken only if it can be completed, so it is followed to a free hex.
    return _gets_clear(state, made, other, {place, other}, len(made.path) + 1)


def _gets_clear(state: State, made: _Retreat, place: Hex, seen: set[Hex], taken: int) -> bool:
    """Return whether the stand gets from an occupied hex to a free one (SN-11.1.d, SN-12.0.d, SN-12.2.b)."""
    if made.bounce and taken >= made.most:
        return False
    directions = made.way.back if made.bounce else (*made.way.back, *made.way.sideways)
    for direction in directions:
        other = hexes.neighbour(place, direction)
        if other in seen or other not in state.map:
            continue
        if ground.enter_cost(state, made.stand, place, other) is None:
            continue
        there = state.stand_at(other)
        if there is None:
            return True
        if there.side != made.stand.side and there.profile.code != "Sk":
            continue
        seen.add(other)
        if _gets_clear(state, made, other, seen, taken + 1):
            return True
    return False


def _best(steps: Sequence[Step]) -> list[Step]:
    """Return the steps of the best preference; off the board before sideways (SN-12.0.c-f, SN-12.2.a)."""
    first = min((step.preference for step in steps), default=0)
    found = [step for step in steps if step.preference == first]
    return [step for step in found if step.off] or found


# ---------------------------------------------------------------------------- one step


def _choose(made: _Retreat, steps: Sequence[Step], *, clear: bool) -> Steps[Step | None]:
    """Ask the owner about equal steps, in a bounce also whether it goes on (SN-C-retreat)."""
    stand = made.stand
    stops = made.bounce and clear and bool(made.path)
    if len(steps) == 1 and not stops:
        return steps[0]
    rule = "SN-11.1.d" if made.bounce else "SN-12.0.a"
    options = []
    for step in steps:
        label = hexes.label(step.hex)
        key = {"do": "retreat", "unit": stand.id, "hex": label}
        options.append(Option(key, words.retreat_to(label, step.cost), rule))
    if stops:
        options.append(Option({"do": "halt", "unit": stand.id}, words.GO_NO_FURTHER, rule))
    choice = yield Decision("retreat", stand.side, _why(made, stops=stops), rule, tuple(options), stand.id)
    return next((step for step in steps if hexes.label(step.hex) == choice.get("hex")), None)


def _why(made: _Retreat, *, stops: bool) -> str:
    """Return why the stand leaves its place and how far, in words (SN-11.1.d, SN-12.0.a)."""
    name, gone = made.stand.name, len(made.path)
    if not made.bounce:
        return words.has_to_retreat(name, made.most, gone)
    return words.may_stop(name, made.most, gone) if stops else words.has_to_go_back(name, made.most)


_RULES = {CLEAR: "SN-12.0.c", THROUGH_FRIENDS: "SN-12.0.d", THROUGH_ZONE: "SN-12.0.e", SIDEWAYS: "SN-12.0.f"}


def _take(battle: Battle, made: _Retreat, step: Step) -> None:
    """Make a step, with the SP and the disorder that it costs (SN-12.0.d to SN-12.0.f)."""
    stand, rule = made.stand, _RULES[step.preference]
    made.path.append(step.hex)
    if step.off:
        remove(battle, stand, "fled", "SN-12.0.h", words.RETREATS_OFF)
        return
    there = battle.state.stand_at(step.hex)
    how = "bounce" if made.bounce else "retreat"
    movement.place(battle, stand, step.hex, stand.facing, how, rule)
    # Paid even if the step ends the stand, so that no zone is counted twice.
    made.passed.update(step.zones)
    # A friend is shaken before the losses: they may remove the retreating stand.
    if there is not None and there.side == stand.side and shaken(stand, there):
        disorder(battle, there, words.retreats_through(stand.name), "SN-12.0.d")
    if step.cost:
        if step.preference == SIDEWAYS:
            why = words.FALLS_SIDEWAYS
        else:
            why, rule = (words.ZONES, rule) if step.zones else (words.ATTACKED_IN_REAR, "SN-12.1.c")
        lose(battle, stand, step.cost, why, rule)


def shaken(stand: Stand, friend: Stand) -> bool:
    """Return whether a stand that retreats through a friend disorders it (SN-12.0.d)."""
    if not (stand.profile.kind.combat and friend.profile.kind.combat):
        return False
    return friend.profile.code == "Pk" or friend.facing != stand.facing


def _blocked(battle: Battle, made: _Retreat, *, clear: bool) -> None:
    """Stop a stand without a step; destroy it if it cannot stay where it is (SN-12.1.a, SN-C-retreat)."""
    if clear and (made.path or made.bounce):
        return
    screen = _screen(battle.state, made)
    if screen is not None and (place := _pushable(battle.state, made, screen)) is not None:
        movement.place(battle, screen, place, screen.facing, "pushed", "SN-12.0.d")
        return
    remove(battle, made.stand, "destroyed", "SN-12.1.a", words.NO_WAY)


# ---------------------------------------------------------------------------- among Skirmishers


def _land(battle: Battle, made: _Retreat) -> Steps[None]:
    """Ask whether a stand that ends among friendly Skirmishers pushes them back or goes on (SN-12.0.d)."""
    state, stand = battle.state, made.stand
    screen = _screen(state, made)
    place = None if screen is None else _pushable(state, made, screen)
    if screen is None or place is None:
        return
    # Only a stand that could get clear has a choice; any other has to stop here.
    if _gets_clear(state, made, stand.place, {stand.place, *made.path}, len(made.path)):
        rule = "SN-12.0.d"
        options = (
            Option({"do": "push", "unit": stand.id}, words.push_back(screen.name), rule),
            Option({"do": "go-on", "unit": stand.id}, words.GO_THROUGH, rule),
        )
        text = words.stops_among(stand.name, screen.name)
        choice = yield Decision("retreat", stand.side, text, rule, options, stand.id)
        if choice["do"] == "go-on":
            return
    movement.place(battle, screen, place, screen.facing, "pushed", "SN-12.0.d")


def _screen(state: State, made: _Retreat) -> Stand | None:
    """Return the one other stand in the hex of the retreating one."""
    others = [name for name in state.occupied[made.stand.place] if name != made.stand.id]
    return state.stands[others[0]] if len(others) == 1 else None


def _pushable(state: State, made: _Retreat, screen: Stand) -> Hex | None:
    """Return where a retreating stand pushes friendly Skirmishers, best outside enemy zones (SN-12.0.d)."""
    if screen.side != made.stand.side or screen.profile.code != "Sk" or state.in_melee(screen.id):
        return None
    around = [hexes.neighbour(screen.place, direction) for direction in made.way.back]
    free = [
        place
        for place in around
        if place not in state.occupied and ground.enter_cost(state, screen, screen.place, place) is not None
    ]
    return min(free, key=lambda place: bool(zones.zones_at(state, place, screen.side)), default=None)
