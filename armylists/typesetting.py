"""Sets pages with WeasyPrint: our own styles and fonts, nothing fetched. Slow to import: see printing.py."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.contrib.staticfiles import finders
from pydyf import PDF, Array
from weasyprint import CSS, HTML, Attachment
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

if TYPE_CHECKING:
    from weasyprint.document import Document

_COMMON = "css/paper.css"
_ONE_AT_A_TIME = Lock()
"""Pango has one map of our fonts, and two threads in it at once would damage the memory of the process."""
_PROGRESS = logging.getLogger("weasyprint.progress")
_PAGE = "Step 5 - Creating layout - Page %d"


def typeset(html: str, style: str, paper: str, allowed: tuple[str, ...] = ()) -> Document:
    """Return the pages of an HTML document, in the static file `style` above what all share.

    Beside our own files only addresses that begin with one of `allowed` are opened.
    """
    pages = HTML(string=html, url_fetcher=_OwnFiles(style, allowed))
    return pages.render(stylesheets=list(_styles(style, paper)), font_config=_fonts())


def typeset_pdf(
    html: str,
    style: str,
    paper: str,
    allowed: tuple[str, ...],
    source: tuple[str, str, str] | None,
    tell: Callable[[int], None] | None = None,
) -> bytes:
    """Return these pages as a tagged PDF, with what they were made from inside, dated now: its text, the name
    of its file, and what it is. `tell` hears the number of each page that is laid out. Threads wait for each
    other.
    """
    with _ONE_AT_A_TIME:
        return _typeset_pdf(html, style, paper, allowed, source, tell)


def _typeset_pdf(
    html: str,
    style: str,
    paper: str,
    allowed: tuple[str, ...],
    source: tuple[str, str, str] | None,
    tell: Callable[[int], None] | None,
) -> bytes:
    with _followed(tell):
        document = typeset(html, style, paper, allowed)
    if source is not None:
        now, (text, name, words) = datetime.now(UTC), source
        attached = Attachment(string=text, name=name, description=words, created=now, modified=now)
        document.metadata.attachments = [attached]
    return document.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True, finisher=_name_the_source) or b""


@contextmanager
def _followed(tell: Callable[[int], None] | None) -> Iterator[None]:
    """Have `tell` hear of every page that this thread lays out: WeasyPrint says so in a log of its own."""
    handler = _Pages(tell)
    if tell is not None:
        _PROGRESS.addHandler(handler)
    try:
        yield
    finally:
        _PROGRESS.removeHandler(handler)


class _Pages(logging.Handler):
    """Hears of pages in WeasyPrint's log, and tells each once."""

    def __init__(self, tell: Callable[[int], None] | None) -> None:
        super().__init__(logging.INFO)
        self.tell, self.thread, self.last = tell, get_ident(), 0

    def emit(self, record: logging.LogRecord) -> None:
        if self.tell is None or record.thread != self.thread or record.msg != _PAGE:
            return
        number = int(record.args[0])  # type: ignore[index, arg-type]
        if number > self.last:  # contents are laid out again once the numbers of pages are known
            self.last = number
            self.tell(number)


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


def _leave_files() -> None:
    """Leave the folder with the files of the fonts to the process that this one was forked from: it goes when
    a process ends that calls it its own.
    """
    if _fonts.cache_info().currsize:
        _fonts()._folder = None


# Not as a method or with the fonts bound to it: they would outlive what lets go of them when Python ends.
os.register_at_fork(after_in_child=_leave_files)


@cache
def _styles(style: str, paper: str) -> tuple[CSS, ...]:
    files = (
        CSS(filename=_file(each), font_config=_fonts(), url_fetcher=_OwnFiles(each))
        for each in (_COMMON, style)
    )
    return *files, CSS(string=_sizes(paper), font_config=_fonts())


def _sizes(paper: str) -> str:
    """Return the size of the pages; those that are named `wide` are turned."""
    return f"@page {{ size: {paper} }} @page wide {{ size: {paper} landscape }}"


class _OwnFiles(URLFetcher):  # type: ignore[misc]
    """Our own styles and fonts alone: nothing that a player wrote can make the printer fetch anything."""

    def __init__(self, style: str, also: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.folder, self.also = Path(_file(style)).parent.parent.resolve(), also

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        parts = urlsplit(url)
        # Where the path leads to counts, not how it begins: `css/../../secret_key` is none of our files.
        ours = parts.scheme == "file" and Path(url2pathname(parts.path)).resolve().is_relative_to(self.folder)
        if not ours and not (self.also and url.startswith(self.also)):
            raise ValueError(f"nothing is fetched from {url}")
        return super().fetch(url, headers)


def _file(name: str) -> str:
    found = finders.find(name)
    assert isinstance(found, str), f"{name} is missing"
    return found


def _name_the_source(_document: Document, pdf: PDF) -> None:
    """Says that the pages were made from the attachment, which WeasyPrint itself says in archives only."""
    attached: list[Any] = [
        each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/Filespec"
    ]
    for each in attached:
        each["AFRelationship"] = "/Source"
    pdf.catalog["AF"] = Array(each.reference for each in attached)
