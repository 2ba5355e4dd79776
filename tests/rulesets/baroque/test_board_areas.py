"""Areas of a piece in hand: marches, charges, arcs of fire, command range, deployment zones."""

from __future__ import annotations

import random
from math import hypot

import pytest

from rulesets.baroque import activation
from rulesets.baroque.shooting.targets import aim_at, firing_edges
from rulesets.baroque.state import Piece
from rulesets.contract.board import Area
from rulesets.engine.geometry import Base
from tests.kit.battles import baroque, sample
from tests.kit.field import Field, inspected, unit


def areas(field: Field, piece: str, kind: str) -> list[Area]:
    """The areas of a kind of the unit, active now."""
    field.pending = next(activation.activate(field, field.state.units[piece]))
    return [area for area in inspected(field, piece).areas if area.kind == kind]


def inside(outline: tuple[float, ...], x: float, y: float) -> bool:
    """Whether a point is in a polygon: rays to the right cross its rim an odd number of times."""
    points = list(zip(outline[::2], outline[1::2], strict=True))
    odd = False
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


def highest(area: Area) -> float:
    return max(area.outline[1::2])


# ---------------------------------------------------------------------------- marches


@pytest.mark.rule("BQ-5.1.b", "BQ-5.1.c", "BQ-5.1.e")
def test_a_march_goes_on_as_long_as_its_tests_are_passed() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, m_bu=1), unit("b.c1u1", 10, 14, 270))
    found = areas(field, "a.c1u1", "march")
    assert [area.chance for area in found] == [None, None, pytest.approx(1 / 2), pytest.approx(1 / 6)]
    assert [area.short for area in found] == ["1st move", "2nd move", "3rd move", "4th move"]
    assert [highest(area) for area in found] == pytest.approx([4, 5, 6, 7], abs=1e-3)
    assert "2nd movement action, then a test of 50%" in found[1].label


@pytest.mark.rule("BQ-5.1.1.a", "BQ-5.1.1.b")
def test_slow_and_fast_units_test_accordingly() -> None:
    for speed, chance in (("S", 1 / 3), ("F", 2 / 3)):
        field = Field(unit("a.c1u1", 10, 3, 90, speed=speed), unit("b.c1u1", 10, 14, 270))
        assert areas(field, "a.c1u1", "march")[2].chance == pytest.approx(chance)


@pytest.mark.rule("BQ-2.5.3.c")
def test_a_disordered_unit_makes_one_movement_action() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, disordered=True), unit("b.c1u1", 10, 14, 270))
    assert len(areas(field, "a.c1u1", "march")) == 1


@pytest.mark.rule("BQ-5.1.c")
def test_a_march_under_way_counts_the_actions_made() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90), unit("b.c1u1", 10, 14, 270))
    areas(field, "a.c1u1", "march")
    made = field.state.activation
    made.march = 2
    found = [area for area in inspected(field, "a.c1u1").areas if area.kind == "march"]
    assert [area.label[:3] for area in found] == ["3rd", "4th"]
    assert [area.chance for area in found] == [None, pytest.approx(1 / 3)]


@pytest.mark.rule("BQ-5.4.a", "BQ-5.2.1.a")
def test_a_march_ends_before_an_enemy_and_reaches_aside_by_wheels() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, m_bu=2), unit("b.c1u1", 10, 5.5, 270, width=3.0))
    found = areas(field, "a.c1u1", "march")
    assert inside(found[0].outline, 10, 4.9)
    assert not inside(found[0].outline, 10, 5.6)
    assert min(found[1].outline[::2]) < 8.5
    assert max(found[1].outline[::2]) > 11.5


# ---------------------------------------------------------------------------- charges


@pytest.mark.rule("BQ-5.4.1.a", "BQ-5.4.1.b")
def test_the_bonus_die_gives_bands_with_their_chances() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, type_="TR", m_bu=2), unit("b.c1u1", 10, 14, 270))
    found = areas(field, "a.c1u1", "charge")
    assert [area.chance for area in found] == [None, pytest.approx(5 / 6), pytest.approx(2 / 6)]
    assert [area.short for area in found] == ["charge", "die 2+", "die 5+"]
    assert [highest(area) for area in found] == pytest.approx([5, 6, 7])
    assert {round(x, 4) for x in found[-1].outline[::2]} == {9.0, 11.0}


@pytest.mark.rule("BQ-5.4.e")
def test_units_without_impetus_have_no_charge() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90, i=0), unit("b.c1u1", 10, 14, 270))
    assert areas(field, "a.c1u1", "charge") == []


@pytest.mark.rule("BQ-5.4.d")
def test_friends_cut_a_charge_short() -> None:
    field = Field(
        unit("a.c1u1", 10, 3, 90, type_="TR", m_bu=2), unit("a.c1u2", 10, 5, 90), unit("b.c1u1", 10, 14, 270)
    )
    assert highest(areas(field, "a.c1u1", "charge")[-1]) == pytest.approx(4.25, abs=1e-3)


# ---------------------------------------------------------------------------- fire


