"""Mail: who is told what, when, and who is not."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from campaigns import deadlines, mail, services, standins, tasks
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import allow_stand_ins, battles, hold, outcome

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(django_capture_on_commit_callbacks: Any, mailoutbox: list[EmailMessage]) -> Callable[..., Any]:
    """Who gets which subject of what an act sends."""

    def after(act: Callable[[], Any]) -> dict[str, str]:
        mailoutbox.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert all(len(each.to) == 1 for each in mailoutbox)
        return {each.to[0].partition("@")[0]: each.subject.partition(": ")[2] for each in mailoutbox}

    return after


def test_an_invitation_goes_to_the_address_that_it_is_for(
    row: Campaign, umpire: Member, told: Any, mailoutbox: list[EmailMessage]
) -> None:
    def act() -> None:
        services.invite(row, umpire, "player", "company", email="frank@example.org")

    assert told(act) == {"frank": "you are invited"}
    assert row.invitations.get().token in mailoutbox[0].body


def test_everybody_is_told_that_a_turn_was_resolved(row: Campaign, told: Any) -> None:
    found = told(lambda: services.resolve(row, row.revision))
    assert found == dict.fromkeys(("alice", "bob", "edward", "dora", "nora"), "turn 1 resolved")


def test_nothing_is_told_of_what_was_not_kept(row: Campaign, told: Any) -> None:
    def act() -> None:
        with transaction.atomic():
            services.resolve(row, row.revision)
            transaction.set_rollback(True)

    assert told(act) == {}


def test_mail_tells_nothing_but_that_something_happened(
    row: Campaign, told: Any, mailoutbox: list[EmailMessage]
) -> None:
    told(lambda: services.resolve(row, row.revision))
    names = {force.name for force in state_of(row).forces.values()}
    names |= {area.name for area in state_of(row).map.areas}  # type: ignore[union-attr]
    assert names
    assert not [name for name in names if any(name in each.body for each in mailoutbox)]
    assert all(str(row.public_id) in each.body for each in mailoutbox)


def test_who_wants_no_mail_gets_none(row: Campaign, bob: User, told: Any) -> None:
    services.set_mail(bob, on=False)
    assert "bob" not in told(lambda: services.resolve(row, row.revision))
    services.set_mail(bob, on=True)
    assert "bob" in told(lambda: services.resolve(row, row.revision))


def test_who_has_no_address_hinders_nobody(row: Campaign, bob: User, told: Any) -> None:
    User.objects.filter(pk=bob.pk).update(email="")
    assert set(told(lambda: services.resolve(row, row.revision))) == {"alice", "edward", "dora", "nora"}


def test_those_who_met_somebody_are_told_that_an_engagement_waits(row: Campaign, told: Any) -> None:
    battles(row, ("cr1", "co1"))
    found = told(lambda: mail.resolved(row, [None]))  # type: ignore[list-item]
    assert {who for who, words in found.items() if words == "an engagement waits for you"} == {
        "bob", "edward", "dora",
    }  # fmt: skip
    assert set(found) == {"alice", "bob", "edward", "dora", "nora"}


def test_the_other_side_is_asked_for_its_report_and_the_umpire_to_decide(
    row: Campaign, chief: Member, enemy: Member, told: Any
) -> None:
    battles(row, ("cr1", "co1"))
    found = told(lambda: services.report(row, "t1e1", chief, outcome(row, "t1e1", winner=0)))
    assert found == {"dora": "a report waits for yours"}
    found = told(lambda: services.report(row, "t1e1", enemy, outcome(row, "t1e1", winner=1)))
    assert found == {"alice": "two reports differ"}


def test_who_has_an_army_to_name_is_told_so(row: Campaign, chief: Member, enemy: Member, told: Any) -> None:
    battles(row, ("cr1", "co1"))
    allow_stand_ins(row)
    propose = partial(standins.propose, row, "t1e1")
    assert told(lambda: propose(chief, "snaphance", "board")) == {"dora": "an army is for you to name"}
    assert told(lambda: propose(chief, "snaphance", "board")) == {}
    assert told(lambda: propose(enemy, "snaphance", "table")) == {"bob": "an army is for you to name"}


def test_who_has_given_no_orders_is_reminded_once(
    row: Campaign, umpire: Member, enemy: Member, told: Any
) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    services.give_orders(row, enemy, hold(state_of(row), "commons"))
    assert told(deadlines.remind) == {"bob": "your orders are missing"}
    assert told(deadlines.remind) == {}
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=9))
    assert told(deadlines.remind) == {"bob": "your orders are missing"}


def test_a_player_with_a_force_of_his_own_is_reminded_of_it(
    row: Campaign, umpire: Member, chief: Member, comrade: Member, told: Any
) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    services.hand_over(row, chief, "cr2", comrade)
    services.give_orders(row, chief, {"faction": "crown", "forces": {"cr1": {"do": "hold"}}})
    assert set(told(deadlines.remind)) == {"edward", "dora"}


def test_nobody_is_reminded_of_what_is_far_off_or_rests(row: Campaign, umpire: Member, told: Any) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(days=3))
    assert told(deadlines.remind) == {}
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    services.pause(row, umpire)
    assert told(deadlines.remind) == {}


def test_the_number_of_queries_does_not_grow_with_the_people(
    row: Campaign, django_assert_num_queries: Any, django_capture_on_commit_callbacks: Any
) -> None:
    for number in range(20):
        user = User.objects.create_user(f"u{number}", f"u{number}@example.org", "x")
        services.add_member(row, user, "neutral")
    with django_assert_num_queries(1), django_capture_on_commit_callbacks() as callbacks:
        mail.resolved(row, [row.turns.model(turn=1)])
    assert len(callbacks) == 1


def test_a_mail_that_cannot_be_sent_holds_nothing_up(
    row: Campaign, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def refuse() -> None:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(tasks, "get_connection", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        services.resolve(row, row.revision)
    assert row.turn == 2


def test_a_subject_is_one_line_whatever_the_campaign_is_called(
    row: Campaign, told: Any, mailoutbox: list[EmailMessage]
) -> None:
    Campaign.objects.update(name="Two\nlines")
    row.refresh_from_db()
    told(lambda: services.resolve(row, row.revision))
    assert {each.subject for each in mailoutbox} == {"Two lines: turn 1 resolved"}
