"""Template tags of rosters and books: signs for screen or paper, links to rules, the faults of a field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import template
from django.template import Context
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from rulesets.engine import svg, wording
from rulesets.engine.cards import CardPart
from rulesets.engine.roster import UnitCard
from rulesets.engine.wording import counted
from rulesets.site.templatetags.look import drawings, troop

register = template.Library()


@register.simple_tag(takes_context=True)
def sign(context: Context, kind: str, label: str = "") -> SafeString:
    """Return the map sign of troops; on paper, where nothing can be linked to, the drawing itself."""
    if not context.get("paper"):
        return troop(kind, label)
    drawing = drawings().get(kind.replace("&", ""), "")
    title = svg.titled(label or kind)
    return mark_safe(svg.element("svg", title, drawing, class_="troop", viewBox="0 0 48 32"))


@register.simple_tag(takes_context=True)
def rule_link(context: Context, system: str, rule: str) -> SafeString:
    """Return the number of a rule, linked to its page; on paper the number alone."""
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
def with_article(noun: str) -> str:
    """Return `an option` for `option`."""
    return wording.with_article(noun)


@register.filter
def at(faults: Mapping[str, Sequence[str]], name: str) -> Sequence[str]:
    """Return what is wrong with the field of that name."""
    return faults.get(name, ())


@register.filter
def card_words(part: CardPart) -> str:
    """Return what a search looks at in a part of a card: its name, its units, their arms and rules."""
    words = [part.name, part.words]
    for unit in part.units:
        words += [unit.name, unit.kind, unit.arms, unit.note]
    return " ".join(words).lower()


@register.filter
def found_by(part: CardPart, search: Any) -> bool:
    """Whether a search of the builder finds a part of a card."""
    text = card_words(part)
    return all(word in text for word in search.words.lower().split())


@register.simple_tag
def bases(unit: Any) -> SafeString:
    """Draw a unit as a row of silhouettes: black bases, then grey ones; a row for each of alike units."""
    symbol = f"{static('img/bases.svg')}#base-{unit.type}"
    row = [("black", symbol)] * unit.black + [("grey", symbol)] * unit.grey
    drawn = format_html_join("", '<svg class="{}" aria-hidden="true"><use href="{}"></use></svg>', row)
    rows = ((drawn,) for _ in range(unit.units))
    return format_html("{}", format_html_join("", '<span class="bases-line">{}</span>', rows))


@register.filter
def rows_of(cards: Sequence[UnitCard], number: int) -> list[Sequence[UnitCard]]:
    """Return the cards in rows: a printer that knows its rows sets each card once."""
    return [cards[start : start + number] for start in range(0, len(cards), number)]


@register.simple_tag
def losses(card: UnitCard) -> SafeString:
    """Draw a box for each loss a unit can take, the one that exhausts it doubled."""
    return _losses(card.boxes, card.exhausted_by)


@cache
def _losses(boxes: int, exhausted_by: int) -> SafeString:
    pitch = min(20, 160 / max(1, boxes))  # from box to box, in a drawing 160 wide
    squares = []
    for number in range(boxes):
        left = number * pitch
        squares.append(svg.rect(left + 1, 1, 16, 16))
        if number + 1 == exhausted_by:
            squares.append(svg.rect(left + 4, 4, 10, 10, stroke="#8c1f22"))
    words = f"{counted(boxes, 'box', 'boxes')} for losses"
    words += f", exhausted at number {exhausted_by}" if exhausted_by else ""
    return _drawn("losses", (160, 18), words, *squares, fill="none", stroke_width=1.4)


def _drawn(
    kind: str, size: tuple[int, int], words: str, *squares: str, scale: float = 0, **style: Any
) -> SafeString:
    """Squares as a drawing, which says how large it is where there is a scale."""
    sizes: svg.Look = {"width": round(size[0] * scale), "height": round(size[1] * scale)} if scale else {}
    head: svg.Look = {"class_": kind, "viewBox": f"0 0 {size[0]} {size[1]}", "role": "img", **sizes}
    drawn = svg.group(*squares, stroke="currentColor", **style)
    return mark_safe(svg.element("svg", svg.titled(words), drawn, **head))


@register.simple_tag
def row_of_boxes(card: UnitCard, row: str) -> SafeString:
    """Return the boxes of a unit in one of its rows."""
    return boxes(card.boxes, row, int(row in card.half_rows))


@register.simple_tag
def boxes(number: int, words: str, style: int = 0) -> SafeString:
    """So many boxes for `words`; of the second `style` each is halved by a line, for what counts half."""
    return _boxes(number, words, style)


@cache
def _boxes(number: int, words: str, style: int) -> SafeString:
    rows = -(-number // _IN_A_ROW)
    squares = []
    for place in range(number):
        left, top = place % _IN_A_ROW * _SMALL, place // _IN_A_ROW * _SMALL
        squares.append(svg.rect(left + 1, top + 1, 14, 14))
        if style:
            squares.append(svg.path(f"M{left + 1} {top + 15}l14-14", stroke_width=0.7))
    size = min(number, _IN_A_ROW) * _SMALL, max(1, rows) * _SMALL
    description = f"{counted(number, 'box', 'boxes')}: {words}"
    return _drawn("box-run", size, description, *squares, scale=_SCALE, fill="none", stroke_width=1.3)


@register.simple_tag
def silhouettes(black: int, grey: int) -> SafeString:
    """Draw the bases of a unit on its card: those that come with it filled, those to be bought outlined."""
    return _silhouettes(black, grey)


@cache
def _silhouettes(black: int, grey: int) -> SafeString:
    outlined = {"fill": "none", "stroke_dasharray": "2 1.2"}
    squares = (
        svg.rect(place * 12 + 1, 1, 9, 9, **({"fill": "currentColor"} if place < black else outlined))
        for place in range(black + grey)
    )
    words = counted(black, "base") + (f", up to {black + grey}" if grey else "")
    size = max(1, (black + grey) * 12), 11
    return _drawn("silhouettes", size, words, *squares, scale=1, stroke_width=1)


_IN_A_ROW = 25
_SMALL = 18  # from box to box
_SCALE = 0.8  # pixels, which on paper are quarters of a millimetre
