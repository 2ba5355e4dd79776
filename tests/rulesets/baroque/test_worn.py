"""Battles that begin with losses of earlier ones, on ground that is known: refusals, and what they change."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque import setup as setting_up
from rulesets.baroque.events.setup import PiecePlaced
from rulesets.baroque.morale import lose_vbu
from rulesets.baroque.victory import vd_lost
from rulesets.contract.documents import read_setup
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.document import SetupError
from tests.kit.setting import army, battle_of, begun, events, setup


def refused(**changes: Any) -> SetupError:
    with pytest.raises(SetupError) as caught:
        setting_up.check_setup(read_setup(setup(**changes)))
    return caught.value


class TestLosses:
    @pytest.mark.parametrize(
        ("losses", "path", "words"),
        [
            ({"a.c1u9": 1}, "options.losses.a.c1u9", "is not a unit of the two lists"),
            ({"c1u1": 1}, "options.losses.c1u1", "is not a unit of the two lists"),
            ({"a.baggage": 1}, "options.losses.a.baggage", "is not a unit of the two lists"),
            ({"b.c1u1": 0}, "options.losses.b.c1u1", "whole number from 1 to"),
            ({"b.c1u1": 99}, "options.losses.b.c1u1", "whole number from 1 to"),
            ({"b.c1u1": True}, "options.losses.b.c1u1", "whole number from 1 to"),
            ([1], "options.losses", "must be an object"),
        ],
    )
    def test_losses_that_cannot_be_are_refused_with_their_place(
        self, losses: Any, path: str, words: str
    ) -> None:
        error = refused(options={"losses": losses})
        assert error.path == path
        assert words in error.message

    def test_units_begin_with_what_they_have_left(self) -> None:
        state = begun(setup(options={"losses": {"a.c1u1": 2}}))
        unit, fresh = state.units["a.c1u1"], state.units["b.c1u1"]
        assert (unit.vbu, unit.losses, unit.worn) == (fresh.vbu - 2, 2, 2)
        assert unit.to_json()["worn"] == 2
        assert "worn" not in fresh.to_json()
        assert "losses" not in state.options

    @pytest.mark.rule("BQ-9.1.a", "BQ-9.1.b")
    def test_who_came_exhausted_counts_whole_and_costs_nothing_for_it(self) -> None:
        whole = begun(setup())
        vbu = whole.units["a.c1u1"].profile.vbu
        state = begun(setup(options={"losses": {"a.c1u1": vbu - 1}}))
        unit = state.units["a.c1u1"]
        unit.status = "field"
        assert unit.exhausted
        assert state.sides[0].vdt == whole.sides[0].vdt
        assert vd_lost(state, 0).total == 0
        unit.status = "routed"
        assert vd_lost(state, 0).total == 2 * unit.profile.vd  # BQ-9.1.c

    @pytest.mark.rule("BQ-9.1.b")
    def test_who_came_worn_but_fresh_costs_its_vd_when_it_is_exhausted(self) -> None:
        state = begun(setup(options={"losses": {"a.c1u1": 1}}))
        unit = state.units["a.c1u1"]
        unit.status = "field"
        assert not unit.exhausted
        unit.losses = unit.profile.vbu - 1
        assert vd_lost(state, 0).total == unit.profile.vd

    def test_the_last_vbu_of_a_worn_unit_routs_it(self) -> None:
        battle = battle_of(setup(options={"losses": {"a.c1u1": 1}}), 5, 2)
        unit = battle.state.units["a.c1u1"]
        unit.status = "field"
        assert not lose_vbu(battle, unit, unit.vbu - 1, "shot", "BQ-6.2.e")
        assert lose_vbu(battle, unit, 1, "shot", "BQ-6.2.e")
        assert (unit.status, unit.losses) == ("routed", unit.profile.vbu)


class TestGround:
    @pytest.mark.parametrize(
        ("ground", "path", "words"),
        [
            ([], "options.ground", "must be an object"),
            ({"woods": 1}, "options.ground.woods", "is not a part of a ground"),
            ({"pool": "wood"}, "options.ground.pool", "must be a list"),
            ({"pool": ["wood", "jungle"]}, "options.ground.pool[1]", "is not a kind of terrain"),
            ({"pool": [["wood"]]}, "options.ground.pool[0]", "is not a kind of terrain"),
            ({"pool": ["wood"] * 61}, "options.ground.pool", "at most 60"),
            ({"pieces": {}}, "options.ground.pieces", "must be a list"),
            ({"pieces": [{"kind": "wood"}]}, "options.ground.pieces[0]", "has no place"),
        ],
    )
    def test_ground_that_cannot_be_is_refused_with_its_place(
        self, ground: Any, path: str, words: str
    ) -> None:
        error = refused(terrain="roll", options={"ground": ground})
        assert error.path == path
        assert words in error.message

    def test_ground_is_for_terrain_that_is_rolled_for(self) -> None:
        assert refused(options={"ground": {"pool": ["wood"]}}).path == "options.ground"

    @pytest.mark.rule("BQ-3.3.d")
    def test_the_first_player_places_no_more_of_a_kind_than_the_pool_has(self) -> None:
        battle = _placing({"pool": ["wood", "gentle_hill"]})
        assert _kinds(battle) == {"wood", "gentle_hill"}
        battle.choose({"do": "place", "kind": "wood", "at": _place(battle, "wood")})
        assert _kinds(battle) == {"gentle_hill"}

    @pytest.mark.rule("BQ-3.3.d")
    def test_with_an_empty_pool_nothing_is_placed_whatever_the_dice_ask_for(self) -> None:
        battle = _placing({"pool": []})
        assert not events(battle, PiecePlaced)
        assert battle.pending is None or battle.pending.kind != "place terrain"

    @pytest.mark.rule("BQ-3.3.a", "BQ-3.3.f")
    def test_what_lay_there_before_costs_no_options_and_stays(self) -> None:
        wood = {"kind": "wood", "x": 5, "y": 7, "width": 3, "depth": 2}
        battle = _placing({"pool": ["gentle_hill"], "pieces": [wood]})
        assert battle.state.terrain["g1"].options == 0
        battle.choose({"do": "place", "kind": "gentle_hill", "at": _place(battle, "gentle_hill")})
        changes = _pending(battle)
        assert changes.kind == "change terrain"
        assert {option.key.get("piece") for option in changes.options} == {"t1", None}


def _placing(ground: dict[str, Any]) -> Battle:
    """A battle whose First Player, with a 3 against a 2, places terrain from that ground."""
    one = army(["foot-sm1"], ["reiters"])
    return battle_of(setup(one, one, terrain="roll", options={"ground": ground}), 3, 2)


def _pending(battle: Battle) -> Decision:
    assert battle.pending is not None
    return battle.pending


def _kinds(battle: Battle) -> set[str]:
    return {option.key["kind"] for option in _pending(battle).options if option.key["do"] == "place"}


def _place(battle: Battle, kind: str) -> str:
    found = _pending(battle).fitting({"do": "place", "kind": kind})
    return next(str(option.key["at"]) for option in found if "at" in option.key)
