"""The piece in hand: what the rule system tells of it, as far as the one who asks may know it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rulesets.contract import registry
from rulesets.contract.board import UnitInspection
from rulesets.engine.battle import Battle
from rulesets.engine.canonical import canonical_json


def inspection_of(battle: Battle, unit: str, sides: Collection[int]) -> UnitInspection | None:
    """A piece as seen by who decides for `sides`; None if the system tells nothing of pieces, or there is no
    such piece.

    What the pending decision offers is for the side of the piece alone.
    """
    known = registry.get(battle.system.slug).board
    if known is None or not unit:
        return None
    try:
        hand = known.inspect(battle, unit)
    except LookupError as error:
        if type(error) is LookupError:
            return None
        raise  # a key or an index that is missing somewhere is no piece that is not there
    return hand if hand.side in sides else hand.for_others()


def inspection_data(hand: UnitInspection) -> dict[str, Any]:
    """The hand for scripts: keys of options as canonical JSON, as the forms of the panel carry them."""
    data = hand.to_json()
    for part in ("actions", "moves", "targets"):
        for each in data[part]:
            if each.get("key") is not None:
                each["key"] = canonical_json(each["key"])
    return data
