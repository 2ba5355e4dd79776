"""Odds of shots and charges: those of the odds query, from the facts of the table."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque import activation
from rulesets.baroque.odds import ODDS
from rulesets.baroque.state import Unit
from rulesets.contract.board import Figure, Target
from tests.kit.field import Field, inspected, unit


def against(field: Field, piece: str, enemy: str, how: str) -> Target:
    """The target of the unit, active now."""
    field.pending = next(activation.activate(field, field.state.units[piece]))
    return next(t for t in inspected(field, piece).targets if (t.unit, t.how) == (enemy, how))


def chances(target: Target) -> dict[str, float]:
    """Every probability of a target by its label."""
    found = {figure.label: figure.chance for figure in target.figures if figure.chance is not None}
    assert len(found) == sum(figure.chance is not None for figure in target.figures)
    return found


def line(target: Target, label: str) -> Figure:
    return next(figure for figure in target.figures if figure.label == label)


def query(one: Unit, **more: Any) -> dict[str, Any]:
    """A unit on the table as a unit of an odds query."""
    profile = one.profile
    return {
        "profile": {
            "name": profile.name, "type": profile.type, "vbu": profile.vbu, "i": profile.i, "d": profile.d,
            "m_bu": profile.m_bu, "vd": profile.vd, "weapons": list(profile.weapons), "sm": profile.sm,
            "mm": profile.mm, "special": list(profile.special), "massed": profile.massed,
        },
        "vbu": one.vbu, "disordered": one.disordered, **more,
    }  # fmt: skip


def same_harm(found: dict[str, float], name: str, wanted: dict[str, Any]) -> None:
    """What happens to the unit that is hit, as the query tells it."""
    for losses in wanted["losses"]:
        if losses["losses"]:
            assert found[f"{name}: loses {losses['losses']} VBU"] == pytest.approx(losses["probability"])
    assert found[f"{name}: Disordered afterwards"] == pytest.approx(wanted["disordered"])
    assert found[f"{name}: Exhausted afterwards"] == pytest.approx(wanted["exhausted"])
    assert found[f"{name}: routed"] == pytest.approx(wanted["routed"])


# ---------------------------------------------------------------------------- fire


@pytest.mark.rule("BQ-6.1.1.a", "BQ-6.1.3", "BQ-6.1.5.a", "BQ-6.2.b")
@pytest.mark.parametrize(
    ("firer", "target"),
    [({}, {}), ({"disordered": True, "volley_fired": True}, {"losses": 3}), ({}, {"disordered": True})],
)
def test_a_shots_odds_are_those_of_the_query(firer: dict[str, Any], target: dict[str, Any]) -> None:
    ours = unit("a.c1u1", 10, 3, 90, weapons=("Musket",), **firer)
    theirs = unit("b.c1u1", 10, 4.5, 270, special=("Recruits",), **target)
    field = Field(ours, theirs)
    shot = against(field, "a.c1u1", "b.c1u1", "shoot")
    assert shot.key == {"do": "shoot", "unit": "a.c1u1", "target": "b.c1u1", "edge": "front"}
    wanted = ODDS.answer({
        "kind": "shot", "attacker": query(ours, first_volley=not ours.volley_fired), "target": query(theirs),
        "conditions": {"distance": 1.5},
    })  # fmt: skip
    found = chances(shot)
    assert line(shot, "fire: dice").words == str(wanted["attacker"]["dice"])
    assert line(shot, "hits to expect").words == f"{wanted['attacker']['expected_hits']:.2f}"
    hits = {each["hits"]: each["probability"] for each in wanted["attacker"]["hits"]}
    assert found["at least 1 hit"] == pytest.approx(1 - hits[0])
    assert found["at least 2 hits"] == pytest.approx(1 - hits[0] - hits[1])
    same_harm(found, "b.c1u1", wanted["target"])
    assert all(figure.rule.startswith("BQ-") for figure in shot.figures)


@pytest.mark.rule("BQ-6.2.2.a")
def test_an_attached_leader_is_at_risk() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, weapons=("Musket",)), unit("b.c1u1", 10, 4.5, 270))
    field.state.leaders["b.c1.leader"].attached = "b.c1u1"
    found = chances(against(field, "a.c1u1", "b.c1u1", "shoot"))
    assert 0 < found["b.c1u1: leader lost"] < found["b.c1u1: Disordered afterwards"]


# ---------------------------------------------------------------------------- charges


@pytest.mark.rule("BQ-7.5.a", "BQ-7.5.2.a", "BQ-7.3.a")
@pytest.mark.parametrize(
    ("kind", "more"),
    [("GA", {"i": 4, "m_bu": 3, "special": ("Lance",)}), ("P&M", {"i": 2, "m_bu": 2, "losses": 2})],
)
def test_the_first_round_of_a_charge_is_that_of_the_query(kind: str, more: dict[str, Any]) -> None:
    ours = unit("a.c1u1", 10, 3, 90, type_=kind, **more)
    theirs = unit("b.c1u1", 10, 4.5, 270, type_="TR", disordered=True)
    field = Field(ours, theirs)
    charge = against(field, "a.c1u1", "b.c1u1", "charge")
    wanted = ODDS.answer({"kind": "melee", "attacker": query(ours, charging=True), "target": query(theirs)})
    found = chances_of_melee(charge)
    assert found["reaches it"] == 1.0
    assert found["wins the round"] == pytest.approx(wanted["result"]["attacker_wins"])
    assert found["draw"] == pytest.approx(wanted["result"]["draw"])
    assert found["loses the round"] == pytest.approx(wanted["result"]["target_wins"])
    assert found["both rout"] == pytest.approx(wanted["result"]["both_rout"])
    same_harm(found, "b.c1u1", wanted["target"])
    same_harm(found, "a.c1u1", wanted["attacker"])
    assert line(charge, "a.c1u1: dice").words == str(wanted["attacker"]["dice"])
    assert line(charge, "b.c1u1: dice").words == str(wanted["target"]["dice"])


def chances_of_melee(target: Target) -> dict[str, float]:
    """The probabilities, the numbers of hits apart, which both sides have."""
    return {
        f.label: f.chance for f in target.figures if f.chance is not None and not f.label.startswith("at ")
    }


@pytest.mark.rule("BQ-7.2.3.c", "BQ-7.5.2.g")
def test_a_flank_charge_counts_its_penalties() -> None:
    ours = unit("a.c1u1", 6.5, 9, 0, type_="TR", m_bu=3)
    theirs = unit("b.c1u1", 10, 7.5, 270, type_="TR")
    field = Field(ours, theirs)
    charge = against(field, "a.c1u1", "b.c1u1", "charge")
    assert "flank" in line(charge, "distance").words
    wanted = ODDS.answer({
        "kind": "melee", "attacker": query(ours, charging=True),
        "target": {**query(theirs, touched="flank"), "disordered": True},
    })  # fmt: skip
    found = chances_of_melee(charge)
    assert found["wins the round"] == pytest.approx(wanted["result"]["attacker_wins"])
    assert found["b.c1u1: routs by losing"] == pytest.approx(wanted["result"]["target_routs_by_losing"])
    assert not theirs.disordered
    assert field.state.contacts == {}
    assert ours.place.x == 6.5


@pytest.mark.rule("BQ-5.4.1.a")
def test_a_charge_beyond_m_needs_the_bonus_die() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, type_="TR", m_bu=2), unit("b.c1u1", 10, 6.5, 270, type_="TR"))
    charge = against(field, "a.c1u1", "b.c1u1", "charge")
    assert chances_of_melee(charge)["reaches it"] == pytest.approx(2 / 6)
    assert charge.key == {"do": "charge", "unit": "a.c1u1", "target": "b.c1u1", "bonus": True}


@pytest.mark.rule("BQ-6.6.a", "BQ-6.6.f", "BQ-6.6.h")
def test_defensive_fire_may_repulse_a_charge() -> None:
    ours = unit("a.c1u1", 10, 3, 90, type_="TR", m_bu=2)
    theirs = unit("b.c1u1", 10, 4.5, 270, weapons=("Musket",))
    field = Field(ours, theirs)
    field.state.leaders["b.c1.leader"].y = 8
    charge = against(field, "a.c1u1", "b.c1u1", "charge")
    found = chances_of_melee(charge)
    wanted = ODDS.answer(
        {"kind": "shot", "attacker": query(theirs), "target": query(ours), "conditions": {"distance": 0}}
    )
    assert found["defensive fire"] == pytest.approx(5 / 6)  # B needs 4, +2
    assert found["repulsed if it fires"] == pytest.approx(wanted["target"]["failed"])
    assert found["repulsed in all"] == pytest.approx(5 / 6 * wanted["target"]["failed"])
    theirs.reacted = True
    assert "defensive fire" not in chances_of_melee(against(field, "a.c1u1", "b.c1u1", "charge"))


@pytest.mark.rule("BQ-6.7.a", "BQ-6.7.c")
def test_pistols_of_both_are_counted_apart() -> None:
    ours = unit("a.c1u1", 10, 3, 90, type_="TR", m_bu=2, weapons=("Point-blank pistol",))
    theirs = unit("b.c1u1", 10, 4.5, 270, type_="TR", special=("Cuirass",))
    charge = against(Field(ours, theirs), "a.c1u1", "b.c1u1", "charge")
    assert line(charge, "pistols of a.c1u1: dice").words == "2"
    assert not any(figure.label.startswith("pistols of b.c1u1") for figure in charge.figures)


@pytest.mark.rule("BQ-7.1.d", "BQ-7.3.a")
def test_a_melee_that_goes_on_has_the_odds_of_its_next_round() -> None:
    ours = unit("a.c1u1", 10, 3, 90, type_="TR", i=3)
    theirs = unit("b.c1u1", 10, 3, 270, losses=1)
    field = Field(ours, theirs)
    field.state.contacts["a.c1u1", "b.c1u1"] = "front"
    fight = against(field, "a.c1u1", "b.c1u1", "fight")
    wanted = ODDS.answer({"kind": "melee", "attacker": query(ours), "target": query(theirs)})
    found = chances_of_melee(fight)
    assert fight.key == {"do": "fight", "unit": "a.c1u1"}
    assert found["wins the round"] == pytest.approx(wanted["result"]["attacker_wins"])
    assert found["loses the round"] == pytest.approx(wanted["result"]["target_wins"])
    same_harm(found, "b.c1u1", wanted["target"])


@pytest.mark.rule("BQ-7.7.a", "BQ-7.8")
def test_skirmishers_are_dispersed_without_a_fight() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, type_="TR", m_bu=2), unit("b.c1u1", 10, 4.5, 270, type_="S"))
    charge = against(field, "a.c1u1", "b.c1u1", "charge")
    assert line(charge, "b.c1u1 is dispersed").chance == 1.0
    assert "wins the round" not in chances_of_melee(charge)


@pytest.mark.rule("BQ-7.6.b", "BQ-7.6.c")
def test_a_charge_into_a_melee_counts_the_support_on_both_sides() -> None:
    ours = unit("a.c1u1", 9.5, 3, 90, m_bu=2)
    friend = unit("a.c1u2", 11.5, 4.5, 90)
    theirs = unit("b.c1u1", 10.2, 4.5, 270)
    field = Field(ours, friend, theirs)
    field.state.contacts["b.c1u1", "a.c1u2"] = "front"
    charge = against(field, "a.c1u1", "b.c1u1", "charge")
    assert any(figure.rule == "BQ-7.6.b" for figure in charge.figures)
    assert set(field.state.contacts) == {("b.c1u1", "a.c1u2")}


@pytest.mark.rule("BQ-6.5.b", "BQ-6.6.e")
def test_who_is_asked_to_fire_sees_what_it_would_do() -> None:
    ours = unit("a.c1u1", 10, 3, 90, type_="TR", m_bu=2)
    theirs = unit("b.c1u1", 10, 4.5, 270, weapons=("Musket",))
    field = Field(ours, theirs)
    steps = activation.activate(field, ours)
    next(steps)
    field.pending = steps.send({"do": "charge", "unit": "a.c1u1", "target": "b.c1u1", "bonus": False})
    found = {target.key["do"]: target for target in inspected(field, "b.c1u1").targets if target.key}
    assert set(found) == {"opportunity-fire", "defensive-fire"}
    wanted = ODDS.answer(
        {"kind": "shot", "attacker": query(theirs), "target": query(ours), "conditions": {"distance": 0}}
    )
    repulsed = chances_of_melee(found["defensive-fire"])["repulsed if it fires"]
    assert repulsed == pytest.approx(wanted["target"]["failed"])
    option = next(field.pending.fitting({"do": "opportunity-fire"}))
    assert line(found["opportunity-fire"], "fire: dice").words + " dice" in option.label
    assert ours.place.y == 3


def test_a_unit_that_is_not_active_is_shown_what_it_threatens() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90), unit("b.c1u1", 10, 4.5, 270, weapons=("Musket",), moves=3))
    field.pending = next(activation.activate_command(field, "a.c1"))
    hand = inspected(field, "b.c1u1")
    assert {(target.how, target.key) for target in hand.targets} == {("shoot", None), ("charge", None)}
    assert field.state.units["b.c1u1"].moves == 3
    assert field.state.active == 0
