"""A unit or commander of Mail, Pike & Powder in hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets.contract.board import Action, Ghost, Target, UnitInspection
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Number, Option, Refusal
from rulesets.engine.geometry import Base
from rulesets.mail_pike_powder import charges, leaders, orders, shooting
from rulesets.mail_pike_powder.board import BOARD
from rulesets.mail_pike_powder.events import MoveMade, OrderGiven
from rulesets.mail_pike_powder.state import Piece
from tests.kit.powder import Field, battle, unit
from tests.kit.standing import leads_somewhere


def asked(field: Field, steps: Any) -> Decision:
    """The first decision of a procedure, which is pending then."""
    field.pending = next(steps)
    assert field.pending is not None
    return field.pending


def option(decision: Decision, **key: Any) -> Option:
    return next(each for each in decision.options if key.items() <= each.key.items())


def barred(hand: UnitInspection, what: str) -> Action:
    return next(each for each in hand.actions if each.what == what and not each.allowed)


def figure(target: Target, label: str) -> float | None:
    return next(each.chance for each in target.figures if each.label == label)


def ghosts(hand: UnitInspection, do: str) -> Iterator[tuple[dict[str, Any], Ghost]]:
    """The choices that the ghosts of a move stand for."""
    for move in hand.moves:
        if move.key["do"] == do:
            for ghost in move.ghosts:
                yield {**move.key, **ghost.also, **({move.param: ghost.value} if move.param else {})}, ghost


# -- at any time ----------------------------------------------------------------------------------


def choice_by_chance(decision: Decision, rng: Random) -> dict[str, Any]:
    options = list(decision.options)
    while True:
        found = rng.choice(options)
        numbers = {
            each.name: each.default if each.default is not None else rng.uniform(each.low, each.high)
            for each in found.params if isinstance(each, Number)
        }  # fmt: skip
        try:
            return decision.read({**found.key, **numbers})
        except Refusal:
            continue


def look(fought: Battle, piece: str) -> None:
    """What a hand promises the decision takes, and the other way round."""
    decision = fought.pending
    assert decision is not None
    before = fought.state.to_json()
    hand = BOARD.inspect(fought, piece)
    hand.to_json()
    for action in hand.actions:
        assert action.what
        assert action.allowed or action.why
    for target in hand.targets:
        assert all(each.chance is None or 0 <= each.chance <= 1 for each in target.figures)
    moved = fought.state.units.get(piece)
    for move in hand.moves:
        if moved and moved.base is not None and move.key["do"] != "form":
            assert leads_somewhere(move, moved.base), move
        for choice, ghost in ghosts(hand, move.key["do"]):
            try:
                decision.read(choice)
            except Refusal:
                assert ghost.refused, choice
            else:
                assert not ghost.refused, choice
    assert fought.state.to_json() == before


@pytest.mark.parametrize("seed", [1, 2])
def test_every_piece_can_be_taken_in_hand_at_any_time(seed: int) -> None:
    fought, rng = battle(seed), Random(seed)
    kinds: set[str] = set()
    while (decision := fought.pending) is not None:
        if decision.kind not in kinds or rng.random() < 0.04:
            kinds.add(decision.kind)
            units = [each.id for each in fought.state.units.values() if each.status in ("field", "reserve")]
            alive = [each.id for each in fought.state.leaders.values() if each.alive]
            subject = [decision.subject] if decision.subject in units else []
            for piece in (*subject, rng.choice(units), rng.choice(alive)):
                look(fought, piece)
            for each in list(decision.options)[:5]:
                BOARD.stakes(fought, each)
        fought.choose(choice_by_chance(decision, rng), decision.side)
    assert {"order", "move", "shoot", "deploy unit", "commander"} <= kinds


def test_who_is_not_on_the_table_is_not_in_hand() -> None:
    field = Field(unit("a.c1u1", 20, 20, 90, status="broken"))
    for id_ in ("a.c1u1", "nobody"):
        with pytest.raises(LookupError):
            BOARD.inspect(field, id_)


# -- orders and moves -----------------------------------------------------------------------------


@pytest.mark.rule("MPP-C-06")
def test_an_order_says_how_many_moves_it_may_give() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90))
    decision = asked(field, orders.phase(field, 0))
    order = option(decision, do="order", unit="a.c1u1", intent="move")
    shown = next(each for each in BOARD.inspect(field, "a.c1u1").actions if each.key == order.key)
    # Rating 8: exactly 0 or 1 below for a move, 2 for two, 3 or more for three; 12 is a blunder.
    assert shown.why == "1 move 30.6%, 2 moves 13.9%, 3 moves 27.8%, none 25.0%, blunder 2.8%"
    assert BOARD.stakes(field, order).startswith(f"Odds: {shown.why}. If it fails, ")


@pytest.mark.rule("MPP-C-06")
def test_reach_is_shown_for_one_to_three_moves_with_the_chance_of_so_many() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90))
    asked(field, orders.phase(field, 0))
    marches = [each for each in BOARD.inspect(field, "a.c1u1").areas if each.kind == "march"]
    assert [each.chance for each in marches] == [pytest.approx(each / 36) for each in (26, 15, 10)]
    assert [max(each.outline[1::2]) for each in marches] == [14.0, 20.0, 26.0]


@pytest.mark.rule("MPP-3.1")
def test_a_move_wheels_and_goes_on_and_its_ghosts_are_what_the_choice_brings() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90))
    field.apply(OrderGiven("MPP-C-06", "a.c1.leader", "a.c1u1", "move", 2, False))
    asked(field, orders.carry_out(field, field.state.units["a.c1u1"], 2, charging=False))
    hand = BOARD.inspect(field, "a.c1u1")
    found = list(ghosts(hand, "advance"))
    assert max(ghost.value for _, ghost in found) == 6.0
    wheeled = [each for each in found if each[0]["turn"]]
    assert {abs(each["turn"]) for each, _ in wheeled} >= {57.2, 28.6}
    assert all(each["inches"] < 6.0 for each, _ in wheeled), "the wheel takes part of the move"
    assert not any(ghost.refused for _, ghost in found)
    assert {ghost.note for each, ghost in wheeled if each["turn"] == 57.2} == {
        "after a turn of 57.2° to the right"
    }
    marches = [each for each in hand.areas if each.kind == "march"]
    assert [each.chance for each in marches] == [None, None], "two moves are sure now"


@pytest.mark.rule("MPP-C-11")
def test_a_ghost_that_the_proximity_rule_bars_says_why() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90), unit("b.c1u1", 46, 16, 270))
    asked(field, orders.carry_out(field, field.state.units["a.c1u1"], 1, charging=False))
    found = [ghost for _, ghost in ghosts(BOARD.inspect(field, "a.c1u1"), "advance") if ghost.refused]
    assert any("within 12 inches" in ghost.note for ghost in found)


@pytest.mark.rule("MPP-4.1")
def test_a_unit_before_a_wood_that_fills_its_way_is_told_why_it_may_not_advance() -> None:
    wood = Piece("t1", "wood", (20.0, 8.05, 52.0, 8.05, 52.0, 20.0, 20.0, 20.0))
    field = Field(unit("a.c1u1", 36, 8, 90), terrain=[wood])
    asked(field, orders.carry_out(field, field.state.units["a.c1u1"], 1, charging=False))
    hand = BOARD.inspect(field, "a.c1u1")
    action = barred(hand, "Move forward")
    assert (action.why, action.rule) == ("only open order enters woods", "MPP-4.1")
    assert not [area for area in hand.areas if area.kind == "march"], "no reach that cannot be gone"
    ahead = next(move for move in hand.moves if move.key["do"] == "advance")
    assert all(ghost.refused and ghost.note == action.why for ghost in ahead.ghosts)
    assert "turn" in {move.key["do"] for move in hand.moves}


def test_the_number_of_an_advance_says_what_ends_the_way() -> None:
    wood = Piece("t1", "wood", (20.0, 12.0, 52.0, 12.0, 52.0, 20.0, 20.0, 20.0))
    field = Field(unit("a.c1u1", 36, 8, 90), terrain=[wood])
    decision = asked(field, orders.carry_out(field, field.state.units["a.c1u1"], 1, charging=False))
    inches = option(decision, do="advance").params[1]
    assert isinstance(inches, Number)
    assert inches.label == "How far (straight on 4.00 in, then only open order enters woods)"
    free = Field(unit("a.c1u1", 36, 8, 90))
    decision = asked(free, orders.carry_out(free, free.state.units["a.c1u1"], 1, charging=False))
    assert not option(decision, do="advance").params[1].label  # type: ignore[union-attr]


@pytest.mark.rule("MPP-3.1")
def test_a_unit_that_may_only_wheel_a_little_is_offered_that() -> None:
    wood = Piece("t1", "wood", (23.0, 4.41, 56.0, 16.42, 23.0, 40.0))  # its edge slants away to the right
    field = Field(unit("a.c1u1", 36, 8, 90), terrain=[wood])
    decision = asked(field, orders.carry_out(field, field.state.units["a.c1u1"], 1, charging=False))
    wheel, inches = option(decision, do="advance").params
    assert isinstance(wheel, Number)
    assert isinstance(inches, Number)
    assert (wheel.default, inches.default) == (pytest.approx(-18.0, abs=3.0), 0.0)


def test_what_it_may_not_do_has_a_reason() -> None:
    field = Field(
        unit("a.c1u1", 36, 8, 90, disordered=1, formations=("line", "attack_column")),
        unit("a.c1u2", 50, 8, 90, ordered=True), unit("b.c1u1", 36, 40, 270),
    )  # fmt: skip
    asked(field, orders.phase(field, 0))
    hand = BOARD.inspect(field, "a.c1u1")
    assert barred(hand, "Get an order").why == "disordered units get no orders"
    assert barred(hand, "Charge").rule == "MPP-C-24"
    assert barred(hand, "Shoot").why == "b.c1u1 is out of range"
    assert barred(hand, "Move on its own initiative").why == "no enemy is within 6 in"
    assert barred(hand, "Form attack column").why.startswith("not in this part of the turn")
    assert "had its order" in barred(BOARD.inspect(field, "a.c1u2"), "Get an order").why
    assert barred(BOARD.inspect(field, "b.c1u1"), "Get an order").why == "it is the enemy’s turn"


# -- shots ----------------------------------------------------------------------------------------


@pytest.mark.rule("MPP-C-16")
@pytest.mark.rule("MPP-C-17")
def test_a_shot_has_its_odds_before_it_is_made() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90), unit("b.c1u1", 36, 16, 270), phase="shooting")
    shot = option(asked(field, shooting.phase(field, 0)), do="shoot")
    (target,) = [each for each in BOARD.inspect(field, "a.c1u1").targets if each.how == "shoot"]
    assert target.key == shot.key
    assert figure(target, "no casualties") == pytest.approx((3 / 4) ** 2), (
        "two dice, half hit, half are saved"
    )
    tested = 1 - (5 / 6) ** 2  # MPP-1.1.c: a 6 among the dice
    assert figure(target, "b.c1u1 takes a break test") == pytest.approx(tested)
    assert BOARD.stakes(field, shot).startswith("Odds: no casualties 56.2%, goes back ")


def test_ranges_are_shown_in_bands() -> None:
    field = Field(
        unit("a.c1u1", 36, 8, 90), unit("a.c1u2", 10, 8, 90, formation="march_column", formations=("line",))
    )
    fire = [each for each in BOARD.inspect(field, "a.c1u1").areas if each.kind == "fire"]
    assert [each.label for each in fire] == ["half range, 9 in", "range, 18 in"]
    assert not [each for each in BOARD.inspect(field, "a.c1u2").areas if each.kind == "fire"]


@pytest.mark.rule("MPP-9.2.e")
def test_traversing_shots_have_their_odds_where_they_are_asked_for() -> None:
    field = Field(unit("a.c1u1", 30, 20, 90, "cavalry"), unit("b.c1u1", 36, 36, 270))
    mover = field.state.units["a.c1u1"]
    start = mover.place
    mover.base = type(start)(44, 24, 0, start.width, start.depth)
    field.apply(MoveMade("MPP-3.1", mover.id))
    decision = asked(field, shooting.traversed(field, mover, start))
    shoot = option(decision, do="shoot")
    assert BOARD.stakes(field, shoot).startswith("Odds: no casualties ")
    assert [each.unit for each in BOARD.inspect(field, "b.c1u1").targets if each.key] == ["a.c1u1"]
    assert decision.read(BOARD.reactions[decision.kind]) == {"do": "hold"}


# -- charges --------------------------------------------------------------------------------------


@pytest.mark.rule("MPP-C-15")
def test_a_charge_shows_the_chance_to_get_there_and_how_the_first_round_may_end() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90, "cavalry"), unit("b.c1u1", 36, 22, 270))
    decision = asked(field, orders.phase(field, 0))
    assert option(decision, do="order", intent="charge")
    (target,) = [each for each in BOARD.inspect(field, "a.c1u1").targets if each.how == "charge"]
    assert figure(target, "gets there") == pytest.approx(15 / 36), "14 in: two moves of 9"
    ends = [figure(target, each) or 0.0 for each in ("win", "draw", "lose")]
    assert sum(ends) == pytest.approx(1.0)
    assert ends[0] > 0.9, "nine dice at 3+ and +2 for horse against foot without pikes"


@pytest.mark.rule("MPP-6.1.c")
def test_pikes_change_the_odds_of_a_charge() -> None:
    def win(**more: Any) -> float:
        field = Field(unit("a.c1u1", 36, 8, 90, "cavalry"), unit("b.c1u1", 36, 16, 270, **more))
        asked(field, orders.phase(field, 0))
        return figure(BOARD.inspect(field, "a.c1u1").targets[0], "win") or 0.0

    assert win(pikes=True) < win() - 0.1


def test_a_charge_on_offer_has_its_ghost_and_what_the_enemy_may_answer() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90, "cavalry"), unit("b.c1u1", 36, 16, 270))
    charger = field.state.units["a.c1u1"]
    decision = asked(field, orders.carry_out(field, charger, 1, charging=True))
    hand = BOARD.inspect(field, "a.c1u1")
    ((choice, ghost),) = ghosts(hand, "charge")
    assert ghost.outline[1::2][:2] == (16.0, 16.0)
    assert [each.what for each in hand.answers] == ["Closing shots: 2 dice, 3+"]
    stakes = BOARD.stakes(field, option(decision, **choice))
    assert stakes.startswith("Odds before reactions: win ")
    assert "gets there" not in stakes, "it is sure"


@pytest.mark.rule("MPP-9.2.f")
def test_who_is_charged_sees_the_odds_of_standing_and_of_closing_shots() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90, "cavalry"), unit("b.c1u1", 36, 16, 270))
    steps = charges.charge(field, field.state.units["a.c1u1"], field.state.units["b.c1u1"], 1)
    decision = asked(field, steps)
    hand = BOARD.inspect(field, "b.c1u1")
    assert {(each.how, each.key["do"]) for each in hand.targets if each.key} == {
        ("fight", "stand"), ("shoot", "closing"),
    }  # fmt: skip
    assert BOARD.stakes(field, option(decision, do="stand")).startswith("Odds: win ")


@pytest.mark.rule("MPP-1.2.c")
def test_the_other_reading_of_the_break_test_is_said_where_it_differs() -> None:
    def words(**agreed: bool) -> tuple[float, str]:
        field = Field(unit("a.c1u1", 36, 8, 90, "cavalry"), unit("b.c1u1", 36, 16, 270), **agreed)
        asked(field, orders.phase(field, 0))
        (target,) = BOARD.inspect(field, "a.c1u1").targets
        found = next(each for each in target.figures if each.label == "b.c1u1: breaks")
        return found.chance or 0.0, found.words

    (ours, said), (sheet, other) = words(), words(literal_break_test=True)
    assert ours > sheet
    assert said == f"{100 * sheet:.1f}% by the other reading"
    assert other == f"{100 * ours:.1f}% by the other reading"


# -- commanders -----------------------------------------------------------------------------------


@pytest.mark.rule("MPP-C-12")
def test_a_commander_sees_whom_to_join_and_the_chance_to_rally() -> None:
    field = Field(unit("a.c1u1", 36, 8, 90, casualties=2))
    decision = asked(field, leaders.phase(field, 0))
    hand = BOARD.inspect(field, "a.c1.leader")
    rally = next(each for each in hand.actions if each.key and each.key["do"] == "rally")
    assert rally.why == "it loses a casualty 72.2%"
    assert BOARD.stakes(field, option(decision, do="rally")) == "Odds: it loses a casualty 72.2%."
    assert {move.key["do"] for move in hand.moves} == {"leader-move", "leader-join", "rally", "follow-me"}
    assert [each.label for each in hand.areas] == [
        "orders within 12 in: no modifier for distance", "orders within 24 in: -1 modifier for distance",
        "move, 24 in",
    ]  # fmt: skip


def test_a_unit_in_a_house_can_be_taken_in_hand() -> None:
    house = Piece("h", "building", (34, 7, 38, 7, 38, 11, 34, 11))
    field = Field(unit("a.c1u1", 36, 11, 90, base=Base(36, 11, 90, 4, 4)), terrain=[house])
    field.state.units["a.c1u1"].formation = "building"
    asked(field, orders.carry_out(field, field.state.units["a.c1u1"], 1, charging=False))
    hand = BOARD.inspect(field, "a.c1u1")
    assert {move.key["to"] for move in hand.moves} == {"front", "left", "right", "rear"}
