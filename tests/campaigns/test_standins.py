"""An engagement in another system: who proposes it, who names armies, who sees them, and what comes home."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from armylists import services as list_services
from battles import services as battle_services
from battles.models import Battle
from campaigns import consent, fighting, services, standins
from campaigns.engine.forces import muster
from campaigns.engine.state import State
from campaigns.fields import as_fought
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.waiting import waiting_for
from rulesets.contract.documents import parse_list, samples
from rulesets.snaphance.scenarios import documents
from tests.kit.campaigns import allow_stand_ins as allow
from tests.kit.campaigns import battles, change, refusal
from tests.kit.clients import signed_in
from tests.kit.consent import KEY, agreed, kept, url

pytestmark = pytest.mark.django_db
SWEDES, IMPERIALISTS = "sample:swedish-army-1632", "sample:imperial-army-1632"
POLES = "polish-1649-52-10"
Committing = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


@pytest.fixture
def met(row: Campaign) -> Campaign:
    """The Crown and the Commons have met, and may fight it in any of three systems."""
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    allow(row)
    return row


def page(client: Client, row: Campaign) -> str:
    answer = client.get(url(row))
    assert answer.status_code == 200
    return str(answer.content.decode())


def name(client: Client, row: Campaign, side: int, army: str) -> str:
    """Name an army by the page; what it says then."""
    answer = client.post(url(row, "army/"), {"side": str(side), "army": army, "back": url(row)}, follow=True)
    return str(answer.content.decode())


# -- the proposal ---------------------------------------------------------------------------------


def proposed(row: Campaign, one: Member, two: Member, means: str, system: str = "snaphance") -> None:
    """One side proposes another system, and the other accepts it."""
    consent.propose(row, KEY, one, means, system)
    consent.accept(row, KEY, two, means, system)


@pytest.mark.parametrize("who", ["chief", "enemy"])
def test_either_side_may_propose(met: Campaign, who: str, request: pytest.FixtureRequest) -> None:
    member: Member = request.getfixturevalue(who)
    assert consent.propose(met, KEY, member, "board", "snaphance") is None
    assert kept(met).proposal["by"] == member.faction
    assert kept(met).standins is None


@pytest.mark.parametrize("rest", ["propose/", "army/", "scenario/", "accept/", "agree/"])
def test_for_strangers_and_onlookers_there_is_nothing(
    met: Campaign, rest: str, as_charlie: Client, nora: User
) -> None:
    for each in (as_charlie, signed_in(nora)):
        assert each.post(url(met, rest), {"proposal": "snaphance:board"}).status_code == 404


@pytest.mark.parametrize(
    ("system", "means", "words"),
    [
        ("baroque", "board", "in that system"),
        ("chess", "board", "in that system"),
        ("by_fire_and_sword", "board", "in that way"),
        ("snaphance", "quick", "in that way"),
    ],
)
def test_only_what_the_campaign_allows_may_be_proposed(
    met: Campaign, chief: Member, system: str, means: str, words: str
) -> None:
    with pytest.raises(CampaignRefusal, match=words):
        consent.propose(met, KEY, chief, means, system)


def test_the_umpires_rules_allow_it(met: Campaign, chief: Member, as_bob: Client) -> None:
    assert "Snaphance, on the board" in page(as_bob, met)
    allow(met, "forces")
    assert "Snaphance, on the board" not in page(as_bob, met)
    with pytest.raises(CampaignRefusal, match="in that system"):
        consent.propose(met, KEY, chief, "board", "snaphance")


def test_another_method_drops_the_armies_that_were_named(met: Campaign, chief: Member, enemy: Member) -> None:
    proposed(met, chief, enemy, "board")
    standins.name_army(met, KEY, chief, 0, SWEDES)
    proposed(met, enemy, chief, "board")
    assert kept(met).standins["armies"][0] is not None
    proposed(met, enemy, chief, "automatic")
    assert kept(met).standins["armies"] == [None, None]
    proposed(met, chief, enemy, "board", "")
    assert kept(met).standins is None


# -- the armies -----------------------------------------------------------------------------------


def test_a_side_is_its_commander_in_chiefs_to_arm(
    met: Campaign, chief: Member, comrade: Member, enemy: Member, umpire: Member
) -> None:
    proposed(met, chief, enemy, "board")
    for member in (comrade, enemy, umpire):
        with pytest.raises(CampaignRefusal, match="commander-in-chief") as refused:
            standins.name_army(met, KEY, member, 0, SWEDES)
        assert refused.value.code == "not-yours"
    assert kept(met).standins["armies"] == [None, None]


def test_the_umpire_names_the_army_of_a_side_that_nobody_leads(
    row: Campaign, chief: Member, umpire: Member
) -> None:
    battles(row, ("cy1", "cr1"))
    allow(row)
    assert consent.propose(row, KEY, chief, "automatic", "snaphance") is not None
    with pytest.raises(CampaignRefusal):
        standins.name_army(row, KEY, chief, 0, SWEDES)
    assert standins.name_army(row, KEY, umpire, 0, SWEDES) is None
    assert standins.name_army(row, KEY, chief, 1, IMPERIALISTS) is not None


def test_an_army_is_hidden_from_the_other_side_until_both_are_named(
    met: Campaign, as_bob: Client, as_dora: Client, as_alice: Client, as_charlie: Client
) -> None:
    agreed(met, "board", system="snaphance")
    title = samples()["swedish-army-1632"].name
    name(as_bob, met, 0, SWEDES)
    cell = f"<td>{title}</td>"
    assert cell in page(as_bob, met)
    assert cell not in page(as_dora, met)
    assert "chosen; shown when both are" in page(as_dora, met)
    assert cell in page(as_alice, met)
    api = as_dora.get(f"/api/v1/campaigns/{met.public_id}/engagements/{KEY}/").json()
    assert (api["standins"]["named"], api["standins"]["armies"]) == ([True, False], [None, None])
    own = as_bob.get(f"/api/v1/campaigns/{met.public_id}/engagements/{KEY}/").json()
    assert own["standins"]["armies"][0]["document"]["book"] == "swedish"
    answer = as_dora.post(url(met, "army/"), {"side": "1", "army": IMPERIALISTS})
    battle = Battle.objects.get()
    assert answer["Location"] == battle.get_absolute_url()
    assert cell in page(as_dora, met)


def test_the_worth_of_the_list_and_of_the_force_stand_beside_it(met: Campaign, as_bob: Client) -> None:
    agreed(met, "board", system="snaphance")
    name(as_bob, met, 0, SWEDES)
    army = kept(met).standins["armies"][0]
    assert army["against"] == state_of(met).forces["cr1"].worth
    assert f"{army['worth']:g} points" in page(as_bob, met)


def test_a_tolerance_holds_lists_to_the_worth_of_the_forces(met: Campaign, as_bob: Client) -> None:
    allow(met, tolerance=1)
    agreed(met, "board", system="snaphance")
    assert "more than 1% away" in name(as_bob, met, 0, SWEDES)
    assert kept(met).standins["armies"][0] is None


def test_ones_own_list_may_be_named_and_nobody_elses(
    met: Campaign, chief: Member, enemy: Member, bob: User
) -> None:
    row = list_services.create(bob, samples()["swedish-army-1632"])
    proposed(met, chief, enemy, "board")
    with pytest.raises(Exception, match="no such list"):
        standins.name_army(met, KEY, enemy, 1, f"own:{row.public_id}")
    standins.name_army(met, KEY, chief, 0, f"own:{row.public_id}")
    assert kept(met).standins["armies"][0]["document"]["book"] == "swedish"


def test_a_list_of_another_system_is_refused_and_so_is_one_that_is_not_legal(
    met: Campaign, chief: Member, enemy: Member, bob: User
) -> None:
    proposed(met, chief, enemy, "board")
    with pytest.raises(CampaignRefusal, match="not a list of"):
        standins.name_army(met, KEY, chief, 0, "sample:royalist-oxford-army")
    with pytest.raises(CampaignRefusal, match="are not of"):
        standins.name_army(met, KEY, chief, 0, "force")
    document = samples()["swedish-army-1632"].to_json()
    document["commands"][0]["leader"] = None
    broken = list_services.create(bob, parse_list(document))
    with pytest.raises(CampaignRefusal, match="not legal"):
        standins.name_army(met, KEY, chief, 0, f"own:{broken.public_id}")


def test_who_names_the_last_army_is_led_to_the_battle_to_look_on_if_he_does_not_lead(
    row: Campaign, chief: Member, umpire: Member, as_alice: Client
) -> None:
    battles(row, ("cy1", "cr1"))
    allow(row)
    consent.decide(row, KEY, umpire, "board", "snaphance", "It is a feast day.")
    standins.name_army(row, KEY, chief, 1, IMPERIALISTS)
    answer = as_alice.post(url(row, "army/"), {"side": "0", "army": SWEDES})
    assert Battle.objects.get().owner == chief.user
    assert as_alice.get(answer["Location"]).status_code == 200


# -- the battle -----------------------------------------------------------------------------------


def both(row: Campaign, one: Member, two: Member, means: str, system: str = "snaphance") -> Battle | None:
    proposed(row, one, two, means, system)
    armies = (SWEDES, IMPERIALISTS) if system == "snaphance" else (f"sample:{POLES}",) * 2
    assert standins.name_army(row, KEY, one, 0, armies[0]) is None
    return standins.name_army(row, KEY, two, 1, armies[1])


def test_it_is_fought_in_the_other_system_and_comes_home_once(
    met: Campaign, chief: Member, enemy: Member, django_capture_on_commit_callbacks: Committing
) -> None:
    battle = both(met, chief, enemy, "automatic")
    assert battle is not None
    assert (battle.system, battle.tacticians) == ("snaphance", [0, 1])
    for _ in range(200):
        with django_capture_on_commit_callbacks(execute=True):
            battle_services.advance(battle, None)
        if battle.over:
            break
    assert battle.over
    found = kept(met)
    ours = {unit.id: unit for key in ("cr1", "co1") for unit in state_of(met).forces[key].units}
    assert found.outcome["winner"] == battle.winner
    assert found.outcome["units"]
    assert set(found.outcome["units"]) <= set(ours)
    assert all(fate["lost"] <= ours[key].left for key, fate in found.outcome["units"].items())
    fighting.battle_over(Battle, battle)
    assert (kept(met).outcome, kept(met).settled) == (found.outcome, found.settled)


def test_commanders_in_chief_lead_their_stand_ins_on_the_board(
    met: Campaign, chief: Member, enemy: Member, bob: User, dora: User
) -> None:
    battle = both(met, chief, enemy, "board")
    assert battle is not None
    assert (battle.owner, battle.opponent, battle.tacticians) == (bob, dora, [])
    assert [each["book"] for each in battle.setup["lists"]] == ["swedish", "imperial"]


def test_reports_from_a_table_are_of_the_stand_ins_and_cost_the_forces(
    met: Campaign, chief: Member, enemy: Member, as_bob: Client, as_dora: Client
) -> None:
    assert both(met, chief, enemy, "table") is None
    assert kept(met).means == "table"
    state, engagement = as_fought(met, kept(met))
    [red] = [state.forces[key] for key in engagement.sides[0].forces]
    shown = as_bob.get(url(met, "report/")).content.decode()
    assert f'name="lost-{red.units[0].id}"' in shown
    form = {"winner": "1", "how": ""} | {
        f"fallen-{unit.id}": "destroyed" if unit.id.startswith("a-") else "stood"
        for force in state.forces.values()
        for unit in force.units
    }
    for client in (as_bob, as_dora):
        assert client.post(url(met, "report/"), form).status_code == 302
    fates = kept(met).outcome["units"]
    assert set(fates) == {unit.id for unit in state_of(met).forces["cr1"].ready()}
    assert {fate["fallen"] for fate in fates.values()} == {"destroyed"}


def test_what_keeps_the_battle_from_beginning_keeps_the_army_from_being_named(
    met: Campaign, chief: Member, enemy: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> None:
        raise CampaignRefusal("the field is under water")

    monkeypatch.setattr(fighting, "on_the_board", refuse)
    with pytest.raises(CampaignRefusal, match="under water"):
        both(met, chief, enemy, "board")
    assert [each is not None for each in kept(met).standins["armies"]] == [True, False]


def test_taken_off_its_battle_it_is_fought_by_the_armies_that_both_sides_have_seen(
    met: Campaign, chief: Member, enemy: Member, umpire: Member, as_bob: Client
) -> None:
    both(met, chief, enemy, "board")
    armies = kept(met).standins["armies"]
    services.give_up(met, KEY, umpire, "The map was wrong.")
    with refusal(CampaignRefusal, code="taken"):
        standins.name_army(met, KEY, enemy, 1, SWEDES)
    shown = as_bob.get(f"/campaigns/{met.public_id}/battles/{KEY}/").content.decode()
    assert "Either side can start" in shown
    assert 'name="army"' not in shown
    assert [each.words for each in waiting_for(chief.user) if "start" in each.words.lower()]
    assert fighting.fight(met, KEY, chief, "board").system == "snaphance"
    assert kept(met).standins["armies"] == armies


def test_the_umpire_can_decide_that_the_forces_fight_after_all(
    met: Campaign, chief: Member, enemy: Member, umpire: Member
) -> None:
    both(met, chief, enemy, "board")
    services.give_up(met, KEY, umpire, "The map was wrong.")
    consent.decide(met, KEY, umpire, "board", "", "The map was wrong.")
    assert fighting.fight(met, KEY, chief, "board").system == "baroque"
    assert kept(met).standins is None


def test_forces_of_two_systems_meet_with_a_stand_in_for_one(
    row: Campaign, chief: Member, enemy: Member
) -> None:
    battles(row, ("cr1", "co1"))
    allow(row, "forces")

    def poles(state: State) -> None:
        state.forces["co1"] = muster("co1", "Poles", "commons", state.forces["co1"].at, samples()[POLES])

    change(row, poles)
    with pytest.raises(CampaignRefusal, match="in that system"):
        consent.propose(row, KEY, chief, "board", "snaphance")
    proposed(row, chief, enemy, "board", "baroque")
    standins.name_army(row, KEY, chief, 0, "force")
    battle = standins.name_army(row, KEY, enemy, 1, "sample:parliament-eastern-association")
    assert battle is not None
    ours = {unit["id"] for each in battle.setup["lists"][0]["commands"] for unit in each["units"]}
    assert ours <= {unit.id for unit in state_of(row).forces["cr1"].units}


def test_by_fire_and_sword_goes_to_its_meeting(met: Campaign, chief: Member, enemy: Member) -> None:
    battle = both(met, chief, enemy, "table", "by_fire_and_sword")
    assert battle is not None
    assert battle.meeting is not None


def test_it_goes_through_a_file_and_back(met: Campaign, chief: Member, enemy: Member, alice: User) -> None:
    both(met, chief, enemy, "board")
    again = services.import_file(alice, services.export_file(met, seed=True))
    assert kept(again).standins == kept(met).standins
    assert as_fought(again, kept(again))[1].system == "snaphance"


def test_over_rest_it_goes_the_same_way(met: Campaign, bob: User, dora: User) -> None:
    at = f"/api/v1/campaigns/{met.public_id}/engagements/{KEY}/"
    first, second = APIClient(), APIClient()
    first.force_authenticate(bob)
    second.force_authenticate(dora)
    method = {"system": "snaphance", "means": "board"}
    assert first.post(at + "propose/", method).json()["proposal"]["by"] == "crown"
    assert first.post(at + "army/", {"army": SWEDES}).status_code == 400
    assert first.post(at + "accept/", method).status_code == 400
    told = second.post(at + "accept/", method).json()
    assert told["standins"]["system"] == "snaphance"
    assert first.post(at + "army/", {"army": SWEDES, "side": 1}).status_code == 403
    assert first.post(at + "army/", {"army": "sample:none"}).status_code == 400
    assert first.post(at + "scenario/", {"scenario": "luetzen_1632"}).status_code == 403
    assert first.post(at + "army/", {"army": SWEDES}).json()["battle"] is None
    told = second.post(at + "army/", {"army": IMPERIALISTS}).json()
    assert told["battle"] == str(Battle.objects.get().public_id)
    assert [each["document"]["book"] for each in told["standins"]["armies"]] == ["swedish", "imperial"]


# -- the ground -----------------------------------------------------------------------------------


def test_the_umpire_chooses_the_map_of_a_scenario(
    met: Campaign, as_alice: Client, as_bob: Client, chief: Member, enemy: Member
) -> None:
    proposed(met, chief, enemy, "board")
    assert as_bob.post(url(met, "scenario/"), {"scenario": "luetzen_1632"}).status_code == 404
    assert "Lützen 1632" in page(as_alice, met)
    as_alice.post(url(met, "scenario/"), {"scenario": "luetzen_1632"})
    assert "on the map of Lützen 1632" in page(as_bob, met)
    standins.name_army(met, KEY, chief, 0, SWEDES)
    battle = standins.name_army(met, KEY, enemy, 1, IMPERIALISTS)
    assert battle is not None
    assert battle.setup["options"]["scenario"]["map"] == documents()["luetzen_1632"]["map"]


def test_a_map_that_does_not_take_the_armies_or_is_not_there_is_told(met: Campaign, umpire: Member) -> None:
    def swedes(state: State) -> None:
        for key, list_ in (("cr1", "swedish-army-1632"), ("co1", "imperial-army-1632")):
            force = state.forces[key]
            state.forces[key] = muster(key, force.name, force.faction, force.at, samples()[list_])

    change(met, swedes)
    standins.choose_scenario(met, KEY, umpire, "luetzen_1632")
    assert kept(met).scenario["name"] == "Lützen 1632"
    for choice in ("waterloo", "own.0123456789abcdef0123456789abcdef"):
        with pytest.raises(CampaignRefusal, match="no such scenario"):
            standins.choose_scenario(met, KEY, umpire, choice)
    standins.choose_scenario(met, KEY, umpire, "")
    assert kept(met).scenario is None
