"""The field of a battle as a drawing: a free table or a map of hexes, as its rule system has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from battles import wording as words
from battles.freefield import MARGIN, UNIT, Drawing
from battles.hexfield import HexDrawing
from rulesets.contract.presentation import Presentation

__all__ = ["MARGIN", "UNIT", "field_svg", "field_title", "is_wide"]

UPRIGHT = 20
"""So many hexes side by side can be read across a sheet of paper that stands upright."""


def field_svg(
    state: Mapping[str, Any], presentation: Presentation, *, title: str, prefix: str = "f", subject: str = ""
) -> SafeString:
    """Return the field in a state, the unit with the id `subject` marked.

    `prefix` begins the ids inside, so that several drawings fit on one page.
    """
    if "width" not in state:
        return SafeString("")
    kind = HexDrawing if presentation.hexes else Drawing
    drawing = kind(state, presentation, prefix, subject)
    return mark_safe(drawing.svg(title))  # every word of a player's in it is escaped


def is_wide(state: Mapping[str, Any], presentation: Presentation) -> bool:
    """Whether a field is read on paper that is turned only."""
    return presentation.hexes and state.get("width", 0) > max(UPRIGHT, state.get("depth", 0))


def field_title(turn: int, name: str = "turn") -> str:
    """Return what to call the field at the end of a turn (0: before the first), which is called `name`."""
    return words.field_at_end(name, turn) if turn else words.field_before_first(name)
