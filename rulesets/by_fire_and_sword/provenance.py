"""Where values come from, in words: the marks † of the pages and the sentences behind them."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine import provenance as engine
from rulesets.engine.books import Provenance
from rulesets.engine.provenance import marks

__all__ = ["card_marks", "marks", "of_a_card", "sentences"]

_FIELDS = {
    "type": "type",
    "skill": "Skill",
    "morale": "Morale",
    "armor": "Armor",
    "crew_armor": "Armor of the crew",
    "close_combat": "Close Combat",
    "shooting": "Shooting",
    "move_cm": "Move",
    "strength": "Strength Points",
    "weapons": "weapons",
    "special": "special rules",
    "special_rules": "special rules of the force",
    "command_points": "command points",
    "fsp": "FSP",
    "motivation_percent": "Motivation Coefficient",
    "regiment": "compulsory regiments",
    "allowed": "additional regiments",
    "additional_max": "number of additional regiments",
    "optional": "optional bases",
    "by_level": "bases by level",
    "fsp_steps": "FSP by bases",
    "period_from": "period",
    "period_to": "period",
    "card": "the card as a whole",
}

_OF_A_CARD = frozenset(
    {
        "fsp", "period_from", "period_to", "special_rules", "motivation_percent", "banner", "regiment",
        "allowed", "additional_max", "additional_units",
    }
)  # fmt: skip
"""What a card says for itself: commanders, units and notes on it have a provenance of their own."""


def sentences(provenance: Provenance) -> Iterator[str]:
    """Return which values of a row are not as printed, and why; nothing where no reader need know."""
    return engine.sentences(provenance, _FIELDS, ours="Ours, in no source")


def card_marks(card: Provenance) -> frozenset[str]:
    """Return what of a card itself no source gives; `card` stands for all that it says."""
    return of_a_card(marks(card))


def of_a_card(fields: frozenset[str]) -> frozenset[str]:
    """Return the fields with all that a card says for itself, if `card` is among them."""
    return fields | _OF_A_CARD if "card" in fields else fields
