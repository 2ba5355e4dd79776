"""News: an open page of a campaign says what has happened, to whom may know it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from campaigns import consent, services, settling
from campaigns.models import Campaign, Member, News
from campaigns.waking import STAYS
from tests.kit.campaigns import battles, member_of, outcome
from tests.kit.clients import signed_in
from tests.kit.consent import KEY, agreed

pytestmark = pytest.mark.django_db
CHANGED = ["This campaign has changed."]
Page = Callable[[User], str]


@pytest.fixture
def opened(row: Campaign) -> Callable[[User], Callable[[], list[str]]]:
    """Open a page as somebody; what it says afterwards has happened."""

    def open_page(user: User) -> Callable[[], list[str]]:
        client = signed_in(user)
        page = client.get(row.get_absolute_url()).content.decode()
        [address] = re.findall(r'data-news="([^"]+)"', page)

        def said() -> list[str]:
            answer = client.get(address.replace("&amp;", "&"))
            assert answer.status_code == 200
            found: dict[str, Any] = answer.json()
            again = client.get(row.get_absolute_url()).content.decode()
            assert f'data-revision="{found["revision"]}"' in again
            return list(found["words"])

        return said

    return open_page


Opened = Callable[[User], Callable[[], list[str]]]


def test_each_kind_of_news_is_told_in_words_of_its_own(
    row: Campaign, chief: Member, enemy: Member, umpire: Member, opened: Opened, dora: User
) -> None:
    said = opened(dora)
    services.write_message(row, chief, "We march at dawn.", ["commons"])
    assert said() == ["bob wrote a message."]
    said = opened(dora)
    services.set_away(row, chief, chief, (timezone.now() + STAYS * 3).date())
    services.set_away(row, chief, chief, None)
    assert said() == ["bob is away.", "bob is back."]
    said = opened(dora)
    services.resolve(row, row.revision)
    assert said() == ["The orders of turn 1 were carried out.", "Turn 1 is over."]
    said = opened(dora)
    services.rename(row, umpire, "Another name")
    assert said() == CHANGED


def test_a_battle_is_told_from_the_proposal_to_the_result(
    met: Campaign, chief: Member, enemy: Member, opened: Opened, bob: User, dora: User, nora: User
) -> None:
    battle = re.escape("the battle of ") + ".+"
    pages = opened(bob), opened(nora)
    consent.propose(met, KEY, enemy, "table")
    [line] = pages[0]()
    assert re.fullmatch(rf"The Commons proposes how to fight {battle}\.", line)
    assert pages[1]() == CHANGED
    said = opened(dora)
    consent.drop(met, KEY, chief)
    assert re.fullmatch(rf"The Crown declined the proposal for {battle}\.", said()[0])
    said = opened(dora)
    agreed(met, "table")
    services.fight(met, KEY, "table")
    assert re.fullmatch(r"The battle of .+ has started\.", said()[0])
    said = opened(dora)
    services.report(met, KEY, chief, outcome(met, KEY, winner=0))
    assert re.fullmatch(rf"The Crown reported {battle}\.", said()[0])
    pages = opened(bob), opened(nora)
    services.report(met, KEY, enemy, outcome(met, KEY, winner=0))
    assert re.fullmatch(rf"The Crown won {battle}\.", pages[0]()[-1])
    assert pages[1]() == ["A battle is settled."]  # who looks on learns more when the turn concludes


def test_a_draw_and_who_won_are_told_on_the_pages_of_both_sides(
    met: Campaign, chief: Member, enemy: Member, as_bob: Client, opened: Opened, bob: User, nora: User
) -> None:
    said = opened(bob)
    agreed(met, "table")
    services.fight(met, KEY, "table")
    for member in (chief, enemy):
        services.report(met, KEY, member, outcome(met, KEY, winner=None))
    assert re.fullmatch(r"The battle of .+ was a draw\.", said()[-1])
    hint = "Losses and retreats count once every battle of this turn is settled."
    for page in ("battles/", f"battles/{KEY}/"):
        assert hint in as_bob.get(f"{met.get_absolute_url()}{page}").content.decode()
    assert hint not in signed_in(nora).get(f"{met.get_absolute_url()}battles/").content.decode()
    other = "t1e2"
    settling.settle(met, other, outcome(met, other))
    for page in ("battles/", f"battles/{KEY}/"):
        assert hint not in as_bob.get(f"{met.get_absolute_url()}{page}").content.decode()


def test_nobody_reads_news_that_is_not_theirs(
    row: Campaign, chief: Member, umpire: Member, opened: Opened, dora: User, edward: User
) -> None:
    hers, his = opened(dora), opened(edward)
    services.write_message(row, chief, "We march at dawn.", ["crown"])
    services.hand_over(row, umpire, "cr2", member_of(row, edward))
    assert hers() == CHANGED
    assert his()[0] == "bob wrote a message."
    assert any("edward" in each or "command" in each for each in his()[1:])


def test_only_members_ask_for_news(row: Campaign, as_charlie: Client, client: Client) -> None:
    address = f"{row.get_absolute_url()}news/"
    assert as_charlie.get(address).status_code == 404
    assert client.get(address).status_code == 302


@pytest.mark.parametrize("query", ["", "?seen=x&since=y", "?seen=-1&since=1e400", "?since=nan"])
def test_a_question_without_sense_is_answered(row: Campaign, as_bob: Client, query: str) -> None:
    assert as_bob.get(f"{row.get_absolute_url()}news/{query}").json()["words"]


def test_old_news_is_deleted(row: Campaign, chief: Member) -> None:
    services.write_message(row, chief, "We march.", ["commons"])
    News.objects.update(at=timezone.now() - STAYS * 2)
    services.write_message(row, chief, "We have marched.", ["commons"])
    assert set(News.objects.values_list("number", flat=True)) == {2}


def test_three_sentences_are_enough(row: Campaign, chief: Member, opened: Opened, dora: User) -> None:
    said = opened(dora)
    battles(row, *[("cr1", "co1")])
    for means in ("table", "board", "automatic", "quick"):
        consent.propose(row, KEY, chief, means)
        consent.drop(row, KEY, chief)
    assert len(said()) == 2  # each once
