"""Shooting in play: the active unit's fire and the answers to it, Defensive Fire, pistols, the caracole."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.events import Fired, Spent, UnitActivated
from rulesets.baroque.morale import CohesionResult
from rulesets.baroque.shooting import fire
from rulesets.baroque.shooting.defence import defensive_fire, forgo_pistols, may_defend, pistols
from rulesets.baroque.shooting.targets import aim_at
from rulesets.baroque.shooting.volley import ShotAnswer, fire_at, roll_volley, suffer
from rulesets.baroque.state import Unit
from rulesets.engine.decisions import Refusal, Steps
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit

MUSKET = ("Musket",)
PISTOLS = ("Point-blank pistol",)
FIRER, FOE = "a.c1u1", "b.c1u1"


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The inactive side lets itself be fired at."""
    answered(monkeypatch, ShotAnswer())


def answered(monkeypatch: pytest.MonkeyPatch, answer: ShotAnswer) -> None:
    def answer_shot(*_: Any) -> Steps[ShotAnswer]:
        return answer
        yield

    monkeypatch.setattr(fire, "_answered", answer_shot)


def firer(type_: str = "T", **changes: Any) -> Unit:
    changes.setdefault("weapons", MUSKET)
    return unit(FIRER, 10, 5, 90, type_, **changes)


def foe(type_: str = "P&M", *, y: float = 6.5, **changes: Any) -> Unit:
    return unit(FOE, 10, y, 270, type_, **changes)


def active(*units: Unit, dice: tuple[int, ...] = ()) -> Field:
    """A table on which the first unit is active."""
    made = Field(*units, dice=dice)
    made.apply(UnitActivated("BQ-4.1.1.d", units[0].id))
    return made


def shot(**more: Any) -> dict[str, Any]:
    return {"do": "shoot", "unit": FIRER, "target": FOE, "edge": "front", **more}


def keys(field: Field) -> list[dict[str, Any]]:
    return [dict(option.key) for option in fire.options(field, field.state.units[FIRER])]


def shoot(field: Field, *answers: Any, **choice: Any) -> None:
    field.run(fire.perform(field, field.state.units[FIRER], shot(**choice)), *answers)


# ---------------------------------------------------------------------------- options


@pytest.mark.rule("BQ-6.1.a")
def test_a_shot_is_offered_with_its_dice_and_expected_hits() -> None:
    field = active(firer(), foe())

    option = fire.options(field, field.state.units[FIRER])[0]

    assert dict(option.key) == shot()
    assert "7 dice" in option.label
    assert "hits expected" in option.label


@pytest.mark.rule("BQ-6.1.c")
def test_a_unit_fires_once_in_its_activation() -> None:
    field = active(firer(volley_fired=True), foe(y=8), dice=(1, 2, 3, 4))

    shoot(field)

    why = fire.why_no_fire(field.state, field.state.units[FIRER])
    assert why == ("BQ-6.1.c", "it has fired in this activation")
    assert keys(field) == []


@pytest.mark.rule("BQ-6.1.3.3")
def test_no_shot_directly_after_passing_through_friends() -> None:
    field = active(firer(), foe())
    field.state.activation.passed_through = True

    assert fire.why_no_fire(field.state, field.state.units[FIRER])[0] == "BQ-6.1.3.3"


@pytest.mark.rule("BQ-5.2.4.a")
def test_no_shot_after_an_about_face() -> None:
    field = active(firer(), foe())
    field.state.activation.last_kind = "about-face"

    assert keys(field) == []


def test_no_shot_out_of_a_melee_without_weapons_or_by_a_unit_that_is_not_active() -> None:
    field = active(firer(), foe(), unit("a.c1u2", 14, 5, 90), unit("b.c1u2", 14, 5, 270))
    units = field.state.units
    field.state.contacts[FIRER, "b.c1u2"] = "front"

    reasons = [fire.why_no_fire(field.state, units[name]) for name in (FIRER, "a.c1u2", FOE)]

    assert [reason[0] for reason in reasons if reason] == ["BQ-7.1.d", "BQ-6.1.a", "BQ-6.1.a"]


