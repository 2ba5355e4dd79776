"""Exact odds as lines of a table: dice with every modifier, what a volley or a melee does to whom it hits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rulesets.contract.board import Figure
from rulesets.engine.dice import Modifier
from rulesets.snaphance.shooting import dice
from rulesets.snaphance.shooting.volley import PURPOSES, Shot, chances, facts, rule_of
from rulesets.snaphance.state import State

_DIGITS = 9


def share(chance: Fraction | float) -> float:
    """A probability as it is told."""
    return round(float(chance), _DIGITS)


def dice_lines(whose: str, count: int, terms: Sequence[Modifier], rule: str) -> Iterator[Figure]:
    """How many dice, and every term of them with its rule."""
    yield Figure(f"{whose}: dice", None, str(count), rule)
    for each in terms:
        yield Figure(each.why, None, f"{each.value:+d}" if each.value else "0", each.rule)


def volley_lines(state: State, shot: Shot) -> Iterator[Figure]:
    """SN-7.0, SN-8.1: a volley as the stands are now: its dice, and exactly what it does."""
    volley, target = facts(state, shot), state.stands[shot.target]
    firer = state.stands[shot.firer]
    rank = ", second rank" if shot.rank else ""
    rule = rule_of(volley)
    terms = [Modifier("SN-1.3.a", dice.base(volley), "strength points" if not dice.by_contact(volley) else
                      "contact fire"), *dice.modifiers(volley, state.sheet)]  # fmt: skip
    done = chances(state, shot)
    if not dice.count(volley, state.sheet):
        return
    yield Figure(
        f"{PURPOSES[shot.fire]} of {firer.name}{rank} hits",
        share(done.probability(lambda harm: harm[0])),
        "then a Morale Test, and disorder whatever its result",
        "SN-7.7.a",
    )
    yield from dice_lines(f"{PURPOSES[shot.fire]}{rank}", dice.count(volley, state.sheet), terms, rule)
    losses: dict[int, Fraction] = {}
    for (_, _, lost), chance in done.items():
        losses[lost] = losses.get(lost, Fraction(0)) + chance
    yield from loss_lines(target.name, losses, sum(target.ranks))


def loss_lines(whose: str, losses: Mapping[int, Fraction], left: int) -> Iterator[Figure]:
    """SN-8.1, SN-1.3.b: the chances of each loss of SP, of a stand that has `left`."""
    for lost, chance in sorted(losses.items()):
        if lost and chance:
            gone = ", eliminated" if lost >= left else ""
            yield Figure(f"{whose}: loses {min(lost, left)} SP{gone}", share(chance), "", "SN-8.1.a")
