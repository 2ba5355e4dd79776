"""Exact odds of a shot, of point-blank pistols and of a round of melee: JSON in, JSON out, no sampling.

The same modifiers, re-rolls and outcomes as in play are asked for, so the odds cannot drift from the rules.
"""

from __future__ import annotations

from rulesets.baroque.odds.answer import answered
from rulesets.baroque.odds.form import DUEL

ODDS = DUEL.odds(
    answered,
    example={
        "kind": "shot",
        "attacker": {"entry": "tyw-swedish.swedish-foot", "moves": 1},
        "target": {"entry": "tyw-catholic.cuirassiers", "leader": True},
        "conditions": {"distance": 1.5},
    },
)
