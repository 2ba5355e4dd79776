"""Reconnaissance: who buys, what it costs, how much of it, who may be sent (BFS-33)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.force import ForceUnit
from rulesets.by_fire_and_sword.meeting import reconnaissance
from rulesets.by_fire_and_sword.meeting.fieldevents import Reconnoitred
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.meeting.reconnaissance import (
    AMBUSH,
    FLANK,
    FORCED_MARCH,
    Purse,
    fits_class,
    forced_march_classes,
    most_against,
    price,
    recon_effects,
    sendable,
    sending_price,
    why_stays,
)
from rulesets.by_fire_and_sword.meeting.squadrons import split
from rulesets.engine.battle import Battle
from tests.kit.meeting import decide, force, offered, unit
from tests.kit.table import asked, events, refused, table

NONE: frozenset[str] = frozenset()


def buying(own: int = 40, enemy: int = 10, *, cp: int = 3, fsp: int = 16,
           units: tuple[ForceUnit, ...] | int = 4, **changes: Any) -> Battle:  # fmt: skip
    """Side 0 has `own` points against `enemy`; `fsp` is the enemy's strength."""
    one = force(5, cp=cp, rp=own, units=units)
    two = force(fsp, cp=3, rp=enemy, units=5)
    return table(reconnaissance.reconnoitre, one=one, two=two, **changes)


def buy(effect: str, **more: Any) -> dict[str, Any]:
    return {"do": "buy", "effect": effect, **more}


def sold(battle: Battle) -> set[str]:
    return {choice["effect"] for choice in offered(battle) if choice["do"] == "buy"}


class TestWhoBuys:
    @pytest.mark.rule("BFS-33.2", "BFS-30.3.H")
    def test_the_side_with_more_points_for_the_difference(self) -> None:
        battle = buying(40, 10)
        assert asked(battle) == ("reconnaissance", 0)
        (found,) = events(battle, Reconnoitred)
        assert (found.buyer, found.difference, found.limit) == (0, 30, 3)

    @pytest.mark.rule("BFS-33.2")
    def test_it_may_be_the_stronger_side(self) -> None:
        assert asked(buying(10, 40)) == ("reconnaissance", 1)

    @pytest.mark.rule("BFS-33.2")
    def test_nobody_buys_with_equal_points(self) -> None:
        battle = buying(20, 20)
        assert battle.pending is None
        assert events(battle, Reconnoitred)[0].buyer is None

    @pytest.mark.rule("BFS-33.2")
    def test_nobody_buys_for_less_than_the_cheapest_effect(self) -> None:
        assert buying(12, 10).pending is None
        assert sold(buying(13, 10)) == {"decisive_moment"}

    @pytest.mark.rule("BFS-30.7")
    def test_there_is_no_reconnaissance_in_an_ambush(self) -> None:
        battle = buying(scenario="ambush")
        assert battle.pending is None
        assert "no reconnaissance" in events(battle, Reconnoitred)[0].why

    @pytest.mark.rule("BFS-33.2")
    def test_what_is_not_spent_is_lost(self) -> None:
        battle = decide(buying(), {"do": "done"})
        assert battle.pending is None
        assert battle.state.reconnaissance["effects"] == []


