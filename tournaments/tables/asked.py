"""Tables as somebody asks for them, on a page and over REST: who may have which, and how far they go."""

from __future__ import annotations

from django.http import Http404

from armylists.owned.files import file_name
from tournaments.access import Viewer
from tournaments.tables import out
from tournaments.tables.sheets import Rows, to_csv, to_xlsx
from tournaments.wording import tables as words

WORKBOOK = "all"
"""What all tables in one workbook are called in addresses."""


def file_of(viewer: Viewer, what: str, form: str) -> tuple[bytes, str]:
    """Return a table as CSV, or all that somebody may see as one workbook (`all`, as XLSX), and the name of
    its file; Http404 for what they may not see, and for what there is not.
    """
    name, tables = viewer.tournament.name, _tables(viewer)
    if (what, form) == (WORKBOOK, "xlsx"):
        sheets = {words.SHEETS[each]: rows for each, rows in tables.items()}
        return to_xlsx(sheets), file_name(name, "xlsx", "tournament")
    if what not in tables or form != "csv":
        raise Http404
    return to_csv(tables[what]), file_name(f"{name} {what}", "csv", what)


def _tables(viewer: Viewer) -> dict[str, Rows]:
    seen = {what: viewer.standings if what == "standings" else viewer.document for what in out.ALL}
    return {what: out.ALL[what](document) for what, document in seen.items() if document is not None}
