"""Mail: who is told what, when, and who is not."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armylists import tasks
from campaigns import consent, deadlines, mail, services
from campaigns.engine import shipped
from campaigns.models import Campaign, Member, NoMail
from campaigns.persistence import state_of
from tests.kit.campaigns import allow_stand_ins, battles, hold, outcome
from tests.kit.consent import agreed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("confirmed")]


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
    assert found == dict.fromkeys(("alice", "bob", "edward", "dora", "nora"), "turn 1 carried out")


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
    EmailAddress.objects.filter(user=bob).delete()
    assert set(told(lambda: services.resolve(row, row.revision))) == {"alice", "edward", "dora", "nora"}


def test_those_who_met_somebody_are_told_that_a_battle_waits(row: Campaign, told: Any) -> None:
    battles(row, ("cr1", "co1"))
    found = told(lambda: mail.resolved(row, [None]))  # type: ignore[list-item]
    assert {who for who, words in found.items() if words == "you have a battle to fight"} == {
        "bob", "edward", "dora",
    }  # fmt: skip
    assert set(found) == {"alice", "bob", "edward", "dora", "nora"}


def test_the_other_side_is_asked_for_its_report_and_the_umpire_to_decide(
    row: Campaign, chief: Member, enemy: Member, told: Any
) -> None:
    battles(row, ("cr1", "co1"))
    agreed(row, "table")
    services.fight(row, "t1e1", "table")
    found = told(lambda: services.report(row, "t1e1", chief, outcome(row, "t1e1", winner=0)))
    assert found == {"dora": "report your battle"}
    found = told(lambda: services.report(row, "t1e1", enemy, outcome(row, "t1e1", winner=1)))
    assert found == {"alice": "two reports differ"}


def test_who_has_an_army_to_name_is_told_so(row: Campaign, chief: Member, enemy: Member, told: Any) -> None:
    battles(row, ("cr1", "co1"))
    allow_stand_ins(row)
    propose = partial(consent.propose, row, "t1e1")
    assert told(lambda: propose(chief, "board", "snaphance")) == {"dora": "a proposal waits for you"}
    assert told(lambda: propose(chief, "board", "snaphance")) == {}
    assert told(lambda: propose(enemy, "table")) == {
        "bob": "a proposal waits for you", "edward": "a proposal waits for you",
    }  # fmt: skip
    propose(chief, "board", "snaphance")
    found = told(lambda: consent.accept(row, "t1e1", enemy, "board", "snaphance"))
    assert found == {"bob": "choose your army", "dora": "choose your army"}


def test_who_has_given_no_orders_is_reminded_once(
    row: Campaign, umpire: Member, enemy: Member, told: Any
) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    services.give_orders(row, enemy, hold(state_of(row), "commons"))
    assert told(deadlines.remind) == {"bob": "your orders are due"}
    assert told(deadlines.remind) == {}
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=9))
    assert told(deadlines.remind) == {"bob": "your orders are due"}


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
        EmailAddress.objects.create(user=user, email=user.email, verified=True)
    with django_assert_num_queries(3), django_capture_on_commit_callbacks() as callbacks:
        mail.resolved(row, [row.turns.model(turn=1)])
    assert len(callbacks) == 2  # those who order, and the others


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
    assert {each.subject for each in mailoutbox} == {"Two lines: turn 1 carried out"}


def test_an_address_that_is_not_confirmed_gets_nothing_but_an_invitation(
    row: Campaign, umpire: Member, bob: User, told: Any
) -> None:
    EmailAddress.objects.filter(user=bob).update(verified=False)
    assert "bob" not in told(lambda: services.resolve(row, row.revision))
    invited = told(lambda: services.invite(row, umpire, "player", "company", email=bob.email))
    assert invited == {"bob": "you are invited"}


def test_the_first_address_that_is_confirmed_gets_the_mail(row: Campaign, bob: User, told: Any) -> None:
    EmailAddress.objects.filter(user=bob).update(verified=False)
    EmailAddress.objects.create(user=bob, email="other@example.org", verified=True)
    found = told(lambda: services.resolve(row, row.revision))
    assert "other" in found
    assert "bob" not in found


def test_who_joins_gets_mail_without_asking_for_it(
    row: Campaign, umpire: Member, charlie: User, told: Any
) -> None:
    EmailAddress.objects.create(user=charlie, email=charlie.email, verified=True)
    services.join(services.invite(row, umpire, "player", "company").token, charlie)
    row.refresh_from_db()
    assert "charlie" in told(lambda: services.resolve(row, row.revision))


def test_who_wanted_no_mail_before_there_were_kinds_wants_none_of_any(row: Campaign, bob: User) -> None:
    NoMail.objects.create(user=bob)
    assert mail.wanted(User.objects.get(pk=bob.pk)) == set()


@pytest.mark.parametrize("off", ["result", "deadline"])
def test_mail_of_one_kind_is_switched_off_alone(
    row: Campaign, umpire: Member, bob: User, told: Any, off: str
) -> None:
    services.set_mail_kinds(bob, {"turn", "result", "deadline"} - {off, "turn"})
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    assert ("bob" in told(deadlines.remind)) == (off != "deadline")
    assert ("bob" in told(lambda: services.resolve(row, row.revision))) == (off != "result")


def test_a_mail_says_why_it_came_and_one_click_stops_its_kind(
    row: Campaign, bob: User, told: Any, mailoutbox: list[EmailMessage], client: Client
) -> None:
    told(lambda: services.resolve(row, row.revision))
    sent = next(each for each in mailoutbox if each.to == [bob.email])
    assert f"You get this mail because you take part in “{row.name}”." in sent.body
    stop = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop in sent.body
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = stop.removeprefix(settings.LEAGUER_URL)
    page = client.get(path)
    assert "Stop mail about your turn" in page.content.decode()
    assert mail.wanted(User.objects.get(pk=bob.pk)) == set(mail.KINDS)  # looking at it stops nothing
    strict = Client(enforce_csrf_checks=True)  # as a mail program sends it
    assert strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert mail.wanted(User.objects.get(pk=bob.pk)) == set(mail.KINDS) - {"turn"}
    client.post(path, {"all": "1"})
    assert mail.wanted(User.objects.get(pk=bob.pk)) == set()


def test_an_address_that_was_changed_stops_nothing(row: Campaign, bob: User, client: Client) -> None:
    token = signing.dumps([bob.pk, "result"], salt=mail.SALT)
    others = [signing.dumps([bob.pk, "result"]), signing.dumps([bob.pk, "all"], salt=mail.SALT), f"{token}x"]
    for wrong in [*others, signing.dumps([0, "result"], salt=mail.SALT)]:
        assert client.post(reverse("campaigns:stop-mail", args=[wrong])).status_code == 404
    assert not NoMail.objects.exists()


def test_who_orders_is_told_of_their_turn_and_others_of_the_result(
    row: Campaign, bob: User, nora: User, told: Any, mailoutbox: list[EmailMessage]
) -> None:
    told(lambda: services.resolve(row, row.revision))
    stops = {
        each.to[0]: next(line for line in each.body.splitlines() if "Stop" in line) for each in mailoutbox
    }
    assert stops[bob.email].startswith("Stop mail about your turn: ")
    assert stops[nora.email].startswith("Stop mail about results: ")
    services.set_mail_kinds(bob, {"result"})
    told(lambda: services.resolve(row, row.revision))
    assert any(each.to == [bob.email] and "about results" in each.body for each in mailoutbox)


def test_who_waits_for_the_umpire_is_reminded_too(row: Campaign, umpire: Member, told: Any) -> None:
    services.set_alone(row, umpire, on=False)
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=5))
    assert told(deadlines.remind) == dict.fromkeys(("bob", "dora"), "your orders are due")
    assert deadlines.due_campaigns() == []


def test_everybody_hears_of_a_deadline_that_moves(row: Campaign, umpire: Member, told: Any) -> None:
    when = timezone.now() + timedelta(hours=50)
    everybody = dict.fromkeys(("alice", "bob", "edward", "dora", "nora"), "new deadline")
    assert told(lambda: services.set_deadline(row, umpire, when)) == everybody
    assert told(lambda: services.set_deadline(row, umpire, when)) == {}
    assert told(lambda: services.set_deadline(row, umpire, None)) == {}


def test_an_umpire_who_plays_hears_what_waits_for_who_runs_the_campaign(
    row: Campaign, umpire: Member, chief: Member, enemy: Member, told: Any
) -> None:
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=50))
    playing = {"role": Member.Role.PLAYER, "faction": "company", "playing_umpire": True}
    row.members.filter(pk=umpire.pk).update(**playing)
    asked = told(lambda: services.ask_for_time(row, chief, 12))
    assert asked == {"alice": "a player asks for more time"}
    row.members.filter(role=Member.Role.PLAYER).exclude(pk=enemy.pk).update(ready=row.turn)
    assert told(lambda: services.set_ready(row, enemy)) == {"alice": "all players are ready"}


def test_mail_of_a_ladder_speaks_of_rounds(alice: User, told: Any, mailoutbox: list[EmailMessage]) -> None:
    ladder = services.create(alice, shipped.document("ladder"))
    told(lambda: services.resolve(ladder, ladder.revision))
    assert "Round 1 of “" in mailoutbox[0].body
    assert "Round 2 has begun" in mailoutbox[0].body
    assert mailoutbox[0].subject.endswith(": round 1 carried out")
