"""A roster as cards, as a table and as a summary: on its page, on paper, by command, by program."""

import io
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from pypdf import PdfReader

from armylists import services
from armylists.models import ArmyList
from armylists.pdf import roster_pdf
from rulesets.contract import documents
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.rosterlayouts import LAYOUTS, summary, tables
from tests.kit.clients import pdf_words

SOME = ("royalist-oxford-army", "polish-1649-52-10", "huguenot-army")


def words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("layout", ["table", "summary"])
def test_a_layout_on_paper_names_all_and_brings_the_list_back(name: str, layout: str) -> None:
    army = documents.samples()[name]
    content = roster_pdf(army, "A4", layout=layout)
    text, sheet = words(content), documents.roster(army)
    assert all(card.label in text for command in sheet.commands for card in command.units)
    assert all(command.name in text for command in sheet.commands)
    assert documents.parse_list(next(iter(PdfReader(io.BytesIO(content)).attachments.values()))[0]) == army


@pytest.mark.parametrize("name", [*SOME, "polish-division", "imperial-danube-army"])
def test_a_summary_is_one_page(name: str) -> None:
    assert (
        len(PdfReader(io.BytesIO(roster_pdf(documents.samples()[name], "A4", layout="summary"))).pages) == 1
    )


@pytest.mark.parametrize("name", sorted(documents.samples()))
def test_tables_hold_every_unit_and_summaries_count_them(name: str) -> None:
    sheet = documents.roster(documents.samples()[name])
    for command, table, short in zip(sheet.commands, tables(sheet), summary(sheet), strict=True):
        units = len(command.units) + len(command.commanders)
        assert len(table.rows) == units
        assert sum(row.number for row in short.rows) == units
        assert sum(row.points for row in short.rows) == sum(row.points for row in table.rows)
        assert all(len(row.figures) == len(table.columns) for row in (*table.rows,))
        assert len(short.rows) <= len(table.rows)


def test_alike_units_share_a_row_of_a_summary(royalists: Document) -> None:
    numbers = {
        row.card.label: row.number for table in summary(documents.roster(royalists)) for row in table.rows
    }
    assert max(numbers.values()) > 1


def test_alike_units_share_a_row_of_a_summary_whatever_each_costs() -> None:
    army = documents.samples()["polish-1650-66-14"]
    sheet = documents.roster(army)
    for short, command in zip(summary(sheet), sheet.commands, strict=True):
        alike = [(row.card.label, row.card.option_ids, row.card.boxes, row.card.free) for row in short.rows]
        assert len(set(alike)) == len(alike)
        assert sum(row.points for row in short.rows) == sum(
            card.points for card in (*command.commanders, *command.units)
        )


def test_the_page_offers_every_layout(as_alice: Client, kept: ArmyList) -> None:
    for layout, name in LAYOUTS.items():
        page = as_alice.get(kept.get_absolute_url(), {"layout": layout}).content.decode()
        assert f'<a href="?layout={layout}" aria-current="page">{name}</a>' in page
        assert f"list.pdf?layout={layout}" in page
        assert ("roster-table" in page) == (layout != "cards")
    odd = as_alice.get(kept.get_absolute_url(), {"layout": "<b>"}).content.decode()
    assert '<a href="?layout=cards" aria-current="page">' in odd
    assert '<b>"' not in odd


@pytest.mark.usefixtures("unprinted")
def test_program_and_command_print_every_layout(as_alice: Client, kept: ArmyList, tmp_path: Path) -> None:
    sizes = {}
    source = tmp_path / "list.json"
    source.write_bytes(as_alice.get(f"{kept.get_absolute_url()}list.json").content)
    for layout in LAYOUTS:
        answer = as_alice.get(f"/api/v1/lists/{kept.public_id}/pdf/", {"layout": layout})
        assert answer["content-type"] == "application/pdf"
        target = tmp_path / f"{layout}.pdf"
        call_command("print_list", str(source), output=str(target), layout=layout)
        sizes[layout] = pdf_words(target.read_bytes())
        assert pdf_words(answer.content) == sizes[layout]
    assert len({text[:400] + str(len(text)) for text in sizes.values()}) == 3


def test_a_unit_in_a_table_has_one_mark_beside_its_name(as_alice: Client, alice: User) -> None:
    """On the roster, and among the units of its book: not at each of its figures."""
    army = documents.samples()["polish-1649-52-10"]
    roster = as_alice.get(f"{services.create(alice, army).get_absolute_url()}?layout=table").content.decode()
    book = as_alice.get(f"/books/by_fire_and_sword/{army.book}/").content.decode()
    for html in (roster.partition("roster-table")[2], book.partition("<h2>The units")[2]):
        rows = [row for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL) if "†" in row]
        assert rows
        assert {row.count("†") for row in rows} == {1}
        assert all("†" in row.partition("</th>")[0] for row in rows)
