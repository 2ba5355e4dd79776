"""The check of a skirmish force: its ten checks, its FSP and what follows from it (BFS-29.2, BFS-30.5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.armies import BfsBook, books, check, sample_lists
from rulesets.by_fire_and_sword.armies.levy import Muster
from rulesets.engine.lists import ArmyList, ListCommand, ListError, Report, check_list, parse_list
from rulesets.rulebook import rules
from tests.kit.forces import Document, any_forces, army, book, card, codes, legal_forces, slot, unit, unit_row

PLAIN = book()


def judged(*units: Any, cards: Document | None = None, **more: Any) -> Report:
    """The report on the core of the test card, or of another, and these units."""
    return check(army(*units, **more), book(cards) if cards else PLAIN)


def additional(**more: Any) -> Document:
    return {"id": "more", "kind": "unit", "unit": "foot", "level": 4, "optional": 6, "fsp": 2, **more}


def note(key: str = "note", **more: Any) -> Document:
    return {"id": key, "name": key.capitalize(), "kind": "equipment", "applies_to": ["core"], **more}


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


# ---------------------------------------------------------------------------- bases


GREY = card(note=[note("further", kind="bases", fsp=1, bases=2, applies_to=["core", "four-slot"])])
GREY["core"]["slot"][0]["optional"] = 1
GREY["level"][0]["pick"][0]["slot"][0]["optional"] = 2


@pytest.mark.rule("BFS-29.2.4", "BFS-29.2.8")
@pytest.mark.parametrize(("bases", "fsp", "found"), [
    ((3, 3), 3, []), ((4, 3), 4, []), ((4, 4), 4, []),
    ((2, 3), 3, ["bases_out_of_range"]), ((5, 3), 4, ["bases_out_of_range"]),
])  # fmt: skip
def test_grey_bases_are_bought_in_groups(bases: tuple[int, int], fsp: int, found: list[str]) -> None:
    units = [unit("core", bases=number, key=f"k{i}") for i, number in enumerate(bases)]
    report = judged(*units, cards=GREY)
    assert (codes(report), report.total) == (found, fsp)


@pytest.mark.rule("BFS-29.2.8")
def test_a_group_of_bases_may_be_spread_over_units() -> None:
    units = [unit("core", bases=4, key="k1"), unit("core", bases=4, key="k2"), unit("four-slot", bases=4)]
    report = judged(*units, cards=GREY)
    assert (codes(report), report.total) == ([], 3 + 1 + 2)


@pytest.mark.rule("BFS-29.2.4", "BFS-29.2.8")
def test_bases_that_would_be_free_in_a_larger_force_are_told_so() -> None:
    larger = card(note=[note("free", kind="free_bases", bases=2, from_bases=12, applies_to=["core"])])
    too_large = army(unit("four-slot")).model_copy(
        update={"commands": _with_bases(army(unit("four-slot")), 4)}
    )
    [fault] = check(too_large, book(larger)).violations
    assert (fault.code, fault.message) == ("bases_out_of_range", "Riders has 4 bases, at most 3 are allowed.")
    assert fault.cure == (
        "Give it 3; or let the force, which has 9 bases without the free ones, have 12:"
        " then «Free» gives 2 bases more."
    )
    large = army(unit("four-slot"), unit("five-a-slot"))
    [limit] = check(large.model_copy(update={"commands": _with_bases(large, 6)}), book(larger)).violations
    assert limit.cure == "Give it 5."  # the free ones are given, and used up


def _with_bases(found: ArmyList, bases: int) -> tuple[ListCommand, ...]:
    """The commands of a list, its first banner of so many bases."""
    first, *rest = found.commands
    units = tuple(
        each.model_copy(update={"bases": bases}) if index == 1 else each
        for index, each in enumerate(first.units)
    )
    return (first.model_copy(update={"units": units}), *rest)


@pytest.mark.rule("BFS-29.2.8")
@pytest.mark.parametrize(("banners", "free", "fsp"), [(1, 0, 6), (2, 2, 5)])
def test_bases_above_a_size_are_free(banners: int, free: int, fsp: int) -> None:
    """12 bases are needed without the free ones: 9 or 12 with the second pick of level 5."""
    notes = [
        note("further", kind="bases", fsp=1, bases=1, applies_to=["core"]),
        note("free", kind="free_bases", bases=2, from_bases=12, applies_to=["core"]),
    ]
    big = card(note=notes)
    big["core"]["slot"][0]["optional"] = 1
    units = [unit("core", bases=4, key="k1"), unit("core", bases=4, key="k2"), unit("four-slot")]
    units += [unit("five-b-slot")] * (banners - 1)
    report = judged(*units, cards=big)
    assert codes(report) == []
    assert report.total == fsp == 3 + banners + (2 - free)


@pytest.mark.rule("BFS-29.2.8")
@pytest.mark.parametrize("order", [1, -1])
def test_free_bases_go_where_they_cannot_be_bought_in_whatever_order_units_stand(order: int) -> None:
    """The right-hand column sells its own bases, so the free one is the fourth of a banner of the core."""
    big = card(
        note=[note("free", kind="free_bases", bases=1, from_bases=12, applies_to=["core", "more"])],
        additional=[additional()],
    )
    units = [
        unit("more", bases=6),
        unit("core", bases=4, key="k1"),
        unit("core", key="k2"),
        unit("four-slot"),
    ]
    report = judged(*units[::order], cards=big)
    assert (codes(report), report.total) == ([], 3 + 1 + 2)


@pytest.mark.rule("BFS-29.2.7.b", "BFS-29.2.7.c", "BFS-29.2.8")
@pytest.mark.parametrize(("bases", "fsp", "found"), [
    (2, 1, []), (3, 1, []), (4, 2, []), (5, 2, []), (6, 2, ["additional_too_many"])
])  # fmt: skip
def test_free_bases_of_an_additional_unit_are_not_paid(bases: int, fsp: int, found: list[str]) -> None:
    steps = [{"bases": 2, "fsp": 1}, {"bases": 4, "fsp": 2}]
    more = additional(fsp=0, fsp_steps=steps, optional=0, by_level=[{"level": 4, "bases": 4}])
    free = note("free", kind="free_bases", bases=1, from_bases=10, applies_to=["more"])
    report = judged(unit("four-slot"), unit("more", bases=bases), cards=card(note=[free], additional=[more]))
    assert (codes(report), report.total) == (found, 4 + fsp)


@pytest.mark.rule("BFS-29.2.4")
def test_free_bases_may_go_beyond_the_grey_ones() -> None:
    big = card(note=[note("free", kind="free_bases", bases=1, from_bases=6, applies_to=["core"])])
    one = judged(unit("core", bases=4, key="k1"), unit("core", key="k2"), cards=big)
    two = judged(unit("core", bases=4, key="k1"), unit("core", bases=4, key="k2"), cards=big)
    assert (codes(one), one.total) == ([], 3)
    assert codes(two) == ["bases_out_of_range"]


def test_a_commander_has_no_bases() -> None:
    assert codes(judged(unit("colonel", bases=2))) == ["bases_out_of_range"]


# ---------------------------------------------------------------------------- the right-hand column


@pytest.mark.rule("BFS-29.2.7.a")
def test_the_right_hand_column_opens_with_its_level() -> None:
    more = card(additional=[
        additional(),
        {"id": "major", "kind": "commander", "rank": "Major", "command_points": 1, "fsp": 1, "level": 5},
    ])  # fmt: skip
    assert codes(judged(unit("more", bases=6), cards=more)) == ["additional_level_not_reached"]
    report = judged(unit("more", bases=6), unit("four-slot"), cards=more)
    assert (codes(report), report.total) == ([], 6)
    early = judged(unit("major"), unit("four-slot"), cards=more)
    assert codes(early) == ["additional_level_not_reached"]
    twice = judged(
        unit("major", key="m1"), unit("major", key="m2"), unit("four-slot"), unit("five-a-slot"), cards=more
    )
    assert codes(twice) == ["additional_too_many"]


@pytest.mark.rule("BFS-29.2.7.a", "BFS-29.2.7.b")
@pytest.mark.parametrize(("level", "found"), [(4, []), (5, ["additional_level_not_reached"])])
def test_bases_by_level_do_not_open_what_is_for_a_higher_level(level: int, found: list[str]) -> None:
    more = additional(level=level, optional=0, by_level=[{"level": 4, "bases": 3}])
    assert codes(judged(unit("four-slot"), unit("more"), cards=card(additional=[more]))) == found


@pytest.mark.rule("BFS-29.2.7.b")
@pytest.mark.parametrize(("levels", "bases", "found"), [
    (1, 3, []), (1, 4, ["additional_too_many"]), (2, 5, []), (2, 6, ["additional_too_many"]),
])  # fmt: skip
def test_numbers_of_several_levels_are_not_added(levels: int, bases: int, found: list[str]) -> None:
    steps = [{"level": 4, "bases": 3}, {"level": 5, "bases": 5}]
    more = card(additional=[additional(optional=0, by_level=steps)])
    units = [unit("four-slot"), unit("five-a-slot")][:levels]
    assert codes(judged(unit("more", bases=bases), *units, cards=more)) == found


@pytest.mark.rule("BFS-29.2.7.c")
@pytest.mark.parametrize(("bases", "fsp"), [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_black_bases_are_free_and_grey_ones_paid(bases: int, fsp: int) -> None:
    steps = [{"bases": 2, "fsp": 1}, {"bases": 4, "fsp": 2}]
    more = card(additional=[additional(fsp=0, bases=2, optional=4, fsp_steps=steps)])
    assert judged(unit("more", bases=bases), unit("four-slot"), cards=more).total == 4 + fsp


# ---------------------------------------------------------------------------- notes


@pytest.mark.rule("BFS-29.2.8")
def test_better_commanders_and_equipment_are_paid() -> None:
    notes = [
        note("three", kind="command_points", fsp=1, command_points=3, applies_to=["colonel"]),
        note("general", kind="command_points", fsp=2, command_points=4, rank="General", applies_to=[]),
        note("spears", fsp=1), note("bows", fsp=1, per="base", max=1), note("flag", fsp=1, per="card"),
    ]  # fmt: skip
    better = card(note=notes)
    report = judged(unit("colonel", options=("general",)), cards=better)
    assert (codes(report), report.total, report.derived["cp"], report.derived["fv"]) == ([], 5, 4, 10)
    both = judged(unit("colonel", options=("three", "general")), cards=better)
    assert codes(both) == ["options-exclude"]
    units = [unit("core", options=("spears", "flag"), key=f"k{i}") for i in (1, 2)]
    assert judged(*units, cards=better).total == 3 + 2 + 1
    units = [unit("core", options=("bows",), key="k1"), unit("core", key="k2")]
    assert judged(*units, cards=better).total == 3 + 3
    units = [unit("core", options=("bows",), key=f"k{i}") for i in (1, 2)]
    assert codes(judged(*units, cards=better)) == ["note_condition"]


@pytest.mark.rule("BFS-29.2.8")
@pytest.mark.parametrize(("condition", "units", "found"), [
    ({"needs_level": 4}, (), ["note_condition"]),
    ({"needs_level": 4}, ("four-slot",), []),
    ({"needs_pick": ["five-a", "five-b"]}, ("four-slot",), ["note_condition"]),
    ({"needs_pick": ["five-a", "five-b"]}, ("four-slot", "five-b-slot"), []),
    ({"excludes": ["four"]}, ("four-slot",), ["note_condition"]),
    ({"excludes": ["five-a-slot"]}, ("four-slot",), []),
])  # fmt: skip
def test_a_note_has_its_conditions(condition: Document, units: tuple[str, ...], found: list[str]) -> None:
    cards = card(note=[note("spears", fsp=1, **condition)])
    bearers = [unit("core", options=("spears",), key="k1"), unit("core", key="k2")]
    assert codes(judged(*bearers, *(unit(place) for place in units), cards=cards)) == found


@pytest.mark.rule("BFS-29.2.8")
@pytest.mark.parametrize(("limit", "found"), [
    ({"most_units": 2}, []), ({"most_units": 1}, ["note_condition"]),
    ({"most_bases": 6}, []), ({"most_bases": 5}, ["note_condition"]),
    ({"needs_level": 5}, ["note_condition"]),
])  # fmt: skip
def test_a_restriction_binds_what_it_names(limit: Document, found: list[str]) -> None:
    cards = card(note=[note("few", kind="restriction", applies_to=["four-slot", "five-b-slot"], **limit)])
    units = [unit("four-slot")] + [unit("five-b-slot")] * ("needs_level" not in limit)
    assert codes(judged(*units, cards=cards)) == found


@pytest.mark.rule("BFS-29.2.8")
def test_a_note_is_sold_no_oftener_than_it_says() -> None:
    cards = card(note=[note("further", kind="bases", fsp=1, bases=1, max=1)])
    cards["core"]["slot"][0]["optional"] = 2
    one = judged(unit("core", bases=4, key="k1"), unit("core", key="k2"), cards=cards)
    two = judged(unit("core", bases=5, key="k1"), unit("core", key="k2"), cards=cards)
    assert (codes(one), codes(two)) == ([], ["note_condition"])


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


# ---------------------------------------------------------------------------- by chance


@pytest.mark.rule("BFS-29.2.9")
@given(legal_forces())
def test_a_force_costs_what_its_lines_say_and_is_judged_alike_every_time(army: ArmyList) -> None:
    report = check(army)
    assert report.legal
    assert report.total == sum(line.points for line in report.lines) == report.derived["fsp"]
    assert all(line.points > 0 for line in report.lines)
    assert check(parse_list(army.to_json())).to_json() == report.to_json()
    assert check_list(army).to_json() == report.to_json()


@given(any_forces())
def test_any_list_is_judged_and_every_finding_has_its_rule_place_and_cure(army: ArmyList) -> None:
    report = check(parse_list(army.to_json()))
    known = rules("by_fire_and_sword")
    for each in (*report.violations, *report.remarks):
        assert each.rule in known
        assert each.message.endswith(".")
        assert each.cure.endswith(".")
        assert each.path
    assert report.total == sum(line.points for line in report.lines)
    assert report.derived["fv"] >= 0


@given(legal_forces())
def test_no_unit_has_fewer_bases_than_its_black_rows(army: ArmyList) -> None:
    muster = Muster(army, books()[army.book])
    for _, taken in muster.everything():
        assert taken.place.is_commander or taken.bases >= max(1, taken.black)
    for levy in muster.levies:
        assert min(levy.bought.values(), default=0) >= 0
        free = sum(levy.free.values())
        assert sum(taken.extra for taken in levy.units) == sum(levy.bought.values()) + sum(
            levy.free_used(taken) for taken in levy.units
        )
        assert sum(levy.free_used(taken) for taken in levy.units) <= free


@given(legal_forces(kinds=("skirmish",)))
def test_taking_a_unit_away_never_costs_more(army: ArmyList) -> None:
    """No list is dearer for leaving something out, so that nothing is sold below nothing."""
    command = army.commands[0]
    whole = check(army).total
    for one in command.units:
        left = tuple(each for each in command.units if each.id != one.id)
        rest = army.model_copy(update={"commands": (command.model_copy(update={"units": left}),)})
        assert check(rest).total <= whole + _free(army)


def _free(army: ArmyList) -> int:
    """What free bases would cost if the force were too small for them."""
    found: BfsBook = books()[army.book]
    levy = Muster(army, found).levies[0]
    prices = [note.fsp for note in levy.card.note if note.kind == "bases"]
    return sum(levy.free.values()) * max(prices, default=0)


# ---------------------------------------------------------------------------- forces that were played


@pytest.mark.rule("BFS-29.2.6", "BFS-29.2.9", "BFS-33.1")
@pytest.mark.parametrize(("name", "fsp", "fv", "rp", "cp", "totals"), [
    # RP as the player counted them: 8 + 4 bases of cavalry, 2 for the country
    ("brandenburg-defensive-9", 9, 23, 14, 3,
     {"Territorial defence reiters": 8, "Prussian musketeers": 8, "Unarmoured reiters": 4}),
    # he counted 26: 20 bases, without the 3 of the Tatars
    ("polish-tatars-13", 13, 26, 29, 3,
     {"Cossack-style cavalry": 6, "Dragoons": 6, "Pancerni": 5, "Elite pancerni with spears": 3,
      "Tatars": 3}),
    # he counted 23 and said that he might be wrong: 18 bases and two units of dragoons are 20
    ("polish-1649-52-10", 10, 21, 20, 3,
     {"Pancerni with spears": 5, "Cossack-style cavalry": 7, "Dragoons": 6}),
    # he counted 21 and said that he might be wrong: there are 31 bases of cavalry
    ("muscovite-1648-76-11", 11, 33, 31, 2,
     {"Servant Cossacks": 8, "Boyars": 14, "Boyars with spears": 3, "Reiters": 6}),
])  # fmt: skip
def test_a_force_that_was_played(
    name: str, fsp: int, fv: int, rp: int, cp: int, totals: dict[str, int]
) -> None:
    army = sample_lists()[name]
    report = check(army)
    assert report.violations == ()
    assert [report.derived[key] for key in ("fsp", "fv", "rp", "cp")] == [fsp, fv, rp, cp]
    bases: dict[str, int] = {}
    for _, taken in Muster(army, books()[army.book]).everything():
        if taken.place.unit:
            bases[taken.place.unit.name] = bases.get(taken.place.unit.name, 0) + taken.bases
    assert bases == totals


@pytest.mark.rule("BFS-29.2.8")
def test_the_three_free_bases_of_the_muscovites_end_with_their_size() -> None:
    army = sample_lists()["muscovite-1648-76-11"]
    command = army.commands[0]
    small = tuple(unit for unit in command.units if "more-boyars" not in unit.entry)
    report = check(army.model_copy(update={"commands": (command.model_copy(update={"units": small}),)}))
    assert codes(report) == ["bases_out_of_range"] * 3
