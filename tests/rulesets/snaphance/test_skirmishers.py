"""Skirmishers who are contacted, who support, and who must break off (SN-10.5)."""

from __future__ import annotations

import pytest

from rulesets.snaphance import activation, charge, command, hexes, melee, movement
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.events.fire import Fired, Removed
from rulesets.snaphance.events.melee import MeleeBegan
from rulesets.snaphance.state import Melee
from tests.kit.clashes import noted
from tests.kit.hexfield import HexField, stand

A, B = "a.c1u1", "b.c1u1"
NO_EVASION = {"do": "none"}


@pytest.fixture
def clashes(monkeypatch):
    return noted(monkeypatch)


def against(code: str, *others, dice=(), terrain=None, sides=None, own=None, **target) -> HexField:
    """A stand of a class at 0507 that may charge Skirmishers at 0505 from 0506."""
    field = HexField(
        stand(A, "0507", code, **(own or {})), stand(B, target.pop("place", "0505"), "Sk", **target), *others,
        dice=dice, terrain=terrain, sides=sides, generals={"a.c1": "0508", "b.c1": None},
    )  # fmt: skip
    field.activate(A)
    return field


def key(place: str = "0506", target: str = B, facing: int = 1) -> dict:
    return {"do": "charge", "unit": A, "hex": place, "facing": facing, "target": target}


def charged(field: HexField, *answers, **changes):
    field.run(charge.perform(field, key(**changes)), *answers)


@pytest.mark.rule("SN-10.5.a", "SN-7.4.g")
@pytest.mark.parametrize("code", ["Hs", "Pk", "PS", "LC"])
def test_in_the_open_they_fire_and_are_destroyed(clashes, code):
    field = against(code, dice=[1, 1])  # their fire misses
    charged(field, NO_EVASION)
    [shot] = field.events(Fired)
    assert (shot.unit, shot.target, shot.fire, shot.dice) == (B, A, "defensive", 2)
    assert [(event.unit, event.how) for event in field.events(Removed)] == [(B, "destroyed")]
    assert clashes == []


@pytest.mark.rule("SN-10.5.b")
def test_hit_in_flank_or_rear_they_do_not_fire(clashes):
    field = against("Hs", facing=1)
    charged(field)  # nor can they evade: nothing is asked, nothing is rolled
    assert field.events(Fired) == []
    assert [(event.rule, event.unit) for event in field.events(Removed)] == [("SN-10.5.b", B)]
    assert clashes == []


@pytest.mark.rule("SN-10.5.c")
def test_they_do_not_slow_the_attacker(clashes):
    field = against("Hs", dice=[1, 1])
    charged(field, NO_EVASION)
    now = field.state.activation
    assert not now.over
    assert now.move.left == 2
    assert not now.move.over


@pytest.mark.rule("SN-10.5.c", "SN-4.4.a")
def test_not_even_if_their_fire_hurts_but_a_disordered_stand_makes_no_extra_move(clashes):
    field = against("Hs", dice=[6, 1, 5])  # a hit; adjusted morale 4: one SP lost
    charged(field, NO_EVASION)
    horse, now = field.stand(A), field.state.activation
    assert (horse.sp, horse.disordered) == (4, True)
    assert now.move.left == 2
    assert movement.why_no_move(field.state) is None
    assert movement.why_no_extra(field.state) is not None


@pytest.mark.rule("SN-10.5.d", "SN-10.5.i", "SN-7.4.f")
@pytest.mark.parametrize(
    ("code", "ground"),
    [
        ("PS", {"terrain": {"0505": "rough"}}),
        ("PS", {"sides": {("0506", "NW"): "obstacle"}}),
        ("Sh", {}),
        ("Dr", {}),
    ],
)
def test_in_cover_or_against_shot_and_dragoons_they_stand_and_fight(clashes, code, ground):
    field = against(code, **ground)
    charged(field, NO_EVASION)
    assert field.stand(B).on_field
    assert [(clash.attacker, clash.defender) for clash in clashes] == [(A, B)]


