"""Nobody plays without having agreed to: invitations on pages and over REST."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import guests
from armylists.owned import watching
from battles import invitations, services
from battles.invitations import InvitationError
from battles.models import Battle
from battles.recording import services as records
from battles.recording.models import Record
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import SetupError
from tests.kit.clients import queries, signed_in
from tests.kit.records import UNIT, claim, lists, record
from tests.kit.rows import make_choices

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(alice: User, patrol: dict[str, Any]) -> Battle:
    """A battle that Alice has invited Bob to."""
    return services.begin(alice, patrol, invited=" Bob ", tacticians=())


def page(row: Battle) -> str:
    return reverse("battles:invitation", args=[row.public_id])


def answer(client: Client, row: Any, word: str) -> Any:
    return client.post(reverse("battles:invitation-answer", args=[row.public_id]), {"answer": word})


def test_a_battle_waits_until_they_accept(asked: Battle, as_bob: Client, as_charlie: Client) -> None:
    assert (asked.opponent, asked.invited, asked.waits, asked.decider) == (None, "Bob", True, None)
    for client in (as_bob, as_charlie):
        assert client.get(asked.get_absolute_url()).status_code == 404
        assert client.get(f"/api/v1/battles/{asked.public_id}/").status_code == 404
        assert asked.get_absolute_url() not in client.get("/battles/").content.decode()
    assert page(asked) in as_bob.get("/battles/").content.decode()
    assert page(asked) not in as_charlie.get("/battles/").content.decode()


def test_nothing_begins_before_they_accept(asked: Battle, alice: User, as_alice: Client) -> None:
    with pytest.raises(Refusal):
        services.choose(asked, asked.revision, {"do": "anything"}, 0, alice)
    assert services.advance(asked, None).made == 0
    for address in (asked.get_absolute_url(), reverse("battles:board", args=[asked.public_id])):
        shown = as_alice.get(address).content.decode()
        assert "starts when they accept" in shown
        assert 'id="decision"' not in shown
    over_rest = as_alice.get(f"/api/v1/battles/{asked.public_id}/choices/").json()
    assert over_rest["decision"] is None
    assert as_alice.get(f"/api/v1/battles/{asked.public_id}/").json()["invitation"] == "open"


def test_everything_that_was_agreed_on_stands_before_accept(
    alice: User, patrol: dict[str, Any], as_bob: Client, as_alice: Client, as_charlie: Client
) -> None:
    setup = {**patrol, "max_turns": 3, "options": {"rolls_of_destiny": True, "river": "dry"}}
    row = services.begin(alice, setup, invited="bob", tacticians=())
    told = as_bob.get(f"/api/v1/invitations/{row.public_id}/").json()["agreed"]
    words = {each["words"] for each in told["terms"]}
    assert {
        "3",
        "Rolls of Destiny may be used",
        "Open ground",
        "Rolled by Leaguer",
    } <= words
    assert [each["side"] for each in told["lists"]] == list(row.sides)
    assert all(each["points"] and each["legal"] for each in told["lists"])
    assert told["documents"] == row.setup["lists"]
    before, sender = (client.get(page(row)) for client in (as_bob, as_alice))
    assert sender.status_code == 302
    answer(as_bob, row, "accept")
    for shown in (before, *(client.get(row.get_absolute_url()) for client in (as_bob, as_alice))):
        found = shown.content.decode()
        for each in (*told["terms"], {"words": "river, rolled for"}, {"words": "See the list"}):
            assert each["words"] in found
    assert as_bob.get(f"/api/v1/battles/{row.public_id}/agreed/").json() == told
    assert as_charlie.get(f"/api/v1/battles/{row.public_id}/agreed/").status_code == 404


def test_both_see_both_lists_and_nobody_else_does(
    asked: Battle, as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    def seen(name: str, side: int = 0) -> list[int]:
        address = reverse(f"battles:{name}", args=[asked.public_id, side])
        return [client.get(address).status_code for client in (as_alice, as_bob, as_charlie)]

    assert seen("invitation-list") == seen("invitation-list", 1) == [200, 200, 404]
    assert seen("invitation-list", 2) == [404, 404, 404]
    assert as_charlie.get(f"/api/v1/invitations/{asked.public_id}/").status_code == 404
    assert seen("army-list", 2)[1:] == [404, 404]
    answer(as_bob, asked, "accept")
    assert seen("army-list") == seen("army-list", 1) == [200, 200, 404]


def test_the_page_of_who_waits_goes_on_by_itself(asked: Battle, as_alice: Client, as_bob: Client) -> None:
    address = reverse("battles:invitation-moved", args=[asked.public_id])
    assert f'hx-get="{address}"' in as_alice.get(asked.get_absolute_url()).content.decode()
    assert (as_alice.get(address).status_code, as_bob.get(address).status_code) == (204, 404)
    answer(as_bob, asked, "accept")
    assert as_alice.get(address)["HX-Redirect"] == asked.get_absolute_url()


def link_of(client: Client, row: Any) -> str:
    """The link that the owner of an invitation is shown."""
    shown = client.get(row.get_absolute_url()).content.decode()
    found = re.search(r'readonly value="http://testserver(/invitations/[^"]+)"', shown)
    assert found is not None
    return found[1]


def test_whoever_has_the_link_may_accept(
    asked: Battle, as_alice: Client, as_charlie: Client, charlie: User
) -> None:
    link = link_of(as_alice, asked)
    assert as_charlie.get(page(asked)).status_code == 404
    shown = as_charlie.get(link).content.decode()
    assert ">Accept</button>" in shown
    see = re.search(r'href="([^"]+/lists/0/[^"]*)"', shown)
    assert see is not None
    assert as_charlie.get(see[1]).status_code == 200
    code = link.partition("?")[2]
    address = reverse("battles:invitation-answer", args=[asked.public_id])
    assert as_charlie.post(address, {"answer": "accept"}).status_code == 404
    assert as_charlie.post(f"{address}?{code}", {"answer": "decline"}).status_code == 302
    asked.refresh_from_db()
    assert asked.waits  # the one it is for may still accept
    as_charlie.post(f"{address}?{code}", {"answer": "accept"})
    asked.refresh_from_db()
    assert (asked.opponent, asked.invited, asked.waits) == (charlie, "charlie", False)


def test_a_link_leads_a_stranger_to_sign_up_and_back(asked: Battle, as_alice: Client, client: Client) -> None:
    link = link_of(as_alice, asked)
    for stranger in (client, signed_in(guests.make())):
        answered = stranger.get(link)
        assert answered["Location"] == f"/accounts/signup/?next={quote(link)}"
    form = {"username": "dora", "password1": "a-long-passphrase-1", "next": link}
    assert client.post("/accounts/signup/", form)["Location"] == link
    assert ">Accept</button>" in client.get(link).content.decode()


def test_an_old_link_opens_no_later_invitation(
    asked: Battle, as_alice: Client, as_charlie: Client, alice: User
) -> None:
    link = link_of(as_alice, asked)
    invitations.withdraw(asked)
    assert as_charlie.get(link).status_code == 404
    invitations.invite(asked, alice, "dora")
    assert as_charlie.get(link).status_code == 404


def test_after_a_withdrawal_another_is_invited_on_the_battles_page(
    asked: Battle, as_alice: Client, as_bob: Client, alice: User
) -> None:
    address = reverse("battles:invite", args=[asked.public_id])
    assert address not in as_alice.get(asked.get_absolute_url()).content.decode()
    invitations.withdraw(asked)
    seed = asked.seed
    assert address in as_alice.get(asked.get_absolute_url()).content.decode()
    assert as_bob.post(address, {"opponent": "charlie"}).status_code == 404
    for name, said in (("alice", "This is your own name"), ("", "Type the user name")):
        answered = as_alice.post(address, {"opponent": name}, follow=True).content.decode()
        assert said in answered
    as_alice.post(address, {"opponent": "charlie"})
    asked.refresh_from_db()
    assert (asked.invited, asked.waits) == ("charlie", True)
    assert asked.seed != seed  # whoever led both sides may have chosen the seed
    invitations.withdraw(asked)
    while not asked.version:
        make_choices(asked, 1, alice)
    assert address not in as_alice.get(asked.get_absolute_url()).content.decode()
    with pytest.raises(InvitationError, match="nothing has been chosen"):
        invitations.invite(asked, alice, "bob")


def test_who_played_with_their_own_seed_invites_with_another(alice: User, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, patrol, seed="mine", tacticians=())
    make_choices(row, 1, alice)
    services.undo(row, row.revision, 0, alice)
    assert row.version == 0
    invitations.invite(row, alice, "bob")
    assert (row.seed == "mine", row.waits) == (False, True)
    invitations.withdraw(row)
    make_choices(row, 1, alice)  # the choices fit the new dice
    assert Battle.objects.get().version == 1


def test_an_invitation_is_accepted_on_its_page(asked: Battle, bob: User, as_bob: Client) -> None:
    shown = as_bob.get(page(asked)).content.decode()
    assert "alice invites you" in shown
    assert ">Accept</button>" in shown
    assert asked.side_b in shown
    assert answer(as_bob, asked, "accept")["Location"] == f"{asked.get_absolute_url()}board/"
    asked.refresh_from_db()
    assert (asked.opponent, asked.waits) == (bob, False)
    assert as_bob.get(asked.get_absolute_url()).status_code == 200
    # It is answered once.
    assert answer(as_bob, asked, "decline").status_code == 404


def test_a_declined_invitation_holds_nobody(
    asked: Battle, as_bob: Client, as_alice: Client, alice: User
) -> None:
    answer(as_bob, asked, "decline")
    asked.refresh_from_db()
    assert (asked.opponent, asked.waits, asked.declined_by) == (None, False, "Bob")
    assert as_bob.get(asked.get_absolute_url()).status_code == 404
    assert as_bob.get(page(asked)).status_code == 404
    assert 'id="decision"' in as_alice.get(reverse("battles:board", args=[asked.public_id])).content.decode()
    assert asked.decider == alice


def test_its_sender_alone_withdraws_it(asked: Battle, as_alice: Client, as_bob: Client) -> None:
    address = reverse("battles:invitation-withdraw", args=[asked.public_id])
    assert as_bob.post(address).status_code == 404
    assert as_alice.post(address).status_code == 302
    asked.refresh_from_db()
    assert (asked.waits, asked.invited, asked.opponent) == (False, "", None)
    assert as_bob.get(page(asked)).status_code == 404


def test_an_answer_and_a_withdrawal_at_once_do_not_both_count(asked: Battle, bob: User) -> None:
    other = Battle.objects.get(pk=asked.pk)
    invitations.withdraw(other)
    with pytest.raises(InvitationError, match="no longer open"):
        invitations.answer(asked, bob, accept=True)
    asked.refresh_from_db()
    assert asked.opponent is None


def test_nobody_is_invited_to_a_record_that_was_begun_meanwhile(alice: User) -> None:
    row = record(alice)
    claim(Record.objects.get(), None, alice, **{f"{UNIT}.destroyed": 1})
    with pytest.raises(InvitationError, match="no longer open"):
        invitations.invite(row, alice, "bob")
    assert Record.objects.get().invited == ""


def test_open_pages_hear_of_an_answer(
    asked: Battle, bob: User, settings: Any, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    heard: list[list[str]] = []
    settings.WATCH_URL = "redis://nowhere"
    monkeypatch.setattr(watching, "_publish", heard.append)
    with django_capture_on_commit_callbacks(execute=True):
        invitations.answer(asked, bob, accept=True)
    assert heard == [[f"battle {asked.pk} {asked.revision}"]]


def test_a_name_does_not_tell_whether_somebody_has_it(
    as_alice: Client, bob: User, alice: User, patrol: dict[str, Any]
) -> None:
    def begun(name: str) -> tuple[int, set[str], dict[str, Any]]:
        body = {"lists": patrol["lists"], "opponent": name}
        made = as_alice.post("/api/v1/battles/", body, content_type="application/json")
        told = made.json()
        shown = as_alice.get(f"/battles/{told['id']}/")
        return made.status_code, set(told), {"page": shown.status_code, "invitation": told["invitation"]}

    assert begun("bob") == begun("no-such-person") == begun("BOB")
    assert [row.invited for row in invitations.received(bob)] == ["BOB", "bob"]


@pytest.mark.parametrize("name", ["alice", "ALICE"])
def test_nobody_invites_themselves(alice: User, patrol: dict[str, Any], name: str) -> None:
    with pytest.raises(InvitationError, match="your own name"):
        services.begin(alice, patrol, invited=name, tacticians=())


def test_who_invites_knows_no_seed(alice: User, patrol: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="knows every die"):
        services.begin(alice, patrol, invited="bob", seed="mine", tacticians=())


def test_only_so_many_invitations_are_open(alice: User, asked: Battle, patrol: dict[str, Any]) -> None:
    Battle.objects.bulk_create(
        Battle(owner=alice, invited="bob", invitation="open", setup={}, updated=asked.updated)
        for _ in range(invitations.MOST - 1)
    )
    with pytest.raises(InvitationError, match="Withdraw one first"):
        services.begin(alice, patrol, invited="bob", tacticians=())


def test_guests_neither_invite_nor_are_invited(alice: User, patrol: dict[str, Any]) -> None:
    guest = guests.make()
    with pytest.raises(guests.GuestRefusal):
        services.begin(guest, patrol, invited="alice", tacticians=())
    row = services.begin(alice, patrol, invited=guest.username, tacticians=())
    assert invitations.received(guest) == []
    assert signed_in(guest).get(page(row)).status_code == 404


def test_invitations_are_answered_over_rest(asked: Battle, as_bob: Client, as_charlie: Client) -> None:
    listed = as_bob.get("/api/v1/invitations/").json()
    assert [(each["id"], each["kind"], each["by"]) for each in listed] == [
        (str(asked.public_id), "battle", "alice")
    ]
    assert as_charlie.get("/api/v1/invitations/").json() == []
    address = f"/api/v1/invitations/{asked.public_id}/answer/"
    assert as_charlie.post(address, {"accept": True}, content_type="application/json").status_code == 404
    assert as_bob.get(f"/api/v1/invitations/{asked.public_id}/").json()["code"] == ""
    assert as_bob.post(address, {}, content_type="application/json").status_code == 400
    assert as_bob.post(address, {"accept": True}, content_type="application/json").status_code == 204
    assert as_bob.get(f"/api/v1/battles/{asked.public_id}/").json()["opponent"] == "bob"
    assert as_bob.get("/api/v1/invitations/").json() == []


def test_the_code_of_a_link_accepts_over_rest(asked: Battle, as_alice: Client, as_charlie: Client) -> None:
    place = f"/api/v1/invitations/{asked.public_id}/"
    code = as_alice.get(place).json()["code"]
    assert as_charlie.get(f"{place}?code={code[:-1]}").status_code == 404
    assert as_charlie.get(f"{place}?code={code}").status_code == 200
    body = {"accept": True, "code": code}
    assert as_charlie.post(f"{place}answer/", body, content_type="application/json").status_code == 204
    assert as_charlie.get(f"/api/v1/battles/{asked.public_id}/").json()["opponent"] == "charlie"


def test_an_invitation_is_withdrawn_over_rest(asked: Battle, as_alice: Client, as_bob: Client) -> None:
    address = f"/api/v1/invitations/{asked.public_id}/withdraw/"
    assert as_bob.post(address).status_code == 404
    assert as_alice.post(address).status_code == 204
    assert not Battle.objects.get().waits


def test_a_campaigns_battle_is_agreed_on_there(alice: User, bob: User, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, patrol, opponent=bob, tacticians=(), agreed=True)
    assert (row.opponent, row.waits) == (bob, False)


def test_a_record_waits_like_a_battle(alice: User, bob: User, as_alice: Client, as_bob: Client) -> None:
    row = records.create(alice, lists(), sides=("Red", "Blue"), invited="bob")
    assert "starts when they accept" in as_alice.get(row.get_absolute_url()).content.decode()
    assert as_bob.get(row.get_absolute_url()).status_code == 404
    asked = as_bob.get(page(row)).content.decode()
    assert "List of Red" in asked
    assert "List of Blue" in asked
    body = {"revision": 0, "changes": {"u.0.c1u2.destroyed": 1}}
    address = f"/api/v1/records/{row.public_id}/claim/"
    assert as_alice.post(address, body, content_type="application/json").status_code == 409
    assert answer(as_bob, row, "accept").status_code == 302
    row = Record.objects.get()
    assert (row.opponent, row.revision) == (bob, 0)
    assert as_bob.get(row.get_absolute_url()).status_code == 200


def test_a_page_of_invitations_costs_the_same_for_many(asked: Battle, as_bob: Client, alice: User) -> None:
    one = queries(as_bob, "/api/v1/invitations/")
    Battle.objects.bulk_create(
        Battle(owner=alice, invited="bob", invitation="open", setup={}, updated=asked.updated)
        for _ in range(6)
    )
    assert queries(as_bob, "/api/v1/invitations/") == one
