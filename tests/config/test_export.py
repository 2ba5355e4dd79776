"""Everything of one person as one file: it is there, reads back, and holds nothing that they may not see."""

from __future__ import annotations

import io
import json
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from armylists.documents import read_list
from armylists.models import ArmyList, OwnBook
from battles.models import Battle
from battles.recording.documents import read_scored
from battles.recording.models import Record
from campaigns.engine.maps import read_map
from campaigns.models import Campaign, Disclosure, OwnMap
from campaigns.services import import_file
from rulesets.contract import registry
from rulesets.contract.documents import parse_list, read_document
from rulesets.engine.bookrules import read_file
from rulesets.engine.document import replay
from tests.armylists.own_books import kept_book
from tests.kit.battles import sample as listed
from tests.kit.clients import signed_in
from tests.kit.records import record
from tests.kit.tournaments import appoint, event, pair, play_round, read
from tournaments import sending, services
from tournaments.engine.actions import DeclineList
from tournaments.engine.document import read_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample() -> None:
    """The sample data: lists, battles, meetings and a campaign of Alice, Bob and Carol."""
    call_command("load_sample", verbosity=0)


def exported(user: User) -> dict[str, bytes]:
    answer = signed_in(user).post("/accounts/export/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    with ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def of(files: dict[str, bytes], folder: str) -> list[bytes]:
    return [data for name, data in files.items() if name.startswith(f"{folder}/")]


def test_every_document_reads_back(sample: None) -> None:
    alice, bob = User.objects.get(username="alice"), User.objects.get(username="bob")
    record(alice, bob)
    OwnMap.objects.create(owner=alice, name="Mine", document=Campaign.objects.get().map)
    files = exported(alice)
    lists = [read_list(data, user=alice) for data in of(files, "lists")]
    assert sorted(each.name for each in lists) == sorted(
        ArmyList.objects.filter(owner=alice).values_list("name", flat=True)
    )
    over = Battle.objects.of(alice).filter(status="over")
    assert len(of(files, "battles")) == len(over) > 0
    for data in of(files, "battles"):
        document = read_document(data)
        assert replay(registry.get(document["system"]), document).same
    assert len(of(files, "records")) == Record.objects.of(alice).count() > 0
    for data in of(files, "records"):
        read_scored(json.loads(data))
    (campaign,) = of(files, "campaigns")
    assert import_file(alice, campaign).name == Campaign.objects.first().name  # type: ignore[union-attr]
    (drawn,) = of(files, "maps")
    assert read_map(json.loads(drawn)).areas
    account = json.loads(files["account.json"])
    assert account["user_name"] == "alice"
    for folder in ("lists", "battles", "records", "campaigns", "maps"):
        assert f"{folder}/" in files["README.txt"].decode()


def test_every_version_of_an_own_book_is_there(alice: User, book: OwnBook) -> None:
    files = exported(alice)
    assert sum(name.endswith("version-1.toml") for name in files) == 1
    documents = of(files, "books")
    assert len(documents) == 1 + book.versions.count()
    for data in documents:
        assert read_file(data)["name"] == book.name


@pytest.fixture
def book(alice: User) -> OwnBook:
    """A book of Alice's with a version."""
    return kept_book(alice)


def test_what_goes_on_is_left_out_and_named(sample: None) -> None:
    bob = User.objects.get(username="bob")
    files = exported(bob)
    going = Battle.objects.of(bob).exclude(status="over")
    assert going
    whole = b"".join(files.values()).decode()
    for row in going:
        assert f"- {row.title}" in files["README.txt"].decode()
    campaign = Campaign.objects.get()
    assert of(files, "campaigns") == []
    assert f"- {campaign.name}" in files["README.txt"].decode()
    assert [row.seed for row in going if row.seed in whole] == []


def test_the_members_read_that_their_umpire_downloaded_the_campaign(sample: None) -> None:
    exported(User.objects.get(username="alice"))
    assert Disclosure.objects.filter(kind=Disclosure.Kind.FILE, name="alice").count() == 1


def test_nothing_in_it_opens_the_account(sample: None) -> None:
    alice = User.objects.get(username="alice")
    client = signed_in(alice)
    client.post("/accounts/token/", {"name": "scout"})
    whole = b"".join(exported(alice).values()).decode()
    assert '"scout"' in whole
    assert alice.password not in whole
    assert str(alice.api_tokens.get().digest) not in whole


def test_it_comes_over_rest_and_to_nobody_else(as_alice: Client, client: Client) -> None:
    answer = as_alice.get("/api/v1/account/export/")
    assert answer["Content-Type"] == "application/zip"
    assert client.get("/api/v1/account/export/").status_code in (401, 403)
    assert client.post("/accounts/export/").status_code == 302


def test_so_many_downloads_in_an_hour(as_alice: Client, settings: object) -> None:
    settings.EXPORTS_AN_HOUR = 1  # type: ignore[attr-defined]
    codes = [as_alice.get("/api/v1/account/export/").status_code for _ in range(2)]
    assert codes == [200, 429]
    assert as_alice.post("/accounts/export/").status_code == 302


def test_tournaments_that_one_runs_are_in_it_and_those_one_plays_in_are_named(alice: User, bob: User) -> None:
    row = play_round(event(alice, bob), alice)
    assert [read_tournament(each) for each in of(exported(alice), "tournaments")] == [read(row)]
    assert not of(exported(bob), "tournaments")
    named = json.loads(exported(bob)["account.json"])["tournaments"]
    assert [(each["name"], each["player"]) for each in named] == [(row.name, "anna")]


def test_lists_that_were_sent_in_roles_and_battles_are_in_it_and_nothing_hidden(
    alice: User, bob: User, charlie: User
) -> None:
    row = event(alice, bob, charlie)
    army = parse_list(listed("royalist-patrol-300"))
    sent = sending.send(row, bob, "anna", army)
    sending.send(row, charlie, "bob", parse_list(listed("parliament-patrol-300")))
    services.act(row, alice, DeclineList(player="anna", list=sent.key, reason="Too late"))
    row = play_round(row, alice)
    services.act(row, alice, pair(read(row)), row.revision)
    row.entries.filter(player="anna").update(email="bob@example.org")
    appoint(row, "bob", "judge")
    judged = event(charlie)
    appoint(judged, "bob", "organiser")
    files = exported(bob)
    (copy,) = of(files, "sent")
    assert read_list(copy, user=bob) == army
    assert [read_tournament(each) for each in of(files, "tournaments")] == [read(judged)]
    account = json.loads(files["account.json"])
    ((entry,), (of_list,)) = account["tournaments"], account["sent_lists"]
    assert (entry["entry"]["name"], entry["e_mail"]) == ("Anna", "bob@example.org")
    assert [(each["round"], "anna" in each["players"]) for each in entry["rounds"]] == [(1, True)]
    assert (of_list["state"], of_list["reason"]) == ("declined", "Too late")
    assert [each["role"] for each in account["organises"]] == ["judge", "organiser"]
    assert "sent/" in files["README.txt"].decode()
    assert not of(exported(alice), "sent")
