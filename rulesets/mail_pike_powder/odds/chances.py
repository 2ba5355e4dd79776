"""What dice come to, exactly: an order, a shot and its break test, a round of combat and its break tests.

What is thrown comes from the battle itself: an `Attack` of dice.py, the modifiers of a combat result. Tests
are read by breaktest.py. `literal` is the sheet's own reading of the break test (MPP-1.2.b, MPP-1.2.c).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import TypeAlias

from rulesets.engine.chance import Counts, Distribution, Exact, Pass
from rulesets.engine.records import record
from rulesets.mail_pike_powder import breaktest, leaders, orders, tables
from rulesets.mail_pike_powder.dice import WORST, Attack
from rulesets.mail_pike_powder.state import Unit

Thrown: TypeAlias = tuple[int, int, int]
"""Hits, sixes among the dice to hit (2 for more), casualties."""

FATES = (
    "holds", "holds_or_retreats", "retreats", "retreats_disordered", "gives_ground",
    "gives_ground_disordered", "breaks", "shattered",
)  # fmt: skip
"""How a unit is afterwards; who need not test holds."""
_NAMES = {
    "hold": "holds", "choice": "holds_or_retreats", "retreat": "retreats", "give_ground": "gives_ground",
}  # fmt: skip
_TEST = 36 * 36  # weights of a break test, for one that may be rolled again


@record
class Facts:
    """What matters of a unit that is hit. `steady`, `valiant`: it has that still; `doomed`: its battalia is
    broken (MPP-C-25); `commanders` who have joined it.
    """

    unit_class: str
    stamina: int
    casualties: int
    disordered: bool
    steady: bool = False
    valiant: bool = False
    wavering: bool = False
    doomed: bool = False
    commanders: int = 0

    @classmethod
    def of(cls, unit: Unit, *, doomed: bool = False, commanders: int = 0) -> Facts:
        """Return the facts of a unit as it is now."""
        fresh = not unit.steadied
        return cls(
            unit.unit_class, unit.stamina, unit.casualties, unit.disordered > 0, fresh and unit.has("Steady"),
            fresh and unit.has("Valiant"), unit.has("Wavering"), doomed, commanders,
        )  # fmt: skip

    def shaken_by(self, lost: int) -> bool:
        """Return whether it is shaken after so many more casualties (MPP-C-18)."""
        return self.casualties + lost >= self.stamina


@dataclass(frozen=True, slots=True)
class Harm:
    """What is done to a unit. `losses`: casualties; `tested`: it takes a break test; `shaken`: it is
    afterwards; `fates` as we read the test, `literal` as the sheet has it.
    """

    losses: Distribution
    tested: Fraction
    shaken: Fraction
    fates: Distribution
    literal: Distribution
    commander_lost: Fraction = Fraction()

    def chance(self, *fates: str, literal: bool = False) -> float:
        """Return the chance that it comes to one of these."""
        return float((self.literal if literal else self.fates).probability(lambda fate: fate in fates))


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot: hits, and what is done to its target."""

    hits: Distribution
    target: Harm


@dataclass(frozen=True, slots=True)
class Melee:
    """A round of combat: for each side its hits and what is done to it; the differences of the results, above
    0 where the first side wins (MPP-6.1).
    """

    hits: tuple[Distribution, Distribution]
    harm: tuple[Harm, Harm]
    differences: Distribution

    @property
    def wins(self) -> tuple[float, float, float]:
        """Return the chances that the first side wins, of a draw, that the second wins."""
        made = self.differences
        return (
            float(made.probability(lambda by: by > 0)), float(made.probability(lambda by: by == 0)),
            float(made.probability(lambda by: by < 0)),
        )  # fmt: skip


# -- dice -----------------------------------------------------------------------------------------


@cache
def _again(most: int) -> tuple[Pass, ...]:
    """Return the pass that throws so many of the first group of dice again, -1: all."""

    def choose(counts: Counts) -> Counts:
        return (counts[0] if most < 0 else min(counts[0], most), *(0 for _ in counts[1:]))

    return (Pass("MPP-C-35", choose),) if most else ()


@lru_cache(maxsize=512)
def _saved(hits: int, save: int, again: int) -> Distribution:
    """Return the casualties of so many hits, `again` of which may be saved a second time (MPP-5.1)."""
    if save > WORST:
        return Distribution(((hits, 1),), 1)
    fails, saves, weights = save - 1, WORST + 1 - save, Counter[int]()
    for failed in range(hits + 1):
        rolled = min(failed, again)
        share = comb(hits, failed) * fails**failed * saves ** (hits - failed)
        for still in range(rolled + 1):
            twice = comb(rolled, still) * fails**still * saves ** (rolled - still) * 6 ** (again - rolled)
            weights[failed - rolled + still] += share * twice
    return Distribution(tuple(sorted(weights.items())), 6 ** (hits + again))


