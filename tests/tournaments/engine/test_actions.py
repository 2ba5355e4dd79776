"""What can be done to a tournament, action by action, and what cannot."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.errors import FaultyDocumentError, LeaguerError
from tests.kit.tournaments import do, entered, pair, paired, played, tournament
from tournaments.engine.actions import Enter, FoldError, fold, read_action
from tournaments.engine.document import Player, Tournament, read_tournament
from tournaments.engine.settings import Scoring
from tournaments.engine.standings import standings
from tournaments.engine.swiss import propose
from tournaments.wording import log as words

Json = dict[str, Any]


def refused(found: Tournament, *actions: Json) -> LeaguerError:
    with pytest.raises(LeaguerError) as caught:
        do(found, *actions)
    return caught.value


def test_every_kind_of_action_has_its_sentence_and_is_read_back() -> None:
    for each in KINDS.values():
        action = read_action(each)
        assert read_action(action.to_json()) == action
        assert words.describe(action, {"anna": "Anna", "bob": "Bob"}).endswith((".", "”"))
    assert set(KINDS) == words.KINDS


KINDS: dict[str, Json] = {
    "enter": {"do": "enter", "players": [{"id": "x", "name": "X"}]},
    "change": {"do": "change", "player": "anna", "about": {"club": "York"}},
    "remove": {"do": "remove", "player": "anna"},
    "admit": {"do": "admit", "player": "anna"},
    "check_in": {"do": "check_in", "player": "anna", "here": False},
    "begin_in": {"do": "begin_in", "player": "anna", "round": 2},
    "leave": {"do": "leave", "player": "anna"},
    "come_back": {"do": "come_back", "player": "anna"},
    "miss": {"do": "miss", "player": "anna", "round": 1},
    "penalise": {"do": "penalise", "player": "anna", "penalty": {"points": 1, "reason": "unpainted"}},
    "soft": {"do": "soft", "player": "anna", "name": "Painting", "points": 2},
    "enter_team": {"do": "enter_team", "team": {"id": "york", "name": "York", "members": ["anna"]}},
    "change_team": {"do": "change_team", "team": "york", "about": {"members": ["bob", "anna"]}},
    "remove_team": {"do": "remove_team", "team": "york"},
    "line_up": {"do": "line_up", "team": "york", "round": 1, "members": ["anna", "bob"]},
    "send_list": {"do": "send_list", "player": "anna", "list": "a1", "replaces": "a0", "late": True},
    "withdraw_list": {"do": "withdraw_list", "player": "anna", "list": "a1"},
    "accept_list": {"do": "accept_list", "player": "anna", "list": "a1"},
    "decline_list": {"do": "decline_list", "player": "anna", "list": "a1", "reason": "Too many guns."},
    "lock_lists": {"do": "lock_lists", "locked": False},
    "lock": {"do": "lock", "players": ["anna", "bob"]},
    "pair": {"do": "pair", "number": 1, "round": {"pairings": [{"players": ["anna", "bob"]}]}},
    "take_back": {"do": "take_back", "round": 1},
    "publish": {"do": "publish", "round": 1, "shown": False},
    "exchange": {"do": "exchange", "round": 1, "one": "anna", "other": "bob"},
    "table": {"do": "table", "round": 1, "player": "anna", "table": 3},
    "scenario": {"do": "scenario", "round": 1, "scenario": "Relief"},
    "clock": {"do": "clock", "round": 1, "ends": "2026-05-02T10:00:00Z"},
    "report": {"do": "report", "round": 1, "player": "anna", "result": {"scores": [10, 2]}},
    "confirm": {"do": "confirm", "round": 1, "player": "bob"},
    "dispute": {"do": "dispute", "round": 1, "player": "bob", "reason": "8 to 2"},
    "decide": {"do": "decide", "round": 1, "player": "bob", "result": {"forfeit": "first"}},
    "no_show": {"do": "no_show", "round": 1, "player": "bob"},
    "enter_results": {"do": "enter_results", "round": 1, "tables": [{"player": "bob", "result": {}}]},
    "remind": {"do": "remind", "round": 1, "at": "2026-05-02T10:00:00Z"},
    "show_matches": {"do": "show_matches", "round": 1},
    "settings": {"do": "settings", "settings": {"rounds": 4}, "name": "Club day", "date": "2026-05-02"},
    "show": {"do": "show", "what": "lists"},
    "announce": {"do": "announce", "at": "2026-05-02T10:00:00Z", "text": "Lunch"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"do": "fly"}, "do"),
        ({}, "do"),
        ({"do": "leave"}, "player"),
        ({"do": "leave", "player": "anna", "why": "tired"}, "why"),
        ({"do": "report", "round": 1, "player": "a", "result": {"scores": [1]}}, "result.scores[1]"),
        ({"do": "clock", "round": 1, "ends": "2026-05-02T10:00:00"}, "ends"),
        ({"do": "enter", "players": []}, "players"),
    ],
)
def test_what_is_no_action_is_refused_with_its_field(data: Json, path: str) -> None:
    with pytest.raises(FaultyDocumentError) as caught:
        read_action(data)
    assert caught.value.path == path


# -- people --------------------------------------------------------------------------------------


def test_a_late_arrival_plays_from_the_next_round_on() -> None:
    found = do(played(tournament(4)), entered("Late"))
    assert found.by_id["late"].first_round == 2
    assert "late" in {each.player for each in paired(found).rounds[1].byes} | {
        key for each in paired(found).rounds[1].pairings for key in each.players
    }


def test_nobody_is_entered_twice_by_name_or_id() -> None:
    error = refused(tournament(), entered("anna").to_json())
    assert error.path == "players[0].name"
    twice = Enter(players=(Player(id="x", name="X"), Player(id="y", name="x")))
    assert refused(tournament(), twice.to_json()).path == "players[1].name"
    same_id = Enter(players=(Player(id="anna", name="Another"),))
    assert refused(tournament(), same_id.to_json()).path == "players[4].id"


def test_a_drop_out_is_in_no_later_round_and_may_come_back() -> None:
    found = do(played(tournament(5, rounds=4)), {"do": "leave", "player": "anna"})
    found = played(found)
    in_second = {key for each in found.rounds[1].pairings for key in each.players}
    assert "anna" not in in_second | {each.player for each in found.rounds[1].byes}
    found = do(found, {"do": "come_back", "player": "anna"})
    assert found.by_id["anna"].absent == (2,)
    assert found.by_id["anna"].plays(3)
    assert refused(found, {"do": "come_back", "player": "anna"}).path == "player"


def test_who_leaves_while_a_round_is_proposed_stops_it_from_being_published() -> None:
    found = do(tournament(4), pair(tournament(4)), {"do": "leave", "player": "anna"})
    error = refused(found, {"do": "publish", "round": 1})
    assert "Anna" in error.message
    found = do(found, {"do": "take_back", "round": 1})
    assert len(paired(found).rounds[0].pairings) == 1


def test_a_player_who_was_paired_is_not_removed() -> None:
    assert refused(paired(tournament()), {"do": "remove", "player": "anna"}).path == "player"
    assert "anna" not in do(tournament(), {"do": "remove", "player": "anna"}).by_id


def test_the_waiting_list_is_not_paired_nor_ranked_until_admitted() -> None:
    found = do(tournament(4), entered("Waits", waiting=True))
    assert "waits" not in {each.player.id for each in standings(found).places}
    assert not paired(found).rounds[0].byes
    admitted = paired(do(found, {"do": "admit", "player": "waits"}))
    assert admitted.rounds[0].byes


def test_penalties_and_soft_scores_change_places() -> None:
    found = played(tournament(2, rounds=1))
    winner, loser = (each.player.id for each in standings(found).places)
    found = do(found, {"do": "penalise", "player": winner, "penalty": {"points": 3.5, "round": 1}})
    assert [each.player.id for each in standings(found).places] == [loser, winner]
    assert standings(found).places[1].points == -0.5
    before = do(found, {"do": "soft", "player": winner, "name": "Painting", "points": 2})
    assert standings(before).places[0].player.id == loser
    counted = before.settings.model_copy(update={"soft_counts": True})
    after = before.model_copy(update={"settings": counted})
    assert standings(after).places[0].player.id == winner
    again = do(after, {"do": "soft", "player": winner, "name": "Painting", "points": 0})
    assert standings(again).places[0].player.id == loser


# -- rounds --------------------------------------------------------------------------------------


def test_a_round_is_held_as_it_was_proposed_and_not_published() -> None:
    found = tournament(4)
    proposal = propose(found).round
    other = proposal.model_copy(update={"pairings": tuple(reversed(proposal.pairings))})
    held = do(found, {"do": "pair", "number": 1, "round": other.model_dump(mode="json")}).rounds[0]
    assert held.pairings == other.pairings
    assert not held.published


def test_a_round_with_strangers_or_without_somebody_is_refused() -> None:
    one = {"pairings": [{"players": ["anna", "bob"], "table": 1}]}
    assert "Cora and Dan" in refused(tournament(), {"do": "pair", "number": 1, "round": one}).message
    gone = do(tournament(3), {"do": "leave", "player": "anna"})
    three = one | {"byes": [{"player": "cora"}]}
    assert "Anna" in refused(gone, {"do": "pair", "number": 1, "round": three}).message
    nobody = {"pairings": [{"players": ["anna", "zed"]}, {"players": ["bob", "cora"]}]}
    assert refused(tournament(3), {"do": "pair", "number": 1, "round": nobody}).path == (
        "rounds[0].pairings[0].players[1]"
    )
    settled = {"pairings": [{"players": ["anna", "bob"], "result": {"scores": [1, 0]}}]}
    error = refused(tournament(2), {"do": "pair", "number": 1, "round": settled})
    assert error.path == "round.pairings"
    assert refused(tournament(2), {"do": "pair", "number": 2, "round": one}).path == "number"


def test_locks_are_kept_by_the_next_round_and_used_up() -> None:
    found = do(tournament(6), {"do": "lock", "players": ["anna", "cora"]})
    error = refused(found, {"do": "lock", "players": ["cora", "bob"]})
    assert (error.path, "Cora" in error.message) == ("players", True)
    found = do(found, pair(found))
    assert {"anna", "cora"} in [set(each.players) for each in found.rounds[0].pairings]
    assert found.locks == ()
    assert do(do(tournament(), KINDS["lock"]), KINDS["lock"] | {"locked": False}).locks == ()


def test_a_round_is_taken_back_only_while_nothing_is_reported() -> None:
    found = paired(tournament())
    assert do(found, {"do": "take_back", "round": 1}).rounds == ()
    first = found.rounds[0].pairings[0].players[0]
    reported = do(found, {"do": "report", "round": 1, "player": first, "result": {"scores": [1, 0]}})
    assert refused(reported, {"do": "take_back", "round": 1}).path == "round"
    assert refused(reported, {"do": "publish", "round": 1, "shown": False}).path == "round"
    assert refused(played(played(tournament())), {"do": "take_back", "round": 1}).path == "round"


def test_two_players_are_exchanged_with_each_other_with_a_bye_or_turned_round() -> None:
    found = paired(tournament(5))
    (one, other), (third, _) = (each.players for each in found.rounds[0].pairings)
    bye = found.rounds[0].byes[0].player
    turned = do(found, {"do": "exchange", "round": 1, "one": one, "other": other}).rounds[0]
    assert turned.pairings[0].players == (other, one)
    crossed = do(found, {"do": "exchange", "round": 1, "one": one, "other": third}).rounds[0]
    assert crossed.pairings[0].players == (third, other)
    assert crossed.pairings[1].players[0] == one
    out = do(found, {"do": "exchange", "round": 1, "one": one, "other": bye}).rounds[0]
    assert (out.byes[0].player, out.pairings[0].players[0]) == (one, bye)
    reported = do(found, {"do": "report", "round": 1, "player": one, "result": {"scores": [1, 0]}})
    assert refused(reported, {"do": "exchange", "round": 1, "one": third, "other": one}).path == "round"
    assert refused(found, {"do": "exchange", "round": 1, "one": one, "other": "zed"}).path == "other"


def test_a_pairing_moves_to_another_table_and_the_one_there_takes_its_own() -> None:
    found = paired(tournament(4))
    one, other = found.rounds[0].pairings
    moved = do(found, {"do": "table", "round": 1, "player": one.players[1], "table": 2}).rounds[0]
    assert [each.table for each in moved.pairings] == [2, 1]
    assert other.table == 2


def test_the_clock_runs_in_published_rounds_only() -> None:
    held = do(tournament(), pair(tournament()))
    assert refused(held, KINDS["clock"]).path == "round"
    running = do(held, {"do": "publish", "round": 1}, KINDS["clock"])
    assert running.rounds[0].ends is not None
    assert do(running, {"do": "clock", "round": 1}).rounds[0].ends is None


# -- results -------------------------------------------------------------------------------------


def report(side: int, scores: tuple[int, int]) -> Json:
    return {"do": "report", "round": 1, "player": ("first", "second")[side], "result": {"scores": scores}}


def two() -> Tournament:
    players = [{"id": "first", "name": "First"}, {"id": "second", "name": "Second"}]
    rounds = [{"pairings": [{"players": ["first", "second"], "table": 1}]}]
    data = {"format": "leaguer-tournament", "seed": "s", "players": players, "rounds": rounds}
    return read_tournament(data)


CONFIRM = {"do": "confirm", "round": 1, "player": "second"}
DISPUTE = {"do": "dispute", "round": 1, "player": "second", "reason": "It was 8 to 2"}
DECIDE = {"do": "decide", "round": 1, "player": "first", "result": {"scores": [8, 2]}}


def test_a_result_counts_when_the_other_confirms_or_says_the_same() -> None:
    reported = do(two(), report(0, (10, 2)))
    assert reported.rounds[0].pairings[0].state == "reported"
    assert not reported.rounds[0].complete
    for answer in (CONFIRM, report(1, (10, 2))):
        settled = do(reported, answer).rounds[0].pairings[0]
        assert (settled.state, settled.result.scores if settled.result else None) == ("settled", (10, 2))
    assert refused(reported, CONFIRM | {"player": "first"}).path == "player"
    assert refused(two(), CONFIRM).path == "player"


def test_two_different_reports_are_a_dispute_that_players_can_still_settle() -> None:
    differ = do(two(), report(0, (10, 2)), report(1, (2, 10)))
    assert differ.rounds[0].pairings[0].state == "disputed"
    assert do(differ, CONFIRM).rounds[0].pairings[0].result == read_action(report(0, (10, 2))).result
    assert do(differ, report(1, (10, 2))).rounds[0].pairings[0].state == "settled"


def test_a_result_without_what_the_scoring_needs_is_refused() -> None:
    scoring = {"of": "losses_share"}
    settings = two().settings.model_copy(update={"scoring": Scoring.model_validate(scoring)})
    found = two().model_copy(update={"settings": settings})
    assert refused(found, report(0, (10, 2))).path == "result.losses"
    whole = {"losses": [10, 50], "strength": [100, 100]}
    reported = do(found, report(0, (0, 0)) | {"result": whole}, CONFIRM)
    assert read_tournament(reported.to_json()) == reported


def test_a_dispute_is_decided_with_a_reason_or_reported_anew() -> None:
    disputed = do(two(), report(0, (10, 2)), DISPUTE)
    assert disputed.rounds[0].pairings[0].state == "disputed"
    assert refused(disputed, DECIDE).path == "reason"
    decided = do(disputed, DECIDE | {"reason": "Counted again"}).rounds[0].pairings[0]
    assert (decided.state, decided.decided, decided.dispute) == ("settled", "Counted again", None)
    assert do(disputed, report(0, (8, 2))).rounds[0].pairings[0].state == "reported"


def test_what_counts_is_changed_by_an_organiser_with_a_reason_alone() -> None:
    settled = do(two(), report(0, (10, 2)), CONFIRM)
    for each in (report(0, (9, 2)), CONFIRM, DISPUTE, KINDS["no_show"] | {"player": "first"}):
        assert refused(settled, each).path == "round"
    assert refused(settled, DECIDE).path == "reason"
    assert do(settled, DECIDE | {"reason": "Read wrongly"}).rounds[0].pairings[0].decided == "Read wrongly"


def test_who_does_not_appear_loses_and_if_neither_does_both_lose() -> None:
    one = do(two(), {"do": "no_show", "round": 1, "player": "second"})
    assert one.rounds[0].pairings[0].result == read_action(DECIDE | {"result": {"forfeit": "second"}}).result
    both = do(one, {"do": "no_show", "round": 1, "player": "first"}).rounds[0].pairings[0].result
    assert both is not None
    assert both.forfeit == "both"


def test_nothing_is_reported_of_a_round_that_is_not_published_or_not_there() -> None:
    held = do(tournament(2), pair(tournament(2)))
    assert refused(held, KINDS["report"]).path == "round"
    assert refused(tournament(2), KINDS["report"]).path == "round"
    assert refused(paired(tournament(2)), KINDS["report"] | {"player": "zed"}).path == "player"


def test_settings_that_cannot_be_change_nothing() -> None:
    error = refused(played(played(tournament())), {"do": "settings", "settings": {"rounds": 1}, "name": "X"})
    assert error.path == "rounds"


# -- all of it -----------------------------------------------------------------------------------


def _any_action(rng: random.Random, found: Tournament) -> Json:
    key = rng.choice([*found.by_id, "zed"])
    number = rng.randint(1, len(found.rounds) + 1)
    each = dict(KINDS[rng.choice(sorted(KINDS))])
    each |= {name: key for name in ("player", "one") if name in each}
    each |= {"other": rng.choice([*found.by_id, "zed"])} if "other" in each else {}
    each |= {"round": number} if isinstance(each.get("round"), int) else {}
    if each["do"] == "enter":
        each["players"] = [{"id": f"n{rng.randint(1, 99)}", "name": f"N {rng.randint(1, 99)}"}]
    if rng.random() < 0.2 and found.rounds:
        return {"do": "publish", "round": len(found.rounds)}
    if each["do"] == "decide":
        each["reason"] = rng.choice(["", "again"])
    if each["do"] == "settings":
        each["settings"] = {"rounds": rng.randint(1, 6)}
    return each


@given(st.integers(0, 10**6))
def test_whatever_is_done_the_document_stays_readable_and_what_counts_stays(seed: int) -> None:
    rng = random.Random(seed)
    start = found = tournament(rng.randint(2, 7), rounds=3)
    log = []
    for _ in range(60):
        data = pair(found).to_json() if rng.random() < 0.2 and _may_pair(found) else _any_action(rng, found)
        before = found
        try:
            found = do(found, data)
        except FoldError:
            continue
        log.append(read_action(data))
        assert read_tournament(found.to_json()) == found
        if data["do"] not in ("decide", "no_show"):
            for old, new in zip(before.rounds, found.rounds, strict=False):
                settled = {each.players: each.result for each in old.pairings if each.result}
                assert settled.items() <= {each.players: each.result for each in new.pairings}.items()
            assert len(found.rounds) >= sum(any(p.result for p in each.pairings) for each in before.rounds)
    assert fold(start, log) == found


def _may_pair(found: Tournament) -> bool:
    try:
        propose(found, locks=found.locks)
    except LeaguerError:
        return False
    return True
