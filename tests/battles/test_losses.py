"""What a battle has cost, as the result page and the victory sheet tell it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client

from battles import services
from battles.cards import SideResult, UnitLine, armies, result_card
from rulesets.contract.presentation import LossGroup, LossLine
from rulesets.snaphance.presentation import PRESENTATION
from tests.kit.hexfield import HexField, stand
from tests.kit.hexlists import scenario_battle


def side(*rules: str) -> SideResult:
    lines = tuple(LossLine(f"Horse {place}", "destroyed", rule, 2) for place, rule in enumerate(rules))
    group = LossGroup("Left wing", 14, 2 * len(rules), (), lines)
    return SideResult(0, "Swedes", False, 33, 29, 4, 12.1, (group,), 82)


def table(of: SideResult, **more: Any) -> str:
    return render_to_string(
        "battles/parts/losses.html", {"side": of, "measure": "BP", "system": "snaphance", **more}
    )


def test_a_rule_that_every_loss_counts_by_is_named_once_and_takes_no_column() -> None:
    page = table(side("SN-14.0.a", "SN-14.0.a"))
    assert page.count(">SN-14.0.a<") == 1
    assert ">Rule<" not in page


def test_rules_that_differ_stand_beside_their_losses() -> None:
    page = table(side("BQ-9.1.b", "BQ-9.1.c"))
    assert [page.count(f">{word}<") for word in ("BQ-9.1.b", "BQ-9.1.c", "Rule")] == [1, 1, 1]
    assert ">Rule<" not in table(side("BQ-9.1.b", "BQ-9.1.c"), paper="A4")


def test_the_share_that_is_lost_is_of_all_break_points() -> None:
    figures = {"total": 33, "lost": 29, "left": 4, "percentage": 12.1, "break_points": 82, "share": 35.4}
    result = {"winner": 1, "how": "", "rule": "", "turns": 20, "scores": [figures, figures]}
    first = result_card(result, ("Swedes", "Imperialists"), PRESENTATION).sides[0]
    assert (first.whole, first.share) == (82, figures["share"])


def test_the_page_gives_the_break_points_that_the_percentages_are_of(as_alice: Client, alice: User) -> None:
    engine = scenario_battle(2, rounds=1)
    row = services.begin(alice, engine.setup, seed=engine.seed)
    services.advance(row, None)
    row.refresh_from_db()
    assert row.result is not None
    page = " ".join(as_alice.get(row.get_absolute_url()).content.decode().split())
    for name, score in zip(row.sides, row.result["scores"], strict=True):
        assert f"{name} lost {score['lost']} of {score['break_points']} BP, {score['share']}%" in page
    assert "Group or stand" in page


def test_a_stand_that_is_destroyed_has_no_strength_left() -> None:
    field = HexField(stand("a.c1u1", "0206"), stand("a.c1u2", "0406"), stand("b.c1u1", "0201"))
    field.stand("a.c1u1").status = "destroyed"
    state = field.state.view(None)
    lines = {unit.id: unit for army in armies(state, PRESENTATION) for unit in _units(army)}
    assert [lines[id_].left for id_ in ("a.c1u1", "a.c1u2")] == [0, lines["a.c1u2"].strength]
    assert lines["a.c1u1"].strength


def _units(army: Any) -> list[UnitLine]:
    return [*(unit for command in army.commands for unit in command.units), *army.others]
