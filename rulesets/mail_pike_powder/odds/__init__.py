"""Exact odds of an order, of a shot and of a round of combat: JSON in, JSON out, no sampling.

The same dice, modifiers and tables as in battle are asked for, so the odds cannot drift from the rules.
"""

from __future__ import annotations

from rulesets.contract.oddsduel import Duel
from rulesets.mail_pike_powder.armies import PowderBook, books
from rulesets.mail_pike_powder.odds.answer import answered
from rulesets.mail_pike_powder.odds.chances import melee_chances, order_chances, shot_chances
from rulesets.mail_pike_powder.odds.page import ANSWERS
from rulesets.mail_pike_powder.odds.query import MAX_SUPPORTS, MeleeQuery, OrderQuery, ShotQuery
from rulesets.mail_pike_powder.roster import card
from rulesets.mail_pike_powder.wording import odds as words

__all__ = ["DUEL", "ODDS", "melee_chances", "order_chances", "shot_chances"]

DUEL = Duel(
    kinds={
        "shot": (words.SHOT, ShotQuery), "melee": (words.MELEE, MeleeQuery),
        "order": (words.ORDER, OrderQuery),
    },
    fighter=words.FIGHTER,
    supports=words.SUPPORTS,
    most_supports=MAX_SUPPORTS,
    legends=words.LEGENDS,
    entries={"a": "swedish.musketeers", "t": "imperialist.cuirassiers"},
    books=books,
    profile=PowderBook.unit,
    card=card,
    answers=ANSWERS,
    how={"order": words.THE_ORDER},
)  # fmt: skip

ODDS = DUEL.odds(
    answered,
    example={
        "kind": "shot",
        "attacker": {"entry": "swedish.musketeers"},
        "target": {"entry": "imperialist.cuirassiers", "casualties": 1},
        "conditions": {"distance": 6},
    },
)
