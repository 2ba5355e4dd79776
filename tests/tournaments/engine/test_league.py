"""Leagues: what counts of many events, ratings, and what is told of a player."""

from __future__ import annotations

import datetime
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.playing import begun, by_chance, of_teams, to_the_end
from tournaments.engine.document import Result
from tournaments.engine.league import League, LeagueError, event_of, read_league
from tournaments.engine.ratings import MIDDLE, ratings
from tournaments.engine.season import league_standings, profile

PEOPLE = [{"id": key, "name": key.title()} for key in ("anna", "bob", "cora", "dan")]


def event(day: int, *ranked: str | tuple[str, ...], season: str = "", **more: Any) -> dict[str, Any]:
    places = [
        {"people": [who] if isinstance(who, str) else list(who), "rank": rank, "points": 20 - 4 * rank}
        for rank, who in enumerate(ranked, 1)
    ]
    return {"date": f"2026-0{day}-01", "season": season, "places": places, **more}


def league(*events: dict[str, Any], **settings: Any) -> League:
    return read_league({"format": "leaguer-league", "version": 1, "people": PEOPLE, "events": list(events),
                        "settings": settings})  # fmt: skip


def totals(found: League, season: str | None = None) -> dict[str, tuple[int, float]]:
    return {each.person.id: (each.rank, float(each.total)) for each in league_standings(found, season)}


YEAR = (event(1, "anna", "bob", "cora"), event(2, "bob", "anna"), event(3, "anna", "cora", "bob"))


def test_points_by_places_are_added_and_only_the_best_count() -> None:
    assert totals(league(*YEAR)) == {"anna": (1, 34), "bob": (2, 30), "cora": (3, 18)}
    assert totals(league(*YEAR, best=2)) == {"anna": (1, 24), "bob": (2, 22), "cora": (3, 18)}
    counted = {each.person.id: [one.counts for one in each.results]
               for each in league_standings(league(*YEAR, best=2))}  # fmt: skip
    assert counted == {"anna": [True, False, True], "bob": [True, True, False], "cora": [True, True]}


def test_the_events_own_points_or_their_share_may_count_instead() -> None:
    assert totals(league(*YEAR, counts="points")) == {"anna": (1, 44), "bob": (2, 36), "cora": (3, 20)}
    shares = totals(league(YEAR[0], counts="share"))
    assert shares == {"anna": (1, 100), "bob": (2, 75), "cora": (3, 50)}
    assert totals(league(YEAR[0], places=[5])) == {"anna": (1, 5), "bob": (2, 0), "cora": (2, 0)}


def test_equal_totals_are_parted_by_the_best_result() -> None:
    found = league(event(1, "anna", "bob", "cora"), event(2, "dan", "bob", "cora"), places=[4, 2, 0])
    assert totals(found) == {"anna": (1, 4), "dan": (1, 4), "bob": (3, 4), "cora": (4, 0)}


def test_a_season_has_its_own_standings() -> None:
    found = league(event(1, "anna", season="one"), event(2, "bob", "anna", season="two"))
    assert totals(found, "two") == {"bob": (1, 12), "anna": (2, 10)}
    assert totals(found) == {"anna": (1, 22), "bob": (2, 12)}
    assert league_standings(found, "three") == ()


def battle(one: Any, other: Any, winner: Any, number: int = 1, **more: Any) -> dict[str, Any]:
    sides = [[each] if isinstance(each, str) else list(each) for each in (one, other)]
    return {"round": number, "sides": sides, "winner": winner, **more}


def test_whoever_wins_is_rated_higher_and_few_battles_are_provisional() -> None:
    wins = [battle("anna", "bob", 0, number) for number in range(1, 10)]
    found = league(event(1, "anna", "bob", battles=wins))
    rated = ratings(found, found.events)
    assert rated["anna"].value > MIDDLE > rated["bob"].value
    assert rated["anna"].value - MIDDLE == pytest.approx(MIDDLE - rated["bob"].value, abs=1)
    assert (rated["anna"].battles, rated["anna"].provisional) == (9, False)
    assert (rated["cora"].value, rated["cora"].battles, rated["cora"].provisional) == (MIDDLE, 0, True)
    assert rated["anna"].spread < rated["cora"].spread


@given(st.lists(st.tuples(st.permutations(["anna", "bob", "cora", "dan"]), st.sampled_from([0, 1, "draw"])),
                max_size=6))  # fmt: skip
def test_ratings_do_not_depend_on_the_sides_that_people_had(fought: list[tuple[list[str], Any]]) -> None:
    turned = {0: 1, 1: 0, "draw": "draw"}
    one = [battle(who[0], who[1], winner, at) for at, (who, winner) in enumerate(fought, 1)]
    other = [battle(who[1], who[0], turned[winner], at) for at, (who, winner) in enumerate(fought, 1)]
    both = [league(event(1, battles=each)) for each in (one, other)]
    assert ratings(both[0], both[0].events) == ratings(both[1], both[1].events)


