"""What a battle's JSON says for those who draw it, and what is shown of its events and stands."""

from __future__ import annotations

import json

import pytest

from rulesets.contract import registry
from rulesets.engine.events import Event
from rulesets.snaphance import hexes, mapdrawing, viewing
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.events import charge, command, fire, melee, movement, setup
from rulesets.snaphance.presentation import PRESENTATION, SIGNS
from tests.kit.hexfield import HexField, stand

KINDS = {
    made.kind
    for module in (charge, command, fire, melee, movement, setup)
    for made in vars(module).values()
    if isinstance(made, type) and issubclass(made, Event) and hasattr(made, "kind")
}


def field() -> HexField:
    return HexField(
        stand("a.c1u1", "0506", "PS", ranks=2, left=[6, 4]), stand("b.c1u1", "0505", "Sk", opportunity=True),
        terrain={"0505": "woods", "0202": "town"}, levels={"0303": 2}, roads=["0101"],
        sides={("0909", "E"): "stream"},
    )  # fmt: skip


def test_a_stand_lies_in_the_middle_of_its_hex_its_front_ahead() -> None:
    one = next(unit for unit in field().state.view(None)["units"] if unit["id"] == "a.c1u1")
    x, y, heading, width, depth = one["base"]
    cx, cy = hexes.centre(hexes.named("0506"), 12)
    assert (x, heading) == (pytest.approx(cx, abs=1e-4), 90.0)
    assert y == pytest.approx(cy + depth / 2, abs=1e-4)
    assert width < 1
    assert one["whole"] == 12


def test_each_rank_makes_a_stand_deeper_and_it_never_leaves_its_hex() -> None:
    depths = [
        viewing.base_at(stand("a.c1u1", "0506", "Pk", ranks=ranks), hexes.named("0506"), 1, 12)[4]
        for ranks in (1, 2, 3)
    ]
    assert depths == sorted(set(depths))
    half = viewing.FRONT / 2
    assert depths[-1] / 2 <= hexes.RADIUS - half * hexes.RADIUS + 1e-9  # its corners are inside


def test_the_map_is_told_and_read_again() -> None:
    map_ = field().state.map
    told = json.loads(json.dumps(viewing.map_json(map_)))
    assert viewing.map_of(told) == map_


def test_zones_of_control_are_told_with_the_stands() -> None:
    units = {unit["id"]: unit for unit in field().state.view(None)["units"]}
    assert len(units["a.c1u1"]["controls"]) == 2
    assert len(units["b.c1u1"]["controls"]) == 2  # Skirmishers in a wood


def test_a_general_in_a_stand_s_hex_stands_aside() -> None:
    one = HexField(stand("a.c1u1", "0506"), generals={"a.c1": "0506"}).state.view(0)["leaders"][0]
    x, _ = hexes.centre(hexes.named("0506"), 12)
    assert one["placed"]
    assert one["x"] > x


def test_nothing_is_kept_from_either_side() -> None:
    state = field().state
    assert state.view(0) == state.view(1) == state.view(None)


def test_a_battle_is_drawn_once_for_its_map() -> None:
    state = field().state.view(None)
    assert PRESENTATION.map is not None
    one, other = (PRESENTATION.map(state, "f", 84.0, 26.0) for _ in range(2))
    assert one.ground is other.ground
    assert "woods" in one.ground.lower()
    assert mapdrawing.hexes.label(hexes.named("0101")) in one.labels


def test_every_class_has_a_drawn_sign() -> None:
    assert set(SIGNS) == set(CLASSES)


def test_strength_is_that_of_all_ranks() -> None:
    unit = next(unit for unit in field().state.view(None)["units"] if unit["id"] == "a.c1u1")
    assert PRESENTATION.strength_of(unit) == (10, 12)
    assert PRESENTATION.ranks(unit) == (6, 4)


def test_what_stands_out_in_a_log_are_events_that_there_are() -> None:
    named = {PRESENTATION.turn_began, *PRESENTATION.major, *PRESENTATION.minor, *PRESENTATION.retold}
    assert named <= KINDS | {"declared"}, named - KINDS


def test_it_is_found_by_its_system() -> None:
    assert registry.get("snaphance").presentation is PRESENTATION
