"""The roster on paper: what it holds, that it is tagged, and that its list comes back out of it."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from armylists import documents, services
from armylists.models import ArmyList
from armylists.pdf import roster_pdf
from rulesets.baroque.armies import sample_lists
from rulesets.contract.documents import parse_list, title_of
from rulesets.engine.lists import ArmyList as Document
from tests.kit.battles import sample
from tests.kit.clients import pdf_words

MM = 72 / 25.4
MANY = 36  # units, more than a page holds


def text_of(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def fonts_of(reader: PdfReader) -> list[dict[str, object]]:
    found = []
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            found += [each.get_object() for each in font.get_object()["/DescendantFonts"]]
    return found


@pytest.fixture(scope="module")
def printed() -> PdfReader:
    """The Royalists on A4, with a link."""
    army = sample_lists()["royalist-oxford-army"]
    return PdfReader(io.BytesIO(roster_pdf(army, "A4", "https://leaguer.example/l/abcdefgh/")))


def test_the_attachment_is_named_and_said_to_be_the_source(printed: PdfReader) -> None:
    (attached,) = printed.attachment_list
    assert attached.name == "roster.json"
    assert str(attached.associated_file_relationship) == "/Source"
    assert printed.trailer["/Root"]["/AF"][0]["/EF"]["/F"]["/Subtype"] == "/application/json"
    assert parse_list(attached.content).name == "The King’s Oxford Army"


def test_it_is_tagged_titled_and_in_english(printed: PdfReader) -> None:
    root = printed.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] == True  # noqa: E712 (a PDF boolean)
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"] == True  # noqa: E712
    assert printed.metadata is not None
    assert printed.metadata.title == "The King’s Oxford Army: roster"
    assert b'pdfuaid:part="1"' in root["/Metadata"].get_data()


def test_every_drawing_has_words(printed: PdfReader) -> None:
    figures = [each for each in structure(printed) if each.get("/S") == "/Figure"]
    assert len(figures) > 20
    assert all(each.get("/Alt") for each in figures)
    assert "6 boxes for losses, exhausted at number 4" in {str(each["/Alt"]) for each in figures}


def structure(reader: PdfReader) -> list[dict[str, object]]:
    found, todo = [], [reader.trailer["/Root"]["/StructTreeRoot"]]
    while todo:
        node = todo.pop()
        kids = node.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            each = kid.get_object()
            if hasattr(each, "get") and each.get("/S"):
                found.append(each)
                todo.append(each)
    return found


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_nothing_of_long_notes_is_lost_below_the_tables(paper: str) -> None:
    lines = [f"Line {number} of many." for number in range(90)]
    army = sample_lists()["swedish-royal-army"].model_copy(update={"notes": "\n".join(lines)})
    pages = PdfReader(io.BytesIO(roster_pdf(army, paper))).pages
    words = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert [line for line in lines if line not in words] == []


def test_its_fonts_are_inside(printed: PdfReader) -> None:
    fonts = fonts_of(printed)
    assert len(fonts) >= 3
    for font in fonts:
        descriptor = font["/FontDescriptor"]
        assert "EB-Garamond" in font["/BaseFont"]
        assert any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


@pytest.mark.parametrize(("paper", "size"), [("A4", (210, 297)), ("Letter", (215.9, 279.4))])
def test_the_paper_is_the_one_asked_for(royalists: Document, paper: str, size: tuple[float, float]) -> None:
    for page in PdfReader(io.BytesIO(roster_pdf(royalists, paper))).pages:
        assert float(page.mediabox.width) / MM == pytest.approx(size[0], abs=0.2)
        assert float(page.mediabox.height) / MM == pytest.approx(size[1], abs=0.2)


def test_it_names_army_units_leaders_and_link(printed: PdfReader) -> None:
    text = text_of(printed)
    for words in (
        "595 of 600",
        "His Royal Highness",
        "Musketeers",
        "Rupert",
        "commander-in-chief",
        "Disordered",
    ):
        assert words.lower() in text.lower()
    assert "https://leaguer.example/l/abcdefgh/" in text


def test_the_reference_page_has_just_the_tables_of_this_army(printed: PdfReader) -> None:
    text = text_of(printed)
    assert "Musket" in text
    assert "Art B, medium cannon" in text
    assert "Iron Officers" in text
    for absent in ("Art A", "Arquebus", "Slow mounted", "Agitators", "fire by bow"):
        assert absent not in text


def test_the_head_of_a_table_with_many_columns_stays_on_one_line() -> None:
    army = parse_list(sample("imperial-army-1632"))  # its heavy gun fires over ten hexes
    pages = PdfReader(io.BytesIO(roster_pdf(army))).pages
    assert any("SP and, at H" in line for page in pages for line in page.extract_text().splitlines())


def test_an_illegal_army_is_printed_with_its_findings(royalists: Document) -> None:
    army = royalists.model_copy(update={"points": 500})
    text = pdf_words(roster_pdf(army))
    assert "1 problem" in text
    assert "The army costs 595 points, 95 more than the 500 agreed." in text
    assert "BQ-A.6" in text


def test_names_with_markup_and_foreign_letters_are_printed_as_they_are(royalists: Document) -> None:
    name = 'Łódź <img src="http://example.org/x.png"> & Ünïts'
    army = royalists.model_copy(update={"name": name, "notes": "<script>x</script>\n“quotes”"})
    data = roster_pdf(army)
    text = pdf_words(data)
    assert name in text
    assert "<script>x</script>" in text
    assert documents.read_list(data) == army


def test_an_army_without_anything_can_be_printed(royalists: Document) -> None:
    army = royalists.model_copy(update={"commands": (), "name": ""})
    printed = pdf_words(roster_pdf(army))
    assert title_of(army.to_json()) in printed
    assert "Unnamed list" not in printed


def test_an_unknown_unit_is_printed_as_such(royalists: Document) -> None:
    command = royalists.commands[0]
    odd = command.units[0].model_copy(update={"entry": "ecw-royalist.war-elephants"})
    changed = command.model_copy(update={"units": (odd,)})
    army = royalists.model_copy(update={"commands": (changed,)})
    assert "ecw-royalist.war-elephants" in pdf_words(roster_pdf(army))


def test_the_longest_list_keeps_every_card_whole(royalists: Document) -> None:
    command = royalists.commands[0]
    units = tuple(
        command.units[0].model_copy(update={"id": f"u{n}", "name": f"No. {n};"}) for n in range(MANY)
    )
    army = royalists.model_copy(update={"commands": (command.model_copy(update={"units": units}),)})
    reader = PdfReader(io.BytesIO(roster_pdf(army)))
    for page in reader.pages:
        text = page.extract_text()
        assert len(re.findall(r"No\. \d+; ?\n", text)) == text.lower().count("disordered\n")
    whole = text_of(reader)
    assert [n for n in range(MANY) if f"No. {n};" not in whole] == []


# ------------------------------------------------------------------------------------------ in the browser


def test_the_browser_gets_it_on_the_paper_asked_for(as_alice: Client, kept: ArmyList) -> None:
    address = reverse("armylists:file", args=[kept.public_id, "pdf"])
    answer = as_alice.get(address, {"paper": "letter"})
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="the-kings-oxford-army.pdf"'
    page = PdfReader(io.BytesIO(answer.content)).pages[0]
    assert float(page.mediabox.width) / MM == pytest.approx(215.9, abs=0.2)
    assert as_alice.get(address, {"paper": "<b>"}).status_code == 200


@pytest.mark.usefixtures("unprinted")
def test_only_a_shared_list_is_printed_with_its_link(as_alice: Client, kept: ArmyList) -> None:
    address = reverse("armylists:file", args=[kept.public_id, "pdf"])
    private = pdf_words(as_alice.get(address).content)
    assert "Shared at" not in private
    services.share(kept)
    shared = pdf_words(as_alice.get(address).content)
    assert f"http://testserver/l/{kept.share_token}/" in shared
    link = reverse("armylists:shared-file", args=[kept.share_token, "pdf"])
    assert Client().get(link).content.startswith(b"%PDF-")
