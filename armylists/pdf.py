"""The roster on paper: a tagged PDF with its fonts and its list inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil

from armylists.attachments import ATTACHMENT
from armylists.printing import Printout, Source, printout, qr
from armylists.wording import lists as words
from rulesets.contract.documents import roster
from rulesets.engine.lists import ArmyList, dump_list
from rulesets.engine.roster import ReferenceTable, RosterSheet
from rulesets.engine.rosterlayouts import summary, tables

_STYLE = "css/roster-print.css"


def roster_pdf(army: ArmyList, paper: str = "A4", link: str = "", layout: str = "cards") -> bytes:
    """Return the roster of `army` on `paper` (one of PAPERS) in a layout (one of LAYOUTS), with a QR code of
    `link` if it is shared.
    """
    sheet = roster(army)
    code = qr(link, border=0, lineclass=None, title=words.qr_code_of(link)) if link else ""
    context = {
        "sheet": sheet,
        "link": link,
        "qr": code,
        "importable": True,
        "columns": two_columns(sheet, paper),
        **laid_out(sheet, layout),
    }
    source = Source(dump_list(army), ATTACHMENT, words.LIST_ATTACHED)
    return printout("armylists/roster_pdf.html", context, _STYLE, paper, source).pdf()


def rosters(title: str, armies: Sequence[ArmyList], paper: str = "A4", layout: str = "cards") -> Printout:
    """Return the rosters of worn armies, as they fight a battle called `title`: what rules they break by now
    is not said, for they were legal when they were raised.
    """
    sheets = [replace(roster(army), findings=(), remarks=()) for army in armies]
    shown = [
        {"sheet": sheet, "columns": two_columns(sheet, paper), **laid_out(sheet, layout)} for sheet in sheets
    ]
    context = {"title": title, "rosters": shown, "layout": layout, "short": layout == "summary"}
    return printout("armylists/rosters_pdf.html", context, _STYLE, paper)


def laid_out(sheet: RosterSheet, layout: str) -> dict[str, object]:
    """Return what the templates of a roster need for a layout."""
    short = layout == "summary"
    made = () if layout == "cards" else summary(sheet) if short else tables(sheet)
    return {"layout": layout, "short": short, "tables": made}


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of the reference page: each column with the class of its width."""

    title: str
    rule: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    height: float


@dataclass(frozen=True, slots=True)
class _Columns:
    """The reference page. `apart`: special rules and notes stand behind both columns, not in the second."""

    both: tuple[Sequence[_Table], Sequence[_Table]]
    apart: bool


_ROOM = {"A4": 254.0, "Letter": 236.0}
"""How high a column may be, in mm: what does not fit on the page would not be printed."""


def two_columns(sheet: RosterSheet, paper: str) -> _Columns:
    """Return the tables of the reference page in two columns about as high, special rules and notes below.

    The printer can balance columns by itself, but takes many seconds for it.
    """
    tables = [_measured(table) for table in sheet.tables]
    below = sum(_lines(f"{each.name} {each.rule} {each.effect}") * 3.4 + 0.8 for each in sheet.traits)
    below += sum(_lines(line) * 3.9 + 1 for line in sheet.notes.splitlines()) + 10
    tops = list(accumulate((each.height for each in tables), initial=0.0))

    def higher(place: int, more: float) -> float:
        return max(tops[place], tops[-1] + more - tops[place])

    cut = min(range(len(tops)), key=lambda place: higher(place, below))
    apart = higher(cut, below) > _ROOM[paper]
    if apart:
        cut = min(range(len(tops)), key=lambda place: higher(place, 0))
    return _Columns((tables[:cut], tables[cut:]), apart)


def _measured(table: ReferenceTable) -> _Table:
    """Return a table with the widths of its columns, and about how high it will be, in mm."""
    longest = [max(len(cell) for cell in column) for column in zip(table.columns, *table.rows, strict=True)]
    room = _HALF - sum(_WIDTHS[_width(letters)] for letters in longest[1:])
    rows = sum(
        max(_lines(row[0], room), *(_lines(cell, _WIDTHS[99]) for cell in row[1:]), 1) * 3.3 + 0.5
        for row in table.rows
    )
    note = _lines(table.note) * 3.1 + 0.6 if table.note else 0
    columns = tuple(
        (head, f"w{_width(letters)}") for head, letters in zip(table.columns, longest, strict=True)
    )
    return _Table(table.title, table.rule, columns, table.rows, table.note, 10.5 + rows + note)


_HALF = 88.0
"""The width of a column of the reference page, in mm."""
_WIDTHS = {3: 5.0, 6: 8.5, 9: 13.0, 14: 20.0, 99: 36.0}
"""The classes of roster-print.css: up to how many letters, and how wide in mm."""
_LETTER = 1.25


def _width(letters: int) -> int:
    return next((limit for limit in _WIDTHS if letters <= limit), max(_WIDTHS))


def _lines(words: str, width: float = _HALF) -> int:
    """Return about how many lines words take in a width (mm)."""
    return ceil(len(words) * _LETTER / width)
