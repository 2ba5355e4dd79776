"""The bar of a forecast agrees with its words: halves for about equal, most of it for who won most."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from campaigns.access import participant_of
from campaigns.cards.forecasts import chances_seen
from campaigns.engine.battlefields import Forecast
from campaigns.forecasting import Forecasting
from campaigns.models import Campaign
from campaigns.persistence import state_of
from tests.kit.consent import kept

pytestmark = pytest.mark.django_db
EQUAL = Forecast(0.5, 0.4, 0.1, (20.0, 20.0), 5.0, 20)


def bar(row: Campaign, user: User, forecast: Forecast, done: int = 20) -> tuple[str | None, list[float]]:
    state = state_of(row)
    seen = chances_seen(
        participant_of(user, row.public_id), state, kept(row), Forecasting(done, 20, forecast)
    )
    for each in seen["bar"]:
        assert (
            each.colour == ({one.name: one.colour for one in state.factions.values()} | {"": ""})[each.name]
        )
    return seen["odds"], [each.width for each in seen["bar"]]


def test_each_side_sees_a_bar_that_says_what_the_words_say(met: Campaign, bob: User, dora: User) -> None:
    for user in (bob, dora):
        assert bar(met, user, EQUAL) == ("The two sides won about equally often.", [50, 0, 50])
    won = replace(EQUAL, first=0.9, second=0.1, draw=0.0)
    assert bar(met, bob, won) == ("Your side won most of them.", [75, 0, 25])
    assert bar(met, dora, won) == ("Your side lost most of them.", [75, 0, 25])


def test_the_bar_betrays_no_figure_to_a_side(met: Campaign, bob: User) -> None:
    bars = [bar(met, bob, replace(EQUAL, first=each, second=1 - each, draw=0.0))[1] for each in (0.7, 0.99)]
    assert bars[0] == bars[1]
    assert bar(met, bob, EQUAL, done=7) == ("", [])


def test_the_umpire_sees_the_shares_themselves(met: Campaign, alice: User) -> None:
    assert bar(met, alice, EQUAL) == (None, [50, 10, 40])
