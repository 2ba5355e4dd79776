"""A whole Snaphance battle between two people in two browsers, from the set-up page to the result's sheet."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from armylists import services as list_services
from armylists.models import ArmyList
from battles.replay import played
from rulesets.contract.documents import parse_list
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Choice
from tests.browser.board import choose, open_board, set_up, settled
from tests.browser.kit import BrowserOf
from tests.kit.battles import sample
from tests.kit.hexplayers import eager

UNITS = 2


@pytest.fixture
def lists(alice: User, transactional_db: None) -> tuple[ArmyList, ArmyList]:
    """Two small lists of Alice's: two groups of two stands each."""
    made = []
    for name in ("swedish-army-1632", "imperial-army-1632"):
        document = sample(name)
        document["commands"] = [
            {**command, "units": command["units"][:UNITS]} for command in document["commands"][:2]
        ]
        made.append(list_services.create(alice, parse_list(document)))
    return made[0], made[1]


def do(page: Page, choice: Choice) -> None:
    """Make the choice with the form that offers it, or from the list in which its place stands."""
    quoted = canonical_json(dict(choice)).replace('"', '\\"')
    form = page.locator(f'form.option:has(select[name=key] option[value="{quoted}"])')
    if form.count():
        value = form.locator(f'option[value="{quoted}"]').get_attribute("value")
        form.locator("select").select_option(value=str(value))
        form.locator("button[type=submit]").click()
        return
    choose(page, choice)


def test_two_people_fight_a_battle_on_hexes_to_its_end(
    browser_of: BrowserOf, alice: User, bob: User, lists: tuple[ArmyList, ArmyList], sealed: None
) -> None:
    hers, his = browser_of(alice), browser_of(bob)
    row = set_up(hers, lists, width=8, depth=8, turns=2, ground="open")
    boards = open_board(hers, row), open_board(his, row)
    player, kinds = eager("two"), set[str]()
    while not row.over:
        with played(row) as found:
            assert found.engine.pending is not None
            side, kind = found.engine.pending.side, found.engine.pending.kind
            choice = player(found.engine, found.engine.pending)
        settled(boards[side], row.revision)
        do(boards[side], choice)
        expect(boards[side].locator(f'#board[data-revision="{row.revision}"]')).to_have_count(0)
        kinds.add(kind)
        row.refresh_from_db()
    assert {"deploy unit", "declare", "group", "stand"} <= kinds
    for page in boards:
        expect(page.locator("#board-result")).to_be_visible()
        expect(page.locator("form.option")).to_have_count(0)
    assert {made.made_by for made in row.choices.filter(side=0)} == {alice}
    assert {made.made_by for made in row.choices.filter(side=1)} == {bob}
    sheet = boards[1].get_by_role("link", name="Victory sheet (PDF)").get_attribute("href")
    answer = boards[1].request.get(str(sheet))
    assert answer.ok
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)
    for words in (row.side_a, "round", "SP", "8 × 8 H"):
        assert words in text
    for foreign in ("VBU", "VDT", "exhausted"):
        assert foreign not in text
