"""The legend of a map: a small drawing and its words for everything that is on it, and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.drawing import marks, ways
from campaigns.drawing.ground import faction_pattern
from campaigns.drawing.scene import Ghost, Holder, Piece, Scene
from campaigns.drawing.theme import (
    BORDER,
    FEATURE_NAMES,
    LINK_NAMES,
    ROADS,
    SIGN,
    TERRAIN,
    TERRAIN_NAMES,
    TINTS,
)
from rulesets.engine import svg
from rulesets.engine.svg import INK

Line = tuple[str, str]
"""A line of the legend: an SVG element and what it means."""


def legend(
    scene: Scene, prefix: str = "legend", *, reach: bool = False, measure: str = "points"
) -> list[tuple[str, list[Line]]]:
    """Return the groups of the legend under their headings, without empty ones; `reach`: a script shows
    where a force can march; `measure`: what strengths are counted in.
    """
    groups = (
        ("Factions", _factions(scene, prefix)),
        ("Forces", _forces(scene, prefix, measure)),
        ("Ground", _terrain(scene, prefix)),
        ("Places", _places(scene)),
        ("Ways", _links(scene)),
        ("On the march", (*_marches(scene), *(_reach() if reach else ()))),
    )
    made = ((name, list(lines)) for name, lines in groups)
    return [(name, lines) for name, lines in made if lines]


def _swatch(content: str, *, wide: float = 52, high: float = 34, defs: str = "") -> str:
    view = (-wide / 2, -high / 2, wide, high)
    sizes: svg.Look = {"width": wide, "height": high, "aria_hidden": "true"}
    return svg.canvas(view, svg.element("defs", defs), content, **sizes)


def _field(fill: str, stroke: str = BORDER, opacity: float | None = None) -> str:
    return svg.path("M-20-12h40v24h-40z", fill=fill, stroke=stroke, fill_opacity=opacity)


def _factions(scene: Scene, prefix: str) -> Iterator[Line]:
    for holder in scene.holders.values():
        name = f"{prefix}-l-{holder.id}"
        drawn = _field(holder.colour, "none", 0.13) + _field(f"url(#{name})", holder.colour)
        yield (_swatch(drawn, defs=faction_pattern(holder, name)), holder.name)


def _forces(scene: Scene, prefix: str, measure: str) -> Iterator[Line]:
    """Yield one counter for each arm that is on the map, and what marks stand on counters."""
    holder = Holder("0", "", INK, 0)
    band = faction_pattern(holder, f"{prefix}-c-0", opacity=1)
    arms = {"foot": "Mostly foot", "horse": "Mostly horse", "dragoons": "Mostly dragoons", "guns": "Guns"}
    for arm, words in arms.items():
        if any(each.arm == arm for each in scene.pieces):
            drawn = marks.counter(Piece("", "", "", "", arm, "240", ""), holder, prefix)
            yield (_swatch(drawn, defs=band), f"{words}, with its strength in {measure}")
    if any(each.inside for each in scene.pieces):
        drawn = marks.counter(Piece("", "", "", "", "foot", "90", "", inside=True), holder, prefix)
        yield (_swatch(drawn, high=42, defs=band), "In garrison")
    if any(each.hungry for each in scene.pieces):
        yield (_swatch(marks.HUNGER), "Out of supply")
    if scene.ghosts:
        seen = marks.ghost(Ghost("", "", "", "", 2, "~90", ""), holder, prefix)
        yield (
            _swatch(seen, wide=64, high=46, defs=band),
            "Sighted: about how strong; in the corner, how many turns ago",
        )
    if any(each.rumour for each in scene.ghosts):
        heard = marks.ghost(Ghost("", "", "", "", 1, "?", "", rumour=True), holder, prefix)
        yield (_swatch(heard, wide=64, high=46, defs=band), "A rumour")
    if scene.fights:
        yield (_swatch(marks.SWORDS), "A battle this turn")


def _terrain(scene: Scene, prefix: str) -> Iterator[Line]:
    there = {area.terrain for area in scene.map.areas}
    for kind, name in TERRAIN_NAMES.items():
        if kind in there:
            drawn, defs = _field(TINTS[kind]), ""
            if kind in TERRAIN:
                size, content = TERRAIN[kind]
                signs = svg.group(content, fill="none", stroke=SIGN)
                defs = svg.pattern(f"{prefix}-t-{kind}", size, signs, x=-20, y=-12)
                drawn += _field(f"url(#{prefix}-t-{kind})")
            yield (_swatch(drawn, defs=defs), name)


def _places(scene: Scene) -> Iterator[Line]:
    there = {feature.kind for area in scene.map.areas for feature in area.features}
    for kind, name in FEATURE_NAMES.items():
        if kind in there:
            words = "Fortress, with the strength of its walls" if kind == "fortress" else name
            yield (_swatch(marks.FEATURES[kind]), words)
    if scene.besieged:
        yield (_swatch(marks.SIEGE, high=46), "Besieged")
    if scene.looted:
        yield (_swatch(marks.FLAME), "Looted")


def _links(scene: Scene) -> Iterator[Line]:
    there = {link.kind for link in scene.map.links}
    for kind, strokes in ROADS.items():
        if kind in there:
            lines = "".join(
                svg.path("M-22 0h44", stroke=colour, stroke_width=thick, stroke_dasharray=dash or None)
                for colour, thick, dash in strokes
            )
            if kind == "crossing":
                lines += svg.path("M-6-3.6h12M-6 3.6h12", stroke=INK, stroke_width=1.6)
            yield (_swatch(lines, high=16), LINK_NAMES[kind])


def _marches(scene: Scene) -> Iterator[Line]:
    way = ((-34.0, 0.0), (36.0, 0.0))
    if scene.trails:
        yield (_swatch(ways.arrow(way, INK, 4.4), high=22), "Moved last turn")
    if scene.plans:
        yield (_swatch(ways.arrow(way, INK, 2.6, "7 5"), high=22), "Ordered to march")
    if scene.supply:
        yield (_swatch(ways.dots("M-20 0h42", INK, 3.8), high=16), "Line of supply")


def _reach() -> Iterator[Line]:
    """Yield how areas are marked that the chosen force can march to."""
    marked = (
        ("reach-area", "2", "Within reach and in supply, with the cost"),
        ("reach-area hungry", "2", "Within reach, but out of supply"),
        ("reach-area forced", "8", "Only by a forced march"),
    )
    for kind, cost, words in marked:
        badge = svg.circle(0, 0, 10, class_="reach-badge") + svg.text(0, 4.5, cost, 13)
        area = svg.path("M-24-15h48v30h-48z", class_=kind)
        yield (_swatch(area + svg.group(badge, class_=kind.replace("area", "cost"))), words)
