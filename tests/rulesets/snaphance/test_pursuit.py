"""Pursuit after a melee that was won (SN-13.0, SN-13.1, SN-10.2.e, SN-11.4.b)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import hexes, melee
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.events.fire import Fired
from rulesets.snaphance.events.melee import MeleeBegan
from rulesets.snaphance.melee import pursuit
from rulesets.snaphance.melee.pursuit import Beaten
from rulesets.snaphance.state import Melee
from tests.kit.examples import example
from tests.kit.hexfield import HexField, Stand, stand
from tests.kit.scripted import Answer

W, L = "a.c1u1", "b.c1u1"
"""The winner at 0606, facing north; the loser stood at 0605, before him on the left."""

PURSUE, HOLD = {"do": "pursue", "unit": W}, {"do": "hold", "unit": W}


def field(
    code: str, *others: Stand, dice: Any = (), loser: str = "PS", at: str | None = "0602", **changes: Any
):
    """W, and L where its retreat has ended; W's figures in `changes`."""
    more = {name: changes.pop(name) for name in list(changes) if name in ("terrain", "sides", "break_at")}
    beaten = stand(L, at, loser)
    if at is None:
        beaten.status = "destroyed"
    return HexField(stand(W, "0606", code, **changes), beaten, *others, dice=dice, **more)


def chase(made: HexField, *answers: Answer, path: tuple[str, ...] = (), stood: str = "0605") -> list[Clash]:
    """W pursues L, who has entered the hexes of `path`; the clashes that come of it."""
    beaten = Beaten(made.stand(L), hexes.named(stood), tuple(map(hexes.named, path)))
    clashes: list[Clash] = made.run(pursuit.run(made, made.stand(W), beaten), *answers)
    return clashes


def place(made: HexField, id_: str = W) -> str:
    return hexes.label(made.stand(id_).place)


def rule(made: HexField, stood: str = "0605") -> str:
    """The rule by which W may not pursue, "" if it may."""
    why = pursuit.why_not(made.state, made.stand(W), Beaten(made.stand(L), hexes.named(stood)))
    return why[0] if why else ""


# -- the throw ----------------------------------------------------------------------------------------


@pytest.mark.rule("SN-13.0.b", "SN-13.0.c")
@pytest.mark.example("SN-EX-31")
def test_pursuit_distances_by_die():
    expect = example("SN-EX-31", "snaphance")["expect"]
    assert list(pursuit.distances(stand(W, "0606", "PS"))) == expect["infantry_hexes"]
    assert list(pursuit.distances(stand(W, "0606", "Hs"))) == expect["cavalry_hexes"]
    assert list(pursuit.distances(stand(W, "0606", "Pk", pursuit_table="cavalry"))) == expect["cavalry_hexes"]


@pytest.mark.rule("SN-13.0.b")
@pytest.mark.parametrize(("die", "end"), [(3, "0606"), (4, "0605"), (6, "0605")])
def test_infantry_pursue_one_hex_on_four_or_more(die: int, end: str):
    made = field("PS", dice=(die,))
    assert chase(made, PURSUE, path=("0604", "0603")) == []
    assert place(made) == end


@pytest.mark.rule("SN-13.0.c", "SN-13.1.a")
@pytest.mark.parametrize(("die", "end"), [(1, "0606"), (2, "0605"), (3, "0605"), (4, "0604")])
def test_cavalry_pursue_one_hex_on_two_and_two_on_four(die: int, end: str):
    made = field("Hs", dice=(die,))
    assert chase(made, PURSUE, path=("0604", "0603", "0602")) == []
    assert place(made) == end
    assert made.stand(W).facing == 1


@pytest.mark.rule("SN-13.0.a")
def test_it_may_hold():
    made = field("Hs")
    assert chase(made, HOLD) == []
    assert place(made) == "0606"


@pytest.mark.rule("SN-13.0.d", "SN-15.0.b")
def test_some_cavalry_must_try():
    made = field("Hs", dice=(1,), must_pursue=True)
    assert chase(made) == []
    assert made.asked == []


# -- who may ------------------------------------------------------------------------------------------


@pytest.mark.rule("SN-13.0.a", "SN-C-classes")
@pytest.mark.parametrize("code", ["Sh", "Sk", "LC", "Dr", "Art"])
def test_support_stands_never_pursue(code: str):
    assert rule(field(code, charge_bonus=1, pursuit_table="infantry")) == "SN-13.0.a"


