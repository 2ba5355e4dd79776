"""A database of before the rule systems had one contract: it migrates, and everything in it still works.

`data/before-the-contract.json.xz` holds its rows as `manage.py dumpdata` writes them, the migrations it had
come to, the total of every list, and documents that were exported from it. It was made with Leaguer 0.1.0 at
commit 9fde6a4: `manage.py migrate` and `load_sample`; then, as Alice, a copied book of each system in two
versions with a list on each, a scenario, a map and a campaign on it with its turns resolved, an umpire's
decision and a turn taken back; campaigns of the other shapes; battles against Bob that go on, others fought
by the tacticians to their end; a disputed record and a signed one; orders given, and orders only drafted.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import resolve, reverse

from armylists.bookservices import create as create_book
from armylists.models import ArmyList, OwnBook, OwnBookVersion, Revision
from battles import replay
from battles.models import Battle, Record
from battles.recording import services as recording
from battles.services import begin as begin_battle
from campaigns import persistence
from campaigns.engine import overrides
from campaigns.engine.events.turns import WentBack
from campaigns.engine.orders import read_orders
from campaigns.engine.resolve import Resolution, conclude, march
from campaigns.engine.state import State, outcome_adapter
from campaigns.files import export_file, import_file
from campaigns.models import Campaign, TurnRow
from campaigns.turns import resolve as resolve_turn
from rulesets.contract import registry
from rulesets.contract.documents import book_rules, check_list, parse_list
from rulesets.engine import document
from rulesets.engine.bookrules import read_file
from tests.kit.clients import signed_in

TOKEN = "0123456789abcdef0123456789abcdef01234567"
"""A token that Alice has in it beside."""
KEPT = json.loads(lzma.decompress((Path(__file__).parent / "data/before-the-contract.json.xz").read_bytes()))


@pytest.fixture(scope="module")
def migrated(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The old database, migrated; it takes the place of the tests' own in this module."""
    settings = connection.settings_dict
    own = settings["NAME"]
    with django_db_blocker.unblock():
        connection.close()
        settings["NAME"] = _scratch(f"{own}_old", tmp_path_factory)
        _load()
        call_command("migrate", verbosity=0)
        connection.close()
    replay.forget()
    yield
    with django_db_blocker.unblock():
        connection.close()
        name, settings["NAME"] = settings["NAME"], own
        if connection.vendor == "postgresql":
            _on_the_server("DROP DATABASE", name)
    replay.forget()


@pytest.fixture(autouse=True)
def _old(migrated: None, db: None) -> None:
    """Every test here finds the old database as it was migrated."""


