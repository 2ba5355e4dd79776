"""Ghosts: where a unit would stand, sampled along the numbers of an option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.engine.decisions import Number, Option, Refusal
from rulesets.engine.geometry import Base, placed
from rulesets.freetable.shapes import Line


def samples(number: Number, count: int) -> list[float]:
    """Return values of a number from its low to its high limit, its default among them."""
    step = (number.high - number.low) / (count - 1)
    values = {round(number.low + step * n, 4) for n in range(1, count - 1)} | {number.low, number.high}
    if number.default is not None:
        values.add(number.default)
    return sorted(values)


def number_of(option: Option, name: str) -> Number:
    """Return the number of an option with that name."""
    return next(number for number in _numbers(option) if number.name == name)


def first_number(option: Option) -> Number | None:
    """Return the first number of an option; None if it has none."""
    return next(_numbers(option), None)


def _numbers(option: Option) -> Iterator[Number]:
    return (param for param in option.params if isinstance(param, Number))


def refusal_of(option: Option, choice: Mapping[str, Any]) -> str | None:
    """Return why an option does not take these numbers; None if it does."""
    try:
        option.read(choice)
    except Refusal as refused:
        return refused.message
    return None


def base_at(like: Base, outline: Line, heading: float) -> Base:
    """Return the base of a unit where its ghost stands, from the ghost's outline and heading."""
    x1, y1, x2, y2 = outline[:4]
    return placed(like, (x1 + x2) / 2, (y1 + y2) / 2, heading)


def joined(*notes: str) -> str:
    """Note to one ghost, the empty ones left out."""
    return "; ".join(note for note in notes if note)
