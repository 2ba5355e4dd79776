"""Before the battle: terrain and deployment (BQ-3.3, BQ-3.4)."""

from __future__ import annotations

from rulesets.baroque import tables
from rulesets.baroque.state import State
from rulesets.baroque.tactics.options import offered, pick, plain
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.system import Advice
from rulesets.engine.wording import counted


def stay_second(battle: Battle, decision: Decision) -> Advice:
    """Save Exploration Dice for the deployment: being Second Player is no great harm."""
    return pick(decision, "accept", f"stays Second Player and keeps {_dice(battle, decision)}")


def deploy_first(battle: Battle, decision: Decision) -> Advice:
    """Deploy first: the line of battle is the same."""
    return pick(
        decision, "accept", f"deploys first, for the same line as second, and keeps {_dice(battle, decision)}"
    )


def _dice(battle: Battle, decision: Decision) -> str:
    left = battle.state.sides[decision.side].exploration_dice
    return counted(left, "Exploration Die", "Exploration Dice")


def place_terrain(battle: Battle, decision: Decision) -> Advice:
    """Place as little as allowed, of a kind and at a place that the battle's public hash points to."""
    if offered(decision, "done"):
        return pick(decision, "done", "leaves it at that: no more terrain than it has to place")
    ready = [option for option in decision.fitting({"do": "place"}) if not option.params]
    if not ready:
        return Advice(plain(decision.options[0]), "places what there is room for")
    option = ready[int(battle.hash[:8], 16) % len(ready)]
    kind = tables.terrain_kind(option.key["kind"]).name.lower()
    return Advice(plain(option), f"places a {kind}, one of {len(ready)} pieces and places alike")


def leave_terrain(battle: Battle, decision: Decision) -> Advice:
    """Leave the terrain as it is."""
    pieces = len(battle.state.terrain)
    what = "the one piece of terrain" if pieces == 1 else f"the {pieces} pieces of terrain"
    return pick(decision, "done", f"leaves {what} alone: no harm to either side")


def deploy_command(battle: Battle, decision: Decision) -> Advice:
    """Deploy commands of the same VD in the order of the list."""
    option = decision.options[0]
    state: State = battle.state
    command = state.commands[option.key["command"]]
    same = len(decision.options)
    return Advice(plain(option), f"deploys {command.name} first of {same} commands of {command.vdc} VD")


def draw_up(battle: Battle, decision: Decision) -> Advice:
    """Draw up units in line of battle, the Baggage at the first place that is proposed."""
    state: State = battle.state
    unit = state.units[decision.subject]
    line = offered(decision, "line-up")
    if line is not None:
        command = state.commands[unit.command]
        left = sum(state.units[id_].base is None for id_ in command.units)
        return Advice(plain(line), f"draws up {left} units in line, guns and the strongest in front")
    ready = next((option for option in decision.options if not option.params), decision.options[0])
    where = ready.key.get("at", "where there is room")
    return Advice(plain(ready), f"keeps the Baggage at the table's edge, out of the way: {where}")


def post_leader(battle: Battle, decision: Decision) -> Advice:
    """Post leaders behind their units."""
    state: State = battle.state
    leader = state.leaders[decision.subject]
    units = len(state.commands[leader.command].units)
    return pick(decision, "behind", f"posts {leader.name} behind the middle of the command's {units} units")


def throw(_battle: Battle, decision: Decision) -> Advice:
    """Name dice that are typed in, with their values left open: they are thrown at the table."""
    return Advice(plain(decision.options[0]), "no choice here: roll the dice and type in what they show")
