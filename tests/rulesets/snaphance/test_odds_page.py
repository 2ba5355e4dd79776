"""The odds of Snaphance on the page, by the interface and by the command."""

from __future__ import annotations

import pytest
from django.test import Client

from rulesets.snaphance.odds import ODDS

odds = ODDS.answer

PAGE, API = "/odds/", "/api/v1/odds/"
MELEE = {
    "kind": "melee",
    "attacker": {"entry": "archetypes.gendarmes", "charging": True},
    "target": {"entry": "archetypes.shot-arq", "supports": [{"entry": "archetypes.swiss-pike"}]},
}


def text(client: Client, **query: str) -> str:
    answer = client.get(PAGE, {"system": "snaphance", **query})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_shows_a_shot_as_it_stands_there(client: Client) -> None:
    page = text(client)

    assert "Swedish Brigade at Imperial Cuirassiers" in page
    assert 'name="a-then_moves"' in page
    assert 'name="a-both_ranks"' not in page
    assert "Morale Test" in page


def test_the_page_shows_both_ranks_of_pistols(client: Client) -> None:
    page = text(client, **{"a-entry": "archetypes.reiters", "a-both_ranks": "on"})

    assert "second rank fires with 2 dice" in page


def test_the_page_shows_a_melee_with_those_who_support(client: Client) -> None:
    page = text(
        client,
        **{"kind": "melee", "a-entry": "archetypes.gendarmes", "a-charging": "on",
           "t-entry": "archetypes.shot-arq", "t-supports": "1", "t1-entry": "archetypes.swiss-pike"},
    )  # fmt: skip
    found = odds(MELEE)

    assert f"{found['result']['attacker_wins']:.0%}" in page
    assert "Support of Swiss Pike block" in page
    assert f"{100 * found['target']['losses'][1]['probability']:.2f}%" in page


@pytest.mark.parametrize(
    ("change", "words", "field"),
    [
        ({"distance": "9"}, "reaches 4H", "distance"),
        ({"a-lost": "6"}, "the stand can lose at most", "a-lost"),
        ({"a-moves": "1", "a-then_moves": "on"}, "SN-4.0.h", "a-then_moves"),
        ({"fire": "contact", "distance": "1"}, "no contact fire", "fire"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    client: Client, change: dict[str, str], words: str, field: str
) -> None:
    page = text(client, **change)

    assert words in page
    assert f'id="{field}_error"' in page
