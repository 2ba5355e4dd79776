"""The roster on paper: a tagged PDF with its fonts and its list inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydyf import PDF, Array

from armylists.attachments import ATTACHMENT
from armylists.printing import attachment, qr, set_pages
from rulesets.contract.documents import roster
from rulesets.engine.collecting import uncollected
from rulesets.engine.lists import ArmyList, dump_list
from rulesets.engine.roster import ReferenceTable, RosterSheet

if TYPE_CHECKING:
    from weasyprint.document import Document

_STYLE = "css/roster-print.css"


def roster_pdf(army: ArmyList, paper: str = "A4", link: str = "") -> bytes:
    """Return the roster of `army` on `paper` (one of PAPERS), with a QR code of `link` if it is shared."""
    sheet = roster(army)
    code = qr(link, border=0, lineclass=None, title=f"QR code of {link}") if link else ""
    context = {"sheet": sheet, "link": link, "qr": code, "columns": _two_columns(sheet)}
    with uncollected():  # it makes many objects; looking among them for cycles costs a third more
        document = set_pages("armylists/roster_pdf.html", context, _STYLE, paper)
        document.metadata.attachments = [
            attachment(dump_list(army), ATTACHMENT, "The army list, to be read back")
        ]
        return document.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True, finisher=_name_the_source) or b""


def _two_columns(sheet: RosterSheet) -> tuple[Sequence[ReferenceTable], Sequence[ReferenceTable]]:
    """Return the tables of the reference page in two columns about as high, the special rules below.

    The printer can balance columns by itself, but takes many seconds for it.
    """
    lines = []
    for table in sheet.tables:
        wraps = sum(len(row[0]) // _WIDTH for row in table.rows) if len(table.columns) == 2 else 0
        lines.append(3 + len(table.rows) + wraps + -(-len(table.note) // 80))
    below = sum(2 + len(trait.effect) // _WIDTH for trait in sheet.traits)
    half = (sum(lines) + below) / 2
    cut = next((place for place in range(len(lines)) if sum(lines[: place + 1]) > half), len(lines))
    if cut < len(lines) and sum(lines[: cut + 1]) - half < half - sum(lines[:cut]):
        cut += 1
    return sheet.tables[:cut], sheet.tables[cut:]


_WIDTH = 62  # characters of a line in half a page


def _name_the_source(_document: Document, pdf: PDF) -> None:
    """Says that the pages were made from the attachment, which WeasyPrint itself says in archives only."""
    attached: list[Any] = [
        each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/Filespec"
    ]
    for each in attached:
        each["AFRelationship"] = "/Source"
    pdf.catalog["AF"] = Array(each.reference for each in attached)
