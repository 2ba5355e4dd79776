"""Garbage collection put off while a battle is played again, or plays itself to its end.

Either makes what it keeps, and hardly a circle: looking for garbage among it costs time and finds none.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Run the block without searching for garbage circles. Whoever finds the search off leaves it off: of
    blocks in one another, or in several threads, the one that has turned it off turns it on.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
