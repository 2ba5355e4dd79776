"""A round of melee and what follows at once (BQ-7.5)."""

from __future__ import annotations

import pytest

from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.events.field import (
    Disordered,
    LancesUsed,
    LostVBU,
    Moved,
    PistolsLost,
    Removed,
    Separated,
)
from rulesets.baroque.melee.facts import ChargeFacts
from rulesets.baroque.melee.fight import fight, options
from rulesets.baroque.state import Unit
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.reacting import horse

MISS = (1, 1, 1, 1, 1, 1)


def facing(a: Unit, b: Unit, *others: Unit, dice: tuple[int, ...] = (), face: str = "front") -> Field:
    """Two enemies in contact: `a` touches `b` with its front."""
    field = Field(a, b, *others, dice=dice)
    field.state.contacts[(a.id, b.id)] = face  # type: ignore[assignment]
    return field


def foot_and_foot(dice: tuple[int, ...], **changes: object) -> Field:
    return facing(
        unit("a1", 10, 7, 90, "P&M", **changes), unit("b1", 10, 7, 270, "P&M", **changes), dice=dice
    )


@pytest.mark.rule("BQ-7.5.2.b")
def test_a_round_without_losses_is_a_draw_and_the_units_stay_in_contact() -> None:
    field = foot_and_foot((*MISS, *MISS))
    field.run(fight(field, field.state.units["a1"]))
    assert field.state.engaged("a1")
    assert field.events(Moved) == []


@pytest.mark.rule("BQ-7.5.a", "BQ-7.5.b", "BQ-7.5.2.a", "BQ-7.5.2.d", "BQ-7.5.2.i")
def test_the_side_with_more_losses_retreats_one_unit_of_length() -> None:
    # b1 takes two hits (a 6, a pair of 5s): it needs 4, rolls 6 and loses 2. Foot retreats 1 BU.
    field = foot_and_foot((6, 5, 5, 1, 1, 1, *MISS, 6, 3), i=0)
    field.run(fight(field, field.state.units["a1"]))
    loser = field.state.units["b1"]
    assert (loser.losses, loser.disordered) == (2, True)
    assert loser.place.y == 8
    assert loser.place.heading == 270
    assert not field.state.contacts
    assert [event.how for event in field.events(Moved)] == ["retreat"]


@pytest.mark.rule("BQ-7.5.2.a", "BQ-7.5.1", "BQ-6.2.1.b")
def test_a_loss_by_accumulated_disorder_does_not_lose_the_melee() -> None:
    field = foot_and_foot((6, 1, 1, 1, 1, 1, *MISS[:5], 2), i=0)
    field.state.units["b1"].disordered = True
    field.run(fight(field, field.state.units["a1"]))
    assert field.state.units["b1"].losses == 1
    assert field.state.engaged("b1")


@pytest.mark.rule("BQ-7.3.a", "BQ-8.2.2")
def test_a_charge_has_impetus_dice_and_its_lances_once() -> None:
    lancers = horse("a1", 10, 7, 90, "GA", special=("Lance",))
    shot = unit("b1", 10, 7, 270, "T", i=0)
    # 9 dice: no hit; the lance re-rolls all nine.
    field = facing(lancers, shot, dice=(*MISS, 1, 1, 1, *MISS, 1, 1, 1, *MISS))
    field.run(fight(field, lancers, charge=ChargeFacts(frozenset({"a1"}))), {"do": "stay", "unit": "a1"})
    assert lancers.lance_used
    rolls = [event.roll for event in field.events(Rolled)]
    assert len(rolls[0].dice) == 9
    assert [reroll[2] for reroll in rolls[0].rerolls] == ["BQ-8.2.2"] * 9
    assert len(field.events(LancesUsed)) == 1


@pytest.mark.rule("BQ-7.5.c", "BQ-6.2.c", "BQ-7.4.f")
def test_distance_does_not_help_the_cohesion_of_a_melee_but_a_leader_does() -> None:
    field = foot_and_foot((6, 1, 1, 1, 1, 1, *MISS, 1, 1), i=0)
    field.state.leaders["b.c1.leader"].attached = "b1"
    field.run(fight(field, field.state.units["a1"]))
    test = next(event.roll for event in field.events(Rolled) if event.roll.purpose == "Cohesion test")
    assert test.target == 6
    assert [modifier.why for modifier in test.modifiers] == ["leader attached"]


