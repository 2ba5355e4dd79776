"""Contact between enemies by a charge or a pursuit (BQ-7.1.b): which face is struck (BQ-7.1,
BQ-7.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rulesets.baroque.events.field import Contacted
from rulesets.baroque.melee.dice import ignores_flanks
from rulesets.baroque.morale import disorder
from rulesets.baroque.state import Face, State, Unit
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.geometry import CONTACT, Base

EXPOSED = frozenset({"flank", "rear"})


def face_struck(start: Base, end: Base, target: Base, stood: Base | None = None) -> Face | None:
    """BQ-7.2: which face of `target` a unit that began its move at `start` strikes at `end`; None if it
    touches none.

    Front (BQ-7.2.1), side (BQ-7.2.2), or flank and rear for a unit that began wholly behind the target's
    front line (BQ-7.2.3.a). All of the unit counts, and only the last movement action. `stood`: where the
    target was when the move began, if it has come to meet it since.
    """
    touched = geometry.contact_face(end, target)
    if touched is None or touched == "front":
        return touched
    if not geometry.wholly_behind_front_line(stood or target, start):
        return "side"
    return "rear" if touched == "rear" else "flank"


def meets(base: Base, other: Base) -> bool:
    """BQ-7.1.a: whether the front edge of a base meets another in its way."""
    return geometry.advance_to_contact(base, other, CONTACT) is not None


def strike(
    battle: Battle, unit: Unit, start: Base, rule: str, stood: Mapping[str, Base] = MappingProxyType({})
) -> list[Unit]:
    """BQ-7.1.a: the contacts that a unit which moved here from `start` makes; returns the enemies newly
    contacted.

    `stood`: where enemies were when it set out who have moved since. A flank or rear that is struck Disorders
    at once (BQ-7.2.3.c); nothing is added for one Disordered already.
    """
    state: State = battle.state
    base, struck = unit.place, []
    for enemy in list(state.on_field(1 - unit.side)):
        if joined(state, unit, enemy) or not geometry.near(base, enemy.place, CONTACT):
            continue
        if meets(base, enemy.place):
            face = face_struck(start, base, enemy.place, stood.get(enemy.id)) or "front"
            battle.apply(Contacted(rule, unit.id, enemy.id, face))
            if face in EXPOSED and not ignores_flanks(enemy.profile):
                disorder(battle, enemy, f"struck on the {face}", "BQ-7.2.3.c")
        elif meets(enemy.place, base):
            touched = geometry.contact_face(enemy.place, base)
            battle.apply(Contacted(rule, enemy.id, unit.id, "front" if touched == "front" else "side"))
        else:
            continue
        struck.append(enemy)
    return struck


def joined(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether two units are in melee contact, whichever of them touches with its front."""
    return (unit.id, enemy.id) in state.contacts or (enemy.id, unit.id) in state.contacts


def frontal(state: State, unit: Unit, enemy: Unit) -> bool:
    """BQ-7.6.f: whether the two fight front against front, which a side charge is not (BQ-7.2.1)."""
    return "front" in (state.contacts.get((unit.id, enemy.id)), state.contacts.get((enemy.id, unit.id)))


def exposed(state: State, unit: Unit) -> bool:
    """BQ-7.2.3.c: whether an enemy is in contact with the unit's flank or rear by a flank or rear charge."""
    return any(target == unit.id and face in EXPOSED for (_, target), face in state.contacts.items())
