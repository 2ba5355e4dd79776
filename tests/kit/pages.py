"""What is wrong with pages that the printer has set: too wide, nearly empty, headings on their own.

Read from the boxes of WeasyPrint's layout, in CSS pixels: text that a page cuts off is in the PDF's text all
the same, so that reading the PDF would not tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from weasyprint.formatting_structure import boxes

if TYPE_CHECKING:
    from weasyprint.document import Document, Page

HEADINGS = ("h1", "h2", "h3", "h4", "caption")
SLACK = 1.0
"""Pixels by which a box may stick out: what rounding does."""
FILLED = 0.08
"""The least part of a page's height that its words and drawings reach down, the running head left out."""
NEAR = 130
"""Pixels below a heading within which what it heads begins."""


@dataclass(frozen=True)
class Placed:
    """A line of words or a drawing: where it stands, and in which element."""

    words: str
    tag: str
    left: float
    top: float
    right: float
    bottom: float


def faults(document: Document) -> list[str]:
    """Return every fault of a document's pages, each with its page and its words."""
    found = []
    for number, page in enumerate(document.pages, start=1):
        found += [f"page {number}: {fault}" for fault in _faults(page, first=number == 1)]
    return found


def _faults(page: Page, *, first: bool) -> Iterator[str]:
    placed = list(_placed(page))
    box = page._page_box
    edges = box.content_box_x(), box.content_box_x() + box.width
    for each in placed:
        if each.right > edges[1] + SLACK or each.left < edges[0] - SLACK:
            yield f"wider than the page: {each.words!r}"
    yield from (f"a table wider than its column: {_words(table)!r}" for table in _wide_tables(box))
    yield from (f"words wider than their cell: {words!r}" for words in _wide_cells(box))
    reach = max((each.bottom for each in placed), default=0) - box.content_box_y()
    if not first and reach < FILLED * box.height:
        yield f"nearly empty: {' '.join(each.words for each in placed)[:80]!r}"
    yield from (f"a heading parted from what it heads: {each.words!r}" for each in _parted(placed))


def _parted(placed: list[Placed]) -> Iterator[Placed]:
    """Headings with nothing near below them on their page, where it may be another column that goes on."""
    for each in placed:
        if each.tag not in HEADINGS:
            continue
        below = (
            other
            for other in placed
            if each.bottom - SLACK <= other.top <= each.bottom + NEAR
            and other.left < each.right
            and other.right > each.left
        )
        if next(below, None) is None:
            yield each


def _placed(page: Page) -> Iterator[Placed]:
    """Everything in the flow of a page that ink is spent on: lines of words, drawings."""
    for box in page._page_box.children:
        if not isinstance(box, boxes.MarginBox):
            yield from _within(box)


def _within(box: Any) -> Iterator[Placed]:
    if box.style["visibility"] == "hidden" or "running" in _classes(box):
        return
    if isinstance(box, boxes.LineBox):
        words = _words(box).strip()
        if words:
            texts = (each for each in box.descendants() if isinstance(each, boxes.TextBox))
            inner = [each for each in texts if each.text.strip()]
            left = min(each.position_x for each in inner)
            right = max(each.position_x + each.width for each in inner)
            bottom = box.position_y + box.height
            yield Placed(words[:60], box.element_tag, left, box.position_y, right, bottom)
    if isinstance(box, boxes.ReplacedBox):
        x, y = box.content_box_x(), box.content_box_y()
        yield Placed(f"<{box.element_tag}>", box.element_tag, x, y, x + box.width, y + box.height)
    for child in getattr(box, "children", ()):
        yield from _within(child)


def _wide_tables(page: Any) -> Iterator[Any]:
    """Tables that are wider than the box they stand in."""
    for parent in page.descendants():
        for child in getattr(parent, "children", ()):
            if isinstance(child, boxes.TableBox) or getattr(child, "is_table_wrapper", False):
                room = parent.content_box_x() + parent.width
                if child.position_x + child.margin_width() > room + SLACK:
                    yield child


def _wide_cells(page: Any) -> Iterator[str]:
    """Words that run out of their cell into the next."""
    for cell in page.descendants():
        if not isinstance(cell, boxes.TableCellBox):
            continue
        edge = cell.border_box_x() + cell.border_width()
        for text in cell.descendants():
            if isinstance(text, boxes.TextBox) and text.position_x + text.width > edge + SLACK:
                yield text.text


def _words(box: Any) -> str:
    return " ".join(each.text for each in box.descendants() if isinstance(each, boxes.TextBox))[:60]


def _classes(box: Any) -> list[str]:
    element = box.element
    return (element.get("class") or "").split() if element is not None and hasattr(element, "get") else []
