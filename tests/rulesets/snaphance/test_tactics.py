"""The tactician: legal, deterministic, without a look at the dice, with reasons, and better than chance."""

import pytest

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.dice import SeededDice
from rulesets.snaphance import activation, hexes, scenarios, tactics
from rulesets.snaphance.clash import Approach
from rulesets.snaphance.shooting.volley import Shot
from rulesets.snaphance.tactics import enemies, plan, worth
from rulesets.snaphance.tactics.worth import standing
from rulesets.snaphance.wording import tactics as words
from tests.kit.hexfield import HexField, stand
from tests.kit.hexlists import snaphance
from tests.kit.players import uniform


def clash(seed: str = "1") -> Battle:
    """The training clash of two groups."""
    document = scenarios.documents()["training_clash"]
    lists = [dict(side["list"]) for side in document["sides"]]
    return snaphance(*lists, seed=seed, options={"scenario": document})


def advised(field: HexField, *units: str) -> tuple[dict, str]:
    """What the tactician does with a stand that acts now, and why."""
    steps = activation.act(field, units)
    decision = next(steps)
    advice = tactics.advise(field, decision)
    assert decision.read(advice.choice) == advice.choice
    return advice.choice, advice.reason


# -- whole battles --------------------------------------------------------------------------------


def test_the_same_battle_is_played_the_same_way_again():
    one, two = clash("again"), clash("again")
    one.play([tactics.choose, tactics.choose])
    two.play([tactics.choose, tactics.choose])
    assert one.result is not None
    assert one.hash == two.hash


def test_it_never_looks_at_the_dice_and_changes_nothing():
    class Sealed(SeededDice):
        """A stream that gives no dice to the tactician."""

        thinking = False

        def roll(self, sides, count):
            assert not self.thinking, "the tactician rolled dice"
            return super().roll(sides, count)

    battle = clash("sealed")
    battle.dice = sealed = Sealed(battle.seed)

    def choose(battle: Battle, decision: Decision):
        before = battle.state_hash() if len(battle.choices) % 7 == 0 else ""
        sealed.thinking = True
        choice = tactics.choose(battle, decision)
        sealed.thinking = False
        assert not before or before == battle.state_hash()
        return choice

    battle.play([choose, choose])


def test_every_choice_has_a_reason_that_a_player_understands():
    battle = clash("reasons")
    while battle.pending is not None:
        advice = tactics.advise(battle, battle.pending)
        assert advice.reason
        assert not advice.reason.endswith(".")
        battle.choose(advice.choice)


def test_a_way_is_gone_on_with_until_somebody_else_has_chosen():
    battle, kept = clash("way"), 0
    while battle.pending is not None and kept < 20:
        decision = battle.pending
        onward = plan.onward(battle, decision) if decision.kind == "stand" else None
        advice = tactics.advise(battle, decision)
        if onward is not None:
            kept += 1
            assert advice == onward == tactics.advise(battle, decision)
            assert battle.choices[-1].side == decision.side
        battle.choose(advice.choice)
    assert kept


def test_without_its_note_a_move_is_planned_anew():
    battle = clash("way")
    while battle.pending is not None:
        battle.note = None
        battle.choose(tactics.choose(battle, battle.pending))
    assert battle.result is not None


def test_it_beats_chance():
    won = 0
    for number in range(4):
        battle, side = clash(f"chance {number}"), number % 2
        players = [uniform(number), uniform(number)]
        players[side] = tactics.choose
        won += battle.play(players).winner == side
    assert won >= 3


# -- judgement ------------------------------------------------------------------------------------


def test_lancers_charge_shot_in_the_open():
    field = HexField(stand("a.c1u1", "0508", "Ln"), stand("b.c1u1", "0506", "Sh"))
    choice, reason = advised(field, "a.c1u1")
    assert choice["do"] in ("step", "charge")
    assert "charge" in reason


def test_they_do_not_charge_pikes_in_front():
    field = HexField(stand("a.c1u1", "0508", "Ln"), stand("b.c1u1", "0406", "Pk", ranks=3))
    assert advised(field, "a.c1u1")[0]["do"] != "charge"
    assert enemies.blow(field.state, field.stand("a.c1u1"), field.stand("b.c1u1")) < 0


def test_a_disordered_stand_rallies_first():
    field = HexField(stand("a.c1u1", "0508", "Hs", disordered=True), stand("b.c1u1", "0502", "Sh"))
    assert advised(field, "a.c1u1")[0] == {"do": "recover", "unit": "a.c1u1"}


def test_guns_fire_at_what_they_hurt_most():
    field = HexField(
        stand("a.c1u1", "0508", "Art"),
        stand("b.c1u1", "0504", "Pk", ranks=3, break_points=3),
        stand("b.c1u2", "0604", "Sk", break_points=1),
    )
    choice, reason = advised(field, "a.c1u1")
    assert (choice["do"], choice["target"]) == ("fire", "b.c1u1")
    assert "break points" in reason


