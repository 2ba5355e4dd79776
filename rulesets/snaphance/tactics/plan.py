"""The poses that a stand can come to with what is left of its move, and what each is worth to it.

A plan is made on a light model of movement: forward steps and the turns that go with them, for the classes
that move as they like every step. What the model leaves out (passing through friends, backward and sideways
moves) the tactician does without. Values in break points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.records import record
from rulesets.engine.system import Advice
from rulesets.snaphance import hexes, zones
from rulesets.snaphance.charge import may_charge, skirmish
from rulesets.snaphance.clash import Approach
from rulesets.snaphance.ground import enter_cost
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.shooting import cover
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.tactics import enemies, worth
from rulesets.snaphance.tactics.options import plain

NEARER = 0.1
"""What a hex nearer to the quarry is worth."""

ASIDE, BEHIND = 0.12, 0.3
"""What it costs to have the quarry outside the arc of one's front, and in one's back."""

CAUTION = 0.4
"""How far what enemies might do is heeded against what they will."""

BESIDE = 0.04
"""What a friend beside a stand is worth who faces the same way."""

SHELTER = 0.15
"""What ground that shelters is worth to those who live by fire."""

LATER = 0.5
"""What fire in a later turn counts against fire now."""


ActionKey: TypeAlias = tuple[tuple[str, Any], ...]
"""A step or a turn, by the keys of its choice."""


@record
class Pose:
    """Where a stand may come to by a step or a turn from the pose `after`, None where it is now.

    `contact`: an enemy would be in front of it.
    """

    place: Hex
    facing: int
    left: int
    turned: int
    after: Pose | None
    contact: bool

    @property
    def way(self) -> tuple[ActionKey, ...]:
        """The choices that lead there, none for staying."""
        if self.after is None:
            return ()
        if self.place == self.after.place:
            return (*self.after.way, (("do", "turn"), ("facing", self.facing)))
        return (*self.after.way, (("do", "step"), ("hex", hexes.label(self.place))))

    @property
    def path(self) -> tuple[Hex, ...]:
        """The hexes entered."""
        if self.after is None:
            return ()
        return self.after.path if self.place == self.after.place else (*self.after.path, self.place)


def poses(
    state: State, stand: Stand, around: enemies.Away, left: int, turned: int, *, begun: bool
) -> list[Pose]:
    """Return the poses that a stand can come to with `left` MP after `turned` faces, its own first.
    `around`: the enemies, and how far each is. `begun`: it has done something in this move, so none of its
    hexes may take a whole move.
    """
    here = Pose(stand.place, stand.facing, left, turned, None, False)
    found, most = [here], {(here.place, here.facing, turned): left}
    near = [foe.place for far, foe in around if far <= left + 1]
    # Only beside an enemy can a step expose or make contact; all other hexes need no look.
    beside = frozenset([place for there in near for place in hexes.neighbours(there)])
    search = Search(state, stand, most, beside)
    step = _free if stand.profile.kind.free else _formed
    # The list grows while it is walked through: a breadth-first search without a queue.
    for pose in found:
        if pose.contact:
            continue
        for after in step(search, pose, fresh=pose is here and not begun):
            key = after.place, after.facing, after.turned
            if most.get(key, -1) < after.left:
                most[key] = after.left
                found.append(after)
    best: dict[tuple[Hex, int], Pose] = {}
    for pose in found:  # of several ways to one pose that which leaves the most
        there = pose.place, pose.facing
        if there not in best or best[there].left < pose.left:
            best[there] = pose
    return list(best.values())


Most: TypeAlias = dict[tuple[Hex, int, int], int]
"""The most MP that a way has left so far, by place, facing, and faces turned."""


@record
class Search:
    """What a search for poses goes by. `watched`: the hexes in reach that have an enemy beside them."""

    state: State
    stand: Stand
    most: Most
    watched: frozenset[Hex]

    def open(self, pose: Pose, ahead: Iterable[Hex]) -> list[Hex]:
        """Return the free next hexes to which no known way leaves as much; a step costs at least 1 MP."""
        facing, turned, left = pose.facing, pose.turned, pose.left - 1
        most, occupied = self.most, self.state.occupied
        return [
            place for place in ahead if place not in occupied and most.get((place, facing, turned), -1) < left
        ]


def _formed(search: Search, pose: Pose, *, fresh: bool) -> Iterator[Pose]:
    """Yield the steps forward and the turns by one face, of Shot two in a move (SN-4.0.g, SN-4.2)."""
    for place in search.open(pose, hexes.front(pose.place, pose.facing)):
        if (after := _stepping(search, pose, place, fresh)) is not None:
            yield after
    state, stand = search.state, search.stand
    if pose.left < 1 or pose.turned >= (2 if stand.profile.code == "Sh" else 1):
        return
    watched = pose.place in search.watched
    for by in (1, 5):
        facing = (pose.facing + by) % 6
        met = watched and meets(state, stand, pose.place, facing)
        if met or not watched or not zones.exposed(state, stand, pose.place, facing):
            yield Pose(pose.place, facing, pose.left - 1, pose.turned + 1, pose, met)


def _free(search: Search, pose: Pose, *, fresh: bool) -> Iterator[Pose]:
    """Yield the steps in any direction; the facing is chosen where the move ends (SN-4.1.a)."""
    for place in search.open(pose, hexes.neighbours(pose.place)):
        if (after := _stepping(search, pose, place, fresh)) is not None:
            yield after


def _stepping(search: Search, pose: Pose, place: Hex, fresh: bool) -> Pose | None:
    """Return a step into the next hex; None if it may not be made."""
    facing, state, stand = pose.facing, search.state, search.stand
    cost = enter_cost(state, stand, pose.place, place)
    if cost is None or (cost.whole and not fresh) or cost.mp > pose.left:
        return None
    met = False
    if place in search.watched:
        if stand.profile.kind.free:
            if zones.zones_at(state, place, stand.side):
                return None
        else:
            met = meets(state, stand, place, facing)
            if not met and zones.exposed(state, stand, place, facing):
                return None
    left = 0 if cost.whole else pose.left - cost.mp
    return Pose(place, facing, left, pose.turned, pose, met)


def meets(state: State, stand: Stand, place: Hex, facing: int) -> bool:
    """Return whether an enemy would be in front of a stand that stood there (SN-10.0.d)."""
    one, other = hexes.front(place, facing)
    side, occupied = stand.side, state.occupied
    return (one in occupied and state.enemy_at(one, side) is not None) or (
        other in occupied and state.enemy_at(other, side) is not None
    )


def facings(state: State, stand: Stand, place: Hex, towards: Hex) -> tuple[int, ...]:
    """Return the facings in which a free class may end at a place without contact, best first."""
    able = _looking(towards[0] - place[0], towards[1] - place[1])
    if not zones.enemies_around(state, place, stand.side):
        return able
    return tuple(
        facing
        for facing in able
        if not meets(state, stand, place, facing) and not zones.exposed(state, stand, place, facing)
    )


@lru_cache(maxsize=4096)
def _looking(dq: int, dr: int) -> tuple[int, ...]:
    """Return the facings by how far off them a hex at that offset lies, the nearest first."""

    def off(facing: int) -> float:
        a, b = hexes.frame((0, 0), facing, (dq, dr))
        # Straight ahead counts twice as much as being off to a side.
        return abs(a - b) - 2.0 * (a + b)

    return tuple(sorted(range(6), key=off))


# -- what a pose is worth -------------------------------------------------------------------------


@record
class Aim:
    """What a stand is about in this activation: its quarry, how near it goes to it by itself, what it has to
    heed, and what it may still do after a move.

    `fires`: it may fire when it has moved, with `penalty` dice less.
    """

    quarry: Stand
    stand_off: int
    around: enemies.Outlook
    fires: bool
    penalty: int

    def of_fire(self, foe: Stand, count: int) -> float:
        """Return what a target in range and arc is worth upon which so many dice could be thrown."""
        dice = max(0, count - (self.penalty if self.fires else 0))
        return (1.0 if self.fires else LATER) * enemies.FIRE * 2 * dice * foe.profile.break_points

    def beyond(self) -> float:
        """Return the most that a place can add to its ground and way: best target, two friends, no danger."""
        fire = self.around.fire
        best = max([self.of_fire(foe, max(fire.dice)) for foe in fire.targets], default=0.0)
        # A little more, for sums are rounded and no place must be given up for that.
        return best + 2 * BESIDE + 1e-6


@record
class Spot:
    """What a place offers a stand that hangs on its facing there in part; `value`: what does not."""

    place: Hex
    value: float
    danger: enemies.Danger
    targets: list[enemies.Target]

    def at_most(self, aim: Aim) -> float:
        """Return the most that the place can be worth, with the best facing."""
        fire = max([aim.of_fire(foe, count) for _, foe, count in self.targets]) if self.targets else 0.0
        return self.value - CAUTION * self.danger.harm + fire + 2 * BESIDE + 1e-6


def spot(place: Hex, aim: Aim, promised: float) -> Spot:
    """Return what a place offers beyond its ground and its way (`promised`): targets in range, no danger."""
    targets = enemies.targets(aim.around.fire, place) if aim.around.fire.targets else []
    return Spot(place, promised, enemies.danger(aim.around, place), targets)


def standing_at(state: State, stand: Stand, place: Hex, aim: Aim) -> float:
    """Return what it is worth to a stand to end the move at a place with the facing that it has."""
    at = spot(place, aim, ground_and_way(state, stand, place, aim))
    return position(state, stand, at, stand.facing, aim)


def ground_and_way(state: State, stand: Stand, place: Hex, aim: Aim) -> float:
    """Return what the ground of a place and its distance from the quarry count."""
    value = -NEARER * max(0, hexes.distance(place, aim.quarry.place) - aim.stand_off)
    ground, kind = cover.ground(state, place), stand.profile.kind
    if ground.defensive and kind.ground in ("shot", "skirmisher", "dragoon"):
        value += SHELTER
    if ground.removes_charge_bonus and kind.mounted:
        value -= SHELTER
    return value


def position(state: State, stand: Stand, at: Spot, facing: int, aim: Aim) -> float:
    """Return what ending the move there so is worth: facing, target, friends and safety."""
    place, value, there = at.place, at.value, aim.quarry.place
    if not hexes.in_wide_arc(place, facing, there):
        value -= ASIDE if hexes.rank(place, facing, there) > -1 else BEHIND
    value -= CAUTION * at.danger.facing(stand, place, facing)
    target = enemies.in_arc(at.targets, stand, place, facing) if at.targets else None
    if target is not None:
        value += aim.of_fire(*target[1:])
    for beside in hexes.flanks(place, facing):
        friend = state.friend_at(beside, stand.side) if beside in state.occupied else None
        if friend is not None and friend is not stand and friend.facing == facing:
            value += BESIDE
    return value


def approach(state: State, stand: Stand, ahead: tuple[Hex, ...]) -> Approach:
    """Return how a stand will have come to the end of its move after the hexes `ahead`."""
    activation = state.activation
    move = activation.move if activation is not None else None
    if move is None or move.over or stand.id not in move.start:
        return Approach(stand.id, stand.place, len(ahead), bool(ahead), "charge", ahead)
    path = (*move.path, *ahead)
    forward = move.mode in ("", "forward", "free")
    return Approach(stand.id, move.start[stand.id][0], len(path), forward, "charge", path)


def onslaught(state: State, stand: Stand, pose: Pose) -> tuple[float, Stand, worth.Exchange] | None:
    """Return the best charge that ends in a pose with contact: its worth, upon whom, how it would go."""
    way = approach(state, stand, pose.path)
    best: tuple[float, Stand, worth.Exchange] | None = None
    met = [
        foe
        for front in hexes.front(pose.place, pose.facing)
        if (foe := state.enemy_at(front, stand.side)) is not None
    ]
    # One enemy met whom it may not charge forbids the whole contact (SN-10.0.d).
    if not all(may_charge(state, stand, foe, way.start, pose.place) for foe in met):
        return None
    for foe in met:
        value, exchange = charge(state, stand, foe, pose.place, pose.facing, way)
        if best is None or value > best[0]:
            best = value, foe, exchange
    return best


SWEPT = 0.8
"""The part of what Skirmishers are worth that a charge on them promises: they may evade."""

BOLD = 0.1
"""What a won melee is worth beyond its losses: the initiative on the field."""


def charge(
    state: State, stand: Stand, foe: Stand, place: Hex, facing: int, way: Approach
) -> tuple[float, worth.Exchange]:
    """Return what a charge is worth, and how it would go."""

    if skirmish.is_swept(state, foe, stand, place):
        whole = worth.asset(state, foe).left
        # Skirmishers that face the charge evade more often than not.
        away = 0.4 if foe.faces(place) and not foe.disordered else SWEPT
        return away * whole, worth.Exchange(away * whole, 0.0, away, 0.0)
    exchange = worth.of_charge(state, stand, foe, place, facing, way)
    value = exchange.balance + BOLD * (exchange.win - exchange.lose)
    if foe.profile.code in ("LC", "Dr") and foe.faces(place) and not state.in_melee(foe.id):
        value *= 0.5  # it may evade
    return value, exchange


@record
class Way:
    """A way: how many choices had been made before it, its steps and turns, and why it is gone.

    It is stored with the battle (`note`) and gone to its end, unless anybody chooses anything meanwhile.
    Where none is stored, as in a battle that was recalled in the middle of a way, the move is planned anew.
    """

    made: int
    actions: tuple[ActionKey, ...]
    why: str | Callable[[], str]


def set_out(battle: Battle, actions: tuple[ActionKey, ...], why: str | Callable[[], str]) -> None:
    """Note a way that begins with the choice that is about to be made; no actions: none."""
    battle.note = Way(len(battle.choices), actions, why) if actions else None


def onward(battle: Battle, decision: Decision) -> Advice | None:
    """Return the next action of the way that the stand is on; None if there is none or much has changed."""
    way, done = battle.note, _done(battle)
    if not 0 < done < len(way.actions):
        return None
    option = decision.first(dict(way.actions[done]))
    return None if option is None else Advice(plain(option), way.why)


def is_gone(battle: Battle) -> bool:
    """Return whether a way has just been gone to its end and nothing else has been chosen since."""
    done = _done(battle)
    return done > 0 and done == len(battle.note.actions)


def _done(battle: Battle) -> int:
    """Return how many actions of the way are done; 0 without a way or if anything else was chosen."""
    way = battle.note
    done = len(battle.choices) - way.made if isinstance(way, Way) else 0
    if not 0 < done <= len(way.actions):
        return 0
    since = [made.choice.items() for made in battle.choices[way.made :]]
    # A choice may hold more keys than the plan, such as the unit that moves.
    made_so = all(dict(action).items() <= choice for action, choice in zip(way.actions, since, strict=False))
    return done if made_so else 0
