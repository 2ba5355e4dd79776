"""What a rule system says of the sizes of two lists before they meet; it forbids nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rulesets.contract import wording
from rulesets.engine.lists import ArmyList, Report

MUCH = 0.9
"""A list that costs less than this share of the other one is much smaller."""


@dataclass(frozen=True, slots=True)
class SizeNote:
    """Something that both players should know of the list of a `side` before they agree: `words` continue its
    name, `rule` is the one behind it, "" for none; `strong`: the rules advise against it.
    """

    side: int
    words: str
    rule: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Sizes:
    """How a system compares the sizes of two lists. `notes(lists)`: what is to be said of them; it raises
    ListError for one that cannot be read.
    """

    notes: Callable[[Sequence[ArmyList]], Iterator[SizeNote]]


def by_cost(check: Callable[[ArmyList], Report]) -> Sizes:
    """Return the part of a system whose two lists should cost about the same."""
    return Sizes(partial(_smaller, check))


def _smaller(check: Callable[[ArmyList], Report], lists: Sequence[ArmyList]) -> Iterator[SizeNote]:
    costs = [check(each) for each in lists]
    for side, (own, other) in enumerate(((costs[0], costs[1]), (costs[1], costs[0]))):
        if own.total < MUCH * other.total:
            yield SizeNote(side, wording.much_smaller(own.total, other.total, own.unit))
