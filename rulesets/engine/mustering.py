"""From the lists of a setup to two armies: each list read, its units named, its commands from left to right.

What an army then has (commands, leaders, camps, forces) every system enlists itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from rulesets.engine.books import Book
from rulesets.engine.document import SetupError
from rulesets.engine.errors import FaultyDocumentError
from rulesets.engine.lists import ArmyList, Fault, ListError, ListRules, read_list
from rulesets.engine.wording import base_name
from rulesets.engine.wording import documents as words

SIDES = "ab"
"""What the ids of the units of either side begin with."""

_WORDS = {"left": "left", "right": "right", "centre": "centre", "center": "centre", "middle": "centre"}
_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b", re.IGNORECASE)


class Called(Protocol):
    """A part of an army that bears a name."""

    @property
    def name(self) -> str: ...


Part = TypeVar("Part", bound=Called)


# ------------------------------------------------------------------------------------------------ lists


@contextmanager
def refused_at(path: str) -> Iterator[None]:
    """Turn the first fault of a list or scenario read inside the block into a SetupError below `path`."""
    try:
        yield
    except FaultyDocumentError as error:
        first = error.faults[0]
        raise SetupError(first.message, path=f"{path}.{first.path}".rstrip(".")) from None


def listed(document: Mapping[str, Any], path: str, rules: ListRules) -> ArmyList:
    """Return the army in a setup's list document, of the system of `rules`; raises SetupError."""

    def rules_of(system: str) -> ListRules:
        if system != rules.slug:
            raise ListError(Fault("system", words.list_of_another_system(system, rules.slug)))
        return rules

    with refused_at(path):
        return read_list(document, rules_of)


# ------------------------------------------------------------------------------------------------ names


def numbered_names(names: Iterable[str]) -> list[str]:
    """Return the names in their order, with a number behind each that several bear."""
    plain = list(names)
    many, seen = Counter(plain), Counter[str]()
    apart = []
    for name in plain:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if many[name] > 1 else name)
    return apart


def unit_names(army: ArmyList, book: Book[Any], *, of_bases: bool = False) -> dict[str, str]:
    """Return a name for each unit by its id: its own, or its entry's, with a number where several bear it.

    With `of_bases` that is the number on the unit's base, its place in the army from 1: `Foot (B) no. 3`.
    """
    units = list(army.units())
    plain = [unit.name or book.entry_by_id[unit.entry].label for unit in units]
    names = base_names(plain) if of_bases else numbered_names(plain)
    return {unit.id: name for unit, name in zip(units, names, strict=True)}


def base_names(names: Sequence[str]) -> list[str]:
    """Return the names in their order, each that several bear with its place among all."""
    many = Counter(names)
    return [base_name(name, place) if many[name] > 1 else name for place, name in enumerate(names, start=1)]


# ------------------------------------------------------------------------------------------------ places


def from_left(parts: Sequence[Part]) -> list[Part]:
    """Return an army's commands from left to right: in their order, but where their names say otherwise."""
    said: dict[str, list[Part]] = {"left": [], "centre": [], "right": [], "": []}
    before = 0  # those whose names say nothing, listed before the first of the centre
    for part in parts:
        places = {_WORDS[word.lower()] for word in _WORD.findall(part.name)}
        place = places.pop() if len(places) == 1 else ""  # a name may say none, or several
        said[place].append(part)
        before += place == "" and not said["centre"]
    others = said[""]
    half = min(max(before, len(others) // 2), (len(others) + 1) // 2) if said["centre"] else 0
    return [*said["left"], *others[:half], *said["centre"], *others[half:], *said["right"]]
