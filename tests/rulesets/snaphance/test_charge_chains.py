"""Whole chains: charges with all that answers them, fire, melee, retreat and what comes after (SN-10.1.a)."""

from collections.abc import Iterable

import pytest

from rulesets.engine.decisions import Decision, Menu
from rulesets.engine.events import Rolled
from rulesets.snaphance import activation, hexes, movement
from rulesets.snaphance.events.charge import BonusLost, Evaded, Intercepted
from rulesets.snaphance.events.fire import Fired, Removed
from tests.kit.hexfield import HexField, stand

A, B = "a.c1u1", "b.c1u1"
NONE = {"do": "none"}


def turn(field: HexField, unit: str, *choices):
    """The turn of a stand: its own choices in order; all other decisions go to the test."""
    for choice in choices:
        actions = Menu(*activation._ACTIONS, *movement.groups(field), facts=(field,))
        decision = Decision("stand", field.stand(unit).side, "", "SN-4.0.h", actions, unit)
        yield from activation.perform(field, decision.read(choice))


def played(field: HexField, *choices, unit: str = A, answers: Iterable[dict] = ()) -> list[Decision]:
    """Play the turn; `answers` first, then the first of whatever is offered."""
    given = list(answers)
    asked = []
    steps = turn(field, unit, *choices)
    decision = next(steps, None)
    while decision is not None:
        asked.append(decision)
        choice = given.pop(0) if given else dict(next(iter(decision.options)).key)
        try:
            decision = steps.send(decision.read(choice))
        except StopIteration:
            decision = None
    assert not given, f"never asked for: {given}"
    field.scripted.finish()
    return asked


def step(place: str, unit: str = A) -> dict:
    return {"do": "step", "unit": unit, "hex": place}


def charge(place: str, target: str = B, *, unit: str = A, facing: int = 1) -> dict:
    return {"do": "charge", "unit": unit, "hex": place, "facing": facing, "target": target}


def melee_dice(field: HexField) -> dict[str, int]:
    """How many dice each stand has thrown in its last melee."""
    rolls = [event.roll for event in field.events(Rolled) if event.roll.purpose == "Melee"]
    return {roll.unit: len(roll.dice) for roll in rolls}


def where(field: HexField, unit: str) -> str:
    return hexes.label(field.stand(unit).place)


@pytest.mark.rule("SN-6.2.d", "SN-6.3.a", "SN-7.6.a", "SN-10.3.1.a", "SN-11.1.d")
def test_horse_met_on_their_way_fire_on_contact_and_keep_their_bonus():
    """Fast Horse on opportunity ride into Horse that come on; nobody hits, and who made contact bounces."""
    field = HexField(
        stand(A, "0508", "Hs"), stand(B, "0505", "FH", opportunity=True),
        dice=[1, 1, *[1] * 7, *[1] * 8], generals={"a.c1": "0510", "b.c1": "0503"},
    )  # fmt: skip
    field.activate(A)
    answer = {"do": "opportunity-charge", "unit": B, "target": A, "hex": "0506"}
    played(field, step("0507"), answers=[answer])
    assert [(event.unit, event.fire) for event in field.events(Fired)] == [(A, "contact")]
    assert melee_dice(field) == {A: 5 + 2, B: 5 + 3}
    assert field.state.activation.over
    assert field.stand(B).disordered
    assert hexes.distance(field.stand(A).place, field.stand(B).place) > 1
    assert where(field, A) == "0507"


@pytest.mark.rule("SN-6.3.a", "SN-6.3.b")
def test_shot_charged_on_opportunity_have_neither_defensive_nor_supporting_fire():
    field = HexField(
        stand(A, "0508", "Sh"), stand("a.c1u2", "0607", "Sh"), stand(B, "0505", "Hs", opportunity=True),
        dice=[1, 1, *[1] * 8, *[1] * 7], generals={"a.c1": "0510", "b.c1": "0503"},
    )  # fmt: skip
    field.activate(A)
    answers = [{"do": "opportunity-charge", "unit": B, "target": A, "hex": "0506"}, NONE]
    played(field, step("0507"), answers=answers)
    assert [event.unit for event in field.events(Fired)] == [B]  # its own pistols on contact
    assert melee_dice(field) == {A: 5 + 3, B: 5 + 2}  # Shot has its neighbour's support, but no bonus


@pytest.mark.rule("SN-7.4.1.1.a", "SN-7.4.1.1.b", "SN-7.4.1.1.d", "SN-7.4.e", "SN-10.1.a")
def test_pistols_fire_at_2h_then_defensively_at_lancers_who_have_lost_their_bonus():
    """At 2H 3D6 hit once and cost an SP; close, 5D6 miss; Lancers in disorder without bonus throw 4D6."""
    field = HexField(
        stand(A, "0507", "Ln"), stand(B, "0505", "Pi", opportunity=True, ranks=2),
        dice=[6, 1, 1, 6, *[1] * 5, *[1] * 4, *[1] * 5], generals={"a.c1": "0510", "b.c1": "0503"},
    )  # fmt: skip
    field.activate(A)
    answers = [{"do": "opportunity-fire", "unit": B, "target": A}, {"do": "go-on", "unit": A}]
    played(field, charge("0506"), answers=answers)
    shots = [(event.fire, event.dice) for event in field.events(Fired)]
    assert shots == [("opportunity", 3), ("defensive", 5)]
    assert [event.unit for event in field.events(BonusLost)] == [A]
    assert melee_dice(field) == {A: 5 - 1, B: 5}