@pytest.mark.rule("SN-13.0.a")
def test_a_charge_bonus_is_needed():
    assert rule(field("PS", charge_bonus=0)) == "SN-13.0.a"
    assert rule(field("PS")) == ""
    assert rule(field("PS", pursuit_table="none")) == "SN-13.0.b"


@pytest.mark.rule("SN-13.0.f")
@pytest.mark.parametrize(("code", "loser", "expected"), [
    ("PS", "Hs", "SN-13.0.f"), ("PS", "LC", "SN-13.0.f"), ("PS", "Dr", ""), ("Hs", "Hs", ""),
])  # fmt: skip
def test_infantry_do_not_pursue_cavalry(code: str, loser: str, expected: str):
    assert rule(field(code, loser=loser)) == expected


@pytest.mark.rule("SN-13.0.f")
def test_nor_into_contact_with_mounted_combat_stands():
    assert rule(field("Pk", stand("b.c1u2", "0604", "Hs"), may_contact_mcs=True)) == "SN-13.0.f"
    assert rule(field("Pk", stand("b.c1u2", "0604", "LC"))) == ""
    assert rule(field("Hs", stand("b.c1u2", "0604", "Hs"))) == ""


@pytest.mark.rule("SN-13.0.g")
@pytest.mark.parametrize(("code", "expected"), [("PS", "SN-13.0.g"), ("Sk", ""), ("LC", "")])
def test_nobody_pursues_where_flank_or_rear_would_lie_open_to_a_zone(code: str, expected: str):
    watcher = stand("b.c1u2", "0505", code, 0)
    assert watcher.faces(hexes.named("0605"))
    assert rule(field("Hs", watcher)) == expected


@pytest.mark.rule("SN-13.0.g")
def test_the_zone_of_skirmishers_in_cover_does_not_count():
    watcher = stand("b.c1u2", "0505", "Sk", 0)
    assert rule(field("Hs", watcher, terrain={"0505": "rough"})) == ""


@pytest.mark.rule("SN-13.1.a")
def test_nobody_pursues_an_enemy_that_was_not_before_it_or_has_not_left():
    assert rule(field("Hs"), stood="0706") == "SN-13.1.a"
    assert rule(field("Hs", at="0605")) == "SN-13.1.a"


@pytest.mark.rule("SN-13.1.a", "SN-C-terrain")
def test_ground_that_it_may_not_enter_stops_it():
    assert rule(field("Hs", terrain={"0605": "town"})) == "SN-C-terrain"


# -- the path -----------------------------------------------------------------------------------------


@pytest.mark.rule("SN-13.1.a")
@pytest.mark.parametrize(
    ("path", "stood", "end"),
    [
        (("0504", "0403", "0402"), "0605", "0504"),
        (("0505", "0404"), "0605", "0504"),  # no sideways step: ahead, and nearer to him than 0604
        ((), "0605", "0504"),  # destroyed: straight ahead
        ((), "0705", "0704"),
    ],
)
def test_it_follows_the_path_of_the_retreat_or_goes_straight_ahead(
    path: tuple[str, ...], stood: str, end: str
):
    made = field("Hs", dice=(4,), at=path[-1] if path else None)
    chase(made, PURSUE, path=path, stood=stood)
    assert place(made) == end


@pytest.mark.rule("SN-13.0.h")
def test_a_pursuit_off_the_board_costs_the_stand_but_no_break_points():
    beaten = stand(L, None)
    beaten.status = "fled"
    made = HexField(stand(W, "0602", "Hs"), beaten, dice=(6,))
    chase(made, PURSUE, stood="0601")
    assert made.stand(W).status == "pursued"
    assert made.state.lost == [0, 0]


@pytest.mark.rule("SN-13.1.a", "SN-C-terrain")
def test_ground_that_takes_a_whole_move_ends_the_pursuit_and_may_disorder():
    made = field("Hs", dice=(6,), terrain={"0605": "woods"})
    chase(made, PURSUE, path=("0604", "0603"))
    assert place(made) == "0605"
    assert made.stand(W).disordered


# -- contact ------------------------------------------------------------------------------------------


@pytest.mark.rule("SN-13.1.b", "SN-10.2.e", "SN-13.1.c", "SN-7.4.b")
def test_the_pursued_is_the_battle_stand_and_does_not_fire():
    made = field("Hs", stand("b.c1u2", "0704", "PS"), dice=(2,), at="0604")
    (clash,) = chase(made, PURSUE, path=("0604",))
    assert (clash.attacker, clash.defender) == (W, L)
    assert clash.approaches[W] == Approach(W, hexes.named("0606"), 1, True, "pursuit", (hexes.named("0605"),))
    assert clash.silent == {L}


