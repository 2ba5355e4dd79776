"""Formulas that organisers make of parts instead of code: what a side gets for the figures of its battle.

A formula adds up terms. A term takes a figure (or is a constant), may look it up in steps, multiplies it,
divides it, rounds it and keeps it between two limits. What could divide by nothing is a fault, unless the
term says what it is worth then.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Literal, get_args

from pydantic import Field

from rulesets.engine.errors import Fault
from tournaments.engine.parts import Strict
from tournaments.wording import scoring as words

Figure = Literal[
    "score", "enemy_score", "difference", "losses", "enemy_losses", "losses_share", "enemy_losses_share",
    "strength", "enemy_strength", "objectives", "enemy_objectives", "won", "drawn",
]  # fmt: skip
"""What is known of a battle, from one side. Shares of losses are in per cent of the strength; `won` and
`drawn` are 1 or 0.
"""
FIGURES: tuple[str, ...] = get_args(Figure)
NEVER_NOTHING = ("strength", "enemy_strength")
FIELDS: dict[str, tuple[str, ...]] = {
    "losses": ("losses",), "losses_share": ("losses", "strength"), "strength": ("strength",),
    "objectives": ("objectives",),
}  # fmt: skip
"""What of a result a figure needs that a result need not have."""
Value = Annotated[float, Field(ge=-100_000, le=100_000)]
Rounding = Literal["nearest", "up", "down"]


class Step(Strict):
    """What a figure counts from `least` on."""

    least: Value
    counts: Value


class Term(Strict):
    """A part of a formula. `of`: its figure, else the constant `times`. `steps`: what the figure counts
    instead of itself; `per`: what it is divided by, and `when_nothing` what the term is worth where that is
    nothing.
    """

    of: Figure | None = None
    steps: Annotated[tuple[Step, ...], Field(max_length=30)] = ()
    times: Value = 1
    per: Value | Figure | None = None
    when_nothing: Value | None = None
    least: Value | None = None
    most: Value | None = None
    round: Rounding | None = None


class Formula(Strict):
    """A sum of terms, kept between `least` and `most`, rounded to whole points, halves and so on (`step`)."""

    terms: Annotated[tuple[Term, ...], Field(min_length=1, max_length=20)]
    least: Value | None = None
    most: Value | None = None
    round: Rounding | None = None
    step: Annotated[float, Field(ge=0.5, le=100, multiple_of=0.5)] = 1


def worked_out(formula: Formula, figures: Mapping[str, Fraction]) -> Fraction:
    """Return what a formula gives for the figures of a side."""
    total = sum((value_of(each, figures) for each in formula.terms), Fraction(0))
    return _kept(_rounded(total, formula.round, Fraction(formula.step)), formula.least, formula.most)


def value_of(term: Term, figures: Mapping[str, Fraction]) -> Fraction:
    """Return what a term gives for the figures of a side."""
    value = Fraction(1) if term.of is None else figures[term.of]
    if term.steps:
        reached = [each.counts for each in term.steps if value >= each.least]
        value = Fraction(reached[-1]) if reached else Fraction(0)
    value *= Fraction(str(term.times))
    if term.per is not None:
        by = figures[term.per] if isinstance(term.per, str) else Fraction(str(term.per))
        value = value / by if by else Fraction(str(term.when_nothing or 0))
    return _kept(_rounded(value, term.round, Fraction(1)), term.least, term.most)


_ROUND: dict[str, Callable[[Fraction], int]] = {
    "nearest": lambda value: math.floor(value + Fraction(1, 2)), "up": math.ceil, "down": math.floor,
}  # fmt: skip


def _rounded(value: Fraction, how: Rounding | None, step: Fraction) -> Fraction:
    return value if how is None else _ROUND[how](value / step) * step


def _kept(value: Fraction, least: float | None, most: float | None) -> Fraction:
    if least is not None:
        value = max(value, Fraction(str(least)))
    return value if most is None else min(value, Fraction(str(most)))


def needs(formula: Formula) -> set[str]:
    """Return the fields of a result that a formula cannot do without."""
    named = {each.of for each in formula.terms} | {each.per for each in formula.terms}
    figures = {each.removeprefix("enemy_") for each in named if isinstance(each, str)}
    return {field for figure in figures for field in FIELDS.get(figure, ())}


def faults_of(formula: Formula, path: str) -> Iterator[Fault]:
    """Yield what cannot be worked out in a formula, each fault at its place."""
    for at, term in enumerate(formula.terms):
        here = f"{path}.terms[{at}]"
        if term.per == 0:
            yield Fault(f"{here}.per", words.DIVIDES_BY_NOTHING)
        elif isinstance(term.per, str) and term.per not in NEVER_NOTHING and term.when_nothing is None:
            yield Fault(f"{here}.per", words.may_be_nothing(term.per))
        if term.steps and term.of is None:
            yield Fault(f"{here}.steps", words.STEPS_OF_NOTHING)
        leasts = [each.least for each in term.steps]
        if leasts != sorted(set(leasts)):
            yield Fault(f"{here}.steps", words.STEPS_RISE)
        yield from _limit_faults(term, here)
    yield from _limit_faults(formula, path)


def _limit_faults(part: Term | Formula, path: str) -> Iterator[Fault]:
    if part.least is not None and part.most is not None and part.least > part.most:
        yield Fault(f"{path}.least", words.LEAST_ABOVE_MOST)
