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
from rulesets.site.templatetags.look import troop

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


@register.simple_tag
def row_of_boxes(card: UnitCard, row: str) -> SafeString:
    """The boxes of a unit in one of its rows."""
    return boxes(card.boxes, row, int(row in card.half_rows))


@register.simple_tag
def boxes(number: int, words: str, look: int = 0) -> SafeString:
    """So many boxes for `words`; of the second `look` each is halved by a line, for what counts half."""
    return _boxes(number, words, look)


@cache
def _boxes(number: int, words: str, look: int) -> SafeString:
    rows = -(-number // _IN_A_ROW)
    squares = []
    for place in range(number):
        left, top = place % _IN_A_ROW * _SMALL, place // _IN_A_ROW * _SMALL
        squares.append(f'<rect x="{left + 1}" y="{top + 1}" width="14" height="14"/>')
        if look:
            squares.append(f'<path d="M{left + 1} {top + 15}l14-14" stroke-width=".7"/>')
    wide, high = min(number, _IN_A_ROW) * _SMALL, max(1, rows) * _SMALL
    return format_html(
        '<svg class="box-run" viewBox="0 0 {} {}" width="{}" height="{}" role="img"><title>{}</title>'
        '<g fill="none" stroke="currentColor" stroke-width="1.3">{}</g></svg>',
        wide,
        high,
        round(wide * _SCALE),
        round(high * _SCALE),
        f"{number} box{'' if number == 1 else 'es'}: {words}",
        mark_safe("".join(squares)),
    )


@register.simple_tag
def silhouettes(black: int, grey: int) -> SafeString:
    """The bases of a unit on its card: those that come with it filled, those that may be bought outlined."""
    return _silhouettes(black, grey)


@cache
def _silhouettes(black: int, grey: int) -> SafeString:
    squares = "".join(
        f'<rect x="{place * 12 + 1}" y="1" width="9" height="9"'
        + (' fill="currentColor"/>' if place < black else ' fill="none" stroke-dasharray="2 1.2"/>')
        for place in range(black + grey)
    )
    words = f"{black} base{'' if black == 1 else 's'}" + (f", up to {black + grey}" if grey else "")
    wide = max(1, (black + grey) * 12)
    return format_html(
        '<svg class="silhouettes" viewBox="0 0 {} 11" width="{}" height="11" role="img"><title>{}</title>'
        '<g stroke="currentColor" stroke-width="1">{}</g></svg>',
        wide,
        wide,
        words,
        mark_safe(squares),
    )


_IN_A_ROW = 25
_SMALL = 18  # from box to box
_SCALE = 0.8  # pixels, which on paper are quarters of a millimetre


_PITCH = 20  # from box to box, in a drawing 160 wide
_ROOM = 160


def _square(left: float, doubled: bool) -> str:
    outer = f'<rect x="{left + 1:g}" y="1" width="16" height="16"/>'
    inner = f'<rect x="{left + 4:g}" y="4" width="10" height="10" stroke="#8c1f22"/>'
    return outer + inner if doubled else outer