@lru_cache(maxsize=1024)
def thrown(dice: int, need: int, again: int, save: int, saves_again: int) -> Distribution:
    """Return what an attack throws: Thrown, in whole weights (MPP-C-16, MPP-C-17)."""
    if dice <= 0:
        return Distribution((((0, 0, 0), 1),), 1)
    groups = (tuple(range(1, need)), *((tuple(range(need, WORST)),) if need < WORST else ()), (WORST,))
    source = Exact()
    lain = source.distribution(source.faces(6, dice, _again(again), groups))
    saved = [_saved(hits, save, saves_again) for hits in range(dice + 1)]
    whole = max(each.denominator for each in saved)
    weights: Counter[Thrown] = Counter()
    for counts, weight in lain.weights:
        hits = sum(counts[1:])
        scale = weight * (whole // saved[hits].denominator)
        for lost, share in saved[hits].weights:
            weights[hits, min(2, counts[-1]), lost] += scale * share
    return Distribution(tuple(sorted(weights.items())), lain.denominator * whole)


def volley(attack: Attack) -> Distribution:
    """Return what an attack comes to: Thrown."""
    return thrown(attack.dice, attack.need, attack.again, attack.save, attack.saves_again)


def _of(made: Distribution, index: int) -> Distribution:
    weights: Counter[int] = Counter()
    for outcome, weight in made.weights:
        weights[outcome[index]] += weight
    return Distribution(tuple(sorted(weights.items())), made.denominator)


# -- break tests ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def break_test(
    facts: Facts, lost: int, cause: tables.Cause, by: int, *, artillery: bool = False, literal: bool = False
) -> tuple[tuple[str, int], ...]:
    """Return how a break test ends, after so many casualties: fates with weights that add up to 1,296
    (MPP-1.2, MPP-1.3). Who is Valiant rolls again what would break it.
    """
    casualties, shaken = facts.casualties + lost, facts.shaken_by(lost)
    changes = breaktest.modifiers(
        cause=cause, by=by, disordered=facts.disordered, artillery=artillery, casualties=casualties,
        literal=literal,
    )  # fmt: skip
    added = sum(change.value for change in changes)

    def fate(score: int) -> tuple[str, bool]:
        _, result, breaks = breaktest.result_of(
            score, facts.unit_class, cause, shaken=shaken, casualties=casualties
        )
        if breaks or (facts.doomed and shaken and breaktest.failed(result)):
            return "breaks", breaks
        return _NAMES[result.effect] + "_disordered" * result.disordered, False

    if facts.steady:
        return ((fate(tables.LEAST_SCORE)[0], _TEST),)
    once: Counter[str] = Counter()
    again = 0
    for rolled in range(2, 13):
        (name, breaks), ways = fate(rolled + added), 6 - abs(rolled - 7)
        once[name] += ways
        again += ways * (breaks and facts.valiant)
    weights = {name: ways * (36 + again) for name, ways in once.items()}
    if again:
        weights["breaks"] -= again * 36
    return tuple(sorted(weights.items()))


def _harm(
    facts: Facts, losses: Counter[int], tests: Counter[tuple[int, tables.Cause, int, bool]], held: int,
    shattered: int, whole: int,
) -> Harm:  # fmt: skip
    """Return what is done to a unit from weights of a whole: of its casualties, of the tests that it takes,
    and of what needs none.
    """

    def fates(*, literal: bool) -> Distribution:
        weights: Counter[str] = Counter({"holds": held * _TEST, "shattered": shattered * _TEST})
        for (lost, cause, by, artillery), weight in tests.items():
            for fate, share in break_test(facts, lost, cause, by, artillery=artillery, literal=literal):
                weights[fate] += weight * share
        return Distribution(tuple((each, weights[each]) for each in FATES if weights[each]), whole * _TEST)

    made = Distribution(tuple(sorted(losses.items())), whole)
    safe = 1 - Fraction(sum(a + b >= leaders.KILLED for a in range(1, 7) for b in range(1, 7)), 36)
    return Harm(
        made, Fraction(sum(tests.values()), whole), made.probability(facts.shaken_by),
        fates(literal=False), fates(literal=True),
        1 - made.mean(lambda lost: safe**lost) if facts.commanders else Fraction(),
    )  # fmt: skip


# -- a shot, a round of combat, an order ----------------------------------------------------------


def shot_chances(attack: Attack, target: Unit, *, doomed: bool = False) -> Shot:
    """Return what a shot comes to (MPP-7.2, MPP-1.1.a-d); `doomed`: the target's battalia is broken."""
    return shot(attack, Facts.of(target, doomed=doomed))


