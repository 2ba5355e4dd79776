"""Pages of lists at a tournament: what players and organisers do there, and who sees what, in PDFs too."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armylists.services import create as create_list
from armylists.services import share
from rulesets.contract.documents import samples
from rulesets.engine.lists import dump_list
from tests.kit.clients import pdf_words, queries, signed_in
from tests.kit.pageforms import Form, forms
from tests.kit.tournaments import appoint, event, pair_round, read
from tournaments import sending, services
from tournaments.engine.actions import AcceptList, LockLists, Show
from tournaments.models import SentList, Tournament

pytestmark = pytest.mark.django_db
ROYALIST, PARLIAMENT = samples()["royalist-patrol-300"], samples()["parliament-patrol-300"]


@pytest.fixture
def row(alice: User, bob: User, charlie: User) -> Tournament:
    """A tournament of Alice's in which Bob plays as Anna and Charlie as Bob."""
    return event(alice, bob, charlie)


def page(client: Client, row: Tournament, part: str = "lists/", status: int = 200) -> str:
    response = client.get(row.get_absolute_url() + part)
    assert response.status_code == status
    return " ".join(response.content.decode().split())


def form(text: str, row: Tournament, **fields: str) -> Form:
    """The form of a page with these hidden fields."""
    return next(
        each for each in forms(text, row.get_absolute_url() + "lists/")
        if fields.items() <= {key.removeprefix("a."): value for key, value in each.fields.items()}.items()
    )  # fmt: skip


def send(client: Client, row: Tournament, **given: Any) -> Any:
    return client.post(row.get_absolute_url() + "lists/", given)


def test_a_player_sends_a_list_in_by_each_way(row: Tournament, bob: User) -> None:
    client, mine = signed_in(bob), create_list(bob, PARLIAMENT)
    share(mine)
    file = SimpleUploadedFile("list.json", dump_list(ROYALIST).encode())
    text = dump_list(ROYALIST)
    ways = ({"own": str(mine.public_id)}, {"link": mine.shared_url}, {"file": file}, {"text": text})
    for way in ways:
        assert send(client, row, **way).status_code == 302, way
        assert "has been sent in." in page(client, row)
    assert [each.name for each in SentList.objects.all()] == [PARLIAMENT.name] * 2 + [ROYALIST.name] * 2


def test_bad_lists_are_said_at_the_field_and_change_nothing(row: Tournament, bob: User) -> None:
    client = signed_in(bob)
    for way in ({}, {"link": "nowhere"}, {"text": "{}"}, {"own": "x"}, {"link": "x", "text": "y"}):
        response = send(client, row, **way)
        assert response.status_code == 400
        assert "error-summary" in response.content.decode()
    services.act(row, row.owner, LockLists())
    assert send(client, row, text=dump_list(ROYALIST)).status_code == 400
    assert not SentList.objects.exists()


def test_who_plays_not_sends_nothing_in(row: Tournament) -> None:
    dora = signed_in(User.objects.create_user("dora"))
    assert send(dora, row, text=dump_list(ROYALIST)).status_code in (200, 403)
    assert send(Client(), row, text=dump_list(ROYALIST)).status_code == 302
    assert not SentList.objects.exists()
    assert "Send it in" not in page(dora, row)


def test_an_organiser_answers_and_the_player_reads_why(row: Tournament, alice: User, bob: User) -> None:
    sent = sending.send(row, bob, "anna", ROYALIST)
    desk, phone = signed_in(alice), signed_in(bob)
    answer = form(page(desk, row, f"lists/{sent.key}/"), row, do="decline_list")
    desk.post(answer.action, answer.fields | {"a.reason": "Too many guns."})
    assert "Declined: Too many guns." in page(phone, row)
    assert "Too many guns." not in page(signed_in(User.objects.create_user("dora")), row)
    accept = form(page(desk, row, f"lists/{sent.key}/"), row, do="accept_list")
    desk.post(accept.action, accept.fields)
    assert ">accepted<" in page(phone, row)
    refused = phone.post(accept.action, accept.fields)
    assert refused.status_code == 403


def test_every_fault_stands_at_its_place(alice: User, bob: User) -> None:
    row = event(alice, bob, limits={"most": 250})
    broken = ROYALIST.model_copy(update={"commands": ROYALIST.commands[:1], "points": 200})
    sent = sending.send(row, bob, "anna", broken)
    shown = page(signed_in(bob), row, f"lists/{sent.key}/")
    report = sending.held(sending.access.viewer_of(bob, row.public_id), sent.key)[1]
    assert report.sent is not None
    assert report.broken
    for each in (*report.sent.report.violations, *report.broken):
        assert each.cure.split("’")[0].split("'")[0] in shown
    assert "Breaks the rules of this tournament" in shown


