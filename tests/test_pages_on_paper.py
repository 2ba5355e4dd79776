"""Every PDF: no table wider than its column, no footnote alone on a page, no heading cut from its table."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import digits
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from fontTools.ttLib import TTFont
from pypdf import PageObject, PdfReader
from weasyprint import HTML
from weasyprint.document import Document

from armylists import typesetting
from armylists.pdf import roster_pdf, rosters
from armylists.printing import PAPERS
from armylists.typical import typical
from battles import sample as sample_battle
from battles.documents import sheet_pdf, victory_pdf
from battles.recording.documents import read_scored, score_pdf
from battles.replay import played
from campaigns import paper
from campaigns import services as campaign_services
from campaigns.access import Participant
from campaigns.engine.shipped import campaigns as shipped_campaigns
from campaigns.engine.shipped import document as shipped_campaign
from rulesets.contract import registry
from rulesets.contract.documents import samples
from rulesets.engine.document import begin
from rulesets.engine.wording import curly
from rulesets.mail_pike_powder.roster import ROSTER
from rulesets.snaphance.scenario_editor import setup as staged
from tests.armylists.scenarios import shipped as shipped_scenario
from tests.kit.battles import SAMPLES
from tests.kit.effort import some
from tests.kit.meetings import meeting_setup
from tests.kit.pages import faults
from tests.kit.powder import usual_setup
from tests.kit.records import lists

POWDER = "mail_pike_powder"
LINK = "https://leaguer.example/l/abcdefgh/"
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FONTS = Path(__file__).parent.parent / "static" / "fonts"


@pytest.fixture
def printed(laid: list[Document], monkeypatch: pytest.MonkeyPatch) -> list[Document]:
    """The pages of all that is printed, as they were laid out. They are not written to files: that
    takes long, and moves nothing on them.
    """
    monkeypatch.setattr(Document, "write_pdf", lambda *of, **how: b"%PDF-unwritten")
    return laid


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Document]]:
    """The same, written as well."""
    found: list[Document] = []
    typeset = typesetting.typeset

    def keep(*args: Any, **more: Any) -> Document:
        found.append(typeset(*args, **more))
        return found[-1]

    monkeypatch.setattr(typesetting, "typeset", keep)
    yield found
    assert found, "nothing was printed"
    assert [fault for document in found for fault in faults(document)] == []


LONG = ("polish-crown-army", "polish-division", "imperial-corps-12", "imperial-army-1632")
"""Rosters that fill their pages; Letter is shorter than A4."""
ROSTERS = [
    *((name, "A4") for name in some(sorted(set(samples()) - set(LONG)))),
    *((name, size) for name in LONG for size in ("A4", "Letter")),
]


@pytest.mark.parametrize(("name", "paper_size"), ROSTERS)
def test_the_roster_of_each_list_that_comes_along(
    printed: list[Document], name: str, paper_size: str
) -> None:
    assert roster_pdf(samples()[name], paper_size, LINK).startswith(b"%PDF")
    assert len(printed) == 1


@pytest.mark.parametrize("layout", ["table", "summary"])
@pytest.mark.parametrize("name", ["polish-division", "imperial-danube-army", "huguenot-army"])
def test_the_roster_in_each_layout(printed: list[Document], name: str, layout: str) -> None:
    assert roster_pdf(samples()[name], "A4", LINK, layout).startswith(b"%PDF")
    assert len(printed) == 1
    assert layout != "summary" or len(printed[0].pages) == 1


def test_a_list_with_long_notes_and_faults(printed: list[Document]) -> None:
    army = samples()["royalist-oxford-army"]
    bad = army.model_copy(update={"points": 300, "notes": "They held the hedge.\n\n" * 12})
    assert roster_pdf(bad).startswith(b"%PDF")
    assert printed


@pytest.mark.parametrize("layout", ["cards", "table"])
def test_the_rosters_of_both_armies_of_a_battle(printed: list[Document], layout: str) -> None:
    worn = [
        samples()[name].model_copy(update={"notes": "Lost before this battle: Musketeers 2 has lost 1 of 5."})
        for name in ("royalist-oxford-army", "huguenot-army")
    ]
    assert rosters("The Crown against The Commons", worn, "A4", layout).pdf().startswith(b"%PDF")
    assert len(printed) == 1


@pytest.mark.parametrize("paper_size", PAPERS)
@pytest.mark.parametrize("pair", [("royalist", "parliament"), ("polish-lithuanian", "imperialist")])
def test_a_play_sheet_has_a_front_and_a_back_with_every_row(
    laid: list[Document], tmp_path: Path, pair: tuple[str, str], paper_size: str
) -> None:
    out = tmp_path / "sheet.pdf"
    call_command("print_sheet", *(f"{POWDER}/{book}" for book in pair), output=str(out), paper=paper_size)
    assert [len(each.pages) for each in laid] == [2]
    armies = [typical(POWDER, book, 2000) for book in pair]
    for page, printed in zip(ROSTER.play_sheet(armies), PdfReader(out).pages, strict=True):
        shown = "".join(printed.extract_text().split())
        for table in page.tables:
            for row in table.rows:
                assert "".join(curly("".join(row)).split()) in shown


@pytest.mark.parametrize("layout", ["cards", "table", "summary"])
def test_the_roster_of_a_system_without_sample_lists(printed: list[Document], layout: str) -> None:
    assert roster_pdf(typical(POWDER, "royalist", 1000), "A4", LINK, layout).startswith(b"%PDF")
    assert len(printed) == 1
    assert layout != "summary" or len(printed[0].pages) == 1


@pytest.mark.django_db
def test_the_victory_sheets_of_the_sample_and_of_a_scenario(printed: list[Document]) -> None:
    with played(sample_battle.load()) as found:
        victory_pdf(found.engine)
    victory_pdf(_fought("snaphance", staged(shipped_scenario("training_clash"))))
    victory_pdf(_fought(POWDER, usual_setup()))
    assert len(printed) == 3


@pytest.mark.parametrize(
    "forces",
    [
        ("polish-1649-52-10", "muscovite-1648-76-11"),
        ("tartar-raid-11", "swedish-detachment-12"),
        ("tartar-plunderers-3", "lithuanian-1655-61-6"),
    ],
    ids=" and ".join,
)
def test_the_sheets_of_a_meeting(printed: list[Document], forces: tuple[str, str]) -> None:
    meeting = _fought("by_fire_and_sword", meeting_setup(*forces))
    for side in (0, 1):
        sheet_pdf(meeting, side)
    assert len(printed) == 2


def test_the_sheets_of_scores(printed: list[Document]) -> None:
    division = {
        "format": "leaguer-bfs-result", "version": 1, "lists": lists("polish-division", "swedish-division"),
        "sides": ["Crown", "Sweden"], "scenario": {"key": "", "name": "Patrol"}, "scenario_points": [1, 2],
    }  # fmt: skip
    for document in (division, _sample_result()):
        system, score = read_scored(document)
        score_pdf(document, score, system)
    assert len(printed) == 2


@pytest.mark.parametrize("key", some(sorted(shipped_campaigns())))
def test_the_history_and_the_gazettes_of_a_campaign(printed: list[Document], alice: User, key: str) -> None:
    row = campaign_services.create(alice, shipped_campaign(key), seed="on paper")
    umpire = Participant(row, row.members.get(user=alice))
    paper.gazette(umpire, row.turn).pdf()
    paper.history(umpire).pdf()
    assert len(printed) == 2


# -- the guard itself --------------------------------------------------------------------------------


def laid_out(body: str) -> list[str]:
    """The faults of a page 200 px wide and 300 high with this on it."""
    sheet = f"<style>@page {{ size: 200px 300px; margin: 20px }} body {{ margin: 0 }}</style>{body}"
    return [each.split(":")[1].strip() for each in faults(HTML(string=sheet).render())]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p>Nothing is wrong", ""),
        ("<table style='width: 300px'><td>x</table>", "a table wider than its column"),
        (
            "<div style='width: 60px'><table style='width: 140px'><td>x</table></div>",
            "a table wider than its column",
        ),
        ("<p style='white-space: nowrap'>" + "wide " * 40, "wider than the page"),
        (
            "<table style='table-layout: fixed; width: 100px'>"
            "<td style='white-space: nowrap'>too many words<td>x</table>",
            "words wider than their cell",
        ),
        ("<p style='height: 250px'>first<p>and a footnote", "nearly empty"),
        (
            "<p style='height: 200px'>first<h2>Head</h2>"
            "<p style='break-before: page; height: 90px'>x<br>y<br>z",
            "a heading parted from what it heads",
        ),
    ],
)
def test_each_fault_is_found(body: str, fault: str) -> None:
    assert (fault in laid_out(body)) if fault else laid_out(body) == []


def test_the_figures_are_lining_and_tabular_in_drawings_too(laid: list[Document]) -> None:
    """By the names of the glyphs that are in the file: the fonts that have old-style figures use none."""
    paper = victory_pdf(_fought("snaphance", staged(shipped_scenario("training_clash"))))
    used = {name for page in PdfReader(io.BytesIO(paper)).pages for name in _figures(page)}
    assert laid[0].pages
    assert used == {f"{digit}.tablining" for digit in DIGITS}


def _figures(page: PageObject) -> Iterator[str]:
    """The glyphs of figures in the fonts of a page that have figures of several kinds."""
    for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
        found = font.get_object()
        name = str(found["/BaseFont"])
        if "Garamond" not in name or "Semi" in name:
            continue
        file = FONTS / f"EBGaramond-{'Italic' if 'Italic' in name else 'Regular'}.otf"
        letters = found["/ToUnicode"].get_object().get_data().decode()
        for glyph, letter in re.findall(r"<([0-9a-fA-F]{4})> <([0-9a-fA-F]{4})>", letters):
            if chr(int(letter, 16)) in digits:
                yield TTFont(file).getGlyphName(int(glyph, 16))


def _fought(system: str, setup: Any) -> Any:
    """A battle or meeting that tacticians brought to its end."""
    battle = begin(registry.get(system), setup, "1")
    while battle.pending is not None:
        battle.choose(battle.system.core.tactician(battle, battle.pending))
    return battle


def _sample_result() -> dict[str, Any]:
    path = SAMPLES.parent / "results" / "poles-and-muscovites.json"
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    document["lists"] = [
        json.loads((path.parent / each).read_text(encoding="utf-8")) if isinstance(each, str) else each
        for each in document["lists"]
    ]
    return document
