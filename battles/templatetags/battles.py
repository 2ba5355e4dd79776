"""Template tags of battles: dice as they lay, signed numbers, addresses as reached from a seat."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.access import Seat
from battles.lines import Die, Part, Register, RollCard
from rulesets.templatetags.look import die as drawn

register = template.Library()


@register.simple_tag
def dice(roll: RollCard) -> SafeString:
    """All dice of a roll, drawn if they have six sides."""
    return format_html(
        '<span class="dice">{}</span>',
        format_html_join("", "{}", ((_die(each, roll.sides),) for each in roll.dice)),
    )


def _die(die: Die, sides: int) -> SafeString:
    face = drawn(die.face) if sides == 6 and 1 <= die.face <= 6 else format_html("<b>{}</b>", die.face)
    if die.again is None:
        return face
    again = drawn(die.again) if sides == 6 else format_html("<b>{}</b>", die.again)
    return format_html(
        '<span class="again">{}<span aria-hidden="true">→</span>'
        '<span class="visually-hidden">rolled again ({}):</span>{}</span>',
        face, die.rule, again,
    )  # fmt: skip


@register.filter
def signed(value: int) -> str:
    """`+1`, `−2`, `0`: with a true minus."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


@register.filter
def minus(value: float) -> str:
    """A number with a true minus where it is below 0."""
    return f"−{-value:g}" if value < 0 else f"{value:g}"


@register.simple_tag
def seat_url(seat: Seat, page: str, *args: object) -> str:
    """The address of one of the battle's pages, as reached from a seat."""
    return seat.url(page, *args)


@register.simple_tag
def base_number(number: int, side: int) -> SafeString:
    """The number that is drawn on a unit's base, as a small sign before its name; nothing for 0."""
    if not number:
        return SafeString("")
    return format_html('<span class="base-number side-{}">{}</span> ', "ab"[side], number)


@register.simple_tag
def numbered(names: Register, id_: str) -> SafeString:
    """The sign with the number of the unit with that id; nothing for what is no unit."""
    part = names.part(id_)
    return base_number(part.number, part.side)


@register.simple_tag
def told(parts: tuple[Part, ...]) -> SafeString:
    """Parts of a sentence in one, each unit's name with its number, without the colours of the sides."""
    return format_html_join("", "{}{}", ((base_number(part.number, part.side), part.text) for part in parts))


@register.simple_tag(takes_context=True)
def shared_link(context: Context) -> str:
    """The whole address that anyone may look on at: of the board while the battle goes on, then of its
    result; nothing while it is private, or for who has not set it up.
    """
    seat: Seat = context["seat"]
    row = seat.battle
    if not (row.share_token and seat.owner):
        return ""
    onlooker = Seat(row, token=row.share_token)
    link: str = context["request"].build_absolute_uri(onlooker.home if row.over else onlooker.url("board"))
    return link


@register.filter
def quoted(text: str) -> SafeString:
    """JSON for an attribute in single quotes, where its own double quotes need no escape."""
    return mark_safe(
        text.replace("&", "&amp;").replace("'", "&#x27;").replace("<", "&lt;").replace(">", "&gt;")
    )


@register.filter
def item(mapping: Mapping[str, str], key: str) -> str:
    """What a mapping holds for a key; nothing for one that it does not have, or without a mapping."""
    return mapping.get(key, "") if mapping else ""
