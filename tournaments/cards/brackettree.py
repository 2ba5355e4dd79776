"""A bracket as a drawing: a box for each battle, and lines to where its winner goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.cards.bracket import Column, Duel
from tournaments.wording import bracket as words

WIDTH, HEIGHT = 200, 58
"""Of a box, in pixels."""
ACROSS, DOWN = 38, 18
"""Between boxes, in pixels."""
HEAD = 34
"""What the names of rounds take, in pixels."""
LONGEST = 20
"""Letters of a name that have room beside a score."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a box: a name that may be shortened, the score beside it, its class in styles."""

    name: str
    score: str
    kind: str
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A battle where it is drawn; `label` says all of it."""

    x: int
    y: int
    duel: Duel
    label: str
    lines: tuple[Line, Line]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A bracket in pixels. `heads`: the names of rounds, each with where it stands and the round's number;
    `paths`: the lines from box to box.
    """

    width: int
    height: int
    heads: tuple[tuple[int, str, int], ...]
    boxes: tuple[Box, ...]
    paths: tuple[str, ...]


def drawn(columns: Sequence[Column], player: str = "") -> Drawing:
    """Return a bracket as a drawing; `player`: whose lines are marked."""
    rows = _rows(columns)
    boxes: list[Box] = []
    for at, column in enumerate(columns):
        for duel in column.duels:
            x, y = at * (WIDTH + ACROSS), HEAD + round(rows[duel.number] * (HEIGHT + DOWN))
            boxes.append(Box(x, y, duel, _label(duel), _lines(duel, y, player)))
    heads = tuple((at * (WIDTH + ACROSS), each.name, each.round) for at, each in enumerate(columns))
    width = len(columns) * (WIDTH + ACROSS) - ACROSS
    height = max((each.y for each in boxes), default=HEAD) + HEIGHT
    return Drawing(width + 2, height + 2, heads, tuple(boxes), _paths(boxes))


def _rows(columns: Sequence[Column]) -> dict[int, float]:
    """Return the row of each battle, by number: between those whose winners meet in it, else the next free
    one of its column. Those that are not for the first place stand below all that are.
    """
    rows: dict[int, float] = {}
    for below in (False, True):
        top = max(rows.values(), default=-1.0) + 1
        for column in columns:
            free = top
            for duel in (each for each in column.duels if each.below == below):
                before = [rows[number] for number in duel.winners_of if number in rows]
                row = max(sum(before) / len(before) if before else free, free)
                rows[duel.number], free = row, row + 1
    return rows


def _lines(duel: Duel, y: int, player: str) -> tuple[Line, Line]:
    scores = duel.result.split(" : ") if duel.result.count(" : ") == 1 else ["", ""]
    one, other = (
        Line(
            side.name if len(side.name) <= LONGEST else f"{side.name[: LONGEST - 1]}…", score,
            " ".join(name for name, on in (
                ("won", side.won), ("open", not side.known), ("mine", side.key == player != ""),
            ) if on),
            y + (24, 48)[at],
        )
        for at, (side, score) in enumerate(zip(duel.sides, scores, strict=True))
    )  # fmt: skip
    return one, other


def _label(duel: Duel) -> str:
    one, other = (each.name for each in duel.sides)
    winner = next((each.name for each in duel.sides if each.won), "")
    return words.battle(duel.number, one, other, duel.result, winner)


def _paths(boxes: Sequence[Box]) -> tuple[str, ...]:
    """Return the lines: from the right of each box to the left of that in which its winner is."""
    at = {each.duel.number: each for each in boxes}
    found = []
    for each in boxes:
        for number in each.duel.winners_of:
            if number in at:
                start, half = at[number], HEIGHT // 2
                bend = each.x - ACROSS // 2
                found.append(f"M{start.x + WIDTH} {start.y + half}H{bend}V{each.y + half}H{each.x}")
    return tuple(found)
