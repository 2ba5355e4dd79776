"""The map of a scenario: in its document as rows of letters, as plain text, and as the battle has it.

In a document the hexes stand row by row from the top, one letter each (`LETTERS`). In plain text every hex is
a word, its letter, the digit of its level where it is not that of its terrain, `=` where a road runs; hex
sides follow in lines such as `stream: 0705 E, 0706 NE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from rulesets.engine.books import data
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.snaphance import hexes
from rulesets.snaphance.ground import BOTH, SECOND, Cell, Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.sheet import Sheet, load
from rulesets.snaphance.wording import scenarios as words

LEAST_COLUMNS, LEAST_ROWS = 6, 6
MOST_COLUMNS, MOST_ROWS = 60, 40
LETTERS: Mapping[str, str] = {
    ".": "open", "h": "hillside", "H": "hilltop", "s": "steep", "w": "woods", "t": "town", "r": "rough",
    "m": "marsh", "l": "lake", "f": "fort",
}  # fmt: skip
"""The terrain that each letter of a map stands for; a scenario may add letters for terrain of its own."""
ROAD, NO_ROAD = "=", "."
ROADS = ROAD + SECOND + BOTH
LEVELS = "012"
_HILLS = {"open": 0, "hillside": 1, "hilltop": 2}

Side = Literal["E", "NE", "NW", "W", "SW", "SE"]
Row = Annotated[str, Field(max_length=MOST_COLUMNS)]
Rows = Annotated[tuple[Row, ...], Field(max_length=MOST_ROWS)]


@data
class Edge:
    """What lies on a side of a hex: a `kind` of the sheet's terrain that lies on sides."""

    hex: Annotated[str, Field(pattern=r"^(0[1-9]|[1-9][0-9]){2}$")]
    side: Side
    kind: str


@data
class MapPart:
    """The map of a scenario document.

    `terrain`: a row of letters for each row of hexes; `heights`: of digits, the level of each hex, or nothing
    where each has that of its terrain; `roads`: of `=` where a road runs and `.` where none does, or nothing;
    `-` is a second road, which joins no `=` beside it, and `+` a hex where the two meet.
    `letters`: terrain of the scenario's own sheet by the letter that stands for it.
    """

    columns: Annotated[int, Field(ge=LEAST_COLUMNS, le=MOST_COLUMNS)]
    rows: Annotated[int, Field(ge=LEAST_ROWS, le=MOST_ROWS)]
    terrain: Rows
    heights: Rows = ()
    roads: Rows = ()
    edges: Annotated[tuple[Edge, ...], Field(max_length=3 * MOST_COLUMNS * MOST_ROWS)] = ()
    letters: Mapping[str, str] = field(default_factory=dict)


# ---------------------------------------------------------------------------- as the battle has it


def map_of(part: MapPart, sheet: Sheet) -> Map:
    """Return the map that a battle is fought on; raises FaultyBookError for one with `problems`."""
    if faults := tuple(problems(part, sheet)):
        raise FaultyBookError(*faults)
    cells = {place: cell for place, cell in _cells(part, sheet) if cell != Cell()}
    sides: dict[tuple[Hex, int], str] = {}
    for edge in part.edges:
        place, direction = hexes.named(edge.hex), get_args(Side).index(edge.side)
        sides[(place, direction)] = edge.kind
        sides[(hexes.neighbour(place, direction), (direction + 3) % 6)] = edge.kind
    return Map(part.columns, part.rows, cells, sides)


def _cells(part: MapPart, sheet: Sheet) -> Iterator[tuple[Hex, Cell]]:
    """Yield each hex; open ground on a level is a hill, so that hills are known by terrain (SN-7.1.a)."""
    letters = {**LETTERS, **part.letters}
    hills = {level: key for key, level in _HILLS.items()}
    for row in range(part.rows):
        for column in range(part.columns):
            terrain = letters[part.terrain[row][column]]
            level = int(part.heights[row][column]) if part.heights else sheet.terrain[terrain].level
            if terrain in _HILLS:
                terrain = hills[max(level, _HILLS[terrain])]
            level = max(level, sheet.terrain[terrain].level)
            road = part.roads[row][column] if part.roads else NO_ROAD
            yield hexes.at(column, row), Cell(terrain, level, road != NO_ROAD, lane_of(road))