@pytest.mark.rule("SN-10.5.e")
def test_caught_by_light_cavalry_after_an_evasion_they_neither_fire_nor_fight(clashes):
    for terrain in (None, {"0505": "rough"}):
        field = against("LC", terrain=terrain, weapon="musket")
        field.state.activation.evaded[f"{B} {A}"] = [0]
        field.state.activation.moves = 1
        field.activate(A, moves=2, evaded={f"{B} {A}": [1]})
        assert skirmish.is_swept(field.state, field.stand(B), field.stand(A), hexes.named("0506"))
        field.run(skirmish.sweep(field, field.stand(B), field.stand(A)))
        assert [event.rule for event in field.events(Removed)] == ["SN-10.5.e"]
        assert field.events(Fired) == []


@pytest.mark.rule("SN-10.5.f")
@pytest.mark.parametrize(("terrain", "swept"), [(None, True), ({"0505": "woods"}, False)])
def test_musket_skirmishers_caught_by_others_fire_then_die_or_fight_in_cover(clashes, terrain, swept):
    field = against("Hs", terrain=terrain, dice=[1, 1] if swept else [], own={"hex": hexes.named("0506")})
    field.state.occupied = {hexes.named("0506"): (A,), hexes.named("0505"): (B,)}
    field.activate(A, moves=2, evaded={f"{B} {A}": [1]})
    assert skirmish.is_swept(field.state, field.stand(B), field.stand(A), hexes.named("0506")) is swept
    if swept:
        field.run(skirmish.sweep(field, field.stand(B), field.stand(A)))
        assert [event.unit for event in field.events(Fired)] == [B]
        assert not field.stand(B).on_field


@pytest.mark.rule("SN-10.5.g")
def test_supporting_skirmishers_are_asked_to_evade(clashes):
    """0606 has 0506 in its front: its Skirmishers would support the Pike and Shot at 0505."""
    field = HexField(
        stand(A, "0507", "PS"), stand("b.c1u2", "0505", "PS"), stand(B, "0606", "Sk", facing=3, mp=1),
        generals={"a.c1": "0508", "b.c1": None},
    )  # fmt: skip
    field.activate(A)
    assert field.stand(B).faces(hexes.named("0506"))
    charged(
        field, {"do": "evade", "unit": B}, lambda decision: dict(decision.options[0].key), target="b.c1u2"
    )
    assert field.stand(B).place != hexes.named("0606")
    assert [(clash.attacker, clash.defender) for clash in clashes] == [(A, "b.c1u2")]
    assert clashes[0].supporters == ((), ())


@pytest.mark.rule("SN-10.5.g", "SN-7.5.c")
def test_those_who_do_not_fire_and_are_destroyed():
    field = HexField(
        stand(A, "0507", "PS"), stand("b.c1u2", "0505", "PS"), stand(B, "0606", "Sk", facing=3, mp=1),
        generals={"a.c1": "0508", "b.c1": None},
        # supporting fire 2D6 misses, defensive fire 4D6 misses, melee 6 + 6 dice miss: a draw
        dice=[1] * 40,
    )  # fmt: skip
    field.activate(A)
    steps = charge.perform(field, key(target="b.c1u2"))
    decision = next(steps)
    with pytest.raises(StopIteration):
        steps.send(decision.read(NO_EVASION))
    assert [event.fire for event in field.events(Fired) if event.unit == B] == ["support"]
    assert not field.stand(B).on_field


# ---------------------------------------------------------------------------- breaking off


def beset(**more) -> HexField:
    """Skirmishers of the active side with an enemy in a front hex."""
    terrain = more.pop("terrain", None)
    return HexField(
        stand(A, "0506", "Sk", **more), stand("a.c1u2", "1010", "PS"), stand(B, "0505", "PS", facing=1),
        terrain=terrain, generals={"a.c1": "1009", "b.c1": None},
    )  # fmt: skip


