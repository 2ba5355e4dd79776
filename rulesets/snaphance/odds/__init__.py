"""Exact odds of a shot and of a round of melee: JSON in, JSON out, no sampling.

The same modifiers, tests and results as in play are asked for, so the odds cannot drift from the rules.
"""

from __future__ import annotations

from rulesets.snaphance.odds.answer import answered
from rulesets.snaphance.odds.form import DUEL

ODDS = DUEL.odds(
    answered,
    example={
        "kind": "shot",
        "attacker": {"entry": "swedish.swedish-brigade", "moves": 1},
        "target": {"entry": "imperial.cuirassiers", "general": True},
        "conditions": {"distance": 2},
    },
)