def test_foot_comes_near_enough_to_fire():
    field = HexField(stand("a.c1u1", "0510", "Sh"), stand("b.c1u1", "0504", "Sh"))
    choice, _ = advised(field, "a.c1u1")
    assert choice["do"] == "step"


def test_skirmishers_evade_from_horse():
    field = HexField(stand("a.c1u1", "0507", "Hs"), stand("b.c1u1", "0505", "Sk"), dice=[])
    field.activate("a.c1u1")
    steps = activation.act(field, ("a.c1u1",))
    decision = next(steps)
    charge = next(decision.fitting({"do": "step"}))
    while decision.kind == "stand":
        charge = next(decision.fitting({"do": "charge"}), None) or next(decision.fitting({"do": "step"}))
        decision = steps.send(decision.read(dict(charge.key)))
    assert decision.kind == "react"
    assert tactics.advise(field, decision).choice["do"] == "evade"


def test_fire_is_fire_whatever_the_shooter_is_called():
    field = HexField(
        stand("a.c1u1", "0507", "Sh", name="Who once charged"), stand("b.c1u1", "0505", "Sk"), dice=[]
    )
    field.activate("a.c1u1")
    steps = activation.act(field, ("a.c1u1",))
    fire = next(next(steps).fitting({"do": "fire"}))
    decision = steps.send(dict(fire.key))
    assert (decision.kind, decision.occasion) == ("react", "shot")
    assert tactics.advise(field, decision).reason.startswith("evades from the fire of Who once charged")


def test_the_flank_is_worth_more_than_the_front():
    field = HexField(stand("a.c1u1", "0509", "Hs"), stand("b.c1u1", "0506", "Sh", facing=4))
    one, foe = field.stand("a.c1u1"), field.stand("b.c1u1")
    front, rear = hexes.front(foe.place, 4)[0], hexes.rear(foe.place, 4)[0]
    facing_up = hexes.direction(front, foe.place)
    facing_down = hexes.direction(rear, foe.place)
    before = Approach(one.id, hexes.named("0510"), 2, True, "charge", (front,))
    behind = Approach(one.id, hexes.named("0502"), 2, True, "charge", (rear,))
    in_front = worth.of_charge(field.state, one, foe, front, facing_up, before)
    in_rear = worth.of_charge(field.state, one, foe, rear, facing_down, behind)
    assert in_rear.balance > in_front.balance + 0.3


# -- what it goes by ------------------------------------------------------------------------------


def test_supposing_puts_everything_back():
    field = HexField(stand("a.c1u1", "0508"), stand("b.c1u1", "0504"))
    before = field.state.to_json()
    occupied = dict(field.state.occupied)
    with standing(field.state, field.stand("a.c1u1"), hexes.named("0505"), 2):
        assert field.state.stand_at(hexes.named("0505")).id == "a.c1u1"
        assert field.state.stand_at(hexes.named("0508")) is None
    assert field.state.to_json() == before
    assert field.state.occupied == occupied


def test_harm_of_a_shot_grows_with_dice():
    field = HexField(
        stand("a.c1u1", "0508", "Sh"), stand("a.c1u2", "0608", "Sh", left=[2]), stand("b.c1u1", "0506")
    )
    field.activate("a.c1u1")
    many = worth.of_shot(field.state, Shot("a.c1u1", "b.c1u1", "voluntary"))
    field.activate("a.c1u2")
    few = worth.of_shot(field.state, Shot("a.c1u2", "b.c1u1", "voluntary"))
    assert 0 < few < many


def test_the_last_sp_of_a_rank_cost_more_than_the_first():
    whole = worth.asset(HexField(s := stand("a.c1u1", "0508", sp=6, break_points=3)).state, s)
    assert whole.cost(1) == pytest.approx(0.25)
    assert whole.left == pytest.approx(3.0)


@pytest.mark.rule("SN-4.0.g", "SN-4.2.a")
def test_poses_are_reached_by_steps_and_one_turn():
    field = HexField(stand("a.c1u1", "0508", "Pk"))
    mover = field.stand("a.c1u1")
    found = plan.poses(field.state, mover, enemies.away(field.state, mover), 2, 0, begun=False)
    reached = {(hexes.label(pose.place), pose.facing) for pose in found}
    assert ("0506", 1) in reached
    assert {("0508", 0), ("0508", 2)} <= reached
    assert all(abs((facing - 1 + 3) % 6 - 3) <= 1 for _, facing in reached)


def test_who_lives_by_fire_stands_off():
    field = HexField(stand("a.c1u1", "0508", "Sh"), stand("a.c1u2", "0608", "Ln"))
    assert enemies.stand_off(field.stand("a.c1u1")) == 2
    assert enemies.stand_off(field.stand("a.c1u2")) == 1


def test_the_enemy_that_is_nearest_is_named_as_the_enemys() -> None:
    """Both sides may have stands of one name."""
    assert words.next_by_distance("Foot", "Foot", 5) == "Foot is next: the enemy’s Foot is 5 hexes from it"
    assert words.next_by_distance("Foot", "", 99) == "Foot is next: no enemy is left"
