"""Main and Support Units: how the units in contact are divided into melees (BQ-7.6, BQ-7.9.c-d)."""

from __future__ import annotations

from rulesets.baroque.melee.contact import frontal, joined
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import melee as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.records import record

MOST_MELEES = 2
"""BQ-7.6.g: in how many melees a unit may be a Support Unit."""


@record
class Bout:
    """One melee: the Main Unit of each side (by side 0, 1) and their Support Units."""

    mains: tuple[Unit, Unit]
    supports: tuple[tuple[Unit, ...], tuple[Unit, ...]]

    def side(self, side: int) -> tuple[Unit, ...]:
        """Return all units of a side, its Main Unit first."""
        return (self.mains[side], *self.supports[side])


@record
class _Pair:
    """Two enemies in contact as possible Main Units. `rank`: what BQ-7.6.c-f give them."""

    units: tuple[Unit, Unit]
    rank: tuple[bool, bool, float]

    def shares(self, other: _Pair) -> bool:
        return self.units[0] is other.units[0] or self.units[1] is other.units[1]


def melee_of(state: State, unit: Unit) -> list[Unit]:
    """Return all units that are linked with `unit` by contacts, itself first."""
    found = {unit.id: unit}
    left = [unit]
    while left:
        for enemy in state.engaged_with(left.pop(0).id):
            if enemy.id not in found:
                found[enemy.id] = enemy
                left.append(enemy)
    return list(found.values())


def divide(battle: Battle, unit: Unit) -> Steps[list[Bout]]:
    """Divide units linked with `unit` into melees, each with one Main Unit a side (BQ-7.6.c-h, BQ-7.6.1.a).

    The pair that covers most of a front comes first, then the best pair of those left, until nobody is left
    with an enemy who is not a Main Unit: so there are as many melees as Main Units can be found (BQ-7.6.e),
    and a Support Unit always fights an enemy Main Unit (BQ-7.6.h). Ties are settled by the Active Player
    (BQ-7.6.i), at the Baggage by its owner (BQ-7.9.d).
    """
    state: State = battle.state
    units = melee_of(state, unit)
    active = state.active if state.active in (0, 1) else unit.side
    pairs = sorted(_pairs(state, units, active), key=lambda pair: pair.rank, reverse=True)
    mains: list[tuple[Unit, Unit]] = []
    while pairs:
        best = [pair for pair in pairs if pair.rank == pairs[0].rank]
        tied = [pair for pair in best if pair is best[0] or pair.shares(best[0])]
        chosen = tied[0] if len(tied) == 1 else (yield from _choose(tied, active))
        mains.append(chosen.units)
        pairs = [pair for pair in pairs if not pair.shares(chosen)]
    return _with_supports(state, units, mains)


def coverage(state: State, unit: Unit, enemy: Unit, active: int) -> float:
    """Return how much of the non-active unit's front the other covers, in BU (BQ-7.6.c, BQ-7.6.d)."""
    if not frontal(state, unit, enemy):
        return 0.0
    mine, theirs = (unit, enemy) if unit.side == active else (enemy, unit)
    covered = geometry.projection_overlap(
        geometry.edge(mine.place, "front"), geometry.edge(theirs.place, "front")
    )
    return round(covered, 2)


def _pairs(state: State, units: list[Unit], active: int) -> list[_Pair]:
    found = []
    for unit in (each for each in units if each.side == 0):
        for enemy in state.engaged_with(unit.id):
            baggage = BAGGAGE in (unit.profile.type, enemy.profile.type)  # BQ-7.9.c: always the Main Unit
            front = frontal(state, unit, enemy) and not baggage  # BQ-7.6.f: an enemy at the front comes first
            cover = coverage(state, unit, enemy, active) if front else 0.0
            found.append(_Pair((unit, enemy), (baggage, front, cover)))
    return found


def _choose(tied: list[_Pair], active: int) -> Steps[_Pair]:
    """Return which of several equal pairs are Main Units (BQ-7.6.i, BQ-7.9.d)."""
    side, rule = active, "BQ-7.6.i"
    baggage = [one for one in tied[0].units if one.profile.type == BAGGAGE]
    if baggage:
        side, rule = baggage[0].side, "BQ-7.9.d"
    options = tuple(
        Option(
            {"do": "main", "unit": pair.units[side].id, "target": pair.units[1 - side].id},
            words.pair(pair.units[side].name, pair.units[1 - side].name),
            rule,
        )
        for pair in tied
    )
    text = words.WHICH_MAIN_UNITS
    choice = yield Decision("main units", side, text, rule, options, tied[0].units[side].id)
    named = (choice["unit"], choice["target"])
    return next(pair for pair in tied if (pair.units[side].id, pair.units[1 - side].id) == named)


def _with_supports(state: State, units: list[Unit], mains: list[tuple[Unit, Unit]]) -> list[Bout]:
    """Let others support against enemy Main Units in contact, in two melees at most (BQ-7.6.a, BQ-7.6.g)."""
    fighting = {one.id for pair in mains for one in pair}
    supports: list[tuple[list[Unit], list[Unit]]] = [([], []) for _ in mains]
    for unit in units:
        if unit.id in fighting:
            continue
        against = [n for n, pair in enumerate(mains) if joined(state, unit, pair[1 - unit.side])]
        for number in against[:MOST_MELEES]:
            supports[number][unit.side].append(unit)
    return [
        Bout(pair, (tuple(sides[0]), tuple(sides[1]))) for pair, sides in zip(mains, supports, strict=True)
    ]
