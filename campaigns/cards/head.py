"""The head of every page of a campaign: its name, what turn it is, until when, and its pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from campaigns.engine.state import State
from campaigns.engine.view import View

if TYPE_CHECKING:
    from campaigns.access import Participant

ASKS = {"battles": "waiting for battles", "over": "over"}
CARRY = {"map": "Carry out the orders", "ladder": "Carry out the challenges", "story": "Open the scene"}
ORDERS = {"map": "waiting for orders", "ladder": "waiting for challenges", "story": "waiting for the umpire"}


def head_of(participant: Participant, seen: View) -> dict[str, object]:
    """Return the head of a campaign's pages. `step`: what a turn is called in it; `carry`: what begins one;
    `when`: the turn's days; `asks`: what it waits for; `may_ask`: whether they can ask for more time; `tabs`:
    its pages, each with its name and address.
    """
    state = seen.state
    return {
        "step": step_of(state.shape),
        "carry": CARRY[state.shape],
        "when": days_of(state),
        "asks": asks_of(state.shape, state.phase),
        "deadline": participant.campaign.deadline if state.phase == "orders" else None,
        "may_ask": bool(participant.faction) and not participant.campaign.archived,
        "role": _role(participant, state),
        "tabs": [(key, label, participant.url(key)) for key, label in _tabs(participant, state)],
    }


def asks_of(shape: str, phase: str) -> str:
    """Return what a campaign of a shape waits for."""
    return ORDERS[shape] if phase == "orders" else ASKS[phase]


def step_of(shape: str) -> str:
    """Return what a turn is called in a campaign of a shape."""
    return "turn" if shape == "map" else "round"


def _role(participant: Participant, state: State) -> str:
    """Return what somebody is here: `umpire`, `commander-in-chief of Sweden`."""
    faction = state.factions.get(participant.faction)
    parts = ["umpire"] if participant.runs else []
    if faction is not None and state.shape == "ladder":
        parts.append(f"playing as {faction.name}")
    elif faction is not None:
        parts.append(f"{'commander-in-chief of' if participant.chief else 'player of'} {faction.name}")
    return " and ".join(parts) or "onlooker"


def days_of(state: State) -> str:
    """Return the days of a turn: `14–20 July 1655`, `July 1655`, or one day."""
    first = date.fromisoformat(state.date)
    calendar = state.rules.calendar
    if calendar.unit == "months" and first.day == 1 and calendar.length == 1:
        return f"{first:%B %Y}"
    return _span(first, _last_day(state))


def days_between(first: State, last: State) -> str:
    """Return the days from a turn's first to another's last one."""
    return _span(date.fromisoformat(first.date), _last_day(last))


def _last_day(state: State) -> date:
    first, length, unit = (
        date.fromisoformat(state.date),
        state.rules.calendar.length,
        state.rules.calendar.unit,
    )
    if unit == "months":
        month = first.month - 1 + length
        return date(first.year + month // 12, month % 12 + 1, min(first.day, 28)) - timedelta(days=1)
    return first + timedelta(days=length * (7 if unit == "weeks" else 1) - 1)


def _span(first: date, last: date) -> str:
    """Two days and what lies between them, with nothing said twice."""
    if first == last:
        return f"{first.day} {first:%B %Y}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{last.day} {last:%B %Y}"
    if first.year == last.year:
        return f"{first.day} {first:%B} – {last.day} {last:%B %Y}"
    return f"{first.day} {first:%B %Y} – {last.day} {last:%B %Y}"


def _tabs(participant: Participant, state: State) -> Iterator[tuple[str, str]]:
    yield "campaign", {"map": "Map", "ladder": "Ladder", "story": "Story"}[state.shape]
    if state.shape == "map" and (participant.faction or participant.umpire):
        yield "orders", "Orders"
    for key in ("forces", "factions", "engagements", "chronicle", "messages", "people", "rules"):
        yield key, "Battles" if key == "engagements" else key.capitalize()
    if participant.runs:
        yield "umpire", "Umpire"
