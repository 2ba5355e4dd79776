"""A story on its page: the scenes that were played, the present one, and how each was left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from campaigns.cards.forces import faction_name
from campaigns.engine.state import StoryBranch, StoryNode
from campaigns.engine.view import View

ENDS = {"won": "if {} wins", "lost": "if {} loses", "drawn": "if it is a draw", "any": "whatever happens"}


@dataclass(frozen=True, slots=True)
class Branch:
    """Where the story goes on: `when` in words, to which scene by name, and whether it went there."""

    branch: StoryBranch
    when: str
    to: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene, the names of its sides, and the branches from it that may be known."""

    node: StoryNode
    sides: tuple[str, ...]
    branches: tuple[Branch, ...]


def scenes(view: View) -> dict[str, list[Scene]]:
    """Return a story's scenes: `past`, `now` (one or none), and for the umpire alone those `ahead`."""
    story = view.state.story
    if story is None:
        return {"past": [], "now": [], "ahead": []}
    nodes = {node.id: node for node in story.nodes}
    way = [*(key for key in story.told if key in nodes and key != story.at), story.at]
    following = dict(pairwise(way))
    keys = {
        "past": way[:-1],
        "now": [story.at] if story.at in nodes else [],
        "ahead": [key for key in nodes if key not in way] if view.umpire else [],
    }
    names = {key: node.name for key, node in nodes.items()}
    return {
        part: [_scene(view, nodes[key], following.get(key, ""), names) for key in found]
        for part, found in keys.items()
    }


def _scene(view: View, node: StoryNode, went_to: str, names: dict[str, str]) -> Scene:
    sides = tuple(faction_name(view.state, side) for side in node.sides)
    first = sides[0] if sides else ""
    branches = (
        Branch(each, ENDS[each.when].format(first), names.get(each.to, each.to), each.to == went_to)
        for each in node.branches
        if view.umpire or each.to == went_to
    )
    return Scene(node, sides, tuple(branches))
