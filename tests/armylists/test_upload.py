"""Lists from outside: files, pasted text, and everything that is not a list."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pypdf import PdfWriter

from armylists import documents
from armylists.models import ArmyList
from armylists.pdf import roster_pdf
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import ListError, dump_list

UPLOAD = "/lists/upload/"


def send(client: Client, data: bytes, name: str = "list.json") -> object:
    return client.post(UPLOAD, {"file": SimpleUploadedFile(name, data)})


def plain_pdf() -> bytes:
    writer, stream = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.write(stream)
    return stream.getvalue()


def locked_pdf() -> bytes:
    writer, stream = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.add_attachment("roster.json", b"{}")
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(stream)
    return stream.getvalue()


def test_the_address_is_the_one_that_is_tested() -> None:
    assert reverse("armylists:upload") == UPLOAD


@pytest.mark.parametrize("kind", ["json", "text", "pdf", "utf-16"])
def test_every_file_of_ours_is_read_whatever_its_name(
    as_alice: Client, royalists: Document, kind: str
) -> None:
    data = {
        "json": dump_list(royalists).encode(),
        "text": documents.as_text(royalists).encode(),
        "utf-16": documents.as_text(royalists).encode("utf-16"),
        "pdf": roster_pdf(royalists),
    }[kind]
    send(as_alice, data, "whatever.bin")
    army_list = ArmyList.objects.get()
    assert army_list.army == royalists
    assert army_list.revisions.get().summary == "Imported from the file whatever.bin"


def test_a_pasted_text_without_a_system_is_read(as_alice: Client) -> None:
    as_alice.post(UPLOAD, {"text": "Book: Polish-Lithuanian\nPoints: 300\n\nCommand: Poor\n2x Hussars\n"})
    army = ArmyList.objects.get().army
    assert [unit.entry for unit in army.units()] == ["polish.hussars"] * 2


BAD = {
    "an empty file": (b"   ", "empty"),
    "foreign JSON": (b'{"squad": ["Bart"]}', "not a Leaguer army list"),
    "a JSON list": (b"[1, 2]", "not a Leaguer army list"),
    "broken JSON": (b'{"format": "leaguer-list",', "is not JSON"),
    "a newer version": (b'{"format": "leaguer-list", "version": 99}', "update Leaguer"),
    "a negative count": (
        b'{"format": "leaguer-list", "version": 1, "system": "baroque", "book": "polish", "points": -600}',
        "points: is -600",
    ),
    "an unknown book": (
        b'{"format": "leaguer-list", "version": 1, "system": "baroque", "book": "narnia"}',
        "not an army book",
    ),
    "an unknown system": (
        b'{"format": "leaguer-list", "version": 1, "system": "chess", "book": "white"}',
        "not a rule system",
    ),
    "a text without a list": (b"2x Somethings\n", "Choose the army book here"),
    "a picture": (b"\x89PNG\r\n\x1a\n0000", "is a picture"),
    "an office document": (b"PK\x03\x04abcdef", "ZIP archive or an office document"),
    "bytes": (b"\xff\x00\xfe\x80\x81", "not UTF-8 text"),
    "a PDF without a list": (plain_pdf(), "contains no army list"),
    "a locked PDF": (locked_pdf(), "damaged or locked"),
    "a torn PDF": (b"%PDF-1.7\nnothing", "damaged or locked"),
    "nested too deeply": (b'{"format":' + b"[" * 100_000, "is not JSON"),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_a_file_that_is_no_list_is_told_why(as_alice: Client, name: str) -> None:
    data, words = BAD[name]
    answer = as_alice.post(UPLOAD, {"file": SimpleUploadedFile("x", data)})
    assert answer.status_code == 400
    page = answer.content.decode().replace("&#x27;", "'")
    assert words in page
    assert not ArmyList.objects.exists()


def test_what_was_pasted_stays_with_what_is_wrong(as_alice: Client) -> None:
    answer = as_alice.post(UPLOAD, {"text": "Somethings\n<b>Wyverns</b>\n"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Choose the army book here" in page
    assert "add a line" not in page
    assert "Somethings\n&lt;b&gt;Wyverns&lt;/b&gt;" in page
    assert "<b>Wyverns" not in page


def test_nothing_sent_is_told_so(as_alice: Client) -> None:
    answer = as_alice.post(UPLOAD, {"text": "  \n"})
    assert answer.status_code == 400
    assert "Choose a file or paste a list." in answer.content.decode()


def test_ten_megabytes_are_refused(as_alice: Client) -> None:
    file = as_alice.post(UPLOAD, {"file": SimpleUploadedFile("big.json", b"x" * 10_000_000)})
    assert file.status_code == 400
    assert "larger than 5 MB" in file.content.decode()
    pasted = as_alice.post(UPLOAD, {"text": "x" * 10_000_000})
    assert pasted.status_code == 400
    assert not ArmyList.objects.exists()


def test_the_way_out_is_named() -> None:
    with pytest.raises(ListError, match="choose a list as plain text, a roster PDF from Leaguer, or JSON"):
        documents.read_list(b"\x89PNG")
