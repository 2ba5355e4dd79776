"""Opportunity fire, and Pistols that meet a charge with it (SN-6.4, SN-7.4.1.1, SN-7.4.1.2, SN-7.4.2)."""

import pytest

from rulesets.snaphance import charge, hexes, reactions
from rulesets.snaphance.events.charge import BonusLost, MovementOver
from rulesets.snaphance.events.fire import Fired
from rulesets.snaphance.shooting import fire
from rulesets.snaphance.state import Move
from tests.kit.clashes import noted
from tests.kit.hexfield import HexField, stand

A, B = "a.c1u1", "b.c1u1"
NONE = {"do": "none"}


@pytest.fixture
def clashes(monkeypatch):
    return noted(monkeypatch)


def coming(code: str, mover: str, *others, dice=(), left: int = 2, own=None, **more) -> HexField:
    """A stand of side 1 on opportunity at 0505, and one of side 0 that has just come from 0508 to 0507."""
    field = HexField(
        stand(A, "0507", mover, **(own or {})), stand(B, "0505", code, opportunity=True, **more), *others,
        dice=dice, generals={"a.c1": "0509", "b.c1": None},
    )  # fmt: skip
    field.activate(A, moves=1, hexes=1, begun=True)
    field.state.activation.move = Move(
        3, left, {A: (hexes.named("0508"), 1)}, mode="forward", entered=1, path=[hexes.named("0507")]
    )
    return field


def stepped(field: HexField, *answers, came: str = "0508", pursuing: bool = False) -> bool:
    steps = reactions.after_step(field, [field.stand(A)], {A: hexes.named(came)}, pursuing=pursuing)
    over: bool = field.run(steps, *answers)
    return over


def shot(unit: str = B, target: str = A) -> dict:
    return {"do": "opportunity-fire", "unit": unit, "target": target}


CHARGE = {"do": "charge", "unit": A, "hex": "0506", "facing": 1, "target": B}


# ---------------------------------------------------------------------------- who comes nearer


@pytest.mark.rule("SN-6.4.a", "SN-6.0.a", "SN-6.1.c")
def test_who_comes_nearer_is_fired_at():
    field = coming("Sh", "PS", dice=[1] * 5)
    assert not stepped(field, shot())
    [fired] = field.events(Fired)
    assert (fired.unit, fired.fire, fired.dice) == (B, "opportunity", 5)
    assert not field.stand(B).opportunity  # so it cannot fire a second time
    assert not field.state.activation.over


@pytest.mark.rule("SN-6.4.a")
def test_any_number_of_stands_may_fire():
    field = coming("Sh", "PS", stand("b.c1u2", "0405", "Sh", opportunity=True), dice=[1] * 10)
    stepped(field, shot(), shot("b.c1u2"))
    assert [event.unit for event in field.events(Fired)] == [B, "b.c1u2"]


@pytest.mark.rule("SN-6.4.a", "SN-6.0.a", "SN-6.0.c")
def test_not_at_who_goes_away_nor_out_of_range_nor_by_the_active_side():
    field = coming("Sh", "PS")
    assert not stepped(field, came="0506")
    field.state.active = 1
    assert not stepped(field)
    assert not stepped(coming("Pi", "PS", weapon="none", charge_bonus=0))


@pytest.mark.rule("SN-6.4.a", "SN-6.2.c")
def test_a_pursuer_may_be_fired_at():
    field = coming("Sh", "PS", dice=[1] * 5)
    stepped(field, shot(), pursuing=True)
    assert len(field.events(Fired)) == 1


@pytest.mark.rule("SN-6.4.a", "SN-1.3.b")
def test_who_is_destroyed_by_it_has_finished():
    field = coming("Sh", "Sk", dice=[6, 6, 1, 1, 6], own={"left": [1]})
    assert stepped(field, shot())
    assert not field.stand(A).on_field


# ---------------------------------------------------------------------------- shooters


@pytest.mark.rule("SN-6.0.a", "SN-6.4.a", "SN-5.0.b")
def test_a_shot_is_answered_by_fire():
    field = coming("Sh", "Sh", dice=[1] * 10)
    field.activate(A)
    field.run(fire.perform(field, {"do": "fire", "unit": A, "target": B}), shot())
    assert [(event.unit, event.fire) for event in field.events(Fired)] == [
        (B, "opportunity"),
        (A, "voluntary"),
    ]


@pytest.mark.rule("SN-6.4.a")
def test_only_who_is_fired_on_answers_a_shot():
    field = coming("Hs", "Sh", stand("b.c1u2", "0405", "Sh", opportunity=True), dice=[1] * 5)
    field.stand(B).opportunity = False
    field.activate(A)
    field.run(fire.perform(field, {"do": "fire", "unit": A, "target": B}))
    assert [event.unit for event in field.events(Fired)] == [A]


# ---------------------------------------------------------------------------- Pistols


def charged(field: HexField, *answers):
    field.run(charge.perform(field, CHARGE), *answers)


