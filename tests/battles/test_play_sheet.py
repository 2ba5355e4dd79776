"""The play sheet of a battle: the tables that both armies need, for its players."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from battles import services
from battles.models import Battle
from tests.kit.powder import usual_setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(alice: User) -> Battle:
    return services.begin(alice, usual_setup(), seed="1")


def address(row: Battle) -> str:
    return reverse("battles:play-sheet", args=[row.public_id])


def test_players_print_the_tables_of_both_armies(fought: Battle, as_alice: Client) -> None:
    page = as_alice.get(fought.get_absolute_url()).content.decode()
    for paper, height in (("", 842), ("?paper=letter", 792)):
        assert f'href="{address(fought)}{paper}"' in page
        answer = as_alice.get(address(fought) + paper)
        assert answer["Content-Type"] == "application/pdf"
        pages = PdfReader(io.BytesIO(b"".join(answer))).pages
        assert [round(float(each.mediabox.height)) for each in pages] == [height, height]


def test_strangers_find_no_play_sheet(fought: Battle, as_charlie: Client, client: Client) -> None:
    assert as_charlie.get(address(fought)).status_code == 404
    assert client.get(address(fought)).status_code == 302


def test_a_system_without_one_offers_none(alice: User, as_alice: Client, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, patrol, seed="1")
    assert address(row) not in as_alice.get(row.get_absolute_url()).content.decode()
    assert as_alice.get(address(row)).status_code == 404
