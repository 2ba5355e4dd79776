"""A whole battle of Mail, Pike & Powder between two people in two browsers, from two lists to the result's
sheet; the referee works its document out again.
"""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect
from pypdf import PdfReader

from armylists import services as list_services
from armylists.models import ArmyList
from battles.replay import played
from rulesets.contract.documents import parse_list
from rulesets.engine.document import replay, to_document
from tests.browser.board import advice, do, open_board, set_up, settled
from tests.browser.kit import BrowserOf
from tests.kit.battles import sample
from tests.rulesets.mail_pike_powder.referee import judged

UNITS = slice(1, 3)  # two of each battalia, horse and foot


@pytest.fixture
def lists(alice: User, transactional_db: None) -> tuple[ArmyList, ArmyList]:
    """Two small lists of Alice's: two battalias of two units each."""
    made = []
    for name in ("royalist-wings-500", "parliament-association-500"):
        document = sample(name)
        commands = [{**each, "units": each["units"][UNITS]} for each in document["commands"]]
        made.append(list_services.create(alice, parse_list({**document, "commands": commands})))
    return made[0], made[1]


def test_two_people_fight_a_battle_in_inches_to_its_end(
    browser_of: BrowserOf, alice: User, bob: User, lists: tuple[ArmyList, ArmyList], sealed: None
) -> None:
    hers, his = browser_of(alice), browser_of(bob)
    row = set_up(hers, lists, width=40, depth=42, turns=4, ground="open")
    boards = open_board(hers, row), open_board(his, row)
    kinds: set[str] = set()
    while (asked := advice(row)) is not None:
        side, choice, kind = asked
        settled(boards[side], row.revision)
        do(boards[side], row, choice)
        expect(boards[side].locator(f'#board[data-revision="{row.revision}"]')).to_have_count(0)
        kinds.add(kind)
        row.refresh_from_db()
    assert {"deploy unit", "order", "move", "shoot", "commander"} <= kinds
    for page in boards:
        expect(page.locator("#board-result")).to_be_visible()
        expect(page.locator("form.option")).to_have_count(0)
    assert row.over
    assert {made.made_by for made in row.choices.filter(side=0)} == {alice}
    assert {made.made_by for made in row.choices.filter(side=1)} == {bob}
    with played(row) as found:
        document = to_document(found.engine)
        assert replay(found.engine.system, document).same
        assert sum(judged(found.engine).values()) > 50
    sheet = boards[1].get_by_role("link", name="Victory sheet (PDF)").get_attribute("href")
    answer = boards[1].request.get(str(sheet))
    assert answer.ok
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)
    assert row.side_a in text
    assert "Stamina" in text
