"""manage.py check_list: what it prints, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from rulesets.baroque.armies import books, sample_lists
from rulesets.by_fire_and_sword.armies.lists import sample_lists as forces
from rulesets.contract.documents import book_rules, to_text
from rulesets.engine.bookrules import read_text, to_json, to_toml
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.lists import Fault, ListError, dump_list
from rulesets.site import files
from rulesets.site.files import MAX_FILE, read_file, register_reader
from tests.kit import commands

SAMPLES = {"baroque": sample_lists, "by_fire_and_sword": forces}
SAMPLE = sample_lists()["polish-crown-army"]


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def run(*args: str) -> Ended:
    return Ended(*commands.run("check_list", *args))


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """A list that is not legal: its first command has no leader."""
    first = SAMPLE.commands[0].model_copy(update={"leader": None})
    path = tmp_path / "draft.json"
    path.write_text(dump_list(SAMPLE.model_copy(update={"commands": (first, *SAMPLE.commands[1:])})))
    return path


def test_a_legal_list_ends_with_0(tmp_path: Path):
    path = tmp_path / "army.json"
    path.write_text(dump_list(SAMPLE))
    ended = run(str(path))
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "Polish Crown Army (Polish-Lithuanian): legal, 598 of 600 points\n"
    path.write_text(dump_list(forces()["muscovite-1648-76-11"]))
    assert run(str(path)).out.endswith("legal, 11 FSP\n")


def test_an_illegal_list_ends_with_1_and_says_why(draft: Path):
    ended = run(str(draft))
    assert (ended.code, ended.err) == (1, "")
    assert "not legal, 568 of 600 points" in ended.out
    assert "BQ-2.1.a commands[0].leader: Right wing has no leader. Choose a leader." in ended.out


def test_json_holds_the_whole_report(draft: Path):
    ended = run(str(draft), "--json")
    report = json.loads(ended.out)
    assert ended.code == 1
    assert set(report) == {"legal", "total", "limit", "unit", "violations", "derived", "lines", "remarks"}
    assert (report["legal"], report["total"], report["limit"], report["unit"]) == (False, 568, 600, "points")
    assert {violation["rule"] for violation in report["violations"]} == {"BQ-2.1.a", "BQ-2.1.d"}
    assert set(report["violations"][0]) == {"rule", "code", "path", "message", "cure"}
    assert report["derived"]["vdt"] == 27


def test_a_plain_text_is_read_too(tmp_path: Path):
    path = tmp_path / "army.txt"
    path.write_text(to_text(SAMPLE, books()["polish"]))
    assert run(str(path)).code == 0


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(dump_list(SAMPLE).encode())))
    assert run("-").code == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b'{"format": "chess-game"}', "this is not a Leaguer army list"),
        (b'{"format": "leaguer-list", "version": 99}', "written by a newer Leaguer"),
        (
            b'{"format": "leaguer-list", "version": 1, "system": "baroque", "book": "elves"}',
            "is not an army book",
        ),
        (b"\x89PNG\r\n", "is not UTF-8 text"),
        (b"dear diary", "the text names no rule system"),
        (b"%PDF-1.7 nothing in it", "PDF"),
        (b" " * 10_000_000, "is larger than 5 MB"),
    ],
)
def test_an_unreadable_list_ends_with_2_and_one_line(tmp_path: Path, content: bytes, words: str):
    path = tmp_path / "army.json"
    path.write_bytes(content)
    ended = run(str(path), "--json")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert ended.err.startswith(str(path))
    assert words in ended.err


def test_a_file_that_is_not_there_ends_with_2(tmp_path: Path):
    ended = run(str(tmp_path / "gone.json"))
    assert ended.code == 2
    assert "cannot be opened: No such file or directory" in ended.err


def test_other_kinds_of_file_can_bring_their_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "_readers", {})

    def reader(data: bytes) -> str:
        if b"empty" in data:
            raise ListError(Fault("", "has no list in it"))
        return dump_list(SAMPLE)

    register_reader(b"%ROSTER", reader)
    path = tmp_path / "roster"
    path.write_bytes(b"%ROSTER 1")
    assert read_file(path) == SAMPLE
    path.write_bytes(b"%ROSTER empty")
    with pytest.raises(ListError, match="has no list in it"):
        read_file(path)


def test_no_more_of_a_file_is_read_than_a_list_may_hold():
    class Endless(io.RawIOBase):
        asked = 0

        def read(self, size: int = -1) -> bytes:
            self.asked = size
            return b" " * size

    stream = Endless()
    with pytest.raises(ListError, match="is larger than 5 MB"):
        files.read_stream(stream)
    assert stream.asked == MAX_FILE + 1


def test_a_book_in_the_place_of_a_list_is_known_as_one(tmp_path: Path) -> None:
    rules = book_rules("by_fire_and_sword")
    for name, write in (("book.toml", to_toml), ("book.json", to_json)):
        path = tmp_path / name
        path.write_text(write(dict(rules.shipped()["muscovite"])), encoding="utf-8")
        ended = run(str(path))
        words = "this is an army book, not a list: bring it among your own books, or try check_book"
        assert (ended.code, ended.out, ended.err) == (2, "", f"{path}: {words}\n")


def test_a_list_in_the_place_of_a_book_is_known_as_one() -> None:
    for system in ("baroque", "by_fire_and_sword"):
        army = next(iter(SAMPLES[system]().values()))
        with pytest.raises(FaultyBookError, match="is an army list, not a book"):
            read_text(dump_list(army))
