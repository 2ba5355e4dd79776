"""The tactician: plays any side through the decisions that a person gets, by exact odds and position.

It sees what a player sees and never the dice: nothing here reads `battle.dice` or `battle.seed`. Each kind
of decision has its chooser; of a kind it has no opinion on it takes the first option. It is deterministic.

worth     what a shot or a round of melee is worth, exactly
enemies   whom a unit should go for, and how its fight with him would go
action    an active unit: rally, fight, charge, shoot, march, stand
command   initiative, the order of activation, leaders
answers   reactions, pursuit, breaking off
"""

from __future__ import annotations

from collections.abc import Callable

from rulesets.baroque.tactics import action, answers, command
from rulesets.baroque.tactics.options import first
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision

Chooser = Callable[[Battle, Decision], Choice]

CHOOSERS: dict[str, Chooser] = {
    "unit": action.choose,
    "command": command.choose,
    "initiative": command.name_command,
    "re-roll": command.reroll,
    "hand over": command.keep,
    "react": answers.react,
    "pursue": answers.pursue,
    "pursuit direction": answers.direction,
    "break off": answers.break_off,
    "caracole": answers.caracole,
    "destiny": answers.destiny,
    "terrain challenge": command.accept,
    "deployment challenge": command.accept,
    "place terrain": command.place_terrain,
    "change terrain": command.leave_terrain,
    "deploy unit": command.line_up,
    "deploy leader": command.line_up,
    "deploy baggage": command.line_up,
}


def choose(battle: Battle, decision: Decision) -> Choice:
    """The tactician's choice at a decision of its side; always one of those offered."""
    chooser = CHOOSERS.get(decision.kind)
    return first(battle, decision) if chooser is None else chooser(battle, decision)
