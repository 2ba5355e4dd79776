"""Retreats and bounces (SN-11.1.d, SN-12.0 to SN-12.2, SN-C-retreat)."""

from __future__ import annotations

import pytest

from rulesets.snaphance import hexes
from rulesets.snaphance.events.fire import LostSP
from rulesets.snaphance.melee import retreat
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, Stand, stand
from tests.kit.scripted import Answer

L, W = "b.c1u1", "a.c1u1"
"""The loser at 0605 facing south, beaten by W at 0606 in front of him: behind him lie 0604 and 0504."""


def run(
    field: HexField, *answers: Answer, away: str = "0606", most: int = 2, bounce: bool = False
) -> list[str]:
    """The labels of the hexes that L enters."""
    path = field.run(retreat.run(field, field.stand(L), hexes.named(away), most, bounce=bounce), *answers)
    return [hexes.label(place) for place in path]


def to(label: str) -> dict[str, str]:
    return {"do": "retreat", "unit": L, "hex": label}


def field(*others: object, code: str = "PS", facing: int = 4, **changes: object) -> HexField:
    profile = changes.pop("loser", {})
    loser = stand(L, "0605", code, facing, **profile)  # type: ignore[arg-type]
    return HexField(stand(W, "0606", "PS"), loser, *others, **changes)  # type: ignore[arg-type]


def watcher(label: str, facing: int, id_: str = "a.c1u2") -> Stand:
    """An enemy whose two front hexes are zones of control."""
    return stand(id_, label, "PS", facing)


def lost(made: HexField) -> list[tuple[str, int]]:
    return [(event.rule, event.sp) for event in made.events(LostSP)]


# -- direction and distance ---------------------------------------------------------------------------


@pytest.mark.rule("SN-12.0.a", "SN-C-retreat")
def test_a_stand_beaten_in_front_goes_back_all_the_way_with_its_facing_kept():
    made = field()
    assert run(made, to("0604"), to("0603")) == ["0604", "0603"]
    assert made.stand(L).facing == 4
    assert lost(made) == []


@pytest.mark.rule("SN-C-retreat", "SN-12.0.a")
@pytest.mark.parametrize("away", ["0606", "0506"])
def test_the_directions_of_a_retreat_from_the_front(away: str):
    way = retreat.way(stand(L, "0605", "PS", 4), hexes.named(away))
    assert (set(way.back), set(way.sideways)) == ({1, 2}, {0, 3})


@pytest.mark.rule("SN-12.0.a")
@pytest.mark.parametrize("away", ["0606", "0506"])
def test_a_stand_beaten_from_the_rear_goes_forward(away: str):
    way = retreat.way(stand(L, "0605", "PS", 1), hexes.named(away))
    assert set(way.back) == {1, 2}


@pytest.mark.rule("SN-C-retreat")
@pytest.mark.parametrize("facing", range(6))
def test_a_stand_beaten_on_a_flank_goes_to_the_other_flank_or_the_rear_next_to_it(facing: int):
    loser = stand(L, "0605", "PS", facing)
    left, right = hexes.flanks(loser.place, facing)
    rear_left, rear_right = hexes.rear(loser.place, facing)
    for away, expected in ((left, {right, rear_right}), (right, {left, rear_left})):
        back = retreat.way(loser, away).back
        assert {hexes.neighbour(loser.place, direction) for direction in back} == expected


@pytest.mark.rule("SN-C-retreat", "SN-12.0.a")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("towards", range(6))
def test_every_step_back_raises_the_distance_and_none_sideways_lowers_it(facing: int, towards: int):
    loser = stand(L, "0605", "PS", facing)
    away = hexes.neighbour(loser.place, towards)
    way = retreat.way(loser, away)
    assert all(hexes.distance(hexes.neighbour(loser.place, each), away) == 2 for each in way.back)
    assert all(hexes.distance(hexes.neighbour(loser.place, each), away) >= 1 for each in way.sideways)
    assert len({*way.back, *way.sideways}) == 4


@pytest.mark.rule("SN-12.0.a")
def test_who_was_pushed_away_from_the_enemy_falls_back_from_where_he_lies():
    loser = stand(L, "0605", "Sk", 4)
    assert retreat.way(loser, hexes.named("0607")).back == retreat.way(loser, hexes.named("0606")).back


# -- preferences --------------------------------------------------------------------------------------


@pytest.mark.rule("SN-12.0.c")
def test_a_clear_hex_outside_every_enemy_zone_comes_first():
    made = field(watcher("0703", 4))  # its zone of control holds 0604
    assert run(made, to("0503")) == ["0504", "0503"]
    assert lost(made) == []


@pytest.mark.rule("SN-12.0.d")
def test_through_friends_comes_before_an_enemy_zone():
    made = field(stand("b.c1u2", "0504", "PS"), watcher("0703", 4))
    assert run(made, to("0503")) == ["0504", "0503"]
    assert not made.stand("b.c1u2").disordered


