"""Own books over REST, and the command that checks a book's file."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armylists import bookservices
from armylists.models import OwnBook
from rulesets.engine.bookrules import to_json, to_toml
from tests.armylists.own_books import SYSTEMS, kept_book, shipped
from tests.kit.commands import run

BOOKS = "/api/v1/own-books/"


def send(client: Client, method: str, address: str, data: Any = None) -> Any:
    return getattr(client, method)(address, data or {}, content_type="application/json")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_book_is_sent_changed_kept_and_shared(as_alice: Client, system: str) -> None:
    made = send(as_alice, "post", BOOKS, {"text": to_toml(shipped(system))})
    assert made.status_code == 201
    body = made.json()
    assert (body["system"], body["kind"], body["version"], body["faults"]) == (system, "book", 0, [])
    assert body["draft"] == shipped(system)
    address = f"{BOOKS}{body['id']}/"
    changed = send(
        as_alice, "put", address, {"document": {**body["draft"], "name": "Mine"}, "edition": body["edition"]}
    )
    assert (changed.status_code, changed.json()["name"]) == (200, "Mine")
    stale = send(as_alice, "put", address, {"document": body["draft"], "edition": body["edition"]})
    assert (stale.status_code, stale.json()["edition"]) == (409, 2)
    kept = send(as_alice, "post", f"{address}keep/", {"edition": 2})
    assert (kept.status_code, kept.json()["number"]) == (200, 1)
    assert [each["number"] for each in as_alice.get(f"{address}versions/").json()] == [1]
    link = send(as_alice, "post", f"{address}share/").json()["url"]
    token = link.rstrip("/").rsplit("/", 1)[1]
    assert Client().get(f"{BOOKS}shared/{token}/").json()["document"]["name"] == "Mine"
    assert as_alice.delete(f"{address}share/").status_code == 204
    assert Client().get(f"{BOOKS}shared/{token}/").status_code == 404
    assert as_alice.delete(address).status_code == 204
    assert OwnBook.objects.get().archived


def test_a_faulty_draft_is_taken_and_not_kept_as_a_version(as_alice: Client) -> None:
    document = shipped()
    document["entries"][0]["points"] = "many"
    body = send(as_alice, "post", BOOKS, {"document": document}).json()
    assert body["faults"] == [{"path": "entries[0].points", "message": "must be a whole number"}]
    kept = send(as_alice, "post", f"{BOOKS}{body['id']}/keep/", {"edition": 1})
    assert kept.status_code == 400
    assert kept.json()["errors"] == [{"path": "entries[0].points", "message": "must be a whole number"}]


@pytest.mark.parametrize(
    "data",
    [{}, {"text": "name = "}, {"document": 7}, {"document": [1]}, {"document": {"name": "x"}},
     {"document": {"system": "chess"}}, {"text": "x", "document": {}}],
)  # fmt: skip
def test_what_is_no_book_is_refused(as_alice: Client, data: Any) -> None:
    for address in (BOOKS, f"{BOOKS}check/"):
        assert send(as_alice, "post", address, data).status_code == 400
    assert not OwnBook.objects.exists()


def test_any_book_is_checked_and_kept_nowhere(db: None) -> None:
    body = send(Client(), "post", f"{BOOKS}check/", {"document": shipped()}).json()
    assert (body["ready"], body["faults"], body["name"]) == (True, [], "Polish-Lithuanian")
    body = send(Client(), "post", f"{BOOKS}check/", {"document": {**shipped(), "entries": []}}).json()
    assert not body["ready"]
    assert {"path": "entries", "message": "holds no unit yet: add one"} in body["faults"]
    assert not OwnBook.objects.exists()


def test_a_book_is_put_away_and_brought_back(alice: User, as_alice: Client) -> None:
    address = f"{BOOKS}{kept_book(alice).public_id}/"
    assert as_alice.delete(address).status_code == 204
    assert as_alice.get(address).json()["archived"] is True
    assert as_alice.post(f"{address}unarchive/").json()["archived"] is False


def test_somebody_elses_book_is_not_there(alice: User, as_bob: Client) -> None:
    book = kept_book(alice)
    bookservices.share(book)
    address = f"{BOOKS}{book.public_id}/"
    assert as_bob.get(BOOKS).json()["results"] == []
    for method, path in (
        ("get", ""), ("put", ""), ("delete", ""), ("post", "keep/"), ("get", "versions/"), ("post", "share/"),
        ("post", "unarchive/"),
    ):  # fmt: skip
        body = () if method == "get" else ({"document": {}, "edition": 1},)
        answer = send(as_bob, method, f"{address}{path}", *body)
        assert answer.status_code == 404, (method, path)
        assert Client().get(f"{address}{path}").status_code in (401, 403)
    book.refresh_from_db()
    assert not book.archived


# ------------------------------------------------------------------------------------------------ check_book


def check(file: str, *options: str) -> tuple[int, str, str]:
    return run("check_book", file, *options)


@pytest.mark.parametrize("write", [to_toml, to_json])
def test_a_ready_book_is_told_so(tmp_path: Path, write: Any) -> None:
    file = tmp_path / "book.txt"
    file.write_text(write(shipped()), encoding="utf-8")
    assert check(str(file)) == (0, "Polish-Lithuanian (Baroque, army book): ready\n", "")


def test_each_fault_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    document = shipped()
    document["entries"][0]["points"] = "many"
    document["entries"][1]["profile"]["d"] = "Z"
    file.write_text(to_json(document), encoding="utf-8")
    code, out, err = check(str(file))
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "Polish-Lithuanian (Baroque, army book): 2 faults",
        "  entries[0].points: must be a whole number",
        "  entries[1].profile.d: must be A, B or C",
    ]
    report = json.loads(check(str(file), "--json")[1])
    assert (report["ready"], len(report["faults"])) == (False, 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is empty"),
        (b"\xff", "is not UTF-8 text"),
        (b"system = 'chess'", "names no rule system"),
        (b"a = [", "is not valid TOML"),
        (b"#" * 600_000, "is larger than"),
    ],
)
def test_what_is_no_book_ends_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, words: str
) -> None:
    file = tmp_path / "x"
    file.write_bytes(text)
    for name in (str(file), "-"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        code, out, err = check(name)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert words in err


def test_a_file_that_is_not_there_ends_with_one_line(tmp_path: Path) -> None:
    code, _, err = check(str(tmp_path / "nothing.toml"))
    assert code == 2
    assert "cannot be opened" in err
