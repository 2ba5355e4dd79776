"""Players of tables without a result are reminded: by an organiser or judge, or once the time is up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from campaigns.subscriptions import stop_mail
from rulesets.engine.errors import LeaguerError
from tests.kit.clients import signed_in
from tests.kit.tournaments import appoint, event, pair_round, play_round, read
from tournaments import services
from tournaments.access import NotAllowed
from tournaments.engine.actions import Clock, Decide, Remind, ReportResult
from tournaments.engine.document import Result
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
WAITS = "The organisers wait for this result"


@pytest.fixture
def row(alice: User, bob: User, charlie: User) -> Tournament:
    """Round 1 is played; Bob and Charlie, who have addresses, meet at a table."""
    row = pair_round(event(alice, bob, count=4), alice)
    other = next(each.players for each in read(row).rounds[0].pairings if "anna" in each.players)
    Entry.objects.filter(tournament=row, player=next(key for key in other if key != "anna")).update(
        user=charlie
    )
    for user in (bob, charlie):
        EmailAddress.objects.create(user=user, email=f"{user}@example.org", verified=True, primary=True)
    return row


def page(user: User, row: Tournament) -> str:
    return signed_in(user).get(row.get_absolute_url()).content.decode()


def press(client: Client, row: Tournament) -> int:
    fields = {"a.do": "remind", "a.round": "1", "revision": row.revision}
    return int(client.post(f"{row.get_absolute_url()}act/", fields).status_code)


def test_tables_without_a_result_are_reminded_on_the_phone_and_by_mail(
    row: Tournament, alice: User, bob: User, charlie: User, mailoutbox: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    assert "Remind tables without a result" in page(alice, row)
    assert WAITS not in page(bob, row)
    before = row.revision
    with django_capture_on_commit_callbacks(execute=True):
        assert press(signed_in(alice), row) == 302
    row.refresh_from_db()
    assert row.revision > before, "open pages follow"
    assert WAITS in page(bob, row)
    assert WAITS in page(charlie, row)
    assert WAITS not in page(alice, row)
    assert sorted(each.to[0] for each in mailoutbox) == ["bob@example.org", "charlie@example.org"]
    assert "your result is missing" in mailoutbox[0].subject
    assert "10 : 4" not in mailoutbox[0].body
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=Result(scores=(9, 3))))
    assert WAITS not in page(bob, row), "they have reported"
    assert "confirm or dispute" in page(charlie, row)


def test_only_who_has_to_report_and_wants_mail_gets_it(
    row: Tournament, alice: User, bob: User, charlie: User, mailoutbox: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=Result(scores=(9, 3))))
    with django_capture_on_commit_callbacks(execute=True):
        row = services.act(row, alice, Remind(round=1, at=timezone.now()))
    assert [each.to for each in mailoutbox] == [["charlie@example.org"]]
    stop_mail(charlie, "tournament")
    later = timezone.now() + timedelta(minutes=5)
    with django_capture_on_commit_callbacks(execute=True):
        services.act(row, alice, Remind(round=1, at=later))
    assert len(mailoutbox) == 1


def test_nobody_is_reminded_twice_in_five_minutes_nor_for_nothing(row: Tournament, alice: User) -> None:
    now = timezone.now()
    row = services.act(row, alice, Remind(round=1, at=now))
    with pytest.raises(LeaguerError, match="reminded a moment ago"):
        services.act(row, alice, Remind(round=1, at=now + timedelta(minutes=4)))
    for wrong in (now + timedelta(hours=1), now - timedelta(hours=1)):
        with pytest.raises(LeaguerError, match="current time"):
            services.act(row, alice, Remind(round=1, at=wrong))
    done = play_round(event(alice, count=2), alice)
    with pytest.raises(LeaguerError, match="Nobody has to report"):
        services.act(done, alice, Remind(round=1, at=now))


def test_judges_remind_and_players_and_strangers_do_not(
    row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    dora = User.objects.create_user("dora")
    for user in (bob, charlie, dora):
        with pytest.raises(NotAllowed):
            services.act(row, user, Remind(round=1, at=timezone.now()))
        assert "Remind tables" not in page(user, row)
    appoint(row, "dora", "judge")
    assert "Remind tables" in page(dora, row)
    assert press(signed_in(dora), row) == 302
    assert read(Tournament.objects.get()).rounds[0].reminded is not None


@pytest.mark.parametrize("way", ["page", "command"])
def test_when_the_time_is_up_tables_are_reminded_by_themselves_once(
    row: Tournament, alice: User, bob: User, way: str, capsys: Any
) -> None:
    def look() -> None:
        if way == "page":
            page(bob, row)
        else:
            call_command("tournament_remind")

    row = services.act(row, alice, Clock(round=1, ends=timezone.now() + timedelta(minutes=1)))
    look()
    assert read(Tournament.objects.get()).rounds[0].reminded is None
    row = services.act(row, alice, Clock(round=1, ends=timezone.now() - timedelta(minutes=1)))
    look()
    row.refresh_from_db()
    assert (row.log.last().action["do"], row.log.last().user) == ("remind", None)
    look()
    again = Tournament.objects.get()
    assert again.revision == row.revision
    assert ("are reminded" in capsys.readouterr().out) == (way == "command")
    for each in read(row).rounds[0].pairings:
        row = services.act(row, alice, Decide(round=1, player=each.players[0], result=Result(scores=(1, 0))))
    assert WAITS not in page(bob, row)
