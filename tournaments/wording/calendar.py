"""What entries of a tournament's calendar say."""

from __future__ import annotations

NAMELESS = "Tournament"
BYE = "You have a bye."


def round_of(name: str, number: int) -> str:
    return f"{name}: round {number}"


def at_table(table: int, opponent: str) -> str:
    return f"Table {table} against {opponent}" if table else f"Against {opponent}"


def registration_ends(name: str) -> str:
    return f"{name}: registration ends"


def lists_due(name: str) -> str:
    return f"{name}: lists are due"
