"""What an acting stand does: rally, charge, fire, move, go onto opportunity. Values in break points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from rulesets.engine.records import record
from rulesets.engine.system import Advice
from rulesets.snaphance import command, hexes
from rulesets.snaphance.shooting.volley import Shot
from rulesets.snaphance.state import Activation, Stand, State
from rulesets.snaphance.tactics import enemies, plan, worth
from rulesets.snaphance.tactics.options import offered, pick, pick_or_first, plain
from rulesets.snaphance.wording import tactics as words

LEAST = 0.05
"""What a charge must be worth to be made."""

GOOD_SHOT = 0.25
"""With a shot that is worth so much who lives by fire looks for no better place: there hardly ever is one."""

READY, LOADED = 0.3, 0.15
"""What it is worth to be on opportunity with enemies about: for who can charge, for who can fire."""

FAR = 5
"""With the enemy farther than this a stand risks the Order Test of an extra move."""

LIKELY = 0.49
"""The chance of passing at which it does."""

IN_THE_WAY = 0.06
"""What it costs to push a friend back."""

ROUNDING = 1e-9
"""What sums of values may be off by."""

MOVING = frozenset({"Sh", "PS", "Sk", "LC", "Dr"})
"""Classes that fire well enough after a move (SN-7.2)."""


@record
class Idea:
    """Something that the stand could do: what it is worth, the option that begins it, and why: in words or as
    what makes them. `way`: the steps and turns that it begins.
    """

    value: float
    option: Option
    words: str | Callable[[], str]
    way: tuple[plan.ActionKey, ...] = ()


def advise(battle: Battle, decision: Decision) -> Advice:
    """Choose the best of what is offered."""
    state: State = battle.state
    stand = state.stands[decision.subject]
    activation = state.activation
    if activation is None or len(activation.stands) > 1:
        return _together(battle, decision)
    if (onward := plan.onward(battle, decision)) is not None:
        return onward
    if offered(decision, "face"):
        return pick(decision, "face", words.TURNS)
    if stand.disordered and offered(decision, "recover"):
        chance = float(command.order_chance(state, [stand]))
        return pick(decision, "recover", words.rallies(chance))
    shots = list(_shots(state, decision))
    ideas = [*_charges(state, stand, decision), *shots]
    # With a good shot at hand the search for a better place is spared: it hardly ever finds one.
    if enemies.charges(stand) or _best_value(shots) < GOOD_SHOT:
        around = enemies.away(state, stand)
        waits = list(_opportunity(state, stand, decision, around))
        least = max(_best_value(ideas), _best_value(waits))
        ideas += _moves(battle, stand, activation, decision, around, least)
        ideas += waits
    if not ideas:
        return pick_or_first(battle, decision, "end-stand", words.NOTHING_BETTER)
    best = max(ideas, key=lambda idea: idea.value)
    plan.set_out(battle, best.way, best.words)
    return Advice(plain(best.option), best.words)


def _best_value(ideas: Iterable[Idea]) -> float:
    return max([idea.value for idea in ideas], default=-inf)


def _together(battle: Battle, decision: Decision) -> Advice:
    """Choose for stands that act as one by their player's will: their fire, then the end of their turn."""
    shots = list(_shots(battle.state, decision))
    if shots:
        best = max(shots, key=lambda idea: idea.value)
        return Advice(plain(best.option), best.words)
    return pick_or_first(battle, decision, "end-stand", words.ENDS_TOGETHER)


# -- charges and shots ----------------------------------------------------------------------------


def _charges(state: State, stand: Stand, decision: Decision) -> Iterator[Idea]:
    """Yield the charges that are offered now."""
    for option in decision.fitting({"do": "charge"}):
        foe = state.stands[option.key["target"]]
        place, facing = hexes.named(option.key["hex"]), option.key["facing"]
        way = plan.approach(state, stand, (place,) if place != stand.place else ())
        value, exchange = plan.charge(state, stand, foe, place, facing, way)
        if value > LEAST:
            yield Idea(value, option, partial(_reason, words.charges, foe, exchange))


def _reason(say: Callable[[str, float, float, float], str], foe: Stand, exchange: worth.Exchange) -> str:
    return say(foe.name, exchange.done, exchange.taken, exchange.win)


def _shots(state: State, decision: Decision) -> Iterator[Idea]:
    """Yield the shots that are offered now, also those after which the stand may still move."""
    for option in decision.fitting({"do": "fire"}):
        stand = state.stands[option.key["unit"]]
        foe = state.stands[option.key["target"]]
        keeps = option.key.get("then") == "move"
        harm = sum(
            worth.of_shot(state, Shot(stand.id, foe.id, "voluntary", rank, keeps))
            for rank in range(option.key.get("ranks", 1))
        )
        # A shot counts a little more than nothing even without harm; pledging a move lowers it again.
        yield Idea(harm + 0.03 - (0.02 if keeps else 0.0), option, words.fires(foe.name, harm, keeps))


# -- movement -------------------------------------------------------------------------------------


