"""The referee: what a player may send in, what comes out, and that nothing else changes a battle."""

from dataclasses import replace

import pytest

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Refusal
from rulesets.engine.dice import SeededDice, seed_hash
from rulesets.engine.document import begin
from tests.kit.duel import DUEL, Wounded, setup
from tests.kit.systems import bare


@pytest.fixture
def battle():
    return begin(DUEL, setup(), "seed")


def test_a_battle_waits_for_its_first_decision(battle):
    assert battle.pending.kind == "strike"
    assert battle.pending.side == 0
    assert battle.entries == []


def test_a_choice_is_matched_by_its_keys_and_kept_with_nothing_else(battle):
    assert battle.choose({"do": "cut"}) == {"do": "cut"}
    assert battle.choices[0].to_json() == {"side": 0, "decision": "strike", "choice": {"do": "cut"}}
    assert battle.pending.side == 1


@pytest.mark.parametrize(
    ("choice", "path", "code"),
    [
        ({"do": "parry"}, "choice", "not-offered"),
        ({}, "choice", "not-offered"),
        ([], "choice", "type"),
        ({"do": "lunge"}, "choice.reach", "missing"),
        ({"do": "lunge", "reach": "far"}, "choice.reach", "type"),
        ({"do": "lunge", "reach": True}, "choice.reach", "type"),
        ({"do": "lunge", "reach": 1.5}, "choice.reach", "type"),
        ({"do": "lunge", "reach": 10}, "choice.reach", "range"),
        ({"do": "lunge", "reach": float("nan")}, "choice.reach", "type"),
        ({"do": "lunge", "reach": 7}, "choice.reach", "illegal"),
        ({"do": "cut", "sword": "long"}, "choice.sword", "unknown"),
    ],
)
def test_a_refused_choice_names_the_place_and_changes_nothing(battle, choice, path, code):
    before = battle.view(0)
    with pytest.raises(Refusal) as caught:
        battle.choose(choice)
    assert (caught.value.path, caught.value.code) == (path, code)
    assert caught.value.message
    assert battle.view(0) == before
    assert battle.choices == []


def test_only_the_side_that_is_asked_may_choose(battle):
    with pytest.raises(Refusal, match="it is for Athos"):
        battle.choose({"do": "cut"}, side=1)


def test_nobody_chooses_when_the_battle_is_over(battle):
    result = battle.play([DUEL.core.tactician, DUEL.core.tactician])
    assert battle.result is result
    assert result.turns == battle.state.bouts
    with pytest.raises(Refusal, match="over"):
        battle.choose({"do": "cut"})


def test_dice_come_from_the_stream_of_the_seed(battle):
    battle.play([DUEL.core.tactician, DUEL.core.tactician])
    rolled = [e.event.roll.dice[0] for e in battle.entries if e.event.kind == "rolled"]
    assert tuple(rolled) == SeededDice("seed").roll(6, len(rolled))


def test_typed_dice_are_decisions_of_the_side_that_rolls():
    battle = begin(DUEL, setup(dice="typed"), "seed")
    battle.choose({"do": "cut"})
    battle.choose({"do": "cut"})
    assert (battle.pending.kind, battle.pending.side) == ("dice", 0)
    for bad in ([], [7], ["1"], [1, 2], None, [True]):
        with pytest.raises(Refusal):
            battle.choose({"do": "dice", "dice": bad})
    battle.choose({"do": "dice", "dice": [6]})
    assert battle.state.wounds == [0, 1]


def test_every_roll_says_what_for_by_whom_and_with_which_modifiers(battle):
    battle.choose({"do": "lunge", "reach": 2})
    battle.choose({"do": "cut"})
    roll = battle.entries[0].event.roll
    assert (roll.purpose, roll.side, roll.target) == ("Strike", 0, 4)
    assert [(m.rule, m.value, m.why) for m in roll.modifiers] == [("DU-2", 2, "lunge")]
    assert roll.result in ("hit", "miss")


def test_the_hash_is_chained_over_setup_and_every_event():
    one, same, other = (begin(DUEL, setup(sides=[name, "B"]), "seed") for name in ("A", "A", "C"))
    for battle in (one, same, other):
        battle.apply(Wounded("DU-1", 0))
    assert one.hash == same.hash != other.hash
    assert one.entries[0].hash == one.hash


