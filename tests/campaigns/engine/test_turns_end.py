"""The end of a turn: the calendar, points for areas, who has won."""

from __future__ import annotations

from datetime import date

import pytest

from campaigns.engine.events.turns import CampaignOver
from campaigns.engine.rules import Calendar
from campaigns.engine.turn.victory import area_points, later
from tests.kit.aftermath import concluded, events_of, standing
from tests.kit.strip import campaign, troop

BOTH = (("r1", "red", "north"), ("b1", "blue", "south"))


def two(**rules):
    return campaign(*(troop(*each) for each in BOTH), **rules)


@pytest.mark.parametrize(
    ("day", "length", "unit", "next_day"),
    [
        ("1645-06-01", 1, "weeks", "1645-06-08"), ("1645-12-28", 7, "days", "1646-01-04"),
        ("1645-01-31", 1, "months", "1645-02-28"), ("1643-12-31", 2, "months", "1644-02-29"),
        ("1645-11-15", 14, "months", "1647-01-15"),
    ],
)  # fmt: skip
def test_the_next_turn_begins_when_the_calendar_says(day, length, unit, next_day):
    found = later(date.fromisoformat(day), Calendar(length=length, unit=unit))
    assert found.isoformat() == next_day


def test_a_turn_ends_with_the_next_date_season_and_no_orders():
    state = standing(two(), r1={"do": "refit"})
    state.date = "1645-08-28"
    after = concluded(state).state
    assert (after.turn, after.date, after.season, after.phase) == (2, "1645-09-04", "autumn", "orders")
    assert after.standing_orders == {}


def test_areas_count_each_turn_or_at_the_end():
    assert area_points(two()) == {"red": 5, "blue": 2}
    each_turn = concluded(concluded(two(victory={"areas": "each turn"})).state).state
    assert each_turn.factions["red"].points == 10
    at_the_end = concluded(two(victory={"areas": "end", "turns": 1})).state
    assert at_the_end.factions["red"].points == 5
    assert concluded(two(victory={"areas": "no", "turns": 1})).state.factions["red"].points == 0


def test_the_last_turn_ends_the_campaign_for_who_has_most_points():
    after = concluded(two(victory={"turns": 1}))
    assert (after.state.phase, after.state.winner) == ("over", "red")
    assert events_of(after, CampaignOver)[0].why == "its last turn is over"


def test_nobody_wins_with_as_many_points():
    state = two(victory={"turns": 1})
    state.factions["blue"].points = 3
    assert concluded(state).state.winner == ""


def test_points_enough_win_at_once():
    state = two(victory={"points": 10})
    state.factions["blue"].points = 10
    after = concluded(state).state
    assert (after.phase, after.winner) == ("over", "blue")


def test_the_last_one_left_has_won_whatever_the_points():
    state = two()
    state.factions["green"].neutral = True
    state.factions["blue"].points = 99
    state.forces["b1"].gone = True
    for area in state.areas.values():
        area.owner = area.owner if area.owner != "blue" else "red"
    after = concluded(state).state
    assert (after.phase, after.winner) == ("over", "red")


def test_a_neutral_never_wins():
    state = two(victory={"points": 10})
    state.factions["green"].neutral = True
    state.factions["green"].points = 50
    assert concluded(state).state.phase == "orders"
