"""Opportunity charges and counter-charges (SN-6.0, SN-6.2, SN-6.3, SN-10.3.1, SN-C-opportunity-reach)."""

from itertools import pairwise

import pytest

from rulesets.snaphance import charge, hexes, movement, reactions
from rulesets.snaphance.charge.plan import onset
from rulesets.snaphance.events.charge import Intercepted, MovementOver
from rulesets.snaphance.events.fire import Fired
from rulesets.snaphance.reactions import intercept, reach
from rulesets.snaphance.shooting import fire
from rulesets.snaphance.state import Melee, Move
from tests.kit.clashes import noted
from tests.kit.hexfield import HexField, stand

A, B = "a.c1u1", "b.c1u1"
NONE = {"do": "none"}


@pytest.fixture
def clashes(monkeypatch):
    return noted(monkeypatch)


def waiting(
    code: str, place: str = "0505", mover: str = "Hs", *others, came: str = "0508", **more
) -> HexField:
    """A stand of side 1 on opportunity, looking south, and a stand of side 0 that has just come to 0507."""
    own = more.pop("own", {})
    board = {name: more.pop(name) for name in ("terrain", "dice") if name in more}
    field = HexField(
        stand(A, "0507", mover, **own), stand(B, place, code, opportunity=True, **more), *others,
        generals={"a.c1": "0509", "b.c1": None}, **board,
    )  # fmt: skip
    field.activate(A, moves=1, hexes=1, begun=True)
    field.state.activation.move = Move(
        3, 2, {A: (hexes.named("0508"), 1)}, mode="forward", entered=1, path=[hexes.named("0507")]
    )
    return field


def stepped(field: HexField, *answers, came: str = "0508", pursuing: bool = False) -> bool:
    mover = field.stand(A)
    over: bool = field.run(
        reactions.after_step(field, [mover], {A: hexes.named(came)}, pursuing=pursuing), *answers
    )
    return over


def key(do: str, place: str | None = None, *, unit: str = B, target: str = A) -> dict:
    found = {"do": do, "unit": unit, "target": target}
    return found if place is None else {**found, "hex": place}


def ends(field: HexField, unit: str = B, target: str = A) -> set[str]:
    one, other = field.stand(unit), field.stand(target)
    return {hexes.label(made.end(one)) for made in intercept.ways(field.state, one, other)}


# ---------------------------------------------------------------------------- reach


@pytest.mark.rule("SN-6.0.b", "SN-C-opportunity-reach")
@pytest.mark.parametrize(
    ("place", "mp", "found"),
    [
        ("0505", 1, {"0506", "0406"}),  # both hexes before 0507 lie ahead
        ("0503", 3, {"0506", "0406"}),
        ("0503", 2, set()),  # three steps ahead
        ("0506", 1, {"0506"}),  # it is in front already
        ("0808", 3, set()),  # it would have to turn
    ],
)
def test_it_reaches_straight_ahead_with_one_normal_move(place, mp, found):
    assert ends(waiting("Hs", place, mp=mp)) == found


@pytest.mark.rule("SN-6.0.b")
def test_it_neither_turns_nor_steps_sideways():
    field = waiting("Hs", "0605", mp=3, facing=5)
    one = field.stand(B)
    for made in reach.onslaughts(field.state, one, field.stand(A)):
        places = (one.place, *made.way)
        for place, following in pairwise(places):
            assert following in hexes.front(place, one.facing)


@pytest.mark.rule("SN-6.0.b", "SN-C-terrain")
def test_the_ground_ahead_counts():
    assert ends(waiting("Hs", terrain={"0506": "lake"})) == {"0406"}
    assert ends(waiting("Hs", "0503", terrain={"0504": "rough", "0404": "lake"})) == set()  # a whole move
    assert ends(waiting("Hs", terrain={"0506": "rough"})) == {"0406", "0506"}


@pytest.mark.rule("SN-4.6.b", "SN-6.0.b")
def test_it_halts_in_another_zone_of_control():
    other = stand("a.c1u2", "0404", "PS")  # its zone holds 0403 and 0303 ... and nothing of the way
    field = waiting("Hs", "0503", "Hs", other, mp=3)
    field.stand("a.c1u2").facing = 0
    held = set(hexes.front(hexes.named("0404"), 0))
    for made in reach.onslaughts(field.state, field.stand(B), field.stand(A)):
        assert not held & set(made.way[:-1])


# ---------------------------------------------------------------------------- what provokes it


