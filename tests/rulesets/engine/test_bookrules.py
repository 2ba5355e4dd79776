"""The documents of books that users write: every fault with its place, and the way through files and back."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.contract.documents import book_rules
from rulesets.engine.bookchecks import limit_faults
from rulesets.engine.bookform import BookForm, Group, Part, Table, Typed, filled, joined, rows_of, shown
from rulesets.engine.bookrules import BookRules, Document, changes, read_file, read_text, to_json, to_toml
from rulesets.engine.errors import FaultyBookError, LeaguerError
from rulesets.engine.fields import Field
from rulesets.site.files import kinds

SCHEMAS = Path(__file__).resolve().parents[3] / "docs" / "schemas"


RULES = kinds()
SHIPPED = [pytest.param(rules, key, id=f"{rules.system}-{key}") for rules in RULES for key in rules.shipped()]


@cache
def _kept(rules: BookRules, key: str) -> str:
    return json.dumps(rules.kept(dict(rules.shipped()[key])))


def kept(rules: BookRules, key: str) -> Document:
    """A shipped book as a user keeps his copy of it."""
    document: Document = json.loads(_kept(rules, key))
    return document


@pytest.mark.parametrize(("rules", "key"), SHIPPED)
def test_a_shipped_book_has_no_fault_and_keeps_to_its_schema(rules: BookRules, key: str) -> None:
    document = kept(rules, key)
    assert rules.faults(document) == ()
    jsonschema.Draft202012Validator(rules.schema()).validate(document)


@pytest.mark.parametrize(("rules", "key"), SHIPPED)
def test_a_shipped_book_comes_back_from_toml_and_json(rules: BookRules, key: str) -> None:
    document = kept(rules, key)
    assert read_text(to_toml(document)) == document == read_text(to_json(document))
    assert rules.kept(read_text(to_toml(document))) == document


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.system}-{rules.kind}")
def test_the_published_schema_is_the_one_in_force(rules: BookRules) -> None:
    published = SCHEMAS / f"{rules.system}_{rules.kind}.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == rules.schema()
    jsonschema.Draft202012Validator.check_schema(rules.schema())


# ------------------------------------------------------------------------------------------------ the form


def _keys(rules: BookRules, key: str) -> set[str]:
    """Every key that a shipped book uses, as a path without numbers."""

    def walk(value: Any, path: str) -> set[str]:
        if isinstance(value, dict):
            inner = {path} if path else set()
            return inner.union(*(walk(each, joined(path, name)) for name, each in value.items()), set())
        if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            return set().union(*(walk(each, path) for each in value))
        return {path}

    return walk(kept(rules, key), "")


def _fields(parts: tuple[Part, ...], at: str) -> set[str]:
    found: set[str] = set()
    for part in parts:
        path = joined(at, part.key)
        found.add(path)
        if isinstance(part, Field):
            continue
        found |= _fields(part.parts, path)
    return found


@pytest.mark.parametrize(("rules", "key"), SHIPPED)
def test_every_value_of_a_shipped_book_has_its_field(rules: BookRules, key: str) -> None:
    if rules.kind == "scenario":
        return  # it is written as text
    fields = _fields(rules.form().parts, "")
    pairs = {path for path in fields if _kind(rules.form(), path) == "pairs"}
    missing = {
        path for path in _keys(rules, key) - fields if not any(path.startswith(f"{p}.") for p in pairs)
    }
    assert missing <= {"system"}


def _kind(form: BookForm, path: str) -> str:
    parts: tuple[Part, ...] = form.parts
    part: Part | None = None
    for key in path.split("."):
        part = next(each for each in parts if each.key == key)
        parts = () if isinstance(part, Field) else part.parts
    return part.kind if isinstance(part, Field) else ""


def sent(parts: tuple[Part, ...], values: Any, at: str) -> dict[str, list[str]]:
    """What a browser sends of a form that shows these values, untouched."""
    data: dict[str, list[str]] = {}
    for part in parts:
        path = joined(at, part.key)
        if isinstance(part, Field) and part.kind in ("flag", "references"):
            data[f"{path}#"] = ["1"]
        value = values.get(part.key)
        if isinstance(part, Group):
            data |= sent(part.parts, value or {}, path)
        elif isinstance(part, Table):
            for index, row in enumerate(rows_of(values, part.key)):
                data |= sent(part.parts, row, f"{path}[{index}]")
        elif part.kind == "flag":
            data |= {path: ["on"]} if (part.default if value is None else value) else {}
        elif part.kind == "references":
            data[path] = list(value or [])
        else:
            data[path] = [shown(part, part.default if value is None else value)]
    return data


def _without_defaults(parts: tuple[Part, ...], values: Any) -> Any:
    """A document as the editor leaves it: empty values that may be left out are left out."""
    new = dict(values)
    for part in parts:
        value = new.get(part.key)
        if isinstance(part, Group) and isinstance(value, dict):
            new[part.key] = _without_defaults(part.parts, value)
            if part.optional and not new[part.key]:
                del new[part.key]
        elif isinstance(part, Table) and isinstance(value, list):
            new[part.key] = [_without_defaults(part.parts, row) for row in value]
        elif isinstance(part, Field):
            empty = value in ([], {}) or (value == "" and not part.unset)
            if part.optional and (empty or value == part.default):
                new.pop(part.key, None)
            elif not part.optional and part.key not in new:
                new[part.key] = False if part.kind == "flag" else "" if part.kind != "names" else []
    return new


@pytest.mark.parametrize(("rules", "key"), SHIPPED)
def test_a_form_sent_untouched_changes_nothing(rules: BookRules, key: str) -> None:
    document, parts = kept(rules, key), rules.form().parts
    data = sent(parts, document, "")
    again = filled(parts, document, Typed(lambda name: data.get(name, [])), "")
    assert again == _without_defaults(parts, document)
    assert rules.faults(again) == ()


def test_lines_are_a_text_each_whatever_stands_in_them() -> None:
    field = Field("sources", "Sources", "lines", optional=True)
    text = "Guthrie, Battles; and more\r\n\n  a  page,  10 "
    given = filled([field], {}, Typed(lambda name: [text] if name == "sources" else []), "")
    assert given == {"sources": ["Guthrie, Battles; and more", "a page, 10"]}
    assert shown(field, given["sources"]) == "Guthrie, Battles; and more\na page, 10"
    assert filled([field], given, Typed(lambda name: [" \n"] if name == "sources" else []), "") == {}
    form = BookForm((field,), ())
    assert list(limit_faults(form, {"sources": ["a" * 300]})) == []
    assert [fault.path for fault in limit_faults(form, {"sources": ["a" * 6000]})] == ["sources"]


def test_what_is_not_on_the_page_stays(baroque: Document) -> None:
    rules = book_rules("baroque")
    data = {"name": ["  Lisowczyks  "]}
    again = filled(rules.form().parts, baroque, Typed(lambda name: data.get(name, [])), "")
    assert again == {**baroque, "name": "Lisowczyks"}


# ------------------------------------------------------------------------------------------------ faults


@pytest.fixture
def baroque() -> Document:
    return copy.deepcopy(kept(book_rules("baroque"), "polish"))


def _faults(document: Document) -> dict[str, str]:
    return {fault.path: fault.message for fault in book_rules("baroque").faults(document)}


def test_every_fault_is_told_at_its_place(baroque: Document) -> None:
    entries, options = baroque["entries"], baroque["options"]
    entries[0]["profile"]["vbu"] = "six"
    entries[1]["profile"]["weapons"] = ["Ray gun"]
    entries[2]["surname"] = "Smith"
    del entries[3]["points"]
    entries[4]["profile"]["type"] = "XX"
    entries[5]["points"] = 10**6
    entries[6]["name"] = "two\nlines"
    options[0]["limit"] = {"type": "fraction", "numerator": 3, "denominator": 2}
    options[1]["limit"] = {"type": "now and then"}
    found = _faults(baroque)
    assert found["entries[0].profile.vbu"] == "must be a whole number"
    assert found["entries[1].profile.weapons"] == "'Ray gun' is not a weapon or characteristic of the rules"
    assert found["entries[2].surname"] == "is not a known key: remove it"
    assert found["entries[3].points"] == "is missing"
    assert found["entries[4].profile.type"].startswith("'XX' is not a type of troops: choose from ")
    assert found["entries[5].points"] == "is 1e+06: it must be 0 to 999"
    assert found["entries[6].name"] == "must not hold line breaks or control characters"
    assert found["options[0].limit.denominator"] == "3/2 is not a share of the units"
    assert found["options[1].limit.type"] == "must be one of fraction, count, any, one_or_more"
    assert len(found) == 9


def _card_faults(edit: Any) -> dict[str, str]:
    """The faults of a copied book of cards after an edit, as it is kept."""
    rules = book_rules("by_fire_and_sword")
    document = copy.deepcopy(kept(rules, "muscovite"))
    edit(document["card"])
    return {fault.path: fault.message for fault in rules.faults(rules.kept(document))}


def test_names_that_the_rules_do_not_know_are_told_but_no_hindrance_to_a_kept_version() -> None:
    rules = book_rules("by_fire_and_sword")
    document = copy.deepcopy(kept(rules, "muscovite"))
    document["unit"][0]["weapons"] = ["Lightsaber", "Pistols", "sabre"]
    document["unit"][1]["special"] = ["Brave", "shooting while charging (bow)"]
    document["unit"][2]["skill"] = 11
    found = {fault.path: fault.message for fault in rules.faults(document)}
    assert found == {
        "unit[0].weapons": "'Lightsaber' is not a weapon of the rules: spell it as they do, or add it to the"
        " special rules of the book",
        "unit[1].special": "'Brave' is not a special rule of the rules: spell it as they do, or add it to the"
        " special rules of the book",
        "unit[2].skill": "is 11: it must be 0 to 10",
    }
    document["unit"][2]["skill"] = 3
    assert rules.read(document, "own.test", "1").name == document["name"]
    document["special_rule"] = [{"name": "brave"}, {"name": "Lightsaber", "text": "Cuts armor."}]
    assert rules.faults(document) == ()


def test_rows_with_faults_are_not_said_to_be_missing() -> None:
    def spoil(cards: list[Document]) -> None:
        cards[0]["core"]["fsp"] = "four"
        cards[0]["level"][0]["pick"][0]["slot"][0]["bases"] = "three"

    bases = "card[0].level[0].pick[0].slot[0].bases"
    assert _card_faults(spoil) == {
        "card[0].core.fsp": "must be a whole number",
        bases: "must be a whole number",
    }
    few = "there is none: add one"
    assert _card_faults(lambda cards: cards.clear()) == {"card": few}
    assert _card_faults(lambda cards: cards[0]["level"][0]["pick"].clear()) == {"card[0].level[0].pick": few}


def test_a_row_that_is_begun_asks_for_what_is_to_be_chosen_and_for_nothing_else() -> None:
    def begin(cards: list[Document]) -> None:
        cards.append({"name": "", "kind": "skirmish", "period_from": 1648, "period_to": 1660,
                      "core": {"fsp": 4, "commander": [{"rank": "Colonel", "command_points": 2}],
                               "slot": [{"unit": "", "bases": 3}]}})  # fmt: skip

    assert _card_faults(begin) == {
        "card[2].name": "is empty: fill it in",
        "card[2].core.slot[0].unit": "is not chosen yet: choose one",
    }


def test_what_has_no_name_has_its_id_from_what_is_in_it() -> None:
    def add(cards: list[Document]) -> None:
        pick = {"slot": [{"unit": "reiters", "bases": 3}]}
        cards[0]["level"].append({"fsp": 10, "pick": [pick]})

    assert _card_faults(add) == {}
    bare = _card_faults(lambda cards: cards[0]["level"].append({"fsp": 10, "pick": [{}]}))
    assert bare["card[0].level[5].pick[0].id"] == "is missing: give the row a name, or an id"


def test_what_rows_say_of_each_other_is_told_too(baroque: Document) -> None:
    entries, options = baroque["entries"], baroque["options"]
    entries[1]["id"] = entries[0]["id"]
    entries[2]["label"] = entries[3]["label"]
    entries[4]["min"] = entries[4]["max"] + 1
    options[0]["applies_to"] = ["dragons"]
    options[1]["points_total"], options[1]["points"] = 40, 3
    found = _faults(baroque)
    assert found["entries[1].id"] == "id is used 2 times"
    assert found["entries[3].label"] == "label is used 2 times"
    assert "are no range" in found["entries[4].max"]
    assert found["options[0].applies_to"] == "names 'dragons', which is not there"
    assert found["options[1].points"] == "give either points or points_total"


def test_a_book_of_another_system_and_an_empty_one_are_refused(baroque: Document) -> None:
    assert "system" in _faults({**baroque, "system": "chess"})
    assert _faults(book_rules("baroque").empty("Nothing")) == {"entries": "holds no unit yet: add one"}


def test_ids_are_made_of_names_and_used_once(baroque: Document) -> None:
    rules = book_rules("baroque")
    row = {key: value for key, value in baroque["entries"][0].items() if key != "id"}
    two = [
        {**row, "name": "Pancerni Łowicz", "label": each} for each in ("Pancerni Łowicz", "Pancerni Łowicz")
    ]
    document = rules.kept({**baroque, "entries": [*baroque["entries"], *two]})
    assert [each["id"] for each in document["entries"][-2:]] == ["pancerni-lowicz", "pancerni-lowicz-2"]
    assert document["entries"][:-2] == baroque["entries"]


def test_ids_may_stand_with_the_key_of_the_book(baroque: Document) -> None:
    rules = book_rules("baroque")
    shipped = dict(rules.shipped()["polish"])
    prefixed = {
        **shipped,
        "key": "mine",
        "entries": [{**row, "id": f"mine.{row['id']}"} for row in shipped["entries"]],
        "options": [
            {**row, "id": f"mine.{row['id']}", "applies_to": [f"mine.{each}" for each in row["applies_to"]]}
            for row in shipped["options"]
        ],
    }
    assert rules.faults(prefixed) == ()
    assert rules.kept(prefixed) == baroque


NO_BOOKS = {
    b"": "is empty",
    b"   ": "is empty",
    b"\xff\xfe\x00": "is not UTF-8 text",
    b"{": "is not JSON",
    b'{"a": NaN}': "holds NaN, which is not a number",
    b"name = ": "is not valid TOML",
    b"when = 1648-05-16": "must be a text, a number",
    b"name = 'x'\nvalue = inf": "must be a text, a number",
    b'{"a":' * 50 + b"1" + b"}" * 50: "is nested too deeply",
    b'{"a":' * 20_000: "is nested too deeply",
    b"#" * 600_000: "is larger than 500 kB",
    b'{"a": 1e999}': "holds a number that is too large",
    b'{"a": "\\ud800"}': "holds characters that are not text",
}


@pytest.mark.parametrize("data", NO_BOOKS, ids=NO_BOOKS.values())
def test_a_file_that_is_no_book_is_told_why(data: bytes) -> None:
    with pytest.raises(FaultyBookError, match=NO_BOOKS[data]):
        read_file(data)


# ------------------------------------------------------------------------------------------------ properties


def _sayable(key: str) -> bool:
    return not any(0xD800 <= ord(each) <= 0xDFFF or each == "\0" for each in key)


_plain = st.recursive(
    st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False, width=32)
    | st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8).filter(_sayable), inner, max_size=4)
    ),
    max_leaves=25,
)


@given(st.dictionaries(st.text(min_size=1, max_size=8).filter(_sayable), _plain, max_size=6))
def test_any_document_comes_back_from_toml_and_json(document: dict[str, Any]) -> None:
    assert read_text(to_json(document)) == document
    if document:
        assert read_text(to_toml(document)) == document


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every value of a document as what holds it and its key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *_places(value[key])]]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.system}-{rules.kind}")
@given(st.data())
def test_a_damaged_book_is_told_of_and_never_breaks_the_reading(
    rules: BookRules, data: st.DataObject
) -> None:
    document = kept(rules, data.draw(st.sampled_from(sorted(rules.shipped()))))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(_places(document)))
        holder[key] = data.draw(_plain)
    for fault in rules.faults(document):
        assert fault.message
    assert rules.kept(document)
    rules.preview(document, "")
    for table in rules.form().tables:
        for index in range(len(rows_of(document, table.key))):
            rules.preview(document, f"{table.key}[{index}]")


# ------------------------------------------------------------------------------------------------ changes


def test_what_changed_is_told_row_by_row(baroque: Document) -> None:
    form = book_rules("baroque").form()
    new = copy.deepcopy(baroque)
    new["name"] = "The Deluge"
    first, second = new["entries"][0], new["entries"][1]
    first["points"] += 4
    first["profile"]["weapons"] = ["Pike"]
    del new["entries"][2]
    new["entries"].append({**second, "id": "newcomers", "label": "Newcomers"})
    told = [change.words for change in changes(form, baroque, new)]
    old = baroque["entries"][0]
    weapons = ", ".join(old["profile"]["weapons"]) or "nothing"
    assert told == [
        f"Name of the book: {baroque['name']} became The Deluge.",
        f"Unit {baroque['entries'][2]['label']} was taken out.",
        f"Unit {old['label']}: points {old['points']} became {old['points'] + 4}; "
        f"profile weapons {weapons} became Pike.",
        "Unit Newcomers is new.",
    ]
    assert changes(form, baroque, baroque) == []


def test_a_system_without_books_of_ones_own_is_named() -> None:
    for system in ("chess", "../etc", "engine"):
        with pytest.raises(LeaguerError, match="has no books of one’s own"):
            book_rules(system)
