"""Whoever begins the battle of an engagement shuts nobody out who fights in it or is umpire."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armylists.owned import services as owned
from battles import services as battle_services
from battles.models import Battle
from campaigns import services
from campaigns.models import Campaign, Member
from tests.kit.campaigns import member_of
from tests.kit.clients import signed_in
from tests.kit.consent import begin

pytestmark = pytest.mark.django_db
FIRST = "t1e1"
PAGES = ("", "board/", "board/now/", "log/", "field/", "orders/", "lists/0/")
READS = ("", "agreed/", "choices/", "log/", "events/", "field/")
OWNERS = ("share/", "archive/")
"""What stays with the owner of a battle."""


@pytest.fixture
def third(row: Campaign, charlie: User) -> Member:
    """A player of the faction that does not fight."""
    return services.add_member(row, charlie, "player", "company")


@pytest.fixture(params=["automatic", "board"])
def private(request: pytest.FixtureRequest, met: Campaign, chief: Member) -> Battle:
    """A battle that Bob has begun and made private."""
    battle = begin(met, chief, request.param)
    owned.unshare(battle)
    return battle


def api(battle: Battle, rest: str = "") -> str:
    return f"/api/v1/battles/{battle.public_id}/{rest}"


def status(client: Client, battle: Battle) -> set[int]:
    """What all pages and resources of a battle answer."""
    pages = {client.get(f"{battle.get_absolute_url()}{each}").status_code for each in PAGES}
    return pages | {client.get(api(battle, each)).status_code for each in READS}


@pytest.mark.parametrize("name", ["alice", "bob", "edward", "dora"])
def test_both_factions_and_the_umpire_open_a_private_battle(
    private: Battle, name: str, client: Client
) -> None:
    client.force_login(User.objects.get(username=name))
    assert status(client, private) == {200}


@pytest.mark.parametrize("name", ["nora", "charlie", "erin"])
def test_for_all_others_it_is_not_there(private: Battle, third: Member, name: str, client: Client) -> None:
    user, _ = User.objects.get_or_create(username=name)
    client.force_login(user)
    assert status(client, private) == {404}
    assert client.post(api(private, "advance/"), {}, content_type="application/json").status_code == 404


@pytest.mark.parametrize("name", ["alice", "edward", "dora"])
def test_either_side_and_the_umpire_have_tacticians_go_on(
    met: Campaign, chief: Member, name: str, client: Client
) -> None:
    battle = begin(met, chief, "automatic")
    owned.unshare(battle)
    client.force_login(User.objects.get(username=name))
    assert "press “Continue”" in client.get(f"{met.get_absolute_url()}battles/{FIRST}/").content.decode()
    assert "Continue</button>" in client.get(battle.get_absolute_url()).content.decode()
    assert client.post(f"{battle.get_absolute_url()}advance/", {"go": "1"}).status_code == 302
    battle.refresh_from_db()
    made = battle.version
    assert made > 0
    answer = client.post(api(battle, "advance/"), {"seconds": 1}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    battle.refresh_from_db()
    assert battle.over or battle.version > made


@pytest.mark.parametrize("name", ["alice", "edward"])
def test_who_looks_on_at_the_board_decides_nothing(
    met: Campaign, chief: Member, name: str, client: Client
) -> None:
    battle = begin(met, chief, "board")
    client.force_login(User.objects.get(username=name))
    for deed in ("advance", "stop", "board/advance", "choose"):
        form = {"revision": battle.revision, "side": 0}
        assert client.post(f"{battle.get_absolute_url()}{deed}/", form).status_code == 404
    for deed, body in (("advance", {}), ("resign", {"revision": battle.revision, "side": 0})):
        answer = client.post(api(battle, f"{deed}/"), body, content_type="application/json")
        assert answer.status_code == 403, deed
    battle.refresh_from_db()
    assert battle.version == 0


def test_sharing_stays_the_owners(private: Battle, as_dora: Client, as_alice: Client) -> None:
    for client in (as_dora, as_alice):
        for each in OWNERS:
            assert client.post(f"{private.get_absolute_url()}{each}").status_code == 404
        assert "Share" not in client.get(private.get_absolute_url()).content.decode()
    private.refresh_from_db()
    assert private.share_token is None
    assert not private.archived


@pytest.mark.usefixtures("unprinted")
def test_the_dice_can_be_read_when_it_is_settled(
    met: Campaign, chief: Member, onlooker: Member, django_capture_on_commit_callbacks: object
) -> None:
    battle = begin(met, chief, "automatic")
    owned.unshare(battle)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        battle_services.advance(battle, None)
    assert met.engagements.get(key=FIRST).outcome is not None
    page = f"{met.get_absolute_url()}battles/{FIRST}/"
    for name in ("alice", "bob", "edward", "dora"):
        client = signed_in(User.objects.get(username=name))
        assert f'href="{battle.get_absolute_url()}">See the battle' in client.get(page).content.decode()
        for each in ("", "battle.json", "battle.pdf"):
            assert client.get(f"{battle.get_absolute_url()}{each}").status_code == 200
        assert client.get(api(battle)).json()["seed"] == battle.seed
        assert client.get(api(battle, "document/")).status_code == 200
    nora = signed_in(onlooker.user)
    assert "See the battle" not in nora.get(page).content.decode()
    assert status(nora, battle) == {404}


def test_who_left_the_campaign_is_out(private: Battle, met: Campaign, edward: User) -> None:
    client = signed_in(edward)
    assert status(client, private) == {200}
    member_of(met, edward).delete()
    assert status(client, private) == {404}
