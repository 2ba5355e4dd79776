"""The map editor of a draft: its fields as texts, the script's data, the map drawn as far as it can be.

A draft may be anything, so nothing here relies on what the reading of a scenario has checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesets.contract.documents import parse_list
from rulesets.contract.scenarios import FilledField, MapEditorPage, MapSide, Paint
from rulesets.engine import svg
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.fields import Field
from rulesets.engine.lists import ArmyList, ListError
from rulesets.snaphance import hexes
from rulesets.snaphance.armies.book import SnaphanceBook
from rulesets.snaphance.armies.lists import LISTS
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.mapdrawing import MARGIN, UNIT, Plane, filled, hex_map_svg, sides_svg
from rulesets.snaphance.maptheme import LEVELS, ROAD, to_json
from rulesets.snaphance.scenarios.maps import (
    LEAST_COLUMNS,
    LEAST_ROWS,
    LETTERS,
    MOST_COLUMNS,
    MOST_ROWS,
    ROADS,
    lane_of,
)
from rulesets.snaphance.sheet import Sheet, TerrainRow, effective, load
from rulesets.snaphance.wording import scenario_editor as words

PREFIX = "edit"
HILLS = ("hillside", "hilltop")


def page(draft: Mapping[str, Any]) -> MapEditorPage:
    """Return the map editor of a draft."""
    sheet = sheet_of(draft)
    part = table(draft.get("map"))
    letters = letters_of(part, sheet)
    sides = sides_of(draft)
    armies = [army_of(side) for side in sides]
    named = [_stands(army, "ab"[number]) for number, army in enumerate(armies)]
    grounds = {letter: sheet.terrain[key] for letter, key in letters.items()}
    edges = {key: row for key, row in sheet.terrain.items() if row.side}
    names = [_name(side, number) for number, side in enumerate(sides)]
    data = {
        "prefix": PREFIX, "unit": UNIT, "margin": MARGIN, "zoneDepth": sheet.numbers.zone_depth,
        "theme": to_json({row.key: row.side for row in (*grounds.values(), *edges.values())}),
        "grounds": [
            {"letter": letter, "key": row.key, "name": _short(row), "level": row.level}
            for letter, row in grounds.items()
        ],
        "edges": [{"key": key, "name": _short(row), "crossing": row.crossing} for key, row in edges.items()],
        "sides": names,
        "stands": [[stand for _, stands in groups for stand in stands] for groups in named],
        "names": {
            stand["id"]: stand["name"]
            for groups in named for _, stands in groups for stand in stands
        },
    }  # fmt: skip
    return MapEditorPage(
        fields=tuple(_fields(part, letters, sheet, edges)),
        sides=tuple(_side(number, side, armies[number], named[number]) for number, side in enumerate(sides)),
        paints=paints(grounds, edges, names),
        data=data,
        svg=_svg(part, letters, sheet),
    )


# -- what a draft holds, whatever it is -----------------------------------------------------------


def table(value: Any) -> Mapping[str, Any]:
    """Return a table of a draft; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def rows(value: Any) -> list[Any]:
    """Return a list of a draft; an empty one for anything else."""
    return list(value) if isinstance(value, (list, tuple)) else []


