"""Documents of army lists for the tests of Mail, Pike & Powder."""

from __future__ import annotations

from typing import Any

from rulesets.engine.lists import ArmyList, Report, Violation, read_list
from rulesets.mail_pike_powder.armies import LISTS, check

BOOK = "royalist"


def unit(key: str, entry: str, *options: str, book: str = BOOK) -> dict[str, Any]:
    """A unit of a book with options by the end of their ids."""
    taken = [f"{book}.option.{option}" for option in options]
    return {"id": key, "entry": f"{book}.{entry}", "options": taken}


def units(key: str, entry: str, number: int) -> list[dict[str, Any]]:
    return [unit(f"{key}{n}", entry) for n in range(number)]


def legal(points: int = 500) -> dict[str, Any]:
    """A plain legal army of 324 points: room for changes."""
    horse = [*units("h", "cavaliers", 3), unit("d1", "dragoons")]
    foot = [unit("p1", "pikes"), *units("m", "musketeers", 2), unit("g1", "light-gun")]
    chief = {"level": "8", "commander_in_chief": True}
    return {
        "format": "leaguer-list", "version": 1, "system": "mail_pike_powder", "book": BOOK, "points": points,
        "name": "Test army", "extras": {},
        "commands": [
            {"id": "c1", "name": "Horse", "leader": chief, "units": horse},
            {"id": "c2", "name": "Foot", "leader": {"level": "7", "name": "Astley"}, "units": foot},
        ],
    }  # fmt: skip


def read(doc: dict[str, Any]) -> ArmyList:
    return read_list(doc, lambda _system: LISTS)


def judged(doc: dict[str, Any]) -> Report:
    return check(read(doc))


def found(fault: Violation) -> tuple[str, str, str]:
    return fault.rule, fault.code, fault.path


def only(doc: dict[str, Any]) -> Violation:
    """The one violation of a list."""
    violations = judged(doc).violations
    assert len(violations) == 1, violations
    return violations[0]
