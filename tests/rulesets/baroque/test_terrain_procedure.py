"""Preparing the terrain: exploration dice, options, what may lie where, fords and bridges, the river."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.baroque.events.setup import (
    ExplorationDieSpent,
    PieceChanged,
    PiecePlaced,
    PieceRemoved,
    RiverRolled,
    RolesFixed,
)
from rulesets.baroque.setup.pieces import KINDS
from rulesets.baroque.setup.placing import check_piece, option_cost, suggestions
from rulesets.baroque.state import Piece, State
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Refusal
from tests.kit.effort import tries
from tests.kit.setting import army, at_random, battle_of, begun, events, first_ready, played, ready, setup

DONE: Choice = {"do": "done"}
CHALLENGE: Choice = {"do": "challenge"}
ACCEPT: Choice = {"do": "accept"}


def rolled(*dice: int, extra: tuple[int, int] = (0, 0), **changes: Any) -> Battle:
    """A battle whose terrain is rolled for; `extra`: bought Exploration Dice."""
    a, b = (army(["foot-sm1"], ["reiters"], exploration_dice=count) for count in extra)
    return battle_of(setup(a, b, **{"terrain": "roll", **changes}), *dice)


def wood(x: float = 6.0, y: float = 7.0, width: float = 3.0, depth: float = 3.0, **more: Any) -> Choice:
    return {"do": "place", "kind": "wood", "x": x, "y": y, "width": width, "depth": depth, **more}


def refusal(battle: Battle, choice: Choice) -> Refusal:
    with pytest.raises(Refusal) as caught:
        battle.choose(choice)
    return caught.value


class TestRoles:
    @pytest.mark.rule("BQ-3.3.b", "BQ-2.9.b")
    def test_the_higher_die_is_first_player_and_both_free_dice_are_gone(self) -> None:
        battle = rolled(2, 5)
        (roles,) = events(battle, RolesFixed)
        assert (roles.first, roles.first_die, roles.second_die) == (1, 5, 2)
        assert [event.side for event in events(battle, ExplorationDieSpent)] == [0, 1]
        assert [side.exploration_dice for side in battle.state.sides] == [0, 0]

    @pytest.mark.rule("BQ-3.3.b", "BQ-3.3.c")
    @pytest.mark.parametrize(("dice", "extra", "said", "fixed", "left"), [
        ((4, 4, 3, 1), (0, 0), [], (0, 3, 1), [0, 0]),  # ties are rolled again
        ((5, 2, 5), (0, 2), [(1, CHALLENGE)], (0, 5, 5), [0, 1]),  # a tie fails and fixes the positions
        ((3, 2, 4, 6), (2, 1), [(1, CHALLENGE), (0, CHALLENGE)], (0, 6, 4), [1, 0]),  # in turn
        ((3, 2, 4), (2, 1), [(1, CHALLENGE), (0, ACCEPT)], (1, 4, 3), [2, 0]),  # he keeps his losing die
    ])  # fmt: skip
    def test_who_is_first_player_after_ties_and_challenges(
        self, dice: Any, extra: Any, said: Any, fixed: tuple[int, int, int], left: list[int]
    ) -> None:
        battle = rolled(*dice, extra=extra)
        for side, choice in said:
            assert (battle.pending.kind, battle.pending.side) == ("terrain challenge", side)
            battle.choose(choice, side=side)
        (roles,) = events(battle, RolesFixed)
        assert (roles.first, roles.first_die, roles.second_die) == fixed
        assert [side.exploration_dice for side in battle.state.sides] == left

    @pytest.mark.rule("BQ-3.3.c")
    def test_a_second_player_without_dice_is_not_asked(self) -> None:
        pending = rolled(5, 2, extra=(1, 0)).pending
        assert pending.kind == "place terrain"

    @pytest.mark.rule("BQ-3.3.c", "BQ-3.3.f")
    @pytest.mark.parametrize(
        ("best", "words"),
        [
            (5, "Challenge: more than 5 (17%) makes you First Player, who places the terrain"),
            (6, "Challenge: it cannot beat a 6; the new die only replaces your 2"),
        ],
    )
    def test_a_challenge_says_what_it_can_bring(self, best: int, words: str) -> None:
        battle = rolled(best, 2, 4, extra=(0, 1))
        assert [option.label for option in battle.pending.fitting(CHALLENGE)] == [words]
        battle.choose(CHALLENGE, side=1)
        (roles,) = events(battle, RolesFixed)
        assert (roles.first, roles.first_die, roles.second_die) == (0, best, 4)

    @pytest.mark.rule("BQ-3.3.a")
    def test_agreed_terrain_is_laid_out_without_challenges_or_options(self) -> None:
        pieces = [{"kind": "wood", "x": 6, "y": 7, "width": 3, "depth": 3}]
        battle = rolled(5, 2, extra=(2, 2), terrain=pieces)
        assert [event.piece.kind for event in events(battle, PiecePlaced)] == ["wood"]
        assert battle.pending.kind == "deployment challenge"


class TestPlacing:
    @pytest.mark.rule("BQ-3.2.a", "BQ-3.3.e")
    @pytest.mark.parametrize("kind", KINDS)
    def test_the_numbers_proposed_for_a_piece_are_a_place_that_is_free(self, kind: str) -> None:
        battle = rolled(6, 3)
        battle.choose(wood(x=10))  # in the middle of the table
        option = next(o for o in battle.pending.fitting({"do": "place", "kind": kind}) if o.params)
        assert all(isinstance(number, Number) and number.default is not None for number in option.params)
        battle.choose(dict(option.key))
        assert events(battle, PiecePlaced)[-1].piece.kind == kind

    @pytest.mark.rule("BQ-3.3.d")
    def test_the_first_player_takes_at_least_his_die_and_at_most_six(self) -> None:
        battle = rolled(4, 3)
        assert not battle.pending.offers(do="done")  # type: ignore[union-attr]
        battle.choose(wood())
        battle.choose(wood(x=12))
        assert battle.pending.offers(do="done")
        assert battle.pending.offers(kind="swamp")
        assert not battle.pending.offers(kind="river")
        battle.choose(wood(x=16))
        assert battle.pending.kind == "change terrain"  # six are taken

    @pytest.mark.rule("BQ-3.3.e")
    @pytest.mark.parametrize(("kind", "cost", "large"), [
        ("gentle_hill", 1, 2), ("ridge", 1, 2), ("broken", 1, 2), ("road", 1, None),
        ("steep_hill", 2, 3), ("wooded_hill", 2, 3), ("wood", 2, 3), ("village", 2, 3), ("swamp", 2, 3),
        ("rocks", 2, 3), ("lake", 2, 3), ("linear_obstacle", 2, None),
        ("river", 3, None), ("shore", 3, None), ("open_field", 3, None), ("orchard", 3, None),
    ])  # fmt: skip
    def test_option_values(self, kind: str, cost: int, large: int | None) -> None:
        assert option_cost(kind) == cost
        if large is None:
            with pytest.raises(Refusal, match="out of format"):
                option_cost(kind, large=True)
        else:
            assert option_cost(kind, large=True) == large

    @pytest.mark.rule("BQ-3.3.e")
    def test_two_roads_two_obstacles_and_one_of_each_great_piece_at_most(self) -> None:
        battle = rolled(6, 1)
        for x in (5.0, 15.0):
            battle.choose({"do": "place", "kind": "road", "x1": x, "y1": 0, "x2": x, "y2": 15})
        assert not battle.pending.offers(kind="road")  # type: ignore[union-attr]
        battle = rolled(6, 1)
        battle.choose({"do": "place", "kind": "river", "near": 4, "middle": 4, "far": 4})
        assert not battle.pending.offers(kind="river")  # type: ignore[union-attr]
        battle = rolled(6, 1)
        battle.choose({"do": "place", "kind": "orchard", "x": 6, "y": 7, "width": 3, "depth": 3})
        assert not battle.pending.offers(kind="open_field")  # type: ignore[union-attr]
        battle = rolled(6, 1)
        for x in (5, 15):
            battle.choose({"do": "place", "kind": "linear_obstacle", "x": x, "y": 7, "length": 3})
        assert not battle.pending.offers(kind="linear_obstacle")  # type: ignore[union-attr]

    @pytest.mark.rule("BQ-3.2.a")
    @pytest.mark.parametrize(("choice", "words"), [
        (wood(width=1.9), "width is 1.9"), (wood(depth=8.1), "depth is 8.1"),
        (wood(x=1.0), "wholly on the table"),
        ({"do": "place", "kind": "orchard", "x": 6, "y": 7, "width": 5, "depth": 3}, "width is 5"),
        ({**wood(), "colour": 1}, "colour is not part"),
    ])  # fmt: skip
    def test_pieces_have_two_to_four_bu_and_lie_on_the_table(self, choice: Choice, words: str) -> None:
        assert words in refusal(rolled(6, 1), choice).message

    def test_pieces_do_not_overlap_but_may_touch(self) -> None:
        battle = rolled(6, 1)
        battle.choose(wood(x=6.0))
        assert refusal(battle, wood(x=8.9)).message == "there is a wood in the way"
        battle.choose(wood(x=9.0))

    @pytest.mark.rule("BQ-3.2.b", "BQ-3.3.e")
    def test_a_single_piece_may_be_out_of_format_and_stands_alone(self) -> None:
        battle = rolled(6, 1)
        battle.choose(wood(x=8.0, width=8, depth=6))
        assert battle.state.terrain["t1"].options == 3
        assert refusal(battle, wood(x=16, width=5)).rule == "BQ-3.2.b"
        assert "border" in refusal(battle, wood(x=13.5)).message
        battle.choose(wood(x=13.7))

    @pytest.mark.rule("BQ-3.2.b", "BQ-3.3.d")
    def test_out_of_format_costs_an_option_more_of_the_budget(self) -> None:
        battle = rolled(6, 1)
        battle.choose(wood(x=5.0))
        battle.choose(wood(x=9.0))
        assert refusal(battle, wood(x=15, width=5)).message == "takes 3 options, 2 are left"

    @pytest.mark.rule("BQ-3.2.c")
    def test_a_river_runs_from_edge_to_edge_along_the_short_sides(self) -> None:
        battle = rolled(6, 1)
        river = {"do": "place", "kind": "river", "near": 4, "middle": 9, "far": 4, "width": 2}
        assert refusal(battle, river).rule == "BQ-3.2.c"
        assert "width is 2.5" in refusal(battle, {**river, "width": 2.5}).message
        battle.choose({**river, "middle": 6})
        assert battle.state.terrain["t1"].line == (4, 0, 6, 7.5, 4, 15)

    @pytest.mark.rule("BQ-3.2.d")
    @pytest.mark.parametrize(("side", "left", "right"), [(0, 0, 3), (1, 17, 20)])
    def test_a_shore_lies_along_a_short_side(self, side: int, left: float, right: float) -> None:
        battle = rolled(6, 1)
        shore = {"do": "place", "kind": "shore", "side": side, "depth": 3}
        assert "depth is 4.5" in refusal(battle, {**shore, "depth": 4.5}).message
        battle.choose(shore)
        xs, ys = battle.state.terrain["t1"].outline[::2], battle.state.terrain["t1"].outline[1::2]
        assert (min(xs), max(xs), min(ys), max(ys)) == (left, right, 0, 15)

    @pytest.mark.rule("BQ-3.2.e")
    def test_an_obstacle_is_two_to_four_bu_long_with_one_angle_at_most(self) -> None:
        battle = rolled(6, 1)
        hedge = {"do": "place", "kind": "linear_obstacle", "x": 10, "y": 7, "length": 4, "heading": 0}
        assert "length is 5" in refusal(battle, {**hedge, "length": 5}).message
        battle.choose({**hedge, "turn": 90})
        assert battle.state.terrain["t1"].line == (8, 7, 10, 7, 10, 9)

    @pytest.mark.rule("BQ-3.2.f")
    @pytest.mark.parametrize(("ends", "legal"), [
        ((0, 5, 20, 9), True), ((4, 0, 8, 15), True), ((4, 15, 8, 0), True),
        ((0, 5, 10, 0), False), ((0, 5, 10, 7), False), ((0, 5, 0, 9), False),
    ])  # fmt: skip
    def test_a_road_leads_to_opposite_table_sides(self, ends: tuple[float, ...], legal: bool) -> None:
        battle = rolled(6, 1)
        road = {"do": "place", "kind": "road", **dict(zip(("x1", "y1", "x2", "y2"), ends, strict=True))}
        if legal:
            battle.choose(road)
        else:
            assert refusal(battle, road).rule == "BQ-3.2.f"

    @pytest.mark.rule("BQ-3.2.f")
    def test_a_second_road_may_join_the_first(self) -> None:
        battle = rolled(6, 1)
        battle.choose({"do": "place", "kind": "road", "x1": 0, "y1": 7, "x2": 20, "y2": 7})
        battle.choose({"do": "place", "kind": "road", "x1": 6, "y1": 0, "x2": 9, "y2": 7})
        assert [piece.kind for piece in battle.state.terrain.values()] == ["road", "road"]

    @pytest.mark.rule("BQ-3.1.1.e")
    def test_a_field_is_enclosed_and_open_or_broken_as_its_player_chooses(self) -> None:
        for kind in ("open_field", "orchard"):
            battle = rolled(6, 1)
            battle.choose({"do": "place", "kind": kind, "x": 6, "y": 7, "width": 3, "depth": 3})
            assert battle.state.terrain["t1"].enclosed

    def test_roads_may_run_over_gentle_hills_and_rivers_only(self) -> None:
        battle = rolled(6, 1)
        battle.choose({"do": "place", "kind": "gentle_hill", "x": 6, "y": 7, "width": 3, "depth": 3})
        battle.choose(wood(x=12))
        road = {"do": "place", "kind": "road", "y1": 0, "y2": 15}
        assert refusal(battle, {**road, "x1": 12, "x2": 12}).message == "there is a wood in the way"
        battle.choose({**road, "x1": 6, "x2": 6})


class TestSuggestions:
    def test_every_kind_has_places_on_an_empty_table(self) -> None:
        state = begun(setup())
        for kind in KINDS:
            assert list(suggestions(state, kind, "t1", 0, option_cost(kind))), kind

    @given(seed=st.integers(0, 10_000), table=st.sampled_from([(20, 15), (30, 20), (12, 10), (8, 8)]))
    @settings(max_examples=tries(25))
    def test_suggested_places_are_legal_whatever_lies_there(
        self, seed: int, table: tuple[float, float]
    ) -> None:
        plain = setup(terrain="roll", table={"width": table[0], "depth": table[1]})
        choose = at_random(seed)
        battle = played(battle_of(plain, seed=str(seed)), choose, until="place terrain")
        while battle.pending is not None and battle.pending.kind == "place terrain":
            state: State = battle.state
            for kind in KINDS:
                for _, piece in suggestions(state, kind, "new", 0, option_cost(kind)):
                    check_piece(state, piece)
            battle.choose(choose(battle.pending))
        assert battle.pending is not None
        played(battle, choose, until="deployment challenge")

    @given(seed=st.integers(0, 10_000))
    @settings(max_examples=tries(25))
    def test_played_at_random_the_budget_is_kept(self, seed: int) -> None:
        battle = played(battle_of(setup(terrain="roll"), seed=str(seed)), at_random(seed))
        roles = events(battle, RolesFixed)[0]
        placed = sum(event.piece.options for event in events(battle, PiecePlaced))
        assert roles.first_die <= placed <= 6
        costs = {event.piece.id: event.piece.options for event in events(battle, PiecePlaced)}
        changed = [event.piece for event in events(battle, PieceRemoved)]
        changed += [event.piece.id for event in events(battle, PieceChanged) if event.rule == "BQ-3.3.f"]
        assert sum(costs[id_] for id_ in changed) <= roles.second_die

    def test_a_suggestion_means_the_same_place_every_time(self) -> None:
        state = begun(setup())
        before = dict(suggestions(state, "wood", "t1", 0, 2))
        state.terrain["t1"] = before["3"] if "3" in before else next(iter(before.values()))
        after = dict(suggestions(state, "wood", "t1", 0, 2))
        assert all(before[at] == piece for at, piece in after.items() if at in before)


class TestChanging:
    def placed(self, second: int, *choices: Choice, dice: tuple[int, ...] = ()) -> Battle:
        battle = rolled(6, second, *dice)
        for choice in choices:
            battle.choose(choice)
        if battle.pending is not None and battle.pending.kind == "place terrain":
            battle.choose(DONE)
        return battle

    @pytest.mark.rule("BQ-3.3.f")
    def test_the_second_player_changes_pieces_for_as_many_options_as_his_die(self) -> None:
        battle = self.placed(3, wood(x=5), wood(x=10), wood(x=15))
        battle.choose({"do": "remove", "piece": "t2"}, side=1)
        assert list(battle.state.terrain) == ["t1", "t3"]
        assert battle.pending.kind == "deploy unit"  # a wood takes two, one option is left
        unable = self.placed(1, wood(x=5), wood(x=10), wood(x=15))
        assert unable.pending.kind == "deploy unit"

    @pytest.mark.rule("BQ-3.3.f")
    def test_pieces_move_where_they_might_have_been_placed(self) -> None:
        battle = self.placed(2, wood(x=5), wood(x=10), wood(x=15))
        move = {"do": "move", "piece": "t1", "dy": 0}
        assert refusal(battle, {**move, "dx": -4}).rule == "BQ-3.2.a"
        assert refusal(battle, {**move, "dx": 4}).message == "there is a wood in the way"
        battle.choose({**move, "dx": 1})
        xs = battle.state.terrain["t1"].outline[::2]
        assert (min(xs), max(xs)) == (4.5, 7.5)

    @pytest.mark.rule("BQ-3.3.f")
    def test_a_ready_made_move_is_three_bu(self) -> None:
        battle = self.placed(2, wood(x=5), wood(x=10), wood(x=15))
        battle.choose({"do": "move", "piece": "t3", "to": "far"})
        ys = battle.state.terrain["t3"].outline[1::2]
        assert (min(ys), max(ys)) == (8.5, 11.5)

    @pytest.mark.rule("BQ-3.3.f")
    def test_a_river_moves_along_the_long_side_and_a_shore_to_the_other_edge(self) -> None:
        river = {"do": "place", "kind": "river", "near": 4, "middle": 4, "far": 4}
        shore = {"do": "place", "kind": "shore", "side": 1, "depth": 3}
        battle = self.placed(3, river, shore)
        assert refusal(battle, {"do": "move", "piece": "t1", "dx": 1, "dy": 1}).path == "choice.dy"
        battle.choose({"do": "move", "piece": "t1", "dx": 5, "dy": 0})
        assert battle.state.terrain["t1"].line[0] == 9
        battle = self.placed(3, {**river, "near": 10, "middle": 10, "far": 10}, shore)
        battle.choose({"do": "move", "piece": "t2", "to": "other-side"})
        assert max(battle.state.terrain["t2"].outline[::2]) == 3


class TestRiversAndRoads:
    RIVER = {"kind": "river", "line": [10, 0, 10, 15], "width": 1}
    ROAD = {"kind": "road", "line": [0, 5, 20, 9], "width": 1}

    def prepared(self, *dice: int, pieces: list[Any], **changes: Any) -> Battle:
        return played(battle_of(setup(terrain=pieces, **changes), 5, 2, *dice), first_ready)

    @pytest.mark.rule("BQ-3.3.g", "BQ-3.1.1.g")
    @pytest.mark.parametrize(("die", "kind"), [(1, "ford"), (2, "bridge"), (5, "ford"), (6, "bridge")])
    def test_a_die_decides_between_ford_and_bridge_where_road_and_river_meet(
        self, die: int, kind: str
    ) -> None:
        battle = self.prepared(die, 3, 4, pieces=[self.RIVER, self.ROAD])
        assert battle.state.terrain["t1"].crossings == ((kind, 10, 7),)

    @pytest.mark.rule("BQ-3.3.g")
    def test_a_crossing_that_is_there_already_is_kept(self) -> None:
        bridged = {**self.RIVER, "crossings": [["bridge", 10, 7.2]]}
        battle = self.prepared(3, 4, pieces=[bridged, self.ROAD])
        assert battle.state.terrain["t1"].crossings == (("bridge", 10, 7.2),)

    @pytest.mark.rule("BQ-3.1.1.h")
    @pytest.mark.parametrize(("dice", "river"), [
        ((1, 1), "dry"), ((1, 4), "dry"), ((3, 3), "normal"), ((4, 5), "normal"),
        ((4, 6), "deep"), ((6, 6), "deep"),
    ])  # fmt: skip
    def test_the_river_is_rolled_for_after_deployment(self, dice: tuple[int, int], river: str) -> None:
        battle = self.prepared(*dice, pieces=[self.RIVER])
        assert battle.state.river == river
        assert isinstance(battle.entries[-1].event, RiverRolled)

    @pytest.mark.rule("BQ-3.1.1.h")
    def test_an_agreed_river_is_not_rolled_for_nor_anything_without_one(self) -> None:
        assert self.prepared(pieces=[self.RIVER], options={"river": "deep"}).state.river == "deep"
        assert self.prepared(pieces=[self.ROAD]).state.river == ""


def test_every_decision_of_the_procedure_names_its_rule_and_offers_ready_choices() -> None:
    seen: set[str] = set()

    def look(decision: Decision) -> Choice:
        seen.add(decision.kind)
        assert decision.rule.startswith("BQ-")
        assert all(option.rule.startswith("BQ-") and option.label for option in decision.options)
        assert len(decision.options) > 1
        assert ready(decision)
        return first_ready(decision)

    one = army(["foot-sm1"], ["reiters"], ["hussars"], exploration_dice=2)
    for seed in range(8):
        played(battle_of(setup(one, one, terrain="roll"), seed=str(seed)), look)
    assert {"terrain challenge", "place terrain", "deploy unit", "deploy leader", "deploy command"} <= seen


def test_pieces_keep_what_they_cost_and_who_placed_them() -> None:
    battle = rolled(2, 5)
    battle.choose(wood(), side=1)
    piece: Piece = battle.state.terrain["t1"]
    assert (piece.id, piece.placed_by, piece.options) == ("t1", 1, 2)


@pytest.mark.rule("BQ-3.2.a")
def test_a_line_whose_ends_are_one_point_is_refused() -> None:
    plain = setup(terrain="roll", table={"width": 20, "depth": 15})
    battle = played(battle_of(plain, seed="1"), at_random(1), until="place terrain")
    road = Piece("t1", "road", line=(0.0, 7.0, 0.0, 7.0), width=1.0)
    with pytest.raises(Refusal, match="ends are one point"):
        check_piece(battle.state, road)