def melee_chances(
    attacks: tuple[Attack, Attack], units: tuple[Unit, Unit], results: tuple[int, int], *,
    doomed: tuple[bool, bool] = (False, False), commanders: tuple[int, int] = (0, 0),
) -> Melee:  # fmt: skip
    """Return what a round of combat between two units comes to (MPP-7.3). `attacks`: of the first at the
    second and back; `results`: what each adds to its combat result (MPP-6.1).
    """
    facts = (
        Facts.of(units[0], doomed=doomed[0], commanders=commanders[0]),
        Facts.of(units[1], doomed=doomed[1], commanders=commanders[1]),
    )
    thirds = tuple(unit.charging and unit.has("Heavy Cavalry +D3") for unit in units)
    return melee(attacks, facts, results, (thirds[0], thirds[1]))


@lru_cache(maxsize=1024)
def shot(attack: Attack, facts: Facts) -> Shot:
    """Return what a shot comes to at a unit of these facts."""
    made = volley(attack)
    losses: Counter[int] = Counter()
    tests: Counter[tuple[int, tables.Cause, int, bool]] = Counter()
    held = 0
    for (_, sixes, lost), weight in made.weights:
        losses[lost] += weight
        due = breaktest.reason(
            lost, sixes, attack.need, shaken=facts.shaken_by(lost), before=facts.shaken_by(0),
            wavering=facts.wavering,
        )  # fmt: skip
        if due:
            excess = max(0, facts.casualties + lost - facts.stamina)
            tests[lost, "ranged", excess, attack.artillery and lost > 0] += weight
        else:
            held += weight
    return Shot(_of(made, 0), _harm(facts, losses, tests, held, 0, made.denominator))


@lru_cache(maxsize=1024)
def melee(
    attacks: tuple[Attack, Attack], facts: tuple[Facts, Facts], results: tuple[int, int],
    thirds: tuple[bool, bool] = (False, False),
) -> Melee:  # fmt: skip
    """Return a round between units of these facts; `thirds`: who adds a D3 to its result (MPP-C-35)."""
    made = [volley(each) for each in attacks]
    lost_by = [_of(made[1], 2), _of(made[0], 2)]
    bonus = [range(1, 4) if third else (0,) for third in thirds]
    losses: list[Counter[int]] = [Counter(), Counter()]
    tests: list[Counter[tuple[int, tables.Cause, int, bool]]] = [Counter(), Counter()]
    held, shattered, differences = [0, 0], [0, 0], Counter[int]()
    for mine, first in lost_by[0].weights:
        for theirs, second in lost_by[1].weights:
            for by in (results[0] + theirs + a - results[1] - mine - b for a in bonus[0] for b in bonus[1]):
                weight = first * second
                differences[by] += weight
                for side, lost, lead in ((0, mine, by), (1, theirs, -by)):
                    one = facts[side]
                    losses[side][lost] += weight
                    if one.casualties + lost >= tables.figures().shattered * one.stamina:
                        shattered[side] += weight
                    elif lead < 0 or (lead == 0 and one.shaken_by(lost)):
                        tests[side][lost, "hand_to_hand", -lead, False] += weight
                    else:
                        held[side] += weight
    whole = lost_by[0].denominator * lost_by[1].denominator * len(bonus[0]) * len(bonus[1])
    return Melee(
        (_of(made[0], 0), _of(made[1], 0)),
        (
            _harm(facts[0], losses[0], tests[0], held[0], shattered[0], whole),
            _harm(facts[1], losses[1], tests[1], held[1], shattered[1], whole),
        ),
        Distribution(tuple(sorted(differences.items())), whole),
    )


def order_chances(
    rating: int, *, militia: bool = False, rolls: Sequence[int] = (1, 2)
) -> dict[int, dict[int, float]]:
    """Return the chances of 0 to 3 moves and of a blunder (-1), by the number of rolls: 2 with the general's
    reroll of what fails (MPP-C-06, C-08, C-09). `rating`: with its modifiers.
    """
    most = max(row.moves for row in tables.tables().order_result)
    least = [orders.chance_of(rating, count, militia=militia) for count in range(1, most + 1)]
    once = {
        count: here - more
        for count, here, more in zip(range(1, most + 1), least, (*least[1:], 0.0), strict=True)
    }
    once[-1] = orders.BLUNDERS
    once[0] = 1.0 - sum(once.values())
    failed = once[0] + once[-1]
    twice = {count: share + failed * share if count > 0 else failed * share for count, share in once.items()}
    return {number: dict(sorted((once, twice)[number - 1].items())) for number in rolls}