def lane_of(road: str) -> str:
    """Return the lane of a sign among the roads of a map."""
    return road if road in (SECOND, BOTH) else ""


def problems(part: MapPart, sheet: Sheet) -> Iterator[Fault]:
    """Yield everything in a map that its types cannot say, with paths within it."""
    for letter, key in part.letters.items():
        if len(letter) != 1 or letter in LETTERS or letter.isspace() or letter.isdigit() or letter == ROAD:
            yield Fault(f"letters.{letter}", words.LETTER_TAKEN)
        if key not in sheet.terrain or sheet.terrain[key].side:
            yield Fault(f"letters.{letter}", words.fills_no_hexes(key, _kinds(sheet, False)))
    yield from _row_problems("terrain", part.terrain, part, "".join({**LETTERS, **part.letters}))
    if part.heights:
        yield from _row_problems("heights", part.heights, part, LEVELS)
    if part.roads:
        yield from _row_problems("roads", part.roads, part, ROADS + NO_ROAD)
    yield from _edge_problems(part, sheet)


def _row_problems(what: str, rows: Sequence[str], part: MapPart, known: str) -> Iterator[Fault]:
    if len(rows) != part.rows:
        yield Fault(what, words.rows_differ(len(rows), part.rows))
    for number, row in enumerate(rows):
        if len(row) != part.columns:
            yield Fault(f"{what}[{number}]", words.columns_differ(len(row), part.columns))
        for letter in dict.fromkeys(each for each in row if each not in known):
            where = hexes.label(hexes.at(row.index(letter), number))
            yield Fault(f"{what}[{number}]", words.letter_unknown(letter, where, known))


def _edge_problems(part: MapPart, sheet: Sheet) -> Iterator[Fault]:
    plane = Map(part.columns, part.rows)
    seen: dict[frozenset[Hex], str] = {}
    for number, edge in enumerate(part.edges):
        path = f"edges[{number}]"
        place = hexes.named(edge.hex)
        other = hexes.neighbour(place, get_args(Side).index(edge.side))
        if place not in plane:
            yield Fault(f"{path}.hex", words.off_map(edge.hex))
        elif other not in plane:
            yield Fault(f"{path}.side", words.edge_of_map(edge.side, edge.hex))
        if edge.kind not in sheet.terrain or not sheet.terrain[edge.kind].side:
            yield Fault(f"{path}.kind", words.not_on_sides(edge.kind, _kinds(sheet, True)))
        between = frozenset((place, other))
        # A side may be named from both its hexes, but not with two kinds.
        if seen.setdefault(between, edge.kind) != edge.kind:
            yield Fault(f"{path}.side", words.side_taken(edge.side, edge.hex, seen[between]))


def _kinds(sheet: Sheet, side: bool) -> list[str]:
    return [key for key, row in sheet.terrain.items() if row.side == side]


def part_of(map_: Map, sheet: Sheet | None = None) -> dict[str, Any]:
    """Return a map as the map of a document; terrain of a scenario's own gets a letter that is free."""
    terrain = (sheet or load()).terrain
    by_key = {key: letter for letter, key in LETTERS.items()}
    used = {map_.cell(place).terrain for place in map_.hexes()}
    # Without letters that stand for usual ground, or that look like digits of levels.
    free = iter(letter for letter in "abcdegijknopquvxyzABCDEFG" if letter not in LETTERS)
    own = {next(free): key for key in sorted(used - set(by_key))}
    by_key |= {key: letter for letter, key in own.items()}
    grid = [[map_.cell(hexes.at(c, r)) for c in range(map_.columns)] for r in range(map_.rows)]
    part: dict[str, Any] = {
        "columns": map_.columns,
        "rows": map_.rows,
        "terrain": ["".join(by_key[cell.terrain] for cell in row) for row in grid],
    }
    if any(cell.level != terrain[cell.terrain].level for row in grid for cell in row):
        part["heights"] = ["".join(str(cell.level) for cell in row) for row in grid]
    if any(cell.road for row in grid for cell in row):
        part["roads"] = [
            "".join((cell.lane or ROAD) if cell.road else NO_ROAD for cell in row) for row in grid
        ]
    if edges := [
        {"hex": hexes.label(place), "side": hexes.SIDES[direction], "kind": kind}
        for (place, direction), kind in sorted(
            map_.sides.items(), key=lambda each: (each[0][0][::-1], each[0][1])
        )
        if direction in (0, 4, 5)  # each side once: E, SW, SE
    ]:
        part["edges"] = edges
    if own:
        part["letters"] = own
    return part


