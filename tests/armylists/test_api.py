"""Lists over the REST interface."""

import io
import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from armylists import documents, edits, services
from armylists.models import ArmyList
from rulesets.baroque.armies import sample_lists
from rulesets.engine.lists import ArmyList as Document
from tests.kit.clients import queries

LISTS = "/api/v1/lists/"


def send(client: Client, method: str, address: str, body: Any = None) -> Any:
    if method == "get":
        return client.get(address)
    data = json.dumps(body) if body is not None else ""
    return getattr(client, method)(address, data, content_type="application/json")


def of(army_list: ArmyList, tail: str = "") -> str:
    return f"{LISTS}{army_list.public_id}/{tail}"


def test_a_list_is_kept_read_and_put_away(as_alice: Client, royalists: Document) -> None:
    made = send(as_alice, "post", LISTS, {"document": royalists.to_json()})
    assert made.status_code == 201
    key = made.json()["id"]
    got = as_alice.get(f"{LISTS}{key}/").json()
    assert got["document"] == royalists.to_json()
    assert (got["version"], got["total"], got["legal"], got["shared"]) == (1, 595, True, None)
    assert got["report"]["derived"]["vdt"] == 26
    assert as_alice.delete(f"{LISTS}{key}/").status_code == 204
    assert as_alice.get(LISTS).json()["count"] == 0
    assert as_alice.get(LISTS, {"archived": "true"}).json()["count"] == 1
    assert as_alice.post(f"{LISTS}{key}/unarchive/").json()["archived"] is False


def test_a_list_is_kept_from_plain_text(as_alice: Client, royalists: Document) -> None:
    made = send(as_alice, "post", LISTS, {"text": documents.as_text(royalists)})
    assert made.status_code == 201
    assert ArmyList.objects.get().army == royalists


def test_lists_are_filtered_ordered_and_paged(as_alice: Client, alice: User, royalists: Document) -> None:
    for army in (royalists, sample_lists()["polish-crown-army"], royalists):
        services.create(alice, army)
    assert as_alice.get(LISTS, {"book": "polish"}).json()["count"] == 1
    assert as_alice.get(LISTS, {"system": "chess"}).json()["count"] == 0
    page = as_alice.get(LISTS, {"page_size": 2, "ordering": "name"}).json()
    assert (page["count"], len(page["results"]), page["results"][0]["book"]) == (3, 2, "polish")


def test_the_queries_of_the_list_do_not_grow(as_alice: Client, alice: User, royalists: Document) -> None:
    counts = []
    for _ in range(2):
        for _ in range(5):
            services.create(alice, royalists)
        counts.append(queries(as_alice, LISTS))
    assert counts[0] == counts[1] <= 8


def test_a_change_names_its_version_and_is_refused_when_it_is_old(
    as_alice: Client, kept: ArmyList, royalists: Document
) -> None:
    body = {"document": {**royalists.to_json(), "name": "New"}, "version": 1, "summary": "Renamed"}
    assert send(as_alice, "put", of(kept), body).json()["version"] == 2
    late = send(as_alice, "put", of(kept), {**body, "document": royalists.to_json()})
    assert late.status_code == 409
    assert late.json()["version"] == 2
    kept.refresh_from_db()
    assert (kept.name, kept.version) == ("New", 2)
    assert [revision.summary for revision in kept.revisions.all()] == ["Renamed", "Created"]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({}, [""]),
        ([], [""]),
        ({"document": "text"}, [""]),
        ({"document": {"a": 1}, "text": "b"}, [""]),
        ({"document": {"squad": 1}}, ["format"]),
        ({"text": "Book: Polish-Lithuanian\nSystem: baroque\nHusars\nDragooons"}, ["line 3", "line 4"]),
        (
            {
                "document": {
                    "format": "leaguer-list", "version": 1, "system": "baroque", "book": "polish",
                    "points": -1, "commands": [{"id": "c1", "units": [{"id": "u1"}]}], "dragons": 3,
                }
            },
            ["points", "commands[0].units[0].entry", "dragons"],
        ),
    ],
)  # fmt: skip
def test_a_document_that_cannot_be_read_is_refused_with_every_place(
    as_alice: Client, body: Any, paths: list[str]
) -> None:
    answer = send(as_alice, "post", LISTS, body)
    assert answer.status_code == 400
    assert sorted(each["path"] for each in answer.json()["errors"]) == sorted(paths)
    assert not ArmyList.objects.exists()