@pytest.mark.rule("BQ-6.1.a")
def test_a_disordered_or_exhausted_unit_may_shoot() -> None:
    assert keys(active(firer(disordered=True, losses=4), foe())) == [shot()]


# ---------------------------------------------------------------------------- movement and fire


@pytest.mark.rule("BQ-6.1.3.2.b")
def test_who_fires_first_pays_a_die_for_each_movement_action_he_keeps() -> None:
    field = active(firer(volley_fired=True), foe(), dice=(1,) * 5)

    shoot(field, reserve=2)

    assert field.events(Fired)[0].dice == 5
    assert fire.why_no_move(field.state, field.state.units[FIRER]) is None


@pytest.mark.rule("BQ-6.1.3.2.b")
def test_who_paid_nothing_may_not_move_after_firing() -> None:
    field = active(firer(volley_fired=True), foe(), dice=(1,) * 7)

    shoot(field)

    why = fire.why_no_move(field.state, field.state.units[FIRER])
    assert why is not None
    assert why[0] == "BQ-6.1.3.2.b"


@pytest.mark.rule("BQ-6.1.3.2.b")
def test_as_many_actions_as_were_paid_for_are_allowed() -> None:
    field = active(firer(volley_fired=True), foe(), dice=(1,) * 6)
    shoot(field, reserve=1)
    field.state.activation.march = 1

    assert fire.why_no_move(field.state, field.state.units[FIRER]) is not None


@pytest.mark.rule("BQ-6.1.3.2.a", "BQ-6.1.b")
def test_who_fires_after_moving_has_nothing_to_reserve_and_stops() -> None:
    field = active(firer(volley_fired=True, moves=1), foe(), dice=(1,) * 6)
    field.state.activation.march = 1

    option = fire.options(field, field.state.units[FIRER])[0]
    shoot(field)

    assert option.params == ()
    assert fire.why_no_move(field.state, field.state.units[FIRER]) is not None


@pytest.mark.rule("BQ-6.1.3.2.c", "BQ-6.1.b")
def test_light_troops_fire_between_their_movement_actions() -> None:
    field = active(firer("S", volley_fired=True, moves=1), foe(), dice=(1,) * 7)
    field.state.activation.march = 1

    assert fire.options(field, field.state.units[FIRER])[0].params == ()
    shoot(field)
    assert fire.why_no_move(field.state, field.state.units[FIRER]) is None


@pytest.mark.rule("BQ-2.5.3.c", "BQ-6.1.3.2.b")
def test_a_disordered_unit_can_keep_one_action_only() -> None:
    field = active(firer(disordered=True), foe())
    option = fire.options(field, field.state.units[FIRER])[0]

    with pytest.raises(Refusal, match="reserve"):
        option.read(shot(reserve=2))


@pytest.mark.rule("BQ-6.1.6", "BQ-8.2.4")
@pytest.mark.parametrize(
    ("type_", "special", "reserve", "rule"),
    [
        ("P&M", (), 1, "BQ-6.1.6"),
        ("P&M", ("Salvo",), 1, None),
        ("P&M", ("Salvo",), 0, "BQ-6.1.3.2.b"),
        ("H&M", (), 1, None),
        ("H&M", (), 0, "BQ-6.1.3.2.b"),
        ("RE", (), -1, None),
    ],
)
def test_fire_before_a_charge(type_: str, special: tuple[str, ...], reserve: int, rule: str | None) -> None:
    """Foot need Salvo, and all that are not exempt pay for the charge as for any movement action."""
    field = active(firer(type_, special=special), foe())
    assert fire.why_no_charge(field.state, field.state.units[FIRER]) is None
    activation = field.state.activation
    activation.shots, activation.reserved = 1, reserve

    why = fire.why_no_charge(field.state, field.state.units[FIRER])

    assert (why and why[0]) == rule


# ---------------------------------------------------------------------------- the shot


@pytest.mark.rule("BQ-6.1.1.a", "BQ-6.2.a")
def test_a_shot_is_rolled_logged_and_tested_for() -> None:
    field = active(firer(volley_fired=True, vbu=3), foe(), dice=(6, 5, 5, 1, 4))

    shoot(field)

    fired, rolls = field.events(Fired)[0], [event.roll for event in field.events(Rolled)]
    assert (fired.dice, fired.hits) == (4, 2)
    assert rolls[0].result == "musket at short range, 1.5 BU, VBU 3, 4 dice: 2 hits"
    assert (rolls[1].unit, rolls[1].target) == (FOE, 5)
    assert field.state.units[FOE].disordered


