"""What lists, forces and units are worth stands in whole points on pages and paper, alike everywhere."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns import services
from campaigns.access import Participant
from campaigns.engine.state import State
from campaigns.models import Campaign, Member
from campaigns.paper import history
from campaigns.persistence import state_of
from tests.kit.campaigns import change, outcome
from tests.kit.clients import pdf_words
from tests.kit.consent import KEY, agreed, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def odd(met: Campaign) -> Campaign:
    """The Crown's first force is worth a fraction."""

    def worn(state: State) -> None:
        for unit in state.forces["cr1"].units:
            unit.worth = 33.333

    change(met, worn)
    return met


def test_the_worth_of_a_force_is_the_same_whole_number_everywhere(
    odd: Campaign, as_bob: Client, umpire: Member
) -> None:
    force = state_of(odd).forces["cr1"]
    assert force.worth != round(force.worth)
    whole = f"{force.worth:.0f}"
    home = odd.get_absolute_url()
    agreed(odd, "table")
    services.fight(odd, KEY, "table")
    for rest in ("", "forces/", "forces/cr1/", "factions/", f"battles/{KEY}/", f"battles/{KEY}/report/"):
        page = as_bob.get(home + rest).content.decode()
        text = re.sub(r"<svg.*?</svg>|<progress.*?</progress>", "", page, flags=re.S)
        assert str(force.worth) not in text, rest
        assert "33.3" not in text, rest
        if "factions" not in rest:
            assert whole in page, rest
    assert f"worth {whole}" in as_bob.get(url(odd, "report/")).content.decode()
    for key in (KEY, "t1e2"):
        services.settle(odd, key, outcome(odd, key, lost=(0, 0)))
    printed = pdf_words(history(Participant(odd, umpire)).pdf())
    assert whole in printed
    assert "33.3" not in printed