@pytest.mark.rule("BQ-6.1.2", "BQ-6.3.1.a", "BQ-6.3.2")
@pytest.mark.parametrize(("kind", "weapon"), [("T", "Musket"), ("ART", "Art A"), ("LTE", "Musket")])
def test_an_arc_holds_just_those_who_can_be_fired_at(kind: str, weapon: str) -> None:
    rng = random.Random(kind)
    firer = unit("a.c1u1", 10, 7, 70, type_=kind, weapons=(weapon,))
    field = Field(firer, unit("b.c1u1", 10, 14, 270, width=0.02, depth=0.02), width=24.0, depth=20.0)
    found = areas(field, "a.c1u1", "fire")
    aimed = field.state.units["b.c1u1"]
    both = set()
    for _ in range(300):
        x, y = rng.uniform(3, 18), rng.uniform(1, 16)
        aimed.base = Base(x, y, 270, 0.02, 0.02)
        if near_a_rim(found, x, y) or hypot(x - 10, y - 7) < 0.2:
            continue
        aims = [aim_at(field.state, firer, aimed, side) for side in firing_edges(firer.profile)]
        seen = {(aim.edge, BANDS.index(aim.at)) for aim in aims if aim is not None}
        assert {shown(area) for area in found if inside(area.outline, x, y)} == seen, (x, y)
        both.add(bool(seen))
    assert both == {True, False}


BANDS = ("point_blank", "short", "long", "extreme")


def shown(area: Area) -> tuple[str, int]:
    """The edge that an arc belongs to, and its band."""
    return ("front" if "from the" not in area.label else area.label.split()[-1], area.step)


def near_a_rim(found: list[Area], x: float, y: float) -> bool:
    """Whether a point is so near to a rim that roundings, and the corners of arcs, decide."""
    for area in found:
        points = list(zip(area.outline[::2], area.outline[1::2], strict=True))
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            length = hypot(x2 - x1, y2 - y1) or 1.0
            part = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length**2))
            if hypot(x - x1 - part * (x2 - x1), y - y1 - part * (y2 - y1)) < 0.06:
                return True
    return False


# ---------------------------------------------------------------------------- leaders and deployment


@pytest.mark.rule("BQ-2.6.2.a", "BQ-2.6.1.a", "BQ-2.6.1.h")
def test_a_leader_shows_his_range_and_his_move() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90), unit("b.c1u1", 10, 14, 270))
    field.pending = next(activation.activate_command(field, "a.c1"))
    hand = inspected(field, "a.c1.leader")
    ranges = {area.label: area.outline for area in hand.areas}
    x, y = field.state.leaders["a.c1.leader"].x, field.state.leaders["a.c1.leader"].y
    for label, radius in (("command range, 6 BU", 6), ("move, 4 BU", 4)):
        outline = ranges[label]
        far = [hypot(px - x, py - y) for px, py in zip(outline[::2], outline[1::2], strict=True)]
        assert far == pytest.approx([radius] * len(far), abs=1e-3)
    move = next(move for move in hand.moves if move.key["do"] == "leader-move")
    assert move.ghosts == ()
    assert {each.what for each in hand.actions if not each.allowed} == {"Leave the unit"}
    field.state.leaders["a.c1.leader"].attached = "a.c1u1"
    hand = inspected(field, "a.c1.leader")
    assert [area.label for area in hand.areas] == ["command range, 3 BU"]
    assert max(hand.areas[0].outline[1::2]) == pytest.approx(6, abs=1e-3)


@pytest.mark.rule("BQ-2.6.1.a", "BQ-2.6.1.e")
def test_why_a_leader_may_not() -> None:
    field = Field(unit("a.c1u1", 10, 3, 90), unit("b.c1u1", 10, 14, 270))
    field.pending = next(activation.activate_command(field, "a.c1"))
    told = {each.what: each.why for each in inspected(field, "b.c1.leader").actions}
    assert told["Move"] == "the leader moves while the command is active"
    assert told["Leave the unit"] == "the leader is with no unit"


@pytest.mark.rule("BQ-3.4.c")
def test_before_the_battle_a_piece_shows_its_zone_and_its_places() -> None:
    battle = baroque(sample("royalist-patrol-300"), sample("parliament-patrol-300"), terrain="open")
    while battle.pending is not None and battle.pending.kind != "deploy unit":
        battle.choose(dict(battle.pending.options[0].key))
    hand = inspected(battle, battle.pending.subject or "a.baggage")
    assert [area.kind for area in hand.areas] == ["zone"]
    ready = [move for move in hand.moves if "at" in move.key]
    assert ready
    assert all(len(move.ghosts) == 1 for move in ready)
    free = next(move for move in hand.moves if move.key["do"] == "place" and "at" not in move.key)
    assert free.ghosts == ()


@pytest.mark.rule("BQ-3.1.1.c")
def test_ground_that_disorders_ends_a_march_and_is_noted() -> None:
    wood = Piece("t1", "wood", (4, 5, 16, 5, 16, 12, 4, 12))
    field = Field(unit("a.c1u1", 10, 4.5, 90, m_bu=2), unit("b.c1u1", 10, 14, 270), terrain=[wood])
    found = areas(field, "a.c1u1", "march")
    advance = next(move for move in inspected(field, "a.c1u1").moves if move.key["do"] == "advance")
    assert "Disordered" in advance.ghosts[-1].note
    assert highest(found[-1]) < 4.5 + 2 * 2