def test_a_view_shows_a_decision_only_to_its_side_and_the_seed_only_at_the_end(battle):
    assert battle.view(0)["decision"]["kind"] == "strike"
    assert battle.view(1)["decision"] is None
    assert battle.view(None)["decision"] is None
    assert battle.view(0)["deciding"] == battle.view(1)["deciding"] == 0
    assert all(battle.view(side)["seed"] is None for side in (0, 1, None))
    assert battle.view(1)["seed_hash"] == seed_hash("seed")
    battle.play([DUEL.core.tactician, DUEL.core.tactician])
    assert battle.view(None)["seed"] == "seed"
    assert battle.view(None)["result"]["how"] == "three wounds"


def test_a_secret_choice_is_in_no_view_of_the_other_side(battle):
    battle.choose({"do": "lunge", "reach": 3})
    seen = battle.view(0)
    assert seen["deciding"] == 1
    assert "lunge" not in str(seen)
    assert battle.view(1)["decision"]["options"][1]["key"] == {"do": "lunge"}
    assert "'reach': 3" not in str(battle.view(1))


# -- ended by the players --------------------------------------------------------------------------


@pytest.fixture
def interrupted():
    """A duel in its second bout, the second swordsman being asked."""
    battle = begin(DUEL, setup(), "seed")
    for _ in range(3):
        battle.choose({"do": "cut"})
    assert (battle.state.bouts, battle.pending.side) == (1, 1)
    return battle


def test_who_concedes_loses_whoever_is_asked(interrupted):
    with pytest.raises(Refusal) as caught:
        interrupted.choose({"do": "concede"}, 1)  # no option of a decision
    assert caught.value.code == "not-offered"
    interrupted.concede(0)
    assert interrupted.pending is None
    assert (interrupted.result.winner, interrupted.result.rule) == (1, "")
    assert interrupted.result.how == "conceded by Athos"
    assert interrupted.choices[-1].to_json() == {
        "side": 0, "decision": "concede", "choice": {"do": "concede"},
    }  # fmt: skip
    assert interrupted.entries[-1].event.describe({"0": "Athos"}.get) == "The battle is conceded by Athos"
    assert interrupted.entries[-1].hash == interrupted.hash
    assert interrupted.view(0)["seed"] == "seed"


def test_a_draw_that_is_agreed_ends_the_battle_without_a_winner(interrupted):
    interrupted.agree_draw(1)
    assert interrupted.pending is None
    assert interrupted.result.winner is None
    assert interrupted.choices[-1].to_json() == {
        "side": 1, "decision": "agree draw", "choice": {"do": "agree draw"},
    }  # fmt: skip
    assert "draw" in interrupted.entries[-1].event.describe(str)


def test_the_result_has_the_system_s_figures_of_that_moment(interrupted):
    core = replace(DUEL.core, scores=lambda state: tuple({"wounds": each} for each in state.wounds))
    system = bare("duel", "Duel", "DU", "ft", core)
    battle = begin(system, setup(), "seed")
    for made in interrupted.choices:
        battle.choose(made.choice)
    wounds = list(battle.state.wounds)
    battle.agree_draw(0)
    assert [score["wounds"] for score in battle.result.scores] == wounds
    interrupted.agree_draw(0)
    assert interrupted.result.scores == ()


@pytest.mark.parametrize("end", [Battle.concede, Battle.agree_draw])
def test_a_battle_that_is_over_is_neither_conceded_nor_drawn(battle, end):
    battle.play([DUEL.core.tactician, DUEL.core.tactician])
    before = battle.view(None), len(battle.choices)
    with pytest.raises(Refusal) as caught:
        end(battle, 0)
    assert caught.value.code == "over"
    assert (battle.view(None), len(battle.choices)) == before


@pytest.mark.parametrize(
    ("decision", "choice"),
    [
        ("concede", {"do": "agree draw"}),
        ("agree draw", {}),
        ("concede", {"do": "concede", "to": "whom"}),
        ("parry", {"do": "cut"}),
        ("strike", {"do": "concede"}),
    ],
)
def test_a_choice_that_was_kept_otherwise_is_not_repeated(interrupted, decision, choice):
    before = interrupted.view(1)
    with pytest.raises(Refusal):
        interrupted.repeat(decision, choice, 1)
    assert interrupted.view(1) == before
