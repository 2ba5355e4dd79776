"""What a base stands on (BQ-3.1.b), who is higher, what is seen (BQ-3.1.4), and where nobody may stand
(BQ-3.1.1.d).
"""

from __future__ import annotations

from typing import Literal

from rulesets.baroque.state import State
from rulesets.baroque.terrain.shapes import layout
from rulesets.engine.geometry import Base
from rulesets.freetable import ground as on
from rulesets.freetable import sight

Ground = Literal["open", "broken", "difficult"]

_GROUNDS: tuple[Ground, ...] = ("open", "broken", "difficult")
_RANKS = {"broken": 1, "difficult": 2}
_HILLS = frozenset({"gentle_hill", "ridge", "steep_hill", "wooded_hill"})
_IMPASSABLE = frozenset({"impassable"})


def ground(state: State, base: Base) -> Ground:
    """BQ-3.1.b: the worst ground that at least half of the base is in."""
    return _GROUNDS[on.worst(layout(state), base, _RANKS)]


def wholly_in(state: State, base: Base, *grounds: str) -> bool:
    """Whether the whole base lies in one piece of such ground ("broken", "difficult")."""
    return on.wholly_in(layout(state), base, grounds)


def mostly_in(state: State, base: Base, *grounds: str) -> bool:
    """Whether more than half of the base lies in one piece of such ground (BQ-7.3.e: the greater part)."""
    return on.mostly_in(layout(state), base, grounds)


def in_kind(state: State, base: Base, *kinds: str) -> bool:
    """BQ-3.1.b: whether at least half of a base is in a piece of one of these kinds."""
    return on.in_kind(layout(state), base, kinds)


def on_hill(state: State, base: Base) -> bool:
    """BQ-6.4.a: whether at least half of the base is on a hill, gentle, steep or wooded."""
    return on.in_kind(layout(state), base, _HILLS)


def higher(state: State, base: Base, enemy_base: Base) -> bool:
    """BQ-3.1.4.d: on a gentle hill, with the front nearer to its ridge or middle than the enemy's front."""
    return on.higher(layout(state), base, enemy_base)


def may_stand(state: State, base: Base) -> bool:
    """BQ-3.1.1.d: whether no part of the base is in Impassable Terrain."""
    return on.clear_of(layout(state), base, _IMPASSABLE)


def leader_may_stand(state: State, x: float, y: float) -> bool:
    """BQ-3.1.3: whether a Leader may stand at a point: on the table and not in Impassable Terrain.

    A ford or bridge that can be used is none.
    """
    if not (0.0 <= x <= state.width and 0.0 <= y <= state.depth):
        return False
    return on.point_clear_of(layout(state), x, y, "impassable")


# -- sight ----------------------------------------------------------------------------------------


def visible(state: State, viewer: Base, target: Base) -> bool:
    """BQ-3.1.4.b: whether the line from the viewer's front midpoint to any side's midpoint is free."""
    return sight.visible(layout(state).limiting, viewer, target)


def sight_line_free(state: State, x1: float, y1: float, x2: float, y2: float) -> bool:
    """BQ-3.1.4.b, BQ-6.3.3.a: whether terrain lets a line of sight or fire through."""
    return sight.line_free(layout(state).limiting, x1, y1, x2, y2)


def sight_limited(state: State) -> bool:
    """Whether there is anything on the table that could end a line of sight."""
    return bool(layout(state).limiting)
