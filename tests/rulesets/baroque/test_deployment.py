"""Deployment: who begins, which command comes next, where bases and leaders may stand, the line-up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.baroque import setup as setting_up
from rulesets.baroque import terrain
from rulesets.baroque.events.command import LeaderPlaced
from rulesets.baroque.events.setup import CommandDeployed, LeftOut, RolesFixed, UnitDeployed
from rulesets.baroque.setup.beginning import base_size
from rulesets.baroque.setup.lineup import nearest_free, zone_of
from rulesets.baroque.state import State
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Number, Refusal
from rulesets.engine.geometry import Base, overlap
from tests.kit.effort import tries
from tests.kit.lists import legal_lists
from tests.kit.setting import army, at_random, battle_of, begun, events, first_ready, played, setup

LINE_UP: Choice = {"do": "line-up"}
CHALLENGE: Choice = {"do": "challenge"}
ACCEPT: Choice = {"do": "accept"}


def deploying(*dice: int, a: Any = None, b: Any = None, **changes: Any) -> Battle:
    """A battle where Alice deploys first unless `dice` say otherwise, on open ground."""
    return battle_of(setup(a, b, **changes), *(dice or (2, 5)))


def refusal(battle: Battle, choice: Choice) -> Refusal:
    with pytest.raises(Refusal) as caught:
        battle.choose(choice)
    return caught.value


def place(battle: Battle, x: float, y: float, **more: Any) -> Choice:
    return {"do": "place", "unit": battle.pending.subject, "x": x, "y": y, **more}


def at_first_unit(**changes: Any) -> Battle:
    """Alice's Baggage stands in the left corner; the first unit of her largest command is asked for."""
    battle = deploying(**changes)
    battle.choose({"do": "place", "unit": "a.baggage", "at": "left"})
    return battle


def check_field(state: State) -> None:
    """Every base lies in its zone, no two overlap, and leaders stand in the zone."""
    units = list(state.on_field())
    for i, unit in enumerate(units):
        zone = zone_of(state, unit.side, margin=unit.id[2:] != "baggage")
        assert zone.holds(unit.place), unit.id
        assert unit.place.heading == (90 if unit.side == 0 else 270)
        assert not any(overlap(unit.place, other.place) for other in units[:i]), unit.id
    for leader in state.leaders.values():
        zone = zone_of(state, leader.side)
        assert leader.placed
        assert zone.x0 <= leader.x <= zone.x1
        assert zone.y0 <= leader.y <= zone.y1


class TestOrder:
    @pytest.mark.rule("BQ-3.4.a")
    def test_the_second_player_begins_with_baggage_and_his_largest_command(self) -> None:
        big = army(["reiters"], ["foot-sm1", "hussars", "reiters"], ["hussars"])
        battle = played(deploying(3, 6, a=big, b=big), first_ready)
        assert [event.command for event in events(battle, CommandDeployed)] == [
            "a.c2", "b.c2", "a.c1", "b.c1", "a.c3", "b.c3",
        ]  # fmt: skip
        deployed = [event.unit for event in events(battle, UnitDeployed)]
        assert deployed[0] == "a.baggage"
        assert deployed[4] == "b.baggage"

    @pytest.mark.rule("BQ-3.4.a")
    def test_largest_means_the_highest_sum_of_vd_not_most_units(self) -> None:
        one = army(["art-b", "art-b", "light-cavalry"], ["foot-sm1", "foot-sm1"])
        state = begun(setup(a=one))
        assert state.commands["a.c2"].vdc > state.commands["a.c1"].vdc
        battle = played(deploying(a=one), first_ready)
        assert events(battle, CommandDeployed)[0].command == "a.c2"

    @pytest.mark.rule("BQ-3.4.a")
    def test_of_equally_large_commands_and_of_the_later_ones_the_player_chooses(self) -> None:
        one = army(["hussars"], ["hussars"], ["reiters", "foot-sm1"], ["reiters", "foot-sm1"])
        battle = at_first_unit(a=one)
        assert battle.pending.kind == "deploy command"
        assert [option.key["command"] for option in battle.pending.options] == ["a.c3", "a.c4"]
        battle.choose({"do": "deploy", "command": "a.c4"})
        played(battle, first_ready, until="deploy command")
        assert [option.key["command"] for option in battle.pending.options] == ["a.c1", "a.c2", "a.c3"]
        assert refusal(battle, {"do": "deploy", "command": "a.c4"}).code == "not-offered"

    @pytest.mark.rule("BQ-3.4.a")
    def test_who_has_commands_left_goes_on_alone(self) -> None:
        many, one = army(["hussars"], ["reiters"], ["foot-sm1"]), army(["foot-sm1"])
        battle = played(deploying(a=one, b=many), first_ready)
        sides = [event.command[0] for event in events(battle, CommandDeployed)]
        assert sides == ["a", "b", "b", "b"]


