"""Hexes and facings: directions, roles of neighbours, frames, the front face line, arcs, names (SN-4.0)."""

from __future__ import annotations

import tomllib
from functools import cache
from math import atan2, degrees
from pathlib import Path
from typing import Any

import pytest

from rulesets.snaphance import hexes
from rulesets.snaphance.hexes import DIRECTIONS, Hex

ORIGIN = (0, 0)
ROLES = {("front", "right"): (hexes.front, 0), ("front", "left"): (hexes.front, 1),
         ("flank", "left"): (hexes.flanks, 0), ("flank", "right"): (hexes.flanks, 1),
         ("rear", "left"): (hexes.rear, 0), ("rear", "right"): (hexes.rear, 1)}  # fmt: skip


@cache
def tables() -> dict[str, Any]:
    """The tables of the catalogue."""
    path = Path(hexes.__file__).parent / "data" / "tables.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def turned(offset: Hex, faces: int) -> Hex:
    """An offset turned by so many faces counter-clockwise."""
    q, r = offset
    for _ in range(faces):
        q, r = q + r, -q
    return q, r


@pytest.mark.rule("SN-4.0.a")
def test_a_facing_is_a_point_of_the_hex_between_two_sides() -> None:
    for facing in range(6):
        x, y = hexes.centre((5, 5), 12)
        (x1, y1), (x2, y2) = (hexes.centre(place, 12) for place in hexes.front((5, 5), facing))
        heading = hexes.heading(facing)
        assert heading % 60 == 30
        assert degrees(atan2((y1 + y2) / 2 - y, (x1 + x2) / 2 - x)) % 360 == pytest.approx(heading)
    assert [hexes.facing_words(facing) for facing in (1, 4, 7)] == ["north", "south", "north"]


@pytest.mark.rule("SN-4.0.b")
def test_directions_are_those_of_the_catalogue() -> None:
    assert [(row["dq"], row["dr"]) for row in tables()["direction"]] == list(DIRECTIONS)
    assert [turned((1, 0), n) for n in range(6)] == list(DIRECTIONS)
    assert all(hexes.direction(ORIGIN, hexes.neighbour(ORIGIN, n)) == n % 6 for n in range(12))
    assert hexes.direction(ORIGIN, (2, 0)) is None
    assert hexes.neighbours(ORIGIN) == DIRECTIONS


@pytest.mark.rule("SN-4.0.c")
@pytest.mark.parametrize("facing", range(6))
def test_roles_of_neighbours_are_those_of_the_catalogue(facing: int) -> None:
    for row in tables()["neighbour_role"]:
        place = hexes.neighbour(ORIGIN, facing + row["add"])
        find, index = ROLES[row["role"], row["side"]]
        assert find(ORIGIN, facing)[index] == place
        assert hexes.rank(ORIGIN, facing, place) == row["rank_k"]
        assert (place in hexes.behind(ORIGIN, facing)) is (row["role"] != "front")


@pytest.mark.rule("SN-4.0.d")
@pytest.mark.parametrize("facing", range(6))
def test_the_frame_of_a_stand(facing: int) -> None:
    (row,) = [row for row in tables()["local_frame"] if row["facing"] == facing]
    (q1, r1), (q2, r2) = DIRECTIONS[facing], DIRECTIONS[(facing + 1) % 6]
    for dq, dr in hexes.disc(ORIGIN, 5):
        a, b = hexes.frame((3, 4), facing, (3 + dq, 4 + dr))
        assert (a, b) == (row["a_q"] * dq + row["a_r"] * dr, row["b_q"] * dq + row["b_r"] * dr)
        assert (a * q1 + b * q2, a * r1 + b * r2) == (dq, dr)
        assert hexes.rank((3, 4), facing, (3 + dq, 4 + dr)) == a + b


@pytest.mark.rule("SN-4.0.e")
@pytest.mark.parametrize("facing", range(6))
def test_the_front_face_line(facing: int) -> None:
    for place in hexes.disc(ORIGIN, 5):
        a, b = hexes.frame(ORIGIN, facing, place)
        assert hexes.before_line(ORIGIN, facing, place) is (a + b >= 1)
    assert all(hexes.before_line(ORIGIN, facing, place) for place in hexes.front(ORIGIN, facing))
    assert not any(hexes.before_line(ORIGIN, facing, place) for place in hexes.behind(ORIGIN, facing))


@pytest.mark.rule("SN-4.0.f")
def test_the_distance_is_the_number_of_steps() -> None:
    reached, ring = {ORIGIN: 0}, [ORIGIN]
    for steps in range(1, 6):
        ring = [near for place in ring for near in hexes.neighbours(place) if near not in reached]
        reached.update(dict.fromkeys(ring, steps))
    assert all(hexes.distance(ORIGIN, place) == steps for place, steps in reached.items())
    assert set(reached) == set(hexes.disc(ORIGIN, 5))


@pytest.mark.rule("SN-7.0.a", "SN-7.0.b", "SN-5.0.b")
@pytest.mark.parametrize("facing", range(6))
def test_arcs_are_those_of_the_catalogue(facing: int) -> None:
    for row in tables()["arc_ring"]:
        away = row["range_hexes"]
        ring = [place for place in hexes.disc(ORIGIN, 4) if hexes.distance(ORIGIN, place) == away]
        for name, arc in (("wide", hexes.in_wide_arc), ("narrow", hexes.in_narrow_arc)):
            told = {turned((q, r), facing - row["facing"]) for q, r in row[name]}
            assert {place for place in ring if arc(ORIGIN, facing, place)} == told
    assert not hexes.in_wide_arc(ORIGIN, facing, ORIGIN)
    assert not hexes.in_narrow_arc(ORIGIN, facing, ORIGIN)


# -- names and the plane --------------------------------------------------------------------------


def test_hexes_are_named_by_column_and_row() -> None:
    for column in range(60):
        for row in range(40):
            place = hexes.at(column, row)
            assert hexes.column_row(place) == (column, row)
            assert hexes.named(hexes.label(place)) == place
    assert hexes.label(hexes.at(6, 4)) == "0705"


@pytest.mark.parametrize("name", ["", "705", "07055", "0005", "0700", "07a5", "+705", "０７０５"])
def test_what_is_no_name_of_a_hex(name: str) -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        hexes.named(name)


def test_neighbours_lie_1h_apart_on_the_plane() -> None:
    for row in range(4):
        place = hexes.at(3, row)
        x, y = hexes.centre(place, 4)
        for near in hexes.neighbours(place):
            nx, ny = hexes.centre(near, 4)
            assert (nx - x) ** 2 + (ny - y) ** 2 == pytest.approx(1.0)
    width, depth = hexes.size(4, 4)
    assert width == 4.5
    assert hexes.centre(hexes.at(0, 3), 4)[1] == pytest.approx(hexes.RADIUS)
    assert hexes.centre(hexes.at(0, 0), 4)[1] == pytest.approx(depth - hexes.RADIUS)
