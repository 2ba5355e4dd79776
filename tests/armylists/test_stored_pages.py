"""Pages that are stored for everybody: rendered once, anew when what they show changes, and each reader's own
parts are theirs alone.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armylists import guests, services
from armylists.edits import set_header
from armylists.models import ArmyList
from armylists.owned.services import share, unshare
from rulesets.site import rulebrowser
from tests.kit.clients import signed_in

RULES = "/rules/baroque/"
TOKEN = re.compile(r'"X-CSRFToken": "([^"]+)"')


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each time that the rules are gone through for a page."""
    found: list[str] = []
    browse = rulebrowser.browse

    def counted(system: str, **wanted: str) -> object:
        found.append(system)
        return browse(system, **wanted)

    monkeypatch.setattr(rulebrowser, "browse", counted)
    return found


def test_a_page_is_made_once_for_all_its_readers(
    client: Client, as_alice: Client, as_bob: Client, calls: list[str]
) -> None:
    for each in (client, as_alice, as_bob, Client()):
        read(each, RULES)
    assert calls == ["baroque"]
    read(client, f"{RULES}?q=charge")
    assert len(calls) == 2


@pytest.mark.parametrize("address", [RULES, "/books/", "/odds/", "/rules/baroque/BQ-6.1/", "shared"])
def test_nothing_of_one_reader_reaches_another(
    address: str, shared: ArmyList, alice: User, bob: User, db: None
) -> None:
    address = shared.shared_url if address == "shared" else address
    guest = guests.make()
    people = {each.username: signed_in(each) for each in (alice, bob, guest)} | {"nobody": Client()}
    for order in (list(people), list(people)[::-1]):
        pages = {name: read(people[name], address) for name in order}
        for name, page in pages.items():
            assert "<reader:" not in page
            assert [other for other in ("alice", "bob") if f">{other}</a>" in page] == [
                other for other in ("alice", "bob") if other == name
            ]
            assert ("You are playing as a guest" in page) == (name == guest.username)
            assert ("Sign out" in page) == (name in ("alice", "bob"))
        tokens = [found[1] for page in pages.values() if (found := TOKEN.search(page))]
        assert len(set(tokens)) == len(pages)


def test_what_somebody_is_told_is_told_to_them_alone(as_alice: Client, client: Client, db: None) -> None:
    read(client, RULES)
    as_alice.post("/accounts/time-zone/", {"time_zone": "Europe/London"})
    assert 'class="notice success"' in read(as_alice, RULES)
    assert 'class="notice' not in read(client, RULES)
    assert 'class="notice' not in read(as_alice, RULES)


def test_the_forms_of_a_stored_page_are_the_readers_own(alice: User, shared: ArmyList) -> None:
    read(Client(), shared.shared_url)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', read(browser, shared.shared_url))
    assert found is not None
    answer = browser.post(f"{shared.shared_url}copy/", {"csrfmiddlewaretoken": found[1]})
    assert answer.status_code == 302


def test_a_reader_cannot_write_a_mark_into_a_stored_page(client: Client) -> None:
    page = read(client, f"{RULES}?q=%3Creader:csrf_token%3E")
    assert len(TOKEN.findall(page)) == 1
    assert "“&lt;reader:csrf_token&gt;”" in page


def test_a_shared_list_is_sent_again_only_when_it_changes(
    client: Client, alice: User, shared: ArmyList
) -> None:
    client.get(shared.shared_url)
    first = client.get(shared.shared_url)
    known = {"if-none-match": first["ETag"]}
    assert client.get(shared.shared_url, headers=known).status_code == 304
    edit = set_header(name="The Trained Bands", player="", points=600, notes="")
    services.change(shared, shared.version, edit, alice)
    answer = client.get(shared.shared_url, headers=known)
    assert answer.status_code == 200
    assert "The Trained Bands" in answer.content.decode()


def test_a_list_that_is_private_again_is_not_there_though_it_is_stored(
    client: Client, shared: ArmyList
) -> None:
    read(client, shared.shared_url)
    tag = client.get(shared.shared_url)["ETag"]
    old = shared.shared_url
    unshare(shared)
    assert client.get(old, headers={"if-none-match": tag}).status_code == 404
    share(shared)
    assert client.get(old).status_code == 404
    assert old not in read(client, shared.shared_url)
