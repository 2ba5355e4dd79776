"""The Summary Sheet of a draft as fields: what is recommended, and what the scenario has instead (SN-1.0.a).

The draft holds only what differs, so a figure that is typed as it is recommended leaves the draft. What the
sheet says of maps, rounds and break levels has fields of its own in a scenario, and is not here.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rulesets.contract.scenarios import FigureRow, FigureTable, FilledField
from rulesets.engine.bookform import Typed, number
from rulesets.engine.digits import whole
from rulesets.engine.fields import Field
from rulesets.snaphance.scenario_editor.page import table
from rulesets.snaphance.scenarios.definitions import MOST_RANGE
from rulesets.snaphance.sheet import load
from rulesets.snaphance.wording import scenario_editor as words

Document = dict[str, Any]
AT = "sheet"
USUAL_RANGE = 10
SET_UP = ("zone_depth", "well_trained_range", "poorly_trained_range")
_ENTRIES = (
    *((str(mp), words.move_points(mp)) for mp in range(1, 7)),
    *words.ENTRIES.items(),
)
_KEPT = (("no", words.KEPT[False]), ("yes", words.KEPT[True]))
_SIGHT = (("no", words.SIGHT[False]), ("yes", words.SIGHT[True]))


@dataclass(frozen=True, slots=True)
class _Column:
    """A figure of every row of a part: its key, or its keys in a table of the row; `flag`: yes or no."""

    way: tuple[str, ...]
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    flag: bool = False


def _columns(part: str, draft: Mapping[str, Any]) -> Iterator[_Column]:
    if part == "weapons":
        for distance in range(1, _reach(draft) + 1):
            yield _Column(("dice", str(distance)), f"{distance}H")
    elif part in ("fire", "melee"):
        yield _Column(("dice",), "D6")
    elif part == "terrain":
        for ground, name in words.CLASSES.items():
            yield _Column(("entry", ground), name, _ENTRIES)
        yield _Column(("removes_charge_bonus",), words.CHARGE_BONUS, _KEPT, flag=True)
        for key in ("cover", "attacker", "defender"):
            yield _Column((key,), key)
        yield _Column(("blocks",), "sight", _SIGHT, flag=True)
        yield _Column(("level",), "level")
    else:
        yield _Column(("initiative",), "initiative")
        yield _Column(("command_range",), words.COMMANDS)


def _reach(draft: Mapping[str, Any]) -> int:
    """Return how many ranges the weapons have fields for."""
    known = {
        # A draft may hold ranges beyond the usual ones, which would otherwise be lost on saving.
        each
        for row in table(_changes(draft).get("weapons")).values()
        for each in table(table(row).get("dice"))
    }
    return min(MOST_RANGE, max([USUAL_RANGE, *map(whole, known)]))


def _changes(draft: Mapping[str, Any]) -> Mapping[str, Any]:
    return table(draft.get(AT))


# -- shown ----------------------------------------------------------------------------------------


def figures(draft: Mapping[str, Any]) -> tuple[FigureTable, ...]:
    """Return every figure of the sheet that a scenario may change, as the draft has it, right or wrong."""
    return tuple(FigureTable(*said, tuple(_rows(part, draft))) for part, said in words.PARTS.items())


def _rows(part: str, draft: Mapping[str, Any]) -> Iterator[FigureRow]:
    changes = table(_changes(draft).get(part))
    if part == "numbers":
        usual = asdict(load().numbers)
        for key in SET_UP:
            name = f"{AT}.{part}.{key}"
            value = _text(changes.get(key, usual[key]))
            figure = FilledField(Field(name, ""), value, str(usual[key]))
            status = "scenario" if key in changes else "recommended"
            yield FigureRow(name, words.FIGURE_NAMES[key], status, key in changes, False, (figure,))
        return
    columns = tuple(_columns(part, draft))
    known = _usual(part)
    for key in (*known, *(key for key in changes if key not in known)):
        usual, change = known.get(key, {}), table(changes.get(key))
        if part == "weapons" and not usual.get("dice", True):
            continue  # no firearm
        at = f"{AT}.{part}.{key}"
        cells = tuple(_figure(at, column, usual, _laid_over(usual, change)) for column in columns)
        name = _text(change.get("name", usual.get("name", key)))
        status = "scenario" if key in changes else str(usual["status"])
        yield FigureRow(at, name, status, key in changes, key not in known, cells)


def _usual(part: str) -> dict[str, Document]:
    """Return the rows of a part as they are recommended, as values."""
    return {key: asdict(row) for key, row in getattr(load(), part).items()}


def _laid_over(usual: Mapping[str, Any], change: Mapping[str, Any]) -> Document:
    """Return a row as the sheet lays a change over it: dice of a weapon are one value, entries are not."""
    entry = {**table(usual.get("entry")), **table(change.get("entry"))}
    return {**usual, **change, "entry": entry}


def _figure(at: str, column: _Column, usual: Mapping[str, Any], row: Mapping[str, Any]) -> FilledField:
    value = _text(_value(row, column.way))
    choices = column.choices
    # A wrong value stays to be seen, instead of being replaced by the first choice.
    if choices and value not in dict(choices):
        choices = (*choices, (value, value or words.NOT_SAID))
    known = _text(_value(usual, column.way))
    field = Field(".".join((at, *column.way)), column.label, choices=choices)
    return FilledField(field, value, dict(column.choices).get(known, known))


def _value(row: Mapping[str, Any], way: tuple[str, ...]) -> Any:
    value: Any = row
    for step in way:
        value = table(value).get(step)
    return value


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


# -- typed ----------------------------------------------------------------------------------------


def with_figures(draft: Mapping[str, Any], given: Typed) -> Document:
    """Return the draft with the figures that were typed; what is as recommended leaves it."""
    document = copy.deepcopy(dict(draft))
    for part in words.PARTS:
        changes = dict(table(_changes(document).get(part)))
        if part == "numbers":
            usual = asdict(load().numbers)
            # Only fields of the form are read; what it did not show stays as it is in the draft.
            for key in SET_UP:
                if given.has(name := f"{AT}.{part}.{key}"):
                    _put(changes, key, _typed(given.one(name)), usual[key])
        else:
            known = _usual(part)
            for key in (*known, *(key for key in changes if key not in known)):
                if any(given.has(".".join((AT, part, key, *each.way))) for each in _columns(part, draft)):
                    row = _row(part, key, known.get(key, {}), table(changes.get(key)), draft, given)
                    _put(changes, key, row, {} if key in known else None)
        _keep(document, part, changes)
    return document


def _row(
    part: str,
    key: str,
    usual: Mapping[str, Any],
    change: Mapping[str, Any],
    draft: Mapping[str, Any],
    given: Typed,
) -> Document:
    """Return what a row changes, with what was typed."""
    row, dice = dict(change), dict(table(_laid_over(usual, change).get("dice")))
    entry = dict(table(change.get("entry")))
    for column in _columns(part, draft):
        name = ".".join((AT, part, key, *column.way))
        if not given.has(name):
            continue
        typed = given.one(name).strip()
        value = typed == "yes" if column.flag and typed in ("yes", "no") else _typed(typed)
        recommended = _value(usual, column.way)
        if column.way[0] == "entry":
            _put(entry, column.way[1], value, recommended)
        elif len(column.way) > 1:
            _put(dice, column.way[1], value, None)
        else:
            _put(row, column.way[0], value, recommended)
    if part == "weapons":
        # Dice are replaced as a whole by the sheet, so all of them are written or none.
        row.pop("dice", None)
        if dice != usual.get("dice"):
            row["dice"] = dice
    if part == "terrain":
        _put(row, "entry", entry, {})
    return row


def _typed(text: str) -> Any:
    """Return a number, or what was typed instead; the true minus is one too."""
    return number(text.strip().replace("\u2212", "-"), whole=True)


def _put(values: Document, key: str, value: Any, usual: Any) -> None:
    """Set a value if it differs from the usual one; an emptied field is as recommended."""
    # In Python 1 equals True, but in the document they are different faults.
    if value == "" or (value == usual and type(value) is type(usual)):
        values.pop(key, None)
    else:
        values[key] = value


def _keep(document: Document, part: str, changes: Document) -> None:
    sheet = dict(_changes(document))
    if changes:
        sheet[part] = changes
    elif isinstance(sheet.get(part), Mapping):
        del sheet[part]
    if sheet:
        document[AT] = sheet
    elif isinstance(document.get(AT), Mapping):
        del document[AT]


def with_usual(draft: Mapping[str, Any], key: str) -> Document:
    """Return the draft with a row (`sheet.weapons.musket`) as recommended; one of its own is taken out."""
    document = copy.deepcopy(dict(draft))
    _, _, rest = key.partition(".")
    part, _, name = rest.partition(".")
    if part in words.PARTS:
        changes = {each: row for each, row in table(_changes(document).get(part)).items() if each != name}
        _keep(document, part, changes)
    return document


# -- faults ---------------------------------------------------------------------------------------


def place_of(draft: Mapping[str, Any], path: str) -> str:
    """Return the figure that a fault is about, else its row, else the sheet as a whole."""
    rows = [row for each in figures(draft) for row in each.rows]
    names = {figure.name for row in rows for figure in row.figures}
    keys = {row.key for row in rows}
    while path and path not in names and path not in keys:
        path = path.rpartition(".")[0]
    return path or AT
