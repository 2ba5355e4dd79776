"""What both sides and the umpire did about a battle before it was settled."""

from __future__ import annotations

from collections.abc import Mapping

SAID: Mapping[str, str] = {
    "proposed": "{} proposed {}.",
    "withdrew": "{} withdrew the proposal {}.",
    "declined": "{} declined {}.",
    "agreed": "{} agreed {}.",
    "decided": "{} decided {}.",
    "reported": "{} reported how it ended.",
    "changed": "{} changed their report.",
    "reset": "{} opened the battle again.",
}
"""By what was done: who did it, and what the method is, such as “to fight it on a table”."""


def member(name: str, faction: str) -> str:
    return f"{name} ({faction})"


def umpire(name: str) -> str:
    return f"{name} (umpire)" if name else "The umpire"


def began(means: str) -> str:
    return f"The battle started {means}." if means else "The battle started."


def cancelled(who: str, reason: str) -> str:
    return f"{who} cancelled the battle. When it starts again, new dice are drawn. Reason: {reason}"
