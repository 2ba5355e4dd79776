"""A battle needs the consent of both sides: what each who would cheat tried, over pages and over REST."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.access import viewer_of
from battles.models import Battle
from campaigns import consent, paper, services
from campaigns.access import Participant
from campaigns.engine.state import to_json
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal
from tests.kit.campaigns import battles, outcome, refusal
from tests.kit.clients import pdf_words, signed_in
from tests.kit.consent import KEY, Call, agreed, asking, begin, hash_of, kept, secrets_of, shown, url

pytestmark = pytest.mark.django_db
MEANS = ("board", "automatic", "table", "quick")


@pytest.fixture
def commanding(met: Campaign, alice: User) -> Member:
    """Alice is umpire, and leads the Crown's enemies too."""
    Member.objects.filter(campaign=met, user=alice).update(faction="commons", chief=True)
    return met.members.select_related("user").get(user=alice)


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


@pytest.mark.usefixtures("unprinted")
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
    pages += [pdf_words(each.pdf()) for each in (paper.gazette(participant, 1), paper.history(participant))]
    for page in pages:
        assert not [each for each in secrets_of(met) if each in page]
    assert "% on average" not in pages[0]


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


def test_who_accepts_what_nobody_proposes_any_more_reads_what_became_of_it(
    met: Campaign, chief: Member, enemy: Member, dora: User, rest: Call
) -> None:
    def accepted() -> tuple[int, str]:
        answer = rest(dora, "accept/", {"means": "table"})
        error = answer.json()["errors"][0]
        return answer.status_code, f"{error['path']}: {error['message']}"

    assert accepted() == (409, "means: nobody has proposed how to fight this battle")
    consent.propose(met, KEY, chief, "table")
    consent.drop(met, KEY, chief)
    assert accepted() == (409, "means: bob withdrew this proposal")
    consent.propose(met, KEY, chief, "table")
    consent.drop(met, KEY, enemy)
    assert accepted() == (409, "means: dora declined this proposal already")
    consent.propose(met, KEY, chief, "table")
    consent.accept(met, KEY, enemy, "table")
    assert accepted() == (409, "means: dora agreed already: this battle is fought on a table")
    umpire = met.members.select_related("user").get(role="umpire")
    consent.decide(met, KEY, umpire, "board", "", "the table is taken")
    assert accepted() == (409, "means: the umpire decided already: this battle is fought on the board")


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
        services.give_up(met, KEY, commanding, "The map was wrong.")


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


def refused_another_way(row: Campaign, client: Client, by: Member, rest: Call) -> None:
    """Nothing on the page, and nothing sent past it, leads a player to another method than the one agreed."""
    before, page = kept(row), shown(client, row)
    assert not [each for each in ("On the board", "Automatically", "By dice", "Propose") if each in page]
    assert "only an umpire who plays no faction can change how it is fought" in page
    for means in {"board", "automatic", "table", "quick"} - {before.agreed["means"]}:
        answer = client.post(url(row, "propose/"), {"proposal": f":{means}"}, follow=True)
        assert "Both armies are shown, so the battle is fought as agreed" in answer.content.decode()
        for do in ("propose/", "accept/", "fight/"):
            assert rest(by.user, do, {"means": means}).status_code == 400
        client.post(url(row, "fight/"), {"means": means})
    for code, deed in (("taken", lambda: consent.drop(row, KEY, by)), ("not-yours", decided_by(row, by))):
        with refusal(CampaignRefusal, code=code):
            deed()
    after = kept(row)
    assert (after.means, after.agreed, after.proposal) == (before.means, before.agreed, None)
    assert (after.battle, after.outcome) == (None, None)


def decided_by(row: Campaign, by: Member) -> Call:
    """Decide on dice, as if one were its umpire."""
    return lambda: consent.decide(row, KEY, by, "quick", "", "I have seen enough.")


def test_whoever_has_seen_both_armies_fights_on_the_table(
    met: Campaign, enemy: Member, chief: Member, as_bob: Client, as_dora: Client, rest: Call
) -> None:
    agreed(met, "table")
    as_bob.post(url(met, "fight/"), {"means": "table"})
    refused_another_way(met, as_bob, chief, rest)
    refused_another_way(met, as_dora, enemy, rest)


