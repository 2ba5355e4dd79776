"""Times as pages name them where the time zone matters."""

from __future__ import annotations

from datetime import datetime

from django import template

from armylists import profiles

register = template.Library()


register.filter(profiles.place_words)


@register.filter
def moment(at: datetime | None, form: str = "D j M Y, H:i") -> str:
    """Return a time in the reader's time zone, which is named; "" for none."""
    return profiles.moment(at, form) if at is not None else ""
