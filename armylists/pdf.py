"""The roster on paper: a tagged PDF with its fonts and its list inside."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import segno
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from pydyf import PDF, Array
from weasyprint import CSS, HTML, Attachment
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from armylists.documents import ATTACHMENT
from rulesets.engine.lists import ArmyList, dump_list
from rulesets.engine.roster import ReferenceTable, RosterSheet, roster

PAPERS = ("A4", "Letter")
_STYLE = "css/roster-print.css"


def roster_pdf(army: ArmyList, paper: str = "A4", link: str = "") -> bytes:
    """The roster of `army` on `paper` (one of PAPERS), with a QR code of `link` if the list is shared."""
    sheet = roster(army)
    context = {
        "sheet": sheet,
        "paper": paper,
        "link": link,
        "qr": _qr(link) if link else "",
        "columns": _two_columns(sheet),
    }
    html = HTML(string=render_to_string("armylists/roster_pdf.html", context), url_fetcher=_OwnFiles())
    with _no_collection():
        document = html.render(stylesheets=list(_styles(paper)), font_config=_fonts())
        document.metadata.attachments = [_attachment(army)]
        return document.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True, finisher=_name_the_source) or b""


@contextmanager
def _no_collection() -> Iterator[None]:
    """Setting pages makes a great many objects; looking among them for cycles costs a third more."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _two_columns(sheet: RosterSheet) -> tuple[Sequence[ReferenceTable], Sequence[ReferenceTable]]:
    """The tables of the reference page in two columns of about the same height, the special rules below.

    The printer can balance columns by itself, but takes many seconds for it.
    """
    lines = [_lines(table) for table in sheet.tables]
    below = sum(2 + len(trait.effect) // _WIDTH for trait in sheet.traits)
    half = (sum(lines) + below) / 2
    cut = next((place for place in range(len(lines)) if sum(lines[: place + 1]) > half), len(lines))
    if cut < len(lines) and sum(lines[: cut + 1]) - half < half - sum(lines[:cut]):
        cut += 1
    return sheet.tables[:cut], sheet.tables[cut:]


_WIDTH = 62  # characters of a line in half a page


def _lines(table: ReferenceTable) -> int:
    wraps = sum(len(row[0]) // _WIDTH for row in table.rows) if len(table.columns) == 2 else 0
    return 3 + len(table.rows) + wraps + -(-len(table.note) // 80)


def _attachment(army: ArmyList) -> Attachment:
    now = datetime.now(UTC)
    return Attachment(
        string=dump_list(army),
        name=ATTACHMENT,
        description="The army list, to be read back",
        created=now,
        modified=now,
    )


def _name_the_source(document: Document, pdf: PDF) -> None:
    """Says that the pages were made from the attachment, which WeasyPrint itself says in archives only."""
    attached = [each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/Filespec"]
    for each in attached:
        each["AFRelationship"] = "/Source"
    pdf.catalog["AF"] = Array(each.reference for each in attached)


def _qr(link: str) -> SafeString:
    drawing = segno.make(link, error="m", micro=False).svg_inline(
        border=0, omitsize=True, svgclass="qr", lineclass=None, title=f"QR code of {link}"
    )
    return mark_safe(drawing)


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def _styles(paper: str) -> tuple[CSS, ...]:
    path = _file(_STYLE)
    page = f"@page {{ size: {paper} }}"
    return (
        CSS(filename=path, font_config=_fonts(), url_fetcher=_OwnFiles()),
        CSS(string=page, font_config=_fonts()),
    )


class _OwnFiles(URLFetcher):
    """Our own style and fonts alone: nothing that a list says can make the printer fetch anything."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        if not url.startswith(f"{Path(_file(_STYLE)).parent.parent.as_uri()}/"):
            raise ValueError(f"nothing is fetched from {url}")
        return super().fetch(url, headers)


def _file(name: str) -> str:
    found = finders.find(name)
    assert isinstance(found, str), f"{name} is missing"
    return found
