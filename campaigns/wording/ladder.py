"""Challenges on a ladder."""

from __future__ import annotations

ACCEPTED_ALREADY = "it has already been accepted"
NO_SUCH_CHALLENGE = "there is no such challenge"
NO_OPEN_CHALLENGE = "there is no open challenge"


def busy_in_round(name: str) -> str:
    return f"{name} has a battle in this round: accept when it is settled"


def open_challenges(count: int) -> tuple[str, str]:
    """Return as many open challenges as somebody may have, and how many are allowed, with their verb."""
    return ("an open challenge", "one is") if count == 1 else (f"{count} open challenges", f"{count} are")


# Why a player may not challenge another. Events hold the words of logs: those never change.
LOGGED = {
    "unknown": "there is no such player on the ladder",
    "reach": "one may challenge up to {rules.reach} rungs above",
    "open": "one may have {rules.open} open",
    "between": "they have a challenge between them",
    "armies": "they have no armies of one system",
    "met": "they met in turn {met}",
}
TO_PLAYERS = {
    "unknown": "there is no such player on the ladder",
    "reach": "you can challenge players up to {rules.reach} rungs above you",
    "open": "you have {open_ones}; only {allowed} allowed at a time",
    "between": "there is already a challenge between you",
    "armies": "your armies share no rule system",
    "met": "you met in round {met}: wait a little",
}


NOT_ON_LADDER = "you do not play on this ladder"
IS_PAUSED = "is paused: resume it first"
