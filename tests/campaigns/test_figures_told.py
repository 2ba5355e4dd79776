"""Figures that pages and papers tell: experience, labels of charts, days; and private battles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from fontTools.ttLib import TTFont

from armylists.owned import services as owned
from battles.chart import WIDE, Line, line_chart
from campaigns import consent, fighting, paper, services
from campaigns.access import participant_of
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import hold
from tests.kit.clients import pdf_words

FONT = next((Path(__file__).parents[2] / "static" / "fonts").glob("*emi*old*.woff2"), None) or next(
    (Path(__file__).parents[2] / "static" / "fonts").glob("*.woff2")
)


def test_labels_at_the_ends_of_lines_have_room() -> None:
    lines = [Line("The Company", "#123456", (100.0, 228.0)), Line("Mmmmmmmmmmmm", "#123456", (1.0, 12345.0))]
    font = TTFont(FONT)
    advance, letters, units = font["hmtx"], font.getBestCmap(), font["head"].unitsPerEm
    drawn = line_chart("Strength", [1, 2], lines[:1])
    (x, words), *_ = re.findall(r'<text x="([\d.]+)"[^>]*font-weight="600"[^>]*>([^<]+)</text>', drawn)
    assert words == "The Company 228"
    wide = sum(advance[letters[ord(each)]][0] for each in words) / units * 14
    assert float(x) + wide * 1.05 < WIDE


@pytest.mark.django_db
@pytest.mark.usefixtures("unprinted")
def test_a_history_tells_its_days_plainly(row: Campaign, alice: User) -> None:
    def said() -> str:
        participant = participant_of(alice, row.public_id)
        return " ".join(pdf_words(paper.history(participant).pdf()).split())

    assert "Turn 1, 5–11 April 1648" in said()
    for faction in ("crown", "commons"):
        services.give_orders(row, row.members.get(user=alice), hold_of(row, faction))
    services.carry_out(row, row.revision, row.members.get(user=alice), peace=True)
    words = said()
    assert "Turns 1 to 2, 5–18 April 1648" in words
    labels = re.findall(r"The (?:Company|Crown|Commons) \d+", words)
    assert len(labels) >= 6
    assert "Experience" in words


def hold_of(row: Campaign, faction: str) -> dict[str, object]:

    return hold(state_of(row), faction)


@pytest.mark.django_db
def test_experience_is_called_so(row: Campaign, as_bob: Client) -> None:
    shown = text(as_bob.get(page(row, "forces", "cr1")))
    assert '<th class="n">Experience</th>' in shown
    assert 'data-label="Experience"' in shown


@pytest.mark.django_db
def test_to_open_the_page_of_a_private_battle_leaves_it_private(
    met: Campaign, chief: Member, enemy: Member, as_alice: Client
) -> None:
    consent.propose(met, "t1e1", chief, "board")
    consent.accept(met, "t1e1", enemy, "board")
    battle = fighting.on_the_board(met, "t1e1", chief)
    assert battle.get_absolute_url() in text(as_alice.get(page(met, "battles", "t1e1")))
    owned.unshare(battle)
    assert battle.get_absolute_url() in text(as_alice.get(page(met, "battles", "t1e1")))
    assert as_alice.get(battle.get_absolute_url()).status_code == 200
    battle.refresh_from_db()
    assert battle.share_token is None