def _scratch(name: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of an empty database."""
    if connection.vendor == "sqlite":
        return str(tmp_path_factory.mktemp("old") / "old.sqlite3")
    _on_the_server("CREATE DATABASE", name)
    return name


def _on_the_server(command: str, name: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"{command} {connection.ops.quote_name(name)}")


def _load() -> None:
    """Write the rows into tables as they were then."""
    apps = MigrationExecutor(connection).migrate([(app, name) for app, name in KEPT["migrations"]]).apps
    with transaction.atomic(), connection.cursor() as cursor:
        for row in KEPT["rows"]:
            _write(apps.get_model(row["model"]), row)
        alice = apps.get_model("auth", "User").objects.get(username="alice")
        apps.get_model("authtoken", "Token").objects.create(key=TOKEN, user=alice)
        models = [apps.get_model(name) for name in {row["model"] for row in KEPT["rows"]}]
        for sql in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(sql)


def _write(model: Any, row: dict[str, Any]) -> None:
    fields = {each.name: each for each in model._meta.concrete_fields}
    given = {
        fields[name].attname: fields[name].to_python(value)
        for name, value in row["fields"].items()
        if name in fields
    }
    model(pk=row["pk"], **given).save_base(raw=True)


def test_nothing_is_lost() -> None:
    for model in (User, ArmyList, OwnBook, OwnBookVersion, Battle, Record, Campaign, TurnRow):
        rows = [row for row in KEPT["rows"] if row["model"] == model._meta.label_lower]
        assert model.objects.count() == len(rows) > 0


def test_tokens_and_addresses_of_calendars_go_on_working() -> None:
    answer = Client().get("/api/v1/tokens/", headers={"Authorization": f"Token {TOKEN}"})
    assert [each["name"] for each in answer.json()] == ["Older token"]
    feeds = [row["fields"]["feed"] for row in KEPT["rows"] if row["model"] == "campaigns.member"]
    assert feeds
    for feed in feeds:
        assert Client().get(reverse("campaigns:calendar", args=[feed])).status_code == 200


# -- lists and books -------------------------------------------------------------------------------


def test_every_list_opens_and_comes_to_what_it_did() -> None:
    for row in ArmyList.objects.all():
        report = check_list(row.army)
        found = [report.total, sorted(each.rule for each in report.violations)]
        assert found == KEPT["totals"][str(row.public_id)], row
        assert parse_list(row.document).to_json() == row.document
    for revision in Revision.objects.all():
        assert check_list(revision.army).lines, revision


def test_every_version_of_an_own_book_stands() -> None:
    for version in OwnBookVersion.objects.select_related("book"):
        rules = book_rules(version.book.system, version.book.kind)
        assert not rules.faults(version.document)


def test_files_of_own_books_make_the_same_books() -> None:
    alice = User.objects.get(username="alice")
    texts = {name[:-5]: text for name, text in KEPT["documents"].items() if name.endswith(".toml")}
    assert len(texts) == OwnBook.objects.filter(version__gt=0).count()
    for key, text in texts.items():
        book = OwnBook.objects.get(public_id=key)
        again = create_book(alice, book.system, read_file(text.encode()), book.kind)
        assert again.draft == book.draft


# -- battles ---------------------------------------------------------------------------------------


def test_every_battle_replays_choice_by_choice() -> None:
    for row in Battle.objects.all():
        found = replay.replayed(row)
        assert found.stop is None, (row, found.stop)
        assert found.stands_for(row), row
        with replay.played(row) as played:
            assert (played.differs, played.stop) == ("", None), row
            assert played.engine.pending is None or not row.over


def test_logs_of_battles_replay() -> None:
    logs = {name: text for name, text in KEPT["documents"].items() if name.endswith(".jsonl")}
    assert len(logs) == Battle.objects.filter(status=Battle.Status.OVER).count()
    for name, text in logs.items():
        read = document.read_document(text)
        found = document.replay(registry.get(read["system"]), read)
        assert found.same, (name, found.checked, found.stop)
        assert json.loads(json.dumps(document.to_document(found.battle)))["events"] == read["events"]


def test_records_stand_as_they_were_signed() -> None:
    signed = [recording.opened(row).ledger.settled for row in Record.objects.order_by("pk")]
    assert signed == [False, True]
    disputed = recording.opened(Record.objects.earliest("pk")).ledger.disputes
    assert [(each.key, dict(each.said)) for each in disputed] == [("u.0.c1u2.destroyed", {0: 2, 1: 3})]


def test_battles_begin_on_old_lists_of_own_books() -> None:
    systems = set()
    for row in ArmyList.objects.filter(book__startswith="own."):
        setup = {
            "format": "leaguer-setup", "version": 1, "system": row.system, "sides": ["Ours", "Theirs"],
            "lists": [row.document, row.document],
        }  # fmt: skip
        begun = begin_battle(row.owner, setup, tacticians=(), agreed=True)
        assert (begun.rules_version, begun.over) == (registry.get(row.system).rules_version, False)
        systems.add(row.system)
    assert systems == {"baroque", "by_fire_and_sword", "snaphance"}  # those that there were then


# -- campaigns -------------------------------------------------------------------------------------


def test_every_campaign_stands_as_its_turns_left_it() -> None:
    parts = set()
    for row in Campaign.objects.all():
        turns = list(row.turns.all())
        after = [*(each.state_before for each in turns[1:]), row.state]
        for each, then in zip(turns, after, strict=True):
            brought = _again(row, each)
            assert [entry.hash for entry in brought.entries] == [entry["hash"] for entry in each.entries]
            assert brought.hash == each.hash, (row, each)
            if not (each.undone and then is not row.state and _went_back(turns, each)):
                assert persistence.stored(brought.state) == then, (row, each)
            parts.add(each.part)
    assert parts == {*TurnRow.Part.values} - {TurnRow.Part.ANSWER}  # there were none then


def _went_back(turns: list[TurnRow], each: TurnRow) -> bool:
    """Whether the umpire goes back right after this part, so that the next begins elsewhere."""
    return turns[turns.index(each) + 1].part == TurnRow.Part.BACK


def _again(row: Campaign, each: TurnRow) -> Resolution:
    """A part of a turn, from its inputs alone."""
    before, previous = persistence.state_of(row, each.state_before), each.hash_before
    match each.part:
        case TurnRow.Part.MARCH:
            orders = {key: read_orders(value) for key, value in each.inputs["orders"].items()}
            return march(before, orders, row.seed, previous)
        case TurnRow.Part.CONCLUDE:
            read = outcome_adapter().validate_python
            outcomes = {key: read(value) for key, value in each.inputs["outcomes"].items()}
            return conclude(before, outcomes, row.seed, previous)
        case TurnRow.Part.BACK:
            event = WentBack("umpire", ("*",), each.inputs["turn"], each.inputs["reason"])
            return overrides.logged(before, event, previous)
    acts = overrides.read_acts(each.inputs["acts"])
    return overrides.overruled(before, acts, each.inputs["reason"], previous)


def test_campaigns_leave_and_come_back_as_files() -> None:
    alice = User.objects.get(username="alice")
    for row in list(Campaign.objects.filter(owner=alice)):
        value = export_file(row, seed=True)
        before = json.loads(KEPT["documents"][f"{row.public_id}.json"])
        assert value == before | {"digests": value["digests"]}, row  # which files have only now
        again = import_file(alice, json.dumps(value).encode())
        assert (again.state, again.hash, again.map_hash) == (row.state, row.hash, row.map_hash)
        assert again.turns.count() == row.turns.count()


def test_a_campaign_goes_on_where_it_stood() -> None:
    row = Campaign.objects.get(seed="Mine")
    orders = row.orders.filter(turn=row.turn).order_by("pk")
    assert [each.status for each in orders] == ["draft", "given"]
    turn = row.turn
    resolve_turn(row, row.revision, row.owner)
    row.refresh_from_db()
    assert row.turn > turn or row.phase == Campaign.Phase.BATTLES
    assert State.from_json(row.state | {"map": None}).turn == row.turn


# -- pages -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unprinted")
def test_every_kind_of_page_and_file_answers() -> None:
    alice, bob = (signed_in(User.objects.get(username=name)) for name in ("alice", "bob"))
    seen: set[tuple[str, ...]] = set()
    _walk(alice, ["/lists/", "/books/own/", "/battles/", "/records/", "/campaigns/maps/"], seen)
    _walk(bob, [f"{row.get_absolute_url()}orders/" for row in Campaign.objects.filter(seed="Mine")], seen)
    shared = [each.shared_url for model in _SHARED for each in model.objects.exclude(share_token=None)]
    _walk(Client(), shared, seen)
    found = {name for name, *_ in seen}
    assert found >= {f"armylists:{each}" for each in _LISTS.split()}
    assert found >= {f"battles:{each}" for each in _BATTLES.split()}
    assert found >= {f"campaigns:{each}" for each in _CAMPAIGNS.split()}


_SHARED = (ArmyList, OwnBook, Battle, Record)
_LISTS = "list edit history revision file shared shared-file own-book edit-book book-version own-book-file"
_BATTLES = (
    "battle board field log orders file meeting-sheet record record-history record-result record-file"
    " own-record own-record-history own-record-result own-record-file shared shared-own-record"
)
_CAMPAIGNS = (
    "campaign area orders forces force factions people umpire act preview rules rules-section engagements"
    " engagement chronicle gazette history calendar export map-document edit-map own-map-json"
)

_LINK = re.compile(r'href="([^"]+)"')
_ELSEWHERE = re.compile(
    r"https?:|mailto:|#|/$|/(about|departures|static|accounts|admin|api|rules|odds)/|/books/(?!own/)"
)
_ROWS = {"list_id": ArmyList, "book_id": OwnBook, "battle_id": Battle, "campaign_id": Campaign}


def _walk(client: Client, starts: list[str], seen: set[tuple[str, ...]]) -> None:
    """Follow the links from these pages to one page of each kind that was not seen yet."""
    waiting, known = list(starts), set(starts)
    while waiting:
        address = waiting.pop(0)
        kind = _kind(address)
        if kind in seen:
            continue
        seen.add(kind)
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, (address, answer.status_code)
        body = answer.getvalue()
        if answer["Content-Type"] == "application/pdf":
            assert body.startswith(b"%PDF"), address
        elif answer["Content-Type"].startswith("text/html"):
            found = dict.fromkeys(_LINK.findall(body.decode()))
            links = dict.fromkeys(urldefrag(urljoin(address, unescape(each))).url for each in found)
            new = [each for each in links if each not in known and not _ELSEWHERE.match(each)]
            waiting += new
            known.update(new)


def _kind(address: str) -> tuple[str, ...]:
    """What kind of page lies there: its name, and of what kind the thing is that it shows."""
    match = resolve(urlsplit(address).path)
    of = [str(match.kwargs.get("kind", ""))]
    for key, model in _ROWS.items():
        if key in match.kwargs:
            row = model.objects.get(public_id=match.kwargs[key])
            of += [str(getattr(row, name, "")) for name in ("system", "kind", "shape")]
    return match.view_name, *of
