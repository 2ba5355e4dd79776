"""A tournament in calendars: its rounds, and the deadlines of registration and lists, as iCalendar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from icalendar import Alarm, Calendar, Event

from tournaments.engine.document import Round, Tournament
from tournaments.wording import calendar as words

BEFORE = timedelta(hours=24)
DEADLINE = timedelta(minutes=30)
ROUND = timedelta(hours=2)
"""How long a round takes where the settings do not say."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Where a calendar comes from: what its entries are known by, the tournament's page, and its state."""

    key: str
    link: str
    updated: datetime
    revision: int


def calendar(tournament: Tournament, feed: Feed, player: str = "") -> bytes:
    """Return a tournament, as its reader may see it, as iCalendar; with the tables and opponents of `player`.

    Entries keep their names when times move, so that calendars move them.
    """
    found = Calendar()
    head = {"prodid": "-//Leaguer//Tournaments//EN", "version": "2.0", "method": "PUBLISH",
            "x-wr-calname": tournament.name or words.NAMELESS}  # fmt: skip
    for name, value in head.items():
        found.add(name, value)
    for event in (*_rounds(tournament, feed, player), *_deadlines(tournament, feed)):
        found.add_component(event)
    return bytes(found.to_ical())


def _rounds(tournament: Tournament, feed: Feed, player: str) -> Iterator[Event]:
    name = tournament.name or words.NAMELESS
    settings = tournament.settings
    if not settings.schedule.starts:
        if tournament.date is not None:
            yield _event(feed, "day", name, tournament.date, tournament.date + timedelta(days=1))
        return
    length = timedelta(minutes=settings.minutes) if settings.minutes else ROUND
    for number, starts in enumerate(settings.schedule.starts[: settings.rounds], 1):
        paired = tournament.rounds[number - 1] if number <= len(tournament.rounds) else Round()
        ends = paired.ends if paired.ends is not None and paired.ends > starts else starts + length
        said = words.round_of(name, number)
        yield _event(feed, f"round-{number}", said, starts, ends, _own(tournament, paired, player))


def _own(tournament: Tournament, paired: Round, player: str) -> str:
    """Return what a round has in store for a player, "" if nothing is known."""
    people = tournament.by_id
    for each in paired.pairings:
        if player in each.players:
            other = people[each.players[1 - each.players.index(player)]]
            return words.at_table(each.table, other.name)
    return words.BYE if any(each.player == player for each in paired.byes) else ""


def _deadlines(tournament: Tournament, feed: Feed) -> Iterator[Event]:
    name, schedule = tournament.name or words.NAMELESS, tournament.settings.schedule
    due = (("registration", words.registration_ends(name), schedule.registration_ends),
           ("lists", words.lists_due(name), tournament.settings.lists_due))  # fmt: skip
    for key, said, at in due:
        if at is not None:
            event, alarm = _event(feed, key, said, at - DEADLINE, at), Alarm()
            for line, value in (("action", "DISPLAY"), ("description", said), ("trigger", -BEFORE)):
                alarm.add(line, value)
            event.add_component(alarm)
            yield event


def _event(
    feed: Feed, key: str, said: str, starts: date | datetime, ends: date | datetime, more: str = ""
) -> Event:
    values = {
        "uid": f"{feed.key}-{key}@leaguer", "dtstamp": feed.updated, "dtstart": starts, "dtend": ends,
        "sequence": feed.revision, "summary": said, "url": feed.link,
    } | ({"description": more} if more else {})  # fmt: skip
    event = Event()
    for name, value in values.items():
        event.add(name, value)
    return event
