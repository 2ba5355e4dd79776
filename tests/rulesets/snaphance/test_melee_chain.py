"""Whole chains: from the choice to charge through fire, melee and retreat to pursuit (SN-10 to SN-13)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import activation, charge, hexes
from rulesets.snaphance.events.fire import Disordered, Fired
from rulesets.snaphance.events.melee import MeleeBegan, MeleeDecided
from tests.kit.hexfield import HexField, Stand, stand
from tests.kit.scripted import Answer

A, A2, B, B2 = "a.c1u1", "a.c1u2", "b.c1u1", "b.c1u2"
MISS, HIT = 1, 6


def thrown(hits: int, dice: int) -> tuple[int, ...]:
    return (HIT,) * hits + (MISS,) * (dice - hits)


def charged(
    field: HexField, place: str, target: str, *answers: Answer, facing: int = 1, units: Any = (A,)
) -> None:
    field.activate(*units)
    key = {"do": "charge", "unit": units[0], "hex": place, "facing": facing, "target": target}
    field.run(charge.perform(field, key), *answers)


def told(field: HexField, purpose: str) -> list[tuple[str, int]]:
    """Who threw how many dice for that, in order."""
    rolls = [getattr(event, "roll", None) for event in field.log]
    return [(roll.unit, len(roll.dice)) for roll in rolls if roll is not None and roll.purpose == purpose]


def terms(field: HexField, unit: str) -> dict[str, int]:
    """The terms of the first melee throw of a stand."""
    rolls = [getattr(event, "roll", None) for event in field.log]
    first = next(roll for roll in rolls if roll is not None and (roll.purpose, roll.unit) == ("Melee", unit))
    return {term.rule: term.value for term in first.modifiers}


def place(field: HexField, unit: str) -> str:
    return hexes.label(field.stand(unit).place)


def first(decision: Any) -> dict[str, Any]:
    return dict(decision.options[0].key)


def cautious(decision: Any) -> dict[str, Any]:
    """Hold where that is offered."""
    keys = [dict(option.key) for option in decision.options]
    return next((key for key in keys if key["do"] in ("hold", "none")), keys[0])


def last(decision: Any) -> dict[str, Any]:
    return dict(decision.options[-1].key)


def field(*stands: Stand, **changes: Any) -> HexField:
    """With a stand of either army far away, so that no army is gone."""
    return HexField(*stands, stand("a.c9u9", "0112"), stand("b.c9u9", "1201"), **changes)


# -- horse against horse ------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.1.a", "SN-7.6.a", "SN-11.1.d", "SN-10.3.a")
def test_horse_charge_horse_fire_at_once_fight_and_the_initiator_bounces():
    """Each hits with its pistols and tests after both throws; both are disordered in the melee."""
    made = field(
        stand(A, "0607", "Hs"),
        stand(B, "0605", "Hs"),
        dice=(*thrown(1, 2), *thrown(1, 2), 2, 2, *thrown(0, 5 + 2 - 1), *thrown(0, 5 - 1)),
    )
    charged(made, "0606", B, last, last)
    assert [(event.unit, event.dice) for event in made.events(Fired)] == [(B, 2), (A, 2)]
    assert terms(made, A) == {"SN-1.3.a": 5, "SN-10.3.a": 2, "SN-10.1.c": -1}
    assert terms(made, B) == {"SN-1.3.a": 5, "SN-10.1.c": -1}
    assert hexes.distance(made.stand(A).place, hexes.named("0606")) == 1
    assert place(made, B) == "0605"
    assert made.state.melees == []


@pytest.mark.rule("SN-7.5.a", "SN-7.5.b", "SN-10.1.a")
@pytest.mark.parametrize(
    ("attacker", "defender", "dice", "firer", "gone"),
    [
        (stand(A, "0607", "Hs"), stand(B, "0705", "Ln", left=(1,)), 2, A, B),
        (stand(A, "0607", "Ln", left=(1,)), stand(B, "0705", "Pk"), 3, B2, A),
    ],
    ids=["pistols destroy who is charged", "the attacker is destroyed"],
)
def test_nobody_fires_or_fights_after_one_of_both_is_destroyed(
    attacker: Stand, defender: Stand, dice: int, firer: str, gone: str
):
    """Two supporting Shot would fire."""
    made = field(attacker, defender, stand(B2, "0605", "Sh"), dice=(*thrown(1, dice), 6))
    charged(made, "0606", B)
    assert made.stand(gone).status == "destroyed"
    assert [event.unit for event in made.events(Fired)] == [firer]
    assert made.events(MeleeBegan) == []


# -- a blow on the flank ------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.4.a", "SN-10.4.d", "SN-7.4.a", "SN-10.3.c", "SN-12.0.a")
def test_lancers_ride_into_the_rear_of_pike_and_shot():
    """No defensive fire, disorder at once, the Charge Bonus and two dice; beaten from the rear it goes on
    forwards.
    """
    made = field(
        stand(A, "0607", "Ln"),
        stand(B, "0605", "PS", 1),
        dice=(*thrown(2, 6 + 4 + 2), *thrown(0, 6 - 1), 6),
    )
    charged(made, "0606", B, first, first, {"do": "hold", "unit": A})
    assert made.events(Fired) == []
    assert [(event.unit, event.rule) for event in made.events(Disordered)] == [(B, "SN-10.4.a")]
    assert terms(made, A) == {"SN-1.3.a": 6, "SN-10.3.a": 4, "SN-10.4.d": 2}
    beaten = made.stand(B)
    assert (beaten.sp, beaten.facing) == (4, 1)
    assert hexes.distance(beaten.place, hexes.named("0606")) == 3


# -- retreat and pursuit ------------------------------------------------------------------------------


@pytest.mark.rule("SN-12.0.d", "SN-13.1.a", "SN-13.1.b", "SN-10.3.a", "SN-10.3.c")
def test_a_retreat_disorders_the_pikes_behind_and_the_pursuit_runs_into_them():
    """Pike blocks fill both hexes behind Pike and Shot: it goes through one of them, which is disordered, and
    is followed into contact with it.
    """
    pikes = stand(B2, "0604", "Pk", ranks=3), stand("b.c1u3", "0504", "Pk", ranks=3)
    made = field(
        stand(A, "0607", "FH"), stand(B, "0605", "Sh"), *pikes,
        dice=(
            *thrown(0, 5), *thrown(2, 5 + 3), *thrown(0, 5), 6, 2,
            *thrown(0, 5), *thrown(0, 6 + 1 + 4),
        ),
    )  # fmt: skip
    to = {"do": "retreat", "unit": B, "hex": "0604"}
    charged(
        made, "0606", B, to, first, first, first,
        {"do": "pursue", "unit": A}, {"do": "battle-stand", "unit": A, "target": B2}, last, last,
    )  # fmt: skip
    assert not made.stand(B2).disordered  # Shot may pass anybody without disorder
    assert [(event.unit, event.target) for event in made.events(MeleeBegan)] == [(A, B), (A, B2)]
    # no bonus against pikes; their die against mounted; half of the dice of the other block
    assert told(made, "Melee")[2:] == [(A, 5), (B2, 6 + 1 + 4)]


# -- several attackers --------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.2.f", "SN-13.1.d", "SN-11.4.b", "SN-10.6.b")
def test_the_winner_of_the_first_of_two_melees_supports_the_second():
    made = field(
        stand(A, "0607", "PS"), stand(A2, "0707", "PS"), stand(B, "0705", "Sh"), stand(B2, "0805", "Pk"),
        dice=(*thrown(0, 5), *thrown(2, 7), *thrown(0, 5), 6, *thrown(0, 7), *thrown(0, 6)),
    )  # fmt: skip
    charged(
        made, "0606", B, {"do": "melee", "unit": A, "target": B}, *[first] * 4, {"do": "hold", "unit": A},
        units=(A, A2),
    )  # fmt: skip
    assert [(event.unit, event.target) for event in made.events(MeleeBegan)] == [(A, B), (A2, B2)]


@pytest.mark.rule("SN-13.1.d", "SN-10.6.b")
def test_if_it_has_the_second_enemy_before_it_it_supports_with_half_its_dice_instead_of_pursuing():
    made = field(
        stand(A, "0607", "PS"), stand(A2, "0707", "PS"), stand(B, "0605", "Sh"), stand(B2, "0705", "Pk"),
        dice=(*thrown(0, 5), *thrown(2, 7), *thrown(0, 5), 6, *thrown(0, 7 + 4), *thrown(0, 6)),
    )  # fmt: skip
    charged(made, "0606", B, {"do": "melee", "unit": A, "target": B}, *[first] * 4, units=(A, A2))
    second = made.events(MeleeBegan)[1]
    assert (second.unit, second.target, second.supporters) == (A2, B2, (A,))


@pytest.mark.rule("SN-13.1.b", "SN-1.4.c")
def test_a_pursuit_into_contact_is_fought_before_the_other_melees_of_the_charge():
    """Of three enemies the first is beaten and caught again before the second pair fights."""
    made = field(
        stand(A, "0607", "FH"), stand(A2, "0707", "FH"), stand(B, "0605", "LC"), stand(B2, "0805", "LC"),
        stand("b.c1u3", "0504", "Hs", contact_fire_dice=0),
        dice=(
            *thrown(0, 3), *thrown(2, 8), *thrown(0, 3), 6, 2, *thrown(0, 8), *thrown(0, 5),
            *thrown(0, 3), *thrown(0, 8), *thrown(0, 3),
        ),
    )  # fmt: skip
    charged(
        made, "0606", B, {"do": "none"}, {"do": "melee", "unit": A, "target": B},
        *[pursue] * 8, units=(A, A2),
    )  # fmt: skip
    assert [(event.unit, event.target) for event in made.events(MeleeBegan)] == [
        (A, B), (A, "b.c1u3"), (A2, B2)
    ]  # fmt: skip


def pursue(decision: Any) -> dict[str, Any]:
    """The last option, which ends a bounce, but pursue where that is offered."""
    keys = [dict(option.key) for option in decision.options]
    return next((key for key in keys if key["do"] == "pursue"), keys[-1])


# -- the end of a turn --------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.0.h", "SN-1.4.d", "SN-10.1.a")
def test_a_charge_is_the_end_of_the_turn_of_the_stand():
    made = field(
        stand(A, "0607", "Ln"),
        stand(B, "0605", "LC"),
        dice=(*thrown(0, 3), *thrown(2, 10), *thrown(0, 3), 6),
    )
    key = {"do": "charge", "unit": A, "hex": "0606", "facing": 1, "target": B}
    made.run(activation.act(made, (A,)), key, *[cautious] * 6)
    assert made.stand(A).moved
    assert made.state.activation is None
    assert made.events(MeleeDecided)[0].winner == 0


# -- fortified buildings ------------------------------------------------------------------------------


@pytest.mark.rule("SN-C-found-tower", "SN-C-terrain", "SN-10.3.e")
def test_shot_attack_a_fortified_building_that_fires_at_full_effect():
    """The garrison faces elsewhere and fires all the same: 5 dice. The attacker is disordered at once, has no
    Charge Bonus and one die less; it is beaten and retreats.
    """
    made = field(
        stand(A, "0607", "Sh"), stand(B, "0605", "Sh", 1), terrain={"0605": "fort"},
        dice=(*thrown(0, 5), *thrown(0, 5 - 1 - 1), *thrown(1, 6), 6),
    )  # fmt: skip
    charged(made, "0606", B, *[first] * 4)
    assert [(event.unit, event.dice) for event in made.events(Fired)] == [(B, 5)]
    assert terms(made, A)["SN-C-terrain"] == -1
    assert terms(made, A)["SN-10.3.e"] == 0
    assert terms(made, B) == {"SN-1.3.a": 5, "SN-C-terrain": 1}
    assert made.events(MeleeDecided)[0].winner == 1
    assert hexes.distance(made.stand(A).place, hexes.named("0606")) == 4
