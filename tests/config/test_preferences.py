"""The switch for rule numbers: remembered by the browser, for everybody, and with no way out of the site."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def shows(client: Client, address: str) -> bool:
    """Whether a page has rule numbers switched on."""
    return 'class="rule-numbers"' in client.get(address).content.decode()


def test_the_switch_works_without_scripts_and_is_remembered(client: Client) -> None:
    assert not shows(client, "/about/")
    answer = client.get("/rule-numbers/", {"show": "1", "next": "/about/?page=2"})
    assert answer["Location"] == "/about/?page=2"
    assert shows(client, "/about/")
    client.get("/rule-numbers/", {"show": "0", "next": "/about/"})
    assert not shows(client, "/about/")


@pytest.mark.parametrize("away", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_it_leads_to_no_other_site(client: Client, away: str) -> None:
    assert client.get("/rule-numbers/", {"show": "1", "next": away})["Location"] == "/"


def test_nothing_is_changed_by_what_is_no_link(client: Client) -> None:
    assert client.post("/rule-numbers/", {"show": "1"}).status_code == 405
    assert not shows(client, "/about/")
