"""What a volley or a round of melee is worth, from exact distributions. Values in break points.

A stand costs its army the break points of each rank that it loses (SN-14.0.a). Half of a loss is counted by
those and half evenly by SP, so that wearing a stand down is worth something before a rank gives.
"""

from __future__ import annotations

from dataclasses import replace
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
from rulesets.snaphance.shooting.cover import in_fort
from rulesets.snaphance.shooting.volley import Shot
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.tactics.suppose import standing

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
        """What so many SP more cost its army."""
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
disordered, whether a General is attached. A plain tuple, for what hangs on it is kept by it.
"""


def facts(state: State, stand: Stand) -> Facts:
    """The facts of a stand as it is now."""
    profile, general = stand.profile, state.attached_general(stand) is not None
    return (
        profile.kind, profile.sp, profile.break_points, profile.ranks, tuple(stand.ranks), stand.disordered,
        general,
    )  # fmt: skip


def asset(state: State, stand: Stand) -> Asset:
    """What a stand is to its army as it is now."""
    return _asset(facts(state, stand))


@lru_cache(maxsize=1024)
def _asset(of: Facts) -> Asset:
    kind, sp, price, ranks, left, disordered, general = of
    return Asset(Sufferer(kind, sp, left, disordered, general), price, sp * ranks)


@lru_cache(maxsize=4096)
def harm(struck: Asset, done: Distribution) -> float:
    """The expected cost of a distribution of (tested, morale loss, SP lost) to a stand."""
    value = 0.0
    for (tested, _, lost), weight in done.weights:
        taken = min(lost, struck.struck.sp)
        shaken = tested and not struck.struck.disordered and taken < struck.struck.sp
        value += weight * (struck.cost(taken) + (DISORDER * struck.price if shaken else 0.0))
    return value / done.denominator


def of_shot(state: State, shot: Shot) -> float:
    """The expected harm of a volley as the stands are now; 0 for one that cannot be made."""
    fired, target = volley.facts(state, shot), state.stands[shot.target]
    if volley.why_no_dice(state, fired) is not None:
        return 0.0
    return harm(asset(state, target), volley.outcomes(state, fired, target))


@record
class Exchange:
    """A round of melee seen by one side: expected harm done and taken in break points, chances to win and to
    lose it.
    """

    done: float
    taken: float
    win: float
    lose: float

    @property
    def balance(self) -> float:
        return self.done - self.taken


def blended(parts: list[tuple[float, Exchange]]) -> Exchange:
    """Exchanges with their probabilities as one."""
    return Exchange(*(
        sum(p * getattr(each, name) for p, each in parts) for name in ("done", "taken", "win", "lose")
    ))  # fmt: skip


@record
class _Ready:
    """A Battle Stand that is ready for a round of melee: what it is to its army, the dice of its side."""

    asset: Asset
    dice: int


def _ready(state: State, clash: Clash, role: melee_dice.Role, disordered: bool) -> _Ready:
    """The Battle Stand of one side of a clash as it is now but for its order, on which the dice of its own
    side hang alone.
    """
    stand = melee_dice.battle_stand(state, clash, role)
    before, stand.disordered = stand.disordered, disordered
    try:
        return _Ready(asset(state, stand), melee_dice.number(melee_dice.terms(state, clash, role)))
    finally:
        stand.disordered = before


def _melee(state: State, clash: Clash, attacker: _Ready, defender: _Ready) -> Exchange:
    """A round of a clash, seen by the attacker, without the fire before it."""
    return _exchange(_Facts(
        (attacker.asset, defender.asset), (attacker.dice, defender.dice),
        (not clash.supporters[0], not clash.supporters[1]),
        in_fort(state, state.stands[clash.defender]),
    ))  # fmt: skip


@record
class _Facts:
    stands: tuple[Asset, Asset]
    dice: tuple[int, int]
    alone: tuple[bool, bool] = (True, True)
    garrison: bool = False


@lru_cache(maxsize=4096)
def _exchange(facts: _Facts) -> Exchange:
    one, two = facts.stands
    made = melee((
        Contender(one.struck, facts.dice[0], alone=facts.alone[0]),
        Contender(two.struck, facts.dice[1], alone=facts.alone[1], garrison=facts.garrison),
    ))  # fmt: skip
    won = float(made.verdicts.probability(lambda verdict: verdict > 0))
    lost = float(made.verdicts.probability(lambda verdict: verdict < 0))
    done = harm(two, made.after[1]) + lost_ground(two, won)
    taken = harm(one, made.after[0]) + lost_ground(one, lost)
    return Exchange(done, taken, won, lost)


def lost_ground(beaten: Asset, chance: float) -> float:
    """What it costs a stand beyond its losses to lose a melee with that chance: Artillery is gone
    (SN-11.1.e), others lose ground and order.
    """
    whole = beaten.left if beaten.struck.kind.code == "Art" else BEATEN * beaten.price
    return chance * whole


# -- charges --------------------------------------------------------------------------------------


def clash_of(state: State, attacker: Stand, defender: Stand, approach: Approach | None) -> Clash:
    """The clash of two stands that stand as they would meet, with all who could support them."""
    approaches = {} if approach is None else {attacker.id: approach}
    bare = Clash(attacker.id, defender.id, approaches=approaches)
    own: list[str] = []
    other: list[str] = []
    for place in dict.fromkeys((*hexes.neighbours(attacker.place), *hexes.neighbours(defender.place))):
        stand = state.stand_at(place)
        if stand is None or stand in (attacker, defender) or state.in_melee(stand.id):
            continue
        if roles.may_support(state, stand, bare):
            (own if stand.side == attacker.side else other).append(stand.id)
    return replace(bare, supporters=(tuple(own), tuple(other)))


def of_charge(
    state: State, attacker: Stand, defender: Stand, place: Hex, facing: int, approach: Approach
) -> Exchange:
    """A charge that ends at `place`, seen by the attacker: the fire on contact, then a round of melee."""
    with standing(state, attacker, place, facing):
        return met(state, clash_of(state, attacker, defender, approach), attacker.side)


def met(state: State, clash: Clash, side: int) -> Exchange:
    """A clash of stands that have just met, seen by `side`: fire and melee, either with its exact chances."""
    attacker, defender = state.stands[clash.attacker], state.stands[clash.defender]
    struck = any(
        from_behind(clash.approaches.get(one.id), defender) and on_flank(state, one.place, defender)
        for one in map(state.stands.__getitem__, (attacker.id, *clash.supporters[0]))
    )
    before = defender.disordered
    defender.disordered = before or struck
    try:
        found = _after_fire(state, clash, side)
    finally:
        defender.disordered = before
    if not struck or before:
        return found
    more = DISORDER * defender.profile.break_points
    if attacker.side == side:
        return replace(found, done=found.done + more)
    return replace(found, taken=found.taken + more)


def _after_fire(state: State, clash: Clash, side: int) -> Exchange:
    """The melee after the fire that comes first: whoever it hits is disordered, and has suffered already."""
    attacker, defender = state.stands[clash.attacker], state.stands[clash.defender]
    hurt, shaken = {attacker.id: 0.0, defender.id: 0.0}, {attacker.id: 0.0, defender.id: 0.0}
    for shot in contact.at_once(state, clash):
        chances = volley.chances(state, shot)
        hurt[shot.target] += harm(asset(state, state.stands[shot.target]), chances)
        shaken[shot.target] = float(chances.probability(lambda done: done[0]))
    firsts = [(_ready(state, clash, "attacker", one), p) for one, p in _either(attacker, shaken[attacker.id])]
    seconds = [
        (_ready(state, clash, "defender", two), q) for two, q in _either(defender, shaken[defender.id])
    ]
    found = blended([
        (p * q, _melee(state, clash, one, two)) for one, p in firsts for two, q in seconds if p * q > 0.01
    ])  # fmt: skip
    mine, theirs = attacker, defender
    if attacker.side != side:
        mine, theirs = theirs, mine
        found = Exchange(found.taken, found.done, found.lose, found.win)
    return replace(found, done=found.done + hurt[theirs.id], taken=found.taken + hurt[mine.id])


def _either(stand: Stand, chance: float) -> list[tuple[bool, float]]:
    """Whether a stand is disordered after fire that hits with that chance."""
    if stand.disordered or chance <= 0:
        return [(stand.disordered, 1.0)]
    return [(True, chance), (False, 1 - chance)]


# -- at a distance --------------------------------------------------------------------------------


def matchup(own: Facts, attacker: Stand, other: Facts, defender: Stand) -> float:
    """How a charge by `attacker` upon the front of `defender` would go in the open, whoever is beside them:
    what it gains in break points, fire and bonus counted roughly. `own`, `other`: the facts of both, which
    who compares many has at hand.
    """
    return _matchup(own, attacker.profile.charge_bonus, other, defender.profile.weapon != "none")


@lru_cache(maxsize=16384)
def _matchup(attacker: Facts, bonus: int, defender: Facts, armed: bool) -> float:
    kind, other = attacker[0], defender[0]
    one, two = _asset(attacker), _asset(defender)
    if (kind.mounted and other.pike_armed) or (not kind.mounted and other.mounted):
        bonus = 0
    pikes = 1 if other.code == "Pk" and kind.mounted else 0
    dice = (
        max(1, one.struck.front + bonus - one.struck.disordered),
        max(1, two.struck.front + pikes - two.struck.disordered),
    )
    fire = 0.12 * one.price if armed else 0.0
    return _glance((one, two), dice) - fire


def _glance(stands: tuple[Asset, Asset], dice: tuple[int, int]) -> float:
    """The balance of a round between two stands alone, without the exceptions of classes (SN-11.1)."""
    losses = [_losses(own, dice[1 - side]) for side, own in enumerate(stands)]
    costs = [[own.cost(min(lost, own.struck.sp)) for lost in range(3)] for own in stands]
    harm_by, beaten = [0.0, 0.0], [0.0, 0.0]
    for (loss, tested), p in losses[0].items():
        for (other, met_), q in losses[1].items():
            for side, own, foe, test in ((0, loss, other, tested), (1, other, loss, met_)):
                stand, weight = stands[side], p * q
                least = 1 if own or (test and stand.struck.disordered) else 0
                harm_by[side] += weight * costs[side][2 if own > 1 and own > foe else least]
                if test and not stand.struck.disordered:
                    harm_by[side] += weight * DISORDER * stand.price
                beaten[side] += weight * (own > foe)
    for side, stand in enumerate(stands):
        harm_by[side] += lost_ground(stand, beaten[side])
    return harm_by[1] - harm_by[0]


def _losses(struck: Asset, count: int) -> dict[tuple[int, bool], float]:
    """The chances of each morale loss, and of a test at all, against so many dice."""
    made = morale.distribution(((count, ()),), struck.struck.unlimited, struck.struck.disordered, 0)
    found: dict[tuple[int, bool], float] = {}
    for (tested, loss, _), weight in made.weights:
        key = loss, tested
        found[key] = found.get(key, 0.0) + weight / made.denominator
    return found