# ---------------------------------------------------------------------------- plain text

_WORD = re.compile(r"^(\S)([0-2]?)([=+-]?)$")
_SIDES = re.compile(r"^([a-z_]+)\s*:\s*(.*)$")
_SIDE = re.compile(r"^(\d{4})\s+(E|NE|NW|W|SW|SE)$")


def map_from_text(text: str, sheet: Sheet | None = None) -> dict[str, Any]:
    """Return the map part of a document from plain text; raises FaultyBookError with every wrong line."""
    faults: list[Fault] = []
    rows: list[list[tuple[str, str, str]]] = []
    edges: list[dict[str, str]] = []
    width = 0  # of the first row, whatever its words are
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        typed = line.partition("#")[0].split()
        if not typed:
            continue
        if match := _SIDES.match(" ".join(typed)):
            for word in (each.strip() for each in match[2].split(",")):  # `0705 E, 0706 NE`
                if side := _SIDE.match(word):
                    edges.append({"hex": side[1], "side": side[2], "kind": match[1]})
                elif word:
                    faults.append(Fault(words.line(number), words.no_hex_side(word)))
            continue
        if len(typed) == 1 and set(typed[0]) <= LETTERS.keys():
            typed = list(typed[0])
        found = [(word, _WORD.match(word)) for word in typed]
        for word in dict.fromkeys(word for word, match in found if match is None):
            faults.append(Fault(words.line(number), words.no_hex_in_row(word)))
        rows.append([(match[1], match[2], match[3]) for _, match in found if match is not None])
        width = width or len(found)
        # All lines are read before faults are raised, so that the writer sees every one.
        if len(found) != width:
            faults.append(Fault(words.line(number), words.width_differs(len(found), width)))
    if not rows:
        faults.append(Fault("", words.NO_ROWS))
    if faults:
        raise FaultyBookError(*faults)
    return _part_of_words(rows, edges, sheet or load())


def _part_of_words(
    rows: Sequence[Sequence[tuple[str, str, str]]], edges: Sequence[Mapping[str, str]], sheet: Sheet
) -> dict[str, Any]:
    part: dict[str, Any] = {
        "columns": len(rows[0]),
        "rows": len(rows),
        "terrain": ["".join(letter for letter, _, _ in row) for row in rows],
    }
    if any(level for row in rows for _, level, _ in row):
        natural = {letter: str(sheet.terrain[key].level) for letter, key in LETTERS.items()}
        part["heights"] = [
            "".join(level or natural.get(letter, "0") for letter, level, _ in row) for row in rows
        ]
    if any(road for row in rows for _, _, road in row):
        part["roads"] = ["".join(road or NO_ROAD for _, _, road in row) for row in rows]
    if edges:
        part["edges"] = list(edges)
    return part


def map_to_text(part: Mapping[str, Any], sheet: Sheet | None = None) -> str:
    """Return the map part of a document as plain text, which `map_from_text` reads back."""
    # Levels are written only where they differ from the terrain's own, as a person would.
    natural = {letter: str((sheet or load()).terrain[key].level) for letter, key in LETTERS.items()}
    lines = []
    for number, row in enumerate(part["terrain"]):
        heights = part["heights"][number] if part.get("heights") else ""
        roads = part["roads"][number] if part.get("roads") else ""
        words = []
        for column, letter in enumerate(row):
            level = heights[column] if heights and heights[column] != natural.get(letter, "0") else ""
            words.append(letter + level + (roads[column] if roads and roads[column] != NO_ROAD else ""))
        # Shifted like the rows of the map, so that the text looks like it.
        lines.append(("  " if number % 2 else "") + " ".join(f"{word:3}" for word in words).rstrip())
    kinds = dict.fromkeys(edge["kind"] for edge in part.get("edges", ()))
    for kind in kinds:
        sides = [f"{edge['hex']} {edge['side']}" for edge in part["edges"] if edge["kind"] == kind]
        lines += ["", *(f"{kind}: {', '.join(sides[i : i + 10])}" for i in range(0, len(sides), 10))]
    return "\n".join(lines) + "\n"
