"""The map of a campaign on a page: the drawing, its legend, and what its script has to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.safestring import mark_safe

from campaigns.cards.forces import measure_in
from campaigns.drawing.drawn import draw_scene
from campaigns.drawing.legend import legend
from campaigns.drawing.scene import MapLinks, Trail, scene_of
from campaigns.engine.orders import Orders
from campaigns.engine.view import View

register = template.Library()


@register.inclusion_tag("campaigns/map/figure.html")
def campaign_map(
    view: View,
    links: MapLinks | None = None,
    trails: Sequence[Trail] = (),
    supply: Mapping[str, Sequence[str]] | None = None,
    orders: Orders | None = None,
    reach: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the map that `view` shows, with its buttons and its legend; see `campaigns.drawing.draw_map`.
    `reach`: by force where it can march, for the script (`campaigns.cards.reach.Reaches.table`).
    """
    scene = scene_of(view, trails=trails, supply=supply, orders=orders)
    areas = {area.id: [area.name, *area.at, sorted(scene.map.ways[area.id])] for area in scene.map.areas}
    # Both drawings are ours, and escape every word that comes from people.
    return {
        "svg": mark_safe(draw_scene(scene, links=links or MapLinks())),
        "groups": [
            (name, [(mark_safe(drawn), words) for drawn, words in lines])
            for name, lines in legend(scene, reach=bool(reach), measure=measure_in(view.state))
        ],
        # For the script that draws paths: names, places and neighbours of areas, and where forces stand.
        "data": {
            "areas": areas,
            "forces": {each.id: [each.name, each.area] for each in scene.pieces},
            "reach": reach or {},
            "unit": "areas" if view.state.rules.march.by == "areas" else "march points",
        },
        "title": scene.title,
    }
