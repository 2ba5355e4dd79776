"""Canonical JSON: the quick encoder writes what the plain one does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.canonical import canonical_json, chained, digest

finite = st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | st.integers() | finite | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


@given(values)
def test_it_is_json_with_sorted_keys_and_no_spaces(value: Any) -> None:
    plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    assert canonical_json(value) == plain


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [-float("inf")]])
def test_a_number_that_is_not_finite_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(value)


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        canonical_json({"units": {1, 2}})


def test_each_link_of_a_chain_depends_on_the_one_before() -> None:
    one, two = chained("", {"n": 1}), chained("a", {"n": 1})
    assert one != two
    assert len(one) == len(digest({})) == 64
