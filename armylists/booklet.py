"""Many rosters as one PDF: contents with the page of each, a bookmark for each, then the rosters; as cards,
behind them one reference for each army book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import Any

from armylists.pdf import laid_out, two_columns
from armylists.printing import Printout, printout
from rulesets.contract.documents import roster
from rulesets.engine.lists import ArmyList
from rulesets.engine.roster import ReferenceTable, RosterSheet

_STYLE = "css/booklet-print.css"
A_PAGE = 45
"""Lines of the contents on a page."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A list in a booklet: whose it is, and what is said of it, such as a team or that it was late."""

    army: ArmyList
    player: str
    note: str = ""


def booklet(title: str, lists: Sequence[Bound], paper: str = "A4", layout: str = "summary") -> Printout:
    """Return the rosters of all lists in their order, in a layout (one of LAYOUTS), behind their contents."""
    shown = [_shown(number, each, layout) for number, each in enumerate(lists, 1)]
    sheets = [each["sheet"] for each in shown]
    context = {
        "title": title, "rosters": shown, "layout": layout, "short": layout == "summary",
        "references": [] if layout == "summary" else list(_references(sheets, paper)),
    }  # fmt: skip
    # A summary is a page as a rule; how many pages cards take is known when they are laid out.
    pages = ceil(len(lists) / A_PAGE) + len(lists) if layout == "summary" else 0
    return printout("armylists/booklet_pdf.html", context, _STYLE, paper, pages=pages)


def _shown(number: int, bound: Bound, layout: str) -> dict[str, Any]:
    whose = f"{bound.player} ({bound.note})" if bound.note else bound.player
    sheet = replace(roster(bound.army), player=whose)
    return {
        "number": number,
        "bound": bound,
        "sheet": sheet,
        **laid_out(sheet, layout),
    }


def _references(sheets: Sequence[RosterSheet], paper: str) -> Iterator[dict[str, Any]]:
    """Yield for each army book the tables and special rules that any list of it uses."""

    def book(sheet: RosterSheet) -> tuple[str, str, str]:
        return sheet.system_name, sheet.book, sheet.book_note

    for _, same in groupby(sorted(sheets, key=book), book):
        of_book = list(same)
        traits = {each: None for sheet in of_book for each in sheet.traits}
        tables = tuple(_merged([each for sheet in of_book for each in sheet.tables]))
        found = replace(of_book[0], tables=tables, traits=tuple(traits), notes="")
        yield {"sheet": found, "columns": two_columns(found, paper)}


def _merged(tables: Sequence[ReferenceTable]) -> Iterator[ReferenceTable]:
    """Yield each table once, with the rows that any army uses."""
    same: dict[tuple[object, ...], list[ReferenceTable]] = {}
    for each in tables:
        same.setdefault((each.title, each.rule, each.columns, each.note), []).append(each)
    for found in same.values():
        # The longest first: what others add stands behind it.
        first, *others = sorted(found, key=lambda each: -len(each.rows))
        rows = {row: None for each in (first, *others) for row in each.rows}
        yield replace(first, rows=tuple(rows))