def test_two_who_play_as_one_side_are_both_rated() -> None:
    found = league(event(1, ("anna", "bob"), ("cora", "dan"), battles=[
        battle(("anna", "bob"), ("cora", "dan"), 0, number) for number in (1, 2)]))  # fmt: skip
    rated = ratings(found, found.events)
    assert rated["anna"] == rated["bob"]
    assert rated["anna"].value > rated["dan"].value
    assert totals(found) == {"anna": (1, 12), "bob": (1, 12), "cora": (3, 10), "dan": (3, 10)}


def test_the_page_of_a_player_has_record_opponents_and_armies() -> None:
    fought = [battle("anna", "bob", 0, books=["swedish", "polish"]), battle("cora", "anna", 0, 2),
              battle("bob", "anna", "draw", 3, books=["polish", "swedish"])]  # fmt: skip
    found = profile(league(event(1, "anna", "bob", battles=fought)), "anna")
    record = found.record
    assert (record.won, record.drawn, record.lost, record.battles) == (1, 1, 1, 3)
    assert {key: (each.won, each.drawn, each.lost) for key, each in found.opponents.items()} == {
        "bob": (1, 1, 0), "cora": (0, 0, 1),
    }  # fmt: skip
    assert {key: each.battles for key, each in found.books.items()} == {"swedish": 2, "": 1}
    assert [each.rank for each in found.results] == [1]


def test_a_tournament_becomes_an_event() -> None:
    day = datetime.date(2026, 5, 1)
    played = to_the_end(begun(8, "swiss", rounds=3), by_chance(2))
    people = {each.id: (f"x-{each.id}",) for each in played.players if each.id != "p8"}
    found = event_of(played, people, day, season="2026")
    assert {key for each in found.places for key in each.people} == {f"x-p{at}" for at in range(1, 8)}
    fought = [each for one in played.rounds for each in one.pairings
              if each.result and each.result.played and "p8" not in each.players]  # fmt: skip
    assert [each.sides for each in found.battles] == [
        tuple((f"x-{key}",) for key in each.players) for each in fought
    ]


def test_members_of_a_team_share_its_place() -> None:
    played = to_the_end(
        of_teams(2, 2, rounds=1), lambda one, other: Result(scores=(int(one < other), int(one > other)))
    )
    found = event_of(played, {each.id: (each.id,) for each in played.players}, datetime.date(2026, 5, 1))
    assert [(each.people, each.rank) for each in found.places] == [(("a1", "a2"), 1), (("b1", "b2"), 2)]
    assert len(found.battles) == 2


@pytest.mark.parametrize(("change", "fault"), [
    ({"people": [*PEOPLE, PEOPLE[0]]}, "people[4].id: “anna” is used twice"),
    ({"events": [event(1, "eve")]}, "events[0].places[0].people: there is nobody “eve” in this league"),
    ({"events": [event(1, "anna", "anna")]}, "events[0].places[1].people: “anna” is used twice"),
    ({"events": [event(1, battles=[battle("anna", "eve", 0)])]},
        "events[0].battles[0].sides: there is nobody “eve” in this league"),
    ({"events": [event(1, battles=[battle("anna", "anna", 0)])]},
        "events[0].battles[0].sides: have the same person on both sides, or twice on one"),
    ({"events": [{"places": []}]}, "events[0].date: is missing"),
    ({"format": "leaguer-list"}, "format: must be “leaguer-league”: this is not a league document"),
])  # fmt: skip
def test_each_fault_is_named_at_its_place(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(LeagueError) as error:
        read_league({"format": "leaguer-league", "version": 1, "people": PEOPLE} | change)
    assert fault in [str(each) for each in error.value.faults]


def printed(*args: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("league_standings", *args, stdout=out, stderr=err)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_the_command_prints_the_standings_and_refuses_what_is_no_league(tmp_path: Path) -> None:
    path, found = tmp_path / "league.json", league(*YEAR, best=2)
    path.write_text(json.dumps(found.model_copy(update={"name": "The year"}).to_json()))
    status, text, _ = printed(str(path))
    assert (status, text.splitlines()[:2]) == (0, ["The year", "   1  Anna     24  1500?  12 (10) 12"])
    places = json.loads(printed(str(path), "--json")[1])["places"]
    assert [each["total"] for each in places] == ["24", "22", "18"]
    status, text, error = printed(str(path), "--season", "none")
    assert (status, text, error.count("\n")) == (2, "", 1)
    path.write_text("{}")
    assert printed(str(path))[0] == 2
    assert "cannot be read" in printed(str(tmp_path / "nowhere.json"))[2]
