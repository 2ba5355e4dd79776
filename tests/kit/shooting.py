"""One unit that shoots and one that it shoots at."""

from __future__ import annotations

from typing import Any

from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.morale import CohesionResult
from rulesets.baroque.shooting.targets import Target, aim_at
from rulesets.baroque.shooting.volley import roll_volley, suffer
from rulesets.baroque.state import Unit
from rulesets.engine.decisions import Steps
from tests.kit.field import Field, unit

MUSKET = ("Musket",)
PISTOLS = ("Point-blank pistol",)
FIRER, FOE = "a.c1u1", "b.c1u1"


def firer(type_: str = "T", **changes: Any) -> Unit:
    changes.setdefault("weapons", MUSKET)
    return unit(FIRER, 10, 5, 90, type_, **changes)


def foe(type_: str = "P&M", *, y: float = 6.5, **changes: Any) -> Unit:
    return unit(FOE, 10, y, 270, type_, **changes)


def fire_at(field: Field, firer: Unit, target: Unit) -> CohesionResult | None:
    """An opportunity shot of one unit at another, and what it does to it; None if it cannot fire at it."""
    aim = aim_at(field.state, firer, target)
    return None if aim is None else field.run(_shot(field, firer, aim))


def _shot(field: Field, firer: Unit, aim: Target) -> Steps[CohesionResult]:
    volley = yield from roll_volley(field, firer, aim, fire="opportunity")
    return (yield from suffer(field, volley))


def active(*units: Unit, dice: tuple[int, ...] = ()) -> Field:
    """A table on which the first unit is active."""
    made = Field(*units, dice=dice)
    made.apply(UnitActivated("BQ-4.1.1.d", units[0].id))
    return made