@pytest.mark.rule("SN-5.0.h", "SN-5.0.d")
def test_the_charger_enters_the_hex_that_an_evader_has_left():
    field = HexField(
        stand(A, "0507", "Hs"), stand(B, "0505", "LC", mp=4), generals={"a.c1": "0510", "b.c1": None}
    )
    field.activate(A)
    away = [{"do": "evade-step", "unit": B, "hex": hex_} for hex_ in ("0504", "0503", "0502", "0501")]
    played(field, charge("0506"), step("0506"), step("0505"), answers=[{"do": "evade", "unit": B}, *away])
    assert (where(field, A), where(field, B)) == ("0505", "0501")


@pytest.mark.rule("SN-5.0.h", "SN-10.0.a")
def test_with_the_target_gone_the_charger_may_charge_who_stood_behind_it():
    field = HexField(
        stand(A, "0508", "Hs"), stand(B, "0506", "LC", mp=4, facing=3), stand("b.c1u2", "0505", "PS"),
        dice=[1, 1, *[1] * 4, *[1] * 5, *[1] * 6], generals={"a.c1": "0510", "b.c1": None},
    )  # fmt: skip
    field.activate(A)
    away = [
        {"do": "evade", "unit": B}, {"do": "evade-step", "unit": B, "hex": "0605"},
        {"do": "evade-step", "unit": B, "hex": "0705"}, {"do": "stop", "unit": B},
    ]  # fmt: skip
    played(field, charge("0507"), step("0507"), charge("0506", "b.c1u2"), answers=away)
    assert len(field.events(Evaded)) == 1
    assert melee_dice(field) == {A: 5, "b.c1u2": 6}  # against pikes in front there is no Charge Bonus


@pytest.mark.rule("SN-10.5.a", "SN-10.5.c", "SN-10.1.a")
def test_horse_ride_down_skirmishers_and_charge_on_in_the_same_move():
    """One hex to the Skirmishers, who miss and die; two more to the Shot behind them."""
    field = HexField(
        stand(A, "0508", "FH", mp=4), stand(B, "0506", "Sk"), stand("b.c1u2", "0504", "Sh"),
        dice=[1, 1, *[1] * 8, *[1] * 5], generals={"a.c1": "0510", "b.c1": None},
    )  # fmt: skip
    field.activate(A)
    played(field, charge("0507"), step("0506"), charge("0505", "b.c1u2"), answers=[NONE])
    assert [event.unit for event in field.events(Removed)] == [B]
    assert [event.unit for event in field.events(Fired)] == [B]  # Shot in the open do not fire at Horse
    assert melee_dice(field) == {A: 5 + 3, "b.c1u2": 5}


@pytest.mark.rule("SN-6.2.c", "SN-13.1.a", "SN-6.2.b")
def test_a_pursuer_is_charged_on_opportunity():
    """Horse beat Light Cavalry, pursue into the reach of Fast Horse on opportunity, and are charged."""
    field = HexField(
        stand(A, "0507", "Hs"), stand(B, "0505", "Dr", facing=4),
        stand("b.c1u2", "0501", "FH", opportunity=True),
        generals={"a.c1": "0510", "b.c1": None},
        dice=[
            1, 1,  # contact fire
            6, 1, 1, 1, 1, 1, 1, 1, 1, 1,  # melee of the Horse and the Dragoons; the first hits
            6,  # the Dragoons fail: beaten
            2,  # pursuit of 1H
            *[1] * 15,
        ],
    )  # fmt: skip
    field.activate(A)
    steps = turn(field, A, charge("0506"))
    decision = next(steps, None)
    charged = []
    try:
        while decision is not None:
            wanted = list(decision.fitting({"do": "opportunity-charge"})) or list(
                decision.fitting({"do": "pursue"})
            )
            option = (wanted or list(decision.options))[0]
            if decision.kind == "react" and not wanted:
                option = next(each for each in decision.options if each.key["do"] == "none")
            charged.append((decision.kind, option.key["do"]))
            decision = steps.send(decision.read(dict(option.key)))
    except StopIteration:
        pass
    assert ("react", "opportunity-charge") in charged
    assert [(event.unit, event.target) for event in field.events(Intercepted)] == [("b.c1u2", A)]


@pytest.mark.rule("SN-10.4.a", "SN-10.4.d", "SN-5.0.c")
def test_heavy_cavalry_from_behind_disorders_and_gains_two_dice():
    field = HexField(
        stand(A, "0507", "FH"), stand(B, "0505", "PS", facing=1),
        dice=[*[1] * 10, *[1] * 5], generals={"a.c1": "0510", "b.c1": None},
    )  # fmt: skip
    field.activate(A)
    played(field, charge("0506"))
    assert field.events(Fired) == []
    assert melee_dice(field) == {A: 5 + 3 + 2, B: 6 - 1}
