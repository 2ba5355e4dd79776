"""What the pages of own books draw: `{% load books %}`, then `{% bases unit %}`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def at(faults: Mapping[str, Sequence[str]], name: str) -> Sequence[str]:
    """Return what is wrong with the field of that name."""
    return faults.get(name, ())


@register.simple_tag
def bases(unit: Any) -> SafeString:
    """A unit's row of silhouettes: the black bases, then the grey ones; a row for each of alike units."""
    symbol = f"{static('img/bases.svg')}#base-{unit.type}"
    row = [("black", symbol)] * unit.black + [("grey", symbol)] * unit.grey
    drawn = format_html_join("", '<svg class="{}" aria-hidden="true"><use href="{}"></use></svg>', row)
    rows = ((drawn,) for _ in range(unit.units))
    return format_html("{}", format_html_join("", '<span class="bases-line">{}</span>', rows))
