"""How Leaguer prints: papers, and pages set from a template with a style of ours.

What sets them (`typesetting.py`) is imported when the first page is: it takes longer than most commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import django
import segno
from django.apps import apps
from django.utils.safestring import SafeString, mark_safe

from armylists.wording import lists as words

if TYPE_CHECKING:
    from weasyprint import Attachment
    from weasyprint.document import Document

PAPERS = ("A4", "Letter")
DRAWING = "data:image/svg+xml;base64,"


def paper_named(name: str) -> str:
    """One of PAPERS, whatever the case; the first for anything else."""
    return next((paper for paper in PAPERS if paper.lower() == name.lower()), PAPERS[0])


def set_pages(
    template: str, context: Mapping[str, Any], style: str, paper: str, *, drawings: bool = False
) -> Document:
    """Return the pages of a template on `paper` (one of PAPERS), in the static file `style` and our own.

    With `drawings` it may show pictures that are written out in it (addresses that begin with DRAWING).
    """
    if not apps.ready:  # a command that began without them: templates are found through the apps
        django.setup()
    from armylists.typesetting import typeset  # noqa: PLC0415 (slow to import)

    return typeset(template, context, style, paper, (DRAWING,) if drawings else ())


def set_pdf(
    template: str, context: Mapping[str, Any], style: str, paper: str, source: Attachment, **more: bool
) -> bytes:
    """Return the pages that `set_pages` sets as a tagged PDF, with what they were made from inside."""
    made = set_pages(template, context, style, paper, **more)
    made.metadata.attachments = [source]
    return made.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True) or b""


def attachment(text: str, name: str, description: str, **more: str) -> Attachment:
    """Return a text to lie in a PDF, dated now."""
    from armylists import typesetting  # noqa: PLC0415 (slow to import)

    return typesetting.attachment(text, name, description, **more)


def qr(
    link: str, *, border: int = 2, lineclass: str | None = "qr-line", title: str = words.QR_CODE
) -> SafeString:
    """Draw the link as a code that a telephone reads."""
    drawing = segno.make(link, error="m", micro=False).svg_inline(
        border=border, omitsize=True, svgclass="qr", lineclass=lineclass, title=title
    )
    return mark_safe(drawing)  # segno draws squares and escapes the title