def test_lists_are_hidden_until_they_are_published_then_at_each_table(
    row: Tournament, alice: User, bob: User
) -> None:
    sent = sending.send(row, bob, "anna", ROYALIST)
    row = services.act(row, alice, AcceptList(player="anna", list=sent.key))
    row = pair_round(row, alice)
    appoint(row, "charlie", "judge")
    others = [signed_in(User.objects.get(username="charlie")), Client()]
    address = f"lists/{sent.key}"
    for client in others:
        for part in (f"{address}/", f"{address}.pdf", "lists/all.pdf"):
            assert client.get(row.get_absolute_url() + part).status_code == 404
        for part in ("", "lists/", "players/", "standings/"):
            assert sent.key not in page(client, row, part)
            assert ROYALIST.name not in page(client, row, part)
    assert page(signed_in(bob), row, f"{address}/")
    assert f'{address}/">Your list</a>' in page(signed_in(bob), row, "")
    publish = form(page(signed_in(alice), row), row, do="show")
    signed_in(alice).post(publish.action, publish.fields)
    for client in others:
        assert f"{address}/" in page(client, row, "")
        assert ROYALIST.name in page(client, row)
        assert ROYALIST.name in page(client, row, f"{address}/")


@pytest.mark.usefixtures("unprinted")
def test_the_booklet_holds_what_counts(row: Tournament, alice: User, bob: User, charlie: User) -> None:
    sent = sending.send(row, bob, "anna", ROYALIST)
    sending.send(row, charlie, "bob", PARLIAMENT)
    row = services.act(row, alice, AcceptList(player="anna", list=sent.key))
    row = services.act(row, alice, Show(what="lists"))
    for address in ("lists/all.pdf", f"lists/{sent.key}.pdf"):
        text = pdf_words(Client().get(row.get_absolute_url() + address).content)
        assert ROYALIST.name in text
        assert PARLIAMENT.name not in text
    for asked, layout in (("cards", "cards"), ("table", "summary"), ("x", "summary")):
        found = Client().get(f"{row.get_absolute_url()}lists/all.pdf?layout={asked}")
        assert f'class="layout-{layout}"' in found.content.decode()


def test_organisers_settle_what_may_be_brought(row: Tournament, alice: User, bob: User) -> None:
    desk = signed_in(alice)
    change = next(
        each for each in forms(page(desk, row), row.get_absolute_url()) if each.action.endswith("limits/")
    )
    given = {"until": "2030-05-01T20:00", "systems": ["baroque"], "lists": 3, "least": 0, "most": 300}
    assert desk.post(change.action, change.fields | given).status_code == 302
    row.refresh_from_db()
    limits = read(row).settings.limits
    assert (limits.systems, limits.lists, limits.most, read(row).settings.lists_due is not None) == (
        ("baroque",),
        3,
        300,
        True,
    )
    assert "up to 3 lists" in page(signed_in(bob), row)
    for wrong in ({"least": 400}, {"lists": 0}, {"systems": ["chess"]}):
        assert desk.post(change.action, change.fields | given | wrong).status_code == 400
    assert signed_in(bob).post(change.action, change.fields | given).status_code == 404
    stale = desk.post(change.action, change.fields | given | {"lists": 2}, follow=True)
    assert read(Tournament.objects.get()).settings.limits.lists == 3
    assert stale.status_code == 200


def test_an_organiser_sends_a_list_in_for_a_player(row: Tournament, alice: User) -> None:
    desk = signed_in(alice)
    assert send(desk, row, player="bob", text=dump_list(ROYALIST)).status_code == 302
    row.refresh_from_db()
    assert [each.state for each in read(row).by_id["bob"].lists] == ["accepted"]
    assert send(desk, row, player="nobody", text=dump_list(ROYALIST)).status_code == 400
    assert send(desk, row, text=dump_list(ROYALIST)).status_code == 400


def test_the_page_asks_as_much_for_many_lists(row: Tournament, alice: User, bob: User, charlie: User) -> None:
    client = signed_in(alice)
    sending.send(row, bob, "anna", ROYALIST)
    one = queries(client, row.get_absolute_url() + "lists/")
    sending.send(row, charlie, "bob", ROYALIST)
    sending.send(row, alice, "cora", PARLIAMENT)
    assert queries(client, row.get_absolute_url() + "lists/") == one


@pytest.mark.parametrize("kept", [{"schedule": {"lists_due": "2021-05-01T18:00:00Z"}},
                                  {"limits": {"until": "2021-05-01T18:00:00Z"}}])  # fmt: skip
def test_one_deadline_for_lists_stands_on_every_page_and_form(alice: User, bob: User, kept: Any) -> None:
    row, desk = event(alice, bob, **kept), signed_in(alice)
    said = page(signed_in(bob), row)
    assert "Lists are due by" in said
    assert "lists sent in from now on are marked as late" in said
    for part in ("settings/schedule/", "settings/lists/"):
        address = row.get_absolute_url() + part
        form = next(each for each in forms(desk.get(address).content.decode(), address)
                    if "lists_due" in each.fields)  # fmt: skip
        assert form.fields["lists_due"].startswith("2021-05-01")
        given = form.fields | {"lists_due": "2022-06-02T10:00", "op": "save"}
        assert desk.post(form.action, given).status_code == 302
        row.refresh_from_db()
        settings = read(row).settings
        assert settings.limits.until is None
        assert settings.schedule.lists_due is not None
        assert settings.schedule.lists_due.year == 2022
        row = event(alice, bob, **kept)