@pytest.mark.rule("BQ-6.1.5.a")
def test_the_first_volley_is_fired_once_in_a_game() -> None:
    field = active(firer(vbu=1), foe(), dice=(1, 2, 6, 3, 2))

    shoot(field)
    field.scripted.values += (1, 1)
    second = field.run(fire_at(field, field.state.units[FIRER], field.state.units[FOE], fire="opportunity"))

    assert [event.volley for event in field.events(Fired)] == [True, False]
    assert second == CohesionResult()


@pytest.mark.rule("BQ-6.5.c")
@pytest.mark.example("EX-6.5")
def test_fire_against_fire_rolls_both_shots_before_both_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The active unit is routed by the answer, but its own fire has taken effect as well."""
    danes = foe("P&M", weapons=("Pike", "Musket"), volley_fired=True, vbu=4)
    field = active(firer("P&M", vbu=4, losses=3, volley_fired=True), danes, dice=(6, 1, 6, 5, 1, 1, 2, 5, 4))
    back = aim_at(field.state, danes, field.state.units[FIRER])
    answered(monkeypatch, ShotAnswer(firer=FOE, aim=back))

    shoot(field)

    rolls = [event.roll for event in field.events(Rolled)]
    assert [(roll.purpose, roll.unit) for roll in rolls[:2]] == [
        (f"Fire at {FOE}", FIRER),
        (f"Opportunity fire at {FIRER}", FOE),
    ]
    assert [roll.unit for roll in rolls[2:]] == [FOE, FIRER]
    assert not [m for m in rolls[1].modifiers if m.rule == "BQ-6.1.3.4"]
    assert field.state.units[FIRER].status == "routed"


@pytest.mark.rule("BQ-5.6.e", "BQ-6.1.3.7")
def test_an_evading_target_is_fired_at_with_a_die_less(monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, ShotAnswer(evading=True))
    field = active(firer(volley_fired=True), foe("TR"), dice=(1,) * 6)

    shoot(field)

    assert field.events(Fired)[0].dice == 6


@pytest.mark.rule("BQ-5.4.2.b")
def test_what_answers_the_fire_later_comes_after_its_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    field = active(firer(volley_fired=True, vbu=1), foe(), dice=(6, 1, 4))

    def charge() -> Steps[None]:
        assert field.state.units[FOE].disordered
        field.apply(Spent("BQ-5.4.2.b", FIRER, why="charged"))
        return
        yield

    answered(monkeypatch, ShotAnswer(afterwards=charge))
    shoot(field)

    assert field.log[-1].why == "charged"


def test_fire_that_cannot_be_aimed_is_not_rolled() -> None:
    field = active(firer(), foe(y=11))

    assert (
        field.run(fire_at(field, field.state.units[FIRER], field.state.units[FOE], fire="opportunity"))
        is None
    )


@pytest.mark.rule("BQ-6.1.3.2.a")
def test_reaction_fire_pays_for_movement_made_earlier_in_the_turn() -> None:
    field = active(firer(moves=2, volley_fired=True, vbu=3), foe(), dice=(1, 1))

    field.run(fire_at(field, field.state.units[FIRER], field.state.units[FOE], fire="opportunity"))

    assert field.events(Fired)[0].dice == 2


def test_a_target_that_is_gone_suffers_nothing() -> None:
    field = active(firer(volley_fired=True), foe(), dice=(6,) * 7)
    aim = aim_at(field.state, field.state.units[FIRER], field.state.units[FOE])
    volley = field.run(roll_volley(field, field.state.units[FIRER], aim, fire="active"))
    field.state.units[FOE].status = "routed"

    assert field.run(suffer(field, volley)) == CohesionResult()


# ---------------------------------------------------------------------------- Defensive Fire


@pytest.mark.rule("BQ-6.6.a", "BQ-6.6.b", "BQ-6.6.c")
@pytest.mark.parametrize(
    ("type_", "weapons", "faces"),
    [
        ("P&M", MUSKET, {"front"}),
        ("T", MUSKET, {"front"}),
        ("S", MUSKET, {"front"}),
        ("LTE", MUSKET, {"front", "side"}),
        ("ETE", MUSKET, {"front", "side", "flank", "rear"}),
        ("ART", ("Art B",), {"front"}),
        ("ART", ("Art D",), set()),
        ("DR", MUSKET, set()),
        ("WB", ("Bow",), set()),
        ("RE", ("Pistol/Carbine",), set()),
        ("P&M", (), set()),
    ],
)
def test_who_makes_defensive_fire_and_against_which_charges(
    type_: str, weapons: tuple[str, ...], faces: set[str]
) -> None:
    field = active(firer(type_, weapons=weapons), foe())
    one = field.state.units[FIRER]

    assert {f for f in ("front", "side", "flank", "rear") if may_defend(field.state, one, f)} == faces


@pytest.mark.rule("BQ-6.6.a", "BQ-6.6.d", "BQ-2.5.1.b")
def test_an_exhausted_or_engaged_unit_makes_none_but_a_disordered_one_may() -> None:
    field = active(firer(disordered=True), foe())
    one = field.state.units[FIRER]
    assert may_defend(field.state, one, "front")

    one.losses = 4
    assert not may_defend(field.state, one, "front")

    one.losses = 0
    field.state.contacts[FOE, FIRER] = "front"
    assert not may_defend(field.state, one, "front")


@pytest.mark.example("EX-6.6")
@pytest.mark.rule("BQ-6.6.e", "BQ-6.6.f")
def test_defensive_fire_that_costs_the_charger_a_loss_repulses_him() -> None:
    defender = firer("P&M", weapons=("Pike", "Musket"), sm=-2, losses=1, disordered=True, volley_fired=True)
    field = active(defender, foe(y=5), dice=(6, 1, 2, 3, 6))
    field.state.contacts[FOE, FIRER] = "front"

    repulsed = field.run(defensive_fire(field, defender, field.state.units[FOE], "front"))

    fired, test = field.events(Fired)[0], field.events(Rolled)[1].roll
    assert (fired.dice, fired.hits, test.target) == (4, 1, 5)
    assert repulsed
    assert (field.state.units[FOE].losses, field.state.units[FOE].disordered) == (1, True)


@pytest.mark.rule("BQ-6.6.f", "BQ-6.2.1.b")
def test_a_loss_by_accumulated_disorder_does_not_repulse() -> None:
    field = active(firer(volley_fired=True, vbu=1), foe(y=5, disordered=True), dice=(6, 1, 1, 2))

    repulsed = field.run(defensive_fire(field, field.state.units[FIRER], field.state.units[FOE], "front"))

    assert not repulsed
    assert field.state.units[FOE].losses == 1


@pytest.mark.rule("BQ-6.6.c", "BQ-6.6.e")
def test_a_tercio_fires_from_the_side_that_is_charged() -> None:
    """The charger touches its right side; the fire is at point blank all the same."""
    tercio = firer("ETE", depth=2.0, volley_fired=True, vbu=1)
    charger = unit(FOE, 11, 4, 180)
    field = active(tercio, charger, dice=(1, 1, 1))

    assert not field.run(defensive_fire(field, tercio, charger, "side"))
    assert field.events(Fired)[0].dice == 3


# ---------------------------------------------------------------------------- pistols


def horse(one: str, *, y: float = 5, heading: float = 90, type_: str = "TR", **changes: Any) -> Unit:
    changes.setdefault("weapons", PISTOLS)
    return unit(one, 10, y, heading, type_, **changes)


@pytest.mark.rule("BQ-6.7.a", "BQ-6.7.b")
def test_both_fire_their_pistols_before_either_is_tested() -> None:
    field = active(horse(FIRER), horse(FOE, heading=270), dice=(6, 1, 1, 6, 6, 6, 2, 2))
    units = field.state.units

    field.run(pistols(field, (units[FIRER], units[FOE])))

    rolls = [event.roll for event in field.events(Rolled)]
    assert [roll.unit for roll in rolls] == [FIRER, FOE, FOE, FIRER]
    assert [roll.target for roll in rolls[2:]] == [5, 3]
    assert units[FIRER].pistols_fired
    assert units[FOE].pistols_fired


@pytest.mark.rule("BQ-6.7.b")
def test_pistols_are_fired_once_in_a_game() -> None:
    field = active(horse(FIRER, pistols_fired=True), foe(y=5))

    field.run(pistols(field, (field.state.units[FIRER], field.state.units[FOE])))

    assert field.log == field.log[:1]


@pytest.mark.rule("BQ-6.7.c", "BQ-6.1.5.b")
def test_pistols_use_no_other_modifier_and_leave_the_first_volley() -> None:
    both = horse(FIRER, type_="H&M", weapons=("Point-blank pistol", "Musket"), sm=-3)
    field = active(both, foe("CL", y=5), dice=(1, 1, 1))

    field.run(pistols(field, (both, field.state.units[FOE])))

    assert field.events(Rolled)[0].roll.modifiers == ()
    assert not both.volley_fired


@pytest.mark.rule("BQ-6.7.d", "BQ-6.7.e")
def test_who_is_engaged_loses_his_pistols_while_the_new_charger_fires_into_the_melee() -> None:
    field = active(horse(FIRER), horse(FOE, heading=270), unit("a.c1u2", 13, 5, 90), dice=(1, 1, 1))
    field.state.contacts["a.c1u2", FOE] = "front"
    field.state.contacts[FIRER, FOE] = "front"

    field.run(pistols(field, (field.state.units[FIRER], field.state.units[FOE])))

    assert [event.unit for event in field.events(Fired)] == [FIRER]
    assert field.state.units[FOE].pistols_fired


@pytest.mark.rule("BQ-6.7.f", "BQ-6.7.b")
def test_contact_by_pursuit_loses_the_pistols_of_both() -> None:
    field = active(horse(FIRER), horse(FOE, heading=270))

    forgo_pistols(field, *field.state.units.values())

    assert all(one.pistols_fired for one in field.state.units.values())
    assert field.events(Fired) == []


@pytest.mark.rule("BQ-6.7.b", "BQ-7.9.a")
def test_baggage_is_no_target_for_pistols_but_it_was_the_first_contact() -> None:
    field = active(horse(FIRER), foe("BAG", y=5))

    field.run(pistols(field, (field.state.units[FIRER], field.state.units[FOE])))

    assert field.state.units[FIRER].pistols_fired
    assert field.events(Fired) == []


# ---------------------------------------------------------------------------- caracole


def reiters(**changes: Any) -> Unit:
    return firer("RE", weapons=("Pistol/Carbine",), **{"massed": True, "vbu": 3, **changes})


CARACOLE = {"do": "caracole", "unit": FIRER, "target": FOE, "edge": "front"}


@pytest.mark.rule("BQ-6.8.a")
def test_massed_reiters_that_pass_a_test_fire_a_second_time() -> None:
    field = active(reiters(), foe(y=5.9), dice=(1, 1, 4, 2, 2))

    shoot(field, CARACOLE)

    assert [event.fire for event in field.events(Fired)] == ["active", "caracole"]
    assert field.asked[0].kind == "caracole"
    assert not field.state.activation.done
    assert fire.why_no_move(field.state, field.state.units[FIRER]) is None


@pytest.mark.rule("BQ-6.8.b")
def test_a_failed_caracole_ends_the_activation() -> None:
    field = active(reiters(), foe(y=5.9), dice=(1, 1, 3))

    shoot(field, CARACOLE)

    assert len(field.events(Fired)) == 1
    assert field.state.activation.done


@pytest.mark.rule("BQ-6.8.a")
def test_the_caracole_may_be_left_alone() -> None:
    field = active(reiters(), foe(y=5.9), dice=(1, 1))

    shoot(field, {"do": "none", "unit": FIRER})

    assert not field.state.activation.done


@pytest.mark.rule("BQ-6.8.a")
@pytest.mark.parametrize("changes", [{"massed": False}, {"disordered": True, "vbu": 4}])
def test_only_massed_reiters_in_good_order_caracole(changes: dict[str, Any]) -> None:
    field = active(reiters(**changes), foe(y=5.9), dice=(1, 1))

    shoot(field)

    assert field.asked == []