@pytest.mark.rule("SN-6.0.a", "SN-6.2.d")
def test_who_comes_nearer_within_reach_may_be_charged(clashes):
    field = waiting("Hs")
    assert stepped(field, key("opportunity-charge", "0506"))
    assert hexes.label(field.stand(B).place) == "0506"
    [clash] = clashes
    assert (clash.attacker, clash.defender) == (B, A)
    assert field.state.activation.over
    assert not field.stand(B).opportunity


@pytest.mark.rule("SN-6.0.a", "SN-C-opportunity-reach")
@pytest.mark.parametrize(
    ("came", "place", "provoked"),
    [("0508", "0507", True), ("0507", "0508", False), ("0708", "0608", True), ("0407", "0507", False)],
)
def test_towards_is_nearer_to_the_nearer_front_hex(came, place, provoked):
    field = waiting("Hs")
    assert reach.towards(field.stand(B), hexes.named(came), hexes.named(place)) is provoked


@pytest.mark.rule("SN-6.0.a", "SN-6.0.c", "SN-6.1.c")
@pytest.mark.parametrize(
    ("opportunity", "active", "came"),
    [(True, 0, "0506"), (False, 0, "0508"), (True, 1, "0508")],
    ids=["who comes no nearer", "without opportunity", "by the active side"],
)
def test_who_is_not_charged_on_opportunity(opportunity, active, came):
    field = waiting("Hs")
    field.stand(B).opportunity, field.state.active = opportunity, active
    assert not stepped(field, came=came)
    assert field.asked == []


@pytest.mark.rule("SN-6.0.d")
@pytest.mark.parametrize(("mover", "may"), [("Hs", False), ("Pi", False), ("PS", True), ("LC", True)])
def test_foot_never_charges_mounted_combat_stands_on_opportunity(mover, may):
    field = waiting("Pk", mover=mover, mp=2, may_contact_mcs=True)
    assert bool(ends(field)) is may


@pytest.mark.rule("SN-10.0.a", "SN-6.0.b")
def test_who_may_not_charge_does_not_do_so_on_opportunity():
    assert ends(waiting("LC", mover="PS")) == set()
    assert ends(waiting("LC", mover="Sk")) != set()


@pytest.mark.rule("SN-6.0.c", "SN-4.6.e")
def test_nobody_charges_on_opportunity_out_of_a_melee():
    field = waiting("Hs")
    field.state.melees.append(Melee(("a.c1u9", B)))
    assert ends(field) == set()


@pytest.mark.rule("SN-6.2.b")
def test_only_one_stand_charges_any_one_enemy(clashes):
    other = stand("b.c1u2", "0605", "Hs", opportunity=True)
    field = waiting("Hs", "0505", "Hs", other)
    assert ends(field, "b.c1u2")
    assert stepped(field, key("opportunity-charge", "0406"))
    assert [event.unit for event in field.events(Intercepted)] == [B]
    assert ends(field, "b.c1u2") == set()
    field.state.active_group = "a.c2"  # in the next activation it may be charged again
    assert ends(field, "b.c1u2")


@pytest.mark.rule("SN-6.2.c", "SN-6.0.c")
def test_a_pursuer_that_comes_nearer_may_be_charged(clashes):
    field = waiting("Hs")
    field.state.activation.move = None
    assert stepped(field, key("opportunity-charge", "0506"), pursuing=True)
    assert clashes[0].approaches.keys() == {A, B}
    assert clashes[0].approaches[A].how == "pursuit"  # it was moving forward (SN-10.3.1.a), and fires not


# ---------------------------------------------------------------------------- through friends


@pytest.mark.rule("SN-6.2.a")
def test_it_charges_through_its_own_skirmishers(clashes):
    screen = stand("b.c1u2", "0504", "Sk", facing=2)
    other = stand("b.c1u3", "0404", "Art")
    field = waiting("Hs", "0503", "Hs", screen, other, mp=3)
    assert ends(field)
    stepped(field, key("opportunity-charge", "0506"))
    assert hexes.label(field.stand("b.c1u2").place) == "0504"


@pytest.mark.rule("SN-6.2.a", "SN-4.11.a")
def test_its_skirmishers_fall_back_where_it_ends(clashes):
    field = waiting("Hs", "0505", "Hs", stand("b.c1u2", "0506", "Sk"))
    assert "0506" in ends(field)
    stepped(field, key("opportunity-charge", "0506"))
    assert hexes.label(field.stand(B).place) == "0506"
    assert hexes.label(field.stand("b.c1u2").place) == "0505"


