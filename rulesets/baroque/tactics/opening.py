"""Before the battle: terrain and deployment (BQ-3.3, BQ-3.4)."""

from __future__ import annotations

from rulesets.baroque import tables
from rulesets.baroque.state import State
from rulesets.baroque.tactics.options import offered, pick, plain
from rulesets.baroque.wording import tactics as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.system import Advice


def stay_second(battle: Battle, decision: Decision) -> Advice:
    """Save Exploration Dice for the deployment: being Second Player is no great harm."""
    return pick(decision, "accept", words.stays_second(_dice(battle, decision)))


def deploy_first(battle: Battle, decision: Decision) -> Advice:
    """Deploy first: the line of battle is the same."""
    return pick(decision, "accept", words.deploys_first(_dice(battle, decision)))


def _dice(battle: Battle, decision: Decision) -> int:
    left: int = battle.state.sides[decision.side].exploration_dice
    return left


def place_terrain(battle: Battle, decision: Decision) -> Advice:
    """Place as little as allowed, of a kind and at a place that the battle's public hash points to."""
    if offered(decision, "done"):
        return pick(decision, "done", words.ENOUGH_TERRAIN)
    ready = [option for option in decision.fitting({"do": "place"}) if not option.params]
    if not ready:
        return Advice(plain(decision.options[0]), words.PLACES_WHAT_FITS)
    option = ready[int(battle.hash[:8], 16) % len(ready)]
    kind = tables.terrain_kind(option.key["kind"]).name.lower()
    return Advice(plain(option), words.places(kind, len(ready)))


def leave_terrain(battle: Battle, decision: Decision) -> Advice:
    """Leave the terrain as it is."""
    pieces = len(battle.state.terrain)
    return pick(decision, "done", words.leaves_terrain(pieces))


def deploy_command(battle: Battle, decision: Decision) -> Advice:
    """Deploy commands of the same VD in the order of the list."""
    option = decision.options[0]
    state: State = battle.state
    command = state.commands[option.key["command"]]
    same = len(decision.options)
    return Advice(plain(option), words.deploys(command.name, same, command.vdc))


def draw_up(battle: Battle, decision: Decision) -> Advice:
    """Draw up units in line of battle, the Baggage at the first place that is proposed."""
    state: State = battle.state
    unit = state.units[decision.subject]
    line = offered(decision, "line-up")
    if line is not None:
        command = state.commands[unit.command]
        left = sum(state.units[id_].base is None for id_ in command.units)
        return Advice(plain(line), words.draws_up(left))
    ready = next((option for option in decision.options if not option.params), decision.options[0])
    where = ready.key.get("at", words.WHERE_ROOM)
    return Advice(plain(ready), words.places_baggage(where))


def post_leader(battle: Battle, decision: Decision) -> Advice:
    """Post leaders behind their units."""
    state: State = battle.state
    leader = state.leaders[decision.subject]
    units = len(state.commands[leader.command].units)
    return pick(decision, "behind", words.posts(leader.name, units))


def throw(_battle: Battle, decision: Decision) -> Advice:
    """Name dice that are typed in, with their values left open: they are thrown at the table."""
    return Advice(plain(decision.options[0]), words.ROLL_AND_TYPE)
