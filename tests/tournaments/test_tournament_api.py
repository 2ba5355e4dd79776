"""Tournaments over REST: the same doors as the pages, and what is hidden stays hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from armylists.tasks import print_pages
from rulesets.contract.documents import samples
from tests.kit.clients import pdf_words, rest
from tests.kit.tournaments import appoint, event, pair, pair_round, play_round, read, tournament
from tournaments import sending, services
from tournaments.engine.actions import Lock, ReportResult, Show
from tournaments.engine.document import Result
from tournaments.models import Entry, Tournament
from tournaments.persistence import mark_of

pytestmark = pytest.mark.django_db
Call = Callable[..., Any]


@pytest.fixture
def call() -> Call:
    """Calls the interface as somebody: `call(user, "get", "", {...}, seen=3)`."""

    def at(user: User | None, method: str, path: str, data: Any = None, seen: object = None) -> Any:
        return rest(user, method, f"tournaments/{path}", data, seen)

    return at


@pytest.fixture
def judge(db: None) -> User:
    return User.objects.create_user("judith")


@pytest.fixture
def row(alice: User, bob: User, judge: User) -> Tournament:
    """Alice runs it, Judith judges, Bob plays as Anna; six players, one round is over and one is running."""
    row = event(alice, bob, count=6)
    appoint(row, "judith", "judge")
    return pair_round(play_round(row, alice), alice)


@pytest.fixture
def here(row: Tournament) -> str:
    return f"{row.public_id}/"


def table_of(found: dict[str, Any], player: str) -> dict[str, Any]:
    return next(each for each in found["pairings"] if player in [seat["id"] for seat in each["players"]])


# -- making and reading ----------------------------------------------------------------------------


def test_a_tournament_begins_from_a_preset_a_document_or_a_trf(alice: User, call: Call) -> None:
    key = call(alice, "get", "presets/").json()["results"][0]["key"]
    made = call(alice, "post", "", {"preset": key, "name": "Ours", "date": "2026-12-05"})
    assert (made.status_code, made.json()["name"], made.json()["visibility"]) == (201, "Ours", "private")
    assert made.json()["mine"] == {"role": "organiser", "player": ""}
    whole = tournament(6).to_json()
    made = call(alice, "post", "", {"document": whole, "visibility": "public"}).json()
    assert call(alice, "get", f"{made['id']}/document/").json() == whole
    others = call(None, "get", f"{made['id']}/document/").json()
    assert (others["seed"], others["sealed"]) == ("", tournament(6).seal)
    text = call(alice, "get", f"{made['id']}/trf/").content.decode()
    made = call(alice, "post", "", {"trf": text, "name": "Again"}).json()
    assert (made["name"], made["players"]) == ("Again", 6)


def test_what_no_tournament_begins_from_is_a_400_with_its_place(alice: User, call: Call) -> None:
    twice = tournament(4).to_json()
    twice["players"][1]["id"] = "anna"
    for data, path in (
        ({}, "preset"),
        ({"preset": "atlantis", "name": "x"}, "preset"),
        ({"preset": "club-day"}, "name"),
        ({"preset": "club-day", "document": twice}, "document.players[1].id"),
        ({"document": {"format": "x"}}, "document.format"),
        ({"document": []}, "document"),
        ({"trf": "001 nobody"}, ""),
        ({"preset": "club-day", "name": "x", "nmae": 1}, "nmae"),
    ):
        answer = call(alice, "post", "", data)
        assert answer.status_code == 400, data
        paths = [each["path"] for each in answer.json()["errors"]]
        assert any(path in each for each in paths), (path, paths)
    assert not Tournament.objects.exists()


def test_who_finds_which_tournaments(alice: User, bob: User, charlie: User, call: Call) -> None:
    public, private = event(alice), event(alice, bob, visibility="private")
    event(alice, visibility="link")
    for user, found, mine in ((alice, 3, 3), (bob, 2, 1), (charlie, 1, 0), (None, 1, 0)):
        assert call(user, "get", "").json()["count"] == found
        assert call(user, "get", "?mine=true").json()["count"] == mine
        assert call(user, "get", f"{public.public_id}/").status_code == 200
        seen = call(user, "get", f"{private.public_id}/").status_code
        assert seen == (200 if user in (alice, bob) else 404)


def test_a_private_tournament_is_a_404_at_every_address(alice: User, charlie: User, call: Call) -> None:
    here = f"{event(alice, visibility='private').public_id}/"
    for user in (charlie, None):
        for part in ("", "document/", "trf/", "actions/", "rounds/", "rounds/1/", "proposal/", "standings/",
                     "players/", "entries/", "organisers/", "invitations/",
                     "rounds/1/exchanges/?player=anna"):  # fmt: skip
            assert call(user, "get", here + part).status_code == 404, part
    for part in ("actions/", "actions/1/undo/", "join/", "invitations/"):
        data = {"do": "show", "what": "lists"} if part == "actions/" else {"name": "x"}
        data = {} if "undo" in part else data
        assert call(charlie, "post", here + part, data).status_code == 404, part
        assert call(None, "post", here + part, data).status_code == 401, part


# -- who may see what ------------------------------------------------------------------------------


def test_what_is_not_published_is_in_no_answer_but_an_organisers(
    alice: User, bob: User, judge: User, charlie: User, call: Call
) -> None:
    row = play_round(event(alice, bob, count=6), alice)
    appoint(row, "judith", "judge")
    row = services.act(row, alice, Lock(players=("anna", "finn")))
    row = services.act(row, alice, Show(what="standings", shown=False))
    row = services.act(row, alice, pair(read(row)))
    here = f"{row.public_id}/"
    for user, rounds in ((alice, 2), (bob, 1), (judge, 1), (charlie, 1), (None, 1)):
        assert call(user, "get", here).json()["rounds"] == rounds
        assert call(user, "get", here + "rounds/").json()["count"] == rounds
        assert len(call(user, "get", here + "document/").json()["rounds"]) == rounds
        allowed = user == alice
        assert call(user, "get", here + "rounds/2/").status_code == (200 if allowed else 404)
        assert call(user, "get", here + "standings/").status_code == (200 if allowed else 404)
        for part in ("actions/", "entries/"):
            assert call(user, "get", here + part).status_code == (200 if allowed else 403)
        assert (call(user, "get", here).json()["invited"] is None) != allowed


def test_nobody_can_guess_a_pairing_that_is_not_published(alice: User, bob: User, call: Call) -> None:
    row = event(alice, bob, count=6)
    row = services.act(row, alice, pair(read(row)))
    mark = mark_of(next(each for each in read(row).rounds[0].pairings if "anna" in each.players))
    report = {"do": "report", "round": 1, "player": "anna", "result": {"scores": [1, 0]}}
    answers = [
        call(bob, "post", f"{row.public_id}/actions/", report, seen)
        for seen in (mark, "0" * 16, row.revision)
    ]
    assert {(each.status_code, each.content) for each in answers} == {(400, answers[0].content)}


def test_reports_are_for_their_table_and_the_judges(
    row: Tournament, here: str, alice: User, bob: User, judge: User, charlie: User, call: Call
) -> None:
    services.act(row, bob, ReportResult(round=2, player="anna", result=Result(scores=(9, 3))))
    for user, told in ((alice, 1), (bob, 1), (judge, 1), (charlie, 0), (None, 0)):
        table = table_of(call(user, "get", here + "rounds/2/").json(), "anna")
        assert (len(table["reports"]), table["state"] == "reported") == (told, bool(told))
        assert ("[9.0,3.0]" in call(user, "get", here + "document/").content.decode()) == bool(told)


def test_no_answer_has_an_email_but_the_organisers_list(
    row: Tournament, here: str, alice: User, bob: User, judge: User, call: Call
) -> None:
    Entry.objects.filter(player="cora").update(email="cora@example.org")
    for user in (alice, bob, judge, None):
        for part in ("", "document/", "players/", "rounds/2/", "standings/", "organisers/", "entries/"):
            told = "cora@example.org" in call(user, "get", here + part).content.decode()
            assert told == (user == alice and part == "entries/")


# -- what may be done ------------------------------------------------------------------------------


def test_each_role_may_do_its_own_and_no_more(
    row: Tournament, here: str, alice: User, bob: User, judge: User, charlie: User, call: Call
) -> None:
    allowed = {
        "announce": (alice, judge), "check_in": (alice, judge, bob), "show": (alice,), "enter": (alice,),
        "publish": (alice,), "settings": (alice,), "penalise": (alice, judge),
    }  # fmt: skip
    actions: list[dict[str, Any]] = [
        {"do": "announce", "at": "2026-12-05T10:00:00Z", "text": "Lunch"},
        {"do": "check_in", "player": "anna"},
        {"do": "show", "what": "lists"},
        {"do": "enter", "players": [{"id": "late", "name": "Late"}]},
        {"do": "publish", "round": 2},
        {"do": "settings", "name": "Other", "settings": {"rounds": 4}},
        {"do": "penalise", "player": "cora", "penalty": {"points": 1}},
    ]
    for action in actions:
        for user in (charlie, bob, judge, alice):
            before = Tournament.objects.get().revision
            answer = call(user, "post", here + "actions/", action, before)
            may = user in allowed[action["do"]]
            assert answer.status_code == (201 if may else 403), (action["do"], user)
            assert Tournament.objects.get().revision == before + may


def test_a_result_is_reported_confirmed_and_then_stands(
    row: Tournament, here: str, alice: User, bob: User, charlie: User, call: Call
) -> None:
    other = next(key for each in read(row).rounds[1].pairings for key in each.players
                 if "anna" in each.players and key != "anna")  # fmt: skip
    row.entries.filter(player=other).update(user=charlie)
    table = table_of(call(bob, "get", here + "rounds/2/").json(), "anna")
    report = {"do": "report", "round": 2, "player": "anna", "result": {"scores": [9, 3]}}
    assert call(bob, "post", here + "actions/", report).status_code == 428
    assert call(charlie, "post", here + "actions/", report, table["mark"]).status_code == 403
    assert call(bob, "post", here + "actions/", report, table["mark"]).status_code == 201
    stale = {"do": "dispute", "round": 2, "player": other, "reason": "No"}
    answer = call(charlie, "post", here + "actions/", stale, table["mark"])
    assert (answer.status_code, answer.json()["revision"]) == (409, row.revision + 1)
    mark = table_of(call(charlie, "get", here + "rounds/2/").json(), other)["mark"]
    confirm = {"do": "confirm", "round": 2, "player": other}
    assert call(charlie, "post", here + "actions/", confirm, mark).status_code == 201
    table = table_of(call(None, "get", here + "rounds/2/").json(), "anna")
    assert (table["state"], table["players"][0]["points"]) == ("settled", "3")
    answer = call(bob, "post", here + "actions/", report, table["mark"])
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "round")
    decide = {"do": "decide", "round": 2, "player": "anna", "result": {"scores": [0, 1]}}
    answer = call(alice, "post", here + "actions/", decide, table["mark"])
    assert [each["path"] for each in answer.json()["errors"]] == ["reason"]


def test_players_of_a_locked_table_can_report(alice: User, bob: User, call: Call) -> None:
    row = services.act(event(alice, bob), alice, Lock(players=("anna", "cora")))
    row = pair_round(row, alice)
    here = f"{row.public_id}/"
    table = table_of(call(bob, "get", here + "rounds/1/").json(), "anna")
    report = {"do": "report", "round": 1, "player": "anna", "result": {"scores": [9, 3]}}
    assert call(bob, "post", here + "actions/", report, table["mark"]).status_code == 201


@pytest.mark.parametrize(("action", "path"), [
    ({}, "do"), ({"do": "fly"}, "do"), ({"do": "check_in"}, "player"),
    ({"do": "check_in", "player": "anna", "nmae": 1}, "nmae"),
    ({"do": "check_in", "player": "nobody"}, "player"), ([], ""),
    ({"do": "enter", "players": [{"id": "a b", "name": "x"}]}, "players[0].id"),
])  # fmt: skip
def test_a_wrong_action_is_a_400_with_its_place(
    row: Tournament, here: str, alice: User, call: Call, action: Any, path: str
) -> None:
    answer = call(alice, "post", here + "actions/", action)
    assert answer.status_code == 400
    assert path in [each["path"] for each in answer.json()["errors"]]
    assert Tournament.objects.get().revision == row.revision


def test_two_organisers_never_overwrite_each_other(
    row: Tournament, here: str, alice: User, judge: User, call: Call
) -> None:
    appoint(row, "judith", "organiser")
    seen = call(judge, "get", here)["ETag"].strip('"')
    table = read(row).rounds[1].pairings[0]
    swap = {"do": "exchange", "round": 2, "one": table.players[0], "other": table.players[1]}
    assert call(alice, "post", here + "actions/", swap, seen).status_code == 201
    assert call(judge, "post", here + "actions/", swap, seen).status_code == 409
    assert read(Tournament.objects.get()).rounds[1].pairings[0].players == table.players[::-1]


def test_a_round_is_proposed_with_its_reasons_and_paired_as_it_was_sent(
    alice: User, bob: User, call: Call
) -> None:
    row = play_round(event(alice, bob, count=6), alice)
    here = f"{row.public_id}/"
    assert call(bob, "get", here + "proposal/").status_code == 403
    found = call(alice, "get", here + "proposal/").json()
    assert (found["number"], len(found["why"]), len(found["round"]["pairings"])) == (2, 3, 3)
    assert all(each["why"] for each in found["why"])
    assert {"criterion": "rematches", "cost": 0} in found["costs"]
    action = {"do": "pair", "number": 2, "round": found["round"]}
    assert call(alice, "post", here + "actions/", action, row.revision).status_code == 201
    made = call(alice, "get", here + "rounds/2/").json()
    assert not made["published"]
    assert [[seat["id"] for seat in each["players"]] for each in made["pairings"]] == [
        each["players"] for each in found["round"]["pairings"]
    ]
    assert call(alice, "get", here + "proposal/").status_code == 400


def test_organisers_read_what_each_exchange_would_break(
    row: Tournament, here: str, alice: User, bob: User, judge: User, call: Call
) -> None:
    table = read(row).rounds[1].pairings[0]
    path = f"{here}rounds/2/exchanges/?player={table.players[0]}"
    for user in (bob, judge):
        assert call(user, "get", path).status_code == 403
    found = call(alice, "get", path).json()["results"]
    assert len(found) == 5
    assert all(each["possible"] for each in found)
    met = [each for each in found if "have met before" in each["said"]]
    assert met
    assert all(each["breaks"] and len(each["pairings"]) == 2 for each in met)
    assert found[-1] in met, "the best come first"
    for wrong in ("rounds/2/exchanges/?player=nobody", "rounds/9/exchanges/?player=anna"):
        assert call(alice, "get", here + wrong).status_code == 404
    assert call(alice, "get", here + "rounds/2/exchanges/").status_code == 400


def test_standings_are_worked_out_as_of_any_round(
    row: Tournament, here: str, alice: User, call: Call
) -> None:
    now, then = (call(None, "get", f"{here}standings/{query}").json() for query in ("", "?after=1"))
    assert (now["after"], now["provisional"], then["after"], then["provisional"]) == (2, True, 1, False)
    first = then["places"][0]
    assert (first["rank"], first["points"]) == (1, "3")
    assert all(each["value"] for each in first["tie_breaks"])
    assert len(then["places"]) == 6
    assert call(None, "get", here + "standings/?after=3").status_code == 404
    assert call(None, "get", here + "standings/?after=x").status_code == 400


def test_what_was_done_is_logged_undone_and_done_again(
    row: Tournament, here: str, alice: User, bob: User, call: Call
) -> None:
    call(alice, "post", here + "actions/", {"do": "check_in", "player": "cora"})
    newest = call(alice, "get", here + "actions/").json()["results"][0]
    assert (newest["user"], newest["said"]) == ("alice", "Checked Cora in.")
    number = newest["number"]
    assert call(bob, "post", f"{here}actions/{number}/undo/").status_code == 403
    assert call(alice, "post", f"{here}actions/{number}/undo/").status_code == 200
    assert not read(Tournament.objects.get()).by_id["cora"].checked_in
    assert call(alice, "post", f"{here}actions/{number}/undo/").status_code == 400
    assert call(alice, "post", f"{here}actions/{number}/redo/").status_code == 200
    assert read(Tournament.objects.get()).by_id["cora"].checked_in
    log = call(alice, "get", here + "actions/").json()["results"]
    assert [(each["action"]["do"], each["about"]) for each in log[:2]] == [("redo", number), ("undo", number)]
    assert all("Checked Cora in." in each["said"] for each in log[:3])
    answer = call(alice, "post", f"{here}actions/1/undo/")
    assert answer.status_code == 400
    assert "Undo that one first" in answer.json()["detail"]


# -- people ----------------------------------------------------------------------------------------


def test_people_enter_themselves_by_hand_or_by_token(
    alice: User, bob: User, charlie: User, call: Call
) -> None:
    row = event(alice, registration="open", places=5)
    here = f"{row.public_id}/"
    assert call(None, "post", here + "join/", {"name": "Bob"}).status_code == 401
    made = call(bob, "post", here + "join/", {"name": "Bob B.", "club": "York"})
    assert made.status_code == 201
    assert call(bob, "post", here + "join/", {"name": "Bob C."}).status_code == 400
    services.show_to(row, "private")
    assert call(charlie, "post", here + "join/", {"name": "Charlie"}).status_code == 404
    token = {"token": row.invited, "name": "Charlie"}
    made = call(charlie, "post", "join/", token)
    assert made.status_code == 201
    waits = {each["name"] for each in call(charlie, "get", here + "players/").json()["results"]
             if each.get("waiting")}  # fmt: skip
    assert waits == {"Charlie"}
    assert call(bob, "post", "join/", token | {"token": "wrong"}).status_code == 404


def test_a_player_is_claimed_once(alice: User, bob: User, charlie: User, call: Call) -> None:
    row = event(alice, visibility="private")
    entries = call(alice, "get", f"{row.public_id}/entries/").json()["results"]
    token = {"token": next(each["claim"] for each in entries if each["player"] == "cora")}
    assert call(bob, "post", "claim/", token).json()["mine"]["player"] == "cora"
    assert call(charlie, "post", "claim/", token).status_code == 400
    assert call(charlie, "post", "claim/", {"token": "nothing"}).status_code == 404


def test_organisers_invite_who_accepts_and_is_dismissed(
    row: Tournament, here: str, alice: User, bob: User, judge: User, charlie: User, call: Call
) -> None:
    for user in (judge, bob, charlie):
        assert call(user, "get", here + "invitations/").status_code == 403
        assert call(user, "post", here + "invitations/", {"role": "organiser"}).status_code == 403
    made = call(alice, "post", here + "invitations/", {"role": "organiser", "label": "Charlie"})
    assert (made.status_code, made.json()["role"], made.json()["label"]) == (201, "organiser", "Charlie")
    assert call(alice, "get", here + "invitations/").json()["count"] == 1
    token = {"token": made.json()["token"]}
    assert call(None, "post", "accept/", token).status_code == 401
    assert call(charlie, "post", "accept/", token).json()["mine"]["role"] == "organiser"
    assert call(bob, "post", "accept/", token).status_code == 404
    assert call(charlie, "get", here + "actions/").status_code == 200
    assert call(alice, "get", here + "invitations/").json()["count"] == 0
    assert call(alice, "post", here + "organisers/", {"name": "bob"}).status_code == 405
    other = call(charlie, "post", here + "invitations/", {"role": "judge"}).json()
    assert call(bob, "delete", f"{here}invitations/{other['id']}/").status_code == 403
    assert call(alice, "delete", f"{here}invitations/{other['id']}/").status_code == 204
    assert call(alice, "delete", f"{here}invitations/{other['id']}/").status_code == 404
    assert call(bob, "post", "accept/", {"token": other["token"]}).status_code == 404
    assert call(bob, "delete", here + "organisers/charlie/").status_code == 403
    assert call(judge, "delete", here + "organisers/judith/").status_code == 204
    assert call(alice, "delete", here + "organisers/charlie/").status_code == 204
    assert call(alice, "delete", here + "organisers/charlie/").status_code == 404
    assert call(alice, "post", here + "invitations/", {"role": "king"}).status_code == 400
    assert call(None, "get", here + "organisers/").json()["count"] == 0


def test_who_may_see_it_is_changed_by_organisers(
    row: Tournament, here: str, alice: User, bob: User, judge: User, charlie: User, call: Call
) -> None:
    for user in (bob, judge, charlie):
        assert call(user, "patch", here, {"visibility": "private"}).status_code == 403
    answer = call(alice, "patch", here, {"visibility": "private", "archived": True})
    assert (answer.json()["visibility"], answer.json()["archived"]) == ("private", True)
    assert call(charlie, "get", here).status_code == 404
    assert call(bob, "get", here).status_code == 200


def test_lists_cost_as_many_queries_with_many_rows(
    row: Tournament, here: str, alice: User, call: Call, django_assert_max_num_queries: Any
) -> None:
    for part in ("", "actions/", "entries/", "players/", "rounds/2/", "standings/", "organisers/"):
        with django_assert_max_num_queries(6):
            assert json.loads(call(alice, "get", here + part).content)


def test_a_booklet_of_lists_is_waited_for_where_there_are_workers(
    row: Tournament, here: str, alice: User, call: Call, workers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    army = samples()["royalist-patrol-300"]
    sending.send(row, alice, "cora", army)
    first = call(alice, "get", f"{here}lists/booklet/")
    assert (first.status_code, first["Retry-After"]) == (202, "2")
    [task] = workers.results
    print_pages.call(*task.args)
    answer = call(alice, "get", f"{here}lists/booklet/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert army.name in pdf_words(answer.content)
