"""From when on a commander sees the enemy's army, on pages and on paper."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import sample, services
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import change
from tests.kit.clients import pdf_words, signed_in
from tests.kit.consent import KEY, agreed, begin, secrets_of, shown, url

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unprinted")]


def test_in_the_sample_bob_sees_no_enemy_before_the_battle_begins(alice: User, bob: User, dora: User) -> None:
    row = sample.load({"alice": alice, "bob": bob, "carol": dora})
    state, client = state_of(row), signed_in(bob)
    assert row.phase == Campaign.Phase.BATTLES
    enemy = next(
        side for side in state.engagements[KEY].sides if side.faction != sample.PLAYERS["bob"]
    )  # fmt: skip
    hidden = [each for force in enemy.forces for each in secrets_of(row, force)]
    assert hidden
    pages = [shown(client, row), client.get(url(row, "report/"), follow=True).content.decode()]
    api = f"/api/v1/campaigns/{row.public_id}/"
    pages += [client.get(api + each).content.decode() for each in ("view/", f"engagements/{KEY}/")]
    for page in pages:
        assert not [each for each in hidden if each in page]
    assert "proposes to fight it on a table. Accept, or propose another way." in pages[0]


def printed(client: Client, row: Campaign, name: str) -> str:
    """The words of a PDF of the engagement, "" where it is refused."""
    answer = client.get(url(row, f"{name}.pdf"))
    if answer.status_code != 200:
        assert answer.status_code == 404
        return ""
    return pdf_words(answer.content)


def test_both_rosters_are_printed_only_once_the_battle_has_started_on_a_table(
    met: Campaign, as_bob: Client, as_dora: Client, as_alice: Client, as_charlie: Client
) -> None:
    """Each side prints its own army as it will fight, and the enemy's from the moment its units are shown."""
    change(met, lambda state: state.forces["cr1"].units[0].__setattr__("lost", 1))
    state = state_of(met)
    own, enemy = (state.forces[key] for key in ("cr1", "co1"))
    worn = f"{own.units[0].name} has lost 1 of {own.units[0].steps}"
    for agree in (lambda: None, lambda: agreed(met, "table")):
        agree()
        worn_in = {}
        for client, mine, theirs in ((as_bob, own, enemy), (as_dora, enemy, own)):
            roster = printed(client, met, "roster")
            assert mine.name in roster
            assert theirs.name not in roster
            worn_in[client] = worn in roster
            assert printed(client, met, "rosters") == ""
            page = client.get(url(met)).content.decode()
            assert ("Your roster (PDF)" in page, "Both rosters (PDF)" in page) == (True, False)
        assert worn_in == {as_bob: True, as_dora: False}
        assert printed(as_alice, met, "roster") == ""
    services.fight(met, KEY, "table")
    for client in (as_bob, as_dora, as_alice):
        both = printed(client, met, "rosters")
        assert own.name in both
        assert enemy.name in both
        assert worn in both
        assert "problem" not in both
        assert "Both rosters (PDF)" in client.get(url(met)).content.decode()
    assert printed(as_charlie, met, "rosters") == printed(as_charlie, met, "roster") == ""


def test_a_battle_on_the_board_prints_nobody_elses_roster(
    met: Campaign, chief: Member, as_bob: Client, as_dora: Client
) -> None:
    begin(met, chief, "board")
    assert printed(as_bob, met, "rosters") == printed(as_dora, met, "rosters") == ""
    assert printed(as_bob, met, "roster")
