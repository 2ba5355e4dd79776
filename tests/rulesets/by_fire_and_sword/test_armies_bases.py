"""Bases, right-hand column and notes of a skirmish force: how many, from when, for what (BFS-29.2)."""

from __future__ import annotations

import pytest

from rulesets.by_fire_and_sword.armies.check import check
from rulesets.engine.lists import ArmyList, ListCommand
from tests.kit.forces import Document, additional, army, book, card, codes, judged, note, unit

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
    assert (fault.code, fault.message) == (
        "bases_out_of_range",
        "Riders has 4 bases, but may have at most 3.",
    )
    assert fault.cure == (
        "Set it to 3 bases. Or enlarge the force, which has 9 bases without the free ones, to 12:"
        " then “Free” gives 2 more bases."
    )
    large = army(unit("four-slot"), unit("five-a-slot"))
    [limit] = check(large.model_copy(update={"commands": _with_bases(large, 6)}), book(larger)).violations
    assert limit.cure == "Set it to 5 bases."  # the free ones are given, and used up


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
@pytest.mark.parametrize(
    ("bases", "fsp", "found"),
    [(2, 1, []), (3, 1, []), (4, 2, []), (5, 2, []), (6, 2, ["additional_too_many"])],
)
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
