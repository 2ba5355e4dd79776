"""What a scenario is: a map, two armies and where they stand, and what it changes of the sheet (SN-1.0.a).

The document names hexes by their labels (`0705`), stands and groups by the ids that they have in their list
(`c1u2`, `c1`), facings by the numbers 0 to 5 of `hexes.FACINGS`. The first side is that at the lower edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field

from rulesets.contract.documents import parse_list
from rulesets.engine.books import data
from rulesets.engine.digits import whole
from rulesets.engine.errors import Fault
from rulesets.engine.lists import ArmyList
from rulesets.engine.wording import documents as shared
from rulesets.snaphance import hexes
from rulesets.snaphance.armies.check import break_percent
from rulesets.snaphance.ground import Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.scenarios.maps import MOST_COLUMNS, MOST_ROWS, MapPart, map_of
from rulesets.snaphance.sheet import Sheet, effective
from rulesets.snaphance.wording import scenarios as words

FORMAT = "leaguer-snaphance-scenario"
VERSION = 1
MOST_ROUNDS = 60

Line = Annotated[str, Field(max_length=120)]
Words = Annotated[str, Field(max_length=5000)]
Label = Annotated[str, Field(pattern=r"^(0[1-9]|[1-9][0-9]){2}$")]
Facing = Annotated[int, Field(ge=0, le=5)]
Round = Annotated[int, Field(ge=2, le=MOST_ROUNDS)]
End = Literal["share", "draw", "first", "second"]


@data
class Placement:
    """Where a stand is deployed."""

    hex: Label
    facing: Facing

    @property
    def place(self) -> Hex:
        """Its hex."""
        return hexes.named(self.hex)


@data
class Arrival:
    """When a stand comes, at the earliest, and the hexes by one of which it enters the map."""

    round: Round
    hexes: Annotated[tuple[Label, ...], Field(min_length=1, max_length=200)]

    @property
    def places(self) -> tuple[Hex, ...]:
        """The hexes by which it may enter."""
        return tuple(hexes.named(label) for label in self.hexes)


@data
class ScenarioSide:
    """One army: its `list` document, where it stands, what comes later.

    `placements` by the id of the stand; `generals`: by the id of the group, the hex of the stand of the group
    that its General is with; `zone`: where its player deploys what has no placement; without one it is the
    strip along the own edge that the sheet gives (SN-C-setup). `arrivals` by the id of the stand.
    `break_percent`: in place of what its list says (SN-14.0.b).
    """

    name: Line
    list: Mapping[str, Any]
    placements: Mapping[str, Placement] = field(default_factory=dict)
    generals: Mapping[str, Label] = field(default_factory=dict)
    zone: tuple[Label, ...] = ()
    arrivals: Mapping[str, Arrival] = field(default_factory=dict)
    break_percent: Annotated[int, Field(ge=1, le=100)] | None = None

    @cached_property
    def army(self) -> ArmyList:
        """Its list; raises ListError."""
        return parse_list(self.list)


@data
class Victory:
    """Who wins if no army has broken when the last round is over (SN-C-setup).

    `at_the_end`: `share`: who has lost the smaller share of its break points; `draw`: nobody; `first`,
    `second`: that side, for it has held out. `words`: the same for players, with what it stands for.
    """

    at_the_end: End = "share"
    words: Words = ""


@data
class Scenario:
    """A battle ready to be fought.

    `told`: its history; `scale`: how many men a stand stands for; `ours`: what of it no source gives;
    `rounds`: 0 for no limit; `sheet`: what it changes of the Summary Sheet; `notes`: its special rules and
    hints for players, a paragraph each.
    """

    format: Literal["leaguer-snaphance-scenario"]
    version: Literal[1]
    name: Annotated[str, Field(min_length=1, max_length=120)]
    date: Line = ""
    place: Line = ""
    summary: Words = ""
    told: Words = ""
    sources: Annotated[tuple[Line, ...], Field(max_length=60)] = ()
    scale: Words = ""
    ours: Words = ""
    rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = 0
    ground: Annotated[MapPart, Field(alias="map")]
    sides: tuple[ScenarioSide, ScenarioSide]
    sheet: Mapping[str, Any] = field(default_factory=dict)
    victory: Victory = Victory()
    notes: Words = ""

    @cached_property
    def summary_sheet(self) -> Sheet:
        """The Summary Sheet as this scenario has it (SN-1.0.a); raises FaultyBookError."""
        return effective(self.sheet)

    @cached_property
    def _map(self) -> Map:
        return map_of(self.ground, self.summary_sheet)

    def map(self) -> Map:
        """Return the map; raises FaultyBookError, which `reading.read` has ruled out."""
        return self._map

    def zone(self, side: int) -> frozenset[Hex]:
        """Return where the player of a side deploys what is not placed (SN-C-setup)."""
        if self.sides[side].zone:
            return frozenset(hexes.named(label) for label in self.sides[side].zone)
        return strip(self.ground.columns, self.ground.rows, side, self.summary_sheet.numbers.zone_depth)

    def break_percent(self, side: int) -> int:
        """Return the share of a side's break points, in percent, whose loss breaks its army (SN-14.0.b)."""
        own = self.sides[side].break_percent
        return break_percent(self.sides[side].army) if own is None else own


