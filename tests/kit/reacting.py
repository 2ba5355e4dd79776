"""Units that react: horse and dragoons, an active unit, and what may answer a charge."""

from __future__ import annotations

from typing import Any

from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.reactions import offers, who
from rulesets.baroque.reactions.who import Charge
from rulesets.baroque.state import Unit
from rulesets.engine.decisions import Menu
from tests.kit.field import Field, unit

NONE = {"do": "none"}
MUSKETS = {"weapons": ("Pike", "Musket"), "sm": -2}


def horse(id_: str, x: float, y: float, heading: float, type_: str = "TR", **changes: Any) -> Unit:
    return unit(id_, x, y, heading, type_, **{"m_bu": 2, "vbu": 6, "i": 3, **changes})


def dragoons(id_: str, x: float, y: float, heading: float, **changes: Any) -> Unit:
    changes = {"m_bu": 2, "vbu": 4, "i": 0, "weapons": ("Musket",), **changes}
    return unit(id_, x, y, heading, "DR", **changes)


def active(field: Field, name: str = "a1") -> Unit:
    field.apply(UnitActivated("BQ-4.1.1.d", name))
    return field.state.units[name]


def options_against_charge(field: Field, target: str = "b1", limit: float = 2.0) -> set[tuple[str, str]]:
    """(unit, do) of every answer to a charge of a1 on the target."""
    declared = Charge(field.state.units["a1"], field.state.units[target], limit)
    mark = who.declared(field.state, declared)
    assert mark is not None
    found = list(Menu(*offers.against_charge(field.state, declared, mark)))
    for enemy, distance in who.contactable(field.state, declared):
        if who.can_evade(field.state, enemy, declared, distance):
            found.append(offers.evasion(field.state, enemy, declared.unit, from_foot=False))
    return {(option.key["unit"], option.key["do"]) for option in found}