@pytest.mark.rule("SN-13.1.c", "SN-7.4.b")
def test_those_who_have_fallen_back_with_him_do_not_fire_either():
    made = field("Hs", stand("b.c1u2", "0504", "Sh"), dice=(2,), at="0604")
    beaten = Beaten(made.stand(L), hexes.named("0605"), (hexes.named("0604"),), ("b.c1u2",))
    (clash,) = made.run(pursuit.run(made, made.stand(W), beaten), PURSUE)
    assert clash.supporters == ((), ("b.c1u2",))
    assert clash.silent == {L, "b.c1u2"}


@pytest.mark.rule("SN-10.2.e")
def test_even_a_support_stand_beside_a_combat_stand():
    made = field("Hs", stand("b.c1u2", "0504", "PS"), dice=(2,), loser="Sh", at="0604")
    (clash,) = chase(made, PURSUE, path=("0604",))
    assert clash.defender == L
    assert clash.supporters == ((), ("b.c1u2",))


@pytest.mark.rule("SN-13.1.b", "SN-13.1.c", "SN-7.4.b")
def test_a_new_enemy_whom_it_runs_into_may_fire():
    made = field("Hs", stand("b.c1u2", "0504", "PS"), dice=(4,), at="0602")
    (clash,) = chase(made, PURSUE, path=("0604", "0603", "0602"))
    assert clash.defender == "b.c1u2"
    assert "b.c1u2" not in clash.silent
    assert place(made) == "0605"


@pytest.mark.rule("SN-10.5.a", "SN-10.5.c", "SN-13.1.b")
def test_skirmishers_in_the_open_are_swept_away_and_do_not_stop_it():
    made = field("Ln", stand("b.c1u2", "0504", "Sk", 1), dice=(4,), at="0602")
    assert chase(made, PURSUE, path=("0604", "0603", "0602")) == []
    assert made.stand("b.c1u2").status == "destroyed"
    assert place(made) == "0604"


@pytest.mark.rule("SN-C-found-tower")
@pytest.mark.parametrize(("code", "melees"), [("Hs", 0), ("PS", 1)])
def test_only_foot_run_into_the_garrison_of_a_fortified_building(code: str, melees: int):
    garrison = stand("b.c1u2", "0504", "Sh")
    made = field(code, garrison, dice=(4,), at="0801", terrain={"0504": "fort"})
    assert len(chase(made, PURSUE, path=("0604",))) == melees


@pytest.mark.rule("SN-6.2.c", "SN-10.3.1.a")
def test_a_stand_on_opportunity_may_charge_the_pursuer_who_keeps_his_charge_bonus():
    """The Lancers throw 6 and 4, the pursuer 5 and 1."""
    watcher = stand("b.c1u2", "0603", "Ln", opportunity=True)
    made = field("FH", watcher, dice=(4, *[1] * 16), at="0202", charge_bonus=1)
    charge: Answer = lambda decision: next(  # noqa: E731
        dict(option.key) for option in decision.options if option.key["do"] == "opportunity-charge"
    )
    assert chase(made, PURSUE, charge, _last, _last, path=("0504", "0403")) == []
    assert made.events(MeleeBegan)[0].unit == "b.c1u2"


def _first(decision: Any) -> dict[str, Any]:
    return dict(decision.options[0].key)


def _last(decision: Any) -> dict[str, Any]:
    """The last option, which ends a bounce where that is offered."""
    return dict(decision.options[-1].key)


# -- after the melee ----------------------------------------------------------------------------------


def _clash() -> Clash:
    return Clash(W, L, silent=frozenset({L}))


def fought(
    *others: Stand, dice: tuple[int, ...], code: str = "FH", left: tuple[int, ...] = (6,), **changes: Any
) -> HexField:
    """W at 0606 is about to fight L at 0605; both of 6 SP. Another stand of L's army is far away."""
    two = stand(W, "0606", code, sp=6), stand(L, "0605", "PS", left=left)
    return HexField(*two, stand("b.c1u9", "1201", "PS"), *others, dice=dice, **changes)


@pytest.mark.rule("SN-13.0.a", "SN-10.1.a")
def test_the_winning_battle_stand_is_asked_after_the_retreat():
    made = fought(dice=(6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6))
    made.run(melee.fight(made, _clash()), *[_first] * 2, HOLD)
    assert [decision.kind for decision in made.asked] == ["retreat", "retreat", "pursue"]