@pytest.mark.rule("SN-10.5.h")
def test_who_begins_with_an_enemy_in_front_must_move_away():
    field = beset()
    assert charge.must_break_off(field.state, field.stand(A))
    field.activate(A)
    assert skirmish.bound_to_leave(field.state)
    field.state.activation.hexes = 1
    assert not skirmish.bound_to_leave(field.state)


@pytest.mark.rule("SN-10.5.h")
def test_in_cover_or_with_nobody_in_front_they_may_stay():
    assert not charge.must_break_off((field := beset(terrain={"0506": "woods"})).state, field.stand(A))
    assert not charge.must_break_off((field := beset(facing=4)).state, field.stand(A))
    assert not charge.must_break_off((field := beset(moved=True)).state, field.stand(A))


@pytest.mark.rule("SN-10.5.h")
def test_the_group_does_not_end_before_they_have_left():
    field = beset()
    offered = []

    def seeing(do: str, choice: dict):
        def answer(decision):
            offered.append(decision.offers(do=do))
            return choice

        return answer

    field.run(
        activation.activate_group(field, "a.c1"),
        seeing("end-group", {"do": "activate", "unit": A}),
        seeing("end-stand", {"do": "step", "unit": A, "hex": "0507"}),
        seeing("end-stand", {"do": "end-stand", "unit": A}),
        seeing("end-group", {"do": "end-group"}),
    )
    assert offered == [False, False, True, True]


@pytest.mark.rule("SN-10.5.h")
def test_they_do_not_go_onto_opportunity_instead():
    field = beset()
    assert command.why_no_opportunity(field.state, field.stand(A)) == (
        "SN-10.5.h",
        "it must break off from the enemy in its front",
    )
    assert command.why_no_opportunity(field.state, field.stand("a.c1u2")) is None


@pytest.mark.rule("SN-10.5.h", "SN-4.9.a")
def test_one_of_a_group_holds_up_them_all():
    field = HexField(
        stand("a.c1u2", "0606", "Sk"), stand(A, "0506", "Sk"), stand(B, "0505", "PS", facing=1),
        generals={"a.c1": "1009", "b.c1": None},
    )  # fmt: skip
    field.stand("a.c1u2").facing = 0
    field.stand(A).facing = 2
    field.activate("a.c1u2", A)
    assert charge.must_break_off(field.state, field.stand(A))
    assert not charge.must_break_off(field.state, field.stand("a.c1u2"))
    assert skirmish.bound_to_leave(field.state)


SK, SHOT = "a.c1u1", "b.c1u1"


def field(code: str = "Sk", terrain: str = "open", **changes: int) -> HexField:
    """A stand at 0606 in an ongoing melee with Shot at 0705."""
    made = HexField(
        stand(SK, "0606", code), stand(SHOT, "0705", "Sh", **changes), stand("a.c1u2", "0111", "PS"),
        terrain={"0606": terrain},
    )  # fmt: skip
    made.state.melees = [Melee((SK, SHOT), began=1)]
    return made


def waiting(made: HexField) -> list[str]:
    return [one.id for one in activation.waiting(made.state, made.state.groups["a.c1"])]


@pytest.mark.rule("SN-10.5.h", "SN-4.6.e")
@pytest.mark.parametrize(("code", "terrain", "breaks"), [
    ("Sk", "open", True), ("Sk", "woods", False), ("Sh", "open", False),
])  # fmt: skip
def test_skirmishers_in_the_open_act_instead_of_fighting_on(code: str, terrain: str, breaks: bool):
    made = field(code, terrain)
    assert (SK in waiting(made)) is breaks
    assert bool(melee.due(made.state, made.state.groups["a.c1"])) is not breaks


@pytest.mark.rule("SN-10.5.h", "SN-11.3.a")
def test_their_melee_is_over_when_they_have_moved_away():
    made = field()
    made.run(
        activation.act(made, (SK,)),
        {"do": "step", "unit": SK, "hex": "0607"},
        lambda decision: next(
            dict(option.key) for option in decision.options if option.key["do"] == "end-move"
        ),
        *[lambda decision: {"do": "end-stand", "unit": SK}],
    )
    assert made.state.melees == []
    assert made.events(MeleeBegan) == []
