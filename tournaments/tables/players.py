"""Players from a table: a row each, the columns in any order, under headings as people write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from rulesets.engine.errors import Fault, fault_of
from tournaments.engine.document import Player, Tournament
from tournaments.tables.sheets import TableError, columns_in, read_rows
from tournaments.wording import tables as words

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "player", "playername", "fullname"),
    "first": ("firstname", "forename", "givenname"),
    "last": ("lastname", "surname", "familyname"),
    "one": ("firstperson", "person1", "player1"),
    "two": ("secondperson", "person2", "player2", "partner"),
    "id": ("id", "key"),
    "club": ("club", "society", "association"),
    "nation": ("nation", "nationality", "country", "federation"),
    "team": ("team", "teamname"),
    "allegiance": ("allegiance", "side"),
    "book": ("book", "armybook", "army"),
    "rating": ("rating", "elo"),
}
"""What a column may be headed, in small letters without anything between them."""
_PATHS = {"one": "people[0]", "two": "people[1]"}


@dataclass(frozen=True, slots=True)
class Taken:
    """The players of a table, and the headings of columns that say nothing that Leaguer knows."""

    players: tuple[Player, ...]
    ignored: tuple[str, ...]


def read_players(
    data: bytes, tournament: Tournament | None = None, new_id: Callable[[], str] | None = None
) -> Taken:
    """Return the players in a CSV or XLSX file, who are to enter a tournament; those without an id get one
    from `new_id`, or else the next free number.

    Raises TableError with every fault, its row and its column: then nobody is taken.
    """
    rows = [(number, row) for number, row in enumerate(read_rows(data), 1) if any(row)]
    if not rows:
        raise TableError(Fault("", words.EMPTY))
    (number, head), *rest = rows
    columns = columns_in(number, head, HEADINGS)
    if not {"name", "first", "last", "one"} & set(columns.values()):
        raise TableError(Fault(words.row(number), words.NO_NAMES))
    if not rest:
        raise TableError(Fault("", words.NO_PLAYERS))
    ignored = tuple(each for at, each in enumerate(head) if each and at not in columns)
    here = tournament.players if tournament is not None else ()
    found = list(_players(rest, columns, head, {each.id for each in here}, new_id))
    faults = [each for each in found if isinstance(each, Fault)]
    faults += _twice(found, rest, {each.name.casefold() for each in here}, _heading(columns, head))
    if faults:
        raise TableError(*faults)
    return Taken(tuple(each for each in found if isinstance(each, Player)), ignored)


def _players(
    rows: Sequence[tuple[int, Sequence[str]]],
    columns: Mapping[int, str],
    head: Sequence[str],
    ids: set[str],
    new_id: Callable[[], str] | None,
) -> Iterator[Player | Fault]:
    """Yield a player for each row, or what is wrong with it."""
    of = {_PATHS.get(field, field): head[at] for at, field in columns.items()}
    given = {row[at] for at, field in columns.items() if field == "id" for _, row in rows if at < len(row)}
    fresh = iter(new_id, "") if new_id is not None else _fresh(ids | given)
    used = set(ids)
    for number, row in rows:
        values = {field: row[at] for at, field in columns.items() if at < len(row) and row[at]}
        names = (values.pop("first", ""), values.pop("last", ""))
        people = tuple(filter(None, (values.pop(field, "") for field in ("one", "two"))))
        values.setdefault("name", " / ".join(people) or " ".join(each for each in names if each))
        values.setdefault("id", "")
        values["id"] = values["id"] or next(fresh)
        if values["id"] in used:
            yield Fault(words.place(number, of["id"]), words.id_taken(values["id"]))
        used.add(values["id"])
        try:
            yield Player.model_validate({**values, "people": people}, strict=False)
        except ValidationError as error:
            for each in error.errors(include_url=False):
                yield _fault(number, fault_of(each, words.OF_FIELDS), of)


def _fault(number: int, fault: Fault, of: Mapping[str, str]) -> Fault:
    """Return what is wrong with a player as what is wrong with their row."""
    if (fault.path, fault.code) == ("name", "string_too_short"):
        return Fault(words.row(number), words.NAME_MISSING)
    return Fault(words.place(number, of.get(fault.path, words.NAME)), fault.message)


def _fresh(taken: set[str]) -> Iterator[str]:
    number = 1
    while True:
        if f"p{number}" not in taken:
            yield f"p{number}"
        number += 1


def _heading(columns: Mapping[int, str], head: Sequence[str]) -> str:
    return next((head[at] for at, field in columns.items() if field == "name"), words.NAME)


def _twice(
    found: Sequence[Player | Fault], rows: Sequence[tuple[int, Sequence[str]]], here: set[str], heading: str
) -> Iterator[Fault]:
    """Yield a fault for each name that is there already, in the table or in the tournament."""
    if any(isinstance(each, Fault) for each in found):
        return  # rows and players do not go together
    for (number, _), each in zip(rows, found, strict=True):
        if isinstance(each, Player) and each.name.casefold() in here:
            yield Fault(words.place(number, heading), words.name_taken(each.name))
        elif isinstance(each, Player):
            here.add(each.name.casefold())
