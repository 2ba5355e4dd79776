"""What an army list says of a stand (SN-15.0.a), as books hold it and as it takes the field."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulesets.engine.books import Provenance, data
from rulesets.snaphance.classes import CLASSES, Code, StandClass

Weapon = Literal[
    "none", "pistol", "arquebus", "musket", "carbine", "cannon_light", "cannon_field", "cannon_heavy"
]
PursuitTable = Literal["infantry", "cavalry", "none"]


@data
class Profile:
    """SN-15.0.a: a row of an army list; SP of one rank, MP of a single move.

    `mix_dice`: what a Pike and Shot stand loses of its firing dice for its pikes (0 or less).
    `contact_fire_dice`: SN-7.6.a.
    """

    code: Code
    sp: int
    ranks: int
    mp: int
    charge_bonus: int
    charge_bonus_after_loss: int
    order_rating: Literal["A", "B", "C"]
    break_points: int
    weapon: Weapon
    mix_dice: int
    contact_fire_dice: int
    pursuit_table: PursuitTable
    must_pursue: bool
    may_contact_mcs: bool


@dataclass(frozen=True, slots=True)
class StandProfile(Profile):
    """A stand as it takes the field, its ranks in one hex (SN-8.4.a); `points` of all of it.

    `kind`: its sub-category (SN-2.0.b), which its code names.
    """

    entry: str
    name: str
    points: int
    label: str = ""
    provenance: Provenance = field(default_factory=Provenance)
    kind: StandClass = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", CLASSES[self.code])
