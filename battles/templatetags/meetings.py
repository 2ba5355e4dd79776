"""Template tags of meetings: names of sides, units, scenarios and effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from battles.board.panel import Field
from battles.lines import Register
from battles.models import Battle
from battles.templatetags.battles import base_number
from rulesets.engine.wording import capfirst
from rulesets.site.templatetags.marks import dagger

register = template.Library()


@register.simple_tag
def side_name(battle: Battle, side: int | str) -> str:
    """Return the name of a side."""
    return battle.sides[int(side)]


@register.filter
def side_letter(side: int | str) -> str:
    """Return `a` or `b`, as styles call the sides."""
    return "ab"[int(side)]


_PLACES = {
    "x": "From the west", "y": "From the south", "x1": "From the west, first end",
    "y1": "From the south, first end", "x2": "From the west, second", "y2": "From the south, second",
    "width2": "Width, second", "depth2": "Depth, second", "angle2": "Angle, second",
}  # fmt: skip


@register.filter
def measured(field: Field) -> str:
    """Return what a number is called that says where something lies on the table."""
    return _PLACES.get(field.name, capfirst(field.label))


@register.simple_tag
def worded(key: str) -> str:
    """Return a key as words: `chevaux_de_frise` as `chevaux de frise`."""
    return key.replace("_", " ")


@register.simple_tag
def scenario_name(battle: Battle, key: str) -> SafeString:
    """Return what a scenario is called in this meeting, and whether it is ours and not the rules'."""
    meeting = battle.meeting
    assert meeting is not None
    documents = battle.setup["options"].get("scenarios", ())
    name = meeting.scenarios(documents).get(key, worded(key))
    ours = meeting.ours(documents).get(key)
    if ours is None:
        return format_html("{}", name)
    return format_html('{} <abbr class="badge ours" title="{}">ours</abbr>', name, ours)


@register.simple_tag
def scenario_description(battle: Battle, key: str) -> Sequence[tuple[str, Sequence[str]]]:
    """Return a scenario of this meeting in words: headings, "" for none, and what stands under them."""
    meeting = battle.meeting
    assert meeting is not None
    return meeting.describe(battle.setup["options"].get("scenarios", ()), key)


@register.simple_tag
def scenario_ours(battle: Battle, state: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Of the scenarios that have been offered or chosen the names of those that are ours, and what is."""
    meeting = battle.meeting
    assert meeting is not None
    documents = battle.setup["options"].get("scenarios", ())
    names, ours = meeting.scenarios(documents), meeting.ours(documents)
    keys = [*(offer["key"] for offer in state["scenario"]["offers"]), state["scenario"]["key"]]
    return [(names[key], ours[key]) for key in dict.fromkeys(keys) if key in ours]


@register.simple_tag
def piece_name(names: Register, id_: str) -> SafeString:
    """Return the name of a unit or commander in the colour of its side, a unit's with its number."""
    part = names.part(id_)
    return format_html('{}<b class="{}">{}</b>', base_number(part.number, part.side), part.style, part.text)


@register.simple_tag(takes_context=True)
def fsp_of(context: Context, state: Mapping[str, Any], side: int, other: int = 0) -> SafeString:
    """Return the FSP of a side, or (`other`) of the one against it, marked where no source gives them."""
    force = state["sides"][1 - side if other else side]
    return format_html("{}{}", force["fsp"], dagger(context, force["marked"], "fsp"))


@register.simple_tag
def difference(figures: Sequence[int]) -> int:
    """By how much two figures differ."""
    return abs(figures[0] - figures[1])
