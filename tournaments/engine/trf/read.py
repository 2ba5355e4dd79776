"""A TRF as a tournament: TRF-16 with JaVaFo's extensions, and TRF-26."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from rulesets.engine.errors import Fault, fault_of
from tournaments.engine.document import (
    AskedBye,
    Bye,
    Forbidden,
    Pairing,
    Player,
    Result,
    Round,
    Tournament,
    TournamentError,
    faults_in,
)  # fmt: skip
from tournaments.engine.scoring import games
from tournaments.engine.settings import Fide, Scoring, Settings, TieBreak
from tournaments.engine.trf.header import Header
from tournaments.engine.trf.lines import RESULTS, WIDTH, Line, lines_of
from tournaments.wording import trf as words
from tournaments.wording.commands import points as written

_ANSWERS = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+-", "": ""}
"""What the opponent may have, by what one has; W, D and L are battles that ended at once."""
_BYES = {"U": "bye", "H": "half", "F": "full", "Z": "zero"}
_USUAL = (TieBreak(by="buchholz", cut_low=1), TieBreak(by="buchholz"))
_WINNERS: dict[str, Any] = {"1": 0, "W": 0, "0": 1, "L": 1, "=": "draw", "D": "draw"}


@dataclass(frozen=True, slots=True)
class _Cell:
    """A round of a player, and the column where it stands. `opponent`: 0 for a bye or nothing."""

    column: int
    opponent: int
    colour: str
    result: str


@dataclass(slots=True)
class _Row:
    """The line of a player."""

    line: Line
    number: int
    cells: list[_Cell] = field(default_factory=list)

    def cell(self, at: int) -> _Cell:
        """Return what they have in a round, counted from 0."""
        return self.cells[at] if at < len(self.cells) else _Cell(RESULTS + WIDTH * at, 0, "-", "")


def read_trf(data: bytes) -> Tournament:
    """Return the tournament in a TRF; raises TournamentError with line and column."""
    header, rows = Header(), dict[int, _Row]()
    for line in lines_of(data):
        if line.code == "001":
            row = _row(line)
            if row.number in rows:
                raise line.wrong(5, words.twice(row.number))
            rows[row.number] = row
        else:
            header.read(line)
    if not rows:
        raise TournamentError(Fault("", words.NO_PLAYERS))
    return _tournament(header, dict(sorted(rows.items())))


# -- players ---------------------------------------------------------------------------------------


def _row(line: Line) -> _Row:
    row = _Row(line, line.whole(5, 8, 1, 9999))
    for column in range(RESULTS, len(line.text) + 1, WIDTH):
        row.cells.append(_cell(line, column, row.number))
    return row


def _cell(line: Line, column: int, own: int) -> _Cell:
    said = line.field(column, column + 3)
    opponent = line.whole(column, column + 3, 0, 9999) if said else 0
    colour = line.field(column + 5, column + 5) or "-"
    result = line.field(column + 7, column + 9).upper()
    if result and result not in _ANSWERS and result not in _BYES:
        raise line.wrong(column + 7, words.result(result))
    if opponent == own:
        raise line.wrong(column, words.NOT_HIMSELF)
    if opponent and result in _BYES:
        raise line.wrong(column, words.BYE_HAS_NO_OPPONENT)
    if not opponent and result and result not in _BYES:
        raise line.wrong(column, words.NO_OPPONENT)
    if opponent and colour not in ("w", "b") and not (colour == "-" and result in ("+", "-")):
        raise line.wrong(column + 5, words.NO_COLOUR)
    return _Cell(column, opponent, colour, result)


def _player(row: _Row, teams: dict[int, str], byes: dict[int, dict[int, str]]) -> Player:
    line, own = row.line, byes.get(row.number, {})
    return Player(
        id=_key(row.number), name=line.field(15, 47) or str(row.number), number=row.number,
        rating=line.whole(49, 52, 0, 5000) if line.field(49, 52) else 0, nation=line.field(54, 56),
        team=teams.get(row.number, ""), trf=(line.text[9:13].ljust(4) + line.text[57:79].ljust(22)).rstrip(),
        absent=tuple(sorted(at for at, kind in own.items() if kind == "zero")),
        asked=tuple(AskedBye(round=at, kind=kind) for at, kind in sorted(own.items()) if kind != "zero"),  # type: ignore[arg-type]
    )  # fmt: skip


def _key(number: int) -> str:
    return f"p{number}"


# -- rounds ----------------------------------------------------------------------------------------


def _played(rows: dict[int, _Row]) -> int:
    """Return how many rounds are paired: byes that were asked for may stand in the next one."""
    every = ((at, cell) for row in rows.values() for at, cell in enumerate(row.cells, 1))
    return max((at for at, cell in every if cell.opponent or cell.result == "U"), default=0)


def _round(at: int, rows: dict[int, _Row]) -> Round:
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for row in rows.values():
        cell = row.cell(at)
        if cell.opponent:
            _agree(row, cell, rows, at)
            if _is_first(row, cell):
                pairings.append(_pairing(row, cell, rows[cell.opponent].cell(at), len(pairings) + 1))
        elif cell.result in _BYES and cell.result != "Z":
            byes.append(Bye(player=_key(row.number), kind=_BYES[cell.result]))  # type: ignore[arg-type]
    return Round(pairings=tuple(pairings), byes=tuple(byes))


def _agree(row: _Row, cell: _Cell, rows: dict[int, _Row], at: int) -> None:
    """Raise TournamentError unless both players of a pairing have the same of it."""
    if cell.opponent not in rows:
        raise row.line.wrong(cell.column, words.no_player(cell.opponent))
    other = rows[cell.opponent].cell(at)
    if other.opponent != row.number:
        raise row.line.wrong(cell.column, words.does_not_answer(cell.opponent))
    if cell.colour == other.colour and cell.colour != "-":
        raise row.line.wrong(cell.column + 5, words.COLOURS)
    if (not cell.result) != (not other.result) or other.result not in tuple(_ANSWERS[cell.result] or ("",)):
        raise row.line.wrong(cell.column + 7, words.does_not_answer(cell.opponent))


def _is_first(row: _Row, cell: _Cell) -> bool:
    return row.number < cell.opponent if cell.colour == "-" else cell.colour == "w"


def _pairing(row: _Row, ours: _Cell, theirs: _Cell, table: int) -> Pairing:
    return Pairing(
        players=(_key(row.number), _key(ours.opponent)),
        table=table,
        result=_result(ours.result, theirs.result),
    )


def _result(ours: str, theirs: str) -> Result | None:
    if not ours:
        return None
    if ours in _WINNERS:
        return Result(winner=_WINNERS[ours])
    return Result(forfeit="both" if ours == theirs else "second" if ours == "+" else "first")


# -- all of it -------------------------------------------------------------------------------------


def _tournament(header: Header, rows: dict[int, _Row]) -> Tournament:
    played = _played(rows)
    byes = _byes(header, rows, played)
    teams = {_known(line, column, number, rows): name for line, column, number, name in header.teams}
    forbidden = tuple(
        Forbidden(players=(_key(_known(line, column, one, rows)), _key(_known(line, column, other, rows))),
                  rounds=(first, last))
        for line, column, first, last, (one, other) in header.pairs
    )  # fmt: skip
    try:
        found = Tournament(
            name=header.name, date=header.date, settings=_settings(header, rows, played),
            rounds=tuple(_round(at, rows) for at in range(played)),
            players=tuple(_player(row, teams, byes) for row in rows.values()), forbidden=forbidden,
            trf=tuple(header.kept),
        )  # fmt: skip
    except ValidationError as error:
        raise TournamentError(*(fault_of(each) for each in error.errors(include_url=False))) from None
    if faults := tuple(faults_in(found)):
        raise TournamentError(*faults)
    _check_points(found, rows, played)
    return found


def _known(line: Line, column: int, number: int, rows: dict[int, _Row]) -> int:
    if number not in rows:
        raise line.wrong(column, words.no_player(number))
    return number


def _byes(header: Header, rows: dict[int, _Row], played: int) -> dict[int, dict[int, str]]:
    """Return what everybody asked for, by round: of rounds that are paired only when they were absent."""
    found: dict[int, dict[int, str]] = {number: {} for number in rows}
    for line, column, number, at, kind in header.byes:
        own = found[_known(line, column, number, rows)]
        # XXZ says only that somebody does not play; what bye they have may stand elsewhere.
        own[at or played + 1] = kind if at else own.get(played + 1, kind)
    for number, row in rows.items():
        own = found[number] = {at: kind for at, kind in found[number].items() if at > played}
        for at in range(max(played, len(row.cells))):
            cell, paired = row.cell(at), at < played
            if paired and not cell.opponent and cell.result in ("", "Z"):
                own[at + 1] = "zero"
            elif not paired and cell.result:
                own[at + 1] = _BYES[cell.result]
    return found


def _settings(header: Header, rows: dict[int, _Row], played: int) -> Settings:
    rounds = header.rounds or max(played, 1)
    if played > rounds:
        line = header.rounds_line or next(iter(rows.values())).line
        raise line.wrong(5, words.too_many_rounds(played, rounds))
    if header.baku is not None and not header.accelerated:
        raise header.baku.wrong(5, words.BAKU)
    kind = header.kind or {"fide": Fide()}
    if kind.get("fide") is not None:
        top = header.top or _top(rows)
        fide = Fide(system=kind["fide"].system, top=top, accelerated=tuple(header.accelerated))  # type: ignore[arg-type]
        kind = {**kind, "fide": fide}
    tiebreaks = (*(header.tiebreaks[:11] or _USUAL), TieBreak(by="lot"))
    scoring = _scoring(header.points)
    return Settings(rounds=rounds, scoring=scoring, unplayed="fide_2026", tiebreaks=tiebreaks, **kind)


def _top(rows: dict[int, _Row]) -> str:
    """Return how number 1 began: as the first who was paired in the first round shows, else by lot."""
    colours = [row.cell(0).colour for row in rows.values() if row.cell(0).opponent]
    return {"w": "first", "b": "second"}.get(next(iter(colours), ""), "lot")


def _scoring(said: dict[str, float]) -> Scoring:
    usual = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    points = {
        one: said.get(one, said.get(f"white_{one}", said.get(f"black_{one}", worth)))
        for one, worth in usual.items()
    }
    return Scoring(
        win=points["win"], draw=points["draw"], loss=points["loss"], small="none",
        bye=said.get("bye", points["win"]), half_bye=said.get("half_bye", points["draw"]),
        forfeit_win=said.get("forfeit_win", points["win"]),
    )  # fmt: skip


def _check_points(found: Tournament, rows: dict[int, _Row], played: int) -> None:
    """Raise TournamentError where the points of a player are not those of the results. Points of a bye that
    was asked for in the next round may be among them, as JaVaFo has it.
    """
    scoring, played_games = found.settings.scoring, games(found)
    next_bye = {"H": Fraction(scoring.half_bye), "F": Fraction(scoring.win)}
    for number, row in rows.items():
        said = Fraction(row.line.points(81, 84))
        own = sum((each.points for each in played_games[_key(number)]), Fraction(0))
        if said not in (own, own + next_bye.get(row.cell(played).result, Fraction(0))):
            raise row.line.wrong(81, words.sum_differs(written(said), written(own)))
