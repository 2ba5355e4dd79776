"""A way that a stand has set out on: it is gone to its end, unless anybody chooses anything meanwhile.

It is kept with the battle (`note`) until the stand plans anew, without a way to go. Where nothing is kept, as
in a battle that was recalled in the middle of a way, the move is planned anew, perhaps otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.records import record
from rulesets.engine.system import Advice
from rulesets.snaphance.tactics import plan
from rulesets.snaphance.tactics.options import plain


@record
class Way:
    """A way: how many choices had been made before it, its steps and turns, and why it is gone."""

    made: int
    actions: tuple[plan.ActionKey, ...]
    why: str | Callable[[], str]


def set_out(battle: Battle, actions: tuple[plan.ActionKey, ...], why: str | Callable[[], str]) -> None:
    """Note a way that begins with the choice that is about to be made; no deeds: none."""
    battle.note = Way(len(battle.choices), actions, why) if actions else None


def onward(battle: Battle, decision: Decision) -> Advice | None:
    """The next step or turn of the way that the stand is on; None if there is none, if it may not be made
    now, or if anything else has been chosen: the enemy may have reacted.
    """
    way, done = battle.note, _done(battle)
    if not 0 < done < len(way.actions):
        return None
    option = decision.first(dict(way.actions[done]))
    return None if option is None else Advice(plain(option), way.why)


def is_gone(battle: Battle) -> bool:
    """Whether a way has just been gone to its end, and nothing else has been chosen since it was begun."""
    done = _done(battle)
    return done > 0 and done == len(battle.note.actions)


def _done(battle: Battle) -> int:
    """How many of its deeds are done; 0 if there is no way or anything else has been chosen."""
    way = battle.note
    done = len(battle.choices) - way.made if isinstance(way, Way) else 0
    if not 0 < done <= len(way.actions):
        return 0
    since = [made.choice.items() for made in battle.choices[way.made :]]
    made_so = all(dict(action).items() <= choice for action, choice in zip(way.actions, since, strict=False))
    return done if made_so else 0