@pytest.mark.rule("BQ-7.5.2.c")
def test_horse_may_break_off_from_a_draw_with_foot_but_not_with_horse() -> None:
    field = facing(horse("a1", 10, 7, 90), unit("b1", 10, 7, 270), dice=(*MISS, *MISS))
    field.run(fight(field, field.state.units["a1"]), {"do": "break-off", "unit": "a1"})
    assert field.state.units["a1"].place.y == 6
    assert not field.state.contacts
    assert field.events(Separated)
    alike = facing(horse("a1", 10, 7, 90), horse("b1", 10, 7, 270), dice=(*MISS, *MISS))
    alike.run(fight(alike, alike.state.units["a1"]))
    assert alike.asked == []


@pytest.mark.rule("BQ-7.5.4.a", "BQ-7.5.4.c", "BQ-7.5.4.d", "BQ-7.5.4.f", "BQ-7.3.g", "BQ-7.1.e")
@pytest.mark.rule("BQ-7.5.5.b", "BQ-6.7.f")
@pytest.mark.example("EX-7.5.5.b")
def test_gallopers_have_to_pursue_and_fight_again_at_once_with_their_impetus() -> None:
    gallopers = horse("a1", 10, 7, 90, "GA", i=4)
    trotters = horse("b1", 10, 7, 270, weapons=("Point-blank pistol",))
    dice = (
        6, 1, 1, 1, 1, 1, *MISS,  # melee
        6,  # b1: needs 5, fails by 1
        1,  # it retreats 1 BU
        4,  # the pursuit goes 2 BU: contact after 1
        *MISS, 1, 1, 1, 1, *MISS[:4],  # 10 dice against 5 - 1
    )  # fmt: skip
    field = facing(gallopers, trotters, dice=dice)
    field.run(fight(field, gallopers))
    assert gallopers.place.y == 8
    assert field.state.contacts == {("a1", "b1"): "front"}
    assert [event.unit for event in field.events(PistolsLost)] == ["b1"]
    second = [event.roll for event in field.events(Rolled) if event.roll.purpose == "Melee"][2]
    assert len(second.dice) == 10


@pytest.mark.rule("BQ-7.5.4.c", "BQ-7.5.4.e")
def test_a_winner_who_pursues_goes_straight_or_after_the_beaten_enemy() -> None:
    trotters = horse("a1", 10, 7, 90)
    beaten = horse("b1", 11, 7, 270)
    # Trotters retreat 3 BU on a 5; the pursuit on a 6 goes 2 BU.
    field = facing(trotters, beaten, dice=(6, 1, 1, 1, 1, 1, *MISS, 6, 5, 6))
    field.run(fight(field, trotters), {"do": "pursue", "unit": "a1"}, {"do": "follow", "unit": "a1"})
    assert trotters.place.heading == pytest.approx(71.5651, abs=1e-3)
    assert trotters.place.y == pytest.approx(7 + 2 * 0.948683, abs=1e-3)
    assert not field.state.contacts


@pytest.mark.rule("BQ-7.5.4.a", "BQ-7.5.4.b")
def test_who_may_not_pursue_is_not_asked() -> None:
    for winner, loser in (
        (unit("a1", 10, 7, 90, "P&M"), horse("b1", 10, 7, 270)),
        (unit("a1", 10, 7, 90, "T", i=0), unit("b1", 10, 7, 270, "P&M")),
    ):
        field = facing(winner, loser, dice=(6, 1, 1, 1, 1, 1, *MISS, 6, 5))
        field.run(fight(field, winner))
        assert field.asked == []


@pytest.mark.rule("BQ-7.5.2.f")
def test_a_loser_who_cannot_start_his_retreat_is_destroyed() -> None:
    friend, foe = unit("b2", 10, 8.5, 90), unit("a2", 10, 8.5, 270)
    field = facing(
        unit("a1", 10, 7, 90, i=0), unit("b1", 10, 7, 270, i=0), friend, foe,
        dice=(6, 1, 1, 1, 1, 1, *MISS, 6, 1),
    )  # fmt: skip
    field.state.contacts[("b2", "a2")] = "front"
    field.run(fight(field, field.state.units["a1"]))
    assert field.state.units["b1"].status == "destroyed"
    assert (friend.losses, friend.disordered) == (1, True)


