"""What was done about a battle stands on its page: who proposed, declined, agreed, reported, and when."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from campaigns import consent, services
from campaigns.dealings import dealings_of
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.waiting import Waiting, waiting_for
from tests.kit.campaigns import outcome
from tests.kit.consent import KEY, Call, agreed, kept, shown, url

pytestmark = pytest.mark.django_db
LATER = timedelta(hours=5)


def did(row: Campaign) -> list[tuple[str, str, str, str]]:
    return [(each.did, each.faction, each.who, each.means) for each in dealings_of(kept(row))]


def of_battle(user: User) -> Waiting:
    """What waits for somebody of the first battle."""
    [found] = [each for each in waiting_for(user) if each.url.endswith(f"/{KEY}/")]
    return found


def test_who_declined_what_stands_on_the_page_of_both_and_over_rest(
    met: Campaign, as_bob: Client, as_dora: Client, bob: User, dora: User, rest: Call
) -> None:
    as_bob.post(url(met, "propose/"), {"proposal": ":table"})
    as_dora.post(url(met, "propose/"), {"proposal": ""})
    assert did(met) == [("proposed", "crown", "bob", "table"), ("declined", "commons", "dora", "table")]
    for client in (as_bob, as_dora):
        page = shown(client, met)
        assert "bob (The Crown) proposed to fight it on a table." in page
        assert "dora (The Commons) declined to fight it on a table." in page
    assert "The Commons declined your proposal to fight it on a table." in shown(as_bob, met)
    assert "declined your proposal" not in shown(as_dora, met)
    for user in (bob, dora):
        told = rest(user).json()["dealings"]
        assert [(each["did"], each["who"], each["means"]) for each in told] == [
            ("proposed", "bob", "table"), ("declined", "dora", "table"),
        ]  # fmt: skip


@pytest.mark.usefixtures("confirmed")
def test_whoever_proposed_gets_news_that_it_was_declined(
    met: Campaign, chief: Member, enemy: Member, mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    consent.propose(met, KEY, chief, "table")
    with django_capture_on_commit_callbacks(execute=True):
        consent.drop(met, KEY, enemy)
    [sent] = [each for each in mailoutbox if "bob@example.org" in each.to]
    assert "declined" in sent.body
    waits = of_battle(chief.user)
    assert waits.words.startswith("Propose another way to fight the battle of ")
    assert waits.words.endswith(": The Commons declined yours")
    assert not of_battle(enemy.user).words.startswith("Propose another way")
    consent.propose(met, KEY, enemy, "automatic")
    assert "proposes how to fight" in of_battle(chief.user).words


def test_taking_ones_own_proposal_back_declines_nothing(met: Campaign, chief: Member, enemy: Member) -> None:
    consent.propose(met, KEY, chief, "table")
    consent.drop(met, KEY, chief)
    assert [each[0] for each in did(met)] == ["proposed", "withdrew"]
    assert not any("declined" in each.words for each in waiting_for(chief.user) + waiting_for(enemy.user))
    assert consent.drop(met, KEY, enemy) is None
    assert len(did(met)) == 2


def test_all_that_is_done_is_told_in_order(
    met: Campaign, as_alice: Client, as_bob: Client, as_dora: Client, chief: Member
) -> None:
    as_bob.post(url(met, "propose/"), {"proposal": ":board"})
    as_dora.post(url(met, "accept/"), {"proposal": ":board"})
    as_alice.post(url(met, "propose/"), {"proposal": ":table", "reason": "No network in the club."})
    as_bob.post(url(met, "fight/"), {"means": "table"})
    services.report(met, KEY, chief, outcome(met, KEY))
    as_alice.post(url(met, "give-up/"))
    assert [(each[0], each[2]) for each in did(met)] == [
        ("proposed", "bob"), ("agreed", "dora"), ("decided", "alice"), ("began", ""), ("reported", "bob"),
        ("reset", "alice"),
    ]  # fmt: skip
    page = shown(as_dora, met)
    lines = [
        "bob (The Crown) proposed to fight it on the board.", "dora (The Commons) agreed to fight it on the",
        "alice (umpire) decided to fight it on a table.", "The battle started on a table.",
        "bob (The Crown) reported how it ended.", "alice (umpire) opened the battle again.",
    ]  # fmt: skip
    places = [page.index(each) for each in lines]
    assert places == sorted(places, reverse=True)


def test_who_looks_on_reads_none_of_it(met: Campaign, nora: User, chief: Member, rest: Call) -> None:
    consent.propose(met, KEY, chief, "table")
    for key in (KEY, "t1e2"):
        services.settle(met, key, outcome(met, key))
    assert rest(nora).json()["dealings"] is None


def test_it_goes_through_a_file_and_back(met: Campaign, chief: Member, alice: User) -> None:
    consent.propose(met, KEY, chief, "table")
    again = services.import_file(alice, services.export_file(met, seed=True))
    assert kept(again).dealings == kept(met).dealings != []


# -- since when something waits --------------------------------------------------------------------


def test_what_waits_says_since_when_it_is_there_to_be_done(
    met: Campaign, chief: Member, enemy: Member, umpire: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = timezone.now() - timedelta(days=3)
    EngagementRow.objects.filter(campaign=met).update(opened=began)
    met.members.update(joined=began)
    assert of_battle(chief.user).since == began
    assert consent.propose(met, KEY, chief, "table") is None
    assert of_battle(enemy.user).since == _last(met)
    consent.accept(met, KEY, enemy, "table")
    assert of_battle(chief.user).since == _last(met)
    services.fight(met, KEY, "table")
    started = _last(met)
    assert of_battle(chief.user).since == of_battle(enemy.user).since == started
    services.report(met, KEY, chief, outcome(met, KEY, winner=0))
    assert of_battle(enemy.user).since == _last(met) > started
    services.report(met, KEY, enemy, outcome(met, KEY, winner=1))
    for member in (chief, enemy, umpire):
        assert of_battle(member.user).since == _last(met)


def _last(row: Campaign) -> Any:
    return dealings_of(kept(row))[-1].at


def test_orders_wait_since_the_turn_began_whatever_the_umpire_corrected(
    row: Campaign, umpire: Member, chief: Member, bob: User
) -> None:
    services.resolve(row, row.revision)
    [part] = row.turns.filter(part="conclude")
    services.override(row, row.revision, umpire, [{"do": "weather", "weather": "rain"}], "It rained.")
    [waits] = waiting_for(bob)
    assert (waits.kind, waits.since) == ("orders", part.at)


def test_a_request_to_play_waits_since_it_was_made(row: Campaign, umpire: Member, bob: User) -> None:
    Campaign.objects.filter(pk=row.pk).update(created=timezone.now() - timedelta(days=9))
    services.ask_to_play(row, umpire, "company")
    umpire.refresh_from_db()
    [waits] = [each for each in waiting_for(bob) if each.kind == "request"]
    assert waits.since == umpire.asked is not None


def test_a_report_in_place_of_another_is_a_change(met: Campaign, as_bob: Client, chief: Member) -> None:
    agreed(met, "table")
    as_bob.post(url(met, "fight/"), {"means": "table"})
    services.report(met, KEY, chief, outcome(met, KEY))
    services.report(met, KEY, chief, outcome(met, KEY, 1))
    page = shown(as_bob, met)
    assert page.count("bob (The Crown) reported how it ended.") == 1
    assert page.index("bob (The Crown) changed their report.") < page.index("bob (The Crown) reported how")
