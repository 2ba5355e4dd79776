"""What the tactician thinks of single positions: whom he shoots, charges, evades, and when he leaves."""

from __future__ import annotations

import pytest

from rulesets.baroque import activation, morale
from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.events.field import Declared
from rulesets.baroque.reactions import answer as reactions
from rulesets.baroque.reactions.who import Charge
from rulesets.baroque.state import Unit
from rulesets.baroque.tactics import advise, enemies
from rulesets.engine.system import Advice
from tests.kit.field import Field, unit

PIKE_AND_SHOT = {"vbu": 7, "vd": 3, "i": 2, "weapons": ("Pike", "Musket")}


def horse(id_: str, x: float, y: float, heading: float, type_: str = "TR", **changes: object) -> Unit:
    values = {"m_bu": 2, "i": 3, "vbu": 5, "vd": 2, "weapons": ()} | changes
    return unit(id_, x, y, heading, type_, **values)


def advice(field: Field, id_: str = "a1") -> Advice:
    """What the unit that is activated now is told to do first."""
    return advise(field, next(activation.activate(field, field.state.units[id_])))


def answer(field: Field, charger: str, target: str) -> Advice:
    """What the other side is told to do about a charge."""
    state = field.state
    field.apply(UnitActivated("BQ-4.1.1.d", charger))
    field.apply(Declared("BQ-5.4.b", charger, "charge", target))
    charge = Charge(state.units[charger], state.units[target], 4.0)
    return advise(field, next(reactions.answer_charge(field, charge)))


# ---------------------------------------------------------------------------- fire


def test_it_fires_before_it_charges():
    reiters = horse("a1", 10, 6, 90, "RE", i=2, weapons=("Pistol/Carbine",))
    field = Field(reiters, unit("b1", 10, 6.9, 270, "T", vbu=3, i=0))
    first = advice(field)
    assert (first.choice["do"], first.choice["target"]) == ("shoot", "b1")
    assert first.reason.startswith("fires at b1")


def test_horse_that_has_to_pay_for_it_fires_and_keeps_a_movement_action_for_the_charge():
    field = Field(
        horse("a1", 10, 6, 90, i=4, weapons=("Pistol/Carbine",)),
        unit("b1", 10, 7.6, 90, "T", vbu=3, vd=4, i=0),
    )
    first = advice(field)
    assert first.choice == {"do": "shoot", "unit": "a1", "target": "b1", "edge": "front", "reserve": 1}
    assert "before it charges b1" in first.reason


def test_it_fires_at_the_target_that_it_harms_more():
    musketeers = unit("a1", 10, 5, 90, "T", i=0, weapons=("Musket",))
    steady = unit("b1", 8.9, 8, 270, vbu=8)
    worn = unit("b2", 11.1, 8, 270, vbu=8, losses=4, disordered=True)
    told = advice(Field(musketeers, steady, worn))
    assert told.choice["target"] == "b2"
    assert ", the best of 2 targets: " in told.reason


# ---------------------------------------------------------------------------- charges


def test_it_does_not_charge_steady_pikes_in_front():
    field = Field(horse("a1", 10, 6, 90), unit("b1", 10, 7.5, 270, **PIKE_AND_SHOT))
    assert enemies.fight(field.state, *field.state.units.values(), charging=True).balance < 0
    assert advice(field).choice["do"] != "charge"


@pytest.mark.rule("BQ-2.5.1.1.e")
@pytest.mark.parametrize(
    ("units", "do", "reason"),
    [
        (
            [horse("a1", 10, 6, 90), unit("b1", 10, 8.25, 90, **PIKE_AND_SHOT)],
            {"do": "charge"}, "charges b1 in flank or rear: expects to cost the enemy ",
        ),
        (
            [horse("a1", 10, 6, 90, disordered=True), unit("b1", 10, 7.5, 90, "T", i=0)],
            {"do": "rally"}, "rallies first, ",
        ),
        (
            [unit("a1", 10, 5, 90, vbu=6, losses=4), unit("b1", 10, 8, 270)],
            {"do": "withdraw"}, "if it is destroyed, that costs another 3 VD",
        ),
        (
            [unit("a1", 10, 2, 90, vbu=6, losses=4), unit("b1", 10, 12, 270)],
            {"do": "end-unit"}, "stands: it is exhausted and keeps out of the way; b1 is 10.0 BU away",
        ),
        (
            [unit("a1", 10, 2, 90, m_bu=1, weapons=("Musket",)), unit("b1", 10, 12, 270)],
            {"do": "advance", "unit": "a1", "bu": 1.0}, "towards b1, its best target, 10.0 BU away",
        ),
        (
            [unit("a1", 10, 4, 90), unit("a2", 11.9, 4.9, 90), unit("b1", 10, 12, 270)],
            {"do": "oblique"}, "moves obliquely past what blocks its way to b1, 8.0 BU away",
        ),
    ],
    ids=[
        "pikes that show their back", "disordered", "exhausted near the enemy", "exhausted and far off",
        "fresh and far", "a friend who bars a corner of its way",
    ],
)  # fmt: skip
def test_what_a_unit_is_told_to_do_and_why(units, do, reason):
    told = advice(Field(*units))
    assert do.items() <= told.choice.items()
    assert reason in told.reason
    assert told.choice.get("right", -1) < 0


