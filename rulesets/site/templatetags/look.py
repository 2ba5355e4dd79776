"""Template tags for the drawn signs: `{% load look %}`, then `{% troop "GA" %}` or `{% die 4 %}`."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesets.engine.wording import years

register = template.Library()
register.filter(years)

_SYMBOL = re.compile(
    r'<symbol id="troop-([A-Za-z]+)"[^>]*>(?:<title>[^<]*</title>)?(.*?)</symbol>', re.DOTALL
)


@cache
def drawings() -> Mapping[str, str]:
    """Return the drawings of static/img/troops.svg by name, for drawings and paper, which have no links."""
    path = finders.find("img/troops.svg")
    assert isinstance(path, str), "img/troops.svg is missing"
    return dict(_SYMBOL.findall(Path(path).read_text(encoding="utf-8")))


@register.simple_tag
def troop(kind: str, label: str = "") -> SafeString:
    """Return the map sign of a kind of troops, such as `GA` or `H&M`; hidden from readers without a label."""
    return _sign("troop", "img/troops.svg", f"troop-{kind.replace('&', '')}", label)


@register.simple_tag
def die(face: int) -> SafeString:
    """Return the face of a six-sided die, read out as its number."""
    return _sign("die", "img/dice.svg", f"die-{int(face)}", str(face))


@register.simple_tag
def ornament(name: str) -> SafeString:
    """Return a drawn ornament: `fleuron`, `rule` or `camp`."""
    return _sign(name, "img/ornaments.svg", name, "")


def _sign(css: str, sprite: str, symbol: str, label: str) -> SafeString:
    role = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html('<svg class="{}" {}><use href="{}#{}"></use></svg>', css, role, static(sprite), symbol)
