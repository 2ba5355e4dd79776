"""The list to begin with: empty, or the least that the book demands, so that it is legal from the start.

What a book demands is read off the constraints that its system's `check` uses, so that the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from armylists.wording import edits as words
from rulesets.contract import registry
from rulesets.contract.documents import list_rules
from rulesets.engine.books import Book
from rulesets.engine.constraints import CommandCount, Constraint, NotOnly, Range
from rulesets.engine.errors import Fault
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, ListUnit
from rulesets.engine.lists.rules import ListError, ListRules

_NAMES = {1: ("",), 2: ("Right wing", "Left wing"), 3: ("Right wing", "Centre", "Left wing")}


def empty(system: str, book: str, points: int, name: str = "", player: str = "") -> ArmyList:
    """Return a list without a command; raises ListError for an unknown system or book."""
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


def from_card(system: str, book: str, card: str, points: int, name: str = "", player: str = "") -> ArmyList:
    """Return what a card of the book demands; raises ListError for a card that no list can be begun from."""
    army = empty(system, book, points, name, player)
    rules, found = registry.get(system).roster.cards, list_rules(system).book(book)
    if rules is None or card not in {choice.id for choice in rules.beginnings(found)}:
        raise ListError(Fault("card", words.no_list_from_card(found.name, card)))
    return army.model_copy(update={"commands": rules.begin(found, card, "c1")})


def minimum(system: str, book: str, points: int, name: str = "", player: str = "") -> ArmyList:
    """Return the units that the book demands for so many points, in as few commands as are allowed, all led.

    Of a book of cards, what its first card demands.
    """
    army = empty(system, book, points, name, player)
    rules = list_rules(system)
    if cards := registry.get(system).roster.cards:
        first = cards.beginnings(rules.book(book))[0]
        return from_card(system, book, first.id, points, name, player)
    demands = constraints(army)
    number = max((each.low for each in demands if isinstance(each, CommandCount)), default=1)
    followers = frozenset[str]().union(*(each.entries for each in demands if isinstance(each, NotOnly)))
    chosen = [each.entries[0] for each in ranges(demands) for _ in range(each.low)]
    fighting = [entry for entry in chosen if entry not in followers]
    fighting += _more(rules.book(book), demands, chosen, followers, number - len(fighting))
    # runs of neighbours, as even as can be: like troops stand together
    cuts = [round(len(fighting) * place / number) for place in range(number + 1)]
    shares = [fighting[start:end] for start, end in pairwise(cuts)]
    max(shares, key=len).extend(entry for entry in chosen if entry in followers)
    commands = tuple(
        command(place, share, leader(rules, place == number // 2), number)
        for place, share in enumerate(shares)
    )
    return army.model_copy(update={"commands": commands})


def leader(rules: ListRules, middle: bool) -> ListLeader | None:
    """Return a leader of the middle level, in chief if of the `middle` command; None if nobody leads."""
    if not rules.leader_levels:
        return None
    level = rules.leader_levels[len(rules.leader_levels) // 2]
    return ListLeader(level=level, commander_in_chief=rules.chief and middle)


def constraints(army: ArmyList) -> Sequence[Constraint]:
    """Return what a list of this book and size must satisfy."""
    lists = registry.get(army.system).lists
    return lists.constraints(lists.rules.book_of(army), army.points)


def ranges(demands: Iterable[Constraint]) -> list[Range]:
    """Return the ranges of the book's entries among its constraints."""
    return [each for each in demands if isinstance(each, Range)]


def _more(
    book: Book[Any],
    demands: Sequence[Constraint],
    chosen: Sequence[str],
    followers: frozenset[str],
    wanted: int,
) -> list[str]:
    """`wanted` more units, of the entries of which the army may have most: its usual troops."""
    rooms = []
    for each in ranges(demands):
        if each.entries[0] not in followers:
            taken = sum(entry in each.entries for entry in chosen)
            rooms.append((wanted if each.high is None else each.high - taken, each.entries[0]))
    most = sorted(rooms, key=lambda room: (-room[0], book.entry_by_id[room[1]].points))
    spread = [entry for room, entry in most for _ in range(room)]
    return spread[: max(0, wanted)]


def command(place: int, entries: Sequence[str], lead: ListLeader | None, number: int) -> ListCommand:
    """Return the command at a place among so many, with units of these entries."""
    key = f"c{place + 1}"
    return ListCommand(
        id=key,
        name=_NAMES[number][place] if number in _NAMES else "",
        leader=lead,
        units=tuple(ListUnit(id=f"{key}u{n}", entry=entry) for n, entry in enumerate(entries, 1)),
    )
