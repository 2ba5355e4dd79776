"""Tournaments as tables: players in, everything out, and files that nobody should open."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tournaments.engine.document import Player, Tournament
from tournaments.engine.generate import generate
from tournaments.tables import out
from tournaments.tables.players import read_players
from tournaments.tables.sheets import MAX_BYTES, UNPACKED, TableError, read_rows, to_csv, to_xlsx


def workbook(*rows: Any) -> bytes:
    """An XLSX with these rows."""
    book, written = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(written)
    return written.getvalue()


def faults(data: bytes, tournament: Tournament | None = None) -> dict[str, str]:
    """What is said of a table that is refused, by row and column."""
    with pytest.raises(TableError) as refused:
        read_players(data, tournament)
    return {each.path: each.message for each in refused.value.faults}


WAYS = {
    "comma": b"Name,Club,Rating\nAnna,York,1500\nBob,,\n",
    "semicolon, other order, other words": "﻿ELO;Player Name;Society\r\n1500;Anna;York\r\n;Bob;\r\n".encode(),
    "tab, UTF-16": "Rating\tNAME\tclub\n1500\tAnna\tYork\n\n\tBob\t\n".encode("utf-16"),
    "two names": b"First name,Last-Name,Club,Rating\nAnna,,York,1500\n,Bob,,\n",
    "a workbook": workbook(
        ["Club", None, "name", "rating"], ["York", None, " Anna ", 1500.0], [None, None, "Bob"]
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_players_are_read_in_any_order_under_the_headings_that_people_write(way: str) -> None:
    assert read_players(WAYS[way]).players == (
        Player(id="p1", name="Anna", club="York", rating=1500), Player(id="p2", name="Bob"),
    )  # fmt: skip


def test_letters_of_old_windows_files_and_columns_that_say_nothing() -> None:
    found = read_players("Name;E-mail;Army book\nÉmile;e@example.org;Huguenots\n".encode("cp1252"))
    assert found.players == (Player(id="p1", name="Émile", book="Huguenots"),)
    assert found.ignored == ("E-mail",)


def test_every_fault_is_said_with_its_row_and_column_and_nobody_is_taken() -> None:
    table = "Name,Elo,Id\nAnna,many,a\n,1500,b\nBob,9999,b c\nCora,1,a\n"
    assert set(faults(table.encode())) == {
        "row 2, Elo",
        "row 3",
        "row 4, Elo",
        "row 4, Id",
        "row 5, Id",
    }
    plain = faults(b"Name,Id\n,a\nBob,b c\n")
    assert plain["row 2"] == "the name is missing"
    assert plain["row 3, Id"] == "may only have letters from A to Z, digits, - and _"
    entered = Tournament(players=(Player(id="p1", name="Anna"),))
    assert faults(b"Name\nBob\nANNA\nBob\n", entered) == {
        "row 3, Name": "“ANNA” has already been entered", "row 4, Name": "“Bob” has already been entered",
    }  # fmt: skip
    assert [each.id for each in read_players(b"Name\nBob\n", entered).players] == ["p2"]


@pytest.mark.parametrize(("data", "path", "says"), [
    (b"", "", "is empty"),
    (b"Name,Club\n", "", "has headings but no players"),
    (b"Anna,York\nBob,York\n", "row 1", "there is no heading Name"),
    (b"Name,Player\nAnna,Bob\n", "row 1, Player", "has the same meaning as another column"),
    (b'Name\n"Anna\n', "row 2", "cannot be read as CSV"),
    (b"Name\nA\0nna\n", "", "is neither CSV nor XLSX"),
    (b"\xd0\xcf\x11\xe0 old", "", "is an old Excel workbook"),
    (b"PK\x03\x04 torn", "", "is a damaged or locked workbook"),
    (b"x" * (MAX_BYTES + 1), "", "is larger than 2 MB"),
    (b"Name\n" + b"A\n" * 2001, "", "has more than 2,000 rows"),
])  # fmt: skip
def test_what_is_no_table_of_players_is_refused_in_words(data: bytes, path: str, says: str) -> None:
    found = faults(data)
    assert list(found) == [path]
    assert says in found[path]


def packed(name: str, content: bytes) -> bytes:
    """A workbook one of whose parts is something else."""
    written = io.BytesIO()
    source = zipfile.ZipFile(io.BytesIO(workbook(["Name"], ["Anna"])))
    with source, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as target:
        for each in source.namelist():
            target.writestr(each, content if each == name else source.read(each))
    return written.getvalue()


def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bomb = packed("xl/worksheets/sheet1.xml", b" " * (UNPACKED + 1))
    assert len(bomb) < MAX_BYTES
    monkeypatch.setattr("openpyxl.load_workbook", None)
    assert "is larger than 2 MB" in faults(bomb)[""]


def test_entities_that_grow_and_rows_without_end_come_to_nothing() -> None:
    laughs = "".join(f"<!ENTITY l{at} '{f'&l{at - 1};' * 10 if at else 'ha'}'>" for at in range(10))
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    sheet = f"<worksheet {main}><sheetData>{{}}</sheetData></worksheet>"
    laugh = sheet.format('<row r="1"><c r="A1" t="inlineStr"><is><t>&l9;</t></is></c></row>')
    bomb = f"<!DOCTYPE x [{laughs}]>{laugh}"
    assert "is a damaged or locked workbook" in faults(packed("xl/worksheets/sheet1.xml", bomb.encode()))[""]
    far = sheet.format('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
    assert faults(packed("xl/worksheets/sheet1.xml", far.encode())) == {"": "is empty"}


RISKY = ("=1+1", "+49 30", "-Bob", "@SUM(A1)", "＝1", "\t=1", " =1")


def test_no_text_becomes_a_formula_and_all_come_back_as_they_were() -> None:
    names = [each.strip() for each in RISKY]
    rows = [("Name", "Rating"), *((each, -3) for each in RISKY)]
    for line in list(csv.reader(io.StringIO(to_csv(rows).decode("utf-8-sig"))))[1:]:
        assert line[0].startswith("'")
        assert line[1] == "-3"
    sheet = load_workbook(io.BytesIO(to_xlsx({"Players": rows}))).active
    assert [each.data_type for each in sheet["A"]] == ["s"] * 8
    assert [each.value for each in sheet["B"][1:]] == [-3] * 7
    for written in (to_csv(rows), to_xlsx({"Players": rows})):
        assert [row[0].strip() for row in read_rows(written)[1:]] == names


@pytest.fixture(scope="module")
def event() -> Tournament:
    """Eleven players, two of three rounds played, with a bye in each."""
    return generate(11, 3, "tables", played=2)


def test_players_that_went_out_come_in_again(event: Tournament) -> None:
    rows = out.players(event)
    for written in (to_csv(rows), to_xlsx({"Players": rows})):
        plain = [each.model_copy(update={"last_round": None, "absent": ()}) for each in event.players]
        assert list(read_players(written).players) == plain


def test_pairings_results_and_standings_say_what_happened(event: Tournament) -> None:
    pairings, results, standings = (out.ALL[each](event) for each in ("pairings", "results", "standings"))
    assert len(pairings) == 1 + sum(len(each.pairings) + len(each.byes) for each in event.rounds)
    assert len(results) == 1 + sum(len(each.pairings) for each in event.rounds)
    assert len(standings) == 12
    first = event.rounds[0].pairings[0]
    assert first.result
    names = [event.by_id[key].name for key in first.players]
    assert list(pairings[1]) == [1, first.table, *names, ""]
    assert list(results[1][:6]) == [1, first.table, names[0], *first.result.scores, names[1]]
    assert "bye" in [row[3] for row in pairings]
    # The points of the results, and 3 for each bye, are those of the standings.
    points = [int(row[at]) for row in results[1:] for at in (6, 7)]  # type: ignore[call-overload]
    byes = sum(3 if each.kind == "bye" else 1 for found in event.rounds for each in found.byes)
    assert sum(points) + byes == sum(int(row[5]) for row in standings[1:])  # type: ignore[call-overload]
    assert len({len(row) for row in standings}) == 1
