"""Mail, Pike & Powder in campaigns: worn armies, known ground, what a battle leaves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulesets.contract import registry
from rulesets.contract.campaign import BattleGround, UnitOutcome
from rulesets.contract.documents import parse_list
from rulesets.engine.document import begin
from rulesets.mail_pike_powder.campaign import CAMPAIGN, grounds, outcome
from rulesets.mail_pike_powder.events import LeaderLost, LeaderReplaced
from rulesets.mail_pike_powder.setup.pieces import KINDS
from tests.kit.powder import SLUG, Field, army, unit


def lists(battalias: int = 2, units: int = 3) -> list[dict[str, Any]]:
    return [army(book, Random(7), battalias, units) for book in ("royalist", "parliament")]


def setup(ground: BattleGround, battalias: int = 2, units: int = 3, **lost: int) -> dict[str, Any]:
    return CAMPAIGN.setup(lists(battalias, units), [lost, {}], ["Red", "Blue"], ground, 6, "seed")


def test_steps_are_stamina_and_worth_is_points() -> None:
    book = registry.get(SLUG).lists.books()["royalist"]
    for counted, listed in zip(
        CAMPAIGN.units(parse_list(lists()[0])), parse_list(lists()[0]).units(), strict=True
    ):
        profile = book.unit(listed.entry)  # type: ignore[attr-defined]
        assert (counted.steps, counted.worth) == (profile.stamina, profile.points)


@pytest.mark.rule("MPP-C-38")
def test_a_battalia_whose_commander_is_gone_is_led_by_the_least() -> None:
    document = lists()[0]
    document["commands"][1]["leader"] = None
    worn = CAMPAIGN.fielded(parse_list(document), {})
    assert worn["commands"][1]["leader"]["level"] == "7"


def test_worn_units_come_with_their_casualties_and_can_be_fought() -> None:
    made = setup(BattleGround(terrain="hills"), c1u1=1)
    battle = begin(registry.get(SLUG), made, "1")
    assert battle.state.units["a.c1u1"].casualties == battle.state.units["a.c1u1"].worn == 1


def test_every_ground_has_pieces_that_there_are() -> None:
    for row in grounds().ground:
        assert set(row.pool) <= set(KINDS), row.key
        made = setup(BattleGround(terrain=row.key))
        assert len(made["options"]["ground"]["pool"]) == grounds().draws


def test_a_river_and_the_works_of_a_fortified_side_lie_there_before() -> None:
    pieces = setup(BattleGround(river=True, fortified=1, walls=5))["options"]["ground"]["pieces"]
    assert [each["kind"] for each in pieces] == ["stream", "earthwork", "earthwork", "earthwork"]
    assert {each["line"][1] for each in pieces[1:]} == {38.0}
    begin(registry.get(SLUG), setup(BattleGround(river=True, fortified=0)), "1")


def test_a_table_grows_with_the_armies() -> None:
    assert setup(BattleGround())["table"] == {"width": 72.0, "depth": 48.0}
    assert setup(BattleGround(), battalias=6, units=12)["table"]["width"] > 72.0


@pytest.mark.parametrize(
    ("status", "casualties", "left"),
    [
        ("field", 0, (0, "stood")), ("field", 2, (1, "stood")), ("field", 5, (1, "stood")),
        ("broken", 3, (2, "fled")), ("left", 1, (0, "fled")), ("shattered", 6, (2, "destroyed")),
        ("destroyed", 3, (2, "destroyed")),
    ],
)  # fmt: skip
def test_who_stands_keeps_a_step_and_who_came_worn_loses_it_once(
    status: str, casualties: int, left: tuple[int, Any]
) -> None:
    assert outcome(status, casualties, 3, 1) == UnitOutcome(*left)


def test_a_report_names_who_fell_and_whose_commanders_were_lost() -> None:
    field = Field(unit("a.c1u1", 20, 20, 90, casualties=1), unit("b.c1u1", 20, 30, 270, status="broken"))
    field.apply(LeaderLost("MPP-C-38", "b.c1.leader", "is killed"))
    field.apply(LeaderReplaced("MPP-C-38", "b.c1.leader", "7"))
    result = {"winner": 0, "how": "x", "scores": [{}, {}], "turns": 4}
    assert CAMPAIGN.report is not None
    report = CAMPAIGN.report({}, field.state.to_json(), result)
    assert report.leaders == ((), ("c1",)), "although somebody else leads it now"
    assert report.units == ({"c1u1": UnitOutcome(1, "stood")}, {"c1u1": UnitOutcome(0, "fled")})
