"""A unit in hand: what it is, what it may do and why not, what the enemy may answer."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque import activation
from rulesets.baroque.state import Piece, Unit
from rulesets.contract.board import Action, UnitInspection
from tests.kit.field import Field, inspected, unit


def active(field: Field, piece: str) -> UnitInspection:
    """The unit in hand, just activated."""
    field.pending = next(activation.activate(field, field.state.units[piece]))
    return inspected(field, piece)


def waiting(field: Field) -> None:
    """The active side is asked which unit of its command comes next."""
    field.pending = next(activation.activate_command(field, "a.c1"))


def why(hand: UnitInspection, what: str) -> Action:
    found = [each for each in hand.actions if each.what == what]
    assert len(found) == 1, [each.what for each in hand.actions]
    assert not found[0].allowed
    return found[0]


def facts(hand: UnitInspection) -> dict[str, str]:
    return {fact.label: fact.value for fact in hand.facts}


def foot(id_: str = "a.c1u1", x: float = 10.0, y: float = 3.0, heading: float = 90.0, **more: Any) -> Unit:
    return unit(id_, x, y, heading, **more)


# ---------------------------------------------------------------------------- facts


@pytest.mark.rule("BQ-1.5", "BQ-2.3.a")
def test_the_markers_are_told_in_the_books_terms() -> None:
    hurt = foot(losses=4, disordered=True, reacted=True, weapons=("Musket",), special=("Cuirass",))
    field = Field(hurt, foot("b.c1u1", y=12, heading=270))
    waiting(field)
    told = facts(inspected(field, "a.c1u1"))
    assert told["VBU"] == "2 of 6"
    assert told["State"] == "Exhausted"
    assert told["Order"] == "Disordered"
    assert told["Reacted"]
    assert told["First volley"] == "still to come"
    assert told["Characteristic"] == "Cuirass"


@pytest.mark.rule("BQ-2.4.1.b", "BQ-2.6.2.b")
def test_the_discipline_of_the_moment_counts_leader_and_range() -> None:
    field = Field(foot(), foot("a.c1u2", x=3, y=9), foot("b.c1u1", y=12, heading=270))
    waiting(field)
    assert facts(inspected(field, "a.c1u1"))["Discipline"] == "B: needs 4 or more"
    assert facts(inspected(field, "a.c1u2"))["Discipline"] == "B: needs 5 or more now (out of command -1)"
    field.state.leaders["a.c1.leader"].attached = "a.c1u2"
    told = facts(inspected(field, "a.c1u2"))
    assert told["Discipline"] == "B: needs 3 or more now (leader attached +1)"
    assert told["Leader attached"] == "leader of a.c1"
    assert told["Command range"].startswith("in the 3 BU")


def test_what_is_not_on_the_table_cannot_be_taken_in_hand() -> None:
    field = Field(foot(), foot("a.c1u2", status="routed"), foot("b.c1u1", y=12, heading=270))
    waiting(field)
    for piece in ("a.c9u9", "a.c1u2", ""):
        with pytest.raises(LookupError, match="not on the table"):
            inspected(field, piece)


# ---------------------------------------------------------------------------- may


def test_a_unit_that_is_active_may_do_what_is_offered() -> None:
    field = Field(foot(), foot("b.c1u1", y=12, heading=270))
    hand = active(field, "a.c1u1")
    allowed = [each for each in hand.actions if each.allowed]
    assert [each.key for each in allowed] == [
        option.key for option in field.pending.options if option.key.get("unit") == "a.c1u1"
    ]
    assert {move.key["do"] for move in hand.moves} >= {"advance", "wheel", "oblique", "back", "about-face"}


@pytest.mark.rule("BQ-5.2.2.a", "BQ-5.2.3.a", "BQ-5.2.4.a", "BQ-5.4.e")
def test_a_disordered_unit_is_told_why_it_may_not_move_so() -> None:
    field = Field(foot(disordered=True, i=0), foot("b.c1u1", y=12, heading=270))
    hand = active(field, "a.c1u1")
    assert why(hand, "Move obliquely or sideways").rule == "BQ-5.2.2.a"
    assert why(hand, "Move back").why == "it is Disordered"
    assert why(hand, "Face about").rule == "BQ-5.2.4.a"
    assert why(hand, "Charge").rule == "BQ-5.4.e"
    assert why(hand, "Shoot").why == "it has no missile weapons"
    assert why(hand, "Disengage").why == "it is not in melee"


@pytest.mark.rule("BQ-5.4.a", "BQ-6.3.1.a")
def test_without_an_enemy_in_reach_there_is_nobody_to_charge_or_shoot() -> None:
    field = Field(foot(weapons=("Musket",)), foot("b.c1u1", y=12, heading=270))
    hand = active(field, "a.c1u1")
    assert why(hand, "Charge").why == "no enemy is straight ahead within 2 BU"
    assert "in its arc within 4 BU" in why(hand, "Shoot").why


@pytest.mark.rule("BQ-5.2.1.c", "BQ-5.1.a")
def test_what_bars_the_way_is_named() -> None:
    field = Field(foot(i=0), foot("b.c1u1", y=3.75 + 0.005, heading=90))
    hand = active(field, "a.c1u1")
    assert why(hand, "Advance").why == "only a charge may touch b.c1u1"
    assert why(hand, "Wheel left").why == "only a charge may touch b.c1u1"


@pytest.mark.rule("BQ-4.1.1.d")
def test_a_unit_whose_turn_it_is_not_is_told_so() -> None:
    field = Field(
        foot(), foot("a.c1u2", x=6), foot("a.c2u1", x=14, command="a.c2"), foot("b.c1u1", y=12, heading=270)
    )
    waiting(field)
    first = inspected(field, "a.c1u1")
    assert [each.key for each in first.actions if each.allowed] == [
        {"do": "activate", "unit": "a.c1u1"},
        {"do": "leader-join", "leader": "a.c1.leader", "unit": "a.c1u1"},
    ]
    assert why(first, "Advance").why == "it has to be activated first"
    field.pending = next(activation.activate(field, field.state.units["a.c1u2"]))
    assert why(inspected(field, "a.c1u1"), "Advance").why.startswith("a.c1u2 is active")
    assert why(inspected(field, "a.c2u1"), "Advance").why == "a.c1 is active"
    assert "only react" in why(inspected(field, "b.c1u1"), "Advance").why
    field.state.units["a.c1u1"].activated = True
    assert why(inspected(field, "a.c1u1"), "Advance").why == "it has been activated this turn"


@pytest.mark.rule("BQ-4.1.3.i", "BQ-2.5.1.b", "BQ-5.6.a", "BQ-6.6.a")
def test_why_a_unit_cannot_react() -> None:
    field = Field(
        foot(),
        foot("b.c1u1", y=12, heading=270, reacted=True, weapons=("Musket",)),
        foot("b.c1u2", x=6, y=12, heading=270, type_="GA", losses=4, i=3),
    )
    waiting(field)
    tried = inspected(field, "b.c1u1")
    assert why(tried, "Opportunity fire").rule == "BQ-4.1.3.i"
    assert why(tried, "Evade").rule == "BQ-5.6.a"
    spent = inspected(field, "b.c1u2")
    assert why(spent, "Countercharge").rule == "BQ-2.5.1.b"
    assert why(spent, "Defensive fire").rule == "BQ-6.6.a"
    assert why(inspected(field, "a.c1u1"), "Opportunity charge").why == "only the inactive side reacts"


@pytest.mark.rule("BQ-5.5.1.a", "BQ-5.5.1.d", "BQ-5.5.1.b")
def test_friends_ahead_may_be_passed_or_not() -> None:
    field = Field(foot(type_="S", m_bu=3), foot("a.c1u2", y=4.5), foot("b.c1u1", y=12, heading=270))
    hand = active(field, "a.c1u1")
    through = next(each for each in hand.actions if each.what == "Pass through a.c1u2")
    assert through.allowed
    assert through.key == {"do": "advance", "unit": "a.c1u1"}
    field = Field(foot(m_bu=3), foot("a.c1u2", y=4.5), foot("b.c1u1", y=12, heading=270))
    assert why(active(field, "a.c1u1"), "Pass through a.c1u2").rule == "BQ-5.5.1.b"


@pytest.mark.rule("BQ-5.4.c", "BQ-5.4.d")
def test_an_enemy_who_cannot_be_charged_is_told_apart() -> None:
    wood = Piece("t1", "wood", (6, 3.1, 14, 3.1, 14, 7.1, 6, 7.1), blocks_sight=True)
    field = Field(foot(m_bu=4), foot("b.c1u1", y=6, heading=270), terrain=[wood])
    assert why(active(field, "a.c1u1"), "Charge").rule in ("BQ-5.4.c", "BQ-3.1.1.c")
    field = Field(foot(m_bu=4), foot("a.c1u2", y=4.5), foot("b.c1u1", y=6, heading=270))
    told = why(active(field, "a.c1u1"), "Charge")
    assert told.why == "it may not pass through a.c1u2"


@pytest.mark.rule("BQ-5.4.3.a", "BQ-5.4.3.b", "BQ-6.6.a", "BQ-5.6.d", "BQ-5.4.2.a")
def test_who_is_charged_is_told_why_he_may_not_answer_so() -> None:
    field = Field(
        foot(type_="TR", m_bu=2),
        foot("b.c1u1", y=4.5, heading=270, weapons=("Musket",)),
        foot("b.c1u2", x=13, y=6, heading=270, type_="TR"),
    )
    steps = activation.activate(field, field.state.units["a.c1u1"])
    next(steps)
    field.pending = steps.send({"do": "charge", "unit": "a.c1u1", "target": "b.c1u1", "bonus": False})
    assert field.pending.kind == "react"
    struck = inspected(field, "b.c1u1")
    assert {each.key["do"] for each in struck.actions if each.key} == {"defensive-fire", "opportunity-fire"}
    assert why(struck, "Countercharge").why == "foot does not countercharge mounted"
    assert why(struck, "Opportunity charge").rule == "BQ-5.4.2.a"
    assert why(struck, "Evade").rule == "BQ-5.6.a"
    other = inspected(field, "b.c1u2")
    assert why(other, "Countercharge").why == "the charge does not meet it"
    assert why(other, "Evade").rule == "BQ-5.6.d"
    assert why(other, "Opportunity charge").rule == "BQ-5.4.2.d"


# ---------------------------------------------------------------------------- moves


@pytest.mark.rule("BQ-5.1.a")
def test_an_advance_has_a_ghost_at_both_limits_and_says_what_ends_it() -> None:
    field = Field(foot(m_bu=2, i=0), foot("b.c1u1", y=4.5, heading=270))
    hand = active(field, "a.c1u1")
    move = next(move for move in hand.moves if move.key["do"] == "advance")
    number = next(field.pending.fitting({"do": "advance"})).params[0]
    values = [ghost.value for ghost in move.ghosts]
    assert (values[0], values[-1]) == (number.low, number.high)  # type: ignore[union-attr]
    assert 9 <= len(values) <= 25
    assert move.ghosts[-1].note == "only a charge may touch b.c1u1"
    assert move.ghosts[-1].outline[1] == pytest.approx(3 + values[-1])
    assert move.chance is None


@pytest.mark.rule("BQ-5.1.c", "BQ-5.1.e")
def test_a_further_movement_action_shows_its_test() -> None:
    field = Field(foot(m_bu=1), foot("b.c1u1", y=12, heading=270))
    active(field, "a.c1u1")
    made = field.state.activation
    for march, chance in ((0, None), (1, 1 / 2), (2, 1 / 3), (3, 1 / 6)):
        made.march = march
        move = next(move for move in inspected(field, "a.c1u1").moves if move.key["do"] == "advance")
        assert move.chance == (None if chance is None else pytest.approx(chance))
        assert ("march test" in move.words) == (march > 0)


@pytest.mark.rule("BQ-2.6.2.b", "BQ-5.1.c")
def test_a_march_test_is_taken_where_the_move_ends() -> None:
    field = Field(foot(y=4.5, m_bu=4), foot("b.c1u1", y=14, heading=270))
    field.state.leaders["a.c1.leader"].y = 0.5
    active(field, "a.c1u1")
    made = field.state.activation
    made.march = 1
    move = next(move for move in inspected(field, "a.c1u1").moves if move.key["do"] == "advance")
    assert move.chance == pytest.approx(1 / 3)  # 8.5 - 0.75 - 0.5 BU away: out of command
    assert "march test 50% here" in move.ghosts[0].note
    assert "march test 33% here" in move.ghosts[-1].note


# ---------------------------------------------------------------------------- answers


@pytest.mark.rule("BQ-6.5.a", "BQ-6.5.d", "BQ-4.1.3.l")
def test_the_enemys_fire_on_a_move_is_foretold_with_its_chance() -> None:
    field = Field(foot(), foot("b.c1u1", y=6.5, heading=270, weapons=("Musket",)))
    field.state.leaders["b.c1.leader"].y = 10
    hand = active(field, "a.c1u1")
    found = [a for a in hand.answers if a.to.startswith("Advance") and a.what == "Opportunity fire"]
    assert [a.unit for a in found] == ["b.c1u1"]
    assert found[0].chance == pytest.approx(1 / 3)  # B needs 4, not an answer to shooting -1
    assert found[0].rule == "BQ-6.5.a"


@pytest.mark.rule("BQ-5.6.c", "BQ-5.4.3.e", "BQ-5.4.2.e", "BQ-6.6.h")
def test_the_answers_to_a_charge_are_foretold_with_their_chances() -> None:
    field = Field(
        foot(m_bu=2, i=2),
        foot("b.c1u1", y=4.5, heading=270, type_="CL", m_bu=3, i=1),
        foot("b.c1u2", x=13.5, y=3.5, heading=180, type_="GA", m_bu=3, i=3),
    )
    field.state.leaders["b.c1.leader"].y = 9
    hand = active(field, "a.c1u1")
    found = {(a.unit, a.what): a.chance for a in hand.answers if "Charge b.c1u1" in a.to}
    assert found["b.c1u1", "Evasion"] == pytest.approx(5 / 6)  # B 4, light cavalry +2, from foot +1
    assert found["b.c1u1", "Countercharge"] == pytest.approx(4 / 6)  # mounted +1
    assert found["b.c1u2", "Opportunity charge"] == pytest.approx(2 / 6)  # mounted -1


def test_a_seat_that_does_not_decide_sees_nothing_of_the_decision() -> None:
    field = Field(foot(weapons=("Musket",)), foot("b.c1u1", y=5, heading=270))
    hand = active(field, "a.c1u1").for_others()
    assert not hand.moves
    assert not hand.answers
    assert not any(each.allowed or each.key for each in hand.actions)
    assert hand.targets
    assert all(target.key is None for target in hand.targets)
    assert hand.facts
    assert hand.areas
