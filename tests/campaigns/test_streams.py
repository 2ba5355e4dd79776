"""The stream of a campaign: for its members, each of whom hears of what they may see, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns import consent, services
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import battles, hold, member_of, outcome
from tests.kit.clients import signed_in
from tests.kit.consent import agreed
from tests.kit.streams import meanwhile, run, status, stream

pytestmark = pytest.mark.django_db(transaction=True)

People = dict[str, Member]
Act = Callable[[Campaign, People], object]
KEY = "t1e1"


def events(row: Campaign) -> str:
    return f"{row.get_absolute_url()}events/"


def test_members_watch_and_strangers_find_nothing(
    row: Campaign, as_alice: Client, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    seen = [status(events(row), each) for each in (as_alice, as_bob, as_charlie, client)]
    assert seen == [200, 200, 404, 404]


def test_what_the_umpire_does_wakes_the_players(
    row: Campaign, umpire: Member, as_bob: Client, as_dora: Client
) -> None:
    async def watched() -> None:
        async with stream(events(row), as_bob) as his, stream(events(row), as_dora) as hers:
            begun = await his.next()
            assert await hers.next() == begun == row.revision
            await meanwhile(services.rename, row, umpire, "Another name")
            assert (await his.next(), await hers.next()) == (begun + 1, begun + 1)

    run(watched)


# -- what is no revision ---------------------------------------------------------------------------


@pytest.fixture
def people(row: Campaign) -> People:
    """Alice is umpire, Bob and Edward are the Crown, each with a force of his own, Dora is the Commons, Nora
    looks on.
    """
    found = {str(each.user): each for each in row.members.select_related("user")}
    services.hand_over(row, found["alice"], "cr2", found["edward"])
    return found


def nothing(row: Campaign, people: People) -> None:
    pass


def timed(row: Campaign, people: People) -> None:
    services.set_deadline(row, people["alice"], timezone.now() + timedelta(hours=5))


def asked(row: Campaign, people: People) -> None:
    timed(row, people)
    services.ask_for_time(row, people["bob"], 24)


def bob_ready(row: Campaign, people: People) -> None:
    services.set_ready(row, people["bob"])


def fought(row: Campaign, people: People) -> None:
    battles(row, ("cr1", "co1"), ("cr2", "co2"))


def proposed(row: Campaign, people: People) -> None:
    fought(row, people)
    consent.propose(row, KEY, people["bob"], "table")


def begun(row: Campaign, people: People) -> None:
    fought(row, people)
    agreed(row, "table")
    services.fight(row, KEY, "table")


def without_the_crown(row: Campaign, people: People) -> None:
    battles(row, ("co1", "cy1"))


def edward_runs(row: Campaign, people: People) -> None:
    row.members.filter(user=people["edward"].user).update(playing_umpire=True)


def orders(row: Campaign, people: People) -> None:
    written = hold(state_of(row), "crown")
    services.give_orders(row, people["bob"], written, draft=True)
    services.give_orders(row, people["bob"], written)
    services.withdraw_orders(row, people["bob"])


def message(who: str, *to: str, umpire: bool = False) -> Act:
    def act(row: Campaign, people: People) -> None:
        services.write_message(row, people[who], "They march at dawn.", to, umpire=umpire)

    return act


def ready(who: str, *, on: bool = True) -> Act:
    return lambda row, people: services.set_ready(row, people[who], on=on)


def declined(row: Campaign, people: People) -> None:
    services.answer_extension(row, people["alice"], row.extensions.get().pk, grant=False)


def reported(row: Campaign, people: People) -> None:
    services.report(row, KEY, people["dora"], outcome(row, KEY))


def decided(row: Campaign, people: People) -> None:
    services.report(row, KEY, people["alice"], outcome(row, KEY))


EVERYBODY = "alice bob edward dora nora"
BOTH_SIDES = "alice bob edward dora"


@pytest.mark.parametrize(("before", "act", "woken"), [
    pytest.param(nothing, orders, "", id="orders"),
    pytest.param(nothing, message("bob", "commons"), "alice bob dora", id="to the enemy"),
    pytest.param(nothing, message("bob", "crown"), "alice bob edward", id="to one's own"),
    pytest.param(nothing, message("edward", umpire=True), "alice edward", id="to the umpire"),
    pytest.param(nothing, message("nora", umpire=True), "alice nora", id="an onlooker's"),
    pytest.param(nothing, message("alice", "commons"), "alice dora", id="the umpire's"),
    pytest.param(edward_runs, message("dora", umpire=True), "alice dora", id="not an umpire's who plays"),
    pytest.param(nothing, ready("bob"), "alice bob edward", id="one of two ready"),
    pytest.param(bob_ready, ready("bob"), "", id="ready already"),
    pytest.param(bob_ready, ready("edward"), EVERYBODY, id="a faction ready"),
    pytest.param(nothing, ready("dora"), EVERYBODY, id="an enemy ready"),
    pytest.param(timed, lambda row, people: services.ask_for_time(row, people["bob"], 24), "alice bob",
        id="more time"),
    pytest.param(asked, declined, "alice bob", id="no more time"),
    pytest.param(nothing, lambda row, people: services.set_automatic(row, people["bob"],
        member=people["bob"]), EVERYBODY, id="automatic orders"),
    pytest.param(nothing, lambda row, people: services.set_away(row, people["bob"], people["bob"],
        timezone.now().date() + timedelta(days=3)), EVERYBODY, id="away"),
    pytest.param(fought, lambda row, people: consent.propose(row, KEY, people["bob"], "table"), BOTH_SIDES,
        id="a proposal"),
    pytest.param(proposed, lambda row, people: consent.accept(row, KEY, people["dora"], "table"), BOTH_SIDES,
        id="accepted"),
    pytest.param(proposed, lambda row, people: consent.drop(row, KEY, people["dora"]), BOTH_SIDES,
        id="declined"),
    pytest.param(without_the_crown, lambda row, people: consent.propose(row, KEY, people["dora"], "table"),
        "alice dora", id="others' proposal"),
    pytest.param(begun, reported, BOTH_SIDES, id="a report"),
    pytest.param(begun, decided, EVERYBODY, id="the umpire's decision"),
])  # fmt: skip
def test_those_who_may_see_it_are_woken_and_nobody_else(
    row: Campaign, people: People, before: Act, act: Act, woken: str
) -> None:
    before(row, people)
    clients = {name: signed_in(each.user) for name, each in people.items()}
    last = {}

    async def watched() -> None:
        async with AsyncExitStack() as stack:
            seen = {
                name: await stack.enter_async_context(stream(events(row), each))
                for name, each in clients.items()
            }
            known = {name: await each.next() for name, each in seen.items()}
            await meanwhile(act, row, people)
            for name in woken.split():
                assert await seen[name].next() == (known[name] or 0) + 1
            await meanwhile(services.rename, row, people["alice"], "Another name")
            for name, each in seen.items():
                last[name] = await each.next()
                assert last[name] == (known[name] or 0) + 1 + (name in woken.split())
                assert re.fullmatch(r"retry: 2000\n(data: \d+\n\n)+", each.sent)

    run(watched)
    row.refresh_from_db()
    for name, client in clients.items():
        assert client.get(events(row), {"revision": str(last[name])}).status_code == 204
        page = client.get(row.get_absolute_url()).content.decode()
        assert f'id="campaign-head" data-revision="{last[name]}"' in page
        assert row.revision <= (last[name] or 0)


def test_what_is_rolled_back_wakes_nobody(row: Campaign, people: People, as_dora: Client) -> None:
    def rolled_back() -> None:
        with transaction.atomic():
            message("bob", "commons")(row, people)
            transaction.set_rollback(True)

    async def watched() -> None:
        async with stream(events(row), as_dora) as hers:
            begun = await hers.next()
            await meanwhile(rolled_back)
            await meanwhile(message("alice", "commons"), row, people)
            assert await hers.next() == (begun or 0) + 1

    run(watched)
    assert member_of(row, people["dora"].user).news == 1


def test_a_member_who_is_removed_hears_no_more(row: Campaign, people: People) -> None:
    reader = signed_in(people["edward"].user)

    async def watched() -> None:
        async with stream(events(row), reader) as his:
            assert await his.next() == row.revision
            await meanwhile(services.remove, row, people["alice"], people["edward"])
            await his.until_the_end()

    run(watched)
    assert status(events(row), reader) == 404


def test_who_changes_sides_loses_no_news_that_came_meanwhile(row: Campaign, people: People) -> None:
    message("bob", "crown")(row, people)
    services.change_member(row, people["alice"], people["edward"], role="neutral")
    assert member_of(row, people["edward"].user).news == 1


def test_many_are_woken_with_as_many_queries_as_few(row: Campaign, people: People) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            message("bob", "commons")(row, people)
        return len(found)

    few = queries()
    users = User.objects.bulk_create(User(username=f"soldier-{number}") for number in range(20))
    Member.objects.bulk_create(
        Member(campaign=row, user=each, role="player", faction="commons") for each in users
    )
    assert queries() == few
    assert set(row.members.filter(user__in=users).values_list("news", flat=True)) == {1}
