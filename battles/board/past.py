"""The field as it was after any event of the log, quick enough for a slider.

For each of the battles looked back at lately one state is kept, at the event that was asked for last: going
forward from there applies just the events between. Going back begins anew. This may vanish at any time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from rulesets.engine.battle import Battle, seen

KEPT = 8
T = TypeVar("T")


@dataclass(slots=True)
class _Walker:
    """A state after the event `number`, whose hash is `hash`: so it is known to be of this very log."""

    state: Any
    number: int
    hash: str


_lately: OrderedDict[tuple[str, str], _Walker] = OrderedDict()
_lock = Lock()


def state_after(battle: Battle, number: int, name: str, viewer: str = "") -> dict[str, Any]:
    """The state as JSON after the event `number` of the log (0: before the first), as `read_after`."""
    return read_after(battle, number, name, lambda state: seen(state, None), viewer)


def read_after(battle: Battle, number: int, name: str, read: Callable[[Any], T], viewer: str = "") -> T:
    """What `read` tells of the state after the event `number` of the log.

    `name` tells battles apart; two who look at one battle (`viewer`) do not disturb each other. Whoever reads
    has the state for himself meanwhile, and must not keep it.
    """
    number = max(0, min(number, len(battle.entries)))
    key = (name, viewer)
    with _lock:
        walker = _lately.pop(key, None)
    if walker is None or not _goes_on(walker, battle, number):
        walker = _Walker(battle.system.core.begin(battle.setup), 0, "")
    for entry in battle.entries[walker.number : number]:
        entry.event.apply(walker.state)
        walker.hash = entry.hash
    walker.number = number
    answer = read(walker.state)
    with _lock:
        _lately[key] = walker
        while len(_lately) > KEPT:
            _lately.popitem(last=False)
    return answer


def forget() -> None:
    """Drop what is kept."""
    with _lock:
        _lately.clear()


def _goes_on(walker: _Walker, battle: Battle, number: int) -> bool:
    """Whether the walker stands on this log, and not beyond the event."""
    if walker.number > number:
        return False
    return walker.number == 0 or battle.entries[walker.number - 1].hash == walker.hash
