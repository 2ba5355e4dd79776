"""Keys and codes that people read from one screen and type on another."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def in_fours(key: str) -> str:
    """Return a key in groups of four characters."""
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))
