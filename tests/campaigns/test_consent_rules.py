"""What the campaign's rules say of how a battle is fought, and what its files keep of that."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from campaigns import consent, fighting, services
from campaigns.engine.overrides import OverrideError
from campaigns.engine.rules import RulesError, read_rules
from campaigns.engine.state import State
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal
from tests.kit.campaigns import battles, change, refusal
from tests.kit.consent import KEY, agreed, kept, shown, url

pytestmark = pytest.mark.django_db


def rules(row: Campaign, **battles_rules: object) -> None:
    def changed(state: State) -> None:
        document = state.rules.to_json()
        document["battles"] |= battles_rules
        state.rules = read_rules(document)

    change(row, changed)


def test_a_rule_holds_at_once_and_nobody_proposes_past_it(
    met: Campaign, chief: Member, as_bob: Client, as_dora: Client
) -> None:
    rules(met, method="automatic")
    assert "The campaign’s rules are to let the tacticians fight it. Either side can start." in shown(
        as_bob, met
    )
    with refusal(CampaignRefusal, code="rule"):
        consent.propose(met, KEY, chief, "quick")
    with refusal(CampaignRefusal, code="not-agreed"):
        fighting.fight(met, KEY, chief, "quick")
    as_dora.post(url(met, "fight/"), {"means": "automatic"})
    assert kept(met).agreed["how"] == "rules"
    assert kept(met).battle is not None


def test_a_deadline_lets_the_rule_hold_and_not_before(
    met: Campaign, chief: Member, umpire: Member, as_bob: Client
) -> None:
    rules(met, method_hours=48, method_late="quick")
    assert "Without an agreement by" in shown(as_bob, met)
    with refusal(CampaignRefusal, code="not-agreed"):
        fighting.fight(met, KEY, chief, "quick")
    late = timezone.now() - timedelta(hours=49)
    EngagementRow.objects.filter(campaign=met).update(opened=late)
    services.pause(met, umpire)
    with refusal(CampaignRefusal, code="not-agreed"):
        fighting.fight(met, KEY, chief, "quick")
    services.pause(met, umpire, on=False)
    with refusal(CampaignRefusal, code="not-agreed"):  # it was paused: the time begins anew
        fighting.fight(met, KEY, chief, "quick")
    EngagementRow.objects.filter(campaign=met).update(opened=late)
    assert "Nothing was agreed in time, so the campaign’s rules are to roll the campaign’s dice." in shown(
        as_bob, met
    )
    fighting.fight(met, KEY, chief, "quick")
    assert kept(met).outcome is not None


def test_a_side_that_nobody_plays_consents(row: Campaign, chief: Member, enemy: Member) -> None:
    battles(row, ("cr1", "cy1"))
    assert consent.propose(row, KEY, chief, "automatic") is not None
    assert kept(row).agreed["how"] == "sides"


def test_a_side_that_is_left_to_the_automatic_commander_consents(
    met: Campaign, chief: Member, enemy: Member
) -> None:
    assert consent.propose(met, KEY, chief, "automatic") is None
    services.set_automatic(met, enemy, member=enemy)
    assert consent.propose(met, KEY, chief, "automatic") is not None


def test_rules_name_only_ways_that_they_allow() -> None:
    allowed = {"fought": ["board", "table"], "method_hours": 0}
    assert read_rules({"battles": allowed}).battles.method == "sides"
    for more in ({"method": "quick"}, {"method_hours": 24}):
        with pytest.raises(RulesError, match="not one of the ways"):
            read_rules({"battles": allowed | more})


def test_an_umpire_sets_no_way_that_the_rules_do_not_allow(met: Campaign, umpire: Member) -> None:
    rules(met, fought=["board", "table"])
    with pytest.raises(OverrideError, match="in that way"):
        consent.decide(met, KEY, umpire, "quick", "", "We are in a hurry.")


def test_it_goes_through_a_file_and_back(met: Campaign, chief: Member, alice: User) -> None:
    consent.propose(met, KEY, chief, "table")
    agreed(met, "board", key="t1e2")
    again = services.import_file(alice, services.export_file(met, seed=True))
    for key in (KEY, "t1e2"):
        here, there = (each.engagements.get(key=key) for each in (met, again))
        assert (there.proposal, there.agreed, there.opened) == (here.proposal, here.agreed, here.opened)


@pytest.mark.parametrize(
    ("before", "proposal", "agreed_by"),
    [
        ({"standins": {"by": "crown"}}, "crown", None),
        ({"standins": {"by": ""}}, None, "umpire"),
        ({"standins": {"by": "crown", "armies": [None, {"name": "Theirs", "worth": 10}]}}, None, "sides"),
    ],
)
def test_a_file_of_before_comes_back_with_what_it_proposed(
    met: Campaign, alice: User, before: dict[str, Any], proposal: str | None, agreed_by: str | None
) -> None:
    file = services.export_file(met, seed=True)
    part = file["engagements"][0]
    part["standins"] = {"system": "snaphance", "means": "board", **before["standins"]}
    for name in ("opened", "proposal", "agreed"):
        part.pop(name, None)
    found = kept(services.import_file(alice, file))
    assert (found.proposal or {}).get("by") == proposal
    assert (found.agreed or {}).get("how") == agreed_by
