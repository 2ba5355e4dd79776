"""Booklets of rosters: contents, bookmarks, the rosters, and what is told of the pages on the way."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from armylists import typesetting
from armylists.booklet import Bound, booklet
from rulesets.contract.documents import roster, samples, title_of
from tests.kit.pages import faults

if TYPE_CHECKING:
    from weasyprint.document import Document

NAMES = ("parliament-patrol-300", "tartar-raid-11", "huguenot-army")


def bound() -> list[Bound]:
    return [Bound(samples()[name], f"Player {at}", "late" * (at == 2)) for at, name in enumerate(NAMES, 1)]


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[Document]:
    """Every document whose pages a test sets."""
    found: list[Document] = []
    typeset = typesetting.typeset

    def keep(*args: Any, **more: Any) -> Document:
        found.append(typeset(*args, **more))
        return found[-1]

    monkeypatch.setattr(typesetting, "typeset", keep)
    return found


def test_a_booklet_has_contents_with_pages_and_a_bookmark_for_each_list(laid_out: list[Document]) -> None:
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


def letters(words: str) -> str:
    return re.sub(r"\W+", "", words)


def test_a_booklet_without_lists_says_so() -> None:
    assert "No lists yet." in booklet("Autumn", []).html


def test_as_cards_the_reference_of_an_army_book_stands_once_behind_all_lists(
    laid_out: list[Document],
) -> None:
    names = ("parliament-patrol-300", "huguenot-army", "parliament-eastern-association")
    lists = [Bound(samples()[name], f"Player {at}") for at, name in enumerate(names, 1)]
    found = PdfReader(io.BytesIO(booklet("Autumn", lists, layout="cards").pdf()))
    assert faults(laid_out[0]) == []
    marks = {str(each["/Title"]): found.get_destination_page_number(each) for each in found.outline}  # type: ignore[index, arg-type]
    references = {name: at for name, at in marks.items() if name.startswith("Reference: ")}
    assert list(references) == ["Reference: English Civil War Parliament", "Reference: Huguenots"]
    assert len(found.pages) == max(references.values()) + 1
    assert min(references.values()) > max(at for name, at in marks.items() if name.startswith("Player"))
    texts = [re.sub(r"\s+", " ", each.extract_text()) for each in found.pages]
    parliament = texts[references["Reference: English Civil War Parliament"]]
    for army in (lists[0].army, lists[2].army):
        sheet = roster(army)
        for row in (row for table in sheet.tables for row in table.rows):
            assert letters(row[0]) in letters(parliament)
        for trait in sheet.traits:
            assert trait.name in parliament
    for name, at in references.items():
        assert re.search(rf"Reference {name.removeprefix('Reference: ')} {at + 1}\b", texts[0])
