"""A story on its page: the scenes that were told, the present one, and how each was left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from campaigns.cards.forces import faction_name
from campaigns.engine.state import State, StoryNode
from campaigns.engine.view import View

ENDS = {"won": "won by {}", "lost": "lost by {}", "drawn": "a draw", "any": "however it ends"}


@dataclass(frozen=True, slots=True)
class BranchLine:
    """Where the story goes on: on what, which scene (only its umpire sees that before it comes)."""

    when: str
    to: str
    to_name: str
    words: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene: its text, who fights whom, and the branches from it that may be known."""

    key: str
    name: str
    words: str
    sides: tuple[str, ...]
    roles: tuple[str, ...]
    terrain: str
    points: int
    now: bool
    branches: tuple[BranchLine, ...]


@dataclass(frozen=True, slots=True)
class StoryCard:
    """A story as somebody sees it; `ahead`: the scenes to come, for the umpire alone."""

    past: tuple[Scene, ...]
    now: Scene | None
    ahead: tuple[Scene, ...]


def story_card(view: View) -> StoryCard | None:
    """The story; None in a campaign that is none."""
    story = view.state.story
    if story is None:
        return None
    nodes = {node.id: node for node in story.nodes}
    way = [*(key for key in story.told if key in nodes and key != story.at), story.at]
    following = dict(pairwise(way))
    past = tuple(_scene(view, nodes[key], following.get(key, "")) for key in way[:-1])
    now = nodes.get(story.at)
    ahead = [node for key, node in nodes.items() if key not in way] if view.umpire else []
    return StoryCard(
        past, _scene(view, now, "") if now else None, tuple(_scene(view, node, "") for node in ahead)
    )


def _scene(view: View, node: StoryNode, went_to: str) -> Scene:
    state = view.state
    names = {each.id: each.name for each in state.story.nodes} if state.story else {}
    branches = [
        BranchLine(_when(state, node, each.when), each.to, names.get(each.to, each.to), each.words,
                   taken=each.to == went_to)
        for each in node.branches
        if view.umpire or each.to == went_to
    ]  # fmt: skip
    return Scene(
        node.id, node.name, node.words, tuple(faction_name(state, side) for side in node.sides),
        tuple(node.roles), node.terrain, node.points, bool(state.story and state.story.at == node.id),
        tuple(branches),
    )  # fmt: skip


def _when(state: State, node: StoryNode, when: str) -> str:
    """When a branch is taken, in words."""
    first = faction_name(state, node.sides[0]) if node.sides else ""
    return ENDS[when].format(first)
