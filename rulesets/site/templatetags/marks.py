"""The mark † of values that no source gives. A builtin: every template has it without loading it."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

register = template.Library()

_PAGE = SafeString('<abbr class="prov" title="in no source: reconstructed, or ours">†</abbr>')
_PAPER = SafeString('<span class="prov">†</span>')
_NOTHING = SafeString("")


@register.simple_tag(takes_context=True)
def dagger(context: Context, marked: Any = True, name: str = "") -> SafeString:
    """Return the mark † if `marked` is true, or has `name` in it; on paper it has no words to show."""
    if not (marked and name in marked if name else marked):
        return _NOTHING
    return _PAPER if context.get("paper") else _PAGE
