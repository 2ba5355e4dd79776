"""The check of a skirmish force: its core and levels, its card, what follows (BFS-29.2, BFS-30.5)."""

from __future__ import annotations

import pytest

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.armies.check import check
from rulesets.engine.lists import ListCommand, ListError
from tests.kit.forces import PLAIN, additional, army, book, card, codes, judged, slot, unit, unit_row

# ---------------------------------------------------------------------------- the core and the levels


@pytest.mark.rule("BFS-29.2.3", "BFS-29.2.6", "BFS-29.2.9")
def test_the_core_alone_is_a_force_for_its_figure() -> None:
    report = judged()
    assert (report.violations, report.total, report.unit, report.limit) == ((), 3, "FSP", 0)


@pytest.mark.rule("BFS-29.2.3")
@pytest.mark.parametrize("place", ["colonel", "core"])
def test_a_core_without_its_commander_or_a_banner_is_incomplete(place: str) -> None:
    whole = army().commands[0].units
    left = [each for each in whole if not each.entry.endswith(f".{place}")] + [whole[1]] * (place == "core")
    commands = (ListCommand(id="c1", card="band", units=tuple(left)),)
    report = check(army().model_copy(update={"commands": commands}), PLAIN)
    assert codes(report) == ["core_incomplete"]
    assert report.violations[0].rule == "BFS-29.2.3"


@pytest.mark.rule("BFS-29.2.6")
def test_a_level_costs_the_difference_to_the_figure_below() -> None:
    report = judged(unit("four-slot"), unit("five-a-slot"))
    assert (codes(report), report.total) == ([], 5)
    assert [(line.label, line.points) for line in report.lines] == [
        ("Band, core", 3), ("Level 4, Riders", 1), ("Level 5, Foot", 1)
    ]  # fmt: skip


@pytest.mark.rule("BFS-29.2.5")
def test_no_level_may_be_skipped() -> None:
    report = judged(unit("five-a-slot"))
    assert codes(report) == ["level_skipped"]
    assert report.violations[0].path == "commands[0].units[3]"
    assert report.violations[0].cure == "Take a pick of level 4, or none of level 5."


@pytest.mark.rule("BFS-29.2.6")
def test_one_pick_for_each_level_unless_the_card_allows_more() -> None:
    units = (unit("four-slot"), unit("five-a-slot"), unit("five-b-slot"))
    assert codes(judged(*units)) == ["level_overfilled"]
    more = card()
    more["level"][1]["picks"] = 2
    report = judged(*units, cards=more)
    assert (codes(report), report.total) == ([], 6)  # the second pick costs the step again


@pytest.mark.rule("BFS-29.2.6")
def test_figures_that_are_prices_are_added() -> None:
    prices = card(level_figure="price")
    prices["level"][0]["fsp"], prices["level"][1]["fsp"] = 2, 1
    assert judged(unit("four-slot"), cards=prices).total == 5
    assert judged(unit("four-slot"), unit("five-a-slot"), cards=prices).total == 6


@pytest.mark.rule("BFS-29.2.5")
def test_of_a_pick_with_two_units_one_may_be_left_out() -> None:
    pair = card(level=[{"fsp": 4, "pick": [{"id": "pair", "slot": [slot("pair-slot", units=2)]}]}])
    assert (codes(judged(unit("pair-slot"), cards=pair)), judged(unit("pair-slot"), cards=pair).total) == (
        [],
        4,
    )
    three = [unit("pair-slot", key=f"p{number}") for number in range(3)]
    assert codes(judged(*three, cards=pair)) == ["level_overfilled"]


@pytest.mark.rule("BFS-29.2.5")
def test_a_pick_may_add_bases_to_a_unit_that_is_there() -> None:
    pick = {"id": "larger", "more_bases": [{"slot": "core", "bases": 2}]}
    larger = card(level=[{"fsp": 4, "pick": [pick]}])
    report = judged(unit("core", options=("larger",), key="k1"), unit("core", key="k2"), cards=larger)
    assert (codes(report), report.total, report.derived["bases"]) == ([], 4, 8)
    small = judged(unit("core", options=("larger",), bases=4, key="k1"), unit("core", key="k2"), cards=larger)
    assert codes(small) == ["bases_out_of_range"]


# ---------------------------------------------------------------------------- wagons, obstacles, years


@pytest.mark.rule("BFS-29.9.1", "BFS-28.1.2")
@pytest.mark.parametrize("option", ["with-kobylica", "with-caltrops-1", "with-chevaux-de-frise-2"])
def test_a_skirmish_roster_carries_no_portable_obstacles(option: str) -> None:
    report = judged(unit("four-slot"), unit("five-a-slot", options=(option,)))
    assert "portable_obstacle_at_skirmish" in codes(report)
    assert report.total == 5


