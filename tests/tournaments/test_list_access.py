"""Who sees the lists of a tournament, role by role: on pages, in PDFs, files and over REST."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rulesets.contract.documents import samples
from tests.kit.clients import rest, signed_in
from tests.kit.tournaments import appoint, event, pair_round
from tournaments import sending, services
from tournaments.engine.actions import AcceptList, DeclineList, Show
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unprinted")]
ACCEPTED, DECLINED = samples()["royalist-patrol-300"], samples()["parliament-patrol-300"]
ROLES = ("alice", "olga", "judith", "bob", "charlie", "dora", "")
"""The owner, an organiser, a judge, the player whose lists they are, another player, a stranger, nobody."""
PARTS = (
    "", "standings/", "statistics/", "cross/", "screen/", "players/", "lists/", "files/", "settings/",
    "tables/players.csv", "paper/players.pdf",
)  # fmt: skip
REST = ("", "document/", "players/", "rounds/1/", "statistics/", "lists/")


@pytest.fixture
def row(alice: User, bob: User, charlie: User) -> Tournament:
    """Bob plays as Anna, of whom one list is accepted and one declined; Charlie plays as Bob."""
    row = event(alice, bob, charlie, limits={"lists": 2})
    for name, role in (("olga", "organiser"), ("judith", "judge")):
        User.objects.create_user(name)
        appoint(row, name, role)
    User.objects.create_user("dora")
    keys = [sending.send(row, bob, "anna", each).key for each in (ACCEPTED, DECLINED)]
    services.act(row, alice, AcceptList(player="anna", list=keys[0]))
    row = services.act(row, alice, DeclineList(player="anna", list=keys[1], reason="Unpainted guns"))
    return pair_round(row, alice)


def clients() -> dict[str, Client]:
    return {name: signed_in(User.objects.get(username=name)) if name else Client() for name in ROLES}


def there(row: Tournament, *parts: str) -> dict[str, list[int]]:
    """Which answer each role has at these addresses."""
    return {
        name: [client.get(row.get_absolute_url() + part).status_code for part in parts]
        for name, client in clients().items()
    }


def keys(row: Tournament) -> tuple[str, str]:
    accepted, declined = row.sent_lists.values_list("key", flat=True)
    return accepted, declined


@pytest.mark.parametrize("shown", [False, True])
def test_a_list_is_there_for_whom_it_is_meant_on_its_page_and_as_pdf(
    row: Tournament, alice: User, shown: bool
) -> None:
    row = services.act(row, alice, Show(what="lists", shown=shown))
    accepted, declined = keys(row)
    other = 200 if shown else 404
    found = there(row, f"lists/{accepted}/", f"lists/{accepted}.pdf", "lists/all.pdf", f"lists/{declined}/",
                  f"lists/{declined}.pdf")  # fmt: skip
    assert found == {
        "alice": [200] * 5, "olga": [200] * 5, "bob": [200, 200, other, 200, 200],
        **{name: [other] * 3 + [404] * 2 for name in ("judith", "charlie", "dora", "")},
    }  # fmt: skip


@pytest.mark.parametrize("shown", [False, True])
def test_over_rest_a_list_is_there_for_whom_it_is_meant(row: Tournament, alice: User, shown: bool) -> None:
    row = services.act(row, alice, Show(what="lists", shown=shown))
    accepted, declined = keys(row)
    other, one, none = 200 if shown else 404, [accepted] if shown else [], [404, 404]
    for name, both, found in (
        *((name, [200, 200], [accepted, declined]) for name in ("alice", "olga", "bob")),
        *((name, none, one) for name in ("judith", "charlie", "dora", "")),
    ):
        user = User.objects.filter(username=name).first()
        here = f"tournaments/{row.public_id}/lists/"
        answer = rest(user, "get", here).json()
        assert [each["key"] for each in answer["results"]] == found, name
        booklet = 200 if name in ("alice", "olga") else other
        assert rest(user, "get", f"{here}booklet/").status_code == booklet, name
        assert [rest(user, "get", f"{here}{declined}/{part}").status_code for part in ("", "pdf/")] == both
        mine = 200 if both == [200, 200] else other
        assert [rest(user, "get", f"{here}{accepted}/{part}").status_code for part in ("", "pdf/")] == [
            mine
        ] * 2


def test_over_rest_each_role_sends_answers_and_shows_what_it_may(row: Tournament, alice: User) -> None:
    here, declined = f"tournaments/{row.public_id}/", keys(row)[1]
    people = {name: User.objects.filter(username=name).first() for name in ROLES}
    for name, send in (("judith", 403), ("charlie", 403), ("dora", 403), ("", 401), ("bob", 201)):
        given = {"document": DECLINED.to_json(), "player": "anna"}
        assert rest(people[name], "post", f"{here}lists/", given).status_code == send, name
        said = [
            {"do": "accept_list", "player": "anna", "list": declined}, {"do": "show", "what": "lists"},
            {"do": "decline_list", "player": "anna", "list": declined}, {"do": "lock_lists"},
        ]  # fmt: skip
        answers = {rest(people[name], "post", f"{here}actions/", each).status_code for each in said}
        answers.add(rest(people[name], "post", f"{here}lists/accept-clean/").status_code)
        assert answers == {403 if name else 401}, name
    assert rest(people["olga"], "post", f"{here}lists/accept-clean/").json() == {"accepted": 1}
    Tournament.objects.update(visibility="private")
    for part in ("lists/", "lists/booklet/", f"lists/{declined}/", f"lists/{declined}/pdf/"):
        assert rest(people["dora"], "get", here + part).status_code == 404
    assert rest(people["dora"], "post", f"{here}lists/", {"text": "x"}).status_code == 404


def test_over_rest_every_fault_of_a_list_stands_at_its_place(alice: User, bob: User) -> None:
    row = event(alice, bob, limits={"most": 100, "until": "2020-01-01T00:00:00Z"})
    here = f"tournaments/{row.public_id}/lists/"
    whole = ACCEPTED.to_json()
    whole["commands"][0]["units"] = whole["commands"][0]["units"][:1]
    answer = rest(bob, "post", here, {"document": whole})
    made = answer.json()
    assert (answer.status_code, made["player"], made["state"], made["late"]) == (201, "anna", "waits", True)
    assert {each["path"] for each in made["report"]["violations"]} == {"commands"}
    assert [each["path"] for each in made["broken"]] == ["lists[0]"]
    assert made["problems"] == len(made["report"]["violations"]) + 1
    services.act(row, alice, AcceptList(player="anna", list=made["key"]))
    again = rest(bob, "post", here, {"document": ACCEPTED.to_json()}).json()
    assert (again["changed"], again["replaces"]) == (True, made["key"])
    for data, path in (
        ({}, "own"), ({"text": "x", "link": "y"}, "own"), ({"link": "nothing"}, "link"),
        ({"document": {"format": "leaguer-list"}}, "version"), ({"text": "nothing"}, ""),
        ({"document": whole, "replaces": "nothing"}, "replaces"), ({"document": whole, "nmae": 1}, "nmae"),
        ({"own": str(row.public_id)}, "own"),
    ):  # fmt: skip
        refused = rest(bob, "post", here, data)
        assert refused.status_code == 400, data
        assert path in " ".join(each["path"] for each in refused.json()["errors"]), (path, refused.json())
    assert row.sent_lists.count() == 2


def test_lists_of_a_private_tournament_are_for_its_people(row: Tournament, alice: User) -> None:
    Tournament.objects.update(visibility="private")
    row = services.act(row, alice, Show(what="lists"))
    found = there(row, "lists/", f"lists/{keys(row)[0]}/", f"lists/{keys(row)[0]}.pdf", "lists/all.pdf")
    assert found == {name: [404 if name in ("dora", "") else 200] * 4 for name in ROLES}


def leaks(row: Tournament, client: Client) -> set[str]:
    """The pages, files and answers in which something of the lists stands."""
    addresses = [row.get_absolute_url() + part for part in PARTS]
    addresses += [f"/api/v1/tournaments/{row.public_id}/{part}" for part in REST]
    secrets = [each.encode() for each in (*keys(row), ACCEPTED.name, DECLINED.name, "Unpainted guns")]
    answers = {each: client.get(each) for each in addresses}
    assert {each.status_code for each in answers.values()} == {200}
    return {each for each, got in answers.items() if any(secret in got.content for secret in secrets)}


def test_hidden_lists_stand_in_no_page_no_file_and_no_answer(row: Tournament) -> None:
    people = clients()
    assert leaks(row, people["alice"])
    for name in ("judith", "charlie", "dora", ""):
        assert not leaks(row, people[name]), name


def test_of_a_declined_list_others_learn_nothing_when_lists_are_published(
    row: Tournament, alice: User
) -> None:
    row = services.act(row, alice, Show(what="lists"))
    declined = keys(row)[1].encode()
    for name in ("judith", "charlie", ""):
        for part in ("", "lists/", "players/"):
            got = clients()[name].get(row.get_absolute_url() + part).content
            assert declined not in got
            assert b"Unpainted guns" not in got
