"""Booklets of rosters: contents, bookmarks, the rosters, and what is told of the pages on the way."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from pypdf import PdfReader

from armylists import typesetting
from armylists.booklet import Bound, booklet
from rulesets.contract.documents import samples, title_of
from tests.kit.pages import faults

if TYPE_CHECKING:
    import pytest
    from weasyprint.document import Document

NAMES = ("parliament-patrol-300", "tartar-raid-11", "huguenot-army")


def bound() -> list[Bound]:
    return [Bound(samples()[name], f"Player {at}", "late" * (at == 2)) for at, name in enumerate(NAMES, 1)]


def test_a_booklet_has_contents_with_pages_and_a_bookmark_for_each_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid_out: list[Document] = []
    typeset = typesetting.typeset

    def keep(*args: Any, **more: Any) -> Document:
        laid_out.append(typeset(*args, **more))
        return laid_out[-1]

    monkeypatch.setattr(typesetting, "typeset", keep)
    made, told = booklet("Autumn", bound()), list[int]()
    found = PdfReader(io.BytesIO(made.pdf(told.append)))
    assert faults(laid_out[0]) == []
    assert told == [1, 2, 3, 4]
    assert len(found.pages) == made.pages == 4
    marks = {str(each["/Title"]): found.get_destination_page_number(each) for each in found.outline}  # type: ignore[index, arg-type]
    titles = [title_of(each.army.model_dump(mode="json")) for each in bound()]
    labels = [f"Player {at}: {title}" for at, title in enumerate(titles, 1)]
    assert marks == {"Contents": 0} | {label: at for at, label in enumerate(labels, 1)}
    contents = re.sub(r"\s+", " ", found.pages[0].extract_text())
    for at, title in enumerate(titles, 1):
        assert re.search(rf"Player {at}.*{re.escape(title)}", contents)
        assert title in found.pages[at].extract_text()
    assert "Player 2 (late)" in found.pages[2].extract_text()
    assert re.findall(r"(?:points|FSP) (\d+)", contents) == ["2", "3", "4"]


def test_a_booklet_without_lists_says_so() -> None:
    assert "No lists yet." in booklet("Autumn", []).html
