"""The mark † of values that no source gives. A builtin: every template has it without loading it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from django import template
from django.template import Context, Node, NodeList
from django.template.base import FilterExpression, Parser, Token, render_value_in_context
from django.utils.safestring import SafeString

register = template.Library()

_PAGE = SafeString('<abbr class="prov" title="in no source: reconstructed, or ours">†</abbr>')
_PAGE_OF_ALL = SafeString(
    '<abbr class="prov" title="some of these are in no source: reconstructed, or ours">†</abbr>'
)
_PAPER = SafeString('<span class="prov">†</span>')
_NOTHING = SafeString("")
_HERE = "\x00here\x00"
_ASKED = "marks_asked"


@register.simple_tag(takes_context=True)
def dagger(context: Context, marked: Any = True, name: str = "") -> SafeString:
    """Return the mark † if `marked` is true, or has `name` in it; on paper it has no words to show.

    Within `marked_once` it only asks for the one mark of all.
    """
    if not (marked and name in marked if name else marked):
        return _NOTHING
    asked = context.get(_ASKED)
    if asked is not None:
        asked.append(name)
        return _NOTHING
    return _PAPER if context.get("paper") else _PAGE


@register.simple_tag
def dagger_of_all() -> SafeString:
    """Stand for the one mark of everything within `marked_once`."""
    return SafeString(_HERE)


@register.tag
def marked_once(parser: Parser, _token: Token) -> MarkedOnce:
    """Show one mark † for a card or table, where `dagger_of_all` stands, if anything is marked."""
    inner = parser.parse(("endmarked_once",))
    parser.delete_first_token()
    return MarkedOnce(inner)


class MarkedOnce(Node):
    """What `marked_once` and `endmarked_once` enclose."""

    def __init__(self, inner: NodeList) -> None:
        self.inner = inner

    def render(self, context: Context) -> SafeString:
        """Return what is enclosed: its own marks left out, one for all of them in their place."""
        asked: list[str] = []
        with context.push(**{_ASKED: asked}):
            html = self.inner.render(context)
        mark = _PAPER if context.get("paper") else _PAGE_OF_ALL
        return SafeString(html.replace(_HERE, mark if asked else _NOTHING))


@register.tag
def remembered(parser: Parser, token: Token) -> Remembered:
    """Render what is enclosed once for all pages that show it of equal values: `{% remembered card %}`.

    It may depend on nothing else. The marks † in it are asked for each time. Variables that are named after
    `but` are written into it anew each time: `{% remembered row but csrf_token %}`; it may only show them.
    """
    inner = parser.parse(("endremembered",))
    parser.delete_first_token()
    words = token.split_contents()[1:]
    cut = words.index("but") if "but" in words else len(words)
    return Remembered([parser.compile_filter(each) for each in words[:cut]], words[cut + 1 :], inner)


class Remembered(Node):
    """What `remembered` and `endremembered` enclose."""

    MOST = 2_000
    """Of how many values it is remembered."""

    def __init__(self, of: list[FilterExpression], anew: list[str], inner: NodeList) -> None:
        self.of, self.inner = of, inner
        self.anew = {name: SafeString(f"<anew:{name}>") for name in anew}
        self.known: OrderedDict[Hashable, tuple[str, tuple[str, ...]]] = OrderedDict()

    def render(self, context: Context) -> SafeString:
        """Return what is enclosed, as it was rendered before for the same values."""
        outer = context.get(_ASKED)
        key = (outer is None, context.get("paper"), *(each.resolve(context) for each in self.of))
        found = self.known.get(key)
        if found is None:
            asked: list[str] = []
            with context.push(**{_ASKED: None if outer is None else asked}, **self.anew):
                found = self.known[key] = str(self.inner.render(context)), tuple(asked)
            if len(self.known) > self.MOST:
                # Of two threads that forget at once, the second finds one less.
                self.known.popitem(last=False)
        if outer is not None:
            outer.extend(found[1])
        html = found[0]
        for name, place in self.anew.items():
            html = html.replace(place, render_value_in_context(context.get(name), context))
        return SafeString(html)
