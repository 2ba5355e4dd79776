"""manage.py replay: does a battle's document give the same events again?"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.contract import registry
from rulesets.contract.documents import read_document
from rulesets.engine.canonical import canonical_json
from rulesets.engine.document import MAX_BYTES, DocumentError, Replay, replay
from rulesets.engine.errors import LeaguerError

SAME, DIFFERENT, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Exit 0: every event is the same, 1: it is not, 2: unreadable, with one line on standard error."""

    help = "Replay a battle. Exit 0 if every event is the same, 1 if not, 2 if it cannot be read."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("log", help="the battle’s document: one JSON object, or one object a line")

    def handle(self, *args: Any, log: str, **options: Any) -> None:
        try:
            document = read_document(_load(Path(log)))
            found = replay(registry.get(document["system"]), document)
        except LeaguerError as error:
            self.stderr.write(f"{log}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        problem = difference(document, found)
        if problem:
            self.stderr.write(f"{log}: {problem}", self.style.ERROR)
            sys.exit(DIFFERENT)
        self.stdout.write(f"{log}: the same, {found.events_checked} events, hash {found.battle.hash}")


def difference(document: dict[str, Any], found: Replay) -> str:
    """Where and why a replay is not what the document says; empty if it is."""
    altered = _altered(document, found)
    if altered:
        return f"event {altered} of the document is not what its hash says"
    played = len(found.battle.entries)
    stored = len(document["events"])
    if found.stop is not None:
        rule = f" ({found.stop.rule})" if found.stop.rule else ""
        return (
            f"choice {found.stop.after_choices + 1} can no longer be made{rule}: {found.stop.message}; "
            f"{found.events_checked} events were the same"
        )
    if found.events_checked < min(stored, played):
        number = found.events_checked
        now, then = found.battle.entries[number].event.to_json(), document["events"][number]["event"]
        return f"event {number + 1} differs: it is {_short(now)}, the document has {_short(then)}"
    if stored != played:
        same = found.events_checked
        return f"the battle has {played} events, the document {stored}, of which {same} are the same"
    if found.battle.hash != document["hash"]:
        return "every event is the same, but the document’s hash is another"
    result = None if found.battle.result is None else found.battle.result.to_json()
    return "" if result == document["result"] else "every event is the same, but the result is another"


def _altered(document: dict[str, Any], found: Replay) -> int:
    """Return the number of the first event that bears the right hash but says something else; 0 if none
    does.
    """
    pairs = zip(found.battle.entries[: found.events_checked], document["events"], strict=False)
    for entry, stored in pairs:
        if canonical_json(entry.event.to_json()) != canonical_json(stored["event"]):
            return entry.number
    return 0


def _short(event: dict[str, Any]) -> str:
    words = str(event)
    return words if len(words) <= 160 else f"{words[:159]}…"


def _load(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise DocumentError(f"cannot be opened: {error.strerror}") from None
