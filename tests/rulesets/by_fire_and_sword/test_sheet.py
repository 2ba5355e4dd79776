"""The sheet for the table: each side's own, with everything in force and its moment."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rulesets.by_fire_and_sword.meeting import deployment, effects, reconnaissance, reminders, terrain
from rulesets.by_fire_and_sword.meeting.events import InitiativeFixed
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.meeting.state import Effect
from rulesets.by_fire_and_sword.sheet import BOTH, ENEMY, YOU, TableSheet, sheet
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision
from tests.kit.meeting import force, unit
from tests.kit.table import table
from tests.rulesets.by_fire_and_sword.test_scenarios import document

ROBBERS = tuple(unit(f"u{n}", special=["Robbers"]) for n in (1, 2))


def ready(*wanted: str, scenario: str = "patrol", seed: str = "sheet", prepare: Any = None,
          players: Any = (choose, choose), rp: int = 60, **changes: Any) -> Battle:  # fmt: skip
    """A table that is ready; side 0, the weaker one, has bought what is `wanted`."""

    def play(battle: Battle) -> Any:
        yield from terrain.set_up(battle)
        yield from reconnaissance.reconnoitre(battle)
        yield from effects.delay(battle)
        yield from deployment.deploy(battle)
        battle.apply(InitiativeFixed("BFS-30.3.J", battle.state.weaker))
        reminders.remind(battle)

    def buyer(battle: Battle, decision: Decision) -> Choice:
        if decision.kind == "reconnaissance":
            left = [key for key in wanted
                    if not any(e["key"] == key for e in battle.state.reconnaissance["effects"])]  # fmt: skip
            for option in decision.options:
                if left and option.key.get("effect") == left[0]:
                    return dict(option.key)
            return {"do": "done"}
        return choose(battle, decision)

    values = {"one": force(6, cp=5, units=4, rp=rp), "two": force(16, cp=3, units=ROBBERS, rp=0), **changes}
    battle = table(play, scenario=scenario, terrain="open", dice=seed, prepare=prepare, **values)
    battle.play((buyer, players[1]))
    return battle


def titles(found: TableSheet) -> list[str]:
    return [group.title for group in found.reminders]


def under(found: TableSheet, title: str) -> list[str]:
    return [line.text for group in found.reminders if group.title == title for line in group.lines]


class TestHead:
    @pytest.mark.rule("BFS-30.3.A", "BFS-30.3.J")
    def test_it_names_both_forces_with_their_figures_and_parts(self) -> None:
        state = ready(scenario="ambush").state
        found = sheet(state, 1)
        assert (found.own.name, found.own.part, found.own.fsp) == ("Bohdan", "Column", 16)
        assert (found.enemy.name, found.enemy.part, found.enemy.cp) == ("Jan", "Ambusher", 5)
        assert found.initiative == "the enemy’s in turn 1"
        assert "without a roll" in sheet(state, 0).initiative
        assert {found.edge, sheet(state, 0).edge} == {"south", "north"}
        assert found.turns == 6
        assert found.ours

    @pytest.mark.rule("BFS-30.3.D.1")
    def test_a_variable_scenario_says_what_its_value_has_bought(self) -> None:
        state = ready(scenario="defend_the_village", value=3).state
        assert sheet(state, 0).value.startswith("3 FSP: Well posted.")
        assert sheet(ready().state, 0).value == "0 FSP"

    @pytest.mark.rule("BFS-34.2")
    def test_the_thresholds_of_both_are_there(self) -> None:
        state = ready().state
        found = sheet(state, 0)
        assert (found.losses[-1].name, found.losses[-1].low) == ("massacre", 14)  # 75 % of 17 is 12.75
        assert [band.name for band in found.losses] == [band.name for band in found.enemy_losses]
        assert sheet(state, 1).losses == found.enemy_losses

    @pytest.mark.rule("BFS-30.2.5", "BFS-30.2.6")
    def test_objectives_with_place_and_radius_and_what_they_are_worth(self) -> None:
        found = sheet(ready(scenario="take_and_hold").state, 0)
        assert [(one.name, one.radius) for one in found.objectives] == [
            ("Central crest", 10),
            ("Western crest", 8),
            ("Eastern crest", 8),
        ]
        assert found.points[0].text.startswith("4 for holding the central hill")
        assert {line.whose for line in found.points} == {YOU}
        assert {line.whose for line in found.enemy_points} == {ENEMY}

    @pytest.mark.rule("BFS-30.3.I.1")
    def test_starting_orders_are_those_of_the_side(self) -> None:
        state = ready(scenario="ambush").state
        assert sheet(state, 0).starting_orders.text.startswith("Free orders in turn 1. This is no standard")
        assert sheet(state, 1).starting_orders.text.startswith("No free orders")

    @pytest.mark.rule("BFS-30.3.I.1")
    def test_no_unit_is_promised_an_order_that_the_scenario_does_not_give_it(self) -> None:
        for scenario in ("attack_on_a_village", "forage"):
            text = sheet(ready(scenario=scenario).state, 1).starting_orders.text
            assert "each unit" not in text
        own = dict(document("patrol"), starting_orders_text="")
        text = sheet(ready(scenario="patrol", scenarios=[own]).state, 1).starting_orders.text
        assert text == "One free order for each unit in turn 1."

    @pytest.mark.rule("BFS-30.3.D.1")
    @pytest.mark.parametrize(("value", "turn"), [(1, 2), (2, 3), (3, 3)])
    def test_the_ford_is_placed_when_the_value_says_so(self, value: int, turn: int) -> None:
        found = sheet(ready(scenario="defend_the_crossing", value=value).state, 1)
        at = [group.title for group in found.reminders
              if "Place the ford now." in [line.text for line in group.lines]]  # fmt: skip
        assert at == [f"Turn {turn}: start"]

    @pytest.mark.rule("BFS-30.3.I")
    def test_the_words_of_a_deployment_stand_beside_its_zones(self) -> None:
        bait = next(
            step for step in sheet(ready(scenario="ambush").state, 0).deployment if "bait" in step.text
        )
        assert bait.own
        assert len(bait.units) == 1
        assert "20 cm or more from every enemy" in bait.where
        late = next(step for step in sheet(ready(scenario="forage").state, 0).deployment if step.turn)
        assert late.where.startswith("The others come onto the table")
        assert late.text == ""

    def test_it_can_be_made_before_the_meeting_is_over(self) -> None:
        found = sheet(table(terrain="open").state, 0)
        assert found.deployment == ()
        assert found.edge == ""


class TestInForce:
    @pytest.mark.rule("BFS-32.0")
    def test_effects_with_whom_they_hit_and_whose_they_are(self) -> None:
        def effect(state: Any) -> None:
            state.effects = [Effect("insubordination", "Insubordination", "BFS-32.4", unit="b.u1"),
                             Effect("good_bad_day", "Good/Bad Day", "BFS-32.10", choice="good")]  # fmt: skip
            state.insubordinate = {"b.u1"}

        state = ready(prepare=effect).state
        own = sheet(state, 0).effects
        assert [(line.text, line.rule, line.whose) for line in own] == [
            ("Insubordination: Banner u1", "BFS-32.4", YOU),
            ("Good/Bad Day", "BFS-32.10", YOU),
        ]
        assert {line.whose for line in sheet(state, 1).effects} == {ENEMY}

    @pytest.mark.rule("BFS-32.3", "BFS-30.2.4")
    def test_an_effect_that_hit_a_squadron_names_all_of_it(self) -> None:
        def effect(state: Any) -> None:
            state.effects = [
                Effect("march_losses", "March Losses", "BFS-32.3", unit="b.u1", squadron=("b.u1", "b.u2"))
            ]

        (line,) = sheet(ready(prepare=effect).state, 0).effects
        assert line.text == "March Losses: Banner u1 with Banner u2"

    @pytest.mark.rule("BFS-33.2")
    def test_what_was_bought_and_for_how_much(self) -> None:
        state = ready("chaos", "decisive_moment").state
        assert [line.text for line in sheet(state, 0).reconnaissance] == [
            "Chaos (9 points)",
            "Decisive Moment (3 points)",
        ]

    @pytest.mark.rule("BFS-33.3", "BFS-32.1.2", "BFS-32.2", "BFS-30.6.1")
    def test_markers_by_the_commander_that_they_lie_by(self) -> None:
        def marked(state: Any) -> None:
            state.markers = [{"enthusiasm": 1}, {"fatigue": 3}]
            state.superiority = {"markers": [0, 2], "uses": ["reroll_own_failed_morale"]}

        state = ready("decisive_moment", prepare=marked).state
        found = {one.name: (one.number, one.whose) for one in sheet(state, 0).markers}
        assert found == {
            "Enthusiasm": (1, YOU), "Fatigue": (3, ENEMY), "Numerical superiority": (2, ENEMY),
            "Decisive moment": (1, YOU),
        }  # fmt: skip

    @pytest.mark.rule("BFS-30.3.E", "BFS-29.9.1")
    def test_fortifications_and_obstacles(self) -> None:
        def fortified(state: Any) -> None:
            state.fortifications = {
                "elements": 4, "obstacles": {"kobylica": 3}, "carriers": {"kobylica": {"a.u1": 3}}, "fsp": 3,
            }  # fmt: skip

        lines = [line.text for line in sheet(ready(prepare=fortified).state, 1).fortifications]
        assert lines == ["4 elements of field fortifications", "3 elements: kobylica (Banner u1 3)"]

    @pytest.mark.rule("BFS-33.6.1", "BFS-33.7.1", "BFS-33.12", "BFS-32.6")
    def test_who_is_not_on_the_table(self) -> None:
        state = ready("outmaneuver", "flanking_maneuver", "ambush").state
        found = {line.text.partition(": ")[2]: line.whose for line in sheet(state, 0).away}
        assert found == {
            "outmaneuvered, comes on after turn 1": ENEMY, "on a flanking maneuver": YOU, "in ambush": YOU,
        }  # fmt: skip

    @pytest.mark.rule("BFS-29.10.3")
    def test_squadrons_of_both(self) -> None:
        def players(battle: Battle, decision: Decision) -> Choice:
            if decision.kind == "squadron":
                return dict(decision.options[0].key)
            return choose(battle, decision)

        alike = tuple(unit(f"u{n}", like="pancerni") for n in (1, 2, 3))
        battle = ready(players=(choose, players), two=force(16, cp=3, units=alike))
        lines = [("Banner u1 with Banner u2: 6 bases", "BFS-29.10.3")]
        for side, whose in ((0, ENEMY), (1, YOU)):
            found = sheet(battle.state, side).squadrons
            assert [(line.text, line.rule) for line in found] == lines
            assert found[0].whose == whose

    @pytest.mark.rule("BFS-30.3.I.2")
    def test_what_the_robbers_have_done(self) -> None:
        def plundered(state: Any) -> None:
            state.robbers["0"] = {
                "dice": [10], "losses": {"a.u1": 1}, "no_free_order": ["a.u2"], "no_squadron": ["a.u2"],
                "points": {"a.u2": {"x": 30, "y": 20, "within": 10}},
            }  # fmt: skip

        found = sheet(table(terrain="open", prepare=plundered).state, 0)
        assert [line.text for line in found.robbers] == [
            "Banner u1 starts with 1 point of losses",
            "Banner u2 has no free order and no squadron; within 10 cm of 30, 20",
        ]

    @pytest.mark.rule("BFS-30.3.I")
    def test_the_deployment_with_zones_and_units_that_come_later(self) -> None:
        found = sheet(ready(scenario="forage").state, 0)
        assert [step.own for step in found.deployment] == [True, True, False, False]
        assert found.deployment[0].where == "within 60 cm of the own table edge"
        assert found.deployment[-1].turn == 2
        assert "Banner u2 come onto the table; squadrons are declared then" in under(
            found, "Turn 2: movement"
        )

    @pytest.mark.rule("BFS-30.3.J")
    def test_an_initiative_that_is_rolled_for_is_both_sides_business(self) -> None:
        state = ready(one=force(8, units=4, rp=3), two=force(8, units=4, rp=3)).state
        for side in (0, 1):
            (line,) = [line for group in sheet(state, side).reminders for line in group.lines
                       if line.rule == "BFS-30.3.J"]  # fmt: skip
            assert line.whose == BOTH

    @pytest.mark.rule("BFS-32.7.2", "BFS-33.11")
    def test_who_is_meant_is_clear_on_the_sheet_of_either_side(self) -> None:
        def effect(state: Any) -> None:
            state.effects = [Effect("unexpected_reinforcements", "Unexpected Reinforcements", "BFS-32.7")]

        found = [
            line for group in sheet(ready("chaos", prepare=effect).state, 1).reminders for line in group.lines
        ]
        shock = next(line for line in found if line.rule == "BFS-32.7.2")
        assert (shock.whose, "enemy" in shock.text) == (YOU, False)  # it is this side's own unit that tests
        chaos = next(line for line in found if line.rule == "BFS-33.11")
        assert "the wagon that the buyer picks" in chaos.text


class TestSecrets:
    @pytest.mark.rule("BFS-33.6.1")
    def test_the_turn_of_the_flank_stands_on_its_owners_sheet_alone(self) -> None:
        state = ready("flanking_maneuver").state
        told = state.secrets["flank_turn"].told
        assert told is not None
        own, other = sheet(state, 0), sheet(state, 1)
        assert own.secrets[0].text.startswith(f"Flank turn: turn {told['turn']}. Shown with its salt ")
        assert other.secrets == ()
        assert "Turn 2: end of the turn" in titles(own)
        assert "Turn 2: end of the turn" not in titles(other)
        assert str(told["salt"]) not in json.dumps(other.to_json())
        assert str(told["salt"]) in json.dumps(own.to_json())

    @pytest.mark.rule("BFS-33.6.1")
    def test_a_turn_kept_on_paper_is_on_no_sheet(self) -> None:
        battle = ready("flanking_maneuver")
        secret = battle.state.secrets["flank_turn"]
        battle.state.secrets["flank_turn"] = replace(secret, told=None)
        found = sheet(battle.state, 0)
        assert "on your own slip of paper" in found.secrets[0].text
        assert "Turn 2: end of the turn" not in titles(found)


class TestReminders:
    @pytest.mark.rule("BFS-33.15", "BFS-33.13")
    def test_they_come_in_the_order_of_the_battle(self) -> None:
        def hit(state: Any) -> None:
            state.effects = [
                Effect("march_losses", "March Losses", "BFS-32.3"),
                Effect("panic", "Panic", "BFS-32.8"),
                Effect("unexpected_reinforcements", "Unexpected Reinforcements", "BFS-32.7"),
            ]

        state = ready("splitting", "chaos", "cut_off_the_retreat", prepare=hit, scenario="forage").state
        found = sheet(state, 0)
        assert [title for title in titles(found) if not title.startswith(("Every", "At any"))] == [
            "Turn 1: start", "Turn 1: orders", "Turn 1: movement", "Turn 2: movement", "From turn 2 on",
            "End of the game",
        ]  # fmt: skip
        orders, movement = under(found, "Turn 1: orders"), under(found, "Turn 1: movement")
        losses = next(n for n, text in enumerate(orders) if "lose" in text.lower())
        splitting = next(n for n, text in enumerate(orders) if "split" in text)
        assert losses < splitting
        assert "Panic" in movement[1]
        assert "counts as destroyed" in under(found, "End of the game")[-1]

    @pytest.mark.rule("BFS-33.15")
    def test_the_rules_of_the_scenario_stand_at_their_moments(self) -> None:
        found = sheet(ready(scenario="ambush").state, 1)
        shooting = [
            line for group in found.reminders if group.title == "Turn 1: combat" for line in group.lines
        ]
        assert len(shooting) == 2
        assert {line.whose for line in shooting} == {YOU}
        assert all(line.rule for group in found.reminders for line in group.lines)

    @pytest.mark.rule("BFS-33.5.1")
    def test_a_forced_march_is_made_before_turn_one(self) -> None:
        found = sheet(ready("forced_march").state, 0)
        assert titles(found)[0] == "Before turn 1"
        assert "may march" in under(found, "Before turn 1")[0]

    @pytest.mark.parametrize("side", [0, 1])
    def test_every_reminder_is_on_both_sheets_with_whose_it_is(self, side: int) -> None:
        state = ready("chaos", "big_mouthed_prisoner").state
        lines = [line for group in sheet(state, side).reminders for line in group.lines]
        rules = {line.rule: line.whose for line in lines}
        assert rules["BFS-33.11"] == (ENEMY if side == 0 else YOU)
        assert rules["BFS-33.4"] == (ENEMY if side == 0 else YOU)
        assert BOTH in {line.whose for line in lines}

    def test_a_sheet_is_plain_json(self) -> None:
        value = sheet(ready("ambush").state, 0).to_json()
        assert json.loads(json.dumps(value))["scenario"] == "Patrol"
