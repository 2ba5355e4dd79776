"""Many rosters as one PDF: contents with the page of each, a bookmark for each, then the rosters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from armylists.pdf import laid_out, two_columns
from armylists.printing import Printout, printout
from rulesets.contract.documents import roster
from rulesets.engine.lists import ArmyList

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
    shown = [_shown(number, each, paper, layout) for number, each in enumerate(lists, 1)]
    context = {"title": title, "rosters": shown, "layout": layout, "short": layout == "summary"}
    # A summary is a page as a rule; how many pages cards take is known when they are laid out.
    pages = ceil(len(lists) / A_PAGE) + len(lists) if layout == "summary" else 0
    return printout("armylists/booklet_pdf.html", context, _STYLE, paper, pages=pages)


def _shown(number: int, bound: Bound, paper: str, layout: str) -> dict[str, object]:
    whose = f"{bound.player} ({bound.note})" if bound.note else bound.player
    sheet = replace(roster(bound.army), player=whose)
    return {
        "number": number,
        "bound": bound,
        "sheet": sheet,
        "columns": two_columns(sheet, paper),
        **laid_out(sheet, layout),
    }