# ---------------------------------------------------------------------------- leaving and keeping out


# ---------------------------------------------------------------------------- answers


@pytest.mark.rule("BQ-5.8.a")
def test_nobody_evades_over_the_edge_of_the_table():
    def screen(y: float) -> Field:
        light = unit("b1", 10, y, 270, "CL", i=1, m_bu=3, vbu=3, d="A")
        return Field(horse("a1", 10, y - 2, 90, i=4, vbu=7), light, depth=20.0)

    near, far = answer(screen(18), "a1", "b1"), answer(screen(12), "a1", "b1")
    assert far.choice["do"] == "evade"
    assert "evade" in far.reason
    assert near.choice["do"] != "evade"


def test_steady_foot_fires_at_weak_horse_that_charges_it():
    field = Field(horse("a1", 10, 6, 90, vbu=3, i=1), unit("b1", 10, 8, 270, **PIKE_AND_SHOT, d="A"))
    told = answer(field, "a1", "b1")
    assert told.choice["do"] == "defensive-fire"
    assert "b1 use defensive fire" in told.reason


# ---------------------------------------------------------------------------- melee and leaders


def in_melee(**changes: object) -> Field:
    field = Field(unit("a1", 10, 6, 90, vd=4), unit("b1", 10, 6, 270, vd=4), **changes)
    field.state.contacts["b1", "a1"] = "front"
    field.state.active_command = "a.c1"
    return field


@pytest.mark.rule("BQ-2.6.1.e")
def test_the_leader_joins_a_melee_within_his_reach_and_leaves_when_it_is_over():
    field = in_melee()
    leader = field.state.leaders["a.c1.leader"]
    leader.x, leader.y = 10.0, 4.5
    told = advice(field)
    assert told.choice == {"do": "leader-join", "leader": leader.id, "unit": "a1"}
    assert told.reason.startswith("leader of a.c1 joins a1 in its melee: that is worth ")


@pytest.mark.rule("BQ-2.6.1.i")
def test_a_leader_leaves_a_unit_that_is_in_no_melee():
    field = Field(unit("a1", 10, 6, 90, activated=True), unit("b1", 10, 12, 270))
    field.state.leaders["a.c1.leader"].attached = "a1"
    steps = activation.activate_command(field, "a.c1")
    told = advise(field, next(steps))
    assert told.choice["do"] == "leader-leave"
    assert "leaves a1" in told.reason


def test_a_melee_is_fought_with_its_figures():
    field = in_melee()
    field.state.leaders["a.c1.leader"].alive = False
    clash = enemies.melee(field.state, field.state.units["a1"])
    told = advice(field)
    assert told.choice["do"] == "fight"
    assert told.reason == (
        f"fights: expects to cost the enemy {clash.done:.1f} VD and to lose {clash.taken:.1f}"
    )


# ---------------------------------------------------------------------------- destiny


@pytest.mark.rule("BQ-8.RD.b")
@pytest.mark.parametrize(("die", "do"), [(6, "destiny"), (3, "accept")])
def test_a_roll_of_destiny_is_spent_on_a_test_that_went_much_worse_than_the_next_may(die, do):
    struck = unit("a1", 10, 6, 90, vbu=4)
    field = Field(struck, unit("b1", 10, 9, 270), dice=(die,))
    field.state.options[morale.DESTINY] = True
    field.state.sides[0].destiny = 1
    told = advise(field, next(morale.cohesion_test(field, struck, 2, cause="fire")))
    assert told.choice["do"] == do
    assert "a1 loses" in told.reason
