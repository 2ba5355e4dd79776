"""A battle needs the consent of both sides: what each who would cheat tried, over pages and over REST."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader
from rest_framework.test import APIClient

from battles.access import viewer_of
from battles.models import Battle
from campaigns import consent, fighting, sample, services
from campaigns.access import Participant
from campaigns.engine.overrides import OverrideError
from campaigns.engine.rules import RulesError, read_rules
from campaigns.engine.state import State, to_json
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.paper import gazette, history
from campaigns.persistence import CampaignRefusal, state_of
from campaigns.settling import report_hash
from campaigns.waiting import waiting_for
from tests.kit.campaigns import battles, change, outcome, refusal
from tests.kit.clients import signed_in
from tests.kit.consent import agreed, begin

pytestmark = pytest.mark.django_db
KEY = "t1e1"
MEANS = ("board", "automatic", "table", "quick")
Call = Callable[..., Any]


@pytest.fixture
def rest(met: Campaign) -> Call:
    """Ask something of the engagement over REST: who, what, with which body."""

    def ask(user: User, do: str = "", body: object = None) -> Any:
        client = APIClient()
        client.force_authenticate(user)
        at = f"/api/v1/campaigns/{met.public_id}/engagements/{KEY}/{do}"
        return client.get(at) if body is None else client.post(at, body, format="json")

    return ask


@pytest.fixture
def commanding(met: Campaign, alice: User) -> Member:
    """Alice is umpire, and leads the Crown's enemies too."""
    Member.objects.filter(campaign=met, user=alice).update(faction="commons", chief=True)
    return met.members.select_related("user").get(user=alice)


def kept(row: Campaign) -> EngagementRow:
    return row.engagements.get(key=KEY)


def url(row: Campaign, rest: str = "") -> str:
    return f"/campaigns/{row.public_id}/battles/{KEY}/{rest}"


def shown(client: Client, row: Campaign, rest: str = "") -> str:
    answer = client.get(url(row, rest))
    assert answer.status_code == 200
    return str(answer.content.decode())


def secrets_of(row: Campaign, force: str = "co1") -> list[str]:
    """What would betray the enemy's units: their ids, and who leads them."""
    found = state_of(row).forces[force]
    leaders = [each.leader.name for each in found.commands if each.leader is not None]
    return [*(unit.id for unit in found.units), *leaders]


def hash_of(row: Campaign, side: int) -> str:
    return report_hash(kept(row).claims[side])


def rules(row: Campaign, **battles_rules: object) -> None:
    def changed(state: State) -> None:
        document = state.rules.to_json()
        document["battles"] |= battles_rules
        state.rules = read_rules(document)

    change(row, changed)


def report_of(row: Campaign, winner: int = 0) -> dict[str, Any]:
    told: dict[str, Any] = to_json(outcome(row, KEY, winner=winner))
    return told


# -- one commander alone ---------------------------------------------------------------------------


@pytest.mark.parametrize("means", MEANS)
def test_one_commander_alone_begins_nothing(
    met: Campaign, as_bob: Client, bob: User, rest: Call, means: str
) -> None:
    said = as_bob.post(url(met, "fight/"), {"means": means, "back": url(met)}, follow=True)
    assert "Both sides have to agree on that first: propose it." in said.content.decode()
    answer = rest(bob, "fight/", {"means": means})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["path"] == "means"
    as_bob.post(url(met, "propose/"), {"proposal": f":{means}"})
    assert rest(bob, "fight/", {"means": means}).status_code == 400
    assert rest(bob, "accept/", {"means": means}).status_code == 400  # one's own proposal
    found = kept(met)
    assert (found.means, found.battle, found.outcome, found.agreed) == ("", None, None, None)
    assert not Battle.objects.exists()


