"""manage.py print_sheet: what it prints, and what it refuses."""

from pathlib import Path

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from rulesets.engine.lists import ArmyList, dump_list
from tests.kit.battles import SAMPLES

SWEDES = str(SAMPLES / "swedish-brigades-500.json")
BOOK = "mail_pike_powder/polish-lithuanian"


def test_a_list_and_a_book_are_printed_on_two_pages(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    call_command("print_sheet", SWEDES, BOOK, output=str(out), paper="Letter")
    front, back = PdfReader(out).pages
    assert round(float(front.mediabox.height)) == 792
    assert "Orders, two dice" in front.extract_text()
    assert "Break test: cavalry" in back.extract_text()


@pytest.mark.parametrize(
    ("armies", "words"),
    [
        (("nowhere.json", SWEDES), "nowhere.json: cannot be opened"),
        (("mail_pike_powder/nobody", SWEDES), "mail_pike_powder/nobody: cannot be opened"),
        ((SWEDES, "royalists"), "armies of one rule system"),
        (("royalists", "royalists"), "Baroque has no play sheet"),
    ],
)
def test_what_cannot_be_printed_exits_with_2_and_one_line(
    tmp_path: Path, royalists: ArmyList, armies: tuple[str, str], words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    other, out = tmp_path / "royalists.json", tmp_path / "sheet.pdf"
    other.write_text(dump_list(royalists), encoding="utf-8")
    given = [str(other) if each == "royalists" else each for each in armies]
    with pytest.raises(SystemExit) as end:
        call_command("print_sheet", *given, output=str(out))
    error = capsys.readouterr().err
    assert end.value.code == 2
    assert words in error
    assert len(error.splitlines()) == 1
    assert not out.exists()


def test_a_place_that_cannot_be_written_exits_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        call_command("print_sheet", BOOK, BOOK, output=str(tmp_path / "no" / "sheet.pdf"))
    assert end.value.code == 2
    assert "cannot be written" in capsys.readouterr().err