class TestPrices:
    @pytest.mark.rule("BFS-33.3", "BFS-33.4", "BFS-33.9", "BFS-33.11", "BFS-33.12", "BFS-33.13")
    def test_the_fixed_ones(self) -> None:
        fixed = ("decisive_moment", "big_mouthed_prisoner", "splitting", "chaos", "outmaneuver",
                 "cut_off_the_retreat")  # fmt: skip
        assert [price(key) for key in fixed] == [3, 8, 8, 9, 10, 12]

    @pytest.mark.rule("BFS-33.10")
    @pytest.mark.example("BFS-X22")
    def test_two_confusions_cost_sixteen(self) -> None:
        assert price("confusion") == 7
        assert price("confusion") + price("confusion", bought=1) == 16

    @pytest.mark.rule("BFS-33.5")
    @pytest.mark.parametrize(("bases", "points"), [(1, 6), (4, 6), (5, 12), (10, 12), (11, 18), (12, 18)])
    def test_a_forced_march_by_size(self, bases: int, points: int) -> None:
        assert min(cost for most, cost in forced_march_classes() if fits_class(bases, most)) == points

    @pytest.mark.rule("BFS-33.6")
    @pytest.mark.example("BFS-X19")
    def test_a_fourth_base_of_light_cavalry_on_the_flank_costs_one(self) -> None:
        assert sending_price(FLANK, 4, frozenset({"Light Cavalry"})) == 9

    @pytest.mark.rule("BFS-33.6")
    @pytest.mark.parametrize(
        ("bases", "rules", "points"),
        [(1, (), 8), (3, (), 8), (4, (), 10), (6, (), 14), (6, ("Scouts",), 11), (5, ("Skirmishers",), 10),
         (5, ("Feigned Flight",), 10), (5, ("Caracole",), 12)],
    )  # fmt: skip
    def test_the_flank_by_bases_and_rules(self, bases: int, rules: tuple[str, ...], points: int) -> None:
        assert sending_price(FLANK, bases, frozenset(rules)) == points

    @pytest.mark.rule("BFS-33.6")
    def test_the_other_price_in_the_print_can_be_agreed_on(self) -> None:
        assert sending_price(FLANK, 4, frozenset({"Light Cavalry"}), first=6) == 7

    @pytest.mark.rule("BFS-33.7")
    @pytest.mark.example("BFS-D13")
    def test_five_bases_of_scouts_in_ambush_cost_twelve(self) -> None:
        assert sending_price(AMBUSH, 5, frozenset({"Scouts"})) == 12

    @pytest.mark.rule("BFS-33.7")
    def test_only_scouts_make_an_ambush_cheaper(self) -> None:
        assert sending_price(AMBUSH, 5, frozenset({"Light Cavalry", "Skirmishers"})) == 14
        assert sending_price(AMBUSH, 3, NONE) == 10


