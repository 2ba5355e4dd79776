"""What an open page of a campaign says has happened since it was opened: a sentence of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from rulesets.engine.wording import capfirst

Kind: TypeAlias = Literal[
    "message", "ready", "not-ready", "factions", "more-time", "no-time", "away", "back", "automatic",
    "manual", "ordered", "settled", "proposed", "withdrew", "declined", "agreed", "decided", "began",
    "reported", "reset", "no-list",
]  # fmt: skip


def news(kind: str, about: Mapping[str, Any]) -> str:
    """Say what has happened; "" for a kind of another version."""
    who, by = str(about.get("who", "")), str(about.get("by", "")) or "The umpire"
    battle = str(about.get("battle", "")) or "a battle"
    return {
        "message": f"{who} wrote a message.",
        "ready": f"{who} is ready.",
        "not-ready": f"{who} is no longer ready.",
        "factions": f"{about.get('ready')} of {about.get('of')} factions are ready.",
        "more-time": f"{who} asks for {about.get('hours')} more hours.",
        "no-time": "The umpire granted no more time.",
        "away": f"{who} is away.",
        "back": f"{who} is back.",
        "automatic": f"{who} now has automatic orders.",
        "manual": f"{who} no longer has automatic orders.",
        "ordered": f"The umpire gave orders for {by}.",
        "settled": _settled(about),
        "proposed": f"{by} proposes how to fight {battle}.",
        "withdrew": f"{by} withdrew the proposal for {battle}.",
        "declined": f"{by} declined the proposal for {battle}.",
        "agreed": f"Both sides have agreed how to fight {battle}.",
        "decided": f"The umpire decided how {battle} is fought.",
        "began": f"{capfirst(battle)} has started.",
        "reported": f"{by} reported {battle}.",
        "no-list": f"The umpire declined your list {about.get('name')}.",
        "reset": f"The umpire opened {battle} again.",
    }.get(kind, "")


def _settled(about: Mapping[str, Any]) -> str:
    """Say how a battle ended; to who may not know it yet (and in news of before), that one did."""
    battle, winner = about.get("battle"), about.get("winner")
    if not battle:
        return "A battle is settled."
    return f"{winner} won {battle}." if winner else f"{capfirst(str(battle))} was a draw."


def orders_carried_out(turn: str) -> str:
    return f"The orders of {turn} were carried out."


def turn_over(turn: str) -> str:
    return f"{capfirst(turn)} is over."


def went_back(turn: str) -> str:
    return f"The umpire went back to the beginning of {turn}."


CHANGED = "This campaign has changed."
