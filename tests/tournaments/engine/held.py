"""The tournaments of FIDE's exercises in tie-breaking (M. Held, to C.07 of 2023), as figures.

A round is who was met, the colour and the result as chess writes them: `9w1`; `H`, `U` and `Z` are byes.
"""

from __future__ import annotations

from typing import Any

from tournaments.engine.document import Bye, Pairing, Player, Result, Round, Tournament
from tournaments.engine.settings import Scoring, Settings, TieBreak

CHESS = Scoring(win=1, draw=0.5, loss=0, bye=1, half_bye=0.5, forfeit_win=1)
SWISS = {
    1: "9w1 13b= 2w= 15b1 4w=",
    2: "10b1 7w1 1b= 16w1 3b=",
    3: "11w= 6b1 8w1 4b= 2w=",
    4: "12b1 H 13w1 3w= 1b=",
    5: "13w0 15b0 11w1 7b= 10w1",
    6: "14b0 3w0 U 10w1 8b1",
    7: "15w1 2b0 16b0 5w= 11b0",
    8: "16b= 14w1 3b0 13w1 6w0",
    9: "1b0 10w0 H 11b- U",
    10: "2w0 9b1 15w0 6b0 5b0",
    11: "3b= 16w0 5b0 9w+ 7w1",
    12: "4w0 U 14w+ Z Z",
    13: "5b1 1w= 4b0 8b0 14w0",
    14: "6w1 8b0 12b- Z 13b1",
    15: "7b0 5w1 10b1 1w0 16b0",
    16: "8w= 11b1 7w1 2b0 15w1",
}
NINE = {
    1: "9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1",
    2: "10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=",
    3: "11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1",
    4: "12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1",
    5: "13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=",
    6: "14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1",
    7: "15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1",
    8: "16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0",
    9: "1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=",
    10: "2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0",
    11: "3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=",
    12: "4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=",
    13: "5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=",
    14: "6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0",
    15: "7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0",
    16: "8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0",
}
ROBIN = {
    1: "5w= 2w1 3b1 4w0 6b1",
    2: "6w1 1b0 5w1 3w= 4b1",
    3: "4w1 6b1 1w0 2b= 5w1",
    4: "3b0 5b0 6w= 1b1 2w0",
    5: "1b= 4w1 2b0 6w- 3b0",
    6: "2b0 3w0 4b= 5b+ 1w0",
}
_KINDS = {"H": "half", "U": "bye", "Z": "zero"}


def held(table: dict[int, str], *tiebreaks: TieBreak, **settings: Any) -> Tournament:
    """The tournament of a cross table. Ratings fall by 50 from 2200, as in the exercises. Late zero-point
    byes are left out, as Leaguer does when somebody has left.
    """
    rows = {key: row.split() for key, row in table.items()}
    rounds = tuple(_round({key: row[at] for key, row in rows.items()}) for at in range(len(rows[1])))
    rules = Settings(rounds=len(rounds), scoring=CHESS, tiebreaks=tiebreaks, **settings)
    players = tuple(Player(id=f"p{key}", name=f"P{key}", number=key, rating=2250 - 50 * key) for key in rows)
    return Tournament(players=players, rounds=rounds, settings=rules)


def _round(cells: dict[int, str]) -> Round:
    whites = {key: cell for key, cell in cells.items() if "w" in cell}
    return Round(
        pairings=tuple(
            Pairing(players=(f"p{key}", f"p{cell[:-2]}"), result=_result(cell[-1], cells[int(cell[:-2])]))
            for key, cell in whites.items()
        ),
        byes=tuple(
            Bye(player=f"p{key}", kind=_KINDS[cell])  # type: ignore[arg-type]
            for key, cell in cells.items() if cell in "HU"
        ),
    )  # fmt: skip


def _result(ours: str, their_cell: str) -> Result:
    theirs = their_cell[-1]
    if ours == "-" or theirs == "-":
        return Result(forfeit="both" if ours == theirs else "first" if ours == "-" else "second")
    return Result(scores={"1": (1, 0), "=": (1, 1), "0": (0, 1)}[ours])
