"""What an umpire reads of a report before they confirm it, and what the battle's page says of those in it."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from campaigns import consent, services
from campaigns.engine.state import State
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.views.reports import _REPORTED
from campaigns.waiting import waiting_for
from campaigns.wording.labels import points
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, change, hold, outcome, refusal

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def reported(row: Campaign, chief: Member, enemy: Member) -> Campaign:
    """A battle against the Commons, whom nobody plays any more, reported by the Crown."""
    services.remove(row, enemy, enemy)
    battles(row, ("cr1", "co1"))
    consent.propose(row, "t1e1", chief, "table")
    services.fight(row, "t1e1", "table")
    said = outcome(row, "t1e1", winner=0, lost=(1, 2))
    said.how = "They ran"
    services.report(row, "t1e1", chief, said)
    return row


def first_units(row: Campaign) -> tuple[str, str]:
    state = state_of(row)
    one, two = (next(state.forces[key].ready()).name for key in ("cr1", "co1"))
    return one, two


def test_the_umpire_reads_what_they_confirm(reported: Campaign, as_alice: Client) -> None:
    shown = text(as_alice.get(page(reported, "battles", "t1e1")))
    one, two = first_units(reported)
    assert "Report from The Crown: The Crown won" in shown
    assert "They ran." in shown
    assert f"<b>{one} (The Crown)</b>: 1 lost" in shown
    assert f"<b>{two} (The Commons)</b>: 2 lost" in shown
    told = as_alice.get(api(reported, "engagements", "t1e1")).json()["claims"][0]
    assert (told["winner"], told["how"], len(told["units"])) == (0, "They ran", 2)


def test_the_umpires_result_begins_with_it(reported: Campaign, as_alice: Client) -> None:
    shown = as_alice.get(page(reported, "battles", "t1e1", "report")).content.decode()
    assert 'value="They ran"' in shown
    assert shown.count("checked") == 1
    assert 'value="2" inputmode' in shown or 'value="2"' in shown


def test_the_enemy_reads_no_report_before_their_own(
    met: Campaign, chief: Member, enemy: Member, as_dora: Client
) -> None:
    consent.propose(met, "t1e1", chief, "table")
    consent.accept(met, "t1e1", enemy, "table")
    services.fight(met, "t1e1", "table")
    services.report(met, "t1e1", chief, outcome(met, "t1e1", winner=0))
    assert "Report from The Crown" not in text(as_dora.get(page(met, "battles", "t1e1")))


def test_who_reports_against_nobody_hears_who_confirms_it(
    row: Campaign, chief: Member, enemy: Member, as_bob: Client
) -> None:
    services.remove(row, enemy, enemy)
    battles(row, ("cr1", "co1"))
    consent.propose(row, "t1e1", chief, "table")
    services.fight(row, "t1e1", "table")
    units = [unit for key in ("cr1", "co1") for unit in state_of(row).forces[key].ready()]
    sent = {"winner": "0", "how": ""} | {f"fallen-{unit.id}": "stood" for unit in units}
    said = text(as_bob.post(page(row, "battles", "t1e1", "report"), sent, follow=True))
    assert "An umpire who plays no faction confirms it." in said
    assert _REPORTED["reported"] not in said


def test_a_side_with_automatic_orders_is_not_called_unplayed(
    met: Campaign, enemy: Member, as_alice: Client, as_bob: Client
) -> None:
    services.set_automatic(met, enemy, member=enemy)
    shown = text(as_bob.get(page(met, "battles", "t1e1")))
    assert "The Commons now has automatic orders, so your choice counts" in shown
    assert "Nobody plays" not in shown


def test_the_umpires_page_names_automatic_orders(row: Campaign, enemy: Member, as_alice: Client) -> None:
    services.set_automatic(row, enemy, member=enemy)
    shown = text(as_alice.get(page(row, "umpire")))
    assert "automatic orders" in shown
    preview = text(as_alice.post(page(row, "umpire", "preview")))
    assert "Automatic orders for: The Commons." in preview
    assert "No orders from: The Company, The Crown. Their forces hold." in preview


def test_worth_is_what_stands_now(met: Campaign, as_bob: Client) -> None:
    def worn(state: State) -> None:
        next(state.forces["cr1"].ready()).lost = 1

    change(met, worn)
    worth = points(state_of(met).forces["cr1"].worth)
    assert f"worth {worth}</p>" in text(as_bob.get(page(met, "battles", "t1e1")))


def test_who_stands_aside_is_not_counted(met: Campaign, as_bob: Client) -> None:
    def other_book(state: State) -> None:
        state.engagements["t1e1"].sides[0].forces.append("cr2")
        state.forces["cr2"].book_version = "of another time"

    change(met, other_book)
    shown = unescape(text(as_bob.get(page(met, "battles", "t1e1"))))
    state = state_of(met)
    assert f"{state.forces['cr2'].name} does not fight here, because it is from another army book" in shown
    assert f"Attacks: {state.forces['cr1'].name}, worth" in shown


def test_nobody_accepts_their_own_proposal(met: Campaign, chief: Member, as_bob: Client) -> None:
    consent.propose(met, "t1e1", chief, "automatic")
    with refusal(CampaignRefusal, code="own"):
        consent.accept(met, "t1e1", chief, "automatic")
    answer = as_bob.post(api(met, "engagements", "t1e1", "accept"), {"means": "automatic"}, content_type=JSON)
    assert (answer.status_code, "the other side has to accept" in answer.content.decode()) == (400, True)


def test_who_asks_for_time_is_answered_before_the_turn_goes_on(
    row: Campaign, alice: User, umpire: Member, chief: Member, enemy: Member
) -> None:
    services.set_hours(row, umpire, 48)

    services.set_deadline(row, umpire, timezone.now() + timedelta(days=2))
    for each, faction in ((chief, "crown"), (enemy, "commons")):
        services.give_orders(row, each, hold(state_of(row), faction))
    services.ask_for_time(row, enemy, 24)
    assert [each.kind for each in waiting_for(alice)] == ["time"]