@pytest.mark.rule("SN-12.0.d", "SN-12.0.e")
def test_of_a_friends_hex_in_an_enemy_zone_the_zone_decides():
    made = field(stand("b.c1u2", "0504", "Sh"), watcher("0603", 4))  # its zone holds 0504 and 0604
    assert run(made, to("0504"), most=1)[0] == "0504"
    assert {option.key["hex"] for option in made.asked[0].options} == {"0504", "0604"}
    assert lost(made) == [("SN-12.0.e", 1)]


@pytest.mark.rule("SN-12.0.d")
@pytest.mark.parametrize(("code", "friend", "facing", "disordered"), [
    ("PS", "PS", 4, False), ("PS", "PS", 3, True), ("PS", "Pk", 4, True), ("PS", "Sh", 1, False),
    ("Sh", "Pk", 4, False), ("Sh", "PS", 1, False), ("Hs", "Hs", 5, True),
])  # fmt: skip
def test_who_is_disordered_by_a_retreat_through_it(code: str, friend: str, facing: int, disordered: bool):
    made = field(stand("b.c1u2", "0604", friend, facing), stand("b.c1u3", "0504", friend, facing), code=code)
    path = run(made, to("0604"), to("0603"), most=2)
    assert path == ["0604", "0603"]
    assert made.stand("b.c1u2").disordered is disordered


@pytest.mark.rule("SN-12.0.d")
def test_it_goes_on_through_friends_until_it_is_clear():
    labels = ("0604", "0504", "0703", "0603", "0503")
    made = field(*(stand(f"b.c1u{n}", label, "PS") for n, label in enumerate(labels, 2)))
    assert run(made, to("0604"), to("0603"), to("0602"), most=2) == ["0604", "0603", "0602"]
    assert made.stand(L).place == hexes.named("0602")


@pytest.mark.rule("SN-12.0.d")
@pytest.mark.parametrize("answer", ["push", "go-on"])
def test_it_may_end_among_friendly_skirmishers_and_push_them_back(answer: str):
    screen = stand("b.c1u2", "0604", "Sk")
    made = field(screen, stand("b.c1u3", "0504", "Sk"))
    answers: list[Answer] = [to("0604"), {"do": answer, "unit": L}]
    if answer == "go-on":
        answers.append(to("0603"))
    path = run(made, *answers, most=1)
    assert path == (["0604"] if answer == "push" else ["0604", "0603"])
    assert (made.stand("b.c1u2").place == hexes.named("0604")) is (answer == "go-on")
    assert len(made.state.occupied[made.stand(L).place]) == 1


@pytest.mark.rule("SN-12.0.e")
@pytest.mark.parametrize(
    ("watchers", "path", "sp"),
    [([("0703", 3)], ["0604", "0603"], 1), ([("0603", 4), ("0703", 4)], ["0604"], 2)],
    ids=["two hexes of one zone", "two zones"],
)
def test_each_enemy_zone_passed_costs_one_sp_however_many_of_its_hexes(
    watchers: list[tuple[str, int]], path: list[str], sp: int
):
    enemies = [watcher(*each, f"a.c1u{n}") for n, each in enumerate(watchers, 2)]
    made = field(*enemies, terrain={"0504": "lake"})
    assert run(made, most=len(path)) == path
    assert lost(made) == [("SN-12.0.e", sp)]


@pytest.mark.rule("SN-12.0.f")
def test_sideways_round_ground_that_it_cannot_enter_costs_one_sp_a_step():
    made = field(terrain={"0604": "lake", "0504": "lake"})
    assert run(made, to("0505")) == ["0505", "0404"]
    assert lost(made) == [("SN-12.0.f", 1)]


@pytest.mark.rule("SN-12.1.a")
def test_a_stand_surrounded_on_all_sides_is_destroyed():
    loser = hexes.named("0605")
    around = [hexes.label(place) for place in hexes.neighbours(loser)]
    others = [
        stand(f"a.c1u{n}", label, "PS", hexes.direction(hexes.named(label), loser))
        for n, label in enumerate(around, 2)
        if label != "0606"
    ]
    made = field(*others)
    assert run(made) == []
    assert made.stand(L).status == "destroyed"


@pytest.mark.rule("SN-12.1.a")
def test_it_may_pass_through_enemy_skirmishers_but_through_no_other_enemy():
    made = field(stand("a.c1u2", "0604", "Sk"), terrain={"0504": "lake"})
    assert run(made, to("0603"), most=2) == ["0604", "0603"]
    assert run(field(stand("a.c1u2", "0604", "LC")), most=1) == ["0504"]


@pytest.mark.rule("SN-12.1.b")
@pytest.mark.parametrize(("label", "sp"), [("0505", 2), ("0705", 3)])
def test_with_enemies_facing_both_rear_hexes_it_escapes_sideways_through_their_zones(label: str, sp: int):
    """0505 lies in the zone of one of them, 0705 in that of the other and of the winner."""
    made = field(watcher("0604", 4), watcher("0504", 4, "a.c1u3"))
    assert run(made, to(label), most=1) == [label]
    assert lost(made) == [("SN-12.0.f", sp)]


