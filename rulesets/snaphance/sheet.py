"""The Summary Sheet: what the rules leave to sheets that are lost, as data that a scenario may change.

Its values are ours or found elsewhere, never the rules': each row says which (`status`). `data/sheet.toml`
holds the sheet that is recommended; a scenario's `sheet` replaces rows of it by their keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from rulesets.engine.books import data, read_document, read_toml
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.engine.wording.documents import NOT_A_TABLE
from rulesets.snaphance.classes import Ground

DATA = Path(__file__).parent / "data"
GROUNDS: tuple[str, ...] = get_args(Ground)
"""The class groups that terrain effects are looked up by (SN-2.0.b)."""

Entry = int | Literal["all", "all_d", "no"]
"""MP to enter a hex or cross a hex side; `all`: only as the one hex of a whole single move; `all_d`: the same
and disordered; `no`: it may not.
"""
Status = Literal["found", "recommended", "stated", "scenario"]


@data
class WeaponRow:
    """SN-7.0.c, SN-7.0.g: dice that a weapon adds to the firer's SP by range in H; others are out of range.

    `points`: what it adds to the price of a stand.
    """

    key: str
    name: str
    dice: Mapping[str, int]
    points: int = 0
    status: Status = "recommended"
    completion: str = "SN-C-weapons"


@data
class FactorRow:
    """A factor of firing or of melee, in D6, under the key that the code knows it by."""

    key: str
    name: str
    dice: int
    status: Status = "recommended"
    completion: str = ""


@data
class TerrainRow:
    """SN-10.3.e, SN-7.1: what a kind of terrain does. `entry` by class group (classes.Ground).

    `side`: it lies on hex sides, else it fills hexes. `cover`: D6 of fire at who stands in it or behind it.
    `attacker`, `defender`: D6 in melee. `blocks`: sight reaches one hex deep into it. `level`: its height.
    `fortified`: the special rules of fortified buildings. `crossing`: it makes a stream or river passable.
    """

    key: str
    name: str
    side: bool
    entry: Mapping[str, Entry]
    removes_charge_bonus: bool
    cover: int = 0
    attacker: int = 0
    defender: int = 0
    defensive: bool = False
    blocks: bool = False
    level: int = 0
    fortified: bool = False
    crossing: bool = False
    status: Status = "recommended"
    completion: str = "SN-C-terrain"

    @property
    def plain(self) -> str:
        """Its name without its examples: `Rough ground` of `Rough ground: enclosures, vineyards`."""
        return self.name.partition(":")[0].partition(",")[0]


@data
class GeneralRow:
    """SN-1.4.b, SN-3.0.a: a grade of Generals."""

    key: str
    name: str
    initiative: int
    command_range: int
    status: Status = "recommended"
    completion: str = "SN-C-generals"


@data
class Numbers:
    """Single figures of the sheet: SN-C-setup (map, zone in H, rounds), SN-C-break, SN-C-points and so on."""

    columns: int = 18
    rows: int = 12
    zone_depth: int = 3
    rounds: int = 0
    break_percent: int = 40
    well_trained_range: int = 6
    poorly_trained_range: int = 4


@data
class Sheet:
    """The whole Summary Sheet; rows by their keys."""

    weapons: Mapping[str, WeaponRow]
    fire: Mapping[str, FactorRow]
    melee: Mapping[str, FactorRow]
    terrain: Mapping[str, TerrainRow]
    generals: Mapping[str, GeneralRow]
    numbers: Numbers = field(default_factory=Numbers)

    def effective(self, overrides: Mapping[str, Any]) -> Sheet:
        """Return this sheet as a scenario's `sheet` changes it, row by row and value by value (SN-1.0.a).

        `overrides` has the parts `weapons`, `fire`, `melee`, `terrain`, `generals` (rows by their keys, each
        with the values that differ) and `numbers`. A row that the sheet does not have must be whole; only
        weapons, terrain and grades of Generals may be new, for nothing in the rules would ask for a new
        factor. What is changed has the status "scenario". Raises FaultyBookError with the paths of all that
        is wrong.
        """
        if not overrides:
            return self
        faults = list(_faults(self, overrides))
        if faults:
            raise FaultyBookError(*faults)
        document: dict[str, Any] = {part: list(_merged(self, part, overrides)) for part in _PARTS}
        document["numbers"] = {**asdict(self.numbers), **overrides.get("numbers", {})}
        # The merged sheet is read like the shipped one, so that both are checked by the same types.
        try:
            return _sheet(read_document(document, _File))
        except FaultyBookError as error:
            raise FaultyBookError(*(_by_key(document, each) for each in error.faults)) from None


# ---------------------------------------------------------------------------- reading

_PARTS = ("weapons", "fire", "melee", "terrain", "generals")
_GROWING = ("weapons", "terrain", "generals")
_CODES = ("all", "all_d", "no")
_OURS = ("key", "status", "completion")


@data
class _File:
    """data/sheet.toml, its rows in the order of print."""

    weapons: tuple[WeaponRow, ...]
    fire: tuple[FactorRow, ...]
    melee: tuple[FactorRow, ...]
    terrain: tuple[TerrainRow, ...]
    generals: tuple[GeneralRow, ...]
    numbers: Numbers


@cache
def load() -> Sheet:
    """Return the sheet that is recommended where a scenario brings no other (SN-1.0.a); raises BookError."""
    return _sheet(read_toml(DATA / "sheet.toml", _File))


def effective(overrides: Mapping[str, Any]) -> Sheet:
    """Return the recommended sheet as a scenario changes it; raises FaultyBookError."""
    return load().effective(overrides)


def _sheet(read: _File) -> Sheet:
    parts: dict[str, Any] = {part: {row.key: row for row in getattr(read, part)} for part in _PARTS}
    return Sheet(numbers=read.numbers, **parts)


def _merged(sheet: Sheet, part: str, overrides: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a part, changed and new ones as the overrides have them."""
    changes = overrides.get(part, {})
    for key, row in getattr(sheet, part).items():
        change = changes.get(key)
        # Costs of entry are changed one by one; every other value replaces the old one.
        old = asdict(row)
        if change:
            entry = {"entry": {**old["entry"], **change.get("entry", {})}} if "entry" in old else {}
            old |= {**change, **entry, "status": "scenario"}
        yield old
    for key, row in changes.items():
        if key not in getattr(sheet, part):
            yield {**row, "key": key, "status": "scenario", "completion": ""}


