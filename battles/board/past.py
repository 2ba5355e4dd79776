"""The field as it was after any event of the log, quick enough for a slider.

For each of the battles looked back at lately one state is saved, at the event that was asked for last: going
forward from there applies just the events between. Going back begins anew. This may vanish at any time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from rulesets.engine.battle import Battle

KEPT = 8
T = TypeVar("T")


@dataclass(slots=True)
class _Walker:
    """A state after the event `number`, whose hash is `hash`: so it is known to be of this very log."""

    state: Any
    number: int
    hash: str

    def leads_to(self, battle: Battle, number: int) -> bool:
        """Return whether it stands on this battle's log, and not beyond the event."""
        if self.number > number:
            return False
        return self.number == 0 or battle.entries[self.number - 1].hash == self.hash


_lately: OrderedDict[tuple[str, str], _Walker] = OrderedDict()
_lock = Lock()


def read_after(battle: Battle, number: int, name: str, read: Callable[[Any], T], viewer: str = "") -> T:
    """Return what `read` makes of the state after the event `number` of the log (0: before the first).

    `name` tells battles apart; two who look at one battle (`viewer`) do not disturb each other. Whoever reads
    has the state for themselves meanwhile, and must not keep it.
    """
    key = (name, viewer)
    with _lock:
        # Taken out while it is used, so that two requests cannot move one state.
        walker = _lately.pop(key, None)
    if walker is None or not walker.leads_to(battle, number):
        walker = _Walker(battle.system.core.begin(battle.setup), 0, "")
    for entry in battle.entries[walker.number : number]:
        entry.event.apply(walker.state)
        walker.hash = entry.hash
    walker.number = number
    answer = read(walker.state)
    with _lock:
        _lately[key] = walker
        # Losing a walker costs one replay, no data.
        while len(_lately) > KEPT:
            _lately.popitem(last=False)
    return answer


def forget() -> None:
    """Drop what is saved."""
    with _lock:
        _lately.clear()
