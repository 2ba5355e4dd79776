"""Withdrawing from the field and disengaging from a melee (BQ-2.5.1.1, BQ-5.7)."""

import pytest

from rulesets.baroque import leaving
from rulesets.baroque.events.command import LeaderLost, Rallied, TurnBegan, UnitActivated
from rulesets.baroque.events.field import Disordered, Separated
from rulesets.baroque.reactions import who
from rulesets.baroque.state import Unit
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit


class Twos:
    """Dice that show nothing but 2: tests fail, nobody is hit."""

    def roll(self, sides: int, count: int) -> tuple[int, ...]:
        return (2,) * count


def active(made: Field) -> Field:
    made.state.sides[0].structure = "good"
    made.apply(UnitActivated("BQ-4.1.1.d", "a.c1u1"))
    return made


def offered(made: Field) -> set[str]:
    return {option.key["do"] for option in leaving.options(made, made.state.units["a.c1u1"])}


def alone(*, dice: tuple[int, ...] = (), **changes: object) -> Field:
    return active(Field(unit("a.c1u1", 10, 6, 90, **changes), dice=dice))


def engaged(*others: Unit, dice: tuple[int, ...] = (), type_: str = "CL", **changes: object) -> Field:
    """`a.c1u1` is in melee with `b.c1u1` before its front."""
    changes = {"m_bu": 2, "speed": "F", **changes}
    enemy = unit("b.c1u1", 10, 6, 270, "TR", m_bu=2)
    made = Field(unit("a.c1u1", 10, 6, 90, type_, **changes), *(others or (enemy,)), dice=dice)
    made.state.contacts["b.c1u1", "a.c1u1"] = "front"
    return active(made)


# ---------------------------------------------------------------------------- withdrawal


@pytest.mark.rule("BQ-2.5.1.1.a", "BQ-2.5.1.1.b")
@pytest.mark.parametrize(("die", "status"), [(4, "withdrawn"), (3, "field")])
def test_a_unit_that_passes_its_test_withdraws_and_one_that_fails_does_nothing_else(die, status):
    made = alone(dice=(die,), disordered=True)
    one = made.state.units["a.c1u1"]
    assert offered(made) == {"withdraw"}
    made.run(leaving.perform(made, one, {"do": "withdraw", "unit": one.id}))
    assert (one.status, made.state.activation.done) == (status, status == "field")
    assert not made.events(Disordered)


@pytest.mark.rule("BQ-2.5.1.1.a")
def test_it_may_rally_first_but_do_nothing_else():
    made = alone()
    made.apply(Rallied("BQ-4.1.2.b", "a.c1u1", True))
    assert offered(made) == {"withdraw"}
    made.state.activation.acted = True
    assert not offered(made)


@pytest.mark.rule("BQ-2.5.1.1.a")
def test_in_melee_nobody_withdraws():
    assert "withdraw" not in offered(engaged())


@pytest.mark.rule("BQ-2.5.1.1.c")
def test_an_attached_leader_helps_and_leaves_with_his_unit():
    made = alone(dice=(3,))
    made.state.leaders["a.c1.leader"].attached = "a.c1u1"
    one = made.state.units["a.c1u1"]
    made.run(leaving.perform(made, one, {"do": "withdraw", "unit": one.id}))
    assert one.status == "withdrawn"
    assert [event.leader for event in made.events(LeaderLost)] == ["a.c1.leader"]


@pytest.mark.rule("BQ-2.5.1.1.d", "BQ-4.1.3.l")
def test_the_enemy_may_answer_a_withdrawal_with_fire():
    firer = unit("b.c1u1", 10, 8.5, 270, "T", weapons=("Musket",))
    made = active(Field(unit("a.c1u1", 10, 6, 90), firer, dice=(1, 4)))
    one = made.state.units["a.c1u1"]
    answer = {"do": "opportunity-fire", "unit": "b.c1u1"}
    made.run(leaving.perform(made, one, {"do": "withdraw", "unit": one.id}), answer)
    assert firer.reacted
    assert one.status == "withdrawn"


