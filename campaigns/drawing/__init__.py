"""A campaign's map drawn as SVG: for the page, with links in it, and for paper.

`draw_map` draws what a View lets somebody see, `draw_plain` a map without a campaign. Attributes instead of
styles, which browsers forbid in a page; patterns beside colours, so that black and white says the same.
"""

from campaigns.drawing.drawn import draw_map, draw_plain, draw_scene
from campaigns.drawing.legend import LegendGroup, LegendLine, legend
from campaigns.drawing.scene import MapLinks, Scene, Trail, plain_scene, scene_of, trails_of

__all__ = [
    "LegendGroup",
    "LegendLine",
    "MapLinks",
    "Scene",
    "Trail",
    "draw_map",
    "draw_plain",
    "draw_scene",
    "legend",
    "plain_scene",
    "scene_of",
    "trails_of",
]