def test_any_document_is_checked_for_anyone(db: None, royalists: Document) -> None:
    answer = send(Client(), "post", f"{LISTS}check/", {**royalists.to_json(), "points": 500})
    report = answer.json()
    assert (answer.status_code, report["legal"], report["total"], report["limit"]) == (200, False, 595, 500)
    assert report["violations"][0].keys() == {"rule", "code", "path", "message", "cure"}
    wrong = send(Client(), "post", f"{LISTS}check/", {"format": "leaguer-list", "version": 3})
    assert wrong.json()["errors"][0]["path"] == "version"
    assert send(Client(), "post", f"{LISTS}check/", [1]).status_code == 400


def test_a_kept_list_is_checked_and_written_as_text_and_pdf(as_alice: Client, kept: ArmyList) -> None:
    assert as_alice.get(of(kept, "check/")).json()["legal"] is True
    text = as_alice.get(of(kept, "text/"), headers={"accept": "text/plain"})
    assert text.content.decode() == documents.as_text(kept.army)
    pdf = as_alice.get(of(kept, "pdf/"), {"paper": "Letter"}, headers={"accept": "application/pdf"})
    assert pdf["Content-Type"] == "application/pdf"
    assert round(float(PdfReader(io.BytesIO(pdf.content)).pages[0].mediabox.height)) == 792


def test_a_shared_list_is_sent_again_only_when_it_changes(alice: User, shared: ArmyList) -> None:
    address = f"{LISTS}shared/{shared.share_token}/"
    first = Client().get(address)
    known = {"if-none-match": first["ETag"]}
    assert Client().get(address, headers=known).status_code == 304
    assert Client().get(address).content == first.content
    services.change(shared, shared.version, edits.copy_unit(shared.army.commands[0].units[0].id), alice)
    changed = Client().get(address, headers=known)
    assert changed.status_code == 200
    assert changed.json()["version"] == shared.version
    assert changed["Cache-Control"] == "private, no-cache"


def test_a_list_is_shared_and_made_private(as_alice: Client, kept: ArmyList) -> None:
    link = as_alice.post(of(kept, "share/")).json()["url"]
    kept.refresh_from_db()
    assert link == f"http://testserver/l/{kept.share_token}/"
    shared = Client().get(f"{LISTS}shared/{kept.share_token}/")
    assert shared.json()["document"] == kept.document
    assert as_alice.delete(of(kept, "share/")).status_code == 204
    assert Client().get(f"{LISTS}shared/{kept.share_token}/").status_code == 404


def test_a_list_that_can_no_longer_be_read_is_told_so(as_alice: Client, kept: ArmyList) -> None:
    ArmyList.objects.update(document={**kept.document, "book": "gone"})
    row = as_alice.get(LISTS).json()["results"][0]
    assert (row["total"], row["legal"]) == (None, None)
    assert as_alice.get(of(kept)).json()["report"] is None
    assert as_alice.get(of(kept, "pdf/"), headers={"accept": "application/pdf"}).status_code == 409


REQUESTS = [
    ("get", ""), ("put", ""), ("delete", ""), ("get", "check/"), ("get", "pdf/"), ("get", "text/"),
    ("post", "share/"), ("delete", "share/"), ("post", "unarchive/"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "tail"), REQUESTS)
def test_somebody_elses_list_is_not_there(as_bob: Client, shared: ArmyList, method: str, tail: str) -> None:
    answer = send(as_bob, method, of(shared, tail), {})
    assert answer.status_code == 404
    assert answer.json()["detail"]
    assert send(as_bob, method, f"{LISTS}{uuid4()}/{tail}", {}).status_code == 404
    shared.refresh_from_db()
    assert (shared.version, shared.archived, bool(shared.share_token)) == (1, False, True)


@pytest.mark.parametrize(("method", "tail"), REQUESTS)
def test_who_is_not_signed_in_is_refused(shared: ArmyList, method: str, tail: str) -> None:
    assert send(Client(), method, of(shared, tail), {}).status_code == 401
    assert send(Client(), "post", LISTS, {}).status_code == 401