def sides_of(draft: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return both sides of a draft."""
    # Two sides always, so that the page has fields for both whatever the draft holds.
    return [table(each) for each in (*rows(draft.get("sides")), {}, {})][:2]


def sheet_of(draft: Mapping[str, Any]) -> Sheet:
    """Return the sheet that a draft means; the usual one while its own has faults."""
    try:
        return effective(table(draft.get("sheet")))
    except (FaultyBookError, TypeError, AttributeError, KeyError):
        return load()


def letters_of(part: Mapping[str, Any], sheet: Sheet) -> dict[str, str]:
    """Return the kinds of terrain by their letters, those of the scenario's own among them."""
    own = {
        letter: key
        for letter, key in table(part.get("letters")).items()
        if isinstance(letter, str) and len(letter) == 1 and isinstance(key, str)
    }
    # The usual letters come last and so cannot be taken by others.
    return {letter: key for letter, key in {**own, **LETTERS}.items() if key in sheet.terrain}


def army_of(side: Mapping[str, Any]) -> ArmyList | None:
    """Return the list of a side; None while it has none that can be read."""
    try:
        army = parse_list(table(side.get("list")))
        LISTS.book_of(army)
    except (ListError, KeyError):
        return None
    return army if army.system == LISTS.slug else None


def _name(side: Mapping[str, Any], number: int) -> str:
    name = side.get("name")
    return name if isinstance(name, str) and name.strip() else words.UNNAMED[number]


# -- fields ---------------------------------------------------------------------------------------


def _fields(
    part: Mapping[str, Any], letters: Mapping[str, str], sheet: Sheet, edges: Mapping[str, TerrainRow]
) -> Iterator[FilledField]:
    yield _number("map.columns", words.COLUMNS, part.get("columns"), LEAST_COLUMNS, MOST_COLUMNS)
    yield _number("map.rows", words.ROWS, part.get("rows"), LEAST_ROWS, MOST_ROWS)
    kinds = ((letter, sheet.terrain[key].name.lower()) for letter, key in letters.items())
    yield _lines("map.terrain", words.TERRAIN, part.get("terrain"), words.terrain_help(kinds), 12)
    yield _lines("map.heights", words.HEIGHTS, part.get("heights"), words.HEIGHTS_HELP, 6)
    yield _lines("map.roads", words.ROADS, part.get("roads"), words.ROADS_HELP, 6)
    lines = map(_edge, rows(part.get("edges")))
    yield _text_field("map.edges", words.EDGES, lines, words.edges_help(edges), 6)


def _number(
    name: str, label: str, value: Any, low: int, high: int, help_: str = "", *, drawn: bool = True
) -> FilledField:
    field = Field(name, label, "whole", help_ or words.from_to(low, high), low=low, high=high)
    return FilledField(field, _text(value), drawn=drawn)


def _lines(name: str, label: str, value: Any, help_: str, lines: int) -> FilledField:
    return _text_field(name, label, map(_text, rows(value)), help_, lines)


def _text_field(name: str, label: str, value: Iterable[str], help_: str, lines: int) -> FilledField:
    return FilledField(Field(name, label, "text", help_), "\n".join(value), lines=lines)


def _edge(edge: Any) -> str:
    row = table(edge)
    return " ".join(_text(row.get(key)) for key in ("hex", "side", "kind")).strip()


def _side(
    number: int,
    side: Mapping[str, Any],
    army: ArmyList | None,
    groups: Sequence[tuple[str, Sequence[Mapping[str, Any]]]],
) -> MapSide:
    at = f"sides[{number}]"
    placements = table(side.get("placements"))
    arrivals = table(side.get("arrivals"))
    generals = table(side.get("generals"))
    asked = words.SIDE_FIELDS
    label, help_ = asked["break_percent"]
    typed = {_key(stand): stand["name"] for _, stands in groups for stand in stands}
    helps = {"placements": words.placements_help(typed)} if typed else {}
    fields = (
        FilledField(Field(f"{at}.name", asked["name"][0]), _text(side.get("name")), drawn=False),
        _number(f"{at}.break_percent", label, side.get("break_percent"), 1, 100, help_, drawn=False),
        *(
            _text_field(f"{at}.{key}", asked[key][0], value, helps.get(key, asked[key][1]), lines)
            for key, value, lines in (
                ("placements", map(_placed, placements.items()), 6),
                ("generals", (f"{key} {_text(value)}" for key, value in generals.items()), 3),
                ("zone", [" ".join(map(_text, rows(side.get("zone"))))], 3),
                ("arrivals", map(_arriving, arrivals.items()), 3),
            )
        ),
    )
    army_line = f"{army.name}, {LISTS.book_of(army).name}" if army else ""
    named = tuple(
        (name, tuple((stand["id"], stand["code"], stand["name"]) for stand in stands))
        for name, stands in groups
    )
    return MapSide(number, _name(side, number), army_line, fields, named)


def _placed(item: tuple[str, Any]) -> str:
    key, value = item
    placed = table(value)
    facing = placed.get("facing")
    known = isinstance(facing, int) and not isinstance(facing, bool) and 0 <= facing < 6
    towards = hexes.facing_words(facing) if known and isinstance(facing, int) else _text(facing)
    return f"{key} {_text(placed.get('hex'))} {towards}".strip()


def _arriving(item: tuple[str, Any]) -> str:
    key, value = item
    coming = table(value)
    return " ".join([key, _text(coming.get("round")), *map(_text, rows(coming.get("hexes")))]).strip()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _stands(army: ArmyList | None, letter: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the stands of a list by groups, as the script knows them: ids begin with the side's letter,
    stands of one name are numbered.
    """
    if army is None:
        return []
    book = LISTS.book_of(army)
    assert isinstance(book, SnaphanceBook)
    found = []
    names = numbered(
        {
            unit.id: unit.name or book.stand(unit.entry, unit.options).name
            for unit in army.units() if unit.entry in book.entry_by_id
        }
    )  # fmt: skip
    for number, command in enumerate(army.commands, 1):
        stands = []
        for unit in command.units:
            if unit.entry in book.entry_by_id:
                stand = book.stand(unit.entry, unit.options)
                known = {"id": f"{letter}.{unit.id}", "group": command.id, "name": names[unit.id]}
                stands.append({**known, "code": stand.code, "ranks": stand.ranks})
        leader = f", {command.leader.name}" if command.leader and command.leader.name else ""
        found.append((f"{command.name or words.group(number)}{leader}", stands))
    return found


def numbered(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names by their keys, with a number behind each that several have: `Swedish Brigade 2`."""
    of_that_name = Counter(names.values())
    so_far = Counter[str]()
    found = {}
    for key, name in names.items():
        so_far[name] += 1
        found[key] = f"{name} {so_far[name]}" if of_that_name[name] > 1 else name
    return found


def _key(stand: Mapping[str, Any]) -> str:
    """Return what a stand is called in the lines that are typed: `c1u1` of `a.c1u1`."""
    return str(stand["id"].partition(".")[2])


# -- the palette and the drawing ------------------------------------------------------------------


def paints(
    grounds: Mapping[str, TerrainRow], edges: Mapping[str, TerrainRow], sides: Sequence[str]
) -> dict[str, tuple[Paint, ...]]:
    """Return what each tool paints with."""
    kinds = sorted(grounds.items(), key=lambda each: each[1].level)  # steep slopes after the rest
    fills = [Paint(letter, _short(row), _swatch(row.key)) for letter, row in kinds if row.key not in HILLS]
    levels = [Paint(str(level), name, _level_swatch(level)) for level, name in enumerate(words.LEVELS)]
    strokes = ((ROAD[1], 7), (ROAD[0], 4))
    way = "".join(svg.path("M2 14L32 6", stroke=colour, stroke_width=wide) for colour, wide in strokes)
    roads = tuple(
        Paint(sign, name, _swatch("open") + way) for sign, name in zip(ROADS, words.ROAD_PAINTS, strict=True)
    )
    return {
        "ground": tuple(fills),
        "level": tuple(levels),
        "road": (*roads, Paint(".", words.NO_ROAD, _swatch("open"))),
        "edge": tuple(_edge_paint(key, row) for key, row in edges.items()),
        "zone": tuple(Paint(str(number), words.zone_of(name)) for number, name in enumerate(sides)),
    }


def _edge_paint(kind: str, row: TerrainRow) -> Paint:
    plane = Plane(1, 1, unit=34.0, margin=0.0)
    drawn = "".join(sides_svg(plane, [(hexes.at(0, 0), 0)], kind, crossing=row.crossing))
    turned = svg.group(drawn, transform="rotate(90 17 10) translate(-17 -9.6)")
    return Paint(kind, _short(row), _swatch("open") + turned)


def _short(row: TerrainRow) -> str:
    """Return the short name of a row: `Rough ground` of `Rough ground: enclosures, vineyards`."""
    return row.plain.partition(" (")[0]


def _swatch(kind: str) -> str:
    return _level_swatch(0) + "".join(filled(_SWATCH, kind, PREFIX))


def _level_swatch(level: int) -> str:
    return svg.path(_SWATCH, fill=LEVELS[level])


_SWATCH = "M0 0h34v20H0z"


def _svg(part: Mapping[str, Any], letters: Mapping[str, str], sheet: Sheet) -> str:
    """Return the ground of a draft, without what cannot be drawn; the script draws what stands on it."""
    columns, deep = (
        value if type(value := part.get(key)) is int and 0 < value <= most else getattr(sheet.numbers, key)
        for key, most in (("columns", MOST_COLUMNS), ("rows", MOST_ROWS))
    )
    parts = hex_map_svg(_ground_map(part, columns, deep, letters, sheet), sheet, prefix=PREFIX)
    layers = (("map-ground", parts.ground + parts.labels), ("map-over", ""), ("map-marks", ""))
    drawn = (svg.group(content, id=name) for name, content in layers)
    view = (0, 0, parts.plane.width, parts.plane.height)
    return svg.canvas(view, svg.element("defs", parts.defs), *drawn, role="img", aria_label=words.THE_MAP)


def _ground_map(
    part: Mapping[str, Any], columns: int, deep: int, letters: Mapping[str, str], sheet: Sheet
) -> Map:
    grids = {key: [_text(row) for row in rows(part.get(key))] for key in ("terrain", "heights", "roads")}

    def at(key: str, column: int, row: int) -> str:
        lines = grids[key]
        return lines[row][column] if row < len(lines) and column < len(lines[row]) else ""

    cells = {}
    for row in range(deep):
        for column in range(columns):
            kind = letters.get(at("terrain", column, row), "open")
            level, road = at("heights", column, row), at("roads", column, row)
            # A hill is never lower than its terrain, whatever the draft says.
            high = max(sheet.terrain[kind].level, int(level) if level in ("0", "1", "2") else 0)
            cells[hexes.at(column, row)] = Cell(kind, high, bool(road) and road in ROADS, lane_of(road))
    sides = {}
    for edge in map(table, rows(part.get("edges"))):
        try:
            place, way = hexes.named(_text(edge.get("hex"))), hexes.SIDES.index(_text(edge.get("side")))
        except ValueError:
            continue
        sides[place, way] = sides[hexes.neighbour(place, way), (way + 3) % 6] = _text(edge.get("kind"))
    return Map(columns, deep, cells, sides)
