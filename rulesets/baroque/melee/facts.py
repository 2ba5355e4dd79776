"""From the table to the facts of a melee: who charged, on what ground, against whom (BQ-7.3 to BQ-7.5)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.baroque import terrain
from rulesets.baroque.melee.contact import exposed
from rulesets.baroque.melee.dice import Enemy, Fighter, has_pikes
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.terrain import Ground
from rulesets.baroque.traits import traits
from rulesets.engine.geometry import Base
from rulesets.engine.records import record


@record
class ChargeFacts:
    """How units came into a round of melee.

    `charging`: those who have their impetus bonus unless it is denied. `crossed`: whose charge met a linear
    obstacle (BQ-LO.3). `pursuit`: the contact comes from a pursuit.
    """

    charging: frozenset[str] = frozenset()
    crossed: frozenset[str] = frozenset()
    pursuit: bool = False


def fighter(state: State, unit: Unit, enemies: Sequence[Unit], facts: ChargeFacts, *, main: bool) -> Fighter:
    """Return the facts of `unit` against `enemies`, their Main Unit first; `main`: it is one itself.

    A Support Unit fights the enemy Main Unit only (BQ-7.6.h), but pikes deny impetus wherever they take
    part (BQ-7.3.c).
    """
    against, base = enemies[0], unit.place
    charging = unit.id in facts.charging
    own = traits(unit.profile)
    return Fighter(
        unit.profile,
        unit.vbu,
        _enemy(state, unit, enemies, main),
        disordered=unit.disordered,
        exhausted=unit.exhausted,
        leader=state.attached_leader(unit.id) is not None,
        charging=charging,
        flanked=exposed(state, unit),
        ground=terrain.ground(state, base),
        rough=terrain.mostly_in(state, base, "broken", "difficult"),
        crossed=unit.id in facts.crossed,
        defended=_defends(state, unit, against) or terrain.higher(state, base, against.place),
        lance=charging and not facts.pursuit and bool(own.lance) and not unit.lance_used,
    )


def _defends(state: State, unit: Unit, enemy: Unit) -> bool:
    """Return whether it defends an obstacle that it has not come over itself (BQ-7.5.e, BQ-LO.3)."""
    came = (unit.id, enemy.id) in state.contacts
    return not came and terrain.defends_obstacle(state, unit.place, enemy.place)


def _enemy(state: State, unit: Unit, enemies: Sequence[Unit], main: bool) -> Enemy:
    against = enemies[0]
    fought = enemies if main else enemies[:1]  # BQ-8.1.5: those it fights itself
    return Enemy(
        mounted=against.profile.mounted,
        pikes=any(has_pikes(one.profile) for one in enemies),
        wholly_in=_wholly_in(state, against.place),
        behind_obstacle=_defends(state, against, unit),
        fortified=against.profile.type == BAGGAGE and state.sides[against.side].fortified_baggage,
        feared=any(traits(one.profile).feared for one in fought),
    )


def _wholly_in(state: State, base: Base) -> Ground:
    if terrain.wholly_in(state, base, "difficult"):
        return "difficult"
    return "broken" if terrain.wholly_in(state, base, "broken") else "open"
