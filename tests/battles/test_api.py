"""Battles over the REST interface."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armylists import services as list_services
from battles import services
from battles.models import Battle
from rulesets.baroque.armies import sample_lists
from rulesets.contract import registry
from rulesets.engine.document import replay
from tests.kit.battles import sample
from tests.kit.clients import queries
from tests.kit.rows import again, kept, make_choices

pytestmark = pytest.mark.django_db

BATTLES = "/api/v1/battles/"


def post(client: Client, address: str, body: Any) -> Any:
    return client.post(address, body, content_type="application/json")


def documents() -> list[dict[str, Any]]:
    return [sample("royalist-patrol-300"), sample("parliament-patrol-300")]


def test_a_battle_is_set_up_fought_and_read_over_rest(as_alice: Client) -> None:
    made = post(as_alice, BATTLES, {"lists": documents(), "terrain": "open", "seed": "5"})
    assert made.status_code == 201
    assert made.json()["seed"] is None
    one = f"{BATTLES}{made.json()['id']}/"
    while (done := post(as_alice, f"{one}advance/", {"seconds": 10}).json())["more"]:
        assert done["made"]
    assert done["status"] == "over"
    assert done["seed"] == "5"
    document = as_alice.get(f"{one}document/").json()
    assert replay(registry.get("baroque"), document).same
    assert as_alice.get(f"{one}pdf/?paper=Letter").content.startswith(b"%PDF")


def test_own_lists_fight_by_their_ids(as_alice: Client, alice: User) -> None:
    lists = [list_services.create(alice, army) for army in list(sample_lists().values())[:2]]
    made = post(as_alice, BATTLES, {"lists": [str(each.public_id) for each in lists]})
    assert made.status_code == 201
    assert made.json()["sides"] == [each.name for each in lists]


def test_somebody_else_s_list_does_not_fight(as_alice: Client, bob: User) -> None:
    his = list_services.create(bob, sample_lists()["royalist-patrol-300"])
    answer = post(as_alice, BATTLES, {"lists": [str(his.public_id), documents()[1]]})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["path"] == "lists[0]"


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"lists": []}, "lists"),
        ({"lists": [1, 2]}, "lists"),
        ({"lists": ["x", "y"]}, "lists"),
        ({"lists": [{}, {}]}, "lists[0]"),
        ({"max_turns": -1}, "max_turns"),
        ({"table": {"width": -1}}, "table.width"),
        ({"table": 7}, "table"),
        ({"terrain": 7}, "terrain"),
        ({"terrain": "moon"}, "terrain"),
        ({"options": {"flying": True}}, "options.flying"),
        ({"seed": "x" * 65}, "seed"),
        ({"opponent": "alice"}, "opponent"),
        ({"tacticians": [2]}, "tacticians"),
        ({"sides": ["one"]}, "sides"),
        ({"dice": "loaded"}, "dice"),
    ],
)
def test_a_bad_set_up_is_refused_with_its_path(as_alice: Client, changes: dict[str, Any], path: str) -> None:
    answer = post(as_alice, BATTLES, {"lists": documents(), **changes})
    assert answer.status_code == 400
    assert any(error["path"].startswith(path) for error in answer.json()["errors"]), answer.json()
    assert not Battle.objects.exists()


def test_a_list_that_is_not_legal_needs_agreement(as_alice: Client) -> None:
    poor = {**documents()[0], "points": 200}
    body = {"lists": [poor, documents()[1]]}
    answer = post(as_alice, BATTLES, body)
    assert answer.status_code == 400
    assert "not legal" in answer.json()["detail"]
    assert post(as_alice, BATTLES, {**body, "agreed": True}).status_code == 201


def test_a_choice_names_the_revision_or_as_older_programs_do_the_number_of_choices(
    as_alice: Client, by_hand: Battle, alice: User
) -> None:
    address = f"{BATTLES}{by_hand.public_id}/choices/"
    services.set_reactions(by_hand, 0, "never")
    for name in ("revision", "number", "revision"):
        pending = as_alice.get(address).json()
        assert pending["revision"] == pending["number"] + 1
        option = next(option for option in pending["decision"]["options"] if not option["params"])
        body = {name: pending[name], "choice": option["key"]}
        assert post(as_alice, address, body).status_code == 201
        before = kept(by_hand)
        stale = post(as_alice, address, body)
        assert stale.status_code == 409
        assert kept(by_hand) == before


def test_the_tactician_s_answer_follows_a_choice(
    as_alice: Client, alice: User, patrol: dict[str, Any]
) -> None:
    row = services.begin(alice, patrol, seed="5", tacticians=(1,))
    services.advance(row, None)
    address = f"{BATTLES}{row.public_id}/choices/"
    for _ in range(4):
        pending = as_alice.get(address).json()
        option = next(option for option in pending["decision"]["options"] if not option["params"])
        made = post(as_alice, address, {"revision": pending["revision"], "choice": option["key"]}).json()
        assert made["revision"] == pending["revision"] + 1
        services.advance(again(row), None)


def test_two_programs_settle_a_draw_over_rest(duel: Battle, as_alice: Client, as_bob: Client) -> None:
    one = f"{BATTLES}{duel.public_id}/"
    offered = post(as_alice, f"{one}draw/", {"revision": 0})
    assert offered.status_code == 200
    assert offered.json()["offer"] == {"kind": "draw", "by": 0, "to": None}
    assert post(as_bob, f"{one}answer/", {"revision": 0, "accept": True}).status_code == 409
    assert post(as_alice, f"{one}answer/", {"revision": 1, "accept": True}).status_code == 403
    done = post(as_bob, f"{one}answer/", {"revision": 1, "accept": True}).json()
    assert (done["status"], done["winner"], done["offer"]) == ("over", None, None)


def test_a_choice_is_taken_back_by_consent_over_rest(
    duel: Battle, alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    make_choices(duel, 2, alice, bob)
    side = duel.choices.get(number=2).side
    asking, other = (as_alice, as_bob)[side], (as_alice, as_bob)[1 - side]
    one = f"{BATTLES}{duel.public_id}/"
    assert post(asking, f"{one}undo/", {"revision": 2}).json()["offer"]["to"] == 1
    assert post(other, f"{one}answer/", {"revision": 3, "accept": False}).json()["offer"] is None
    post(asking, f"{one}undo/", {"revision": 4})
    done = post(other, f"{one}answer/", {"revision": 5, "accept": True}).json()
    assert (done["number"], done["revision"]) == (1, 6)


def test_who_gives_up_over_rest_says_for_which_side_if_he_leads_both(
    as_alice: Client, by_hand: Battle
) -> None:
    address = f"{BATTLES}{by_hand.public_id}/resign/"
    unsaid = post(as_alice, address, {"revision": 0})
    assert unsaid.status_code == 400
    assert unsaid.json()["errors"][0]["path"] == "side"
    assert post(as_alice, address, {"revision": 0, "side": 2}).status_code == 400
    done = post(as_alice, address, {"revision": 0, "side": 1}).json()
    assert (done["status"], done["winner"]) == ("over", 0)
    assert done["result"]["how"] == "conceded by Parliament"


def test_nobody_acts_for_the_other_side(duel: Battle, as_alice: Client) -> None:
    one = f"{BATTLES}{duel.public_id}/"
    before = kept(duel)
    for name in ("undo", "draw", "resign", "answer"):
        body = {"revision": 0, "side": 1} | ({"accept": True} if name == "answer" else {})
        answer = post(as_alice, f"{one}{name}/", body)
        assert answer.status_code == 403
    assert post(as_alice, f"{one}reactions/", {"side": 1, "mode": "never"}).status_code == 403
    assert kept(duel) == before


def test_reactions_are_asked_for_or_not_by_side(duel: Battle, as_bob: Client) -> None:
    address = f"{BATTLES}{duel.public_id}/reactions/"
    assert post(as_bob, address, {"mode": "never"}).json()["reactions"] == ["ask", "never"]
    assert post(as_bob, address, {"mode": "ask"}).json()["reactions"] == ["ask", "ask"]
    wrong = post(as_bob, address, {"mode": "sometimes"})
    assert wrong.status_code == 400
    assert wrong.json()["errors"][0]["path"] == "mode"


@pytest.mark.parametrize("name", ["undo/", "draw/", "answer/", "resign/", "reactions/"])
@pytest.mark.parametrize("body", [{}, [], {"revision": "x"}, {"revision": -1, "accept": "perhaps"}])
def test_an_act_that_cannot_be_read_is_refused(as_alice: Client, duel: Battle, name: str, body: Any) -> None:
    assert post(as_alice, f"{BATTLES}{duel.public_id}/{name}", body).status_code == 400
    assert kept(duel)["revision"] == 0


def test_a_choice_that_is_not_legal_is_refused_with_rule_and_path(as_alice: Client, by_hand: Battle) -> None:
    answer = post(as_alice, f"{BATTLES}{by_hand.public_id}/choices/", {"number": 0, "choice": {"do": "fly"}})
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert error["rule"].startswith("BQ-")
    assert error["path"] == "choice"


def test_the_other_side_s_decision_is_forbidden(duel: Battle, as_alice: Client, as_bob: Client) -> None:
    address = f"{BATTLES}{duel.public_id}/choices/"
    deciding = as_alice.get(address).json()["deciding"]
    waiting = (as_bob, as_alice)[deciding]
    answer = post(waiting, address, {"number": 0, "choice": {"do": "x"}})
    assert answer.status_code == 403
    assert answer.json()["detail"] == f"not your decision: it is for {duel.sides[deciding]}"


@pytest.mark.parametrize(
    "body", [{}, [], {"number": "x", "choice": {}}, {"number": -1, "choice": {}}, {"number": 0}]
)
def test_a_choice_that_cannot_be_read_is_refused(as_alice: Client, by_hand: Battle, body: Any) -> None:
    assert post(as_alice, f"{BATTLES}{by_hand.public_id}/choices/", body).status_code == 400


def test_the_log_is_paged_and_told_by_turn(as_alice: Client, fought: Battle) -> None:
    one = f"{BATTLES}{fought.public_id}/"
    page = as_alice.get(f"{one}log/?page_size=10").json()
    assert page["count"] == fought.event_count
    assert [line["number"] for line in page["results"]] == list(range(1, 11))
    second = as_alice.get(f"{one}log/?turn=2&page_size=100").json()["results"]
    assert {line["turn"] for line in second} == {2}
    rolls = [line["roll"] for line in second if line["roll"]]
    assert rolls
    assert all(roll["result"] for roll in rolls)
    assert as_alice.get(f"{one}log/?turn=-1").status_code == 400


def test_the_events_are_those_of_the_document(as_alice: Client, fought: Battle) -> None:
    one = f"{BATTLES}{fought.public_id}/"
    last = (fought.event_count + 99) // 100
    page = as_alice.get(f"{one}events/?page_size=100&page={last}").json()
    assert page["results"][-1]["hash"] == fought.hash
    assert as_alice.get(f"{one}events/?page=9999").status_code == 404


def test_the_field_is_given_by_turn(as_alice: Client, fought: Battle) -> None:
    one = f"{BATTLES}{fought.public_id}/field/"
    assert as_alice.get(one).json()["turn"] == fought.turn
    assert as_alice.get(f"{one}?turn=1").json()["state"]["turn"] == 1
    assert as_alice.get(f"{one}?turn=99").status_code == 404


@pytest.mark.parametrize("name", ["document/", "pdf/"])
def test_files_of_a_battle_that_goes_on_are_kept_back(as_alice: Client, ready: Battle, name: str) -> None:
    assert as_alice.get(f"{BATTLES}{ready.public_id}/{name}").status_code == 409


def test_battles_are_listed_filtered_and_paged_with_as_many_queries_whatever_their_number(
    as_alice: Client, alice: User, patrol: dict[str, Any]
) -> None:
    counts = []
    for more in (1, 6):
        for _ in range(more):
            services.begin(alice, patrol)
        counts.append(queries(as_alice, BATTLES))
    assert as_alice.get(BATTLES).json()["count"] == 7
    assert counts[0] == counts[1]
    assert as_alice.get(f"{BATTLES}?status=over").json()["count"] == 0
    assert as_alice.get(f"{BATTLES}?status=ready&page_size=2").json()["next"]


def test_a_token_serves_as_well_as_a_session(
    client: Client, alice: User, fought: Battle, password: str
) -> None:
    token = post(client, "/api/v1/token/", {"username": "alice", "password": password}).json()["token"]
    answer = client.get(f"{BATTLES}{fought.public_id}/", headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 200
    assert answer.json()["hash"] == fought.hash
