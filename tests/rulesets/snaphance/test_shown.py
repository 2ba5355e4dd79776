"""What is shown: the drawing of a hex map, a battle's JSON, the words of events."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest

from rulesets.engine.events import Event
from rulesets.snaphance import hexes, mapdrawing, viewing
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.events import charge, command, fire, melee, movement, setup
from rulesets.snaphance.ground import Cell, Map
from rulesets.snaphance.mapdrawing import (
    Plane,
    entry_svg,
    general_svg,
    hex_map_svg,
    outline_svg,
    sides_svg,
    stand_svg,
)
from rulesets.snaphance.maptheme import PATTERNS, SIDES, THEMES, theme_of, to_json
from rulesets.snaphance.presentation import PRESENTATION, SIGNS
from rulesets.snaphance.sheet import load
from tests.kit.hexfield import HexField, stand

HERE = hexes.named("0302")


def drawing(map_: Map) -> ET.Element:
    """The whole drawing, as XML that can be read."""
    return ET.fromstring(hex_map_svg(map_, load(), prefix="t").svg("A <map> & more"))


def titles(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]


@pytest.mark.rule("SN-4.0.b")
def test_a_hex_is_drawn_where_the_plane_has_it() -> None:
    plane = Plane(5, 4, unit=10, margin=3)
    wide, deep = hexes.size(5, 4)
    assert (plane.width, plane.height) == pytest.approx((wide * 10 + 6, deep * 10 + 6))
    for place in Map(5, 4).hexes():
        x, y = hexes.centre(place, 4)
        assert plane.point(place) == pytest.approx((3 + 10 * x, 3 + 10 * (deep - y)))
        for direction, other in enumerate(hexes.neighbours(place)):
            (x1, y1), (x2, y2) = plane.side(place, direction)
            one, two = plane.point(place), plane.point(other)
            middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
            assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(middle)


@pytest.mark.rule("SN-4.0.b")
def test_both_hexes_of_a_side_have_the_same_side() -> None:
    plane = Plane(5, 4)
    for direction, other in enumerate(hexes.neighbours(HERE)):
        one, two = plane.side(HERE, direction), plane.side(other, direction + 3)
        assert [*sorted(one)[0], *sorted(one)[1]] == pytest.approx([*sorted(two)[0], *sorted(two)[1]])


def test_everything_on_the_map_is_drawn_and_named() -> None:
    cells = {HERE: Cell("woods", 1, road=True), hexes.named("0402"): Cell("open", 0, road=True)}
    sides = {(HERE, 4): "stream", (hexes.neighbour(HERE, 4), 1): "stream", (HERE, 5): "bridge"}
    root = drawing(Map(5, 4, cells, sides))
    found = titles(root)
    for words in ("A <map> & more", "Edge of higher ground", "Road"):
        assert words in found
    assert any(each.startswith("Woods") for each in found)
    assert load().terrain["stream"].name in found
    labels = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert labels == [hexes.label(place) for place in Map(5, 4).hexes()]


def test_plain_ground_needs_no_more_than_hexes() -> None:
    assert titles(drawing(Map(3, 3))) == ["A <map> & more"]


@pytest.mark.parametrize("key", [key for key, row in load().terrain.items() if not row.side])
def test_ground_of_the_sheet_has_a_look_of_its_own(key: str) -> None:
    assert key in THEMES
    assert theme_of(key).pattern in ("", *PATTERNS)


def test_kinds_that_fill_hexes_are_told_apart_without_colour() -> None:
    patterns = [each.pattern for each in THEMES.values() if each.fill]
    assert len(patterns) == len(set(patterns))


@pytest.mark.parametrize("key", [key for key, row in load().terrain.items() if row.side and not row.crossing])
def test_what_lies_on_hex_sides_is_drawn_with_strokes_of_its_own(key: str) -> None:
    assert key in SIDES
    assert len({tuple(each) for each in SIDES.values()}) == len(SIDES)


def test_terrain_of_a_scenarios_own_is_drawn_as_broken_ground() -> None:
    assert theme_of("vineyard").pattern == "stones"
    assert "stroke-dasharray" in "".join(sides_svg(Plane(3, 3), [(hexes.at(1, 1), 0)], "abatis"))


def test_a_bridge_has_planks_across_its_side() -> None:
    plain = "".join(sides_svg(Plane(3, 3), [(hexes.at(1, 1), 0)], "stream"))
    bridge = "".join(sides_svg(Plane(3, 3), [(hexes.at(1, 1), 0)], "bridge", crossing=True))
    assert bridge.count("<path") == plain.count("<path") + 1


@pytest.mark.rule("SN-4.0.c")
@pytest.mark.parametrize("facing", range(6))
def test_the_point_of_a_stand_lies_towards_its_facing(facing: int) -> None:
    plane = Plane(5, 5)
    place = hexes.at(2, 2)
    turn = re.search(r"rotate\(([\d.]+)\)", stand_svg(plane, place, facing, 0, "PS", "x"))
    assert turn is not None
    assert (90 - float(turn[1])) % 360 == pytest.approx(hexes.heading(facing) % 360)


def test_words_of_players_are_escaped() -> None:
    drawn = stand_svg(Plane(3, 3), hexes.at(0, 0), 1, 1, "<b>", 'The "Lion" <script>', 3)
    assert "<script>" not in drawn
    assert "<b>" not in drawn
    ET.fromstring(drawn)


def test_side_one_is_told_by_a_double_edge_and_ranks_by_lines() -> None:
    plane, place = Plane(3, 3), hexes.at(1, 1)
    first = stand_svg(plane, place, 1, 0, "PS", "x")
    assert stand_svg(plane, place, 1, 1, "PS", "x").count("<path") == first.count("<path") + 1
    assert stand_svg(plane, place, 1, 0, "PS", "x", ranks=3).count("<path") == first.count("<path") + 2


def test_a_zone_is_drawn_round_not_through() -> None:
    one = outline_svg(Plane(5, 5), {0: frozenset({HERE})})
    two = outline_svg(Plane(5, 5), {0: frozenset({HERE, hexes.neighbour(HERE, 0)})})
    assert (one.count("M"), two.count("M")) == (6, 10)


def test_marks_of_generals_and_entries_can_be_read() -> None:
    for mark in (general_svg(Plane(3, 3), HERE, 1), entry_svg(Plane(3, 3), HERE, 0, 4)):
        assert ET.fromstring(mark) is not None


def test_the_browser_is_handed_the_same_looks() -> None:
    given = to_json({"woods": False, "stream": True, "abatis": True})
    assert given["grounds"]["woods"] == {"fill": "#c9d4a2", "pattern": "trees", "opacity": 0.85}
    assert set(given["sides"]) == {"stream", "abatis"}


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


NAMES = {
    "0": "Alice", "1": "Bob", "a.c1": "Centre", "g": "Condé", "u1": "Foot", "u2": "Horse", "u3": "Guns",
}  # fmt: skip


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (command.RoundEnded("r", 3, (2, 0), (15, 16), "x"),
         "Round 3 ends; break points lost: Alice 2 of 15, Bob 0 of 16"),
        (command.GroupDeclared("r", 0, "a.c1"), "Alice: Centre is declared"),
        (command.InitiativeRolled("r", 0, "a.c1", (9, 7)),
         "The initiative goes to Alice (9 to 7) with Centre"),
        (command.InitiativeRolled("r", 1, "a.c1", ()), "Only Bob can still activate groups: Centre"),
        (command.StandsActivated("r", ("u1",)), "Foot acts"),
        (command.StandsActivated("r", ("u1", "u2", "u3")), "Foot, Horse and Guns act together"),
        (command.StandsDone("r", ("u1", "u2")), "Foot and Horse have finished"),
        (command.Recovered("r", ("u1",), True), "Foot rallies"),
        (command.Recovered("r", ("u1", "u2"), False), "Foot and Horse rally, but can do nothing else now"),
        (command.OpportunityTried("r", ("u1",), True), "Foot goes onto opportunity"),
        (command.OpportunityTried("r", ("u1", "u2"), False), "Foot and Horse do not get onto opportunity"),
        (command.TurnedOnOpportunity("r", "u1", 2),
         "Foot turns to the north-west and stays on opportunity"),
        (command.GeneralHelped("r", ("u1", "u2"), "g"), "Condé helps Foot and Horse"),
        (command.GeneralReplaced("r", "g", "u1", "0705", -2, 2),
         "A replacement for Condé takes command with Foot"),
        (command.BattleEnded("r", 0, "the enemy’s army is broken", (0, 9)),
         "Victory for Alice: the enemy’s army is broken"),
        (command.BattleEnded("r", -1, "nobody is left", (0, 0)), "The battle is drawn: nobody is left"),
        (setup.StandEntered("r", "u1", "0705", 1), "Foot arrives in 0705, facing north"),
        (charge.Declared("r", "u1", "charge", "u2"), "Foot: charge against Horse"),
        (charge.Declared("r", "u2", "opportunity fire", "u1"), "Horse: opportunity fire at Foot"),
        (charge.Declared("r", "u1", "has to pursue", "u2"), "Foot: has to pursue Horse"),
        (charge.Evaded("r", "u1", ["u2", "u3"], 1), "Foot evades from Horse and Guns"),
        (charge.Answering("r", "u2", "u1", "0506"), "Horse lets Foot fire first, then charges"),
        (charge.Answering("r", "", "u1"), "Foot has fired"),
        (charge.Intercepted("r", "u2", "u1", "opportunity"), "Horse charges Foot on opportunity"),
        (charge.Intercepted("r", "u2", "u1", "counter"), "Horse counter-charges Foot"),
        (movement.Moved("r", "u2", "0506", 1, "opportunity"),
         "Horse charges on opportunity to 0506, facing north"),
        (movement.Moved("r", "u2", "0506", 1, "counter"), "Horse counter-charges to 0506, facing north"),
        (fire.Removed("r", "u2", "pursued", 0, "pursues off the board"), "Horse pursues off the board"),
        (fire.Removed("r", "u2", "destroyed", 1, "it has no SP left"),
         "Horse is destroyed (it has no SP left); 1 break point lost"),
        (melee.MeleeDecided("r", "u1", "u2", (0, 1), 1),
         "The melee of Foot and Horse goes to Bob: morale losses 0 to 1"),
        (melee.MeleeOver("r", ("u1", "u2")), "The melee of Foot and Horse is over"),
    ],
)  # fmt: skip
def test_the_log_says_what_happened(event, words):
    assert event.describe(NAMES.__getitem__) == words
    assert set(event.subjects()) <= NAMES.keys()
    assert event.to_json()["kind"] == event.kind
