"""The victory sheet, read back from the PDF."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from armylists.printing import paper_named, printout
from battles.documents import NotOver, table_words, victory_context, victory_pdf
from rulesets.engine.battle import Battle
from tests.kit.battles import baroque, sample
from tests.kit.clients import pdf_words
from tests.kit.hexlists import scenario_battle


def fight(**changes: Any) -> Battle:
    lists = sample("royalist-patrol-300"), sample("parliament-patrol-300")
    battle = baroque(*lists, seed="5", terrain="open", **changes)
    tactician = battle.system.core.tactician
    battle.play([tactician, tactician])
    return battle


@pytest.fixture(scope="module")
def battle() -> Battle:
    return fight()


@pytest.fixture(scope="module")
def pdf(battle: Battle) -> PdfReader:
    return PdfReader(io.BytesIO(victory_pdf(battle)))


def test_the_sheet_tells_who_won_by_what_and_what_it_cost(battle: Battle, pdf: PdfReader) -> None:
    assert battle.result is not None
    text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert battle.result.winner is not None
    assert f"Victory for {battle.side_name(battle.result.winner)}" in text
    assert battle.result.how in text
    for score in battle.result.scores:
        for command in score["commands"]:
            for line in command["lines"]:
                assert line["name"] in text
    for figure in (battle.seed, battle.hash, victory_context(battle)["seed_hash"]):
        assert figure in text.replace(" ", "") or figure in text


def test_every_number_that_is_drawn_on_the_field_stands_in_the_orders_of_battle(
    battle: Battle, pdf: PdfReader
) -> None:
    text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    for army in victory_context(battle)["armies"]:
        assert [unit.name for unit in army.others] == ["Baggage"]
        for unit in (*(unit for command in army.commands for unit in command.units), *army.others):
            assert f"{unit.number} {unit.name} {unit.left}/{unit.strength}" in text


def test_the_sheet_is_tagged_titled_and_its_figures_have_words(pdf: PdfReader) -> None:
    root: Any = pdf.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert "Victory for" in (pdf.metadata.title or "") if pdf.metadata else False
    assert b"pdfuaid:part" in root["/Metadata"].get_data()
    alts = [alt for alt in _alternatives(root["/StructTreeRoot"]) if alt]
    assert len(alts) == 2
    assert any("field at the end" in alt for alt in alts)


def _alternatives(node: Any) -> list[str]:
    """The words of every figure below a node of the structure."""
    node = node.get_object()
    if not isinstance(node, dict):
        return []
    found = [str(node["/Alt"])] if node.get("/S") == "/Figure" and "/Alt" in node else []
    children = node.get("/K", [])
    children = children.get_object() if hasattr(children, "get_object") else children
    for child in children if isinstance(children, list) else [children]:
        if hasattr(child, "get_object"):
            found += _alternatives(child)
    return found


def test_every_font_is_in_the_file(pdf: PdfReader) -> None:
    fonts = 0
    for page in pdf.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            for below in font.get_object()["/DescendantFonts"]:
                descriptor = below.get_object()["/FontDescriptor"].get_object()
                assert {"/FontFile2", "/FontFile3"} & set(descriptor)
                fonts += 1
    assert fonts


@pytest.mark.parametrize(
    ("asked", "paper", "width"), [("a4", "A4", 595), ("LETTER", "Letter", 612), ("x", "A4", 595)]
)
def test_the_sheet_is_printed_on_the_paper_asked_for(
    battle: Battle, asked: str, paper: str, width: int
) -> None:
    assert paper_named(asked) == paper
    pages = PdfReader(io.BytesIO(victory_pdf(battle, paper_named(asked)))).pages
    assert round(pages[0].mediabox.width) == width


def test_names_with_markup_are_printed_as_they_are() -> None:
    odd = fight(sides=["<b>Ünïcode & Co</b>", '"quotes"'])
    assert "<b>Ünïcode & Co</b>" in pdf_words(victory_pdf(odd))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "12 × 10 H, open ground, at most 8 rounds"),
        ({"scenario": {"name": "A ford"}}, "12 × 10 H, A ford, at most 8 rounds"),
    ],
)
def test_the_ground_of_a_scenario_is_called_by_its_name(options: dict[str, Any], words: str) -> None:
    table = {"width": 12, "depth": 10}
    setup = {"table": table, "terrain": "open", "max_turns": 8, "options": options}
    assert table_words(setup, "H", "round") == words


def given_up(scenario: int) -> Battle:
    """A scenario that is given up at once."""
    battle = scenario_battle(scenario)
    battle.concede(0)
    return battle


def shapes(battle: Battle) -> list[tuple[float, str]]:
    """How much wider than high the pages of its sheet are, and their text."""
    pages = PdfReader(io.BytesIO(victory_pdf(battle))).pages
    return [(page.mediabox.width / page.mediabox.height, page.extract_text()) for page in pages]


def test_a_wide_map_has_a_turned_page_of_its_own_after_all_else() -> None:
    *sheets, (shape, last) = shapes(given_up(1))  # a meeting engagement
    assert shape > 1
    assert "The field at the end" in " ".join(last.split())
    assert all(shape < 1 for shape, _ in sheets)
    assert len(sheets) == 2, "the dice stand below the orders of battle, on no page of their own"


def test_long_orders_of_battle_begin_where_there_is_room_and_go_on_over_the_page() -> None:
    sheet = victory_context(given_up(1))
    long = [replace(army, commands=army.commands * 2) for army in sheet["armies"]]
    context = {**sheet, "armies": long, "chart": "", "field": ""}
    made = printout("battles/victory_pdf.html", context, "css/victory-print.css", "A4").pdf()
    texts = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(made)).pages]
    assert "Orders of battle" in texts[0]
    first = sheet["armies"][0].commands[0].units[0].name
    assert [first in text for text in texts[:3]] == [True, True, False]


def test_a_map_that_fits_upright_stands_between_the_losses_and_the_orders_of_battle() -> None:
    pages = shapes(given_up(2))  # a training clash
    assert all(shape < 1 for shape, _ in pages)
    text = " ".join(" ".join(text for _, text in pages).split())
    assert text.index("The field at the end") < text.index("Orders of battle")


def test_a_battle_that_goes_on_has_no_sheet() -> None:
    lists = sample("royalist-patrol-300"), sample("parliament-patrol-300")
    with pytest.raises(NotOver):
        victory_context(baroque(*lists))