def strip(columns: int, rows: int, side: int, depth: int) -> frozenset[Hex]:
    """Return the hexes within `depth` H of a side's edge, the lower one for the first side (SN-C-setup)."""
    depth = min(depth, rows)
    own = range(rows - depth, rows) if side == 0 else range(depth)
    return frozenset(hexes.at(column, row) for row in own for column in range(columns))


DICE = (-9, 9)
MOST_RANGE = 20
"""H that a weapon reaches at most."""
MOST_ENTRY = 12
"""MP that a hex costs at most."""
LIMITS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "weapons": {"points": (0, 99)},
    "fire": {"dice": DICE},
    "melee": {"dice": DICE},
    "terrain": {"cover": DICE, "attacker": DICE, "defender": DICE, "level": (0, 2)},
    "generals": {"initiative": DICE, "command_range": (1, 60)},
    "numbers": {
        "columns": (1, MOST_COLUMNS), "rows": (1, MOST_ROWS), "zone_depth": (1, MOST_ROWS), "rounds": (0, 60),
        "break_percent": (1, 100), "well_trained_range": (1, 60), "poorly_trained_range": (1, 60),
    },
}  # fmt: skip
"""The least and the most of each figure, by the part of the sheet."""


def figure_problems(changes: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is beyond its limits in the changes of a sheet, which the sheet itself has read."""
    for part, rows in changes.items():
        if part == "numbers":
            yield from _beyond(part, rows, LIMITS[part])
            continue
        for key, row in rows.items():
            yield from _beyond(f"{part}.{key}", row, LIMITS[part])
            if part == "weapons":
                yield from _ranges(f"{part}.{key}.dice", row.get("dice", {}))
            elif part == "terrain":
                costs = {group: cost for group, cost in row.get("entry", {}).items() if isinstance(cost, int)}
                yield from _beyond(f"{part}.{key}.entry", costs, dict.fromkeys(costs, (1, MOST_ENTRY)))


def _beyond(path: str, row: Mapping[str, Any], limits: Mapping[str, tuple[int, int]]) -> Iterator[Fault]:
    for name, (low, high) in limits.items():
        if name in row and not low <= row[name] <= high:
            yield Fault(f"{path}.{name}", shared.out_of_range(row[name], low, high))


def _ranges(path: str, dice: Mapping[str, int]) -> Iterator[Fault]:
    for distance in dice:
        reach = whole(distance)
        if str(reach) != distance or not 1 <= reach <= MOST_RANGE:
            yield Fault(f"{path}.{distance}", words.not_a_range(MOST_RANGE))
    yield from _beyond(path, dice, dict.fromkeys(dice, DICE))
