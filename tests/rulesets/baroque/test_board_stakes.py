"""How a shot or a charge may end, in a line on its option."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest

from rulesets.baroque import activation
from rulesets.baroque.board import BOARD
from rulesets.baroque.board.targets import odds_of
from rulesets.baroque.charge import run as charge
from rulesets.baroque.reactions import answer
from rulesets.engine.decisions import Option, Steps
from rulesets.engine.wording import percent
from tests.kit.field import Field, inspected, unit
from tests.kit.reacting import active, horse


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


def answering(field: Field, do: str, steps: Steps[Any], **wanted: Any) -> tuple[Option, dict[str, float]]:
    """The first option of this deed that the enemy is asked for, and the chances of its line."""
    field.pending = next(steps)
    wanted["do"] = do
    option = next(each for each in field.pending.options if wanted.items() <= each.key.items())
    return option, {each.short: each.chance for each in odds_of(field, option) if each.short}  # type: ignore[misc]


def charged(field: Field, *, bonus: bool = False) -> Steps[None]:
    return charge.charge(field, active(field), field.state.units["b1"], bonus=bonus)


def test_a_countercharge_gives_both_their_impetus_and_says_how_it_may_end() -> None:
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270))
    option, found = answering(field, "countercharge", charged(field))
    assert list(found)[:3] == ["win", "draw", "lose"]
    assert found["win"] == pytest.approx(found["lose"]), "like against like, both with their impetus"
    assert BOARD.stakes(field, option).startswith(f"Odds: win {percent(found['win'])}, draw ")
    assert "Passed: it does so." in BOARD.stakes(field, option)
    assert (field.state.units["a1"].place.y, field.state.units["b1"].place.y) == (6.8, 8.6)


def test_a_countercharge_is_better_than_to_stand() -> None:
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270))
    field.pending = next(activation.activate(field, field.state.units["a1"]))
    option = next(each for each in field.pending.options if each.key["do"] == "charge")
    stands = {each.short: each.chance for each in odds_of(field, option)}
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270))
    _, counters = answering(field, "countercharge", charged(field))
    assert counters["lose"] < (stands["win"] or 0)


def test_the_die_of_a_charger_from_afar_comes_before_the_odds_of_a_countercharge() -> None:
    field = Field(horse("a1", 10, 5.9, 90), horse("b1", 10, 8.6, 270))
    option, _ = answering(field, "countercharge", charged(field, bonus=True))
    assert BOARD.stakes(field, option).startswith("Odds before the enemy’s bonus die: win ")


def test_an_opportunity_charge_at_a_flank_says_how_it_may_end() -> None:
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 9.4, 270), horse("b2", 12, 7.5, 180))
    option, found = answering(field, "opportunity-charge", charged(field, bonus=True), unit="b2")
    assert found["win"] > found["lose"]
    assert BOARD.stakes(field, option).startswith("Odds: win ")
    [target] = [each for each in inspected(field, "b2").targets if each.key == option.key]
    assert (target.unit, target.how) == ("a1", "charge")


def test_an_opportunity_charge_at_who_fires_waits_for_the_shot() -> None:
    field = Field(horse("b1", 10, 8.6, 270), unit("a1", 10, 6.8, 90, "DR", weapons=("Musket",), m_bu=2))
    state = field.state
    active(field)
    steps = answer.answer_shot(field, state.units["a1"], state.units["b1"])
    option, _ = answering(field, "opportunity-charge", steps)
    assert BOARD.stakes(field, option).startswith("Odds before the shot: ")


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