class TestChallenges:
    def begin(self, *dice: int, extra: tuple[int, int]) -> Battle:
        a, b = (army(["foot-sm1"], exploration_dice=count) for count in extra)
        return battle_of(setup(a, b), *dice)

    def first_to_deploy(self, battle: Battle) -> int:
        assert battle.pending.kind == "deploy unit"
        return battle.pending.side

    @pytest.mark.rule("BQ-3.4.b")
    @pytest.mark.parametrize(("dice", "extra", "said", "first", "left"), [
        ((2, 5), (0, 3), [], 0, [0, 3]),  # nobody without dice is asked
        ((2, 5), (1, 0), [(0, CHALLENGE)], 1, [0, 0]),  # an opponent without dice loses without a roll
        ((2, 5, 4, 3), (1, 1), [(0, CHALLENGE)], 1, [0, 0]),  # both use a die, the higher wins
        ((2, 5, 4, 4, 6, 1), (2, 2), [(0, CHALLENGE), (0, CHALLENGE)], 1, [0, 0]),  # a tie changes nothing
        ((2, 5, 6, 1, 5, 2), (2, 2), [(0, CHALLENGE), (1, CHALLENGE)], 0, [0, 0]),  # and back again
        ((2, 5), (5, 5), [(0, ACCEPT)], 0, [5, 5]),  # nobody has to use dice
    ])  # fmt: skip
    def test_exploration_dice_decide_who_deploys_first(
        self, dice: Any, extra: Any, said: Any, first: int, left: list[int]
    ) -> None:
        battle = self.begin(*dice, extra=extra)
        for side, choice in said:
            battle.choose(choice, side=side)
        assert self.first_to_deploy(battle) == first
        assert [side.exploration_dice for side in battle.state.sides] == left

    def test_roles_and_order_are_rolled_for_on_open_ground_too(self) -> None:
        assert events(deploying(4, 1), RolesFixed)[0].first == 0


class TestPlaces:
    @pytest.mark.rule("BQ-3.4.c")
    @pytest.mark.parametrize(("x", "y", "legal"), [
        (10, 4, True), (10, 4.1, False), (10, 0.75, True), (10, 0.7, False),
        (3, 3, True), (2.9, 3, False), (17, 3, True), (17.1, 3, False),
    ])  # fmt: skip
    def test_the_whole_base_stands_within_four_bu_of_the_edge_and_two_from_the_sides(
        self, x: float, y: float, legal: bool
    ) -> None:
        battle = at_first_unit()
        choice = place(battle, x, y)
        if legal:
            battle.choose(choice)
            assert battle.state.units["a.c1u1"].base == Base(x, y, 90, 2, 0.75)
        else:
            refused = refusal(battle, choice)  # beyond the zone, or with its corners alone
            assert (refused.rule, refused.code) in (("BQ-3.4.c", "illegal"), ("", "range"))

    @pytest.mark.rule("BQ-3.4.c", "BQ-2.8.a")
    def test_a_place_of_ones_own_begins_with_a_free_one_within_the_zone(self) -> None:
        battle = deploying()
        seen = set()
        while battle.pending is not None and battle.pending.kind.startswith("deploy"):
            side, subject = battle.pending.side, battle.pending.subject
            option = next((o for o in battle.pending.options if o.params), None)
            if option is None:
                battle.choose(dict(battle.pending.options[0].key))
                continue
            zone = zone_of(battle.state, side, margin=not subject.endswith("baggage"))
            x, y = (param for param in option.params[:2] if isinstance(param, Number))
            assert (x.low, x.high, y.low, y.high) == (zone.x0, zone.x1, zone.y0, zone.y1)
            battle.choose(dict(option.key))  # its defaults
            seen.add(subject)
        assert seen == {*battle.state.units, *battle.state.leaders}
        check_field(battle.state)

    @pytest.mark.rule("BQ-3.4.c")
    def test_the_other_side_has_the_other_edge(self) -> None:
        battle = played(deploying(5, 2), first_ready, until="none")
        heights = [u.place.y for u in battle.state.on_field(1)]
        assert all(11 <= y <= 15 for y in heights)

    def test_bases_may_touch_but_not_overlap(self) -> None:
        battle = at_first_unit()
        battle.choose(place(battle, 10, 4))
        assert refusal(battle, place(battle, 11.9, 4)).code == "taken"
        battle.choose(place(battle, 12, 4))

    def test_a_base_may_face_any_way(self) -> None:
        battle = at_first_unit()
        battle.choose(place(battle, 10, 2, heading=180))
        assert battle.state.units["a.c1u1"].place.heading == 180

    @pytest.mark.rule("BQ-3.1.1.d")
    @pytest.mark.parametrize("piece", [
        {"kind": "lake", "x": 10, "y": 3, "width": 2, "depth": 2},
        {"kind": "river", "line": [10, 0, 10, 15], "width": 1},
    ])  # fmt: skip
    def test_nobody_deploys_in_water(self, piece: Any) -> None:
        battle = at_first_unit(terrain=[piece])
        assert refusal(battle, place(battle, 10, 3)).rule == "BQ-3.1.1.d"
        assert not battle.pending.offers(at="4-1")  # from 8 to 10
        assert battle.pending.offers(at="2-1")

    @pytest.mark.rule("BQ-3.1.1.b")
    def test_deploying_in_difficult_ground_does_not_disorder(self) -> None:
        battle = at_first_unit(terrain=[{"kind": "wood", "x": 10, "y": 3, "width": 4, "depth": 3}])
        battle.choose(place(battle, 10, 3))
        assert not battle.state.units["a.c1u1"].disordered

    @pytest.mark.rule("BQ-2.8.a", "BQ-3.4.c")
    def test_baggage_may_stand_beside_the_side_margin(self) -> None:
        battle = deploying()
        assert refusal(battle, place(battle, 1.4, 1)).rule == "BQ-3.4.c"
        battle.choose(place(battle, 1.5, 1))
        assert battle.state.units["a.baggage"].base == Base(1.5, 1, 90, 3, 1)

    def test_places_are_offered_ready_made(self) -> None:
        battle = at_first_unit()
        places = [option.key["at"] for option in battle.pending.options if "at" in option.key]
        assert {"1-1", "8-1", "4-2"} <= set(places)
        battle.choose({"do": "place", "unit": "a.c1u1", "at": "4-1"})
        assert battle.state.units["a.c1u1"].base == Base(9, 4, 90, 2, 0.75)
        assert not battle.pending.offers(at="4-1")


