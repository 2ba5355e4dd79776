"""The tactician: plays any side through the decisions that a person gets, by exact odds and position.

It sees what a player sees and never the dice: nothing here reads `battle.dice` or `battle.seed`. Each kind
of decision has a function that advises a choice, with the figures that speak for it as its reason. Without an
opinion the tactician takes the first option. It is deterministic.

worth     what a shot or a round of melee is worth, exactly
enemies   whom a unit should go for, and how its fight with that enemy would go
action    an active unit: rally, fight, leave, then strike or move
strike    its charges and shots
moves     its movement, and why it stands
command   initiative, the order of activation, leaders
answers   reactions
aftermath what charges, shots and melees leave to decide
opening   before the battle: terrain and deployment
"""

from __future__ import annotations

from collections.abc import Callable

from rulesets.baroque.tactics import action, aftermath, answers, command, opening
from rulesets.baroque.tactics.options import first
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision
from rulesets.engine.system import Advice

Adviser = Callable[[Battle, Decision], Advice]

ADVISERS: dict[str, Adviser] = {
    "unit": action.advise,
    "command": command.activate,
    "initiative": command.name_command,
    "re-roll": command.reroll,
    "hand over": command.keep,
    "react": answers.react,
    "main units": aftermath.main_units,
    "charge on": aftermath.charge_on,
    "pursue": aftermath.pursue,
    "pursuit direction": aftermath.direction,
    "break off": aftermath.break_off,
    "caracole": aftermath.caracole,
    "destiny": aftermath.destiny,
    "terrain challenge": opening.stay_second,
    "place terrain": opening.place_terrain,
    "change terrain": opening.leave_terrain,
    "deployment challenge": opening.deploy_first,
    "deploy command": opening.deploy_command,
    "deploy unit": opening.draw_up,
    "deploy leader": opening.post_leader,
    "dice": opening.throw,
}


def advise(battle: Battle, decision: Decision) -> Advice:
    """Return a choice and why; dice to be typed in are left to a person."""
    return ADVISERS.get(decision.kind, first)(battle, decision)


def choose(battle: Battle, decision: Decision) -> Choice:
    """Return the same without the reason."""
    return advise(battle, decision).choice
