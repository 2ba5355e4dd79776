"""Deployment (BFS-30.3.I, BFS-33): who is set aside, who deploys when, squadrons, forced marches."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.force import ForceUnit
from rulesets.by_fire_and_sword.meeting import (
    changing,
    deployment,
    effects,
    reconnaissance,
    reminders,
    terrain,
)
from rulesets.by_fire_and_sword.meeting.events import Reminded, SetAside
from rulesets.by_fire_and_sword.meeting.fieldevents import (
    Deployed,
    ForcedMarchMade,
    LancesDiscarded,
    OrderFixed,
    RobbersRolled,
    SquadronFormed,
    UnitsTaken,
)
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.meeting.reconnaissance import recon_effects
from rulesets.by_fire_and_sword.meeting.state import Effect
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice
from tests.kit.meeting import decide, force, offered, unit
from tests.kit.table import asked, events, refused, table

DONE: Choice = {"do": "done"}
DEPLOYED: Choice = {"do": "deployed"}


def like(id_: str, bases: int = 2, **more: Any) -> ForceUnit:
    return unit(id_, bases=bases, like="cossack", **more)


def deploying(*bought: tuple[str, int], units: tuple[ForceUnit, ...] | int = 4,
              enemies: tuple[ForceUnit, ...] | int = 5, scenario: str = "attack_on_a_village",
              buyer: int = 0, effects_: tuple[str, ...] = (), **changes: Any) -> Battle:  # fmt: skip
    """A deployment after these purchases as (key, size paid for). Side 0 is the weaker one."""

    def prepare(state: Any) -> None:
        state.edges = {0: "south", 1: "north"}
        state.effects = [Effect(key, key, "BFS-32.6") for key in effects_]
        state.reconnaissance = {
            "points": [40, 0], "buyer": buyer if bought else None, "difference": 40, "spent": 0, "limit": 6,
            "against": 3, "why": "",
            "effects": [{"key": key, "name": recon_effects()[key].name, "rule": recon_effects()[key].rule,
                         "price": size, "size": size} for key, size in bought],
        }  # fmt: skip

    one, two = force(5, cp=3, units=units), force(9, cp=3, units=enemies)
    steps = (effects.delay, deployment.deploy)
    return table(*steps, one=one, two=two, scenario=scenario, terrain="open", prepare=prepare, **changes)


def walk(battle: Battle) -> list[tuple[str, int]]:
    """Every decision until the end, the policy choosing."""
    found = []
    while battle.pending is not None:
        found.append(asked(battle))
        battle.choose(choose(battle, battle.pending))
    return found


class TestOrder:
    @pytest.mark.rule("BFS-30.3.I")
    def test_the_scenario_says_who_deploys_first(self) -> None:
        battle = deploying()
        assert battle.state.deployment["first"] == 1
        walk(battle)
        assert [event.side for event in events(battle, Deployed)] == [1, 1, 0]

    @pytest.mark.rule("BFS-30.3.I")
    @pytest.mark.parametrize(("die", "first"), [(5, 0), (6, 1)])
    def test_where_it_does_not_a_die_does(self, die: int, first: int) -> None:
        battle = deploying(scenario="patrol", dice=(die,))
        assert battle.state.deployment["first"] == first
        assert asked(battle) == ("deployed", first)

    @pytest.mark.rule("BFS-30.3.I", "BFS-30.7")
    def test_an_ambush_is_laid_in_three_steps(self) -> None:
        battle = deploying(scenario="ambush")
        steps = battle.state.deployment["steps"]
        assert [(step["side"], step["who"]) for step in steps] == [(1, "all"), (0, "one unit"), (0, "rest")]
        assert walk(battle) == [("deployed", 1), ("units to deploy", 0), ("deployed", 0), ("deployed", 0)]
        taken = [len(event.units) for event in events(battle, UnitsTaken)]
        assert taken == [5, 1, 3]

    @pytest.mark.rule("BFS-30.3.I")
    def test_half_of_the_units_rounded_up_are_picked_by_their_owner(self) -> None:
        battle = deploying(enemies=5)
        for name in ("b.u5", "b.u1", "b.u3"):
            decide(battle, {"do": "take", "unit": name})
        decide(battle, DEPLOYED)
        steps = battle.state.deployment["steps"]
        assert steps[0]["units"] == ["b.u5", "b.u1", "b.u3"]
        assert steps[1]["units"] == ["b.u2", "b.u4"]

    @pytest.mark.rule("BFS-30.3.I")
    def test_late_units_are_named_and_wait(self) -> None:
        battle = deploying(scenario="forage")
        walk(battle)
        late = battle.state.deployment["steps"][-1]
        assert (late["who"], late["turn"], len(late["units"])) == ("late", 2, 2)

    @pytest.mark.rule("BFS-30.3.I")
    def test_every_unit_is_deployed_once(self) -> None:
        battle = deploying()
        walk(battle)
        taken = [id_ for step in battle.state.deployment["steps"] for id_ in step["units"]]
        assert sorted(taken) == sorted(battle.state.units)

    @pytest.mark.rule("BFS-30.3.I")
    def test_the_zones_stand_in_the_steps(self) -> None:
        battle = deploying(scenario="delay_the_enemy", value=1)
        (order,) = events(battle, OrderFixed)
        weaker = order.steps[0]
        assert weaker["side"] == 0
        (zone,) = weaker["zones"]
        assert max(y for _, y in zone["polygon"]) == 54  # 45 hundredths of 120 cm at a value of 1
        assert order.steps[1]["enemy_cm"] == 20


class TestSetAside:
    @pytest.mark.rule("BFS-30.3.I", "BFS-33.12")
    def test_the_outmaneuvered_unit_goes_to_the_reserves_and_comes_back_by_itself(self) -> None:
        battle = deploying(("outmaneuver", 10), dice=(4,))
        assert battle.state.set_aside == {"b.u2": "outmaneuvered"}
        walk(battle)
        (reminder,) = [one for one in battle.state.reminders if one.rule == "BFS-33.12"]
        assert (reminder.turn, reminder.side) == (1, 1)

    @pytest.mark.rule("BFS-33.12", "BFS-32.6")
    def test_who_can_never_be_delayed_is_never_outmaneuvered(self) -> None:
        enemies = (unit("u1", reserves=False), unit("u2"), unit("u3", reserves=False))
        battle = deploying(("outmaneuver", 10), enemies=enemies)
        assert list(battle.state.set_aside) == ["b.u2"]

    @pytest.mark.rule("BFS-30.3.I", "BFS-33.15")
    def test_the_delayed_are_drawn_first_and_can_neither_be_outmaneuvered_nor_sent(self) -> None:
        battle = deploying(("outmaneuver", 10), effects_=("delay",), enemies=3, dice=(1, 9))
        assert battle.state.set_aside == {"b.u1": "reserves", "b.u3": "outmaneuvered"}
        battle = deploying(("flanking_maneuver", 8), buyer=1, effects_=("delay",), enemies=3, dice=(1,))
        assert asked(battle) == ("flanking maneuver", 1)
        assert {c["units"] for c in offered(battle) if c["do"] == "send"} == {"b.u2", "b.u3"}

    @pytest.mark.rule("BFS-33.6.1")
    def test_a_unit_is_sent_to_the_flank_and_its_turn_written_down_in_secret(self) -> None:
        battle = decide(deploying(("flanking_maneuver", 8)), {"do": "send", "units": "a.u2"})
        assert battle.state.set_aside == {"a.u2": "flank"}
        assert asked(battle) == ("flank turn", 0)
        assert battle.pending is not None
        assert battle.pending.secret
        assert refused(battle, {"do": "write", "turn": 7, "salt": 5}).path == "choice.turn"
        decide(battle, {"do": "write", "turn": 4, "salt": 12345})
        assert battle.state.sealed
        assert battle.state.secrets["flank_turn"].told == {"turn": 4, "salt": 12345}
        shown = str(battle.view(1)) + str(battle.view(None))
        assert "12345" not in shown
        assert "12345" in str(battle.view(0))
        taken = [id_ for event in events(battle, UnitsTaken) for id_ in event.units]
        assert "a.u2" not in taken

    @pytest.mark.rule("BFS-33.6.1")
    def test_the_turn_may_stay_on_paper(self) -> None:
        battle = decide(deploying(("flanking_maneuver", 8)), {"do": "send", "units": "a.u2"})
        decide(battle, {"do": "sealed", "sealed": "0" * 64})
        assert battle.state.secrets["flank_turn"].told is None

    @pytest.mark.rule("BFS-33.6")
    def test_only_whom_the_price_covers_may_be_sent(self) -> None:
        units = (unit("u1", bases=3), unit("u2", bases=4), unit("u3", bases=5))
        sent = {c["units"] for c in offered(deploying(("flanking_maneuver", 10), units=units))
                if c["do"] == "send"}  # fmt: skip
        assert sent == {"a.u1", "a.u2"}

    @pytest.mark.rule("BFS-33.6", "BFS-29.10.3")
    def test_a_squadron_that_is_sent_stays_one(self) -> None:
        battle = deploying(("flanking_maneuver", 10), units=(like("u1"), like("u2"), unit("u3")))
        decide(battle, {"do": "send", "units": "a.u1+a.u2"})
        assert battle.state.set_aside == {"a.u1": "flank", "a.u2": "flank"}
        (squadron,) = events(battle, SquadronFormed)
        assert (squadron.units, squadron.bases, squadron.away) == (("a.u1", "a.u2"), 4, "flank")

    @pytest.mark.rule("BFS-33.7.1")
    def test_a_unit_lies_in_ambush_without_any_secret(self) -> None:
        battle = decide(deploying(("ambush", 10)), {"do": "send", "units": "a.u1"})
        assert battle.state.set_aside == {"a.u1": "ambush"}
        assert not battle.state.secrets
        assert asked(battle)[0] != "flank turn"

    @pytest.mark.rule("BFS-33.7")
    def test_lances_stay_behind_for_the_whole_game(self) -> None:
        units = (unit("u1", weapons=("Lance", "Hand weapon")), unit("u2"))
        battle = deploying(("ambush", 10), units=units)
        assert battle.pending is not None
        labels = [option.label for option in battle.pending.options]
        assert any("without their lances" in label for label in labels)
        decide(battle, {"do": "send", "units": "a.u1"})
        assert events(battle, LancesDiscarded)[0].unit == "a.u1"
        assert battle.state.deployment["without_lances"] == ["a.u1"]

    @pytest.mark.rule("BFS-33.6.1", "BFS-33.7.1")
    def test_he_may_keep_everybody(self) -> None:
        battle = decide(deploying(("ambush", 10)), {"do": "keep"})
        assert battle.state.set_aside == {}

    @pytest.mark.rule("BFS-33.6", "BFS-33.7")
    def test_who_is_on_the_flank_is_not_in_ambush_too(self) -> None:
        battle = deploying(("flanking_maneuver", 8), ("ambush", 10))
        decide(battle, {"do": "send", "units": "a.u1"}, {"do": "write", "turn": 2, "salt": 1})
        assert asked(battle) == ("ambush", 0)
        assert "a.u1" not in {c.get("units") for c in offered(battle)}


class TestSquadrons:
    @pytest.mark.rule("BFS-29.10.3", "BFS-30.3.I")
    def test_units_that_are_alike_are_declared_as_they_are_placed(self) -> None:
        battle = deploying(
            units=(like("u1"), like("u2"), like("u3"), unit("u4")), scenario="patrol", dice=(1,)
        )
        assert asked(battle) == ("squadron", 0)
        decide(battle, {"do": "form", "unit": "a.u1", "with": "a.u3"})
        assert asked(battle) == ("squadron grows", 0)
        decide(battle, {"do": "add", "unit": "a.u2"})
        assert battle.state.deployment["squadrons"]["0"] == [
            {"units": ["a.u1", "a.u3", "a.u2"], "bases": 6, "away": ""}
        ]
        assert asked(battle) == ("deployed", 0)

    @pytest.mark.rule("BFS-29.10.3")
    @pytest.mark.parametrize(
        ("one", "two"),
        [
            (like("u1", 4), like("u2", 3)),  # 7 bases of cavalry
            (like("u1", 7, type="infantry"), like("u2", 6, type="infantry")),
            (like("u1"), unit("u2", like="hussars")),
            (like("u1"), like("u2", type="dragoons")),
            (like("u1"), like("u2", regiment="r2")),
            (like("u1"), like("u2", special=["Independent"])),
            (like("u1", special=["Commanded Musketeers"]), like("u2")),
            (like("u1", type="artillery"), like("u2", type="artillery")),
        ],
    )
    def test_who_never_stands_in_one(self, one: ForceUnit, two: ForceUnit) -> None:
        battle = deploying(units=(one, two), scenario="patrol", dice=(1,))
        assert asked(battle) == ("deployed", 0)

    @pytest.mark.rule("BFS-29.10.3")
    @pytest.mark.parametrize(("kind", "bases"), [("cavalry", 3), ("dragoons", 3), ("infantry", 6)])
    def test_the_largest_squadrons(self, kind: str, bases: int) -> None:
        units = tuple(like(f"u{n}", bases, type=kind) for n in (1, 2))
        battle = deploying(units=units, scenario="patrol", dice=(1,))
        decide(battle, {"do": "form", "unit": "a.u1", "with": "a.u2"})
        assert events(battle, SquadronFormed)[0].bases == 2 * bases

    @pytest.mark.rule("BFS-29.10.3")
    def test_different_skill_and_equipment_are_no_hindrance(self) -> None:
        units = (like("u1", skill=5, weapons=("Bow",)), like("u2", morale=4))
        assert asked(deploying(units=units, scenario="patrol", dice=(1,))) == ("squadron", 0)


class TestForcedMarches:
    @pytest.mark.rule("BFS-33.5.1", "BFS-30.3.I")
    def test_they_are_made_when_all_have_deployed(self) -> None:
        battle = deploying(("forced_march", 4))
        seen = walk(battle)
        assert seen[-1] == ("forced march", 0)
        assert seen[-2][0] == "deployed"
        assert events(battle, ForcedMarchMade)[0].units == ("a.u1",)

    @pytest.mark.rule("BFS-33.5", "BFS-33.5.1")
    def test_a_unit_of_the_size_paid_for_or_smaller(self) -> None:
        units = (unit("u1", bases=4), unit("u2", bases=5), unit("u3", type="artillery", bases=1))
        battle = deploying(("forced_march", 4), units=units, scenario="patrol", dice=(1,))
        decide(battle, DEPLOYED, DEPLOYED)
        assert [c.get("unit") for c in offered(battle)] == ["a.u1", None]

    @pytest.mark.rule("BFS-33.5")
    def test_a_squadron_marches_as_one_and_by_its_whole_size(self) -> None:
        units = (like("u1", 3), like("u2", 3), unit("u3"))
        battle = deploying(
            ("forced_march", 4), ("forced_march", 10), units=units, scenario="patrol", dice=(1,)
        )
        decide(battle, {"do": "form", "unit": "a.u1", "with": "a.u2"}, DEPLOYED, DEPLOYED)
        assert [c.get("unit") for c in offered(battle)] == ["a.u3", None]
        decide(battle, {"do": "none"})
        assert [c.get("unit") for c in offered(battle)] == ["a.u1", "a.u3", None]
        decide(battle, {"do": "march", "unit": "a.u1"})
        assert [event.units for event in events(battle, ForcedMarchMade)] == [(), ("a.u1", "a.u2")]

    @pytest.mark.rule("BFS-33.5.1")
    def test_each_march_moves_a_different_unit(self) -> None:
        battle = deploying(("forced_march", 4), ("forced_march", 4), ("forced_march", 4), units=2)
        walk(battle)
        assert [event.units for event in events(battle, ForcedMarchMade)] == [("a.u1",), ("a.u2",)]

    @pytest.mark.rule("BFS-33.5.1")
    def test_nobody_who_is_off_the_table_marches(self) -> None:
        battle = deploying(("forced_march", 0), buyer=1, scenario="forage")
        while asked(battle)[0] != "forced march":
            assert battle.pending is not None
            battle.choose(choose(battle, battle.pending))
        assert [c.get("unit") for c in offered(battle)] == ["b.u1", "b.u2", "b.u3", None]


class TestReminders:
    @pytest.mark.rule(
        "BFS-33.3", "BFS-33.4", "BFS-33.5.1", "BFS-33.6.2", "BFS-33.6.3", "BFS-33.6.4", "BFS-33.7.1",
        "BFS-33.7.2", "BFS-33.7.3", "BFS-33.9", "BFS-33.10", "BFS-33.11", "BFS-33.12", "BFS-33.13",
        "BFS-33.15",
    )  # fmt: skip
    @pytest.mark.parametrize(
        ("key", "size", "rule", "turn", "phase", "side"),
        [
            ("decisive_moment", 3, "BFS-33.3", None, "Initiative", 0),
            ("big_mouthed_prisoner", 8, "BFS-33.4", 1, "Orders Phase", 1),
            ("forced_march", 4, "BFS-33.5.1", 0, "after deployment", 0),
            ("flanking_maneuver", 8, "BFS-33.6.2", None, "Reorganization Phase", 0),
            ("flanking_maneuver", 8, "BFS-33.6.3", None, "on arrival", 0),
            ("flanking_maneuver", 8, "BFS-33.6.4", None, "on arrival", 1),
            ("ambush", 10, "BFS-33.7.1", None, "Reorganization Phase", 0),
            ("ambush", 10, "BFS-33.7.2", None, "when the ambush", 0),
            ("ambush", 10, "BFS-33.7.3", None, "when the ambush", 1),
            ("splitting", 8, "BFS-33.9", 1, "Orders Phase, at its start", 1),
            ("confusion", 7, "BFS-33.10", 1, "Orders Phase, after the free orders", 1),
            ("chaos", 9, "BFS-33.11", 1, "Movement Phase, at its start", 1),
            ("outmaneuver", 10, "BFS-33.12", 1, "Reorganization Phase", 1),
            ("cut_off_the_retreat", 12, "BFS-33.13", -1, "before losses", 1),
        ],
    )
    def test_each_effect_comes_at_its_moment_and_to_its_side(
        self, key: str, size: int, rule: str, turn: int | None, phase: str, side: int
    ) -> None:
        battle = deploying((key, size))
        walk(battle)
        found = [one for one in battle.state.reminders if one.rule == rule]
        assert (found[0].turn, found[0].side) == (turn, side)
        assert found[0].phase.startswith(phase)
        assert len(events(battle, Reminded)) == len(battle.state.reminders)

    @pytest.mark.rule("BFS-33.15", "BFS-33.9")
    def test_at_the_start_of_the_first_orders_march_losses_go_before_splitting(self) -> None:
        battle = deploying(("splitting", 8), ("chaos", 9), effects_=("march_losses", "panic"))
        walk(battle)
        every = [*reminders.reminders(battle.state), *reminders.deployment_reminders(battle.state)]
        order = {one.rule: (one.phase, one.order) for one in every}
        assert order["BFS-32.3"] < order["BFS-33.9"]
        assert order["BFS-32.8"] < order["BFS-33.11"]

    @pytest.mark.rule("BFS-33.9")
    def test_the_squadrons_that_may_be_split_are_named_with_their_parts(self) -> None:
        enemies = (like("u1", 2), like("u2", 2), like("u3", 2))
        battle = deploying(("splitting", 8), enemies=enemies, scenario="patrol", dice=(9,))
        decide(battle, {"do": "form", "unit": "b.u1", "with": "b.u2"}, {"do": "add", "unit": "b.u3"})
        walk(battle)
        (reminder,) = [one for one in battle.state.reminders if one.rule == "BFS-33.9"]
        assert "into 4 and 2 bases" in reminder.text

    @pytest.mark.rule("BFS-33.9")
    def test_a_rota_of_moloitsy_that_cannot_make_two_of_six_is_not_drawn(self) -> None:
        enemies = tuple(like(f"u{n}", 4, type="infantry", label="Moloitsy") for n in (1, 2, 3))
        battle = deploying(("splitting", 8), enemies=enemies, scenario="patrol", dice=(9,))
        decide(battle, {"do": "form", "unit": "b.u1", "with": "b.u2"}, {"do": "add", "unit": "b.u3"})
        walk(battle)
        (reminder,) = [one for one in battle.state.reminders if one.rule == "BFS-33.9"]
        assert "no squadron that could be split" in reminder.text

    @pytest.mark.rule("BFS-33.10")
    def test_two_confusions_draw_two_units(self) -> None:
        battle = deploying(("confusion", 7), ("confusion", 9))
        walk(battle)
        texts = [one.text for one in battle.state.reminders if one.rule == "BFS-33.10"]
        assert len(texts) == 2
        assert all("2 units" in text for text in texts)


@pytest.mark.rule("BFS-30.3.G", "BFS-30.3.H", "BFS-30.3.I", "BFS-33.15")
@given(st.text("abcdef", min_size=1, max_size=6), st.sampled_from(
    ["patrol", "defend_the_crossing", "forage", "ambush", "night_attack", "delay_the_enemy"]))  # fmt: skip
def test_the_table_is_set_in_the_same_way_from_the_same_seed(seed: str, scenario: str) -> None:
    def play(battle: Battle) -> Any:
        yield from terrain.set_up(battle)
        yield from reconnaissance.reconnoitre(battle)
        yield from effects.delay(battle)
        yield from deployment.deploy(battle)

    robbers = tuple(unit(f"u{n}", special=["Robbers"]) for n in range(1, 9))
    one, two = force(5, cp=3, units=robbers, rp=30), force(9, cp=3, units=6, rp=10)
    hashes = []
    for _ in range(2):
        battle = table(play, scenario=scenario, one=one, two=two, dice=seed)
        battle.play((choose, choose))
        hashes.append(battle.hash)
        aside = set(battle.state.set_aside)
        taken = [id_ for step in battle.state.deployment["steps"] for id_ in step["units"]]
        assert sorted([*taken, *aside]) == sorted(battle.state.units)
        assert len(events(battle, RobbersRolled)) == 1
        assert {event.unit for event in events(battle, SetAside)} == aside
        assert battle.state.to_json()["deployment"] == battle.state.deployment
    assert hashes[0] == hashes[1]


MIXED = (
    like("u1"), like("u2"), like("u3", special=["Robbers"]), like("u4", special=["Robbers"]),
    unit("u5", type="infantry", bases=6, weapons=("Pikes",)), unit("u6", type="artillery", bases=1, gun=True),
    unit("u7", type="wagons", bases=4, wagon_train=True, reserves=False),
    unit("u8", special=["Light Cavalry", "Robbers"], bases=5), unit("u9", weapons=("Lance",)),
)  # fmt: skip


@pytest.mark.rule("BFS-30.3.I", "BFS-30.3.I.2", "BFS-29.10.3", "BFS-33.5.1", "BFS-33.6", "BFS-33.7")
@given(st.data(), st.sampled_from(["patrol", "attack_on_a_village", "forage", "ambush"]))
def test_whatever_is_chosen_every_unit_has_one_place(data: st.DataObject, scenario: str) -> None:
    def play(battle: Battle) -> Any:
        yield from terrain.set_up(battle)
        yield from changing.choice_of_terrain(battle, 0)
        yield from reconnaissance.reconnoitre(battle)
        yield from effects.delay(battle)
        yield from deployment.deploy(battle)

    one, two = force(8, cp=4, units=MIXED, rp=60), force(12, cp=3, units=MIXED, rp=0)
    battle = table(play, scenario=scenario, one=one, two=two, terrain="open", dice="any")
    while battle.pending is not None:
        if battle.pending.kind == "flank turn":
            battle.choose({"do": "write", "turn": data.draw(st.integers(1, 6)), "salt": 7})
            continue
        ready = [dict(option.key) for option in battle.pending.options if not option.params]
        battle.choose(data.draw(st.sampled_from(ready)))
    state = battle.state
    taken = [id_ for step in state.deployment["steps"] for id_ in step["units"]]
    assert sorted([*taken, *state.set_aside]) == sorted(state.units)
    squadrons = [s for side in ("0", "1") for s in state.deployment["squadrons"][side]]
    together = [id_ for squadron in squadrons for id_ in squadron["units"]]
    assert len(together) == len(set(together))
    for squadron in squadrons:
        assert squadron["bases"] == sum(state.units[id_].of.bases for id_ in squadron["units"]) <= 6
    away = [state.units[id_].of for id_, place in state.set_aside.items() if place in ("flank", "ambush")]
    marched = [state.units[id_].of for march in state.deployment["forced_marches"] for id_ in march["units"]]
    assert not any(of.type in ("wagons", "artillery") for of in (*away, *marched))
    assert not any(
        state.set_aside[id_] == "ambush" and "Pikes" in state.units[id_].of.weapons for id_ in state.set_aside
    )
    assert state.deployment["done"] == len(state.deployment["steps"])
