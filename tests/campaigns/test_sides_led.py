"""In the battle of an engagement nobody leads the enemy, and those who fight in it may look on."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import services as battle_services
from battles.access import viewer_of
from battles.models import Battle
from campaigns import fighting
from campaigns.models import Campaign, Member
from tests.kit.campaigns import battles
from tests.kit.clients import signed_in
from tests.kit.consent import begin

pytestmark = pytest.mark.django_db
FIRST = "t1e1"


def asked(client: Client, battle: Battle, rest: str, **form: object) -> int:
    return client.post(f"/battles/{battle.public_id}/{rest}/", form).status_code


def test_nobody_takes_a_side_over_that_tacticians_lead(
    met: Campaign, chief: Member, bob: User, as_bob: Client
) -> None:
    battle = begin(met, chief, "automatic")
    assert viewer_of(bob, battle.public_id).sides == frozenset()
    for side in (0, 1):
        assert asked(as_bob, battle, "hand-over", side=side, tactician=0) == 404
        assert asked(as_bob, battle, "board/resign", side=side, revision=battle.revision) == 404
    battle.refresh_from_db()
    assert battle.tacticians == [0, 1]
    assert "Decide myself" not in as_bob.get(battle.get_absolute_url()).content.decode()


@pytest.mark.parametrize("deed", ["choices", "draw", "undo", "resign"])
def test_a_program_of_who_leads_no_side_is_told_so(
    met: Campaign, chief: Member, as_bob: Client, deed: str
) -> None:
    battle = begin(met, chief, "automatic")
    body = {"revision": battle.revision} | ({"choice": {}} if deed == "choices" else {})
    answer = as_bob.post(f"/api/v1/battles/{battle.public_id}/{deed}/", body, content_type="application/json")
    assert answer.status_code in (400, 403, 409), answer.content
    assert "you lead neither side of this battle" in answer.content.decode()


def test_who_began_an_automatic_battle_has_it_go_on(met: Campaign, chief: Member, as_bob: Client) -> None:
    battle = begin(met, chief, "automatic")
    assert "Fight" in as_bob.get(battle.get_absolute_url()).content.decode()
    assert asked(as_bob, battle, "advance") == 302
    battle.refresh_from_db()
    assert battle.version > 0


def test_who_fights_alone_on_the_board_leads_his_own_side(
    row: Campaign, chief: Member, bob: User, as_bob: Client
) -> None:
    battles(row, ("cy1", "cr1"))
    battle = begin(row, chief, "board")
    assert viewer_of(bob, battle.public_id).sides == {1}
    assert asked(as_bob, battle, "hand-over", side=0, tactician=0) == 404
    assert asked(as_bob, battle, "hand-over", side=1, tactician=1) == 302
    assert asked(as_bob, battle, "hand-over", side=1, tactician=0) == 302


def test_an_umpire_leads_where_nobody_plays(row: Campaign, umpire: Member, alice: User) -> None:
    battles(row, ("cy1", "cy2"))
    battle = begin(row, umpire, "board")
    assert battle.owner == alice
    assert viewer_of(alice, battle.public_id).sides == {0, 1}


def test_a_battle_of_no_campaign_is_led_as_ever(met: Campaign, bob: User, chief: Member) -> None:
    battle = begin(met, chief, "automatic")
    other = battle_services.begin(bob, battle.setup, agreed=True)
    assert viewer_of(bob, other.public_id).sides == {0, 1}


def test_the_other_side_looks_on(met: Campaign, chief: Member, bob: User, dora: User) -> None:
    battle = begin(met, chief, "automatic")
    found = met.engagements.get(key=FIRST)
    assert fighting.way_in(found, bob) == battle.get_absolute_url()
    assert signed_in(dora).get(fighting.way_in(found, dora)).status_code == 200


def test_a_battle_leads_back_to_its_campaign(met: Campaign, chief: Member, as_bob: Client) -> None:
    battle = begin(met, chief, "automatic")
    shown = as_bob.get(battle.get_absolute_url()).content.decode()
    assert f'href="/campaigns/{met.public_id}/battles/{FIRST}/">The Isle of Merrow</a>' in shown
    battle_services.share(battle)
    assert str(met.public_id) not in Client().get(battle.shared_url).content.decode()