@pytest.mark.rule("SN-6.2.a")
@pytest.mark.parametrize(
    ("code", "facing", "passes"), [("Hs", 4, True), ("Hs", 5, False), ("Sh", 4, True), ("Sh", 5, False)]
)
def test_it_passes_friends_who_face_as_it_does(code, facing, passes):
    friend = stand("b.c1u2", "0504", code, facing=facing)
    field = waiting("Hs", "0503", "Hs", friend, mp=3, terrain={"0404": "lake"})
    assert bool(ends(field)) is passes


@pytest.mark.rule("SN-6.2.a", "SN-1.2.a")
def test_it_does_not_end_in_the_hex_of_other_friends():
    field = waiting("Hs", "0505", "Hs", stand("b.c1u2", "0506", "Hs"))
    assert ends(field) == {"0406"}


# ---------------------------------------------------------------------------- what the enemy may do


@pytest.mark.rule("SN-6.3.a", "SN-6.3.b")
def test_who_is_charged_on_opportunity_and_its_neighbours_do_not_fire(clashes):
    field = waiting("Hs", "0505", "PS", stand("a.c1u2", "0607", "Sh"))
    stepped(field, key("opportunity-charge", "0506"), NONE)
    assert {A, "a.c1u2"} <= clashes[0].silent
    assert "a.c1u2" in clashes[0].supporters[1]  # but they do support


@pytest.mark.rule("SN-10.3.1.a")
def test_who_was_moving_forward_keeps_its_own_charge_bonus(clashes):
    field = waiting("Hs")
    stepped(field, key("opportunity-charge", "0506"))
    met = clashes[0].approaches[A]
    assert (met.entered, met.forward, met.how) == (1, True, "none")
    own = clashes[0].approaches[B]
    assert (hexes.label(own.start), own.entered, own.how) == ("0505", 1, "opportunity")


@pytest.mark.rule("SN-10.3.1.a")
@pytest.mark.parametrize("mode", ["sideways", "backward"])
def test_who_was_moving_otherwise_has_none(clashes, mode):
    field = waiting("Hs")
    field.state.activation.move.mode = mode
    stepped(field, key("opportunity-charge", "0506"))
    assert A not in clashes[0].approaches


@pytest.mark.rule("SN-6.3.c", "SN-10.2.c")
@pytest.mark.parametrize(("beside", "defender"), [(["Hs"], "a.c1u2"), ([], A)])
def test_a_support_stand_that_provoked_it_gives_way_to_a_combat_stand(clashes, beside, defender):
    field = waiting("Hs", "0505", "LC", *(stand("a.c1u2", "0607", code, facing=1) for code in beside))
    stepped(field, key("opportunity-charge", "0506"), NONE)
    assert clashes[0].defender == defender


@pytest.mark.rule("SN-10.5.a", "SN-6.3.a")
def test_skirmishers_that_are_charged_on_opportunity_die_without_firing(clashes):
    field = waiting("Hs", "0505", "Sk")
    assert stepped(field, key("opportunity-charge", "0506"), NONE)
    assert not field.stand(A).on_field
    assert clashes == []


@pytest.mark.rule("SN-4.9.a", "SN-C-opportunity-reach")
def test_a_group_halts_when_one_of_it_is_charged(clashes):
    field = waiting("Hs", "0505", "Hs", stand("a.c1u2", "0607", "Hs"))
    field.activate(A, "a.c1u2", moves=1)
    field.state.activation.move = Move(
        3, 2, {A: (hexes.named("0508"), 1), "a.c1u2": (hexes.named("0608"), 1)}, mode="forward", entered=1,
        path=[hexes.named("0507")],
    )  # fmt: skip
    movers = [field.stand(A), field.stand("a.c1u2")]
    came = {A: hexes.named("0508"), "a.c1u2": hexes.named("0608")}
    assert field.run(reactions.after_step(field, movers, came), key("opportunity-charge", "0406"))
    assert field.state.activation.over


# ---------------------------------------------------------------------------- counter-charges


def charged(field: HexField, *answers, place: str = "0506", target: str = B):
    made = onset(field.state, {A: hexes.named(place)}, 1, target)
    return field.run(reactions.to_charge(field, made), *answers)


@pytest.mark.rule("SN-6.0.a", "SN-C-opportunity-reach")
def test_who_is_charged_meets_the_charger_half_way(clashes):
    field = waiting("Hs")
    assert charged(field, key("counter-charge", "0506"))
    assert hexes.label(field.stand(B).place) == "0506"
    assert hexes.label(field.stand(A).place) == "0507"
    assert clashes[0].approaches[B].how == "counter"


