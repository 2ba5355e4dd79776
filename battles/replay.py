"""From rows to the battle they stand for: the choices are played again.

Battles that were used lately stay in memory, so that the next choice costs nothing. This cache may vanish at
time, and is never believed over the rows: a battle is brought up to their version, or thrown away.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

from battles.models import Battle
from rulesets import registry
from rulesets.engine import battle as engine
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import Stop

KEPT = 12


@dataclass(slots=True)
class Played:
    """A battle played as far as it goes. `stop`: why not all of its choices could be made again."""

    engine: engine.Battle
    stop: Stop | None = None

    @property
    def version(self) -> int:
        """The number of choices made."""
        return len(self.engine.choices)


_lately: OrderedDict[UUID, Played] = OrderedDict()
_lock = Lock()


@contextmanager
def played(row: Battle) -> Iterator[Played]:
    """The engine's battle of `row`, for nobody else's use inside the block.

    If the block fails the battle is forgotten: it may hold choices that were never kept.
    """
    with _lock:
        found = _lately.pop(row.public_id, None)
    if found is None or found.version > row.version or found.stop is not None:
        found = Played(engine.Battle(registry.get(row.system), row.setup, row.seed))
    _catch_up(found, row)
    yield found
    with _lock:
        _lately[row.public_id] = found
        while len(_lately) > KEPT:
            _lately.popitem(last=False)


def forget() -> None:
    """Drop every battle from memory."""
    with _lock:
        _lately.clear()


def _catch_up(found: Played, row: Battle) -> None:
    """Make the choices that the rows have more; stops at one that the rules no longer allow."""
    if found.version == row.version:
        return
    missing = row.choices.filter(number__gt=found.version, number__lte=row.version)
    for number, side, decision, choice in missing.values_list("number", "side", "decision", "choice"):
        found.stop = _again(found.engine, number, side, decision, choice)
        if found.stop is not None:
            return


def _again(
    battle: engine.Battle, number: int, side: int, decision: str, choice: Mapping[str, Any]
) -> Stop | None:
    try:
        if battle.pending is not None and battle.pending.kind != decision:
            raise Refusal(f"the decision is now «{battle.pending.kind}», it was «{decision}»")
        battle.choose(choice, side)
    except Refusal as refusal:
        return Stop(number - 1, str(refusal), refusal.rule)
    return None