def test_one_commander_alone_reports_no_battle_that_is_not_fought(
    met: Campaign, as_bob: Client, bob: User, rest: Call
) -> None:
    for _ in range(2):
        answer = as_bob.get(url(met, "report/"), follow=True)
        page = answer.content.decode()
        assert "Both sides have to agree to fight on a table before anyone reports." in page
        assert not any(each in page for each in secrets_of(met))
        as_bob.post(url(met, "report/"), {"winner": "0"})
        assert rest(bob, "report/", {"outcome": report_of(met)}).status_code == 400
        as_bob.post(url(met, "propose/"), {"proposal": ":table"})  # and it stays so when they only propose it
    assert kept(met).claims == (None, None)


@pytest.mark.parametrize("prepared", ["nothing", "proposed", "agreed on the board"])
def test_nothing_of_the_enemys_units_is_seen_before_it_begins(
    met: Campaign, as_bob: Client, bob: User, chief: Member, umpire: Member, rest: Call, prepared: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if prepared == "proposed":
        consent.propose(met, KEY, chief, "table")
    elif prepared != "nothing":
        agreed(met, "board")
    monkeypatch.setattr("campaigns.forecasting.SAMPLES", 1)
    forecast = as_bob.post(url(met, "forecast/"), headers={"HX-Request": "true"}).content.decode()
    assert "of its strength" not in forecast
    here = f"/api/v1/campaigns/{met.public_id}/"
    pages = [shown(as_bob, met), forecast, rest(bob).content.decode()]
    for each in ("engagements/", "view/", "chronicle/"):
        pages.append(as_bob.get(here + each).content.decode())
    services.override(met, met.revision, umpire, [{"do": "weather", "weather": "rain"}], "It rained.")
    participant = Participant(met, chief)
    calendar = as_bob.get(f"/campaigns/calendar/{chief.feed}.ics")
    pages += [
        calendar.content.decode(),
        as_bob.get(f"/campaigns/{met.public_id}/chronicle/").content.decode(),
    ]
    pages += [_text(gazette(participant, 1).pdf()), _text(history(participant).pdf())]
    for page in pages:
        assert not [each for each in secrets_of(met) if each in page]
    assert "% on average" not in pages[0]


def _text(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_what_one_commander_proposes_the_other_accepts_and_either_begins_once(
    met: Campaign, as_bob: Client, as_dora: Client
) -> None:
    as_bob.post(url(met, "propose/"), {"proposal": ":table"})
    assert "You propose to fight it on a table. The Commons has to accept." in shown(as_bob, met)
    assert "The Crown proposes to fight it on a table. Accept, or propose another way." in shown(as_dora, met)
    as_dora.post(url(met, "accept/"), {"proposal": ":table"})
    for client in (as_bob, as_dora):
        assert "It was agreed to fight it on a table. Either side can start." in shown(client, met)
        assert not any(each in shown(as_bob, met) for each in secrets_of(met))
    as_dora.post(url(met, "fight/"), {"means": "table"})
    assert kept(met).means == "table"
    assert all(each in shown(as_bob, met, "report/") for each in secrets_of(met)[:2])


def test_what_is_accepted_is_what_was_seen(met: Campaign, chief: Member, enemy: Member) -> None:
    consent.propose(met, KEY, chief, "table")
    consent.propose(met, KEY, chief, "automatic")
    with refusal(CampaignRefusal, code="changed"):
        consent.accept(met, KEY, enemy, "table")
    consent.accept(met, KEY, enemy, "automatic")
    assert kept(met).agreed["means"] == "automatic"


def test_a_proposal_is_declined_and_taken_back(met: Campaign, as_bob: Client, as_dora: Client) -> None:
    for client in (as_bob, as_dora):
        as_bob.post(url(met, "propose/"), {"proposal": ":table"})
        client.post(url(met, "propose/"), {"proposal": ""})
        assert kept(met).proposal is None


def test_what_was_agreed_stands_until_both_agree_on_something_else(
    met: Campaign, chief: Member, enemy: Member
) -> None:
    agreed(met, "table")
    consent.propose(met, KEY, enemy, "automatic")
    consent.drop(met, KEY, enemy)
    assert kept(met).agreed["means"] == "table"
    consent.propose(met, KEY, enemy, "automatic")
    assert consent.propose(met, KEY, chief, "automatic") is not None
    assert kept(met).agreed["means"] == "automatic"


def test_nobody_leads_the_enemy_or_ends_a_battle_that_was_not_agreed(
    met: Campaign, chief: Member, as_bob: Client, dora: User
) -> None:
    battle = begin(met, chief, "board")
    assert (battle.owner, battle.opponent) == (chief.user, dora)
    form = {"side": 1, "tactician": 1, "revision": battle.revision}
    for deed in ("hand-over", "board/resign"):
        assert as_bob.post(f"/battles/{battle.public_id}/{deed}/", form).status_code in (403, 404)
    assert as_bob.get(url(met, "report/")).status_code == 302
    assert (kept(met).outcome, kept(met).status) == (None, "fighting")


# -- onlookers and strangers -----------------------------------------------------------------------


@pytest.mark.parametrize("who", ["nora", "charlie"])
def test_for_others_there_is_no_such_battle(
    met: Campaign, who: str, rest: Call, request: pytest.FixtureRequest
) -> None:
    user: User = request.getfixturevalue(who)
    client, method = signed_in(user), {"means": "table", "system": ""}
    agreed(met, "table")
    assert client.get(url(met)).status_code == client.get(url(met, "report/")).status_code == 404
    assert rest(user).status_code == 404
    posts = ("propose/", "accept/", "fight/", "report/", "agree/", "forecast/", "give-up/")
    assert {client.post(url(met, each), {"proposal": ":table"}).status_code for each in posts} == {404}
    bodies = {"propose/": method, "accept/": method, "fight/": {"means": "table"}, "agree/": {}}
    assert {rest(user, do, body).status_code for do, body in bodies.items()} == {404}
    assert kept(met).means == ""


# -- the umpire ------------------------------------------------------------------------------------


def test_the_umpire_decides_for_a_reason_that_both_sides_read(
    met: Campaign, as_alice: Client, as_bob: Client, as_dora: Client
) -> None:
    as_alice.post(url(met, "propose/"), {"proposal": ":board", "reason": "You cannot agree."})
    assert kept(met).agreed["how"] == "umpire"
    told = "decided that the battle of"
    for client in (as_bob, as_dora):
        assert "The umpire decided to fight it on the board. Either side can start." in shown(client, met)
        chronicle = client.get(f"/campaigns/{met.public_id}/chronicle/").content.decode()
        assert told in chronicle
        assert "You cannot agree." in chronicle
    as_alice.post(url(met, "propose/"), {"proposal": ":table"})
    assert kept(met).agreed["means"] == "board"  # without a reason nothing is decided


def test_an_umpire_who_commands_in_it_decides_nothing_alone(
    met: Campaign, commanding: Member, as_alice: Client, rest: Call, chief: Member
) -> None:
    with refusal(CampaignRefusal, code="not-yours"):
        consent.decide(met, KEY, commanding, "quick", "", "I like dice.")
    act = {"do": "method", "engagement": KEY, "means": "quick"}
    ends = {"do": "outcome", "engagement": KEY, "outcome": report_of(met, winner=1)}
    for each in (act, ends):
        with refusal(CampaignRefusal, code="not-yours"):
            services.override(met, met.revision, commanding, [each], "I like winning.")
    assert rest(commanding.user, "fight/", {"means": "quick"}).status_code == 400
    agreed(met, "table")
    services.fight(met, KEY, "table")
    services.report(met, KEY, chief, outcome(met, KEY))
    assert rest(commanding.user).json()["claims"] == [None, None]
    assert "Accept the report of" not in shown(as_alice, met)
    assert rest(commanding.user, "agree/", {"side": 0, "hash": hash_of(met, 0)}).status_code == 400
    services.report(met, KEY, commanding, outcome(met, KEY, winner=1))
    assert kept(met).status == "disputed"  # their word is that of their side
    with refusal(CampaignRefusal, code="not-yours"):
        services.give_up(met, KEY, commanding)


def test_an_umpire_who_commands_leads_their_own_side_alone(
    met: Campaign, commanding: Member, chief: Member
) -> None:
    Member.objects.exclude(pk=commanding.pk).filter(campaign=met, faction="commons").delete()
    battle = begin(met, chief, "board")
    assert (battle.owner, battle.opponent) == (chief.user, commanding.user)
    assert viewer_of(commanding.user, battle.public_id).sides == {1}


def test_the_umpire_chooses_where_nobody_plays(row: Campaign, umpire: Member, as_alice: Client) -> None:
    battles(row, ("cy1", "cy2"))
    assert "Nobody plays The Company. Choose how they fight." in shown(as_alice, row)
    as_alice.post(url(row, "propose/"), {"proposal": ":quick"})
    as_alice.post(url(row, "fight/"), {"means": "quick"})
    assert kept(row).means == "quick"
    assert kept(row).outcome is not None


# -- after both armies are shown -------------------------------------------------------------------


def test_both_sides_agree_on_another_method_after_both_armies_are_shown(
    met: Campaign, enemy: Member, as_bob: Client, as_dora: Client
) -> None:
    agreed(met, "table")
    as_bob.post(url(met, "fight/"), {"means": "table"})
    assert kept(met).means == "table"
    assert "Propose another way" in shown(as_bob, met)
    as_bob.post(url(met, "propose/"), {"proposal": ":quick"})
    assert kept(met).means == "table"  # it holds until the other side accepts
    assert "The Crown proposes to roll the campaign’s dice. Accept" in shown(as_dora, met)
    assert ["proposes" in each.words for each in waiting_for(enemy.user)] == [True, False]
    as_dora.post(url(met, "accept/"), {"proposal": ":quick"})
    assert (kept(met).means, kept(met).agreed["means"]) == ("", "quick")
    as_dora.post(url(met, "fight/"), {"means": "quick"})
    assert kept(met).outcome is not None


def test_a_report_ends_what_was_proposed_instead_of_a_table(
    met: Campaign, chief: Member, enemy: Member, as_dora: Client
) -> None:
    agreed(met, "table")
    services.fight(met, KEY, "table")
    consent.propose(met, KEY, chief, "quick")
    services.report(met, KEY, chief, outcome(met, KEY))
    assert "proposes" not in shown(as_dora, met)
    with refusal(CampaignRefusal, code="taken"):
        consent.accept(met, KEY, enemy, "quick")
    with refusal(CampaignRefusal, code="taken"):
        consent.propose(met, KEY, enemy, "quick")


def test_a_battle_that_is_begun_is_fought_as_agreed(met: Campaign, chief: Member, enemy: Member) -> None:
    begin(met, chief, "board")
    with refusal(CampaignRefusal, code="taken"):
        consent.propose(met, KEY, enemy, "quick")


# -- reports ---------------------------------------------------------------------------------------


@pytest.fixture
def table(met: Campaign) -> Campaign:
    agreed(met, "table")
    services.fight(met, KEY, "table")
    return met


def test_the_other_sides_report_is_hidden_until_ones_own_is_in(
    table: Campaign, chief: Member, as_dora: Client, dora: User, bob: User, alice: User, rest: Call
) -> None:
    services.report(table, KEY, chief, outcome(table, KEY, winner=0))
    hers = rest(dora).json()
    assert (hers["claimed"], hers["claims"]) == ([True, False], [None, None])
    [listed] = [
        each for each in as_dora.get(f"/api/v1/campaigns/{table.public_id}/engagements/").json()["results"]
        if each["key"] == KEY
    ]  # fmt: skip
    assert listed["claims"] == [None, None]
    assert "One side broke." not in shown(as_dora, table) + shown(as_dora, table, "report/")
    assert (
        rest(dora, "agree/", {"hash": hash_of(table, 0)}).status_code == 400
    )  # she cannot agree with what she has not seen
    assert rest(bob).json()["claims"][0]["winner"] == rest(alice).json()["claims"][0]["winner"] == 0
    assert rest(dora, "report/", {"outcome": report_of(table, winner=1)}).json()["claims"][0]["winner"] == 0


def test_agree_with_theirs_is_one_tap(
    table: Campaign, chief: Member, enemy: Member, as_bob: Client, as_dora: Client
) -> None:
    services.report(table, KEY, chief, outcome(table, KEY, winner=0))
    services.report(table, KEY, enemy, outcome(table, KEY, winner=1))
    for client in (as_bob, as_dora):
        assert "Agree with theirs" in shown(client, table)
    as_bob.post(
        url(table, "agree/"), {"side": "0", "hash": hash_of(table, 1)}
    )  # their own says nothing: it is always the other's
    assert kept(table).outcome["winner"] == 1


@pytest.mark.parametrize(("side", "name"), [(0, "The Crown"), (1, "The Commons")])
def test_the_umpire_accepts_either_report_with_one_button(
    table: Campaign, chief: Member, enemy: Member, as_alice: Client, side: int, name: str
) -> None:
    services.report(table, KEY, chief, outcome(table, KEY, winner=0))
    services.report(table, KEY, enemy, outcome(table, KEY, winner=1))
    assert f"Accept the report from {name}" in shown(as_alice, table)
    as_alice.post(url(table, "agree/"), {"side": str(side), "hash": hash_of(table, side)})
    assert kept(table).outcome["winner"] == side


def test_the_umpire_may_accept_one_report_over_rest_but_none_that_is_not_there(
    table: Campaign, chief: Member, alice: User, rest: Call
) -> None:
    services.report(table, KEY, chief, outcome(table, KEY, winner=0))
    assert rest(alice, "agree/", {"side": 1, "hash": hash_of(table, 0)}).json()["errors"][0]["path"] == "side"
    assert rest(alice, "agree/", {"side": 0, "hash": hash_of(table, 0)}).json()["status"] == "settled"


# -- the campaign's rules --------------------------------------------------------------------------


def test_a_rule_holds_at_once_and_nobody_proposes_past_it(
    met: Campaign, chief: Member, as_bob: Client, as_dora: Client
) -> None:
    rules(met, method="automatic")
    assert "The campaign’s rules are to let the tacticians fight it. Either side can start." in shown(
        as_bob, met
    )
    with refusal(CampaignRefusal, code="rule"):
        consent.propose(met, KEY, chief, "quick")
    with refusal(CampaignRefusal, code="not-agreed"):
        fighting.fight(met, KEY, chief, "quick")
    as_dora.post(url(met, "fight/"), {"means": "automatic"})
    assert kept(met).agreed["how"] == "rules"
    assert kept(met).battle is not None


def test_a_deadline_lets_the_rule_hold_and_not_before(
    met: Campaign, chief: Member, umpire: Member, as_bob: Client
) -> None:
    rules(met, method_hours=48, method_late="quick")
    assert "Without an agreement by" in shown(as_bob, met)
    with refusal(CampaignRefusal, code="not-agreed"):
        fighting.fight(met, KEY, chief, "quick")
    late = timezone.now() - timedelta(hours=49)
    EngagementRow.objects.filter(campaign=met).update(opened=late)
    services.pause(met, umpire)
    with refusal(CampaignRefusal, code="not-agreed"):
        fighting.fight(met, KEY, chief, "quick")
    services.pause(met, umpire, on=False)
    with refusal(CampaignRefusal, code="not-agreed"):  # it was paused: the time begins anew
        fighting.fight(met, KEY, chief, "quick")
    EngagementRow.objects.filter(campaign=met).update(opened=late)
    assert "Nothing was agreed in time, so the campaign’s rules are to roll the campaign’s dice." in shown(
        as_bob, met
    )
    fighting.fight(met, KEY, chief, "quick")
    assert kept(met).outcome is not None


def test_a_side_that_nobody_plays_consents(row: Campaign, chief: Member, enemy: Member) -> None:
    battles(row, ("cr1", "cy1"))
    assert consent.propose(row, KEY, chief, "automatic") is not None
    assert kept(row).agreed["how"] == "sides"


def test_a_side_that_is_left_to_the_automatic_commander_consents(
    met: Campaign, chief: Member, enemy: Member
) -> None:
    assert consent.propose(met, KEY, chief, "automatic") is None
    services.set_automatic(met, enemy, member=enemy)
    assert consent.propose(met, KEY, chief, "automatic") is not None


def test_rules_name_only_ways_that_they_allow() -> None:
    allowed = {"fought": ["board", "table"], "method_hours": 0}
    assert read_rules({"battles": allowed}).battles.method == "sides"
    for more in ({"method": "quick"}, {"method_hours": 24}):
        with pytest.raises(RulesError, match="not among the ways"):
            read_rules({"battles": allowed | more})


def test_an_umpire_sets_no_way_that_the_rules_do_not_allow(met: Campaign, umpire: Member) -> None:
    rules(met, fought=["board", "table"])
    with pytest.raises(OverrideError, match="in that way"):
        consent.decide(met, KEY, umpire, "quick", "", "We are in a hurry.")


def test_it_goes_through_a_file_and_back(met: Campaign, chief: Member, alice: User) -> None:
    consent.propose(met, KEY, chief, "table")
    agreed(met, "board", key="t1e2")
    again = services.import_file(alice, services.export_file(met, seed=True))
    for key in (KEY, "t1e2"):
        here, there = (each.engagements.get(key=key) for each in (met, again))
        assert (there.proposal, there.agreed, there.opened) == (here.proposal, here.agreed, here.opened)


@pytest.mark.parametrize(
    ("before", "proposal", "agreed_by"),
    [
        ({"standins": {"by": "crown"}}, "crown", None),
        ({"standins": {"by": ""}}, None, "umpire"),
        ({"standins": {"by": "crown", "armies": [None, {"name": "Theirs", "worth": 10}]}}, None, "sides"),
    ],
)
def test_a_file_of_before_comes_back_with_what_it_proposed(
    met: Campaign, alice: User, before: dict[str, Any], proposal: str | None, agreed_by: str | None
) -> None:
    file = services.export_file(met, seed=True)
    part = file["engagements"][0]
    part["standins"] = {"system": "snaphance", "means": "board", **before["standins"]}
    for name in ("opened", "proposal", "agreed"):
        part.pop(name, None)
    found = kept(services.import_file(alice, file))
    assert (found.proposal or {}).get("by") == proposal
    assert (found.agreed or {}).get("how") == agreed_by


# -- the sample ------------------------------------------------------------------------------------


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
    return " ".join(
        " ".join(each.extract_text().split()) for each in PdfReader(BytesIO(answer.content)).pages
    )


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
        for client, mine, theirs in ((as_bob, own, enemy), (as_dora, enemy, own)):
            roster = printed(client, met, "roster")
            assert mine.name in roster
            assert theirs.name not in roster
            assert printed(client, met, "rosters") == ""
            page = client.get(url(met)).content.decode()
            assert ("Your roster (PDF)" in page, "Both rosters (PDF)" in page) == (True, False)
        assert (worn in printed(as_bob, met, "roster"), worn in printed(as_dora, met, "roster")) == (
            True,
            False,
        )
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