def _moves(
    battle: Battle, stand: Stand, activation: Activation, decision: Decision, around: enemies.Away,
    least: float,
) -> Iterator[Idea]:  # fmt: skip
    """Yield where the stand could go with the rest of its move, or stay; `least`: the best other action."""
    state: State = battle.state
    quarry = enemies.quarry(state, stand, around)
    if quarry is None:
        return
    poses = list(_poses(battle, stand, activation, decision, around))
    ways = list(_ways_through(state, stand, decision, quarry)) if poses else []
    ends = [*(pose.place for pose in poses), *(place for _, place, _, _ in ways)]
    going = max([hexes.distance(stand.place, end) for end in ends], default=0)
    outlook = enemies.outlook(state, stand, around, going)
    off = enemies.stand_off(stand)
    aim = plan.Aim(quarry, off, outlook, stand.profile.code in MOVING and not activation.fired, 1)
    extra = offered(decision, "extra-move")
    if extra is not None:
        yield from _extra(state, stand, activation, quarry, around, extra)
    stays = _stay(stand, aim, decision)
    if stays is not None:
        # What staying is worth is the least that a move has to exceed.
        yield stays
        least = max(least, stays.value)
    if not poses:
        return
    here = plan.standing_at(state, stand, stand.place, aim)
    begins = Beginnings(decision)
    yield from _coming_up(state, stand, poses, begins)
    yield from _going(state, stand, poses, aim, here, least, begins)
    for option, place, price, how in ways:
        value = plan.standing_at(state, stand, place, aim) - here - price
        yield Idea(value, option, partial(_makes_for, stand.place, place, aim, (), how))


def _poses(
    battle: Battle, stand: Stand, activation: Activation, decision: Decision, around: enemies.Away
) -> Iterable[plan.Pose]:
    """Return the poses in reach of the rest of its move; none if it may not go on or its way has ended."""
    if not stand.profile.kind.free and plan.is_gone(battle):
        return ()
    if not any(offered(decision, do) for do in ("step", "turn", "end-move")):
        return ()
    move = activation.move if activation.move is not None and not activation.move.over else None
    if move is None:
        return plan.poses(battle.state, stand, around, stand.profile.mp, 0, begun=False)
    if move.mode not in ("", "forward", "free"):
        return ()
    return plan.poses(
        battle.state, stand, around, move.left, move.turned, begun=bool(move.entered or move.turned)
    )


def _stay(stand: Stand, aim: plan.Aim, decision: Decision) -> Idea | None:
    """Return ending the turn where the stand is, or only the move if it may fire then."""
    away = hexes.distance(stand.place, aim.quarry.place)
    targets = enemies.targets(aim.around.fire, stand.place) if aim.fires else []
    fires = enemies.in_arc(targets, stand, stand.place, stand.facing) is not None
    option = None
    if fires:
        key = {"facing": stand.facing} if stand.profile.kind.free else {}
        option = offered(decision, "end-move", **key)
        why = words.halts(away, aim.quarry.name)
    if option is None:
        option = offered(decision, "end-stand") or offered(decision, "end-move")
        why = words.stands(away, aim.quarry.name)
    return None if option is None else Idea(0.0, option, why)


class Beginnings:
    """The options with which the ways to poses begin, each found once: many ways begin alike."""

    def __init__(self, decision: Decision) -> None:
        self._decision = decision
        self._known: dict[plan.ActionKey, Option | None] = {}

    def _found(self, action: plan.ActionKey) -> Option | None:
        """Return the option of a step or a turn."""
        if action not in self._known:
            self._known[action] = self._decision.first(dict(action))
        return self._known[action]

    def of(self, pose: plan.Pose, facing: int | None = None) -> Option | None:
        """Return the option that begins the way to a pose, or the last turn of a free class that is there."""
        if pose.after is not None:
            return self._found(pose.way[0])
        if facing is None:
            return None
        return offered(self._decision, "end-move", facing=facing) or self._found(
            (("do", "turn"), ("facing", facing))
        )


def _coming_up(state: State, stand: Stand, poses: Iterable[plan.Pose], begins: Beginnings) -> Iterator[Idea]:
    """Yield the charges that the ways to poses with contact lead to."""
    for pose in poses:
        option = begins.of(pose) if pose.contact else None
        found = plan.onslaught(state, stand, pose) if option is not None else None
        if option is not None and found is not None and found[0] > LEAST:
            value, foe, exchange = found
            reason = partial(_reason, words.comes_up, foe, exchange)
            # A charge that is still to come is worth less: the enemy may answer the steps towards it.
            yield Idea(0.95 * value, option, reason, pose.way)


