"""From rows to the battle they stand for: the choices are played again.

Battles that were used lately stay in memory, so that the next choice costs nothing. This cache may vanish at
any time, and is never believed over the rows: a battle is brought up to their version, and thrown away if
choices were taken back or if it does not give the hash that was saved.

From its beginning a battle is first recalled: choices that this version of the rules has made and stored are
not looked for among all that might have been chosen. Only a battle that gives the stored hash is taken so;
any other is played with every choice checked, which shows how far it goes and what the rules refuse now.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from threading import Lock
from uuid import UUID

from battles.models import Battle
from rulesets.contract import registry
from rulesets.engine import battle as engine
from rulesets.engine.collecting import uncollected
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import Stop
from rulesets.engine.errors import LeaguerError

KEPT = 12


@dataclass(slots=True)
class Played:
    """A battle played as far as it goes. `stop`: why not all of its choices could be made again.

    `undone`: of the row that it was played from. `differs`: the hash that the row stores though its choices
    give another one now (the rules have changed since).
    """

    engine: engine.Battle
    undone: int
    stop: Stop | None = None
    differs: str = ""

    @property
    def version(self) -> int:
        """The number of choices made."""
        return len(self.engine.choices)

    def stands_for(self, row: Battle) -> bool:
        """Whether this is the battle of the row as it is now."""
        if self.undone != row.undone:
            return False
        if self.stop is not None:
            return row.hash == self.differs
        return self.version == row.version and row.hash in (self.engine.hash, self.differs)


_lately: OrderedDict[UUID, Played] = OrderedDict()
_lock = Lock()


@contextmanager
def played(row: Battle) -> Iterator[Played]:
    """Give the engine's battle of `row`, for nobody else's use inside the block.

    If the block fails the battle is forgotten, for it may hold choices that were never saved; after a refusal
    that has changed nothing it stays. A row that turns out to be outdated is brought up to date.
    """
    with _lock:
        # Taken out, not looked up: two threads must never play on one battle in memory.
        found = _lately.pop(row.public_id, None)
    found = _brought_up(found, row)
    before = found.version
    try:
        yield found
    except LeaguerError:
        # A battle with choices that nobody has committed must not serve the next request.
        if found.version == before:
            remember(row, found)
        raise
    remember(row, found)


def replayed(row: Battle, version: int | None = None) -> Played:
    """Return the battle played from its beginning: as far as the row goes, or its first `version` choices."""
    found = Played(engine.Battle(registry.get(row.system), row.setup, row.seed), row.undone)
    _catch_up(found, row, row.version if version is None else version)
    return found


def recalled(row: Battle) -> Played | None:
    """Return the battle recalled from its rows (`engine.Battle.recall`); None unless it is of this version of
    the rules and gives the hash that was saved.
    """
    system = registry.get(row.system)
    # Choices of other rules have to be checked one by one: what was allowed then may not be now.
    if row.rules_version != system.rules_version:
        return None
    stored = list(row.choices.filter(number__lte=row.version).values_list("side", "decision", "choice"))
    found = Played(engine.Battle(system, row.setup, row.seed), row.undone)
    try:
        with uncollected():
            found.engine.recall(stored)
    except Exception:  # whatever comes of choices that were never offered: who checks them says what is wrong
        return None
    return found if found.stands_for(row) else None


def remember(row: Battle, found: Played) -> None:
    """Hold a battle in memory for its next use."""
    with _lock:
        _lately[row.public_id] = found
        _lately.move_to_end(row.public_id)
        # The oldest go first: memory is bounded, and any battle can be replayed from its rows.
        while len(_lately) > KEPT:
            _lately.popitem(last=False)


def forget() -> None:
    """Drop every battle from memory."""
    with _lock:
        _lately.clear()


def _brought_up(found: Played | None, row: Battle) -> Played:
    """Return what was in memory, with the choices made since; or everything again from the beginning."""
    if found is not None and found.undone == row.undone and found.version <= row.version:
        if found.stop is None:
            _catch_up(found, row, row.version)
        if found.stands_for(row):
            return found
    # Recalling is many times as fast; where it fails the slow replay says at which choice.
    found = recalled(row) or replayed(row)
    while not found.stands_for(row):
        # Either somebody has written since the row was read, or the rules give something else now.
        latest = Battle.objects.filter(pk=row.pk).first()
        if latest is None or latest.revision == row.revision:
            found.differs = row.hash
            break
        row.become(latest)
        found = replayed(row)
    return found


def _catch_up(found: Played, row: Battle, version: int) -> None:
    """Make the choices that the rows have more; stops at one that the rules no longer allow."""
    if found.version >= version:
        return
    rows = row.choices.filter(number__gt=found.version, number__lte=version)
    missing = list(rows.values_list("number", "side", "decision", "choice"))
    # The engine saves looking for alternatives when it knows which choice comes next.
    following = [choice for _, _, _, choice in missing[1:]]
    with uncollected():
        for (number, side, decision, choice), then in zip_longest(missing, following):
            try:
                found.engine.repeat(decision, choice, side, then=then)
            except Refusal as refusal:
                found.stop = Stop(number - 1, str(refusal), refusal.rule)
                return
