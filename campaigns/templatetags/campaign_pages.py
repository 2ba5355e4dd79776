"""Template tags of campaign pages: addresses, the sign of a faction, names, and fields by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from campaigns.access import Participant
from campaigns.cards.areas import feature_words
from campaigns.cards.forces import area_name, faction_name, measure_in, strength_of, unit_note
from campaigns.cards.rules import anchor_of
from campaigns.drawing.ground import faction_pattern
from campaigns.drawing.scene import HOW, Holder, ago
from campaigns.engine.state import Sighting, State, Unit
from campaigns.wording.labels import points as points_words
from rulesets.engine import svg

register = template.Library()


@register.simple_tag
def campaign_url(participant: Participant, page: str, *args: object) -> str:
    """Return the address of one of the campaign's pages."""
    return participant.url(page, *args)


for function in (area_name, faction_name, feature_words, measure_in, strength_of, unit_note):
    register.filter(function)
register.filter("anchor", anchor_of)


@register.simple_tag(takes_context=True)
def swatch(context: Context, state: State, key: str) -> SafeString:
    """Return the colour and the pattern of a faction as a small shield; nothing for nobody."""
    faction = state.factions.get(key)
    if faction is None:
        return SafeString("")
    request = context["request"]
    request.swatches = getattr(request, "swatches", 0) + 1
    # Colours are checked where a campaign is read: #rrggbb and nothing else.
    holder = Holder(key, "", faction.colour, list(state.factions).index(key))
    name, shape = f"swatch-{request.swatches}", "M1 1h14v9q0 6-7 9q-7-3-7-9z"
    defs = svg.element("defs", faction_pattern(holder, name, opacity=1))
    tint = svg.path(shape, fill=faction.colour, fill_opacity=0.38)
    hatched = svg.path(shape, fill=f"url(#{name})", stroke=faction.colour, stroke_width=1.5)
    style = {"class_": "shield", "viewBox": "0 0 16 20", "aria_hidden": "true"}
    return mark_safe(svg.element("svg", defs, tint, hatched, **style))


@register.filter
def boxes(unit: Unit) -> list[bool]:
    """Return a box for each step of a unit, true for one that is lost."""
    return [place >= unit.left for place in range(unit.steps)]


@register.filter
def age_of(state: State, seen: Sighting) -> int:
    """Return how many turns ago a force was sighted."""
    return state.turn - seen.turn


@register.filter
def sighted(seen: Sighting, state: State) -> str:
    """Return how and how long ago a force was sighted: `seen 3 weeks ago`."""
    return f"{HOW[seen.how]} {ago(state, seen.turn)}"


@register.filter
def is_veteran(unit: Unit, state: State) -> bool:
    """Return whether a unit has fought as many battles as make a veteran."""
    veteran = state.rules.battles.experience.veteran
    return bool(veteran) and unit.experience >= veteran


@register.filter
def of(mapping: Mapping[str, Any], key: str) -> Any:
    """Return what a mapping holds for a key; the key for one that it does not have."""
    return mapping.get(key, key)


@register.filter
def bound(form: Any, name: str) -> Any:
    """Return the field of a form by its name."""
    return form[name]


@register.filter
def found(form: Any, name: str) -> list[str]:
    """Return what the rules find against a field of an order."""
    return form.found.get(name, [])  # type: ignore[no-any-return]


@register.filter
def kind_words(kind: str) -> str:
    """Return a kind of link in words."""
    return {"crossing": "river crossing", "sea": "by sea"}.get(kind, kind)


@register.filter
def points(worth: float) -> str:
    """Return what something is worth or costs, as it stands everywhere."""
    return points_words(worth)


@register.filter
def plain(value: float) -> str:
    """Return a figure without zeros that say nothing."""
    return f"{value:g}"
