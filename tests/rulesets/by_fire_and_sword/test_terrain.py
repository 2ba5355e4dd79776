"""Setting up the table in turns: number, turns, spacing, sizes, and any legal play (BFS-31)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting import terrain
from rulesets.by_fire_and_sword.meeting.fieldevents import Consented, FirstDrawn, PiecePlaced, PlacingEnded
from rulesets.by_fire_and_sword.meeting.placing import (
    elements,
    first_wrong,
    is_atypical,
    limits,
    number_of_elements,
    why_not,
)
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.meeting.table import read_pieces
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Dice, Option, Refusal
from tests.kit.effort import tries
from tests.kit.meeting import decide, offered
from tests.kit.placing import CORNERS, SOUTH, placing, propose, put, wall
from tests.kit.table import asked, events, refused, table


class TestNumber:
    @pytest.mark.rule("BFS-31.2")
    @pytest.mark.example("BFS-X14")
    def test_a_table_of_129_by_157_cm_has_seven(self) -> None:
        assert number_of_elements(129, 157) == 7

    @pytest.mark.rule("BFS-31.2")
    @pytest.mark.example("BFS-D15")
    def test_only_full_twenty_cm_count(self) -> None:
        sizes = ((100, 100), (119, 119), (120, 120), (180, 120))
        assert [number_of_elements(*size) for size in sizes] == [4, 4, 6, 9]

    @pytest.mark.rule("BFS-31.2")
    @given(st.floats(100, 400), st.floats(100, 400))
    def test_each_side_adds_its_own_and_order_does_not_matter(self, one: float, two: float) -> None:
        number = number_of_elements(one, two)
        assert number == number_of_elements(two, one)
        assert number == 4 + sum(1 for side in (one, two) for step in range(1, 16) if side >= 100 + 20 * step)

    @pytest.mark.rule("BFS-31.2")
    def test_a_table_below_a_metre_has_no_number(self) -> None:
        with pytest.raises(ValueError, match="100 cm"):
            number_of_elements(99, 120)

    @pytest.mark.rule("BFS-31.2", "BFS-31.3")
    def test_elements_are_placed_until_the_number_is_reached(self) -> None:
        battle = decide(placing(), *(put(x=x, y=y) for x, y in CORNERS))
        assert battle.pending is None
        assert terrain.placed_elements(battle.state) == 4
        assert [piece["placed_by"] for piece in battle.state.terrain] == [0, 1, 0, 1]


class TestTurns:
    @pytest.mark.rule("BFS-31.3")
    @pytest.mark.parametrize(("die", "first"), [(1, 0), (5, 0), (6, 1), (10, 1)])
    def test_a_die_says_who_begins_and_then_they_alternate(self, die: int, first: int) -> None:
        battle = placing(die, SOUTH)
        assert events(battle, FirstDrawn)[0].first == first
        assert asked(battle) == ("place terrain", first)
        decide(battle, put())
        assert asked(battle) == ("place terrain", 1 - first)

    @pytest.mark.rule("BFS-31.3")
    def test_ten_cm_lie_between_two_elements(self) -> None:
        battle = decide(placing(), put("wheat_field", 15, 15, 20, 20))
        refusal = refused(battle, put("wheat_field", 44, 15, 20, 20))
        assert refusal.rule == "BFS-31.3"
        assert "9.0 cm from a wheat field: 10 cm are needed" in str(refusal)
        decide(battle, put("wheat_field", 45, 15, 20, 20))

    @pytest.mark.rule("BFS-31.3")
    def test_the_distance_is_that_of_the_outlines_not_of_the_boxes(self) -> None:
        battle = decide(placing(), put("grove", 30, 30, 20, 20))
        decide(battle, put("grove", 52, 52, 20, 20))  # boxes 2 cm apart each way, the woods 11 cm

    @pytest.mark.rule("BFS-31.3")
    def test_an_obstacle_only_keeps_out_of_contact(self) -> None:
        battle = decide(placing(), put("wheat_field", 30, 30, 20, 20))
        refusal = refused(battle, wall(30, 40.5))
        assert "may not touch" in str(refusal)
        decide(battle, wall(30, 40.6))
        refusal = refused(battle, put("wheat_field", 30, 51, 20, 20))
        assert refusal.rule == "BFS-31.3"

    @pytest.mark.rule("BFS-31.3")
    def test_an_element_may_lie_near_an_obstacle_too(self) -> None:
        battle = decide(placing(), wall(30, 30))
        decide(battle, put("wheat_field", 30, 41, 20, 20))

    @pytest.mark.rule("BFS-31.3")
    def test_an_element_lies_wholly_on_the_table(self) -> None:
        refusal = refused(placing(), put("hill", 4, 50, 10, 10))
        assert "beyond the edges" in str(refusal)

    @pytest.mark.rule("BFS-31.3")
    def test_every_ready_made_place_may_be_taken(self) -> None:
        battle = decide(placing(), put("hill", 50, 50, 30, 30))
        ready = [choice for choice in offered(battle) if "at" in choice]
        assert len(ready) > 100
        for choice in ready[:: len(ready) // 40]:
            assert battle.pending is not None
            assert battle.pending.read(choice) == choice
        decide(battle, ready[7])
        assert why_not(battle.state, {**battle.state.terrain[-1], "id": "x"}) is not None

    @pytest.mark.rule("BFS-31.3")
    def test_where_there_is_no_room_no_more_is_placed(self) -> None:
        agreed = [
            {"kind": "wheat_field", "x": x, "y": y, "width": 24.9, "depth": 24.9}
            for x in (12.5, 37.5, 62.5, 87.5)
            for y in (12.5, 37.5, 62.5, 87.5)
        ]

        def filled(state: Any) -> None:
            state.terrain = read_pieces(agreed, 100, 100)

        battle = placing(prepare=filled)
        assert {"do": "none"} in offered(battle)
        decide(battle, {"do": "none"})
        assert events(battle, PlacingEnded)[0].placed == 0
        assert battle.pending is None

    def test_as_long_as_there_is_room_something_is_placed(self) -> None:
        assert refused(placing(), {"do": "none"}).code == "not-offered"


class TestSizes:
    @pytest.mark.rule("BFS-31.4")
    @pytest.mark.parametrize(("width", "depth"), [(4.9, 10), (10, 4.9), (30.1, 10), (10, 30.1)])
    def test_from_five_to_thirty_cm(self, width: float, depth: float) -> None:
        assert refused(placing(), put("hill", 50, 50, width, depth)).path.startswith("choice.")

    @pytest.mark.rule("BFS-31.4")
    @pytest.mark.parametrize("size", [5, 30])
    def test_the_limits_themselves_are_allowed(self, size: float) -> None:
        decide(placing(), put("hill", 50, 50, size, size))

    @pytest.mark.rule("BFS-31.4")
    def test_an_obstacle_is_no_longer_than_thirty_cm_even_with_consent(self) -> None:
        battle = placing(larger_pieces=True)
        assert refused(battle, wall(50, 50, 30.5)).path == "choice.width"
        assert not any(choice == {"do": "propose", "kind": "obstacle"} for choice in offered(battle))
        decide(battle, wall(50, 50, 30))

    @pytest.mark.rule("BFS-31.4")
    def test_larger_where_it_was_agreed_on_before(self) -> None:
        decide(placing(larger_pieces=True), put("hill", 50, 50, 45, 30))

    @pytest.mark.rule("BFS-31.4")
    def test_larger_if_the_other_player_consents(self) -> None:
        battle = decide(placing(), propose("hill", width=45, depth=30))
        assert asked(battle) == ("terrain consent", 1)
        assert battle.pending is not None
        assert "larger than 30 x 30 cm" in battle.pending.text
        decide(battle, {"do": "agree"})
        assert battle.state.terrain[0]["width"] == 45
        assert asked(battle) == ("place terrain", 1)

    @pytest.mark.rule("BFS-31.4")
    def test_without_consent_the_same_player_places_something_else(self) -> None:
        battle = decide(placing(), propose("hill", width=45, depth=30), {"do": "refuse"})
        assert battle.state.terrain == []
        assert asked(battle) == ("place terrain", 0)
        said = events(battle, Consented)[0]
        assert not said.agreed
        words = said.describe(lambda side: f"Side {side}")
        assert words.startswith("Side 1 does not agree to a hill with gentle slopes, which needs consent: ")
        assert {"do": "propose", "kind": "hill"} not in offered(battle)

    @pytest.mark.rule("BFS-31.4")
    def test_nobody_is_asked_for_what_needs_no_consent(self) -> None:
        assert "needs no consent" in str(refused(placing(), propose("hill", width=20, depth=20)))

    @pytest.mark.rule("BFS-31.5")
    def test_a_single_building_has_no_side_above_fifteen_cm(self) -> None:
        battle = placing()
        assert refused(battle, put("building", 50, 50, 15.5, 10)).path == "choice.width"
        decide(battle, put("building", 30, 50, 15, 15))


def at_random(data: st.DataObject, battle: Battle) -> Choice:
    """Some legal choice: an option with numbers somewhere between its limits, or a ready-made one."""
    assert battle.pending is not None
    options = list(battle.pending.options)
    for _ in range(6):
        option = data.draw(st.sampled_from(options))
        choice = dict(option.key)
        for param in option.params:
            assert not isinstance(param, Dice)
            number = st.integers(int(param.low), int(param.high)) if param.whole else st.floats(
                param.low, min(param.high, param.low + 60))  # fmt: skip
            choice[param.name] = data.draw(number)
        try:
            battle.pending.read(choice)
        except Refusal:
            continue
        return choice
    return dict(data.draw(st.sampled_from([option for option in options if not option.params])).key)


@pytest.mark.rule("BFS-31.2", "BFS-31.3", "BFS-31.4", "BFS-31.5", "BFS-31.6", "BFS-31.6.2", "BFS-31.6.3")
@settings(max_examples=tries(25))
@given(st.data(), st.sampled_from(["patrol", "defend_the_village", "capture_the_crossing", "take_and_hold"]),
       st.sampled_from([(100, 100), (120, 120), (140, 100)]))  # fmt: skip
def test_any_legal_play_keeps_all_limits(data: st.DataObject, scenario: str, size: tuple[int, int]) -> None:
    battle = table(terrain.set_up, scenario=scenario, width=size[0], depth=size[1], dice="seed")
    agreed: dict[str, bool] = {}
    pairs = {0: 0, 1: 0}
    while battle.pending is not None:
        choice = at_random(data, battle)
        side = battle.pending.side
        battle.choose(choice)
        pairs[side] += choice["do"] == "place pair"
        if choice["do"] == "agree":
            agreed[battle.state.terrain[-1]["id"]] = True
    found, free = battle.state.terrain, [p for p in battle.state.terrain if p["id"] not in agreed]
    own = [piece for piece in found if not piece.get("scenario")]
    ended = events(battle, PlacingEnded)
    assert terrain.placed_elements(battle.state) == (
        ended[0].placed if ended else number_of_elements(*map(float, size))
    )
    assert max(pairs.values()) <= 1
    assert sum(is_atypical(piece) for piece in own if piece in free) <= 1
    every = limits()
    for piece in own:
        kind = piece["kind"]
        if kind == "obstacle":
            assert every.least <= piece["width"] <= every.greatest
        elif piece in free:
            assert every.least <= piece["width"] <= every.greatest
            assert every.least <= piece["depth"] <= every.greatest
            assert not elements()[kind].consent
        if kind == "building":
            assert max(piece["width"], piece["depth"]) <= 15
        if kind not in pieces.LINEAR:
            assert pieces.overhang(piece, *size) < 0.02
    for index, piece in enumerate(found):
        for other in found[:index]:
            if "on" in piece:
                continue
            least = pieces.CONTACT if "obstacle" in (piece["kind"], other["kind"]) else every.spacing
            assert pieces.gap(piece, other) > least - 1e-3


@pytest.mark.rule("BFS-31.3")
def test_the_automatic_placement_fills_tables_of_all_sizes() -> None:
    for width, depth in ((100, 100), (120, 120), (180, 120), (240, 180)):
        for scenario in ("patrol", "defend_the_village", "take_and_hold", "defend_the_crossing"):
            battle = table(terrain.set_up, scenario=scenario, width=width, depth=depth)
            battle.play((choose, choose))
            assert terrain.placed_elements(battle.state) == number_of_elements(width, depth)
            kinds = {piece["kind"] for piece in battle.state.terrain if "choice" in piece}
            assert len(kinds) >= 4


def test_a_piece_that_is_offered_is_the_piece_that_is_placed() -> None:
    battle = placing()
    assert battle.pending is not None
    option: Option = next(o for o in battle.pending.options if o.key.get("at") and not o.params)
    decide(battle, dict(option.key))
    (placed,) = events(battle, PiecePlaced)
    assert f"{placed.piece['x']:g}, {placed.piece['y']:g}" in option.label
    assert first_wrong(battle.state, {**placed.piece, "id": "other"}) is not None
