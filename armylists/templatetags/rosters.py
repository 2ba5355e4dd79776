"""Template tags of rosters: signs drawn for screen or paper, and links to rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.template import Context
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rulesets.engine.roster import UnitCard
from rulesets.templatetags.look import troop

register = template.Library()

_SYMBOL = re.compile(
    r'<symbol id="troop-([A-Za-z]+)"[^>]*>(?:<title>[^<]*</title>)?(.*?)</symbol>', re.DOTALL
)


@register.simple_tag(takes_context=True)
def sign(context: Context, kind: str, label: str = "") -> SafeString:
    """The map sign of troops; on paper, where nothing can be linked to, the drawing itself."""
    if not context.get("paper"):
        return troop(kind, label)
    drawing = mark_safe(_drawings().get(kind.replace("&", ""), ""))
    return format_html(
        '<svg class="troop" viewBox="0 0 48 32"><title>{}</title>{}</svg>', label or kind, drawing
    )


@cache
def _drawings() -> dict[str, str]:
    path = finders.find("img/troops.svg")
    with open(str(path), encoding="utf-8") as file:  # noqa: PTH123 (finders give names, not paths)
        return dict(_SYMBOL.findall(file.read()))


@register.simple_tag(takes_context=True)
def rule_link(context: Context, system: str, rule: str) -> SafeString:
    """The number of a rule, linked to its page; on paper the number alone."""
    if not rule:
        return SafeString("")
    address = "" if context.get("paper") else _rule_page(system, rule)
    if not address:
        return format_html('<span class="rule-id">{}</span>', rule)
    return format_html('<a class="rule-id" href="{}">{}</a>', address, rule)


@cache
def _rule_page(system: str, rule: str) -> str:
    try:
        return reverse("rulesets:rule", args=[system, rule])
    except NoReverseMatch:
        return ""


@register.filter
def rows_of(cards: Sequence[UnitCard], number: int) -> list[Sequence[UnitCard]]:
    """The cards in rows: a printer that knows its rows sets each card once."""
    return [cards[start : start + number] for start in range(0, len(cards), number)]


@register.simple_tag
def losses(card: UnitCard) -> SafeString:
    """A box for each loss a unit can take, the one that exhausts it doubled."""
    return _losses(card.boxes, card.exhausted_by)


@cache
def _losses(boxes: int, exhausted_by: int) -> SafeString:
    pitch = min(_PITCH, _ROOM / max(1, boxes))
    squares = "".join(_square(number * pitch, number + 1 == exhausted_by) for number in range(boxes))
    words = f"{boxes} box{'' if boxes == 1 else 'es'} for losses"
    return format_html(
        '<svg class="losses" viewBox="0 0 160 18" role="img"><title>{}</title>'
        '<g fill="none" stroke="currentColor" stroke-width="1.4">{}</g></svg>',
        f"{words}, exhausted at number {exhausted_by}" if exhausted_by else words,
        mark_safe(squares),
    )


_PITCH = 20  # from box to box, in a drawing 160 wide
_ROOM = 160


def _square(left: float, doubled: bool) -> str:
    outer = f'<rect x="{left + 1:g}" y="1" width="16" height="16"/>'
    inner = f'<rect x="{left + 4:g}" y="4" width="10" height="10" stroke="#8c1f22"/>'
    return outer + inner if doubled else outer
