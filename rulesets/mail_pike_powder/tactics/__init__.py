"""The tactician: plays any side through the decisions that a person gets, by what fights are worth and
position.

It sees what a player sees and never the dice. Each kind of decision has a function that advises a choice
with its reason; without an opinion it takes the first option. It is deterministic.

worth     what a shot or a fight is worth: expected casualties
plan      where a unit wants to be, and what it is worth to move there or to charge
command   orders, moves, commanders
answers   everything else
"""

from __future__ import annotations

from collections.abc import Callable

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision
from rulesets.engine.system import Advice
from rulesets.mail_pike_powder.tactics import answers, command

Adviser = Callable[[Battle, Decision], Advice]

ADVISERS: dict[str, Adviser] = {
    "initiative": command.initiative,
    "order": command.order,
    "move": command.move,
    "commander": command.commander,
    "reroll order": answers.reroll,
    "reroll test": answers.reroll,
    "charge answer": answers.charge_answer,
    "traversing shots": answers.shoot_always,
    "shoot": answers.shoot,
    "break result": answers.break_result,
    "follow up": answers.follow_up,
    "sweep": answers.sweep,
    "place terrain": answers.terrain,
    "deploy unit": answers.draw_up,
}


def advise(battle: Battle, decision: Decision) -> Advice:
    """Return a choice and why; dice to be typed in are left to a person."""
    return ADVISERS.get(decision.kind, answers.first)(battle, decision)


def choose(battle: Battle, decision: Decision) -> Choice:
    """Return the same without the reason."""
    return advise(battle, decision).choice
