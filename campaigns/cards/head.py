"""The head of every page of a campaign: its name, what turn it is, until when, and its pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from uuid import UUID

from django.urls import NoReverseMatch, reverse

from campaigns.engine.state import State
from campaigns.engine.view import View

if TYPE_CHECKING:
    from campaigns.access import Participant


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of the campaign."""

    key: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class HeadCard:
    """What stands above every page of a campaign. `step`: what a turn is called in it; `carry`: what begins
    one; `when`: the turn's days; `asks`: what it waits for.
    """

    turn: int
    step: str
    carry: str
    when: str
    season: str
    weather: str
    asks: str
    deadline: datetime | None
    paused: bool
    role: str
    faction: str
    number: int
    tabs: tuple[Tab, ...]


ASKS = {"battles": "waiting for its battles", "over": "over"}
CARRY = {"map": "Carry out the orders", "ladder": "Carry out the challenges", "story": "Open the scene"}
ORDERS = {"map": "waiting for orders", "ladder": "waiting for challenges", "story": "waiting for the umpire"}


def head_card(participant: Participant, seen: View) -> HeadCard:
    """The head of a campaign's pages as somebody sees it."""
    state, row = seen.state, participant.campaign
    faction = state.factions.get(participant.faction)
    return HeadCard(
        turn=state.turn, step=step_of(state.shape), carry=CARRY[state.shape],
        when=days_of(state), season=state.season, weather=state.weather,
        asks=asks_of(state.shape, state.phase),
        deadline=row.deadline if state.phase == "orders" else None,
        paused=row.paused, role=role_words(participant, state), faction=participant.faction,
        number=list(state.factions).index(faction.id) if faction else 0,
        tabs=tuple(_tabs(participant, state)),
    )  # fmt: skip


def asks_of(shape: str, phase: str) -> str:
    """What a campaign of a shape waits for."""
    return ORDERS[shape] if phase == "orders" else ASKS[phase]


def step_of(shape: str) -> str:
    """What a turn is called in a campaign of a shape."""
    return "turn" if shape == "map" else "round"


def role_words(participant: Participant, state: State) -> str:
    """What somebody is here: `umpire`, `commander-in-chief of Sweden`."""
    faction = state.factions.get(participant.faction)
    parts = ["umpire"] if participant.umpire else []
    if faction is not None and state.shape == "ladder":
        parts.append(f"playing as {faction.name}")
    elif faction is not None:
        parts.append(f"{'commander-in-chief of' if participant.chief else 'player of'} {faction.name}")
    return " and ".join(parts) or "onlooker"


def days_of(state: State) -> str:
    """The days of a turn: `14–20 July 1655`, `July 1655`, or one day."""
    first = date.fromisoformat(state.date)
    length, unit = state.rules.calendar.length, state.rules.calendar.unit
    if unit == "months":
        last = _months_on(first, length) - timedelta(days=1)
        if first.day == 1 and length == 1:
            return f"{first:%B %Y}"
    else:
        last = first + timedelta(days=length * (7 if unit == "weeks" else 1) - 1)
    return span(first, last)


def span(first: date, last: date) -> str:
    """Two days and what lies between them, without saying anything twice."""
    if first == last:
        return f"{first.day} {first:%B %Y}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{last.day} {last:%B %Y}"
    if first.year == last.year:
        return f"{first.day} {first:%B} – {last.day} {last:%B %Y}"
    return f"{first.day} {first:%B %Y} – {last.day} {last:%B %Y}"


def _months_on(day: date, count: int) -> date:
    month = day.month - 1 + count
    return date(day.year + month // 12, month % 12 + 1, min(day.day, 28))


def _tabs(participant: Participant, state: State) -> list[Tab]:
    first = {"map": "Map", "ladder": "Ladder", "story": "Story"}[state.shape]
    wanted = [("campaign", first)]
    if state.shape == "map" and (participant.faction or participant.umpire):
        wanted.append(("orders", "Orders"))
    wanted += [("forces", "Forces"), ("factions", "Factions"), ("engagements", "Battles")]
    wanted += [("chronicle", "Chronicle"), ("people", "People"), ("rules", "Rules")]
    if participant.umpire:
        wanted.append(("umpire", "Umpire"))
    return [Tab(key, label, url) for key, label in wanted if (url := address(participant, key))]


def address(participant: Participant, page: str, *args: object) -> str:
    """The address of one of the campaign's pages, "" for one that this site does not have."""
    return _reversed(page, participant.campaign.public_id, args)


@lru_cache(maxsize=20_000)
def _reversed(page: str, public_id: UUID, args: tuple[object, ...]) -> str:
    """Kept: a map of 500 areas asks for as many addresses each time."""
    try:
        return reverse(f"campaigns:{page}", args=[public_id, *args])
    except NoReverseMatch:
        return ""