@pytest.mark.rule("SN-12.1.c")
@pytest.mark.parametrize(("facing", "losses"), [(4, [("SN-12.1.c", 1)]), (3, [("SN-12.0.e", 1)]), (1, [])])
def test_with_one_rear_hex_attacked_it_takes_the_open_one_for_one_sp_more(
    facing: int, losses: list[tuple[str, int]]
):
    """Facing south-west the enemy in the rear holds the open hex too: the larger loss counts, once."""
    made = field(watcher("0604", facing))
    assert run(made, most=1) == ["0504"]
    assert lost(made) == losses


# -- the edge of the board ----------------------------------------------------------------------------


def at_edge(*others: object, row: int = 1, **changes: object) -> HexField:
    """L in the first row, W in the second below him."""
    place, other = ("0601", "0602") if row == 1 else ("0602", "0603")
    return HexField(stand(W, other, "PS"), stand(L, place, "PS"), *others, **changes)  # type: ignore[arg-type]


@pytest.mark.rule("SN-12.2.a", "SN-12.0.h")
def test_a_stand_at_the_edge_that_must_retreat_over_it_is_lost_with_its_points():
    made = at_edge()
    run(made, away="0602")
    assert made.stand(L).status == "fled"
    assert made.state.lost == [0, 2]


@pytest.mark.rule("SN-12.2.a")
def test_a_stand_that_begins_further_from_the_edge_is_not_forced_over_it():
    made = at_edge(row=2)
    assert run(made, to("0601"), away="0603", most=4) == ["0601"]
    assert made.stand(L).on_field
    assert lost(made) == []


@pytest.mark.rule("SN-12.2.b")
def test_friends_between_it_and_the_edge_let_it_out_sideways_for_sp():
    made = at_edge(stand("b.c1u2", "0601", "PS"), stand("b.c1u3", "0701", "PS"), row=2)
    assert run(made, to("0601"), to("0501"), away="0603", most=1) == ["0601", "0501"]
    assert made.stand(L).on_field
    assert lost(made) == [("SN-12.0.f", 1)]


@pytest.mark.rule("SN-C-retreat", "SN-8.4.b")
def test_sp_lost_in_a_retreat_come_off_the_rear_rank_without_a_test():
    made = field(terrain={"0604": "lake", "0504": "lake"}, loser={"ranks": 2})
    run(made, to("0505"), most=1)
    assert made.stand(L).ranks == [6, 5]
    assert not made.stand(L).disordered


# -- bounces ------------------------------------------------------------------------------------------


@pytest.mark.rule("SN-11.1.d")
def test_a_bounce_goes_back_as_far_as_its_player_likes():
    made = field(code="Hs")
    path = run(made, to("0604"), {"do": "halt", "unit": L}, most=3, bounce=True)
    assert path == ["0604"]
    assert made.stand(L).facing == 4


@pytest.mark.rule("SN-11.1.d")
def test_a_bounce_is_one_normal_move_at_most():
    made = field(code="Hs")
    assert len(run(made, to("0604"), to("0603"), to("0602"), most=3, bounce=True)) == 3


@pytest.mark.rule("SN-11.1.d")
def test_a_bounce_goes_through_friends_only_if_it_comes_clear_within_one_normal_move():
    def crowd() -> HexField:
        return field(stand("b.c1u2", "0603", "Hs", 4), stand("b.c1u3", "0703", "Hs", 4), code="Hs")

    assert run(crowd(), to("0604"), most=2, bounce=True) == ["0604"]
    path = run(crowd(), to("0604"), to("0603"), to("0602"), most=3, bounce=True)
    assert path == ["0604", "0603", "0602"]


@pytest.mark.rule("SN-11.1.d")
def test_whose_stand_goes_back_is_told_why_and_how_far():
    steps = retreat.run(made := field(), made.stand(L), hexes.named("0606"), 3, bounce=True)
    asked = next(steps)
    assert asked.text == f"The melee is drawn: {L}, mounted, has to go back, by 3 hexes at most. Where to?"
    again = steps.send(to("0604"))
    assert again.text == f"{L} has gone back from its drawn melee, 1 of 3 hexes, and may stop. Where to?"
    beaten = next(retreat.run(made := field(), made.stand(L), hexes.named("0606"), 2))
    assert beaten.text == f"{L} has lost its melee and has to retreat by 2 hexes. Where to?"


def test_who_has_no_room_to_bounce_stays():
    made = field(code="Hs", terrain={"0604": "lake", "0504": "lake"})
    assert run(made, most=3, bounce=True) == []
    assert made.stand(L).on_field
    edge = at_edge()
    assert run(edge, away="0602", most=3, bounce=True) == []
    assert edge.stand(L).on_field


def test_melees_are_not_the_business_of_a_retreat():
    made = field()
    made.state.melees = [Melee((W, L))]
    run(made, to("0604"), to("0603"))
    assert made.state.melees == [Melee((W, L))]
