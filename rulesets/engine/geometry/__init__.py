"""Geometry of free-space systems: oriented rectangles, convex terrain, plain floats.

base       the Base and its moves
measure    distances, contact, overlap
corridors  edges, front and rear corridors, arcs
contact    where moving bases meet others, and which face they touch
polygons   terrain and lines
"""

from rulesets.engine.geometry.base import (
    CONTACT,
    GRAZE,
    OVERLAP,
    Base,
    Hand,
    Pose,
    about_face,
    advance,
    face_side,
    placed,
    retire,
    rounded,
    shift,
    turned_about_centre,
    turned_about_front,
    wheel,
    wheel_limit,
)
from rulesets.engine.geometry.contact import (
    Face,
    advance_to_contact,
    contact_face,
    rounded_down,
    sweep,
    wheel_blocked,
)
from rulesets.engine.geometry.corridors import (
    Edge,
    Side,
    edge,
    edge_midpoint,
    front_corridor_overlap,
    in_arc,
    in_front_corridor,
    projection_overlap,
    rear_corridor_gap,
    wholly_behind_front_line,
)
from rulesets.engine.geometry.measure import (
    gap,
    near,
    nearest_point,
    overlap,
    passes_near,
    point_gap,
    separation,
    touching,
    within,
)
from rulesets.engine.geometry.polygons import (
    Polygon,
    edges,
    ellipse,
    holds_share,
    inset_gap,
    inside_polygon,
    overlaps_polygon,
    polygon,
    polygon_contact,
    polygon_sweep,
    rectangle,
    segment_crosses_polyline,
    segment_gap,
    segment_hits,
    segment_length_inside,
    share_inside,
    within_circle,
)

__all__ = [
    "CONTACT", "GRAZE", "OVERLAP", "Base", "Edge", "Face", "Hand", "Polygon", "Pose", "Side",
    "about_face", "advance", "advance_to_contact", "contact_face", "edge", "edge_midpoint", "edges",
    "ellipse", "face_side", "front_corridor_overlap", "gap", "holds_share", "in_arc", "in_front_corridor",
    "inset_gap", "inside_polygon", "near", "nearest_point", "overlap", "overlaps_polygon", "passes_near",
    "placed", "point_gap", "polygon", "polygon_contact", "polygon_sweep", "projection_overlap",
    "rear_corridor_gap", "rectangle", "retire", "rounded", "rounded_down", "segment_crosses_polyline",
    "segment_gap", "segment_hits", "segment_length_inside", "separation", "share_inside", "shift",
    "sweep", "touching", "turned_about_centre", "turned_about_front", "wheel", "wheel_blocked",
    "wheel_limit", "wholly_behind_front_line", "within", "within_circle",
]  # fmt: skip