def _going(
    state: State, stand: Stand, poses: Iterable[plan.Pose], aim: plan.Aim, here: float, least: float,
    begins: Beginnings,
) -> Iterator[Idea]:  # fmt: skip
    """Yield the best pose without contact if it is worth more than `least`, against staying."""
    free = [pose for pose in poses if not pose.contact]
    places = dict.fromkeys([pose.place for pose in free])
    promised = {place: plan.ground_and_way(state, stand, place, aim) for place in places}
    most, best, beyond = (least + here + 0.01 - ROUNDING, 0), None, aim.beyond()
    spots: dict[hexes.Hex, tuple[float, plan.Spot]] = {}
    # Most promising places first: once the promise is less than the best found, the rest cannot win.
    for number in sorted(range(len(free)), key=lambda number: -promised[free[number].place]):
        pose = free[number]
        if promised[pose.place] + beyond < most[0]:
            break
        if pose.place not in spots:
            spot = plan.spot(pose.place, aim, promised[pose.place])
            spots[pose.place] = spot.at_most(aim), spot
        at_most, spot = spots[pose.place]
        if at_most < most[0]:
            continue
        facings: tuple[int, ...] = (pose.facing,)
        if stand.profile.kind.free:  # it chooses its facing there
            # Two facings are enough: the others look away from the quarry.
            facings = plan.facings(state, stand, pose.place, aim.quarry.place)[:2]
        for facing in facings:
            value = plan.position(state, stand, spot, facing, aim)
            # Among equals the first pose found wins, whatever the order of the search.
            if (value, -number) <= most:
                continue
            option = begins.of(pose, facing if stand.profile.kind.free else None)
            if option is not None:
                reason = partial(_makes_for, stand.place, pose.place, aim, spot.targets)
                most = value, -number
                # A hundredth less, so that a stand does not move for nothing.
                best = Idea(value - here - 0.01, option, reason, pose.way)
    if best is not None:
        yield best


Through: TypeAlias = tuple[Option, hexes.Hex, float, str]
"""A way through friends or into their place: its option, its end, what it costs, and the words for it."""


def _ways_through(state: State, stand: Stand, decision: Decision, quarry: Stand) -> Iterator[Through]:
    """Yield ways through friends or into their place, which the poses leave out (SN-4.10, SN-4.11)."""
    here, there = hexes.distance(stand.place, quarry.place), quarry.place
    ahead = [place for place in hexes.neighbours(stand.place) if hexes.distance(place, there) < here]
    if not all(state.friend_at(place, stand.side) for place in ahead):
        return
    for do, price, how in (
        ("pass", 0.02, words.THROUGH_FRIENDS),
        ("displace", IN_THE_WAY, words.PAST_FRIEND),
    ):
        for option in decision.fitting({"do": do}):
            place = hexes.named(option.key["hex"])
            if not plan.meets(state, stand, place, stand.facing):
                yield option, place, price, how


def _makes_for(
    here: hexes.Hex, place: hexes.Hex, aim: plan.Aim, targets: Sequence[enemies.Target], how: str = ""
) -> str:
    """Return why a stand goes from `here` to a place: to be nearer, to fire, to be safer, to face better."""
    quarry, away = aim.quarry, hexes.distance(place, aim.quarry.place)
    before = hexes.distance(here, quarry.place)
    if away < before:
        return words.gets_nearer(quarry.name, away, before) + how
    if targets:
        _, foe, _ = max(targets, key=lambda each: each[0])
        return words.has_in_range(foe.name, hexes.distance(place, foe.place))
    return words.keeps_off(quarry.name, away, before) if away > before else words.faces(quarry.name)


def _extra(
    state: State, stand: Stand, activation: Activation, quarry: Stand, around: enemies.Away, option: Option
) -> Iterator[Idea]:
    """Yield an extra move towards a far enemy, or into a charge that is worth the risk (SN-4.4.a)."""
    harder, (_, far) = activation.moves - 1, enemies.nearest_of(around)
    chance = float(command.order_chance(state, [stand], harder))
    if far > FAR and chance >= LIKELY and activation.hexes:
        yield Idea(0.05, option, words.extra_move(quarry.name, far, chance))
    if not enemies.charges(stand) or far > stand.profile.mp + 1:
        return
    for pose in plan.poses(state, stand, around, stand.profile.mp, 0, begun=False):
        found = plan.onslaught(state, stand, pose) if pose.contact else None
        if found is not None:
            # A failed test costs the charge and the order: half a break point is a fair price for both.
            value = found[0] - (1 - chance) * 0.5
            if value > 0.3:
                yield Idea(value, option, words.extra_move_to_charge(found[1].name, chance))


# -- opportunity ----------------------------------------------------------------------------------


def _opportunity(state: State, stand: Stand, decision: Decision, around: enemies.Away) -> Iterator[Idea]:
    """Yield going onto opportunity, which is worth something with enemies about (SN-6.1.a)."""
    near = [
        foe
        for far, foe in around
        if far <= stand.profile.mp + 2 and hexes.in_wide_arc(stand.place, stand.facing, foe.place)
    ]
    option = offered(decision, "opportunity") if near else None
    if option is None:
        return
    chance = float(command.order_chance(state, [stand]))
    if enemies.charges(stand) and any(enemies.may_fight(stand, foe) for foe in near):
        best = max(enemies.prize(state, stand, foe) for foe in near if enemies.may_fight(stand, foe))
        if best > 0:
            yield Idea(chance * READY * min(1.0, best), option, words.opportunity_to_charge(chance))
    elif enemies.reaches(stand) > 1:
        yield Idea(chance * LOADED, option, words.opportunity_to_fire(chance))
