"""manage.py print_list: exit codes, papers, streams."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from armylists import documents
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import dump_list


@pytest.fixture
def file(tmp_path: Path, royalists: Document) -> Path:
    path = tmp_path / "list.json"
    path.write_text(dump_list(royalists), encoding="utf-8")
    return path


def test_a_list_is_printed_and_the_pdf_printed_again(tmp_path: Path, file: Path, royalists: Document) -> None:
    once, twice = tmp_path / "once.pdf", tmp_path / "twice.pdf"
    call_command("print_list", str(file), output=str(once))
    call_command("print_list", str(once), output=str(twice), paper="Letter")
    assert documents.read_list(twice.read_bytes()) == royalists
    assert round(float(PdfReader(twice).pages[0].mediabox.height)) == 792


def test_a_text_is_printed_from_a_stream(
    tmp_path: Path, royalists: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.pdf"
    stream = io.TextIOWrapper(io.BytesIO(documents.as_text(royalists).encode()))
    monkeypatch.setattr("sys.stdin", stream)
    call_command("print_list", "-", output=str(out))
    assert documents.read_list(out.read_bytes()) == royalists


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"{}", "not a Leaguer army list"), (b"%PDF-1.4 torn", "damaged or locked"), (b"\xff\xfe\xfd", "UTF-8")],
)
def test_what_cannot_be_read_exits_with_2_and_one_line(
    tmp_path: Path, content: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, out = tmp_path / "bad", tmp_path / "out.pdf"
    bad.write_bytes(content)
    with pytest.raises(SystemExit) as end:
        call_command("print_list", str(bad), output=str(out))
    error = capsys.readouterr().err
    assert end.value.code == 2
    assert words in error
    assert len(error.splitlines()) == 1
    assert not out.exists()


def test_a_missing_file_and_an_impossible_output_exit_with_2(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for source, target in ((tmp_path / "none.json", tmp_path / "a.pdf"), (file, tmp_path / "no" / "a.pdf")):
        with pytest.raises(SystemExit) as end:
            call_command("print_list", str(source), output=str(target))
        assert end.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_an_unknown_paper_is_refused(file: Path) -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("print_list", str(file), "-o", "x.pdf", "--paper", "Foolscap")
