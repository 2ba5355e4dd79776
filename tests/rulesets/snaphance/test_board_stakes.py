"""What hangs on an option that leads to an Order Test, and on a charge or a shot, in a line."""

from __future__ import annotations

import re

import pytest

from rulesets.engine.decisions import Option
from rulesets.engine.wording import percent
from rulesets.snaphance.board import BOARD, targets
from rulesets.snaphance.board.clash import volley_lines
from rulesets.snaphance.board.inspection import inspect
from rulesets.snaphance.board.targets import answered, charge_odds
from rulesets.snaphance.shooting.volley import Shot
from rulesets.snaphance.state import Stand
from tests.kit.hexfield import HexField, stand
from tests.rulesets.snaphance.test_board_inspection import acting


@pytest.mark.parametrize("do", ["opportunity", "extra-move", "recover"])
def test_an_order_test_says_what_is_needed_and_what_follows(do: str) -> None:
    field = acting(stand("a.c1u1", "0506", "Pi", disordered=do == "recover"))
    words = BOARD.stakes(field, Option({"do": do, "unit": "a.c1u1"}, "", "SN-4.5.a"))
    found = re.search(r"(\d) or more on a die \((\d+)%\)\. Passed: .+\. Failed: .+\.", words)
    assert found is not None, words
    needed, chance = int(found[1]), int(found[2])
    assert chance == round(100 * (7 - needed) / 6)


def test_a_step_hangs_on_nothing() -> None:
    field = acting(stand("a.c1u1", "0506"))
    assert BOARD.stakes(field, Option({"do": "step", "unit": "a.c1u1", "hex": "0505"}, "", "")) == ""


def test_a_shot_is_summed_up_in_a_line() -> None:
    field = acting(stand("a.c1u1", "0506", "Sh"), stand("b.c1u1", "0504", "Pi", facing=4))
    shown = inspect(field, "a.c1u1")
    target = next(each for each in shown.targets if each.how == "shoot")
    assert [figure.short for figure in target.summary] == ["hit and disordered", "loses SP", "eliminated"]
    chances = [figure.chance for figure in target.summary]
    assert None not in chances
    assert chances == sorted(chances, reverse=True)  # type: ignore[type-var]
    shot = Shot("a.c1u1", "b.c1u1", "voluntary", 0)
    assert not any(figure.short for figure in volley_lines(field.state, shot)), "alone it is no sum"


def charging(*others: Stand) -> tuple[HexField, Option]:
    """Horse that may charge Shot, and the first option that does."""
    field = acting(stand("a.c1u1", "0507", "Hs"), stand("b.c1u1", "0505", "Sh"), *others)
    assert field.pending is not None
    return field, next(each for each in field.pending.options if each.key["do"] == "charge")


def test_a_charge_says_how_it_may_end_where_it_is_chosen_and_among_the_actions() -> None:
    field, option = charging()
    words = BOARD.stakes(field, option)
    assert re.fullmatch(r"Odds.*: win [\d.]+%, draw [\d.]+%, lose [\d.]+%.*\.", words), words
    shown = inspect(field, "a.c1u1")
    target = next(each for each in shown.targets if each.key == option.key)
    for figure in target.summary:
        assert figure.chance is not None
        assert f"{figure.short} {percent(figure.chance)}" in words
    action = next(each for each in shown.actions if each.key == option.key)
    assert action.why == f"o{words[1:-1]}"


def test_the_odds_of_a_charge_say_that_reactions_come_first() -> None:
    alone, option = charging()
    assert answered(alone.state, option) == ("before reactions" in BOARD.stakes(alone, option))
    waiting, option = charging(stand("b.c1u2", "0605", "Hs", opportunity=True))
    assert BOARD.stakes(waiting, option).startswith("Odds before reactions: win ")


def test_the_odds_of_a_charge_are_counted_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    field, option = charging()
    first = charge_odds(field, option)
    monkeypatch.setattr(targets, "charge_lines", None)
    assert charge_odds(field, option) is first
    assert BOARD.stakes(field, option)