@pytest.mark.rule("SN-10.3.1.a", "SN-C-opportunity-reach")
def test_a_charger_met_on_its_first_step_has_moved_for_its_bonus(clashes):
    field = waiting("Hs")
    field.activate(A)
    assert charged(field, key("counter-charge", "0506"))
    assert clashes[0].approaches[A].entered == 1


@pytest.mark.rule("SN-6.0.a", "SN-C-opportunity-reach")
def test_another_stand_may_charge_the_charger_where_it_is(clashes):
    other = stand("b.c1u2", "0705", "Hs", opportunity=True, facing=3)
    field = waiting("Hs", "0505", "Hs", other)
    field.stand(B).opportunity = False
    assert charged(field, key("opportunity-charge", "0607", unit="b.c1u2"))
    assert (clashes[0].attacker, clashes[0].defender) == ("b.c1u2", A)
    assert hexes.label(field.stand(A).place) == "0507"


@pytest.mark.rule("SN-6.0.a")
def test_a_stand_beside_the_way_is_not_asked_if_the_charge_goes_away_from_it():
    other = stand("b.c1u2", "0811", "Hs", opportunity=True, facing=2)
    field = waiting("Hs", "0505", "Hs", other)
    field.stand(B).opportunity = False
    assert not charged(field)
    assert field.asked == []


# ---------------------------------------------------------------------------- shooters


def shooting(target: str = "Hs", mover: str = "Sh", **more) -> HexField:
    """A shooter at 0507 that has stood, and a stand on opportunity at 0505."""
    field = waiting(target, mover=mover, **more)
    field.activate(A)
    return field


SHOT = {"do": "fire", "unit": A, "target": B}


def fired(field: HexField, *answers):
    return field.run(fire.perform(field, SHOT), *answers)


@pytest.mark.rule("SN-6.0.a", "SN-6.2.e")
def test_a_counter_charge_on_a_shooter_comes_after_its_fire(clashes):
    field = shooting(dice=[6, 1, 1, 1, 1, 1])  # a hit, the test passed: disordered all the same
    fired(field, key("counter-charge", "0506"))
    kinds = [event.kind for event in field.log]
    assert kinds.index("fired") < kinds.index("intercepted")
    assert hexes.label(field.stand(B).place) == "0506"
    assert field.stand(B).disordered
    assert (clashes[0].attacker, clashes[0].defender) == (B, A)
    assert field.state.activation.over
    assert field.state.activation.answer == ""


@pytest.mark.rule("SN-6.0.a", "SN-5.0.b")
def test_a_shot_from_behind_cannot_be_answered():
    field = shooting(dice=[1, 1, 1, 1, 1], facing=1)
    fired(field)
    assert field.asked == []


@pytest.mark.rule("SN-6.2.e")
def test_who_came_near_to_fire_fires_before_it_is_charged(clashes):
    field = waiting("Hs", mover="Sh", dice=[1, 1, 1, 1])  # 5 SP, one die less for its move
    over = stepped(
        field, key("opportunity-charge", "0506"), {"do": "fire-first", "unit": A},
    )  # fmt: skip
    assert over
    [shot] = field.events(Fired)
    assert (shot.unit, shot.target, shot.dice) == (A, B, 4)
    kinds = [event.kind for event in field.log]
    assert kinds.index("fired") < kinds.index("intercepted")
    assert A not in clashes[0].approaches  # it had halted
    assert field.state.activation.over


@pytest.mark.rule("SN-6.2.e")
def test_it_may_refrain_from_firing_and_is_charged_on_its_way(clashes):
    field = waiting("Hs", mover="Sh")
    assert stepped(field, key("opportunity-charge", "0506"), NONE)
    assert field.events(Fired) == []
    assert clashes[0].approaches[A].forward


@pytest.mark.rule("SN-6.2.e", "SN-4.4.a")
def test_an_extra_move_is_tested_before_that_fire(clashes):
    field = waiting("Hs", mover="Sh", dice=[1])  # class B fails
    field.state.activation.moves = 2
    assert stepped(field, key("opportunity-charge", "0506"), {"do": "fire-first", "unit": A})
    assert field.events(Fired) == []
    assert field.stand(A).disordered
    assert len(clashes) == 1


