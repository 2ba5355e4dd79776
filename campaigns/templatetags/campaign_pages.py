"""Template tags of campaign pages: addresses, the sign of a faction, names, and fields by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from campaigns.access import Participant
from campaigns.cards.head import address
from campaigns.cards.rules import anchor_of
from campaigns.drawing.ground import faction_pattern
from campaigns.drawing.scene import Holder
from campaigns.engine.state import Faction, State
from campaigns.models import Member
from rulesets.engine import svg

register = template.Library()


@register.simple_tag
def campaign_url(participant: Participant, page: str, *args: object) -> str:
    """The address of one of the campaign's pages; "" for one that there is not."""
    return address(participant, page, *args)


@register.simple_tag(takes_context=True)
def swatch(context: Context, state: State, key: str) -> SafeString:
    """The colour and the pattern of a faction as a small shield; nothing for nobody."""
    faction = state.factions.get(key)
    if faction is None:
        return SafeString("")
    request = context["request"]
    request.swatches = getattr(request, "swatches", 0) + 1
    number = list(state.factions).index(key)
    return _shield(faction, number, f"swatch-{request.swatches}")


def _shield(faction: Faction, number: int, name: str) -> SafeString:
    # Colours are checked where a campaign is read: #rrggbb and nothing else.
    holder = Holder(faction.id, "", faction.colour, number)
    shape = "M1 1h14v9q0 6-7 9q-7-3-7-9z"
    defs = svg.element("defs", faction_pattern(holder, name, opacity=1))
    tint = svg.path(shape, fill=faction.colour, fill_opacity=0.38)
    hatched = svg.path(shape, fill=f"url(#{name})", stroke=faction.colour, stroke_width=1.5)
    look = {"class_": "shield", "viewBox": "0 0 16 20", "aria_hidden": "true"}
    return mark_safe(svg.element("svg", defs, tint, hatched, **look))


@register.filter
def member_name(member: Member) -> str:
    """What a member is called."""
    return member.user.get_username()


@register.filter
def of(mapping: Mapping[str, Any], key: str) -> Any:
    """What a mapping holds for a key; the key for one that it does not have."""
    return mapping.get(key, key)


@register.filter
def bound(form: Any, name: str) -> Any:
    """The field of a form that is called so."""
    return form[name]


@register.filter
def found(form: Any, name: str) -> list[str]:
    """What the rules find against a field of an order."""
    return form.found.get(name, [])  # type: ignore[no-any-return]


@register.filter
def anchor(rule: str) -> str:
    """Where on the page of the rules a place of the rule set stands."""
    return anchor_of(rule)


@register.filter
def kind_words(kind: str) -> str:
    """A kind of link or feature as one says it."""
    return {"crossing": "river crossing", "sea": "by sea"}.get(kind, kind)


@register.filter
def plain(value: float) -> str:
    """A figure without zeros that say nothing."""
    return f"{value:g}"
