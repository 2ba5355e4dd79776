"""What the umpire's page of a battle says while a report is missing, and of armies that were shown."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import consent, fighting, services
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import change, outcome
from tests.kit.consent import KEY, agreed, kept, shown

pytestmark = pytest.mark.django_db
WARNS = "The Commons has not reported yet."
QUIET = '<button class="button quiet">Accept the report from The Crown'
MAIN = '<button class="button">Accept the report from The Crown'


@pytest.fixture
def reported(met: Campaign, chief: Member) -> Campaign:
    """A battle on a table of which the Crown has reported."""
    agreed(met, "table")
    fighting.fight(met, KEY, chief, "table")
    services.report(met, KEY, chief, outcome(met, KEY))
    return met


def test_accepting_the_only_report_is_no_main_button_and_says_what_it_does(
    reported: Campaign, as_alice: Client
) -> None:
    page = shown(as_alice, reported)
    assert WARNS in page
    assert QUIET in page
    assert MAIN not in page


def test_once_both_reports_are_in_nothing_is_said_of_waiting(
    reported: Campaign, enemy: Member, as_alice: Client
) -> None:
    services.report(reported, KEY, enemy, outcome(reported, KEY, winner=1))
    page = shown(as_alice, reported)
    assert WARNS not in page
    assert MAIN in page


def test_the_other_side_is_waited_for_as_long_as_the_rules_say(reported: Campaign, as_alice: Client) -> None:
    change(
        reported,
        lambda state: setattr(
            state,
            "rules",
            state.rules.model_copy(
                update={"battles": state.rules.battles.model_copy(update={"method_hours": 24})}
            ),
        ),
    )
    assert WARNS in shown(as_alice, reported)
    dealings = kept(reported).dealings
    dealings[-1]["at"] = (timezone.now() - timedelta(hours=25)).isoformat()
    EngagementRow.objects.filter(campaign=reported, key=KEY).update(dealings=dealings)
    page = shown(as_alice, reported)
    assert WARNS not in page
    assert MAIN in page


def test_units_that_were_shown_stay_shown_when_the_umpire_decides_on_another_way(
    met: Campaign, chief: Member, umpire: Member, as_bob: Client
) -> None:
    agreed(met, "table")
    enemy_unit = next(iter(state_of(met).forces["co1"].units)).name.replace("'", "&#x27;")
    assert "You see their units when the battle starts" in shown(as_bob, met)
    fighting.fight(met, KEY, chief, "table")
    met.refresh_from_db()
    consent.decide(met, KEY, umpire, "quick", "", "Nobody has the time.")
    page = shown(as_bob, met)
    assert "Both armies are shown" in page
    assert "You see their units when the battle starts" not in page
    assert enemy_unit in page
