"""Line of sight: lanes, woods, towns, hills, stands between (SN-7.1, SN-C-sight)."""

from __future__ import annotations

import pytest

from rulesets.snaphance import hexes, sight
from rulesets.snaphance.classes import CLASSES
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand


def sees(made: HexField, one: str, other: str) -> bool:
    """Whether it is seen from one hex to the other, which must be the same both ways."""
    found = sight.clear(made.state, hexes.named(one), hexes.named(other))
    assert sight.clear(made.state, hexes.named(other), hexes.named(one)) is found
    assert (sight.why_blocked(made.state, hexes.named(one), hexes.named(other)) is None) is found
    return found


# -- the line -------------------------------------------------------------------------------------


def test_a_straight_line_has_one_lane() -> None:
    assert sight.lanes(3, 0) == (((1, 0), (2, 0)),)
    assert sight.lanes(1, -1) == ((),)


def test_a_line_along_hex_sides_has_two_lanes() -> None:
    for direction in range(6):
        (q1, r1), (q2, r2) = hexes.DIRECTIONS[direction], hexes.DIRECTIONS[(direction + 1) % 6]
        assert set(sight.lanes(q1 + q2, r1 + r2)) == {((q1, r1),), ((q2, r2),)}


def test_lanes_are_the_same_both_ways() -> None:
    for dq, dr in hexes.disc((0, 0), 7):
        if (dq, dr) == (0, 0):
            continue
        there = {frozenset(lane) for lane in sight.lanes(dq, dr)}
        back = {frozenset((q + dq, r + dr) for q, r in lane) for lane in sight.lanes(-dq, -dr)}
        assert there == back
        assert all(len(lane) == hexes.distance((0, 0), (dq, dr)) - 1 for lane in there)


# -- hills ----------------------------------------------------------------------------------------


@pytest.mark.rule("SN-7.1.a")
@pytest.mark.example("SN-EX-7")
def test_from_the_plain_one_hex_deep_into_the_hilltop() -> None:
    told = example("SN-EX-7", "snaphance")
    assert told["given"]["observer"] == "PS on the plain"
    q, r = hexes.named("0508")
    first, further = hexes.label((q + 2, r - 2)), hexes.label((q + 3, r - 3))
    made = HexField(levels={hexes.label((q + 1, r - 1)): 1, first: 2, further: 2})
    assert [sees(made, "0508", place) for place in (first, further)] == told["expect"]["visible"]


@pytest.mark.rule("SN-7.1.a")
@pytest.mark.example("SN-EX-8")
def test_from_the_slope_the_whole_hilltop_is_seen() -> None:
    told = example("SN-EX-8", "snaphance")
    assert told["given"]["observer"] == "PS on the hillside"
    q, r = hexes.named("0508")
    slope, first, further = (hexes.label((q + n, r - n)) for n in (1, 2, 3))
    made = HexField(levels={slope: 1, first: 2, further: 2})
    assert [sees(made, slope, place) for place in (first, further)] == told["expect"]["visible"]


def row(levels: dict[int, int]) -> bool:
    """Whether the ends of a row of five hexes see each other over these levels."""
    made = HexField(levels={f"{column:02d}05": level for column, level in levels.items()})
    return sees(made, "0105", "0505")


@pytest.mark.rule("SN-7.1.a")
def test_a_hilltop_between_hides_what_is_lower() -> None:
    assert not row({3: 2})
    assert not row({1: 1, 3: 2})
    assert not row({1: 1, 3: 2, 5: 1})
    assert not row({1: 2, 3: 2})
    assert row({1: 2, 3: 2, 5: 2})
    assert row({1: 2, 3: 2, 5: 1})
    assert row({1: 2, 5: 2})
    assert row({3: 1})


# -- woods and towns ------------------------------------------------------------------------------


@pytest.mark.rule("SN-7.1.b")
@pytest.mark.parametrize(
    ("terrain", "hides"), [("woods", True), ("town", True), ("rough", False), ("marsh", False)]
)
def test_one_hex_deep_into_woods_and_towns(terrain: str, hides: bool) -> None:
    made = HexField(terrain={"0305": terrain, "0405": terrain})
    assert sees(made, "0105", "0305")
    assert sees(made, "0105", "0405") is not hides
    assert sees(made, "0105", "0505") is not hides


@pytest.mark.rule("SN-7.1.b")
def test_the_own_hex_never_hides() -> None:
    made = HexField(terrain={"0105": "woods", "0205": "woods"})
    assert sees(made, "0105", "0106")
    assert sees(made, "0105", "0205")
    assert not sees(made, "0105", "0305")
    assert sees(made, "0205", "0505")


@pytest.mark.rule("SN-7.1.b")
def test_a_line_along_hex_sides_passes_on_the_clear_hand() -> None:
    # From 0505 straight up the map to 0503: the line runs between 0404 and 0504.
    for woods, seen in ((["0404"], True), (["0504"], True), (["0404", "0504"], False)):
        made = HexField(terrain=dict.fromkeys(woods, "woods"))
        assert sees(made, "0505", "0503") is seen


# -- stands ---------------------------------------------------------------------------------------


@pytest.mark.rule("SN-7.1.c")
@pytest.mark.parametrize("code", CLASSES)
@pytest.mark.parametrize("id_", ["a.c1u1", "b.c1u1"])
def test_stands_between_hide_but_for_skirmishers_light_cavalry_and_guns(code: str, id_: str) -> None:
    made = HexField(stand(id_, "0305", code))
    assert sees(made, "0105", "0505") is (code in ("Sk", "LC", "Art"))
    assert sees(made, "0105", "0305")
    if code == "Pk":
        why = sight.why_blocked(made.state, hexes.named("0105"), hexes.named("0505"))
        assert why == ("SN-7.1.c", f"{id_} at 0305 is in the way")


@pytest.mark.rule("SN-7.1.c")
def test_nobody_fires_over_stands_from_higher_ground() -> None:
    made = HexField(stand("a.c1u1", "0305", "PS"), levels={"0105": 2})
    assert not sees(made, "0105", "0505")


def test_what_is_seen_from_a_hex_is_what_pairs_tell() -> None:
    made = HexField(
        stand("a.c1u1", "0505", "PS"), stand("b.c1u1", "0303", "Sk"), stand("b.c1u2", "0707", "Ln"),
        columns=9, rows=8, terrain={"0404": "woods", "0204": "town", "0806": "woods"},
        levels={"0604": 2, "0605": 2, "0603": 1, "0704": 1},
    )  # fmt: skip
    places = list(made.state.map.hexes())
    for reach in (1, 4, 17):
        all_ = sight.seen_from_all(made.state, reach)
        cast = sight.shadows(9, 8, reach)
        for place in places:
            near = [other for other in places if other != place and hexes.distance(place, other) <= reach]
            seen = set(sight.seen_from(made.state, place, reach))
            assert seen == {other for other in near if sight.clear(made.state, place, other)}
            assert all_[place] == sum(1 << cast.bit(other) for other in seen)
            over = set(sight.seen_from(made.state, place, reach, over_stands=True))
            assert over == {
                other for other in near if sight.open_lanes(made.state, place, other, over_stands=True)
            }


def test_why_names_the_ground() -> None:
    made = HexField(terrain={"0305": "woods"}, levels={"0306": 2})
    why = sight.why_blocked(made.state, hexes.named("0105"), hexes.named("0505"))
    assert why == ("SN-7.1.b", "Woods at 0305")
    why = sight.why_blocked(made.state, hexes.named("0106"), hexes.named("0506"))
    assert why == ("SN-7.1.a", "the hilltop at 0306")
