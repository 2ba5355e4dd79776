"""Whole numbers that strangers write: digits alone, and no more of them than anything here counts to."""

from __future__ import annotations


def whole(text: str | None, default: int = -1, digits: int = 9) -> int:
    """Return the whole number, 0 or more, that a form or address says; else, or if too long, `default`."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= digits else default
