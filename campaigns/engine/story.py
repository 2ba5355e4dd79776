"""A story: scenes whose battles choose the next."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events import Log
from campaigns.engine.state import Outcome


def scene(log: Log, dice: TurnDice) -> None:
    """The first part of a story's turn: the scene that it has come to is told, and its battle stands open."""


def results(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """The second part: the battle's result chooses the next scene, or the story is over."""
