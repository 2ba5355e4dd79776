"""Pieces as shapes, and the layouts that are kept of them."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import pytest

from rulesets.freetable.shapes import Layouts, Shape, band, offset, shaped, stretches, thick
from tests.rulesets.freetable.tables import STREAM, WALL, WOOD, area, base, laid


@dataclass
class Lying:
    """A piece as some system has it."""

    name: str
    x: float


@dataclass
class Table:
    terrain: dict[str, Lying]
    weather: str = ""


def layouts() -> tuple[Layouts[Lying], list[str]]:
    made: list[str] = []

    def make(piece: Lying, condition: str) -> Shape:
        made.append(f"{piece.name}{condition}")
        return area(WOOD, piece.x, 20, 8, 6)

    return Layouts(make, attrgetter("weather")), made


def test_a_piece_is_made_into_a_shape_once_as_long_as_the_table_is_the_same() -> None:
    kept, made = layouts()
    table = Table({"a": Lying("a", 20), "b": Lying("b", 50)})
    first = kept.of(table)
    assert kept.of(table) is first
    table.terrain["b"] = Lying("b", 40)
    assert [shape.cx for shape in kept.of(table).shapes] == [20, 40]
    del table.terrain["a"]
    assert [shape.cx for shape in kept.of(table).shapes] == [40]
    assert made == ["a", "b", "b"]


def test_the_condition_of_the_table_tells_what_a_piece_is() -> None:
    kept, made = layouts()
    table = Table({"a": Lying("a", 20)})
    dry = kept.of(table)
    table.weather = " in rain"
    assert kept.of(table) is not dry
    assert made == ["a", "a in rain"]
    assert kept.of(Table({})).shapes == ()


def test_a_layout_knows_what_matters_to_whom() -> None:
    wood, wall = area(WOOD, 20, 20, 8, 6), shaped("w", WALL, line=(30.0, 10.0, 40.0, 10.0))
    road = shaped("r", STREAM, line=(0.0, 5.0, 72.0, 5.0), width=1.0)
    layout = laid(wood, wall, road)
    assert layout.hindering == (wood, wall, road)
    assert layout.limiting == ((wood, 2.0),)
    assert layout.walled == (wall,)


def test_an_enclosed_field_has_a_wall_along_each_side() -> None:
    field = shaped("f", WOOD, outline=area(WOOD, 20, 20, 8, 6).parts[0], enclosed=True)
    assert len(field.walls) == 4
    assert field.hinders


@pytest.mark.parametrize(("y", "share"), [(17.0, 0.0), (18.0, 0.5), (19.0, 1.0), (24.5, 0.25)])
def test_how_much_of_a_base_lies_in_a_piece(y: float, share: float) -> None:
    wood = area(WOOD, 20, 20, 8, 6)  # from 17 to 23
    assert wood.share(base(20, y)) == pytest.approx(share)
    assert wood.holds(base(20, y)) is (share >= 0.5)
    assert wood.holds(base(20, y), 0.2) is (share >= 0.2)


def test_the_stretches_of_a_band_meet_at_its_angles() -> None:
    parts = band((0.0, 10.0, 30.0, 10.0, 30.0, 48.0), 4.0)
    assert len(parts) == 2
    assert {(28.0, 12.0), (32.0, 8.0)} <= set(zip(parts[0][::2], parts[0][1::2], strict=True))
    assert {(28.0, 12.0), (32.0, 8.0)} <= set(zip(parts[1][::2], parts[1][1::2], strict=True))


def test_the_distance_from_a_line_and_a_line_with_some_thickness() -> None:
    (stretch,) = stretches((10.0, 10.0, 20.0, 10.0))
    assert offset(stretch, 15, 13) == pytest.approx(3)
    assert offset(stretch, 23, 14) == pytest.approx(5)
    assert sorted(thick(stretch, 0.5)[1::2]) == pytest.approx([9.5, 9.5, 10.5, 10.5])
