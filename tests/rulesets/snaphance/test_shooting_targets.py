"""Whom a stand may fire at: arcs, range, sight, melees, garrisons; what cover he has."""

from __future__ import annotations

import pytest

from rulesets.snaphance import hexes, sight
from rulesets.snaphance.hexes import label
from rulesets.snaphance.shooting import cover, dice
from rulesets.snaphance.shooting.volley import Shot, facts, in_reach, targets, why_no_target, why_no_volley
from rulesets.snaphance.state import Melee, Stand
from tests.kit.hexfield import HexField, stand

HERE = hexes.named("0606")


def bar(field: HexField, firer: str = "a.c1u1", target: str = "b.c1u1", fire: str = "voluntary") -> str:
    """The rule by which it cannot fire, "" if it can."""
    why = why_no_target(field.state, field.stand(firer), field.stand(target), fire)  # type: ignore[arg-type]
    return "" if why is None else why[0]


def covered(field: HexField, *, met: bool = False) -> int:
    found = cover.fire_cover(field.state, field.stand("a.c1u1"), field.stand("b.c1u1"), met=met)
    return 0 if found is None else found.value


def within(distance: int, code: str) -> int:
    """Of the hexes at that distance, how many a stand of that class can fire at."""
    field = HexField(stand("a.c1u1", "0606", code, weapon="cannon_field"))
    count = 0
    for place in hexes.disc(HERE, distance):
        if hexes.distance(HERE, place) == distance and place in field.state.map:
            enemy = Stand("b.c1u9", 1, "b.c1", "x", field.stand("a.c1u1").profile, [3], place, 4, "field")
            count += why_no_target(field.state, field.stand("a.c1u1"), enemy) is None
    return count


@pytest.mark.rule("SN-7.0.a", "SN-7.0.b")
def test_the_arcs_hold_so_many_hexes() -> None:
    assert [within(distance, "Sh") for distance in (1, 2, 3, 4)] == [2, 5, 6, 9]
    assert [within(distance, "Art") for distance in (1, 2, 3, 4)] == [2, 3, 4, 5]


@pytest.mark.rule("SN-7.0.c")
def test_range_is_that_of_the_weapon() -> None:
    near, far = (
        HexField(stand("a.c1u1", "0606", "Sh"), stand("b.c1u1", place)) for place in ("0602", "0601")
    )

    assert (bar(near), bar(far)) == ("", "SN-7.0.c")
    assert [each.id for each in in_reach(near.state, near.stand("a.c1u1"))] == ["b.c1u1"]
    assert list(in_reach(far.state, far.stand("a.c1u1"))) == []


@pytest.mark.rule("SN-7.0.e")
def test_nobody_fires_into_or_out_of_a_melee() -> None:
    field = HexField(
        stand("a.c1u1", "0606", "Sh"), stand("a.c1u2", "0603"), stand("b.c1u1", "0604"),
        stand("b.c1u2", "0605"),
    )  # fmt: skip
    assert bar(field, target="b.c1u2") == ""

    field.state.melees = [Melee(("a.c1u2", "b.c1u1"))]
    into = bar(field)
    field.state.melees = [Melee(("a.c1u1", "b.c1u1"))]

    assert (into, bar(field, target="b.c1u2")) == ("SN-7.0.e", "SN-7.0.e")


@pytest.mark.rule("SN-7.1.c")
def test_stands_between_block_a_shot_but_skirmishers_light_cavalry_and_guns() -> None:
    for code, blocked in (("PS", True), ("Dr", True), ("Sk", False), ("LC", False), ("Art", False)):
        field = HexField(
            stand("a.c1u1", "0606", "Sh"), stand("a.c1u2", "0705", code), stand("b.c1u1", "0704")
        )
        assert (bar(field) == "SN-7.1.c") is blocked


@pytest.mark.rule("SN-7.4.2.a", "SN-7.4.h")
@pytest.mark.parametrize(
    ("target", "friend", "barred"),
    [("Hs", None, True), ("Hs", "PS", False), ("Hs", "Sh", True), ("PS", None, False), ("LC", None, False)],
)
def test_shot_fires_on_cavalry_at_point_blank_only_where_it_could_defend_itself(
    target: str, friend: str | None, barred: bool
) -> None:
    beside = [] if friend is None else [stand("a.c1u2", "0506", friend)]
    field = HexField(
        stand("a.c1u1", "0606", "Sh", opportunity=True), stand("b.c1u1", "0605", target), *beside
    )

    assert bar(field, fire="opportunity") == ("SN-7.4.2.a" if barred else "")
    assert bar(field) == ""


