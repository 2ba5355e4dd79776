"""Line of sight (SN-7.1, SN-C-sight), and whom a stand may fire at: arcs, range, melees, cover."""

from __future__ import annotations

import pytest

from rulesets.snaphance import hexes, sight
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.hexes import label
from rulesets.snaphance.shooting import cover, dice
from rulesets.snaphance.shooting.volley import Shot, facts, in_reach, targets, why_no_target, why_no_volley
from rulesets.snaphance.state import Melee, Stand
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
@pytest.mark.example("SN-EX-7", "SN-EX-8")
@pytest.mark.parametrize(
    ("key", "observer", "stands"),
    [("SN-EX-7", "PS on the plain", 0), ("SN-EX-8", "PS on the hillside", 1)],
)
def test_from_the_plain_one_hex_deep_into_the_hilltop_from_the_slope_all_of_it(
    key: str, observer: str, stands: int
) -> None:
    told = example(key, "snaphance")
    assert told["given"]["observer"] == observer
    q, r = hexes.named("0508")
    row = [hexes.label((q + n, r - n)) for n in range(4)]
    made = HexField(levels={row[1]: 1, row[2]: 2, row[3]: 2})
    assert [sees(made, row[stands], place) for place in row[2:]] == told["expect"]["visible"]


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


@pytest.mark.rule("SN-7.0.c", "SN-7.0.g")
@pytest.mark.parametrize(
    ("place", "rule", "near"), [("0602", "", ["b.c1u1"]), ("0601", "SN-7.0.c", []), (None, "SN-7.0.g", [])]
)
def test_range_is_that_of_the_weapon_and_who_is_gone_is_no_target(
    place: str | None, rule: str, near: list[str]
) -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh"), stand("b.c1u1", place))

    assert bar(field) == rule
    assert [each.id for each in in_reach(field.state, field.stand("a.c1u1"))] == near


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
        "SN-7.0.c",
        "it has no dice left to roll",
    )
    assert list(targets(field.state, field.stand("a.c1u1"))) == [field.stand("b.c1u1")]
