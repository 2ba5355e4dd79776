"""Small drawings around 0, 0: places and what belongs to them, counters, crossed swords."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from campaigns.drawing.scene import Ghost, Holder, Piece
from rulesets.engine import svg
from rulesets.engine.svg import INK, PAPER

WIDE, HIGH = 46.0, 29.0
"""The size of a counter."""
BAND = 11.0
"""The width of the band with the faction's pattern on a counter."""

_INKED = f'stroke="{INK}" stroke-width="1.2" stroke-linejoin="round"'

FEATURES: Mapping[str, str] = {
    "city": (
        f'<path d="M-11 8V-1h4v-5l3-4 3 4v5h3v-9l3.5-5 3.5 5v19z" fill="{PAPER}" {_INKED}/>'
        f'<path d="M-4 8V4.5h3V8M5.5-8.5v3M-4-3.5v2.5M4 1h3" fill="none" stroke="{INK}" stroke-width="1"/>'
    ),
    "fortress": (
        f'<path d="M0-13l3.6 4.6 7.4-2-1.4 6.4 5.4 4-5.4 4 1.4 6.4-7.4-2L0 13l-3.6-4.6-7.4 2'
        f' 1.4-6.4-5.4-4 5.4-4-1.4-6.4 7.4 2z" fill="{PAPER}" {_INKED}/>'
    ),
    "village": (
        f'<path d="M-6 6V0l4-4 4 4v6zM2 6V-5l2.5-4L7-5V6zM4.5-9v-4M3-11.5h3" fill="{PAPER}" {_INKED}/>'
    ),
    "ford": (
        '<path d="M-8-3q3-3 5.3 0t5.3 0 5.3 0M-8 3q3-3 5.3 0t5.3 0 5.3 0" fill="none" stroke="#47707f" '
        f'stroke-width="1.5"/><path d="M-4-8V8M4-8V8" stroke="{INK}" stroke-width="1.5" '
        'stroke-dasharray="2 2"/>'
    ),
    "bridge": (f'<path d="M-9 5V0q9-9 18 0v5h-3.5q-5.5-7.5-11 0z" fill="{PAPER}" {_INKED}/>'),
    "magazine": (
        f'<path d="M-5.5-6h11q2.5 6 0 12h-11q-2.5-6 0-12z" fill="#e9d9ae" {_INKED}/>'
        f'<path d="M-6.3-3h12.6M-6.3 3h12.6M-1.8-6v12M1.8-6v12" stroke="{INK}" stroke-width=".8"/>'
    ),
    "port": (
        f'<g fill="none" stroke="{PAPER}" stroke-width="4" stroke-linecap="round">'
        '<path d="M0-5V8M-4-2.5h8M-7 2.5q1 6 7 6'
        f't7-6"/></g><circle cy="-7" r="2.2" fill="{PAPER}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M0-5V8.5M-4-2.5h8M-7 2.5q1 6 7 6t7-6" fill="none" stroke="{INK}" stroke-width="1.6" '
        'stroke-linecap="round"/>'
    ),
}
"""The sign of each feature."""

DOT = f'<circle r="3.6" fill="{PAPER}" stroke="{INK}" stroke-width="1.4"/>'
"""The place of an area where nothing stands."""

SWORDS = (
    f'<circle r="15" fill="{PAPER}" stroke="#8c1f22" stroke-width="2"/>'
    f'<path d="M-8-9L8 8M8-9L-8 8" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
    f'<path d="M2.5 7.5l5-5M-2.5 7.5l-5-5" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
    f'<circle cx="9.3" cy="9.3" r="1.7" fill="{INK}"/><circle cx="-9.3" cy="9.3" r="1.7" fill="{INK}"/>'
)
SIEGE = (
    f'<circle r="21" fill="none" stroke="{INK}" stroke-width="2.2" stroke-dasharray="7 4"/>'
    f'<circle r="17.5" fill="none" stroke="{INK}" stroke-width=".8"/>'
)
FLAME = (
    '<path d="M0 7c-5 0-6-5-3-8 .5 2 1.5 2 1.5 2-.5-4 2-6 3-8 0 4 4.5 6 4.5 10 0 3-3 4-6 4z" '
    f'fill="#d98d3a" {_INKED}/>'
)
HUNGER = (
    '<circle r="6" fill="#f0c330" stroke="#5c4300" stroke-width="1.2"/>'
    '<path d="M0-3.5V.8M0 2.8v.6" stroke="#5c4300" stroke-width="1.8" stroke-linecap="round"/>'
)

