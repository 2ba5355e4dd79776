"""Tournaments in calendars: rounds and deadlines, read by the library again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from icalendar import Calendar

from tournaments.calendar import Feed, calendar
from tournaments.engine.document import Tournament, read_tournament
from tournaments.engine.generate import generate

MORNING = datetime(2026, 10, 3, 9, 0, tzinfo=UTC)
FEED = Feed("abc", "https://club.example/tournaments/abc/", MORNING, 7)


def events(tournament: Tournament, player: str = "") -> dict[str, Any]:
    """The entries of a calendar by what they are known by."""
    found = Calendar.from_ical(calendar(tournament, FEED, player).decode())
    assert str(found["x-wr-calname"]) == "Autumn"
    return {str(each["uid"]): each for each in found.walk("VEVENT")}


def autumn(**changes: Any) -> Tournament:
    """Five players, one of two rounds paired."""
    found = generate(5, 2, "calendar", played=1).to_json()
    settings = {"rounds": 2} | changes
    return read_tournament(found | {"name": "Autumn", "date": "2026-10-03", "settings": settings})


def test_a_tournament_without_times_is_a_day() -> None:
    (event,) = events(autumn()).values()
    assert (event["dtstart"].dt, event["dtend"].dt) == (date(2026, 10, 3), date(2026, 10, 4))
    assert str(event["summary"]) == "Autumn"
    assert str(event["url"]) == FEED.link


def test_rounds_last_as_long_as_the_settings_or_the_clock_say() -> None:
    starts = [MORNING.isoformat(), (MORNING + timedelta(hours=4)).isoformat()]
    found = autumn(minutes=150, schedule={"starts": starts})
    first, second = events(found).values()
    assert first["dtend"].dt - first["dtstart"].dt == timedelta(minutes=150)
    assert second["dtstart"].dt == MORNING + timedelta(hours=4)
    late = MORNING + timedelta(hours=3)
    round_one = found.rounds[0].model_copy(update={"ends": late})
    later = events(found.model_copy(update={"rounds": (round_one,)}))
    assert list(later) == ["abc-round-1@leaguer", "abc-round-2@leaguer"]
    assert later["abc-round-1@leaguer"]["dtend"].dt == late


def test_a_player_reads_where_and_whom_they_play() -> None:
    found = autumn(schedule={"starts": [MORNING.isoformat()]})
    pairing, bye = found.rounds[0].pairings[0], found.rounds[0].byes[0]
    (event,) = events(found, pairing.players[0]).values()
    opponent = found.by_id[pairing.players[1]].name
    assert str(event["description"]) == f"Table {pairing.table} against {opponent}"
    assert str(events(found, bye.player)["abc-round-1@leaguer"]["description"]) == "You have a bye."
    assert "description" not in events(found)["abc-round-1@leaguer"]


def test_deadlines_remind_a_day_before() -> None:
    due = {"registration_ends": MORNING.isoformat(), "lists_due": MORNING.isoformat()}
    found = events(autumn(schedule=due))
    for key, said in (("registration", "registration ends"), ("lists", "lists are due")):
        event = found[f"abc-{key}@leaguer"]
        assert event["dtend"].dt == MORNING
        assert str(event["summary"]) == f"Autumn: {said}"
        (alarm,) = event.walk("VALARM")
        assert alarm["trigger"].dt == -timedelta(days=1)
