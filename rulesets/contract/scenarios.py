"""What a rule system says of its scenarios to those who show, edit and fight them: one `ScenarioEditor`.

Without it the scenarios of a system are text, and no battle is begun from them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rulesets.engine.bookform import Typed
from rulesets.engine.fields import Field

Document = dict[str, Any]


def field_id(path: str) -> str:
    """Return the id on the page of the field of a path: `f-sides-0-zone`."""
    return f"f-{re.sub(r'[^A-Za-z0-9_]+', '-', path).strip('-')}"


@dataclass(frozen=True, slots=True)
class UnitSummary:
    """A unit in the order of battle: its short sign, its figures, where it begins. `later`: it arrives."""

    id: str
    name: str
    sign: str
    kind: str
    figures: tuple[tuple[str, str], ...]
    where: str
    later: bool = False


@dataclass(frozen=True, slots=True)
class CommandSummary:
    """A command with its leader, both in words."""

    name: str
    leader: str
    stands: tuple[UnitSummary, ...]


@dataclass(frozen=True, slots=True)
class SideSummary:
    """One army: what it is called, whose it is, its figures, its commands."""

    name: str
    army: str
    facts: tuple[tuple[str, str], ...]
    groups: tuple[CommandSummary, ...]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A row of figures that a scenario may change: their words, and where they come from (`status`)."""

    name: str
    cells: tuple[str, ...]
    status: str
    changed: bool


@dataclass(frozen=True, slots=True)
class SheetSummary:
    """A table of such rows."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class ScenarioSummary:
    """A scenario as a reader sees it. `map`: a drawing (SVG), every word of a player's in it escaped;
    `legend`: what of the drawing needs words; `statuses`: what the words for the status of figures mean.
    """

    name: str
    date: str
    place: str
    summary: str
    told: tuple[str, ...]
    sources: tuple[str, ...]
    scale: str
    ours: str
    facts: tuple[tuple[str, str], ...]
    victory: str
    notes: tuple[str, ...]
    map: str
    legend: str
    sides: tuple[SideSummary, ...]
    sheet: tuple[SheetSummary, ...]
    statuses: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything but the drawing and its legend."""
        found = asdict(self)
        del found["map"], found["legend"]
        return found


@dataclass(frozen=True, slots=True)
class FilledField:
    """A field of the map editor or of the sheet with what stands in it. Its key, the name in the form, is the
    path of its part of the document.

    `usual`: what is recommended, in words; `lines`: how many a text shows; `drawn`: it can be put on the map.
    """

    field: Field
    value: str
    usual: str = ""
    lines: int = 0
    drawn: bool = True

    @property
    def name(self) -> str:
        """Its name in the form."""
        return self.field.key

    @property
    def id(self) -> str:
        """Its id on the page."""
        return field_id(self.name)


@dataclass(frozen=True, slots=True)
class Paint:
    """Something that the map editor paints with: what it puts down, its name, its drawing (SVG)."""

    value: str
    name: str
    swatch: str = ""


@dataclass(frozen=True, slots=True)
class MapSide:
    """A side in the map editor: its name, its list and what is said of it, its fields, its stands by groups
    (each the group's name and its stands' ids, signs and names).
    """

    index: int
    name: str
    army: str
    fields: tuple[FilledField, ...]
    groups: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]

    @property
    def list_name(self) -> str:
        """The name of its list among the fields, by which faults are shown."""
        return f"sides[{self.index}].list"


@dataclass(frozen=True, slots=True)
class MapEditorPage:
    """The map editor of a draft, whatever is wrong with it.

    `fields` of the map; `paints` by tool; `data`: what the script in the browser needs, as JSON; `svg`: the
    ground drawn as far as it can be.
    """

    fields: tuple[FilledField, ...]
    sides: tuple[MapSide, ...]
    paints: Mapping[str, tuple[Paint, ...]]
    data: Mapping[str, Any]
    svg: str


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of figures: where they come from (`status`), whether the scenario changed it, or brought it."""

    key: str
    name: str
    status: str
    changed: bool
    own: bool
    figures: tuple[FilledField, ...]

    @property
    def id(self) -> str:
        """Its id on the page."""
        return field_id(self.key)


@dataclass(frozen=True, slots=True)
class FigureTable:
    """The rows of one kind; `help` says what the figures count."""

    title: str
    help: str
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class FaultPlace:
    """What a fault is about, by its path: the field of the editor, the unit, the hexes."""

    field: str = ""
    unit: str = ""
    hexes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScenarioEditor:
    """How scenarios of a system are shown, edited on a map, and fought.

    `summary(document)` raises FaultyBookError; `setup(document)` is the set-up of a battle begun from it.
    `page(draft)` and `typed(draft, what was typed)` are the map editor and what it makes of the draft,
    whatever is wrong with it. `with_list(draft, side, list document)` gives a side its army.
    `figures(draft)`: the figures that a scenario may change; `with_figures(draft, what was typed)` makes the
    draft of them, `with_usual(draft, key of a row)` puts a row back to what is recommended.
    `map_text(draft)`, `with_map_text(draft, text)`: the map as plain text and back, which raises
    FaultyBookError. `fault(draft, path)`: where the editor shows a fault. `shipped()`: documents by key.
    `training`: the key of the shipped one that a newcomer begins with, "" if there is none.
    """

    system: str
    summary: Callable[[Mapping[str, Any]], ScenarioSummary]
    setup: Callable[[Mapping[str, Any]], Document]
    page: Callable[[Mapping[str, Any]], MapEditorPage]
    typed: Callable[[Mapping[str, Any], Typed], Document]
    with_list: Callable[[Mapping[str, Any], int, Mapping[str, Any]], Document]
    figures: Callable[[Mapping[str, Any]], tuple[FigureTable, ...]]
    with_figures: Callable[[Mapping[str, Any], Typed], Document]
    with_usual: Callable[[Mapping[str, Any], str], Document]
    map_text: Callable[[Mapping[str, Any]], str]
    with_map_text: Callable[[Mapping[str, Any], str], Document]
    fault: Callable[[Mapping[str, Any], str], FaultPlace]
    shipped: Callable[[], Mapping[str, Document]]
    training: str = ""