@pytest.mark.rule("SN-7.4.1.1.a", "SN-7.3.a")
def test_pistols_fire_one_rank_at_charging_mounted_combat_stands(clashes):
    field = coming("Pi", "Hs", ranks=2, dice=[1, 1, 1])  # 5 SP less 2 at 2H
    charged(field, shot())
    assert [(event.rank, event.dice) for event in field.events(Fired)] == [(0, 3)]
    assert [(clash.attacker, clash.defender) for clash in clashes] == [(A, B)]


@pytest.mark.rule("SN-7.4.1.2.a", "SN-7.4.1.1.a")
def test_both_ranks_at_others_that_charge(clashes):
    field = coming("Pi", "Sk", ranks=2, dice=[1, 1, 1])  # 2D6 and 1D6: a light target in the open
    stepped(field, shot())
    assert [event.rank for event in field.events(Fired)] == [0, 1]


@pytest.mark.rule("SN-7.4.1.2.a")
@pytest.mark.parametrize(("left", "ranks"), [(0, [0, 1]), (1, [0])])
def test_both_ranks_at_who_would_need_a_second_move_to_charge(left, ranks):
    field = coming("Pi", "Hs", ranks=2, left=left, dice=[1] * (5 if left == 0 else 3))
    stepped(field, shot())
    assert [event.rank for event in field.events(Fired)] == ranks


@pytest.mark.rule("SN-7.4.1.1.b")
@pytest.mark.parametrize(("code", "morale", "lost"), [("Ln", 6, [A]), ("Ln", 5, []), ("FH", 6, [])])
def test_a_casualty_at_2h_takes_the_charge_bonus_of_lancers_alone(clashes, code, morale, lost):
    field = coming("Pi", code, dice=[6, 1, 1, morale])  # 6 SP, one hit: 5 or less passes
    charged(field, shot(), {"do": "go-on", "unit": A})
    assert [event.unit for event in field.events(BonusLost)] == lost
    assert clashes[0].no_bonus == frozenset(lost)


@pytest.mark.rule("SN-7.4.1.1.c")
def test_who_is_hit_at_2h_may_give_up_its_charge(clashes):
    field = coming("Pi", "Hs", dice=[6, 1, 1, 1])
    charged(field, shot(), {"do": "abort", "unit": A})
    assert clashes == []
    assert hexes.label(field.stand(A).place) == "0507"
    assert field.stand(A).disordered
    assert field.state.activation.over
    assert [event.rule for event in field.events(MovementOver)] == ["SN-7.4.1.1.c"]


@pytest.mark.rule("SN-7.4.1.1.c")
def test_who_is_missed_may_not(clashes):
    field = coming("Pi", "Hs", dice=[1, 1, 1])
    charged(field, shot())
    assert len(clashes) == 1


@pytest.mark.rule("SN-7.4.1.1.d", "SN-7.4.2.a")
def test_they_still_fire_defensively():
    field = coming("Pi", "Ln", dice=[1, 1, 1, *[1] * 60])
    steps = charge.perform(field, CHARGE)
    decision = next(steps)
    try:
        while True:
            choice = shot() if decision.offers(do="opportunity-fire") else dict(decision.options[0].key)
            decision = steps.send(decision.read(choice))
    except StopIteration:
        pass
    assert [event.fire for event in field.events(Fired)] == ["opportunity", "defensive"]
    assert [event.dice for event in field.events(Fired)] == [3, 5]


@pytest.mark.rule("SN-7.4.2.a")
def test_who_is_charged_from_the_next_hex_has_defensive_fire_alone(clashes):
    """The charger stands beside the target and merely turns to it: there is no fire at 2H."""
    field = HexField(
        stand(A, "0506", "Hs", facing=3),
        stand(B, "0505", "Sh", opportunity=True, charge_bonus=0),
        generals={"a.c1": "0509", "b.c1": None},
    )
    field.activate(A)
    field.run(charge.perform(field, {**CHARGE, "facing": 2}))
    assert field.asked == []
    assert len(clashes) == 1


@pytest.mark.rule("SN-7.4.2.a", "SN-7.4.h")
def test_shot_fire_at_mounted_combat_stands_at_2h_but_not_close():
    field = coming("Sh", "Hs")
    assert fire.may_answer(field.state, field.stand(B), field.stand(A))
    field.stand(A).hex = hexes.named("0506")
    field.state.occupied = {hexes.named("0506"): (A,), hexes.named("0505"): (B,)}
    assert not fire.may_answer(field.state, field.stand(B), field.stand(A))


@pytest.mark.rule("SN-7.4.1.1.b", "SN-7.4.1.1.c")
def test_other_fire_than_that_of_pistols_neither_stops_a_charge_nor_takes_its_bonus(clashes):
    field = coming("Sh", "Ln", dice=[6, 1, 1, 1, 1, 6])
    charged(field, shot())
    assert field.stand(A).losses == 1
    assert field.events(BonusLost) == []
    assert clashes[0].no_bonus == frozenset()
