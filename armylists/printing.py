"""How Leaguer prints: papers, and pages set from a template with a style of ours.

What sets them (`typesetting.py`) is imported when the first page is: it takes longer than most commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import django
import segno
from django.apps import apps
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from armylists.wording import lists as words
from rulesets.engine.collecting import uncollected

PAPERS = ("A4", "Letter")
DRAWING = "data:image/svg+xml;base64,"


def paper_named(name: str) -> str:
    """One of PAPERS, whatever the case; the first for anything else."""
    return next((paper for paper in PAPERS if paper.lower() == name.lower()), PAPERS[0])


class Source(NamedTuple):
    """What pages were made from, to lie in their PDF: a text, the name of its file, and what it is."""

    text: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Printout:
    """Pages before they are set: texts, so that another process can set them. `pages`: about how many they
    will be, 0 if nobody knows.
    """

    html: str
    style: str
    paper: str
    source: Source | None = None
    drawings: bool = False
    pages: int = 0

    def pdf(self, tell: Callable[[int], None] | None = None) -> bytes:
        """Return the pages as a tagged PDF, with what they were made from inside; `tell` hears the number of
        each page that is laid out.
        """
        from armylists.typesetting import typeset_pdf  # noqa: PLC0415 (slow to import)

        allowed = (DRAWING,) if self.drawings else ()
        with uncollected():  # it makes many objects; looking among them for cycles costs a third more
            return typeset_pdf(self.html, self.style, self.paper, allowed, self.source, tell)


def printout(
    template: str,
    context: Mapping[str, Any],
    style: str,
    paper: str,
    source: Source | None = None,
    *,
    drawings: bool = False,
    pages: int = 0,
) -> Printout:
    """Return a template for `paper` (one of PAPERS), in the static file `style` and our own.

    With `drawings` it may show pictures that are written out in it (addresses that begin with DRAWING).
    `pages`: about how many it takes.
    """
    if not apps.ready:  # a command that began without them: templates are found through the apps
        django.setup()
    html = render_to_string(template, {**context, "paper": paper})
    return Printout(html, style, paper, source, drawings, pages)


def qr(
    link: str, *, border: int = 2, lineclass: str | None = "qr-line", title: str = words.QR_CODE
) -> SafeString:
    """Draw the link as a code that a telephone reads."""
    drawing = segno.make(link, error="m", micro=False).svg_inline(
        border=border, omitsize=True, svgclass="qr", lineclass=lineclass, title=title
    )
    return mark_safe(drawing)  # segno draws squares and escapes the title
