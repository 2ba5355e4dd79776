"""Results from a table: a row for each table of a round, under the headings that the table of results has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from rulesets.engine.errors import Fault, LeaguerError, fault_of
from tournaments.engine.actions import Decide, EnterResults, TableResult
from tournaments.engine.document import Pairing, Result, Tournament
from tournaments.tables.sheets import TableError, columns_in, read_rows
from tournaments.wording import tables as words

_PAIRS = {"scores": "score", "losses": "losses", "strength": "strength", "objectives": "objectives"}
HEADINGS: Mapping[str, Sequence[str]] = {
    "round": ("round",),
    "table": ("table", "tableno", "tablenumber"),
    "first": ("firstplayer", "player1"),
    "second": ("secondplayer", "player2"),
    **{
        f"{field}[{side}]": (f"{name}{field}", f"{field}{side + 1}", f"{name}{one}", f"{one}{side + 1}")
        for field, one in _PAIRS.items()
        for side, name in enumerate(("first", "second"))
    },
    "winner": ("winner",),
    "forfeit": ("noshow", "forfeit"),
    "goes_on": ("goesthrough", "goeson"),
}
"""What a column may be headed, in small letters without anything between them."""
_SIDES: Mapping[str, Mapping[str, int | str]] = {
    "winner": {"first": 0, "second": 1, "draw": "draw"},
    "forfeit": {"first": "first", "second": "second", "both": "both"},
    "goes_on": {"first": 0, "second": 1},
}
_OTHER = {"winner": "draw", "forfeit": "both", "goes_on": "empty"}


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table: its number, its cells that are not empty, and the heading of each field."""

    number: int
    values: Mapping[str, str]
    heads: Mapping[str, str]

    def fault(self, message: str, field: str = "") -> Fault:
        head = self.heads.get(field) or self.heads.get(f"{field}[0]")
        return Fault(words.place(self.number, head) if head else words.row(self.number), message)


def read_results(data: bytes, tournament: Tournament) -> tuple[EnterResults, ...]:
    """Return the actions that enter the results in a CSV or XLSX file, one for each round that has new ones.

    A row is of the round that it names, else of the newest one that is published, and of the table that it
    names or of its two players, in whichever order. Rows without a result and those whose result counts
    already say nothing. Raises TableError with every fault, its row and its column.
    """
    rows = [(number, row) for number, row in enumerate(read_rows(data), 1) if any(row)]
    if not rows:
        raise TableError(Fault("", words.EMPTY))
    (number, head), *rest = rows
    columns = columns_in(number, head, HEADINGS)
    if not ("table" in columns.values() or {"first", "second"} <= set(columns.values())):
        raise TableError(Fault(words.row(number), words.NO_TABLES))
    heads = {field: head[at] for at, field in columns.items()}
    given = (
        _Row(at, {field: row[n] for n, field in columns.items() if n < len(row) and row[n]}, heads)
        for at, row in rest
    )
    said = [each for each in given if set(each.values) - {"round", "table", "first", "second"}]
    if not said:
        raise TableError(Fault("", words.NO_RESULTS))
    found = list(_entered(said, tournament))
    if faults := [each for each in found if isinstance(each, Fault)]:
        raise TableError(*faults)
    entered: dict[int, list[TableResult]] = defaultdict(list)
    for each in found:
        if not isinstance(each, Fault):
            entered[each[0]].append(each[1])
    return tuple(EnterResults(round=key, tables=tuple(each)) for key, each in sorted(entered.items()))


def _entered(rows: Sequence[_Row], tournament: Tournament) -> Iterator[tuple[int, TableResult] | Fault]:
    """Yield each new result with its round, or what is wrong with its row."""
    seen: set[tuple[int, str]] = set()
    newest = sum(each.published for each in tournament.rounds)
    for row in rows:
        said = row.values.get("round", str(newest))
        number = int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else 0
        if not 1 <= number <= newest:
            yield row.fault(words.NO_SUCH_ROUND, "round")
            continue
        pairing = _pairing(row, tournament, number)
        if isinstance(pairing, Fault):
            yield pairing
            continue
        player = pairing.players[0]
        if (number, player) in seen:
            yield row.fault(words.TABLE_TWICE)
        seen.add((number, player))
        turned = _named(row, "first", tournament) == {pairing.players[1]}
        result, faults = _result(row, turned=turned)
        yield from faults
        if result is None or result == pairing.result:
            continue
        if pairing.state in ("settled", "disputed"):
            yield row.fault(words.HAS_A_RESULT if pairing.result else words.DISPUTED)
            continue
        try:
            Decide(round=number, player=player, result=result).on(tournament.rounds[number - 1], tournament)
        except LeaguerError as error:
            yield row.fault(error.message, error.path.removeprefix("result."))
        else:
            yield number, TableResult(player=player, result=result)


def _pairing(row: _Row, tournament: Tournament, number: int) -> Pairing | Fault:
    """Return the pairing of a row: of its table, of its players, or of both if they agree."""
    found: Sequence[Pairing] = tournament.rounds[number - 1].pairings
    if "table" in row.values:
        found = [each for each in found if str(each.table) == row.values["table"]]
        if not found:
            return row.fault(words.NO_SUCH_TABLE, "table")
    sides = [_named(row, field, tournament) for field in ("first", "second")]
    for field, named in zip(("first", "second"), sides, strict=True):
        if field in row.values and not named:
            return row.fault(words.nobody_called(row.values[field]), field)
    found = [each for each in found if all(not named or named & set(each.players) for named in sides)]
    if len(found) != 1:
        return row.fault(words.ANOTHER_TABLE)
    return found[0]


def _named(row: _Row, field: str, tournament: Tournament) -> set[str]:
    """Return the ids of those whom a cell names, by name or id."""
    said = row.values.get(field, "").casefold()
    return {each.id for each in tournament.players if said and said in (each.name.casefold(), each.id)}


def _result(row: _Row, *, turned: bool) -> tuple[Result | None, list[Fault]]:
    """Return the result of a row, or what is wrong with it. `turned`: its first player is the second one of
    the pairing.
    """
    fields: dict[str, Any] = {}
    faults = []
    for field in _PAIRS:
        pair = [row.values.get(f"{field}[{side}]", "").replace(",", ".") for side in (0, 1)]
        if any(pair):
            faults += [
                row.fault(words.HALF, f"{field}[{side}]") for side, each in enumerate(pair) if not each
            ]
            fields[field] = pair[::-1] if turned else pair
    for field, sides in _SIDES.items():
        if said := row.values.get(field, "").casefold():
            if said not in sides:
                faults.append(row.fault(words.a_side(_OTHER[field]), field))
            else:
                value = sides[said]
                mirror = {0: 1, 1: 0, "first": "second", "second": "first"}
                fields[field] = mirror.get(value, value) if turned else value
    if faults:
        return None, faults
    try:
        return Result.model_validate(fields, strict=False), []
    except ValidationError as error:
        found = [fault_of(each, words.OF_FIELDS) for each in error.errors(include_url=False)]
        return None, [row.fault(each.message, _turned(each.path) if turned else each.path) for each in found]


def _turned(path: str) -> str:
    return path.replace("[0]", "[x]").replace("[1]", "[0]").replace("[x]", "[1]")