def test_against_a_side_that_nobody_plays_nobody_looks_and_then_chooses(
    row: Campaign, chief: Member, as_bob: Client
) -> None:
    battles(row, ("cr1", "cy1"))
    as_bob.post(url(row, "propose/"), {"proposal": ":table"})
    as_bob.post(url(row, "fight/"), {"means": "table"})
    assert all(each in shown(as_bob, row, "report/") for each in secrets_of(row, "cy1")[:2])
    refused_another_way(row, as_bob, chief, asking(row))


def test_the_umpire_alone_decides_after_both_armies_are_shown(
    met: Campaign, chief: Member, as_alice: Client, as_bob: Client
) -> None:
    agreed(met, "table")
    services.fight(met, KEY, "table")
    assert "Decide as umpire" in shown(as_alice, met)
    as_alice.post(url(met, "propose/"), {"proposal": ":quick"})
    assert kept(met).means == "table"  # without a reason nothing is decided
    as_alice.post(url(met, "propose/"), {"proposal": ":quick", "reason": "The club is closed."})
    assert (kept(met).means, kept(met).agreed["means"]) == ("", "quick")
    assert "The club is closed." in as_bob.get(f"/campaigns/{met.public_id}/chronicle/").content.decode()
    as_bob.post(url(met, "fight/"), {"means": "quick"})
    assert kept(met).outcome is not None


def test_deleted_reports_leave_both_armies_on_the_table(
    met: Campaign, chief: Member, umpire: Member, as_bob: Client, rest: Call
) -> None:
    agreed(met, "table")
    services.fight(met, KEY, "table")
    services.report(met, KEY, chief, outcome(met, KEY))
    with refusal(CampaignRefusal, code="taken"):
        consent.decide(met, KEY, umpire, "quick", "", "The report is odd.")
    services.give_up(met, KEY, umpire, "The map was wrong.")
    assert kept(met).claims == (None, None)
    refused_another_way(met, as_bob, chief, rest)


@pytest.mark.parametrize("means", ["board", "automatic"])
def test_nobody_looks_at_a_battle_that_is_cancelled_and_chooses_then(
    met: Campaign, chief: Member, umpire: Member, as_bob: Client, as_alice: Client, rest: Call, means: str
) -> None:
    first = begin(met, chief, means)
    services.give_up(met, KEY, umpire, "The map was wrong.")
    refused_another_way(met, as_bob, chief, rest)
    assert "Either side can start" in shown(as_bob, met)
    assert kept(met).agreed["means"] == means
    as_bob.post(url(met, "fight/"), {"means": means})
    assert kept(met).battle not in (None, first)
    services.give_up(met, KEY, umpire, "The map was wrong.")
    assert "only you can" in shown(as_alice, met)
    as_alice.post(url(met, "propose/"), {"proposal": ":quick", "reason": "The club is closed."})
    assert kept(met).agreed["means"] == "quick"
    refused_another_way(met, as_bob, chief, rest)
    as_bob.post(url(met, "fight/"), {"means": "quick"})
    assert kept(met).outcome is not None


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


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_battle_is_cancelled_for_a_reason_that_everyone_reads(
    met: Campaign, chief: Member, umpire: Member, as_alice: Client, as_bob: Client, rest: Call, way: str
) -> None:
    first = begin(met, chief, "board")

    def cancel(reason: str) -> None:
        if way == "page":
            as_alice.post(url(met, "give-up/"), {"reason": reason})
        else:
            rest(umpire.user, "cancel/", {"reason": reason})

    cancel("  ")
    assert kept(met).battle == first
    cancel("The map was wrong.")
    assert kept(met).battle is None
    assert (
        "cancelled a battle that had started" in as_bob.get(f"/campaigns/{met.public_id}/").content.decode()
    )
    assert "new dice are drawn. Reason: The map was wrong." in shown(as_bob, met)