class TestLimits:
    @pytest.mark.rule("BFS-33.8")
    def test_the_enemys_strength_limits_what_acts_on_him(self) -> None:
        assert [most_against(fsp) for fsp in (1, 5, 6, 10, 11, 15, 16, 40)] == [0, 0, 1, 1, 2, 2, 3, 3]

    @pytest.mark.rule("BFS-33.8", "BFS-33.2")
    @pytest.mark.example("BFS-D12")
    def test_three_effects_are_too_many_for_two_command_points(self) -> None:
        purse = Purse(points=40 - 5, limit=2, against=most_against(11))
        wanted = [("chaos", 9), ("splitting", 8), ("ambush", sending_price(AMBUSH, 3, NONE))]
        assert sum(cost for _, cost in wanted) == 27
        for key, cost in wanted[:2]:
            assert purse.why_not(key, cost) is None
            purse = replace(purse, bought=(*purse.bought, (key, cost)))
        refusal = purse.why_not(*wanted[2])
        assert refusal is not None
        assert refusal[0] == "BFS-33.2"
        assert "as many as the commander has Command Points" in refusal[1]

    @pytest.mark.rule("BFS-33.2")
    def test_no_more_effects_than_command_points(self) -> None:
        battle = decide(buying(90, 0, cp=2), buy("decisive_moment"), buy("big_mouthed_prisoner"))
        assert battle.pending is None

    @pytest.mark.rule("BFS-33.2")
    def test_each_forced_march_and_confusion_is_an_effect(self) -> None:
        battle = decide(buying(90, 0, cp=3), buy(FORCED_MARCH, bases=4), buy("confusion"))
        decide(battle, buy("confusion"))
        assert battle.pending is None
        assert battle.state.reconnaissance["spent"] == 6 + 7 + 9

    @pytest.mark.rule("BFS-33.8")
    @pytest.mark.parametrize(("fsp", "number"), [(6, 1), (11, 2), (16, 3)])
    def test_effects_on_the_enemy_by_his_strength(self, fsp: int, number: int) -> None:
        battle = buying(200, 0, cp=6, fsp=fsp)
        for key in ("chaos", "cut_off_the_retreat", "splitting")[:number]:
            decide(battle, buy(key))
        assert not any(recon_effects()[key].against for key in sold(battle))
        assert "decisive_moment" in sold(battle)

    @pytest.mark.rule("BFS-33.8")
    def test_a_small_enemy_suffers_none(self) -> None:
        one, two = force(9, cp=3, rp=60), force(5, cp=3, rp=0)
        battle = table(reconnaissance.reconnoitre, one=one, two=two)
        assert not any(recon_effects()[key].against for key in sold(battle))

    @pytest.mark.rule("BFS-33.3", "BFS-33.4", "BFS-33.6", "BFS-33.7", "BFS-33.11", "BFS-33.12", "BFS-33.13")
    @pytest.mark.parametrize(
        "key", ["decisive_moment", "big_mouthed_prisoner", "chaos", "outmaneuver", "cut_off_the_retreat"]
    )
    def test_what_can_be_bought_once(self, key: str) -> None:
        battle = buying(200, 0, cp=6)
        assert key in sold(battle)
        assert key not in sold(decide(battle, buy(key)))

    @pytest.mark.rule("BFS-33.6", "BFS-33.7")
    @pytest.mark.parametrize(("key", "cost"), [(FLANK, 8), (AMBUSH, 10)])
    def test_flank_and_ambush_once(self, key: str, cost: int) -> None:
        battle = decide(buying(200, 0, cp=6), buy(key, price=cost))
        assert key not in sold(battle)

    @pytest.mark.rule("BFS-33.5")
    def test_a_forced_march_three_times(self) -> None:
        battle = buying(200, 0, cp=6)
        for _ in range(3):
            decide(battle, buy(FORCED_MARCH, bases=4))
        assert FORCED_MARCH not in sold(battle)

    @pytest.mark.rule("BFS-33.10")
    def test_confusion_twice(self) -> None:
        battle = decide(buying(200, 0, cp=6), buy("confusion"), buy("confusion"))
        assert "confusion" not in sold(battle)

    @pytest.mark.rule("BFS-33.9")
    def test_splitting_as_often_as_the_limits_allow(self) -> None:
        battle = decide(buying(200, 0, cp=6), buy("splitting"), buy("splitting"))
        assert "splitting" in sold(battle)

    @pytest.mark.rule("BFS-33.2")
    def test_what_cannot_be_paid_is_not_offered(self) -> None:
        battle = buying(19, 10)
        assert sold(battle) == {"decisive_moment", "big_mouthed_prisoner", "splitting", "confusion", "chaos",
                                FORCED_MARCH, FLANK}  # fmt: skip
        assert refused(battle, buy("outmaneuver")).code == "not-offered"
        decide(battle, buy("decisive_moment"))
        assert sold(battle) == {FORCED_MARCH}

    @pytest.mark.rule("BFS-33.12", "BFS-32.6.2")
    def test_nobody_is_outmaneuvered_if_half_of_the_enemy_is_delayed_anyway(self) -> None:
        def delayed(state: Any) -> None:
            state.set_aside.update({"b.u1": "reserves", "b.u2": "reserves"})  # 2 of 5

        assert "outmaneuver" not in sold(buying(200, 0, cp=6, prepare=delayed))


