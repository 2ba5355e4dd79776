"""Evasion: the test and the move (BQ-5.6)."""

from __future__ import annotations

from rulesets.baroque.movement import falling
from rulesets.baroque.reactions.discipline import try_to_evade
from rulesets.baroque.state import Unit
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps


def evade(battle: Battle, unit: Unit, threat: Unit, *, charge: bool) -> Steps[bool]:
    """Evade: the test, then one movement action to the rear, facing as before. True if it evaded (BQ-5.6.c,
    BQ-5.6.h).

    `charge`: it evades from a charge of `threat`, otherwise from its fire. Difficult Terrain does not shorten
    the move.
    """
    from_foot = charge and not threat.profile.mounted
    if not (yield from try_to_evade(battle, unit, from_foot=from_foot)):
        return False
    yield from falling.fall_back(battle, unit, unit.profile.m_bu, "evade", "BQ-5.6.h", forced=False)
    return True
