"""The tactician: plays any side through the decisions that a person gets, by exact odds and position.

It sees what a player sees and never the dice: nothing here reads `battle.dice` or `battle.seed`. Each kind
of decision has its adviser, which gives a choice and its reason in the figures that it went by; of a kind it
has no opinion on it takes the first option. It is deterministic. An acting stand's whole move is planned at
once and gone step by step; as soon as anybody has chosen anything meanwhile it is planned anew, so what an
enemy has done is heeded.

options   reading what is offered, and answering with a reason
worth     what a volley or a round of melee is worth, exactly; the map as if a stand stood elsewhere
enemies   whom a stand should go for, and what threatens it at a place
plan      the poses that a stand can reach, what each is worth, and the way that it has set out on
action    an acting stand: rally, charge, fire, move, opportunity
command   deployment, initiative, the order of activation, Generals
answers   reactions, and what charges and melees leave to decide
"""

from __future__ import annotations

from collections.abc import Callable

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision
from rulesets.engine.system import Advice
from rulesets.snaphance.tactics import action, answers, command
from rulesets.snaphance.tactics.options import first

Adviser = Callable[[Battle, Decision], Advice]

ADVISERS: dict[str, Adviser] = {
    "stand": action.advise,
    "group": command.activate,
    "declare": command.declare,
    "replacement": command.replace,
    "react": answers.react,
    "fire first": answers.fire_first,
    "evade step": answers.evade,
    "pursue": answers.pursue,
    "retreat": answers.retreat,
    "battle stand": answers.battle_stand,
    "support": answers.support,
    "deploy command": command.deploy_group,
    "deploy unit": command.draw_up,
    "deploy leader": command.post_general,
}


def advise(battle: Battle, decision: Decision) -> Advice:
    """Choose what the tactician chooses, and why; dice that are typed in are left to a person."""
    return ADVISERS.get(decision.kind, first)(battle, decision)


def choose(battle: Battle, decision: Decision) -> Choice:
    """Return the choice of `advise` without the reason."""
    return advise(battle, decision).choice