# ---------------------------------------------------------------------------- disengagement


@pytest.mark.example("EX-5.7")
@pytest.mark.rule("BQ-5.7.b")
@pytest.mark.parametrize(
    ("mine", "theirs", "faster"),
    [
        ((2, "F"), (1, ""), True),
        ((2, "F"), (2, ""), True),
        ((2, "S"), (1, ""), True),
        ((2, "S"), (2, ""), False),
    ],
)
def test_who_counts_as_faster(mine, theirs, faster):
    one = unit("a.c1u1", 10, 6, 90, "CL", m_bu=mine[0], speed=mine[1])
    other = unit("b.c1u1", 10, 6, 270, "TR", m_bu=theirs[0], speed=theirs[1])
    assert leaving.is_faster(one, other) is faster


@pytest.mark.rule("BQ-5.7.d", "BQ-5.7.c")
def test_who_passes_falls_back_a_whole_move_disordered_and_is_done():
    made = engaged(dice=(4,))
    one = made.state.units["a.c1u1"]
    assert offered(made) == {"disengage"}
    made.run(leaving.perform(made, one, {"do": "disengage", "unit": one.id}))
    assert one.place.pose == (10, 4, 90)
    assert one.disordered
    assert made.state.activation.done
    assert made.events(Separated)
    assert not made.state.contacts


@pytest.mark.rule("BQ-5.7.d")
def test_who_has_disengaged_neither_reacts_nor_evades_for_the_rest_of_the_turn():
    made = engaged(dice=(4,), weapons=("Pistol/Carbine",))
    one, other = made.state.units["a.c1u1"], made.state.units["b.c1u1"]
    assert not one.disengaged
    made.run(leaving.perform(made, one, {"do": "disengage", "unit": one.id}))
    assert who.why_not_ready(made.state, one) is not None
    assert not who.can_evade_shot(made.state, one, other)
    made.apply(TurnBegan("BQ-4.1.a", 2))
    assert who.why_not_ready(made.state, one) is None
    assert who.can_evade_shot(made.state, one, other)


@pytest.mark.rule("BQ-5.7.c")
def test_a_disordered_unit_may_disengage_too():
    assert offered(engaged(disordered=True)) == {"disengage"}


@pytest.mark.rule("BQ-5.7.d")
def test_who_fails_fights_the_melee():
    made = engaged()
    made.dice = Twos()
    one = made.state.units["a.c1u1"]
    made.run(leaving.perform(made, one, {"do": "disengage", "unit": one.id}))
    purposes = [event.roll.purpose for event in made.events(Rolled)]
    assert purposes[0] == "Disengagement"
    assert len(purposes) > 2  # the dice of both sides in the melee
    assert one.place.pose == (10, 6, 90)
    assert not one.disordered


@pytest.mark.rule("BQ-5.7.b")
def test_it_must_be_faster_than_every_enemy_it_fights():
    made = engaged(
        unit("b.c1u1", 9, 6, 270, "P&M", m_bu=1), unit("b.c1u2", 11, 6, 270, "CL", m_bu=2, speed="F")
    )
    assert offered(made) == {"disengage"}
    made.state.contacts["b.c1u2", "a.c1u1"] = "front"
    assert not offered(made)


@pytest.mark.rule("BQ-5.7.a", "BQ-5.7.c", "BQ-7.9.a")
def test_who_cannot_disengage():
    for type_ in ("P&M", "PK", "ETE", "LTE", "ART"):
        assert not offered(engaged(type_=type_))
    assert not offered(engaged(unit("b.c1u1", 10, 6, 270, "BAG", m_bu=0)))
    struck, later = engaged(), engaged()
    struck.state.contacts["b.c1u1", "a.c1u1"] = "side"
    assert not offered(struck)
    later.state.activation.acted = True  # it may be tried only right after the activation
    assert not offered(later)


def test_the_reasons_against_it_are_told():
    made = engaged(speed="")
    assert leaving.why_no_disengagement(made.state, made.state.units["a.c1u1"]) == (
        "BQ-5.7.b",
        "it is not faster than b.c1u1",
    )
