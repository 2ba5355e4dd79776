"""The names and ids of what a file from anywhere tells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

NAMES = ("name", "NAME", "Name", "name_en", "NAME_EN", "title")
MOST = 60
UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Names:
    """Names and ids of areas: those of our `own` files as they are, others made to fit."""

    def __init__(self, *, own: bool) -> None:
        self.own = own
        self.taken: set[str] = set()

    def name(self, properties: Mapping[str, Any], index: int) -> str:
        """What a feature is called, a number if nothing says it."""
        if self.own:
            return said(properties, "name")
        return next((shown for key in NAMES if (shown := said(properties, key))), f"Area {index + 1}")

    def unique(self, value: Any, name: str) -> Any:
        """The id of an area, which no other has."""
        if self.own:
            return value
        found = wanted = self.key(value) or self.key(name) or "area"
        number = 1
        while found in self.taken:
            number += 1
            found = f"{wanted[: MOST - 8]}-{number}"
        self.taken.add(found)
        return found

    def key(self, value: Any) -> Any:
        """An id made of a name or number."""
        if self.own:
            return value
        shown = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        plain = unicodedata.normalize("NFKD", shown[:400].replace("ł", "l").replace("Ł", "L"))
        return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-")[:MOST]


def said(properties: Mapping[str, Any], key: str) -> str:
    """A property as text, without what no text may hold."""
    value = properties.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    shown = str(value) if isinstance(value, str) or abs(value) < 10**30 else ""
    return UNWRITABLE.sub(" ", shown).strip()[:120].strip()
