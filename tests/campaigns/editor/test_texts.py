"""Parts of a map as lines of text: what is written is read back the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.editor import texts
from campaigns.editor.draft import as_draft, empty
from campaigns.engine.maps import MapError
from tests.campaigns.drawing.country import country_document

numbers = st.integers(-99_000, 99_000).map(lambda each: each / 8)
places = st.lists(numbers, min_size=2, max_size=2)
words = st.from_regex(r"[A-Za-zé0-9][A-Za-zé0-9' ]{0,20}[A-Za-zé]", fullmatch=True).map(
    lambda each: " ".join(each.split())
)
keys = st.from_regex(r"[a-z][a-z0-9-]{0,9}", fullmatch=True)
features = st.fixed_dictionaries(
    {"kind": st.sampled_from(["city", "fortress", "port"]), "name": st.just("") | words,
     "strength": st.integers(0, 100), "at": st.none() | places}
)  # fmt: skip
ways = words.filter(lambda each: each.split()[0] not in ("cost", "km"))
links = st.fixed_dictionaries(
    {"a": keys, "b": keys, "kind": st.sampled_from(["road", "sea", "pass"]), "cost": numbers.map(abs),
     "km": numbers.map(abs), "name": st.just("") | ways}
)  # fmt: skip
rivers = st.fixed_dictionaries(
    {"name": st.just("") | words, "line": st.lists(places, min_size=2, max_size=6)}
)


@given(st.lists(features, max_size=4))
def test_features_come_back(value: list[dict[str, Any]]) -> None:
    assert texts.read_features(texts.features_text(value), "features") == value


@given(st.lists(links, max_size=4))
def test_links_come_back(value: list[dict[str, Any]]) -> None:
    assert texts.read_links(texts.links_text(value), "links") == value


@given(st.lists(rivers, max_size=4))
def test_rivers_come_back(value: list[dict[str, Any]]) -> None:
    assert texts.read_rivers(texts.rivers_text(value), "rivers") == value


@given(st.lists(st.lists(places, min_size=3, max_size=6), max_size=4))
def test_outlines_come_back(value: list[Any]) -> None:
    assert texts.read_rings(texts.rings_text(value), "outlines") == value


@pytest.mark.parametrize("line", ["1;2", "1,2,3", "1e5,2", "one,two", ","])
def test_a_place_that_is_none_is_named_with_its_line(line: str) -> None:
    with pytest.raises(MapError, match=r"outlines, line 2: .* is not a place"):
        texts.read_rings(f"1,2 3,4 5,6\n7,8 {line}", "outlines")


def test_a_draft_is_kept_whatever_it_says_and_is_the_same_the_second_time() -> None:
    draft = country_document(3, 2)
    draft["areas"][0] |= {"id": "", "terrain": "swamp", "outlines": [[[0, 0]]], "mood": "gloomy"}
    draft["links"].append({"a": "nobody", "b": "nowhere", "kind": "rope"})
    once = as_draft(draft)
    assert as_draft(once) == once
    assert "mood" not in once["areas"][0]
    assert once["areas"][0]["terrain"] == "swamp"
    assert as_draft(empty("E")) == empty("E")


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ([], ""),
        ({"areas": [{"id": "x"}]}, "areas[0].at"),
        ({"areas": [{"at": [1, "here"]}]}, "areas[0].at[1]"),
        ({"width": 0}, "width"),
        ({"areas": [{"at": [1, float("inf")]}]}, "areas[0].at[1]"),
        ({"picture": 7}, "picture"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_place(value: Any, path: str) -> None:
    with pytest.raises(MapError) as refused:
        as_draft(value)
    assert path in [fault.path for fault in refused.value.faults]
