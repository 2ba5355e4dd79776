"""Terrain on the table: what units stand on, what moves, sight and fire meet (BQ-3.1, BQ-6.1.3.6, BQ-LO)."""

from rulesets.baroque.terrain.ground import (
    ground,
    higher,
    in_kind,
    leader_may_stand,
    may_stand,
    mostly_in,
    on_hill,
    sight_limited,
    sight_line_free,
    visible,
    wholly_in,
)
from rulesets.baroque.terrain.obstacles import defends_obstacle, edge_cover, obstacle_crossed
from rulesets.baroque.terrain.passage import (
    Passage,
    facing_disorder,
    free_way,
    free_wheel,
    passage,
    wheel_passage,
)
from rulesets.baroque.terrain.shapes import layout, shape_of

__all__ = [
    "Passage",
    "defends_obstacle",
    "edge_cover",
    "facing_disorder",
    "free_way",
    "free_wheel",
    "ground",
    "higher",
    "in_kind",
    "layout",
    "leader_may_stand",
    "may_stand",
    "mostly_in",
    "obstacle_crossed",
    "on_hill",
    "passage",
    "shape_of",
    "sight_limited",
    "sight_line_free",
    "visible",
    "wheel_passage",
    "wholly_in",
]
