"""Where ready-made places for terrain lie, as a board shows them."""

from __future__ import annotations

import pytest

from rulesets.baroque.presentation import place
from rulesets.baroque.state import State
from rulesets.engine.battle import Battle
from tests.kit.battles import baroque, sample


@pytest.fixture
def placing() -> Battle:
    """A battle at the decision that places terrain."""
    battle = baroque(sample("royalist-patrol-300"), sample("parliament-patrol-300"), seed="3")
    while battle.pending is not None and battle.pending.kind != "place terrain":
        battle.choose(battle.system.core.tactician(battle, battle.pending))
    assert battle.pending is not None
    return battle


@pytest.mark.rule("BQ-3.3.e")
def test_a_piece_comes_to_lie_where_its_place_was_shown(placing: Battle) -> None:
    options = [option for option in placing.pending.options if "at" in option.key]
    assert len({option.key["kind"] for option in options}) > 5
    chosen = next(option for option in options if option.key["kind"] == "wood")
    shown = place(placing.state, chosen.key)
    placing.choose(dict(chosen.key))
    wood = next(piece for piece in placing.state.terrain.values() if piece.kind == "wood")
    assert shown == wood.outline


@pytest.mark.rule("BQ-3.3.e")
def test_every_place_on_offer_is_a_part_of_the_table(placing: Battle) -> None:
    state: State = placing.state
    for option in placing.pending.options:
        outline = place(state, option.key)
        assert bool(outline) == ("at" in option.key), option.key
        assert all(-1 <= x <= state.width + 1 for x in outline[::2])
        assert all(-1 <= y <= state.depth + 1 for y in outline[1::2])


@pytest.mark.parametrize(
    "key",
    [
        {"do": "done"},
        {"do": "place", "kind": "wood"},
        {"do": "place", "kind": "wood", "at": "999"},
        {"do": "place", "unit": "a.c1u1", "at": "1-1"},
        {"do": "move", "piece": "nothing", "to": "left"},
    ],
)
def test_what_names_no_place_for_terrain_has_no_outline(placing: Battle, key: dict[str, str]) -> None:
    assert place(placing.state, key) == ()