@pytest.mark.rule("BFS-29.10.1", "BFS-24.5.1")
def test_no_more_wagon_trains_than_commanders() -> None:
    trains = additional(unit="wagons", level=0, max=3)
    major = {"id": "major", "kind": "commander", "rank": "Major", "command_points": 1, "fsp": 1}
    cards = card(additional=[trains, major])
    two = [unit("more", bases=2, key="w1"), unit("more", bases=2, key="w2")]
    report = judged(*two, cards=cards)
    assert codes(report) == ["too_many_wagon_trains"]
    assert report.violations[0].path == "commands[0].units[4]"
    assert codes(judged(*two, unit("major"), cards=cards)) == []


@pytest.mark.rule("BFS-29.2.1")
@pytest.mark.parametrize(
    ("year", "late"), [(0, False), (1649, True), (1650, False), (1660, False), (1661, True)]
)
def test_the_year_of_a_campaign_is_told_and_binds_a_historical_one(year: int, late: bool) -> None:
    free = judged(extras={"campaign_year": year})
    historical = judged(extras={"campaign_year": year, "historical": True})
    assert free.legal
    assert ("period_mismatch" in [each.code for each in free.remarks]) == late
    assert codes(historical) == ["period_mismatch"] * late


@pytest.mark.rule("BFS-30.5.1")
@pytest.mark.parametrize(("units", "small"), [(("four-slot",), True), (("four-slot", "five-a-slot"), False)])
def test_a_force_of_four_fsp_is_small(units: tuple[str, ...], small: bool) -> None:
    chosen = [unit(place) for place in units]
    report = judged(*chosen)
    assert report.derived["small"] is small
    assert [each.code for each in report.remarks] == ["small_force"] * small
    assert judged(*chosen, cards=card(small=True)).derived["small"]


@pytest.mark.rule("BFS-30.4.1")
def test_a_defensive_force_is_told() -> None:
    assert not judged().derived["defensive"]
    assert judged(cards=card(defensive=True)).derived["defensive"]


# ---------------------------------------------------------------------------- cards and books


@pytest.mark.rule("BFS-29.1", "BFS-29.2.9")
@pytest.mark.parametrize(("cards", "found"), [
    ([], ["no_card"]), ([""], ["no_card"]), (["lost"], ["no_card"]), (["band", "band"], ["several_cards"]),
])  # fmt: skip
def test_a_skirmish_force_is_built_from_one_card(cards: list[str], found: list[str]) -> None:
    units = army().commands[0].units
    commands = tuple(
        ListCommand(id=f"c{i}", card=name, units=units if name == "band" else ())
        for i, name in enumerate(cards)
    )
    assert codes(check(army().model_copy(update={"commands": commands}), PLAIN)) == found


@pytest.mark.rule("BFS-29.2.9")
def test_a_unit_of_another_card_or_of_no_card_is_told() -> None:
    other = card(id="other", name="Other")
    report = check(army(unit("four-slot", "other")), book(card(), other))
    assert codes(report) == ["not_on_card"]
    assert codes(judged(unit("ghost"))) == ["unknown-entry"]


def test_an_agreed_limit_binds_though_none_is_needed() -> None:
    report = check(army(unit("four-slot")).model_copy(update={"points": 3}), PLAIN)
    assert (codes(report), report.limit) == (["over-budget"], 3)
    assert report.violations[0].rule == "BFS-30.1"


def test_a_list_of_another_system_is_refused() -> None:
    with pytest.raises(ListError, match="is 'baroque', not 'by_fire_and_sword'"):
        check(army().model_copy(update={"system": "baroque"}), PLAIN)


@pytest.mark.rule("BFS-29.10.3", "BFS-21.1.3", "BFS-21.1.6", "BFS-21.1.7", "BFS-22.14.d")
def test_alike_units_that_are_small_enough_may_form_squadrons() -> None:
    hints = judged(unit("four-slot", key="r")).derived["squadrons"]
    assert hints == [
        {"command": "c1", "name": "Riders", "units": ("k1", "k2", "r"), "bases": (3, 3, 3), "limit": 6}
    ]
    large = card()
    large["core"]["slot"][0]["bases"] = 4
    assert judged(cards=large).derived["squadrons"] == []
    lone = unit_row("lone", special=["Independent"])
    alone = card()
    alone["core"]["slot"][0]["unit"] = "lone"
    assert check(army(), book(alone, units=(lone,))).derived["squadrons"] == []


def test_every_code_of_the_table_of_checks_is_one_that_the_check_gives() -> None:
    known = {row["code"] for row in tables.plain_rows("list_check")}
    elsewhere = {"small_force_opponent"}  # told when two forces meet
    here = "".join(path.read_text() for path in (tables.DATA.parent / "armies").glob("*.py"))
    assert {code for code in known if f'"{code}"' not in here} == elsewhere
