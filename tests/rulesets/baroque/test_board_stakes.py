"""How a shot or a charge may end, in a line on its option."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulesets.baroque import activation
from rulesets.baroque.board import BOARD
from rulesets.baroque.board.targets import odds_of
from rulesets.engine.decisions import Option
from rulesets.engine.wording import percent
from tests.kit.field import Field, inspected, unit

if TYPE_CHECKING:
    import pytest


def offered(field: Field, **wanted: Any) -> Option:
    """The first option like this of a.c1u1, which is active now."""
    field.pending = next(activation.activate(field, field.state.units["a.c1u1"]))
    return next(each for each in field.pending.options if wanted.items() <= each.key.items())


def summed(field: Field, key: Mapping[str, Any]) -> list[str]:
    """What the unit's card says in one line of the target of an option."""
    target = next(each for each in inspected(field, "a.c1u1").targets if each.key == key)
    return [f"{figure.short} {percent(figure.chance or 0)}" for figure in target.summary]


def test_a_charge_says_how_it_may_end_where_it_is_chosen() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, type_="GA", i=4), unit("b.c1u1", 10, 4.5, 270, type_="P&M"))
    option = offered(field, do="charge")
    said = summed(field, option.key)
    assert [each.split()[0] for each in said][-3:] == ["win", "draw", "lose"]
    assert BOARD.stakes(field, option).endswith(f": {', '.join(said)}.")


def test_the_odds_of_a_charge_say_what_comes_before_them() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, type_="GA", i=4), unit("b.c1u1", 10, 4.5, 270, type_="GA", i=4))
    words = BOARD.stakes(field, offered(field, do="charge"))
    assert words.startswith("Odds before reactions: "), "Galloping cavalry may charge as well"


def test_a_shot_says_what_it_may_do_where_it_is_chosen() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, weapons=("Musket",)), unit("b.c1u1", 10, 4.5, 270))
    option = offered(field, do="shoot")
    said = summed(field, option.key)
    assert said[0].startswith("no effect ")
    assert BOARD.stakes(field, option) == f"Odds: {', '.join(said)}."


def test_odds_are_worked_out_once_between_two_events(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, type_="GA", i=4, m_bu=1), unit("b.c1u1", 10, 6, 270, type_="P&M"))
    option = offered(field, do="charge", bonus=True)
    first = odds_of(field, option)
    monkeypatch.setattr(import_module("rulesets.baroque.board.targets"), "charge_lines", None)
    assert first
    assert odds_of(field, option) is first
    assert "reaches it" in BOARD.stakes(field, option)


def test_an_option_without_dice_has_no_odds() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90), unit("b.c1u1", 10, 14, 270))
    assert BOARD.stakes(field, offered(field, do="end-unit")) == ""
