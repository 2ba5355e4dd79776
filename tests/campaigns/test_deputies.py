"""Battles are agreed on, begun and reported by who leads a side, or by their deputy while they are away."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from campaigns import consent, fighting, services
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal
from campaigns.settling import outcome_adapter, report_hash
from campaigns.waiting import waiting_for
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, member_of, outcome, refusal
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db
SOON = timezone.now().date() + timedelta(days=4)


@pytest.fixture
def away(row: Campaign, chief: Member, comrade: Member) -> Campaign:
    """A battle of the first forces; Bob, who leads the Crown, is away, and Edward stands in for him."""
    services.set_away(row, chief, chief, SOON, comrade)
    battles(row, ("cr1", "co1"))
    return row


@pytest.fixture
def as_edward(edward: User) -> Client:
    return signed_in(edward)


def found(row: Campaign) -> EngagementRow:
    return row.engagements.get(key="t1e1", undone=False)


def sent(row: Campaign, winner: int) -> dict[str, object]:
    return {"outcome": outcome_adapter().dump_python(outcome(row, "t1e1", winner), mode="json")}


def test_a_deputy_agrees_begins_and_reports_on_pages(
    away: Campaign, edward: User, as_edward: Client, as_dora: Client, enemy: Member
) -> None:
    as_edward.post(page(away, "battles", "t1e1", "propose"), {"proposal": ":table"})
    assert (found(away).proposal or {})["by"] == "crown"
    consent.accept(away, "t1e1", enemy, "table")
    assert "Start" in waiting_for(edward)[0].words
    as_edward.post(page(away, "battles", "t1e1", "fight"), {"means": "table"})
    assert found(away).means == "table"
    assert as_edward.get(page(away, "battles", "t1e1", "report")).status_code == 200
    services.report(away, "t1e1", enemy, outcome(away, "t1e1", 1))
    services.report(away, "t1e1", member_of(away, edward), outcome(away, "t1e1", 0))
    as_edward.post(page(away, "battles", "t1e1", "agree"), {"hash": report_hash(found(away).claim_b)})
    assert found(away).outcome["winner"] == 1


def test_a_deputy_does_it_over_rest(away: Campaign, as_edward: Client, enemy: Member) -> None:
    where = ("engagements", "t1e1")
    consent.propose(away, "t1e1", enemy, "table")
    for parts, data in (
        (("accept",), {"means": "table"}), (("fight",), {"means": "table"}), (("report",), sent(away, 0)),
    ):  # fmt: skip
        answer = as_edward.post(api(away, *where, *parts), data, content_type="application/json")
        assert answer.status_code == 200, answer.content
    assert found(away).claim_a["winner"] == 0


def test_a_comrade_who_is_no_deputy_does_none_of_it(
    row: Campaign, comrade: Member, chief: Member, enemy: Member, as_edward: Client
) -> None:
    battles(row, ("cr1", "co1"))
    consent.propose(row, "t1e1", enemy, "table")
    shown = text(as_edward.get(page(row, "battles", "t1e1")))
    assert "bob acts for your side." in shown
    assert f'action="{page(row, "battles", "t1e1", "propose")}"' not in shown
    assert f'action="{page(row, "battles", "t1e1", "accept")}"' not in shown
    for parts, data in (
        (("accept",), {"means": "table"}), (("propose",), {"means": "board"}), (("propose",), {"means": ""}),
    ):  # fmt: skip
        answer = as_edward.post(
            api(row, "engagements", "t1e1", *parts), data, content_type="application/json"
        )
        assert answer.status_code == 403, answer.content
        assert "nly bob can do this for your side" in answer.content.decode()
    consent.accept(row, "t1e1", chief, "table")
    for data in ({"means": "table"},):
        answer = as_edward.post(
            api(row, "engagements", "t1e1", "fight"), data, content_type="application/json"
        )
        assert answer.status_code == 403
    fighting.fight(row, "t1e1", chief, "table")
    assert as_edward.get(page(row, "battles", "t1e1", "report")).status_code == 302
    answer = as_edward.post(
        api(row, "engagements", "t1e1", "report"), sent(row, 0), content_type="application/json"
    )
    assert answer.status_code == 403
    services.report(row, "t1e1", chief, outcome(row, "t1e1", 0))
    services.report(row, "t1e1", enemy, outcome(row, "t1e1", 1))
    with refusal(CampaignRefusal, code="not-yours"):
        services.accept_report(row, "t1e1", comrade, report_hash(row.engagements.get(key="t1e1").claim_b))
    assert not waiting_for(comrade.user)


def test_whoever_commands_a_force_in_it_acts_for_their_side(
    row: Campaign, comrade: Member, chief: Member
) -> None:
    services.hand_over(row, chief, "cr1", comrade)
    row.refresh_from_db()
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    consent.propose(row, "t1e1", comrade, "table")
    with refusal(CampaignRefusal, code="not-yours"):
        consent.propose(row, "t1e2", comrade, "table")


def test_comrades_act_where_nobody_who_leads_is_here(row: Campaign, comrade: Member, chief: Member) -> None:
    services.set_away(row, chief, chief, SOON)
    battles(row, ("cr1", "co1"))
    consent.propose(row, "t1e1", comrade, "table")
    assert (found(row).proposal or {})["by"] == "crown"


def test_a_deputy_stands_in_no_more_once_they_are_back(
    away: Campaign, chief: Member, comrade: Member
) -> None:
    services.set_away(away, chief, chief, None)
    with refusal(CampaignRefusal, code="not-yours"):
        consent.propose(away, "t1e1", comrade, "table")
