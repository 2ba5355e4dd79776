"""What a volley or a round of melee is worth, from exact distributions. Values in break points.

A stand costs its army the break points of each rank that it loses (SN-14.0.a). Half of a loss is counted by
those and half evenly by SP, so that wearing a stand down is worth something before a rank gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeAlias

from rulesets.engine.chance import Distribution
from rulesets.engine.records import record
from rulesets.snaphance import hexes, morale
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.classes import StandClass
from rulesets.snaphance.events.fire import ranks_after
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.melee import dice as melee_dice
from rulesets.snaphance.melee import roles
from rulesets.snaphance.melee.contact import from_behind, on_flank
from rulesets.snaphance.odds.aftermath import Contender, Sufferer, melee
from rulesets.snaphance.shooting import contact, volley
from rulesets.snaphance.shooting import dice as fire_dice
from rulesets.snaphance.shooting.cover import in_fort
from rulesets.snaphance.shooting.volley import Shot
from rulesets.snaphance.state import Stand, State


@contextmanager
def standing(state: State, stand: Stand, place: Hex, facing: int) -> Iterator[None]:
    """Keep `stand` on another hex and facing as long as the block lasts."""
    before, faced, occupied = stand.hex, stand.facing, state.occupied
    # A new dictionary is made instead of a change: the old one comes back as it was.
    moved = dict(occupied)
    if before is not None:
        left = tuple(id_ for id_ in occupied.get(before, ()) if id_ != stand.id)
        moved.pop(before, None)
        if left:
            moved[before] = left
    moved[place] = (*moved.get(place, ()), stand.id)
    stand.hex, stand.facing, state.occupied = place, facing, moved
    try:
        yield
    finally:
        stand.hex, stand.facing, state.occupied = before, faced, occupied


@contextmanager
def shaken_up(stand: Stand) -> Iterator[None]:
    """Keep a stand disordered as long as the block lasts."""
    before, stand.disordered = stand.disordered, True
    try:
        yield
    finally:
        stand.disordered = before


DISORDER = 0.3
"""What a disorder is worth, as a share of the break points of a rank."""

BEATEN = 0.35
"""What a lost melee costs beyond its losses, as a share of the same: ground, order, a pursuit to come."""


@record
class Asset:
    """What a stand is to its army: how it can suffer, `price`: break points of a rank, `sp` of it at full
    strength in all its ranks.
    """

    struck: Sufferer
    price: int
    sp: int

    def cost(self, lost: int) -> float:
        """Return what so many SP more cost its army."""
        left = ranks_after(list(self.struck.ranks), lost)
        ranks = (len(self.struck.ranks) - len(left)) * self.price
        whole = self.price * self.sp / self.struck.initial
        evenly = whole * (self.struck.sp - sum(left)) / self.sp
        return 0.5 * ranks + 0.5 * evenly

    @property
    def left(self) -> float:
        """What all of it is still worth."""
        return self.cost(self.struck.sp)


Facts: TypeAlias = tuple[StandClass, int, int, int, tuple[int, ...], bool, bool]
"""What makes up an Asset: class, SP and break points of a rank, ranks, SP left in each, whether it is
disordered, whether a General is attached. A plain tuple, for results are cached by it.
"""


def facts(state: State, stand: Stand) -> Facts:
    """Return the facts of a stand as it is now."""
    profile, general = stand.profile, state.attached_general(stand) is not None
    return (
        profile.kind, profile.sp, profile.break_points, profile.ranks, tuple(stand.ranks), stand.disordered,
        general,
    )  # fmt: skip


def asset(state: State, stand: Stand) -> Asset:
    """Return what a stand is to its army as it is now."""
    return _asset(facts(state, stand))


@lru_cache(maxsize=1024)
def _asset(of: Facts) -> Asset:
    kind, sp, price, ranks, left, disordered, general = of
    return Asset(Sufferer(kind, sp, left, disordered, general), price, sp * ranks)


@lru_cache(maxsize=4096)
def harm(struck: Asset, done: Distribution) -> float:
    """Return the expected cost of a distribution of (tested, morale loss, SP lost) to a stand."""
    value = 0.0
    for (tested, _, lost), weight in done.weights:
        # Disorder counts only once, and not for who is gone.
        taken = min(lost, struck.struck.sp)
        shaken = tested and not struck.struck.disordered and taken < struck.struck.sp
        value += weight * (struck.cost(taken) + (DISORDER * struck.price if shaken else 0.0))
    return value / done.denominator


def of_shot(state: State, shot: Shot) -> float:
    """Return the expected harm of a volley as the stands are now; 0 for one that cannot be made."""
    fired, target = volley.facts(state, shot), state.stands[shot.target]
    if fire_dice.why_no_dice(fired) is not None:
        return 0.0
    return harm(asset(state, target), volley.outcomes(state, fired, target))


@record
class Exchange:
    """A round of melee seen by one side: harm done and taken in break points, chances to win and lose."""

    done: float
    taken: float
    win: float
    lose: float

    @property
    def balance(self) -> float:
        return self.done - self.taken


@lru_cache(maxsize=4096)
def _exchange(
    one: Facts, two: Facts, dice: tuple[int, int], alone: tuple[bool, bool], garrison: bool
) -> Exchange:
    """Return a round between two Battle Stands, seen by the first, without the fire before it. `alone`: those
    whom nobody supports. `garrison`: the second holds a fortified building.
    """
    attacker, defender = _asset(one), _asset(two)
    made = melee(
        (
            Contender(attacker.struck, dice[0], alone=alone[0]),
            Contender(defender.struck, dice[1], alone=alone[1], garrison=garrison),
        )
    )
    won = float(made.verdicts.probability(lambda verdict: verdict > 0))
    lost = float(made.verdicts.probability(lambda verdict: verdict < 0))
    done = harm(defender, made.after[1]) + lost_ground(defender, won)
    taken = harm(attacker, made.after[0]) + lost_ground(attacker, lost)
    return Exchange(done, taken, won, lost)


def lost_ground(beaten: Asset, chance: float) -> float:
    """Return what losing a melee with that chance costs beyond the losses; Artillery is gone (SN-11.1.e)."""
    whole = beaten.left if beaten.struck.kind.code == "Art" else BEATEN * beaten.price
    return chance * whole


# -- charges --------------------------------------------------------------------------------------


def clash_of(state: State, attacker: Stand, defender: Stand, approach: Approach | None) -> Clash:
    """Return the clash of two stands that stand as they would meet, with all who could support them."""
    approaches = {} if approach is None else {attacker.id: approach}
    bare = Clash(attacker.id, defender.id, approaches=approaches)
    own: list[str] = []
    other: list[str] = []
    # In the order found, not as a set: the same clash must be made each time.
    for place in dict.fromkeys((*hexes.neighbours(attacker.place), *hexes.neighbours(defender.place))):
        stand = state.stand_at(place)
        if stand is None or stand in (attacker, defender) or state.in_melee(stand.id):
            continue
        if roles.may_support(state, stand, bare):
            (own if stand.side == attacker.side else other).append(stand.id)
    return Clash(attacker.id, defender.id, (tuple(own), tuple(other)), approaches=approaches)


def of_charge(
    state: State, attacker: Stand, defender: Stand, place: Hex, facing: int, approach: Approach
) -> Exchange:
    """Return a charge that ends at `place`, seen by the attacker: exact contact fire and a round of melee."""
    with standing(state, attacker, place, facing):
        clash = clash_of(state, attacker, defender, approach)
        struck = not defender.disordered and any(
            from_behind(clash.approaches.get(one.id), defender) and on_flank(state, one.place, defender)
            for one in map(state.stands.__getitem__, (attacker.id, *clash.supporters[0]))
        )
        if not struck:
            return _met(state, clash, 0.0)
        with shaken_up(defender):
            return _met(state, clash, DISORDER * defender.profile.break_points)


def _met(state: State, clash: Clash, done: float) -> Exchange:
    """Return a clash just met, seen by the attacker, who did so much harm by meeting; fire comes first."""
    attacker, defender = state.stands[clash.attacker], state.stands[clash.defender]
    shaken, taken, win, lose = {attacker.id: 0.0, defender.id: 0.0}, 0.0, 0.0, 0.0
    for shot in contact.at_once(state, clash):
        chances = volley.chances(state, shot)
        hurt = harm(asset(state, state.stands[shot.target]), chances)
        shaken[shot.target] = _hit(chances)
        if shot.target == clash.attacker:
            taken += hurt
        else:
            done += hurt
    alone, garrison = (not clash.supporters[0], not clash.supporters[1]), in_fort(state, defender)
    # The rounds after each way that the fire may go are weighed by their chances.
    seconds = list(_readies(state, clash, "defender", shaken[defender.id]))
    for p, one, own in _readies(state, clash, "attacker", shaken[attacker.id]):
        for q, two, other in seconds:
            if (weight := p * q) > UNLIKELY:
                made = _exchange(one, two, (own, other), alone, garrison)
                done, taken = done + weight * made.done, taken + weight * made.taken
                win, lose = win + weight * made.win, lose + weight * made.lose
    return Exchange(done, taken, win, lose)


UNLIKELY = 0.01
"""What is less likely than that is not looked into."""


@lru_cache(maxsize=4096)
def _hit(chances: Distribution) -> float:
    """Return the chance that a volley makes its target test, which disorders it."""
    return float(chances.probability(lambda done: done[0]))


def _readies(
    state: State, clash: Clash, role: melee_dice.Role, shaken: float
) -> Iterator[tuple[float, Facts, int]]:
    """Yield a Battle Stand in and out of order after fire: probability, facts and dice of its side."""
    stand, support = melee_dice.battle_stand(state, clash, role), melee_dice.support(state, clash, role)
    if stand.disordered or shaken <= 0:
        yield 1.0, facts(state, stand), melee_dice.own(state, clash, role) + support
        return
    yield 1 - shaken, facts(state, stand), melee_dice.own(state, clash, role) + support
    with shaken_up(stand):
        found = facts(state, stand), melee_dice.own(state, clash, role) + support
    yield shaken, *found


# -- at a distance --------------------------------------------------------------------------------


def matchup(own: Facts, attacker: Stand, other: Facts, defender: Stand) -> float:
    """Return roughly what a charge by `attacker` upon the front of `defender` gains in the open."""
    return _matchup(own, attacker.profile.charge_bonus, other, defender.profile.weapon != "none")


@lru_cache(maxsize=16384)
def _matchup(attacker: Facts, bonus: int, defender: Facts, armed: bool) -> float:
    kind, other = attacker[0], defender[0]
    one, two = _asset(attacker), _asset(defender)
    # Pikes and mounted enemies deny the bonus, the commonest reasons (SN-10.3.b-c).
    if (kind.mounted and other.pike_armed) or (not kind.mounted and other.mounted):
        bonus = 0
    pikes = 1 if other.code == "Pk" and kind.mounted else 0
    dice = (
        max(1, one.struck.front + bonus - one.struck.disordered),
        max(1, two.struck.front + pikes - two.struck.disordered),
    )
    fire = 0.12 * one.price if armed else 0.0
    losses = _losses(one, dice[1]), _losses(two, dice[0])  # of a round alone, classes alike (SN-11.1)
    return _glance_at(two, losses[1], losses[0]) - _glance_at(one, losses[0], losses[1]) - fire


def _glance_at(own: Asset, losses: Losses, of_foe: Losses) -> float:
    """Return what such a round costs a side: two SP if its morale loss is above one and the foe's."""
    struck, harm, beaten = own.struck, 0.0, 0.0
    costs = [own.cost(min(lost, struck.sp)) for lost in range(3)]
    for (loss, tested), p in losses.items():
        below = sum([q for (other, _), q in of_foe.items() if other < loss])
        least = costs[1 if loss or (tested and struck.disordered) else 0]
        harm += p * (below * costs[2] + (1 - below) * least if loss > 1 else least)
        if tested and not struck.disordered:
            harm += p * DISORDER * own.price
        beaten += p * below
    return harm + lost_ground(own, beaten)


Losses: TypeAlias = dict[tuple[int, bool], float]
"""The chances of each morale loss, with a test or without one."""


def _losses(struck: Asset, count: int) -> Losses:
    """Return the chances of each morale loss, and of a test at all, against so many dice."""
    made = morale.distribution(((count, ()),), struck.struck.unlimited, struck.struck.disordered, 0)
    found: Losses = {}
    for (tested, loss, _), weight in made.weights:
        key = loss, tested
        found[key] = found.get(key, 0.0) + weight / made.denominator
    return found
