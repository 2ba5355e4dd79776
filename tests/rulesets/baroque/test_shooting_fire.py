"""Shooting in play: the active unit's fire, the answers to it, the caracole."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.charge import plan
from rulesets.baroque.events.field import Fired, Spent
from rulesets.baroque.morale import CohesionResult
from rulesets.baroque.movement.march import why_no_move_after_fire
from rulesets.baroque.shooting import fire
from rulesets.baroque.shooting.targets import aim_at
from rulesets.baroque.shooting.volley import ShotAnswer, roll_volley, suffer
from rulesets.baroque.state import Unit
from rulesets.engine.decisions import Refusal, Steps
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.shooting import FIRER, FOE, active, fire_at, firer, foe


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The inactive side lets itself be fired at."""
    answered(monkeypatch, ShotAnswer())


def answered(monkeypatch: pytest.MonkeyPatch, answer: ShotAnswer) -> None:
    def answer_shot(*_: Any) -> Steps[ShotAnswer]:
        return answer
        yield

    monkeypatch.setattr(fire, "_answered", answer_shot)


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
@pytest.mark.parametrize(("reserve", "march", "moves"), [(2, 0, True), (0, 0, False), (1, 1, False)])
def test_who_fires_first_pays_a_die_for_each_movement_action_he_keeps(
    reserve: int, march: int, moves: bool
) -> None:
    field = active(firer(volley_fired=True), foe(), dice=(1,) * (7 - reserve))

    shoot(field, **{"reserve": reserve} if reserve else {})
    field.state.activation.march = march

    assert field.events(Fired)[0].dice == 7 - reserve
    why = why_no_move_after_fire(field.state, field.state.units[FIRER])
    assert (why and why[0]) == (None if moves else "BQ-6.1.3.2.b")


@pytest.mark.rule("BQ-6.1.3.2.a", "BQ-6.1.3.2.c", "BQ-6.1.b")
@pytest.mark.parametrize(("type_", "dice", "moves"), [("T", 6, False), ("S", 7, True)])
def test_who_fires_after_moving_has_nothing_to_reserve_and_stops_but_for_light_troops(
    type_: str, dice: int, moves: bool
) -> None:
    field = active(firer(type_, volley_fired=True, moves=1), foe(), dice=(1,) * dice)
    field.state.activation.march = 1

    assert fire.options(field, field.state.units[FIRER])[0].params == ()
    shoot(field)
    assert (why_no_move_after_fire(field.state, field.state.units[FIRER]) is None) is moves


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
    assert plan.why_no_charge(field.state, field.state.units[FIRER]) is None
    activation = field.state.activation
    activation.shots, activation.reserved = 1, reserve

    why = plan.why_no_charge(field.state, field.state.units[FIRER])

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
    second = fire_at(field, field.state.units[FIRER], field.state.units[FOE])

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

    assert fire_at(field, field.state.units[FIRER], field.state.units[FOE]) is None


@pytest.mark.rule("BQ-6.1.3.2.a")
def test_reaction_fire_pays_for_movement_made_earlier_in_the_turn() -> None:
    field = active(firer(moves=2, volley_fired=True, vbu=3), foe(), dice=(1, 1))

    fire_at(field, field.state.units[FIRER], field.state.units[FOE])

    assert field.events(Fired)[0].dice == 2


def test_a_target_that_is_gone_suffers_nothing() -> None:
    field = active(firer(volley_fired=True), foe(), dice=(6,) * 7)
    aim = aim_at(field.state, field.state.units[FIRER], field.state.units[FOE])
    volley = field.run(roll_volley(field, field.state.units[FIRER], aim, fire="active"))
    field.state.units[FOE].status = "routed"

    assert field.run(suffer(field, volley)) == CohesionResult()


# ---------------------------------------------------------------------------- caracole


def reiters(**changes: Any) -> Unit:
    return firer("RE", weapons=("Pistol/Carbine",), **{"massed": True, "vbu": 3, **changes})


CARACOLE = {"do": "caracole", "unit": FIRER, "target": FOE, "edge": "front"}


@pytest.mark.rule("BQ-6.8.a", "BQ-6.8.b")
@pytest.mark.parametrize(
    ("answer", "dice", "fires", "done"),
    [
        ("caracole", (1, 1, 4, 2, 2), ["active", "caracole"], False),
        ("caracole", (1, 1, 3), ["active"], True),
        ("none", (1, 1), ["active"], False),
    ],
    ids=["passed", "failed", "left alone"],
)
def test_massed_reiters_that_pass_a_test_fire_a_second_time(
    answer: str, dice: tuple[int, ...], fires: list[str], done: bool
) -> None:
    field = active(reiters(), foe(y=5.9), dice=dice)

    shoot(field, CARACOLE if answer == "caracole" else {"do": "none", "unit": FIRER})

    assert [event.fire for event in field.events(Fired)] == fires
    assert field.asked[0].kind == "caracole"
    assert field.state.activation.done is done
    assert done or why_no_move_after_fire(field.state, field.state.units[FIRER]) is None


@pytest.mark.rule("BQ-6.8.a")
@pytest.mark.parametrize("changes", [{"massed": False}, {"disordered": True, "vbu": 4}])
def test_only_massed_reiters_in_good_order_caracole(changes: dict[str, Any]) -> None:
    field = active(reiters(**changes), foe(y=5.9), dice=(1, 1))

    shoot(field)

    assert field.asked == []
