"""How an answer of the odds is drawn."""

from __future__ import annotations

import pytest

from rulesets.baroque.odds import ODDS
from rulesets.contract.oddsanswers import HIGH, WIDE, chart

MELEE = {
    "kind": "melee",
    "attacker": {"entry": "tyw-catholic.cuirassiers", "charging": True},
    "target": {"entry": "tyw-swedish.swedish-foot", "touched": "flank", "disordered": True},
}


@pytest.mark.parametrize("number", [1, 2, 7, 16])
def test_columns_stand_side_by_side_within_the_drawing(number: int) -> None:
    drawn = chart("Hits", [(each, 1 / number) for each in range(number)], 1.0)
    for left, right in zip(drawn.columns, drawn.columns[1:], strict=False):
        assert left.x + left.width < right.x
    assert drawn.columns[0].x >= 0
    assert drawn.columns[-1].x + drawn.columns[-1].width <= WIDE
    assert all(0 < column.y < column.y + column.height <= HIGH for column in drawn.columns)


def test_the_most_probable_number_has_the_highest_column() -> None:
    columns = chart("Hits", [(0, 0.2), (1, 0.5), (2, 0.3)], 1.1).columns
    assert max(columns, key=lambda column: column.height).number == 1
    assert [round(column.more, 9) for column in columns] == [1.0, 0.8, 0.3]


def test_the_sum_of_modifiers_is_the_number_of_dice() -> None:
    for strike in ODDS.shown(ODDS.answer(MELEE)).strikes:
        assert strike.base + sum(change["value"] for change in strike.changes) == strike.dice


def test_the_bar_of_a_melee_is_filled_without_a_gap() -> None:
    answer = ODDS.shown(ODDS.answer(MELEE))
    x = 0.0
    for part in answer.result:
        assert part.x == pytest.approx(x, abs=0.01)
        x += part.width
    assert x == pytest.approx(100, abs=0.01)
    assert [words.partition(" routs")[0] for words, _, _ in answer.added] == ["Swedish Foot"]


def test_each_side_keeps_its_colour() -> None:
    answer = ODDS.shown(ODDS.answer(MELEE))
    assert {each.name: each.side for each in answer.strikes} == {
        each.name: each.side for each in answer.sufferings
    }
