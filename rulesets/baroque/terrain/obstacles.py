"""Linear obstacles and cover: fire (BQ-LO.1, BQ-6.1.3.6), charges and defence (BQ-LO.3)."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.baroque.state import State
from rulesets.baroque.tables import firing_modifier
from rulesets.baroque.terrain.shapes import layout
from rulesets.engine.dice import Modifier
from rulesets.engine.geometry import Base
from rulesets.freetable import obstacles
from rulesets.freetable.ground import contains
from rulesets.freetable.shapes import Segment

TOUCH = 0.1  # BU: a base this near to the middle of a hedge or wall touches it


def edge_cover(
    state: State, _firer_base: Base, target_base: Base, lines: Iterable[Segment], artillery: bool
) -> Modifier | None:
    """BQ-6.1.3.6: the die less against a target at the edge of cover or behind an obstacle, or None.

    `lines`: the lines of fire (x1, y1, x2, y2), from the firer. A target that can be fired at at all and
    has its whole base in a wood or built-up area is at its edge. Only one of the two counts (BQ-6.1.3).
    """
    if artillery or not state.terrain:
        return None
    table = layout(state)
    for shape in table.shapes:
        if shape.cover and shape.near(target_base) and contains(shape, target_base):
            row = firing_modifier("target_in_cover")
            return Modifier(row.rule, row.dice, f"target at the edge of the {shape.name}")
    if obstacles.protects(table, target_base, tuple(lines), TOUCH):
        row = firing_modifier("target_behind_obstacle")
        return Modifier(row.rule, row.dice, "target behind a linear obstacle")
    return None


def obstacle_crossed(state: State, start: Base, end: Base) -> bool:
    """BQ-LO.3: whether a straight charge crosses a linear obstacle or brings the front to one."""
    return obstacles.crossed(layout(state), start, end, TOUCH)


def defends_obstacle(state: State, unit_base: Base, enemy_base: Base) -> bool:
    """BQ-7.5.e: whether the unit touches a linear obstacle that lies between it and the enemy."""
    return obstacles.defends(layout(state), unit_base, enemy_base, TOUCH)
