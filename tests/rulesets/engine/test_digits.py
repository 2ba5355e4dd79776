"""Whole numbers that strangers write, wherever rules count by them."""

from __future__ import annotations

import pytest

from rulesets.engine.digits import whole
from rulesets.engine.ownbooks import row_at
from rulesets.freetable.placing import place_at
from rulesets.snaphance.scenario_editor import fault
from rulesets.snaphance.scenario_editor.figures import USUAL_RANGE, _reach
from rulesets.snaphance.scenarios.definitions import _ranges
from tests.kit.hostile import DIGITS


def test_a_whole_number_is_digits_alone_and_not_too_many() -> None:
    assert [whole(text) for text in ("0", "007", "123456789")] == [0, 7, 123_456_789]
    assert [whole(text, 5) for text in (None, "", "-1", " 1", "1.0", "1_0", *DIGITS)] == [5] * 10


@pytest.mark.parametrize("digits", DIGITS)
def test_rules_count_by_no_other(digits: str) -> None:
    assert row_at({"entries": [{}] * 4}, f"entries[{digits}]") is None
    with pytest.raises(LookupError):
        place_at([None] * 4, digits)  # type: ignore[type-var]
    assert [each.path for each in _ranges("dice", {digits: 3})] == [f"dice.{digits}"]
    draft = {"sides": [{"zone": ["0101"] * 4}, {}]}
    assert fault(draft, f"sides[0].zone[{digits}]").hexes == ()
    assert _reach({"sheet": {"weapons": {"musket": {"dice": {digits: 3}}}}}) == USUAL_RANGE