ARMS: Mapping[str, str] = {
    "foot": '<path d="M-8-5.5h16v11h-16zM-8-5.5l16 11M-8 5.5l16-11"/>',
    "horse": '<path d="M-8-5.5h16v11h-16zM-8 5.5l16-11"/>',
    "dragoons": '<path d="M-8-5.5h16v11h-16zM-8 5.5l16-11M-8 0h5M3 0h5"/>',
    "guns": '<path d="M-8-5.5h16v11h-16z"/><circle r="2.6" fill="currentColor"/>',
    "other": '<path d="M-8-5.5h16v11h-16z"/>',
}
"""The signs of arms as on the battle plans of old: foot crossed, horse with one stroke, guns a ball."""


LEFT, TOP = -WIDE / 2, -HIGH / 2


def _card(aside: float = 0, **style: svg.Value) -> str:
    """Return the shape of a counter."""
    return svg.rect(LEFT + aside, TOP + aside, WIDE, HIGH, rx=2, **style)


def _band(fill: str) -> str:
    """Return the band on the left of a counter."""
    return svg.path(svg.box(LEFT + 1.5, TOP + 1.5, BAND, HIGH - 3), fill=fill)


SHADE, BARE_BAND = _card(1.8, fill=INK, fill_opacity=0.28), _band(PAPER)


@cache
def _arm(arm: str) -> str:
    """Return the sign of an arm on a counter."""
    style: svg.Look = {"fill": "none", "stroke": PAPER, "stroke_width": 1.5, "color": PAPER}
    return svg.group(ARMS.get(arm, ARMS["other"]), transform="translate(6 -6.2) scale(.92)", **style)


def counter(piece: Piece, holder: Holder, prefix: str) -> str:
    """Return the counter of a force: in its faction's colour, the band with its pattern, its arm and its
    figure.
    """
    colour, width = (INK, 1.6) if piece.mine else (PAPER, 1)
    return (
        SHADE
        + _card(fill=holder.colour, stroke=colour, stroke_width=width)
        + BARE_BAND
        + _band(f"url(#{prefix}-c-{holder.id})")
        + _arm(piece.arm)
        # Beside the arm: a stroke for horse and a ball for guns that march with it.
        + (svg.path("M16.5 -1.5l4-8", stroke=PAPER, stroke_width=1.5) if piece.with_horse else "")
        + (svg.circle(-6.5, -6.2, 1.9, fill=PAPER) if piece.with_guns else "")
        + svg.text(6, 11.2, piece.figure, 13, PAPER, font_weight=600)
        + (_battlements(holder.colour) if piece.inside else "")
        + (svg.group(HUNGER, transform=svg.moved(WIDE / 2 - 2, HIGH / 2 - 2)) if piece.hungry else "")
    )


def _battlements(colour: str) -> str:
    teeth = "".join(f"M{LEFT + 3 + 9 * tooth:g} {TOP:g}v-5h5v5" for tooth in range(5))
    return svg.path(teeth, fill=colour, stroke=PAPER, stroke_width=0.8)


def ghost(seen: Ghost, holder: Holder, prefix: str) -> str:
    """Return a sighting: dashed and pale, the paler the older; how many turns ago stands in its corner."""
    edge: svg.Look = {"stroke": holder.colour, "stroke_dasharray": "2 2.5" if seen.rumour else "5 3"}
    age = svg.circle(-LEFT, TOP, 7.5, fill=PAPER, stroke=holder.colour)
    age += svg.text(-LEFT, TOP + 4, seen.age, 11, None)
    return svg.group(
        _card(fill=PAPER, stroke_width=1.8, **edge),
        _band(f"url(#{prefix}-c-{holder.id})"),
        svg.text(6, 5, seen.figure, 15, holder.colour, font_style="italic"),
        age if seen.age else "",
        opacity=round(max(0.5, 1 - 0.16 * seen.age), 2),
    )


def more(count: int) -> str:
    """Return the mark of further counters that are not drawn."""
    return svg.circle(0, 0, 9, fill=PAPER, stroke=INK) + svg.text(0, 4, f"+{count}", 12)
