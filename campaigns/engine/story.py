"""A story: scenes whose battles choose the next."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.battle import ScenePlayed, StoryWent, Unopposed, story_of
from campaigns.engine.events.turns import MarchesOver
from campaigns.engine.state import (
    Engagement,
    EngagementSide,
    Outcome,
    State,
    StoryBranch,
    StoryNode,
)
from campaigns.engine.turn.battle_aftermath import settle
from campaigns.engine.turn.engaging import open_battle
from campaigns.engine.turn.recruiting import returns
from campaigns.engine.turn.supply import rest
from campaigns.engine.turn.victory import next_turn, over
from campaigns.wording import turn as words


def scene(log: Log, _dice: TurnDice) -> None:
    """Show scenes up to the next battle, which stands open then, or to the end of the story."""
    seen: set[str] = set()
    while node := node_at(log.state):
        seen.add(node.id)
        log.apply(ScenePlayed("", (ALL,), node=node.id, name=node.name, text=node.words))
        if node.sides:
            _open(log, node)
            break
        branch = branch_of(node, "any")
        if branch is None or branch.to in seen:
            break
        log.apply(StoryWent("", (ALL,), node=branch.to, text=branch.words))
    log.apply(MarchesOver("", (ALL,)))


def node_at(state: State) -> StoryNode | None:
    """Return the scene that the story has come to."""
    story = story_of(state)
    return next((node for node in story.nodes if node.id == story.at), None)


def branch_of(node: StoryNode, ended: str) -> StoryBranch | None:
    """Where a scene goes on when its battle ended so for its first side: a branch that names that, else one
    for any end.
    """
    found = [branch for when in (ended, "any") for branch in node.branches if branch.when == when]
    return found[0] if found else None


def _open(log: Log, node: StoryNode) -> None:
    state = log.state
    system, armies = _armies(state, node)
    if not all(armies):
        winner = next((node.sides[side] for side in (0, 1) if armies[side]), "")
        log.apply(Unopposed("", (ALL,), node=node.id, winner=winner))
        return
    roles = [*node.roles, "field", "field"][:2]
    sides = [
        EngagementSide(node.sides[side], armies[side], roles[side],
                       fortified=roles[side] == "defend" and roles[1 - side] == "assault",
                       ambush=roles[side] == "ambush")
        for side in (0, 1)
    ]  # fmt: skip
    made = Engagement(
        id=f"t{state.turn}e1", turn=state.turn, area="", sides=sides, terrain=node.terrain,
        scenario=node.scenario, system=system,
    )  # fmt: skip
    open_battle(log, made, "")


def _armies(state: State, node: StoryNode) -> tuple[str, list[list[str]]]:
    """Return the forces of both sides of a scene, in the first of the campaign's systems in which both can
    fight; else whoever is there.
    """
    there = [force for system in state.systems for force in state.standing() if force.system == system]
    for system in (*state.systems, ""):
        armies = [
            [
                force.id
                for force in there
                if force.faction == faction and system in (force.system, "") and force.strength
            ]
            for faction in node.sides
        ]
        if all(armies):
            return system, armies
    return "", armies


def results(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """Choose the next scene by the battle's result, or end the story."""
    node = node_at(log.state)
    for key in sorted(outcomes):
        points = node.points if node else 0
        settle(log, log.state.engagements[key], outcomes[key], dice, loot=False, points=points)
    for force in list(log.state.standing()):
        rest(log, force, refitting=False)
    returns(log)
    branch = branch_of(node, _ended(log.state, node, outcomes)) if node and node.sides else None
    if branch is None:
        over(log, words.STORY_ENDED)
        return
    log.apply(StoryWent("", (ALL,), node=branch.to, text=branch.words))
    next_turn(log)


def _ended(state: State, node: StoryNode, outcomes: Mapping[str, Outcome]) -> str:
    """How a scene ended for its first side; who met nobody has won."""
    if outcomes:
        winner = outcomes[min(outcomes)].winner
    else:
        there = [bool(army) for army in _armies(state, node)[1]]
        winner = there.index(True) if there[0] != there[1] else None
    return "drawn" if winner is None else ("won", "lost")[winner]