def test_who_is_gone_is_no_target() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh"), stand("b.c1u1", None))

    assert bar(field) == "SN-7.0.g"


# ---------------------------------------------------------------------------- fortified buildings


@pytest.mark.rule("SN-7.0.c", "SN-7.1.c", "SN-C-found-tower")
def test_a_garrison_fires_all_round_and_over_stands_at_a_die_less() -> None:
    behind = HexField(
        stand("a.c1u1", "0606", "Sh"), stand("a.c1u2", "0607"), stand("a.c1u3", "0707"),
        stand("b.c1u1", "0608"), terrain={"0606": "fort"},
    )  # fmt: skip

    assert bar(behind) == ""
    assert facts(behind.state, Shot("a.c1u1", "b.c1u1", "voluntary")).garrison
    assert dice.count(facts(behind.state, Shot("a.c1u1", "b.c1u1", "voluntary")), behind.state.sheet) == 4


# ---------------------------------------------------------------------------- cover


@pytest.mark.rule("SN-7.0.c", "SN-C-fire-factors", "SN-C-terrain")
@pytest.mark.parametrize(
    ("terrain", "value"), [("open", 0), ("woods", -1), ("rough", -1), ("marsh", 0), ("fort", -2)]
)
def test_ground_covers_who_stands_in_it(terrain: str, value: int) -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh"), stand("b.c1u1", "0604"), terrain={"0604": terrain})

    assert covered(field) == value


@pytest.mark.rule("SN-7.0.c")
def test_what_the_line_of_fire_crosses_at_the_target_covers_it_and_nothing_else_does() -> None:
    def field(at: str, side: str) -> HexField:
        return HexField(stand("a.c1u1", "0606", "Sh"), stand("b.c1u1", "0603"), sides={(at, side): "works"})

    lane = [label(hex_) for hex_ in _lane("0606", "0603")]
    towards = hexes.SIDES[hexes.direction(hexes.named("0603"), hexes.named(lane[-1])) or 0]
    away = hexes.SIDES[hexes.direction(HERE, hexes.named(lane[0])) or 0]

    assert covered(field("0603", towards)) == -2
    assert covered(field("0606", away)) == 0
    assert covered(field("0603", "NE")) == 0


def _lane(place: str, other: str) -> tuple[hexes.Hex, ...]:
    field = HexField()
    return sight.open_lanes(field.state, hexes.named(place), hexes.named(other))[0]


@pytest.mark.rule("SN-7.0.c")
def test_the_stronger_cover_counts_once() -> None:
    field = HexField(
        stand("a.c1u1", "0606", "Sh"), stand("b.c1u1", "0605"), terrain={"0605": "woods"},
        sides={("0605", "SE"): "works"},
    )  # fmt: skip

    assert covered(field) == -2
    assert covered(field, met=True) == -1


@pytest.mark.rule("SN-7.0.c")
def test_of_two_lines_of_fire_the_shooter_takes_the_better() -> None:
    """0606 to 0604 runs along a side: the line enters 0604 by SW or by SE."""
    one = {("0604", "SW"): "obstacle"}
    both = {**one, ("0604", "SE"): "obstacle"}

    found = [
        covered(HexField(stand("a.c1u1", "0606", "Sh"), stand("b.c1u1", "0604"), sides=sides))
        for sides in (one, both)
    ]

    assert found == [0, -1]


@pytest.mark.rule("SN-7.0.c")
def test_a_shot_without_dice_is_none() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sk"), stand("b.c1u1", "0602"))

    assert bar(field) == ""
    assert why_no_volley(field.state, Shot("a.c1u1", "b.c1u1", "voluntary")) == (
        "SN-7.0.c", "no dice are left to it"
    )  # fmt: skip
    assert list(targets(field.state, field.stand("a.c1u1"))) == [field.stand("b.c1u1")]