@pytest.mark.rule("SN-C-opportunity-reach", "SN-4.4.a")
def test_an_extra_move_that_is_cut_short_takes_no_order_test(clashes):
    field = waiting("Hs")
    field.state.activation.moves = 2
    stepped(field, key("opportunity-charge", "0506"))
    field.run(movement.finish_move(field))  # no die is scripted
    assert [event.rule for event in field.events(MovementOver)] == ["SN-C-opportunity-reach"]


@pytest.mark.rule("SN-6.0.a")
def test_doing_nothing_lets_the_charge_come_home(clashes):
    field = waiting("Hs")
    field.run(
        charge.perform(field, {"do": "charge", "unit": A, "hex": "0506", "facing": 1, "target": B}), NONE
    )
    assert (clashes[0].attacker, clashes[0].defender) == (A, B)


@pytest.mark.rule("SN-6.0.b", "SN-10.0.d", "SN-10.5.c")
@pytest.mark.parametrize(("code", "stops"), [("LC", True), ("Art", True), ("Sk", False)])
def test_others_whom_it_would_meet_stop_it_but_not_skirmishers_in_the_open(clashes, code, stops):
    """At 0504 it has 0605 in front: guns and Light Cavalry there hold no zone, but they stop it."""
    other = stand("a.c1u2", "0605", code, facing=1)
    field = waiting("Hs", "0503", "Hs", other, mp=3, terrain={"0404": "lake"})
    field.stand(A).hex = hexes.named("0506")
    field.state.occupied = {
        hexes.named("0506"): (A,), hexes.named("0503"): (B,), hexes.named("0605"): ("a.c1u2",)
    }  # fmt: skip
    assert ends(field) == (set() if stops else {"0505"})


def in_line(*others) -> HexField:
    """Two stands of Horse that have come to 0507 and 0607 as a group, and two on opportunity before them."""
    field = waiting(
        "Hs", "0505", "Hs", stand("a.c1u2", "0607", "Hs"), stand("b.c1u2", "0605", "Hs", opportunity=True),
        *others,
    )  # fmt: skip
    field.activate(A, "a.c1u2", moves=1, hexes=1, begun=True)
    field.state.activation.move = Move(
        3, 2, {A: (hexes.named("0508"), 1), "a.c1u2": (hexes.named("0608"), 1)}, mode="forward", entered=1,
        path=[hexes.named("0507")],
    )  # fmt: skip
    return field


BOTH = (
    key("opportunity-charge", "0406"),
    key("opportunity-charge", "0606", unit="b.c1u2", target="a.c1u2"),
)


@pytest.mark.rule("SN-6.2.b", "SN-4.9.b", "SN-10.3.1.a")
def test_each_stand_of_a_group_may_be_charged_by_one_enemy(clashes):
    field = in_line()
    movers = [field.stand(A), field.stand("a.c1u2")]
    came = {A: hexes.named("0508"), "a.c1u2": hexes.named("0608")}
    assert field.run(reactions.after_step(field, movers, came), *BOTH)
    assert [(event.unit, event.target) for event in field.events(Intercepted)] == [
        (B, A),
        ("b.c1u2", "a.c1u2"),
    ]
    assert all(clash.approaches[clash.defender].forward for clash in clashes)
    assert field.state.activation.over


@pytest.mark.rule("SN-6.2.b", "SN-4.9.b", "SN-C-opportunity-reach")
def test_a_line_that_charges_may_be_met_by_a_line(clashes):
    field = in_line()
    made = onset(field.state, {A: hexes.named("0506"), "a.c1u2": hexes.named("0606")}, 1, B)
    assert field.run(
        reactions.to_charge(field, made),
        key("counter-charge", "0406"),
        key("counter-charge", "0606", unit="b.c1u2", target="a.c1u2"),
    )
    assert [clash.attacker for clash in clashes] == [B, "b.c1u2"]
    assert [clash.approaches[clash.defender].start for clash in clashes] == [
        hexes.named("0508"),
        hexes.named("0608"),
    ]


@pytest.mark.rule("SN-5.0.c", "SN-6.0.e", "SN-6.3.a")
@pytest.mark.parametrize("code", ["LC", "Dr", "Sk"])
def test_who_has_provoked_a_charge_does_not_evade_from_it(clashes, code):
    field = waiting("Hs", "0505", code, own={"weapon": "none"})
    assert stepped(field, key("opportunity-charge", "0506"))
    assert [(decision.kind, decision.side) for decision in field.asked] == [("react", 1)]
    assert not field.state.activation.evaded