def _faults(sheet: Sheet, overrides: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong with overrides before they are laid over the sheet: unknown parts, rows, values."""
    for part, rows in overrides.items():
        if part not in (*_PARTS, "numbers"):
            yield Fault(part, f"is not a part of the sheet: choose from {', '.join((*_PARTS, 'numbers'))}")
        elif not isinstance(rows, Mapping):
            yield Fault(part, NOT_A_TABLE)
        elif part == "numbers":
            known = [each.name for each in fields(Numbers)]
            for key in rows:
                if key not in known:
                    yield Fault(
                        f"numbers.{key}", f"is not a figure of the sheet: choose from {', '.join(known)}"
                    )
        else:
            yield from _row_faults(sheet, part, rows)


def _row_faults(sheet: Sheet, part: str, rows: Mapping[str, Any]) -> Iterator[Fault]:
    there = getattr(sheet, part)
    for key, row in rows.items():
        if key not in there and part not in _GROWING:
            yield Fault(
                f"{part}.{key}", f"is not a factor that the rules know: choose from {', '.join(there)}"
            )
        elif not isinstance(row, Mapping):
            yield Fault(f"{part}.{key}", NOT_A_TABLE)
        else:
            for name in row:
                if name in _OURS:
                    yield Fault(f"{part}.{key}.{name}", "is not a scenario’s to give: leave it out")
            if part == "terrain":
                yield from _entry_faults(f"{part}.{key}.entry", row.get("entry", {}), key not in there)


def _entry_faults(path: str, entry: Any, new: bool) -> Iterator[Fault]:
    """Yield what is wrong with the cost of entry by class group; a new kind of terrain has all of them."""
    if not isinstance(entry, Mapping):
        yield Fault(path, NOT_A_TABLE)
        return
    for group, cost in entry.items():
        if group not in GROUNDS:
            yield Fault(f"{path}.{group}", f"is not a class of stands: choose from {', '.join(GROUNDS)}")
        # In Python True counts as 1, but it is no cost.
        elif cost not in _CODES and (isinstance(cost, bool) or not isinstance(cost, int) or cost < 1):
            yield Fault(f"{path}.{group}", f"must be MP, 1 or more, or one of {', '.join(_CODES)}")
    for group in GROUNDS if new else ():
        if group not in entry:
            yield Fault(f"{path}.{group}", "is missing")


def _by_key(document: Mapping[str, Any], fault: Fault) -> Fault:
    """Return a fault of a row by its place (`terrain[3].cover`) as one by its key (`terrain.woods.cover`)."""
    part, bracket, rest = fault.path.partition("[")
    number, _, tail = rest.partition("]")
    if not bracket:
        return fault
    return Fault(f"{part}.{document[part][int(number)]['key']}{tail}", fault.message)