@pytest.mark.rule("BQ-7.5.2.h")
@pytest.mark.parametrize(("type_", "disordered"), [("P&M", ["b2"]), ("CL", [])])
def test_a_rout_but_of_light_troops_disorders_those_within_one_unit_of_length_behind(
    type_: str, disordered: list[str]
) -> None:
    behind, beside = unit("b2", 10, 8.5, 270), unit("b3", 12.5, 8.5, 270)
    field = facing(
        unit("a1", 10, 7, 90, i=0), unit("b1", 10, 7, 270, type_, vbu=2), behind, beside,
        dice=(6, 6, 1, 1, 1, 1, 1, 1, 6),
    )  # fmt: skip
    field.run(fight(field, field.state.units["a1"]))
    assert field.state.units["b1"].status == "routed"
    assert [event.unit for event in field.events(Disordered)] == disordered
    assert behind.losses == 0


@pytest.mark.rule("BQ-7.5.2.g", "BQ-7.2.3.c")
def test_a_loser_struck_on_the_flank_is_routed() -> None:
    attacker, target = unit("a1", 11, 6.6, 180, i=0), unit("b1", 10, 7, 90)
    field = facing(attacker, target, dice=(6, 1, 1, 1, 1, 1, *MISS[:5], 6), face="flank")
    field.run(fight(field, attacker))
    assert target.status == "routed"
    assert [event.losses for event in field.events(LostVBU)] == [2]  # needs 6 - 1 - 1


@pytest.mark.rule("BQ-7.2.3.d")
@pytest.mark.parametrize("face", ["side", "flank", "rear"])
def test_an_early_tercio_beaten_from_the_side_stays_where_it_is(face: str) -> None:
    attacker, tercio = unit("a1", 11, 6.6, 180, i=0), unit("b1", 10, 7, 90, "ETE", mm=0, vbu=8)
    field = facing(attacker, tercio, dice=(6, 5, 5, 1, 1, 1, *MISS[:5], 6), face=face)
    tercio.losses = 3  # 8 - 3 = 5 dice
    field.run(fight(field, attacker))
    assert tercio.losses == 6
    assert field.state.contacts == {("a1", "b1"): face}


@pytest.mark.rule("BQ-7.5.2.a", "BQ-7.6.j")
def test_two_routs_in_one_round_leave_no_winner() -> None:
    field = facing(
        unit("a1", 10, 7, 90, "WB", vbu=2), unit("b1", 10, 7, 270, "WB", vbu=2), dice=(6, 6, 6, 6, 6, 6)
    )
    field.run(fight(field, field.state.units["a1"]))
    assert [event.status for event in field.events(Removed)] == ["routed", "routed"]


@pytest.mark.rule("BQ-7.1.d", "BQ-4.1.1.e")
def test_a_unit_in_contact_fights_as_its_action_and_has_finished_then() -> None:
    field = foot_and_foot((*MISS, *MISS))
    active = field.state.units["a1"]
    field.apply(UnitActivated("BQ-4.1.1.d", "a1"))
    assert [option.key["do"] for option in options(field, active)] == ["fight"]
    field.run(fight(field, active))
    assert field.state.activation.done
    assert options(field, active) == []


@pytest.mark.rule("BQ-7.1.d")
def test_a_unit_that_is_free_has_nothing_to_fight() -> None:
    field = Field(unit("a1", 10, 7, 90), unit("b1", 10, 12, 270))
    field.apply(UnitActivated("BQ-4.1.1.d", "a1"))
    assert options(field, field.state.units["a1"]) == []


@pytest.mark.rule("BQ-7.5.3.a", "BQ-7.5.3.b")
@pytest.mark.example("EX-7.5.3-diagram")
def test_a_unit_struck_on_its_side_slides_back_and_fights_on_without_impetus_if_it_is_not_clear() -> None:
    # a1 faces left and touches the right side of b1 (front line at y = 7.2) with 1.6 BU of its front.
    attacker = unit("a1", 11, 6.5, 180, "P&M", i=0, width=4.0)
    target = unit("b1", 10, 7.2, 90, "P&M")
    dice = (6, 1, 1, 1, 1, 1, *MISS, 6, 1, *MISS, *MISS[:4])
    field = facing(attacker, target, dice=dice, face="side")
    field.run(fight(field, attacker))
    assert target.place.y == pytest.approx(6.2)
    assert field.state.engaged("b1")
    melees = [event.roll for event in field.events(Rolled) if event.roll.purpose == "Melee"]
    assert [len(roll.dice) for roll in melees] == [6, 6, 6, 4]
