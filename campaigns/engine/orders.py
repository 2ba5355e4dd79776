"""Orders: what a faction orders its forces to do in a turn, and what speaks against it.

`{"faction": "sweden", "forces": {"sw1": {"do": "march", "path": ["torun", "plock"], "evade": true}},
"acts": [{"do": "diplomacy", "to": "brandenburg", "relation": "alliance"}]}`. A force without an order holds.
What was possible when it was written may still come to nothing in the resolution, whose chronicle says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from campaigns.engine.maps import Count, Key, Strict, Text, faults_of
from rulesets.engine.errors import FaultyDocumentError

ForceOrderKind = Literal[
    "march", "hold", "scout", "forage", "raid", "besiege", "garrison", "join", "split", "recruit", "refit"
]
UnitId = Annotated[str, Field(max_length=80)]


class OrdersError(FaultyDocumentError):
    """Orders cannot be read or given: every fault with its path."""

    document = "orders"


class ForceOrder(Strict):
    """What one force does.

    `path`: the areas it marches through, without the one it stands in, the last is its goal; every order may
    have one: it is marched first, then the rest is done at its end. `forced`: it hurries. `evade`: it
    retreats if attacked. `target`: the area that is scouted, the force that is joined. `units`: those split
    off, recruited or refitted (all if empty), `commands`: those split off whole; `name` of the new force.
    `amount`: currency spent on recruits (0: as much as allowed). `storm`: a besieger assaults. `ambush`: who
    holds hides. `merge`: who refits or recruits merges worn units of one entry.
    """

    do: ForceOrderKind = "hold"
    path: Annotated[list[Key], Field(max_length=60)] = []
    target: Text = ""
    forced: bool = False
    evade: bool = False
    storm: bool = False
    ambush: bool = False
    merge: bool = False
    units: Annotated[list[UnitId], Field(max_length=300)] = []
    commands: Annotated[list[UnitId], Field(max_length=40)] = []
    name: Text = ""
    amount: Count = 0


class DiplomacyAct(Strict):
    """A faction offers another a relation, or accepts the one that was offered; war is simply declared."""

    do: Literal["diplomacy"] = "diplomacy"
    to: Key
    relation: Literal["war", "neutral", "truce", "alliance"]


class PayAct(Strict):
    """A faction pays another; `ransom`: the command whose captured leader it is for."""

    do: Literal["pay"] = "pay"
    to: Key
    amount: Annotated[int, Field(ge=1, le=1_000_000)]
    ransom: Annotated[str, Field(max_length=80)] = ""


class RaiseAct(Strict):
    """A faction raises a new force in an area from an army list document, paying for its worth."""

    do: Literal["raise"] = "raise"
    area: Key
    name: Text
    klass: Text = ""
    list: dict[str, Any]


class ChallengeAct(Strict):
    """On a ladder: challenge somebody, or accept or decline their challenge."""

    do: Literal["challenge", "accept", "decline"]
    to: Key


Act = Annotated[DiplomacyAct | PayAct | RaiseAct | ChallengeAct, Field(discriminator="do")]


class Orders(Strict):
    """All orders of a faction for a turn."""

    faction: Key
    forces: Annotated[dict[UnitId, ForceOrder], Field(max_length=500)] = {}
    acts: Annotated[list[Act], Field(max_length=60)] = []

    def to_json(self) -> dict[str, Any]:
        """Return the document as JSON values."""
        return self.model_dump(mode="json")


def read_orders(value: Any) -> Orders:
    """Return an orders document; raises OrdersError with every fault and its path."""
    if not isinstance(value, Mapping):
        value = {}
    try:
        return Orders.model_validate(value)
    except ValidationError as error:
        raise OrdersError(*faults_of(error)) from None