class TestWhoMayBeSent:
    WAGONS = unit("u1", type="wagons", bases=4)
    TRAIN = unit("u2", type="wagons", wagon_train=True)
    GUN = unit("u3", type="artillery", bases=1, gun=True)
    PIKES = unit("u4", type="infantry", weapons=("Pikes",))
    HUSSARS = unit("u5", weapons=("Winged hussar lances", "Hand weapon"))
    PLAIN = unit("u6")

    def of(self, key: str, *units: ForceUnit) -> set[str]:
        state = buying(units=units).state
        return {units[0].of.id for units, _ in sendable(state, 0, key) if len(units) == 1}

    @pytest.mark.rule("BFS-33.6")
    def test_neither_wagons_nor_artillery_go_to_the_flank(self) -> None:
        every = (self.WAGONS, self.TRAIN, self.GUN, self.PIKES, self.HUSSARS, self.PLAIN)
        assert self.of(FLANK, *every) == {"u4", "u5", "u6"}

    @pytest.mark.rule("BFS-33.7")
    def test_nor_pikes_into_ambush_but_lancers_who_leave_their_lances(self) -> None:
        every = (self.WAGONS, self.TRAIN, self.GUN, self.PIKES, self.HUSSARS, self.PLAIN)
        assert self.of(AMBUSH, *every) == {"u5", "u6"}

    @pytest.mark.rule("BFS-33.5.1")
    def test_wagons_and_artillery_make_no_forced_march(self) -> None:
        state = buying(units=(self.WAGONS, self.GUN, self.PLAIN)).state
        assert [why_stays(state, one, FORCED_MARCH) is None for one in state.units_of(0)] == [
            False, False, True,
        ]  # fmt: skip

    @pytest.mark.rule("BFS-28.1.4")
    def test_who_carries_portable_obstacles_stays(self) -> None:
        def carrying(state: Any) -> None:
            state.fortifications["carriers"] = {"kobylica": {"a.u6": 3}}

        state = buying(units=(self.PLAIN, self.HUSSARS), prepare=carrying).state
        assert {units[0].id for units, _ in sendable(state, 0, FLANK)} == {"a.u5"}

    @pytest.mark.rule("BFS-33.6")
    @pytest.mark.example("BFS-X19")
    def test_a_squadron_may_be_sent_and_is_paid_for_as_a_whole(self) -> None:
        light = [unit(f"u{n}", bases=2, special=["Light Cavalry"], like="household") for n in (1, 2)]
        state = buying(units=(*light, unit("u3", bases=2, like="hussars"))).state
        prices = {tuple(one.of.id for one in units): cost for units, cost in sendable(state, 0, FLANK)}
        assert prices[("u1", "u2")] == 9
        assert ("u1", "u3") not in prices

    @pytest.mark.rule("BFS-33.6")
    def test_the_agreed_price_counts(self) -> None:
        battle = buying(17, 10, flanking_price=6)
        assert {"do": "buy", "effect": FLANK, "price": 6} in offered(battle)

    @pytest.mark.rule("BFS-33.6", "BFS-33.7", "BFS-33.5")
    def test_nothing_is_sold_to_a_force_that_has_nobody_to_send(self) -> None:
        battle = buying(200, 0, cp=6, units=(self.GUN, self.TRAIN))
        assert sold(battle) & {FLANK, AMBUSH, FORCED_MARCH} == set()


class TestSplitting:
    @pytest.mark.rule("BFS-33.9")
    @pytest.mark.example("BFS-X20")
    def test_three_companies_of_two_fall_into_four_and_two(self) -> None:
        assert split([2, 2, 2]) == (4, 2)

    @pytest.mark.rule("BFS-33.9")
    @pytest.mark.example("BFS-X21")
    def test_a_rota_of_twelve_is_split_if_its_sotnias_make_two_of_six(self) -> None:
        assert split([3, 3, 3, 3], least=6) == (6, 6)
        assert split([4, 4, 4], least=6) is None

    @pytest.mark.rule("BFS-33.9")
    @given(st.lists(st.integers(1, 6), min_size=1, max_size=6))
    def test_companies_are_never_divided_and_the_parts_as_equal_as_can_be(self, parts: list[int]) -> None:
        found = split(parts)
        if len(parts) == 1:
            assert found is None
            return
        assert found is not None
        sums = {sum(part for bit, part in enumerate(parts) if mask >> bit & 1) for mask in
                range(1, 2 ** len(parts) - 1)}  # fmt: skip
        assert found[1] in sums
        assert sum(found) == sum(parts)
        assert found[0] - found[1] == min(abs(sum(parts) - 2 * one) for one in sums)


@pytest.mark.rule("BFS-33.2", "BFS-33.8")
@given(st.data(), st.integers(0, 120), st.integers(1, 5), st.integers(6, 20))
def test_no_legal_purchase_overspends(data: st.DataObject, difference: int, cp: int, fsp: int) -> None:
    battle = buying(difference, 0, cp=cp, fsp=fsp, units=5)
    while battle.pending is not None:
        battle.choose(data.draw(st.sampled_from(offered(battle))))
    now = battle.state.reconnaissance
    effects = now["effects"]
    assert now["spent"] == sum(effect["price"] for effect in effects) <= difference
    assert len(effects) <= cp
    assert sum(recon_effects()[effect["key"]].against for effect in effects) <= most_against(fsp)
    for key, effect in recon_effects().items():
        times = sum(each["key"] == key for each in effects)
        assert effect.most is None or times <= effect.most


def test_an_automatic_buyer_spends_what_he_can() -> None:
    battle = buying(30, 0, cp=2)
    battle.play((choose, choose))
    assert [effect["key"] for effect in battle.state.reconnaissance["effects"]] == ["outmaneuver", FLANK]