class TestLeaders:
    def at_leader(self) -> Battle:
        battle = at_first_unit()
        battle.choose({**LINE_UP, "command": "a.c1"})
        return battle

    def test_a_leader_stands_behind_his_command(self) -> None:
        battle = self.at_leader()
        battle.choose({"do": "behind", "leader": "a.c1.leader"})
        (event,) = events(battle, LeaderPlaced)
        rears = [u.place.y - u.place.depth for u in battle.state.on_field(0) if u.command == "a.c1"]
        assert event.y == pytest.approx(max(rears) - 0.3)

    @pytest.mark.rule("BQ-3.4.c")
    def test_or_anywhere_in_the_zone_but_not_on_a_unit(self) -> None:
        battle = self.at_leader()
        choice = {"do": "place", "leader": "a.c1.leader"}
        base = battle.state.units["a.c1u1"].place
        assert refusal(battle, {**choice, "x": base.cx, "y": base.cy}).path == "choice.x"
        assert refusal(battle, {**choice, "x": 10, "y": 4.2}).message == "y is 4.2: give 0 to 4 BU"
        battle.choose({**choice, "x": 16, "y": 1})
        assert (battle.state.leaders["a.c1.leader"].x, battle.state.leaders["a.c1.leader"].y) == (16, 1)

    @pytest.mark.rule("BQ-3.1.3")
    def test_not_in_a_lake(self) -> None:
        battle = at_first_unit(terrain=[{"kind": "lake", "x": 15, "y": 2, "width": 3, "depth": 3}])
        battle.choose({**LINE_UP, "command": "a.c1"})
        assert refusal(battle, {"do": "place", "leader": "a.c1.leader", "x": 15, "y": 2}).path == "choice.x"


