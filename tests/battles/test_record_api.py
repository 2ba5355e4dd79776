"""Records and scores over REST."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from battles.recording import services
from battles.recording.models import Record
from rulesets.by_fire_and_sword.victory.score import score
from tests.kit.records import COLONEL, UNIT, claim, lists, record

pytestmark = pytest.mark.django_db
LOST = f"{UNIT}.destroyed"
READ = ("", "claims/", "document/", "pdf/")
WRITE = ("claim/", "agree/", "turn/", "sign/", "reopen/")


@pytest.fixture
def row(alice: User, bob: User) -> Record:
    return record(alice, bob)


def api(row: Record, page: str = "") -> str:
    return f"/api/v1/records/{row.public_id}/{page}"


def post(client: Client, address: str, **body: Any) -> Any:
    return client.post(address, body, content_type="application/json")


def test_two_programs_record_dispute_and_sign(row: Record, as_alice: Client, as_bob: Client) -> None:
    said = post(as_alice, api(row, "claim/"), revision=0, changes={LOST: 2}).json()
    assert said["revision"] == 1
    assert said["entries"][0]["said"] == {"0": 2}
    assert said["entries"][0]["where"] == "Poles: Pancerni with spears 1"
    said = post(as_bob, api(row, "claim/"), revision=1, changes={LOST: 3}).json()
    assert said["disputes"] == [LOST]
    assert said["score"]["sides"][0]["losses"]["lost"] == 3
    assert as_alice.get(api(row)).json()["score"]["sides"][0]["losses"]["lost"] == 2
    assert post(as_alice, api(row, "sign/"), revision=2).status_code == 400
    assert post(as_alice, api(row, "agree/"), revision=2, keys=[LOST]).json()["disputes"] == []
    assert post(as_alice, api(row, "turn/"), revision=3, turn=2).json()["turn"] == 2
    assert post(as_alice, api(row, "sign/"), revision=4).json()["signed"] == [0]
    assert post(as_bob, api(row, "sign/"), revision=5).json()["settled"] is True
    assert as_bob.get("/api/v1/records/").json()["results"][0]["result"]["totals"] == [3, 6]
    assert post(as_alice, api(row, "claim/"), revision=6, changes={LOST: 1}).status_code == 400
    assert post(as_alice, api(row, "reopen/"), revision=6).json()["settled"] is False
    kinds = [each["kind"] for each in as_alice.get(api(row, "claims/")).json()["results"]]
    assert kinds == ["claim", "claim", "claim", "turn", "sign", "sign", "reopen"]


@pytest.mark.parametrize(("changes", "path"), [
    ({LOST: 9}, LOST), ({"x": 1}, "x"), ({}, "changes"), ({LOST: 2, f"{UNIT}.fled": 2}, "losses[0].c1u2"),
])  # fmt: skip
def test_what_cannot_be_is_a_400_with_its_path(
    row: Record, as_alice: Client, changes: dict[str, Any], path: str
) -> None:
    answer = post(as_alice, api(row, "claim/"), revision=0, changes=changes)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["path"] == path


@pytest.mark.parametrize("page", READ)
def test_a_stranger_and_nobody_read_nothing(
    row: Record, as_charlie: Client, client: Client, page: str
) -> None:
    assert as_charlie.get(api(row, page)).status_code == 404
    assert client.get(api(row, page)).status_code in (401, 403)


@pytest.mark.parametrize("page", WRITE)
def test_a_stranger_changes_nothing(row: Record, as_charlie: Client, client: Client, page: str) -> None:
    body = {"revision": 0, "changes": {LOST: 1}, "turn": 1}
    assert post(as_charlie, api(row, page), **body).status_code == 404
    assert post(client, api(row, page), **body).status_code in (401, 403)
    row.refresh_from_db()
    assert row.revision == 0


def test_document_and_sheet_hold_what_was_recorded(row: Record, alice: User, as_alice: Client) -> None:
    claim(row, 0, alice, **{f"{COLONEL}.fate": "killed"})
    document = as_alice.get(api(row, "document/")).json()
    assert score(document).sides[0].losses.lost == 4
    pdf = PdfReader(io.BytesIO(as_alice.get(api(row, "pdf/")).content))
    assert score(pdf.attachments["result.json"][0]).words == services.opened(row).score().words


def test_a_record_is_begun_of_lists_and_of_documents(as_alice: Client, alice: User, bob: User) -> None:
    answer = post(as_alice, "/api/v1/records/", lists=lists(), opponent="bob", scenario="Patrol")
    assert answer.status_code == 201
    row = Record.objects.get()
    assert (row.invited, row.scenario["name"], row.sides[0]) == ("bob", "Patrol", "Polish force 1649-52")
    for bad in ({"lists": [{}, {}]}, {"lists": ["x", "y"]}, {"lists": []}, {"opponent": "alice"}):
        assert post(as_alice, "/api/v1/records/", **{"lists": lists(), **bad}).status_code == 400


def test_a_result_is_scored_and_printed(row: Record, as_alice: Client, client: Client) -> None:
    document = services.opened(row).document()
    said = post(as_alice, "/api/v1/score/", **document)
    assert said.json()["result"] == "A draw, 6 to 6"
    assert post(as_alice, "/api/v1/score/pdf/", **document).content.startswith(b"%PDF")
    for bad, path in (
        ({"format": "x"}, "format"),
        ({"format": []}, "format"),
        ({"losses": [{"x": {}}, {}]}, "losses[0].x"),
    ):
        for address in ("/api/v1/score/", "/api/v1/score/pdf/"):
            answer = post(as_alice, address, **{**document, **bad})
            assert answer.status_code == 400
            assert answer.json()["errors"][0]["path"] == path
    assert post(client, "/api/v1/score/", **document).status_code in (401, 403)


@pytest.mark.parametrize("page", ["pdf/", "document/"])
def test_who_asks_for_pdf_is_told_in_json_what_is_refused(row: Record, as_charlie: Client, page: str) -> None:
    answer = as_charlie.get(api(row, page), headers={"Accept": "application/pdf, application/json"})
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")


def test_a_client_that_wants_nothing_but_pdf_gets_it(row: Record, as_alice: Client) -> None:
    answer = as_alice.get(api(row, "pdf/"), headers={"Accept": "application/pdf"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
