"""The list to begin with: empty, or the least that the book demands, so that it is legal from the start.

What a book demands is read off the constraints that its system's `check` uses, so that the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.constraints import CommandCount, Constraint, NotOnly, Range
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, ListUnit, list_rules

_NAMES = {1: ("",), 2: ("Right wing", "Left wing"), 3: ("Right wing", "Centre", "Left wing")}


def empty(system: str, book: str, points: int, name: str = "", player: str = "") -> ArmyList:
    """A list without a command; raises ListError for an unknown system or book."""
    rules = list_rules(system)
    found = rules.book(book)
    extras = {extra.key: extra.default for extra in rules.extras(found)}
    return ArmyList(
        system=system,
        book=book,
        book_version=found.version,
        name=name,
        player=player,
        points=points,
        extras=extras,
    )


def minimum(system: str, book: str, points: int, name: str = "", player: str = "") -> ArmyList:
    """The units that the book demands for so many points, in as few commands as are allowed, all led."""
    army = empty(system, book, points, name, player)
    rules = list_rules(system)
    demands = constraints(army)
    number = max((each.low for each in demands if isinstance(each, CommandCount)), default=1)
    followers = frozenset[str]().union(*(each.entries for each in demands if isinstance(each, NotOnly)))
    chosen = _demanded(demands)
    fighting = [entry for entry in chosen if entry not in followers]
    fighting += _more(rules.book(book), demands, chosen, followers, number - len(fighting))
    shares = _shared_out(fighting, number)
    max(shares, key=len).extend(entry for entry in chosen if entry in followers)
    level = rules.leader_levels[len(rules.leader_levels) // 2]
    chief = number // 2
    commands = tuple(
        _command(place, share, ListLeader(level=level, commander_in_chief=place == chief), number)
        for place, share in enumerate(shares)
    )
    return army.model_copy(update={"commands": commands})


def constraints(army: ArmyList) -> Sequence[Constraint]:
    """What a list of this book and size must satisfy."""
    armies = import_module(f"rulesets.{army.system}.armies")
    found: Sequence[Constraint] = armies.constraints(list_rules(army.system).book(army.book), army.points)
    return found


def ranges(demands: Iterable[Constraint]) -> list[Range]:
    """The ranges of the book's entries among its constraints."""
    return [each for each in demands if isinstance(each, Range)]


def _demanded(demands: Sequence[Constraint]) -> list[str]:
    """The entries of the book's minima, the first of each group, in book order."""
    return [each.entries[0] for each in ranges(demands) for _ in range(each.low)]


def _more(
    book: Book[Any],
    demands: Sequence[Constraint],
    chosen: Sequence[str],
    followers: frozenset[str],
    wanted: int,
) -> list[str]:
    """`wanted` more units, of the entries of which the army may have most: its usual troops."""
    rooms = [
        (each.high - sum(entry in each.entries for entry in chosen), each.entries[0])
        for each in ranges(demands)
        if each.high is not None and each.entries[0] not in followers
    ]
    most = sorted(rooms, key=lambda room: (-room[0], book.entry_by_id[room[1]].points))
    spread = [entry for room, entry in most for _ in range(room)]
    return spread[: max(0, wanted)]


def _shared_out(entries: Sequence[str], number: int) -> list[list[str]]:
    """Runs of neighbours, as even as can be: like troops stand together."""
    cuts = [round(len(entries) * place / number) for place in range(number + 1)]
    return [list(entries[start:end]) for start, end in pairwise(cuts)]


def _command(place: int, entries: Sequence[str], leader: ListLeader, number: int) -> ListCommand:
    key = f"c{place + 1}"
    names = _NAMES.get(number, ())
    return ListCommand(
        id=key,
        name=names[place] if place < len(names) else "",
        leader=leader,
        units=tuple(ListUnit(id=f"{key}u{n}", entry=entry) for n, entry in enumerate(entries, 1)),
    )
