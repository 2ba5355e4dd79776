"""Campaigns over REST: the same doors as the pages, and what is hidden stays hidden."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from campaigns import services
from campaigns.engine import shipped
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import battles, hold, island, outcome
from tests.kit.consent import agreed

pytestmark = pytest.mark.django_db
Call = Callable[..., Any]


@pytest.fixture
def call() -> Call:
    """Calls the interface as somebody: `call(user, "get", "/campaigns/", {...})`."""

    def at(user: User | None, method: str, path: str, data: Any = None) -> Any:
        client = APIClient()
        if user is not None:
            client.force_authenticate(user)
        return getattr(client, method)(f"/api/v1{path}", data)

    return at


@pytest.fixture
def here(row: Campaign) -> str:
    return f"/campaigns/{row.public_id}/"


def test_a_campaign_begins_from_one_that_ships_or_a_document(alice: User, call: Call) -> None:
    for data in (
        {"shipped": "island", "name": "Ours"},
        {"document": shipped.document("island"), "name": "Ours"},
    ):
        answer = call(alice, "post", "/campaigns/", data)
        assert answer.status_code == 201, answer.json()
        assert (answer.json()["name"], answer.json()["seed"]) == ("Ours", None)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({}, "document"), ({"shipped": "atlantis"}, "shipped"), ({"document": {"name": "x"}}, "systems"),
        ({"document": {}, "shipped": "island"}, "document"), ({"shipped": "island", "hours": -1}, "hours"),
    ],
)  # fmt: skip
def test_what_no_campaign_begins_from_is_a_400_with_its_place(
    alice: User, call: Call, data: Any, path: str
) -> None:
    answer = call(alice, "post", "/campaigns/", data)
    assert answer.status_code == 400
    assert path in [each["path"] for each in answer.json()["errors"]]
    assert not Campaign.objects.exists()


def test_one_finds_ones_own_campaigns(
    row: Campaign, alice: User, bob: User, charlie: User, call: Call
) -> None:
    island(charlie)
    for user, count in ((alice, 1), (bob, 1), (charlie, 1)):
        assert call(user, "get", "/campaigns/").json()["count"] == count
    services.archive(row, row.members.get(user=alice))
    assert call(bob, "get", "/campaigns/").json()["count"] == 0
    assert call(bob, "get", "/campaigns/?archived=true").json()["count"] == 1


def test_the_list_costs_the_same_with_one_campaign_and_with_ten(
    alice: User, call: Call, django_assert_max_num_queries: Any
) -> None:
    for _ in range(10):
        island(alice)
    with django_assert_max_num_queries(3):
        assert call(alice, "get", "/campaigns/").json()["count"] == 10


def test_a_campaign_tells_ones_own_place_in_it(
    row: Campaign, here: str, bob: User, chief: Member, call: Call
) -> None:
    found = call(bob, "get", here).json()
    assert found["mine"]["faction"] == "crown"
    assert found["mine"]["calendar"].endswith(f"/campaigns/calendar/{chief.feed}.ics")
    assert (found["seed"], found["seed_hash"]) == (None, row.seed_hash)
    assert row.seed not in json.dumps(found)


def test_no_link_of_the_log_is_read_that_would_prove_a_guess_of_what_is_hidden(
    row: Campaign, here: str, alice: User, bob: User, call: Call
) -> None:
    done = call(alice, "post", here + "resolve/", {"revision": row.revision}).json()
    parts = list(row.turns.order_by("number"))
    links = {link for part in parts for link in (part.hash, part.hash_before) if link}
    links |= {each["hash"] for part in parts for each in part.entries}
    answers = [call(bob, "get", here + each).content.decode() for each in ("", "chronicle/", "view/")]
    assert row.salted(parts[0].entries[0]["hash"]) in answers[1]
    for answer in (*answers, json.dumps(done)):
        assert not [each for each in links if each in answer]


def test_no_seal_is_read_that_would_prove_a_guess_of_orders(row: Campaign, umpire: Member) -> None:
    services.resolve(row, row.revision)
    row.refresh_from_db()
    services.roll_back(row, row.revision, umpire, 1, "The wrong orders.")
    row.refresh_from_db()
    services.resolve(row, row.revision)
    salts = [part.inputs["salt"] for part in row.turns.all()]
    assert len(set(salts)) == len(salts) > 2
    assert {len(each) for each in salts} == {32}


def test_an_earlier_turn_is_seen_as_it_was(row: Campaign, here: str, bob: User, call: Call) -> None:
    services.resolve(row, row.revision)
    then = call(bob, "get", here + "view/?turn=1").json()["state"]
    assert (then["turn"], set(then["forces"]), "map" in then) == (1, {"cr1", "cr2"}, False)
    assert call(bob, "get", here + "view/?turn=9").status_code == 404
    assert call(bob, "get", here + "view/?turn=soon").status_code == 400


def test_the_map_goes_out_as_document_and_as_geojson(row: Campaign, here: str, bob: User, call: Call) -> None:
    assert call(bob, "get", here + "map/").json()["format"] == "leaguer-campaign-map"
    assert call(bob, "get", here + "geojson/").json()["type"] == "FeatureCollection"


def test_the_umpire_sets_the_campaign(row: Campaign, here: str, alice: User, call: Call) -> None:
    deadline = timezone.now() + timedelta(days=3)
    data = {"name": "Ours", "deadline": deadline.isoformat(), "hours": 24, "alone": False, "paused": True}
    found = call(alice, "patch", here, data).json()
    assert {key: found[key] for key in ("name", "hours", "alone", "paused")} == {
        "name": "Ours", "hours": 24, "alone": False, "paused": True,
    }  # fmt: skip
    assert call(alice, "patch", here, {"deadline": None}).json()["deadline"] is None
    late = call(alice, "patch", here, {"deadline": "2001-01-01T00:00:00Z"})
    assert (late.status_code, late.json()["errors"][0]["path"]) == (400, "deadline")


def test_settings_that_cannot_all_be_are_all_left(row: Campaign, here: str, alice: User, call: Call) -> None:
    answer = call(alice, "patch", here, {"name": "Ours", "deadline": "2001-01-01T00:00:00Z"})
    row.refresh_from_db()
    assert answer.status_code == 400
    assert row.name == "The Isle of Merrow"


# -- orders ----------------------------------------------------------------------------------------


def test_orders_are_drafted_given_and_withdrawn(row: Campaign, here: str, bob: User, call: Call) -> None:
    forces = hold(state_of(row), "crown")["forces"]
    assert call(bob, "get", here + "orders/").json()["status"] == "none"
    assert call(bob, "put", here + "orders/", {"forces": forces}).json()["status"] == "draft"
    found = call(bob, "post", here + "orders/give/", {"forces": forces}).json()
    assert (found["status"], set(found["given"]["forces"])) == ("given", {"cr1", "cr2"})
    assert found["writers"] == [{"name": "bob", "status": "given", "final": False}]
    assert call(bob, "post", here + "orders/withdraw/").json()["status"] == "draft"


def test_a_draft_is_given_as_it_was_written(row: Campaign, here: str, bob: User, call: Call) -> None:
    forces = {"cr1": {"do": "hold", "evade": True}}
    call(bob, "put", here + "orders/", {"forces": forces})
    found = call(bob, "post", here + "orders/give/", {}).json()
    assert (found["status"], found["given"]) == ("given", found["draft"])
    assert found["given"]["forces"]["cr1"]["evade"]
    emptied = call(bob, "post", here + "orders/give/", {"forces": {}}).json()
    assert emptied["given"]["forces"] == {}


def test_findings_of_a_draft_and_faults_of_orders_have_their_places(
    row: Campaign, here: str, bob: User, call: Call
) -> None:
    far = {"forces": {"cr1": {"do": "march", "path": ["nowhere"]}}}
    draft = call(bob, "put", here + "orders/", far)
    assert draft.status_code == 200
    assert draft.json()["findings"][0]["path"].startswith("forces.cr1")
    given = call(bob, "post", here + "orders/give/", far)
    assert given.status_code == 400
    assert given.json()["errors"][0]["path"].startswith("forces.cr1")
    unread = call(bob, "put", here + "orders/", {"forces": {"cr1": {"do": "fly"}}})
    assert unread.status_code == 400
    assert unread.json()["errors"][0]["path"] == "forces.cr1.do"


@pytest.mark.parametrize("who", ["dora", "nora", "edward"])
def test_orders_for_others_forces_are_a_403(row: Campaign, here: str, call: Call, who: str) -> None:
    user = User.objects.get(username=who)
    data = {"faction": "crown", "forces": {"cr1": {"do": "hold"}}}
    for method, path in (("put", "orders/"), ("post", "orders/give/")):
        assert call(user, method, here + path, data).status_code == 403
    assert not row.orders.exists()


def test_orders_are_read_of_ones_own_faction_only(
    here: str, call: Call, alice: User, bob: User, dora: User
) -> None:
    assert call(bob, "get", here + "orders/?faction=crown").json()["faction"] == "crown"
    other = call(bob, "get", here + "orders/?faction=commons")
    assert other.status_code == 403
    assert "your own faction only" in str(other.json())
    assert call(alice, "get", here + "orders/?faction=commons").json()["faction"] == "commons"
    onlooker = call(User.objects.get(username="nora"), "get", here + "orders/")
    assert onlooker.status_code == 404
    assert "You play no faction." in str(onlooker.json())


def test_final_orders_name_the_address_that_opens_them(here: str, call: Call, bob: User) -> None:
    call(bob, "post", here + "ready/", {"ready": True})
    for method, path in (("put", "orders/"), ("post", "orders/give/"), ("post", "orders/withdraw/")):
        answer = call(bob, method, here + path, {} if "withdraw" in path else {"forces": {}})
        assert answer.status_code == 400
        assert f"send ready false to /api/v1{here}ready/ first" in str(answer.json())
    call(bob, "post", here + "ready/", {"ready": False})
    assert call(bob, "post", here + "orders/give/", {"forces": {}}).status_code == 200


# -- the turn --------------------------------------------------------------------------------------


def test_a_turn_is_previewed_and_resolved(row: Campaign, here: str, alice: User, call: Call) -> None:
    shown = call(alice, "get", here + "preview/").json()
    found = call(alice, "post", here + "resolve/", {"revision": row.revision}).json()
    assert found["parts"][0]["entries"] == shown["entries"]
    assert found["campaign"]["turn"] == 2


def test_an_older_revision_is_a_409(row: Campaign, here: str, alice: User, call: Call) -> None:
    for path, data in (
        ("resolve/", {}),
        ("back/", {"turn": 1, "reason": "x"}),
        ("override/", {"acts": [{"do": "end"}], "reason": "x"}),
    ):
        answer = call(alice, "post", here + path, {"revision": row.revision + 7, **data})
        assert answer.status_code == 409, path


def test_an_override_is_kept_with_its_reason_and_only_what_it_concerns_is_secret(
    row: Campaign, here: str, alice: User, bob: User, dora: User, call: Call
) -> None:
    data = {
        "revision": row.revision,
        "reason": "a gift",
        "acts": [{"do": "money", "faction": "crown", "amount": 5}],
    }
    assert call(alice, "post", here + "override/", data).status_code == 200
    lines = {user: call(user, "get", here + "chronicle/").json()["results"] for user in (bob, dora)}
    assert [each["words"] for each in lines[bob]][-1].endswith(": a gift")
    assert len(lines[dora]) == 1
    assert "a gift" in lines[dora][0]["words"]
    assert "5" not in lines[dora][0]["words"]
    assert "amount" not in str(lines[dora][0])


def test_acts_that_cannot_be_are_a_400_with_every_place(
    row: Campaign, here: str, alice: User, call: Call
) -> None:
    acts = [{"do": "money", "faction": "crown"}, {"do": "dance"}]
    answer = call(alice, "post", here + "override/", {"revision": row.revision, "reason": "x", "acts": acts})
    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["errors"]] == ["acts[0].amount", "acts[1]"]


def test_going_back_and_cloning(row: Campaign, here: str, alice: User, call: Call) -> None:
    services.resolve(row, row.revision)
    data = {"revision": row.revision, "turn": 1, "reason": "once more"}
    assert call(alice, "post", here + "back/", data).json()["campaign"]["turn"] == 1
    answer = call(alice, "post", here + "clone/", {"name": "Another"})
    assert (answer.status_code, answer.json()["name"]) == (201, "Another")


def test_the_chronicle_comes_in_pages_and_by_turn(row: Campaign, here: str, alice: User, call: Call) -> None:
    for _ in range(2):
        services.resolve(row, row.revision)
    whole = call(alice, "get", here + "chronicle/?page_size=2").json()
    assert len(whole["results"]) == 2
    assert whole["count"] > 2
    found = call(alice, "get", here + "chronicle/?turn=2&part=march").json()["results"]
    assert {(each["turn"], each["part"]) for each in found} == {(2, "march")}


def test_a_due_campaign_is_resolved_by_who_looks_at_it(
    row: Campaign, here: str, nora: User, call: Call
) -> None:
    Campaign.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    assert call(nora, "get", here).json()["turn"] == 2


# -- engagements -----------------------------------------------------------------------------------


def test_engagements_are_known_to_their_sides(
    row: Campaign, here: str, alice: User, bob: User, nora: User, call: Call
) -> None:
    battles(row, ("cr1", "co1"))
    for user, count, side in ((alice, 1, None), (bob, 1, 0), (nora, 0, None)):
        found = call(user, "get", here + "engagements/").json()["results"]
        assert [each["side"] for each in found] == [side] * count
    assert call(nora, "get", here + "engagements/t1e1/").status_code == 404


def test_both_sides_report_and_the_turn_goes_on(
    row: Campaign, here: str, bob: User, dora: User, nora: User, call: Call
) -> None:
    battles(row, ("cr1", "co1"))
    method = {"means": "table", "system": ""}
    assert call(bob, "post", here + "engagements/t1e1/propose/", method).json()["method"] is None
    assert call(dora, "post", here + "engagements/t1e1/accept/", method).json()["method"]["how"] == "sides"
    assert call(bob, "post", here + "engagements/t1e1/fight/", {"means": "table"}).json()["means"] == "table"
    told = outcome(row, "t1e1")
    data = {
        "outcome": {
            "winner": told.winner,
            "units": {key: {"lost": each.lost} for key, each in told.units.items()},
        }
    }
    first = call(bob, "post", here + "engagements/t1e1/report/", data).json()
    assert first["status"] == "reported"
    assert call(nora, "post", here + "engagements/t1e1/report/", data).status_code == 404
    assert call(dora, "post", here + "engagements/t1e1/report/", data).json()["status"] == "settled"
    seen = call(nora, "get", here + "engagements/t1e1/").json()
    assert (seen["status"], seen["outcome"], seen["claims"]) == ("settled", None, None)
    assert seen["engagement"]["outcome"]["units"] == {}
    assert call(bob, "get", here).json()["turn"] == 2


def test_a_report_that_cannot_be_is_a_400_with_its_place(
    row: Campaign, here: str, bob: User, call: Call
) -> None:
    battles(row, ("cr1", "co1"))
    agreed(row, "table")
    services.fight(row, "t1e1", "table")
    for value, path in (({"winner": 5}, "winner"), ({"winner": 0, "units": {"x": {}}}, "units.x"),
                        ({}, "winner")):  # fmt: skip
        answer = call(bob, "post", here + "engagements/t1e1/report/", {"outcome": value})
        assert answer.status_code == 400
        assert path in [each["path"] for each in answer.json()["errors"]]


def test_an_engagement_is_settled_by_the_campaigns_dice_if_the_umpire_says_so(
    row: Campaign, here: str, alice: User, bob: User, call: Call
) -> None:
    battles(row, ("cr1", "co1"))
    for user in (bob, alice):
        assert call(user, "post", here + "engagements/t1e1/fight/", {"means": "quick"}).status_code == 400
    decision = {"means": "quick", "reason": "Nobody has the time."}
    assert call(bob, "post", here + "engagements/t1e1/propose/", decision).status_code == 403
    found = call(alice, "post", here + "engagements/t1e1/propose/", decision)
    assert found.json()["method"]["how"] == "umpire"
    found = call(bob, "post", here + "engagements/t1e1/fight/", {"means": "quick"})
    assert found.status_code == 200, found.json()
    assert (found.json()["status"], found.json()["means"]) == ("settled", "quick")


# -- people and files ------------------------------------------------------------------------------


def test_people_are_invited_join_change_and_leave(
    row: Campaign, here: str, alice: User, bob: User, charlie: User, call: Call
) -> None:
    made = call(bob, "post", here + "invitations/", {"role": "player", "faction": "crown"})
    assert made.status_code == 201, made.json()
    assert call(charlie, "post", "/campaigns/join/", {"token": made.json()["token"]}).status_code == 201
    members = {each["name"]: each for each in call(charlie, "get", here + "members/").json()["results"]}
    assert (members["charlie"]["faction"], members["charlie"]["chief"]) == ("crown", False)
    his = f"{here}members/{members['charlie']['key']}/"
    assert call(charlie, "patch", his, {"chief": True}).status_code == 403
    assert call(alice, "patch", his, {"chief": True}).json()["chief"]
    assert call(charlie, "patch", his, {"automatic": True}).json()["automatic"]
    assert call(bob, "delete", his).status_code == 403
    assert call(charlie, "delete", his).status_code == 204
    assert call(charlie, "get", here).status_code == 404


def test_nobody_reads_invitations_that_are_not_his_to_give(
    row: Campaign, here: str, umpire: Member, alice: User, bob: User, edward: User, call: Call
) -> None:
    secret = services.invite(row, umpire, "umpire")
    own = services.invite(row, umpire, "player", "crown")
    for user, tokens in ((alice, [secret.token, own.token]), (bob, [own.token])):
        found = call(user, "get", here + "invitations/").json()["results"]
        assert [each["token"] for each in found] == tokens
    assert call(edward, "get", here + "invitations/").status_code == 403
    assert call(bob, "delete", f"{here}invitations/{secret.pk}/").status_code == 403
    assert call(alice, "delete", f"{here}invitations/{secret.pk}/").status_code == 204


def test_members_tell_no_address_and_no_secret(
    row: Campaign, here: str, nora: User, enemy: Member, call: Call
) -> None:
    text = json.dumps(call(nora, "get", here + "members/").json())
    assert "dora" in text
    assert "example.org" not in text
    assert enemy.feed not in text


def test_a_chief_gives_a_force_to_his_player(
    row: Campaign, here: str, bob: User, comrade: Member, call: Call
) -> None:
    found = call(bob, "put", here + "forces/cr2/commander/", {"member": comrade.key}).json()
    assert found["state"]["forces"]["cr2"]["commander"] == comrade.key
    assert call(bob, "put", here + "forces/co1/commander/", {"member": ""}).status_code == 400


def test_a_campaign_leaves_and_comes_back(
    row: Campaign, here: str, alice: User, bob: User, call: Call
) -> None:
    file = call(alice, "get", here + "file/?seed=1").json()
    assert file["seed"] == row.seed
    answer = call(bob, "post", "/campaigns/import/", file)
    assert answer.status_code == 201, answer.json()
    assert Campaign.objects.get(public_id=answer.json()["id"]).seed == row.seed
    file["hash"] = "0" * 64
    answer = call(bob, "post", "/campaigns/import/", file)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "hash")


def test_when_it_is_over_everybody_in_it_has_file_and_seed(
    row: Campaign, here: str, umpire: Member, nora: User, charlie: User, call: Call
) -> None:
    services.override(row, row.revision, umpire, [{"do": "end"}], "enough")
    assert call(nora, "get", here).json()["seed"] == row.seed
    assert call(nora, "get", here + "file/").json()["seed"] == row.seed
    assert call(charlie, "get", here + "file/").status_code == 404


@pytest.mark.parametrize(
    "path", ["", "view/", "chronicle/", "orders/?faction=crown", "engagements/", "members/"]
)
def test_queries_do_not_grow_with_turns_people_and_forces(
    row: Campaign, here: str, alice: User, call: Call, path: str, django_assert_num_queries: Any
) -> None:
    call(alice, "get", here + path)
    with CaptureQueriesContext(connection) as before:
        call(alice, "get", here + path)
    for number in range(5):
        user = User.objects.create_user(f"u{number}")
        services.add_member(row, user, "player", "company")
        services.resolve(row, row.revision)
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    with django_assert_num_queries(len(before)):
        assert call(alice, "get", here + path).status_code == 200