class TestLineUp:
    def test_one_choice_deploys_the_rest_of_a_command(self) -> None:
        battle = at_first_unit(a=army(["foot-sm1"] * 3 + ["hussars"]))
        battle.choose(place(battle, 5, 4))
        battle.choose({**LINE_UP, "command": "a.c1"})
        assert battle.pending.kind == "deploy leader"
        assert all(unit.on_field for unit in battle.state.units.values() if unit.side == 0)
        assert battle.state.units["a.c1u1"].place.x == 5

    def test_foot_stands_in_the_centre_mounted_on_the_wings_and_guns_in_front(self) -> None:
        one = army(["hussars", "foot-sm1", "art-b", "foot-sm1", "reiters"])
        battle = played(deploying(a=one), first_ready)
        state = battle.state
        xs = {id_: state.units[f"a.c1u{id_}"].place.x for id_ in range(1, 6)}
        assert min(xs[1], xs[5]) < xs[2] < xs[3] < xs[4] < max(xs[1], xs[5])
        assert {state.units[f"a.c1u{id_}"].place.y for id_ in range(1, 6)} == {4.0}

    @pytest.mark.parametrize(
        ("names", "order"),
        [
            (("", "", ""), [1, 2, 3]),
            (("Right wing", "The Centre", "left WING"), [3, 2, 1]),
            (("Main", "Right", "Van"), [1, 3, 2]),
            (("Centre", "Van", "Rear"), [2, 1, 3]),
            (("Van", "Center"), [1, 2]),
            (("The right of the left wing", "Leftmost", "Left"), [3, 1, 2]),
        ],
    )
    def test_commands_stand_in_their_order_from_the_left_but_where_their_names_say(
        self, names: tuple[str, ...], order: list[int]
    ) -> None:
        one = army(*(["foot-sm1"] * 2 for _ in names))
        for command, name in zip(one["commands"], names, strict=True):
            command["name"] = name
        state = played(deploying(a=one, b=one), first_ready).state
        check_field(state)
        middle = {
            id_: sum(state.units[unit].place.x for unit in command.units)
            for id_, command in state.commands.items()
        }
        from_left = sorted(middle, key=lambda id_: middle[id_])
        assert [id_ for id_ in from_left if id_[0] == "a"] == [f"a.c{number}" for number in order]
        assert [id_ for id_ in from_left if id_[0] == "b"] == [f"b.c{number}" for number in order[::-1]]

    def test_what_does_not_fit_into_the_first_line_stands_behind_it(self) -> None:
        state = played(deploying(a=army(["foot-sm1"] * 12)), first_ready).state
        assert len({unit.place.y for unit in state.on_field(0) if unit.command}) == 2
        check_field(state)

    def test_heavy_troops_are_not_drawn_up_in_a_wood_when_there_is_open_ground(self) -> None:
        battle = played(
            deploying(terrain=[{"kind": "wood", "x": 10, "y": 2.5, "width": 4, "depth": 4}]), first_ready
        )
        state = battle.state
        assert all(terrain.ground(state, unit.place) == "open" for unit in state.on_field() if unit.command)

    def test_who_finds_no_room_is_left_out(self) -> None:
        lake = [{"kind": "lake", "outline": [0, 0, 20, 0, 20, 5, 0, 5]}]
        battle = played(deploying(terrain=lake), first_ready)
        assert len(events(battle, LeftOut)) == 4
        assert not list(battle.state.on_field(0))
        assert len(list(battle.state.on_field(1))) == 4

    @given(a=legal_lists(), b=legal_lists(), seed=st.integers(0, 10_000))
    @settings(max_examples=tries(20))
    def test_armies_of_any_kind_are_drawn_up_while_there_is_room(self, a: Any, b: Any, seed: int) -> None:
        table = setting_up.table_for(max(a.points, b.points))
        value = setup(a.to_json(), b.to_json(), terrain="roll", table=table)
        battle = battle_of(value, seed=str(seed))
        random = at_random(seed)
        played(battle, random, until="deploy unit")
        state: State = played(battle, first_ready).state
        check_field(state)
        for event in events(battle, LeftOut):
            unit = state.units[event.unit]
            zone = zone_of(state, unit.side)
            wanted = Base(
                (zone.x0 + zone.x1) / 2, zone.y_at(zone.depth), zone.heading, *base_size(unit.profile)
            )
            assert nearest_free(state, unit, wanted, []) is None

    @given(seed=st.integers(0, 10_000))
    @settings(max_examples=tries(15))
    def test_ready_made_places_chosen_at_random_are_legal_too(self, seed: int) -> None:
        rng = Random(seed)
        entries = ["foot-sm1", "hussars", "reiters", "art-b", "dragoons", "light-cavalry"]
        one = army(rng.choices(entries, k=4), rng.choices(entries, k=3), rng.choices(entries, k=3))
        battle = battle_of(setup(one, one, terrain="roll"), seed=str(seed))
        check_field(played(battle, at_random(seed)).state)

    def test_an_automatic_deployment_takes_few_decisions(self) -> None:
        one = army(["foot-sm1"] * 4, ["hussars"] * 3, ["reiters"] * 3)
        battle = played(deploying(a=one, b=one), first_ready)
        assert len(battle.choices) <= 2 * (1 + 3 * 3)
