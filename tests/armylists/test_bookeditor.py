"""The editor shows any document that can be kept at all, and every fault once."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from armylists.bookeditor import Box, EditorPage, editor_page, where_in_words
from armylists.models import OwnBook
from rulesets.contract.documents import book_rules
from rulesets.engine.bookform import rows_of
from rulesets.engine.bookrules import BookRules
from rulesets.site.files import kinds
from tests.rulesets.engine.test_bookrules import _places, _plain, kept

KINDS = [pytest.param(rules, id=f"{rules.system}-{rules.kind}") for rules in kinds()]


def _told(boxes: tuple[Box, ...]) -> list[Any]:
    """The faults that stand at the boxes of a sheet."""
    found: list[Any] = []
    for box in boxes:
        found += box.faults
        found += _told(getattr(box, "parts", ()))
        for row in getattr(box, "rows", ()):
            found += [*row.faults, *_told(row.parts)]
    return found


def _shown(rules: BookRules, shown: EditorPage) -> str:
    book = OwnBook(system=rules.system, kind=rules.kind, name="Damaged", edition=1, version=0)
    context = {"book": book, "editor": shown, "here": "/", "drafted": True, "as_text": False}
    return render_to_string("armylists/books/parts/editor.html", context)


@pytest.mark.parametrize("rules", KINDS)
@given(st.data())
def test_a_damaged_book_can_be_edited(rules: BookRules, data: st.DataObject) -> None:
    document = kept(rules, data.draw(st.sampled_from(sorted(rules.shipped()))))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(_places(document)))
        holder[key] = data.draw(_plain)
    document = rules.kept(document)
    tables = rules.form().tables
    sheets = ["", *(f"{each.key}[{i}]" for each in tables for i in range(len(rows_of(document, each.key))))]
    at = data.draw(st.sampled_from(sheets))
    shown = editor_page(rules, document, at)
    assert shown.at == at
    here = [fault for fault in shown.faults if fault.sheet == at]
    told = [*_told(shown.parts), *shown.loose]
    assert sorted(told, key=repr) == sorted(here, key=repr)
    assert {fault.sheet for fault in shown.faults} <= set(sheets)
    assert "book-sheet" in _shown(rules, shown)


def test_only_a_key_that_nobody_knows_can_be_removed() -> None:
    (rules, *_) = kinds()
    document = kept(rules, "polish") | {"colour": "red"}
    document["entries"][0]["group"] = "is not a known key"
    shown = editor_page(rules, document, "")
    assert {fault.path for fault in shown.faults if fault.removable} == {"colour"}
    assert len(shown.faults) > 1


def test_a_sheet_that_is_not_there_is_the_head() -> None:
    (rules, *_) = kinds()
    document = kept(rules, "polish")
    for at in ("entries[99]", "narnia[0]", "entries", "entries[0].profile", "[0]", "text"):
        assert editor_page(rules, document, at).at == ""


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("unit[0].skill", "Servant Cossacks › Skill"),
        ("unit[9].skill", "unit 10 › Skill"),
        ("card", "Cards"),
        ("card[0].core.slot[1].bases", "Muscovite force 1648-76 › Core › Boyars › Black bases"),
        ("card[0].level[0].pick", "Muscovite force 1648-76 › Level 5 › Picks"),
        (
            "card[0].note[0].sets.move_cm[1]",
            "Muscovite force 1648-76 › Servant Cossacks for nothing › Changes › Move 2",
        ),
        ("colour", "colour"),
        ("card[0].colour[1]", "Muscovite force 1648-76 › colour 2"),
        ("no path", "no path"),
    ],
)
def test_faults_stand_where_the_editor_names_it(path: str, words: str) -> None:
    rules = book_rules("by_fire_and_sword")
    assert where_in_words(rules.form(), kept(rules, "muscovite"), path) == words


@pytest.mark.parametrize(
    ("system", "table", "words"),
    [
        ("by_fire_and_sword", "card", ">Cards</a>: there is none: add one"),
        ("baroque", "entries", ">Units</a>: holds no unit yet: add one"),
        ("snaphance", "entries", ">Stands</a>: holds no stand yet: add one"),
    ],
)
def test_an_empty_book_says_once_what_is_missing_and_leads_to_it(system: str, table: str, words: str) -> None:
    rules = book_rules(system)
    page = _shown(rules, editor_page(rules, rules.empty("A new one"), ""))
    assert page.count(words) == page.count(words.rpartition(": ")[0].partition(": ")[2]) == 1
    assert f'#f-{table}"' in page
    assert page.count(f'id="f-{table}"') == 1