@pytest.mark.rule("SN-13.0.a")
def test_supporting_stands_do_not_pursue():
    made = fought(stand("a.c1u2", "0506", "FH"), dice=(6, 6, *[1] * 7, *[1] * 6, 6), code="Sh")
    one = Clash(W, L, supporters=(("a.c1u2",), ()), silent=frozenset({L}))
    made.run(melee.fight(made, one), *[_first] * 2)
    assert "pursue" not in [decision.kind for decision in made.asked]


@pytest.mark.rule("SN-13.0.e")
def test_after_an_elimination_it_pursues_only_if_it_would_have_won_anyway():
    won = fought(dice=(6, 1, 1, 1, 1, 1, 1, 6), left=(1,))
    won.run(melee.fight(won, _clash()), HOLD)
    assert won.stand(L).status == "destroyed"
    draw = fought(dice=(6, 1, 1, 1, 1, 1, 6, 6, 2), left=(1,))
    draw.run(melee.fight(draw, _clash()))
    assert draw.stand(L).status == "destroyed"
    assert draw.asked == []


@pytest.mark.rule("SN-14.0.b")
def test_nobody_pursues_after_the_combat_that_broke_an_army():
    made = fought(dice=(6, 1, 1, 1, 1, 1, 1, 6), left=(1,), break_at=2)
    made.run(melee.fight(made, _clash()))
    assert made.asked == []


@pytest.mark.rule("SN-13.1.b")
def test_each_win_allows_another_pursuit():
    """Two melees in a row: the loser is caught, beaten again, and pursued again."""
    made = fought(dice=(6, 6, *[1] * 10, 6, 4, 6, 6, *[1] * 7, 6, 1))
    made.run(melee.fight(made, _clash()), *[_first] * 2, PURSUE, *[_first] * 2, PURSUE)
    assert [decision.kind for decision in made.asked].count("pursue") == 2
    assert len(made.events(MeleeBegan)) == 2


@pytest.mark.rule("SN-13.1.d", "SN-11.4.b")
def test_a_winner_before_a_battle_stand_of_an_ongoing_melee_joins_that_instead():
    others = stand("b.c1u2", "0705", "PS"), stand("a.c1u2", "0706", "PS")
    dice = (6, 6, *[1] * 10, 6, *[1] * (6 + 3), *[1] * 6)
    made = fought(*others, dice=dice, code="PS")
    made.state.melees = [Melee(("a.c1u2", "b.c1u2"))]
    made.run(melee.fight(made, _clash()), *[_first] * 2)
    second = made.events(MeleeBegan)[1]
    assert (second.unit, second.target, second.supporters, second.again) == ("a.c1u2", "b.c1u2", (W,), True)
    assert "pursue" not in [decision.kind for decision in made.asked]


@pytest.mark.rule("SN-13.1.d")
def test_a_winner_before_a_battle_stand_of_a_melee_still_to_be_fought_supports_that():
    others = stand("b.c1u2", "0705", "PS"), stand("a.c1u2", "0706", "PS")
    dice = (6, 6, *[1] * 10, 6, *[1] * (6 + 3), *[1] * 6)
    made = fought(*others, dice=dice, code="PS")
    second = Clash("a.c1u2", "b.c1u2", silent=frozenset({"b.c1u2"}))
    first = {"do": "melee", "unit": W, "target": L}
    made.run(melee.fight_all(made, [_clash(), second]), first, *[_first] * 2)
    assert made.events(MeleeBegan)[1].supporters == (W,)
    assert "pursue" not in [decision.kind for decision in made.asked]


@pytest.mark.rule("SN-7.6.b", "SN-7.4.b", "SN-13.1.d")
@pytest.mark.parametrize("charges", [True, False])
def test_winning_horse_that_join_another_melee_have_fired_already_on_whichever_side(charges: bool):
    others = stand("b.c1u2", "0705", "PS"), stand("a.c1u2", "0706", "PS")
    dice = (1, 1, 6, 6, *[1] * 4, *[1] * 6, 6, *[1] * (6 + 3), *[1] * 6)
    made = fought(*others, dice=dice, code="Hs")
    pairs = [(W, L), ("a.c1u2", "b.c1u2")] if charges else [(L, W), ("b.c1u2", "a.c1u2")]
    clashes = [Clash(*pair, silent=frozenset({L, "b.c1u2", "a.c1u2"})) for pair in pairs]
    first = {"do": "melee", "unit": pairs[0][0], "target": pairs[0][1]}
    made.run(melee.fight_all(made, clashes), first, *[_first] * 2, *[_last] * 2)
    assert made.events(MeleeBegan)[1].supporters == (W,)
    assert [(event.unit, event.fire) for event in made.events(Fired)] == [(W, "contact")]
