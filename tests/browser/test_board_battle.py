"""A whole battle between two people in two browsers, from the set-up page to the sheet of the result."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect
from pypdf import PdfReader

from armylists import services as list_services
from armylists.models import ArmyList
from rulesets.contract.documents import parse_list
from tests.browser.board import advice, do, open_board, patrol, set_up, settled
from tests.browser.kit import BrowserOf

UNITS = 2


@pytest.fixture
def lists(alice: User, transactional_db: None) -> tuple[ArmyList, ArmyList]:
    """Two small lists of Alice's."""
    names = ("royalist-patrol-300", "parliament-patrol-300")
    one, two = (list_services.create(alice, parse_list(patrol(name, UNITS))) for name in names)
    return one, two


def test_two_people_fight_a_battle_to_its_end(
    browser_of: BrowserOf,
    alice: User,
    bob: User,
    lists: tuple[ArmyList, ArmyList],
    sealed: None,
) -> None:
    hers, his = browser_of(alice), browser_of(bob)
    row = set_up(hers, lists, width=16, depth=12, turns=3)
    boards = open_board(hers, row), open_board(his, row)
    kinds: set[str] = set()
    while (asked := advice(row)) is not None:
        side, choice, kind = asked
        settled(boards[side], row.revision)
        do(boards[side], row, choice)
        expect(boards[side].locator(f'#board[data-revision="{row.revision}"]')).to_have_count(0)
        kinds.add(kind)
        row.refresh_from_db()
    assert {"place terrain", "deploy unit", "deploy leader", "command", "unit"} <= kinds
    for page in boards:
        expect(page.locator("#board-result")).to_be_visible()
        expect(page.locator("form.option")).to_have_count(0)
    assert row.over
    assert row.choices.filter(made_by=bob).exists()
    assert {made.made_by for made in row.choices.filter(side=0)} == {alice}
    sheet = boards[1].get_by_role("link", name="Victory sheet (PDF)").get_attribute("href")
    answer = boards[1].request.get(str(sheet))
    assert answer.ok
    text = PdfReader(io.BytesIO(answer.body())).pages[0].extract_text()
    assert row.side_a in text
