"""The roster on paper: a tagged PDF with its fonts and its list inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil

from armylists.attachments import ATTACHMENT
from armylists.printing import Printout, Source, printout, qr
from armylists.wording import lists as words
from rulesets.contract import registry
from rulesets.contract.documents import roster, title_of
from rulesets.engine.lists import ArmyList, Fault, ListError, dump_list
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


def play_sheet(armies: Sequence[ArmyList], paper: str = "A4") -> Printout:
    """Return the tables that armies which meet need, as the front and the back of one sheet of `paper`.

    Raises ListError if their system has no such sheet, or if they are of two systems.
    """
    system = registry.get(armies[0].system)
    if system.roster.play_sheet is None:
        raise ListError(Fault("system", words.no_play_sheet(system.name)), code="system")
    if any(army.system != system.slug for army in armies):
        raise ListError(Fault("system", words.TWO_SYSTEMS), code="system")
    pages = [
        {"title": page.title, "columns": _balanced([_measured(table) for table in page.tables])}
        for page in system.roster.play_sheet(armies)
    ]
    named = " against ".join(title_of(army.to_json()) for army in armies)
    context = {"title": named, "system": system.name, "pages": pages}
    return printout("armylists/play_sheet_pdf.html", context, _STYLE, paper)


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

    @property
    def heights(self) -> tuple[float, float]:
        """How high the tables of both columns are, in mm."""
        first, second = (sum(table.height for table in column) for column in self.both)
        return first, second


_ROOM = {"A4": 254.0, "Letter": 236.0}
"""How high a column may be, in mm: what does not fit on the page would not be printed."""


def two_columns(sheet: RosterSheet, paper: str) -> _Columns:
    """Return the tables of the reference page in two columns about as high, special rules and notes below.

    The printer can balance columns by itself, but takes many seconds for it.
    """
    tables = [_measured(table) for table in sheet.tables]
    below = sum(_lines(f"{each.name} {each.rule} {each.effect}") * 3.4 + 0.8 for each in sheet.traits)
    below += sum(_lines(line) * 3.9 + 1 for line in sheet.notes.splitlines()) + 10
    together = _balanced(tables, below)
    if max(together.heights[0], together.heights[1] + below) <= _ROOM[paper]:
        return together
    return replace(_balanced(tables), apart=True)


def _balanced(tables: Sequence[_Table], below: float = 0) -> _Columns:
    """Return tables in two columns about as high, with so many mm more below the second."""
    tops = list(accumulate((each.height for each in tables), initial=0.0))
    cut = min(range(len(tops)), key=lambda place: max(tops[place], tops[-1] + below - tops[place]))
    return _Columns((tables[:cut], tables[cut:]), apart=False)


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
