"""What is too much is refused before it is read, with one sentence; of many faults the first 50 are named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaigns.engine.maps import MapError, read_map
from rulesets.contract import registry
from rulesets.contract.documents import book_rules, from_post, from_text, parse_list, samples
from rulesets.engine.bookrules import plain
from rulesets.engine.errors import MOST_FAULTS, Fault, FaultyBookError, FaultyDocumentError, first_faults
from rulesets.engine.jsontext import JSONError, more_values, read_json
from rulesets.engine.lists import ListError, dump_list
from rulesets.engine.lists.document import MAX_LINE, MAX_LINES


@pytest.fixture
def baroque() -> dict[str, Any]:
    rules = book_rules("baroque", "book")
    return json.loads(json.dumps(dict(next(iter(rules.shipped().values())))))


def test_values_are_counted_through_rows_and_a_place_is_one() -> None:
    value = {"a": [1, "two", {"b": None}], "line": [[0.5, 1], [2, 3]]}
    assert not more_values(value, 9)
    assert more_values(value, 8)


@pytest.mark.parametrize(
    "text", ["[" + "[]," * 300 + "[]]", "{" + ",".join(f'"k{n}":1' for n in range(101)) + "}"]
)
def test_json_of_too_many_values_is_refused(text: str) -> None:
    with pytest.raises(JSONError, match="holds more than 100 values"):
        read_json(text, 100)


def test_a_book_of_too_many_values_is_refused_before_it_is_checked(baroque: dict[str, Any]) -> None:
    rules = book_rules("baroque", "book")
    with pytest.raises(FaultyBookError, match="holds more than 20,000 values, as no book does"):
        plain(rules.kept(plain({**baroque, "entries": [{}] * 20_000})))


def test_what_is_too_long_is_said_and_nothing_else_is_looked_at(baroque: dict[str, Any]) -> None:
    rules = book_rules("baroque", "book")
    baroque["entries"] += [{"label": "no unit"}] * 500
    assert [fault.path for fault in rules.faults(baroque)] == ["entries"]


def test_the_first_fifty_faults_are_named_and_that_there_are_more() -> None:
    every = [Fault(f"units[{n}]", "is missing") for n in range(60)]
    assert first_faults(every[:50]) == tuple(every[:50])
    found = first_faults(iter(every))
    assert found[:-1] == tuple(every[:MOST_FAULTS])
    assert found[-1].message == "has more faults: correct these 50 first"
    error = FaultyDocumentError(*every)
    assert len(error.faults) == MOST_FAULTS + 1
    assert "and 57 more" in error.message


@pytest.mark.parametrize("system", [each.slug for each in registry.systems()])
def test_a_list_of_too_many_values_is_refused(system: str) -> None:
    army = next(each for each in samples().values() if each.system == system)
    document = json.loads(dump_list(army))
    document["commands"][0]["units"] += [{}] * 25_000
    with pytest.raises(ListError, match="holds more than 20,000 values, as no list does") as refused:
        parse_list(json.dumps(document))
    assert len(refused.value.faults) == 1


@pytest.mark.parametrize("read", [lambda text: from_text(text, "baroque"), from_post])
def test_a_text_of_too_many_or_too_long_lines_is_refused_at_its_place(read: Any) -> None:
    with pytest.raises(ListError, match=f"has {MAX_LINES + 1} lines: a list has at most {MAX_LINES}"):
        read("Foot\n" * MAX_LINES)
    with pytest.raises(ListError, match=f"line 2: is longer than {MAX_LINE} characters"):
        read("Book: x\n" + "a" * (MAX_LINE + 1))


def test_a_map_full_of_faults_has_one_sentence() -> None:
    with pytest.raises(MapError, match=r"has 3,0\d\d faults: it cannot be a document of this kind"):
        read_map({f"k{n}": 1 for n in range(3_000)})
