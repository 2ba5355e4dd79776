"""How much is tried of what could be tried without end: examples, battles and requests made up by chance.

`LEAGUER_EFFORT` is a percentage of what a test names: 30 for every day, 400 by night.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

PERCENT = int(os.environ.get("LEAGUER_EFFORT") or 30)
EXAMPLES = 50


def tries(usual: int) -> int:
    """How often to try what is usually tried `usual` times: once at least."""
    return max(1, usual * PERCENT // 100)


def some(things: Sequence[T]) -> Sequence[T]:
    """Every fifth of things that are much alike; all of them from 100 per cent on."""
    return things[:: max(1, 160 // PERCENT)]


def few(things: Sequence[T], usual: int) -> Sequence[T]:
    """So many of what is tried one by one, evenly out of all of it; all from 200 per cent on."""
    return things if PERCENT >= 200 else things[:: max(1, len(things) // tries(usual))]


PLAYS = int(os.environ.get("LEAGUER_PLAYS") or tries(50))
"""How many battles by chance are fought to their end."""
