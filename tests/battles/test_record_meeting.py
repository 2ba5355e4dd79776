"""The record of a battle whose forces met here: its scenario, its seats, its link, its first claim."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles import services
from battles.models import Battle
from battles.recording import access
from battles.recording import services as recording
from battles.recording.models import Record
from rulesets.by_fire_and_sword.record import met
from rulesets.by_fire_and_sword.scenarios.reading import shipped
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst, curly
from tests.kit.records import UNIT, lists, main_words

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db
LOST = f"{UNIT}.destroyed"
READ = ("", "result/", "history/", "result.json", "result.pdf")


def setup(**changes: Any) -> dict[str, Any]:
    """A meeting of the Muscovites and the Poles with their Tatars."""
    return {
        "format": "leaguer-setup", "version": 1, "system": "by_fire_and_sword",
        "lists": lists("polish-tatars-13", "muscovite-1648-76-11"), "sides": ["Poles", "Muscovites"],
        "table": {"width": 120, "depth": 120}, "terrain": "roll", **changes,
    }  # fmt: skip


@pytest.fixture
def going(alice: User, bob: User) -> Battle:
    """A meeting between Alice and Bob that has just begun."""
    return services.begin(alice, setup(), opponent=bob, tacticians=())


@pytest.fixture
def ready(alice: User, bob: User) -> Battle:
    """A finished meeting between Alice and Bob."""
    row = services.begin(alice, setup(), opponent=bob)
    services.advance(row, None)
    assert row.over
    return row


def page(row: Battle, name: str = "") -> str:
    return f"{row.get_absolute_url()}record/{name}"


def press(client: Client, row: Battle, revision: int, **said: Any) -> Any:
    return client.post(page(row, "note/"), {"revision": revision, **said})


def test_a_finished_meeting_has_a_record_with_its_scenario(
    ready: Battle, as_alice: Client, as_bob: Client
) -> None:
    scenario = shipped()[_key(ready)]
    for client in (as_alice, as_bob):
        answer = client.get(page(ready))
        assert answer.status_code == 200
        assert scenario.name in main_words(answer)
        for line in scenario.victory:
            assert curly(capfirst(line.text)) in main_words(answer)
    assert not Record.objects.exists()  # looking writes nothing


def _key(row: Battle) -> str:
    record = access.at_battle(row.owner, row.public_id).record
    return str(recording.opened(record).record.scenario["key"])


@pytest.mark.rule("BFS-34.5")
def test_points_of_the_scenario_are_counted_as_often_as_they_may(
    ready: Battle, alice: User, as_alice: Client
) -> None:
    book = recording.opened(access.at_battle(alice, ready.public_id).record)
    counted = [key for key in book.sheet.entries if re.fullmatch(r"s\.[01]\.\d+", key)]
    assert counted
    entry = book.sheet.entries[counted[0]]
    line = book.sheet.scenario[entry.side][int(entry.field)]
    answer = press(as_alice, ready, 0, set=json.dumps({counted[0]: line.most}))
    assert answer.status_code == 302
    made = recording.opened(Record.objects.get()).score()
    assert made.sides[entry.side].scenario_points == line.most * line.points
    assert press(as_alice, ready, 1, set=json.dumps({counted[0]: line.most + 1})).status_code == 400


def test_the_first_claim_keeps_the_record_and_both_find_it(
    ready: Battle, as_alice: Client, as_bob: Client
) -> None:
    press(as_alice, ready, 0, set=json.dumps({LOST: 1}))
    press(as_bob, ready, 1, set=json.dumps({LOST: 2}))
    row = Record.objects.get()
    assert (row.battle, row.revision, row.sides) == (ready, 2, ready.sides)
    for client in (as_alice, as_bob):
        assert "alice says 1" in main_words(client.get(page(ready)))
        assert row.title in main_words(client.get("/records/"))
    assert as_alice.get(row.get_absolute_url()).status_code == 200
    assert as_alice.get(f"/records/{row.public_id}/").status_code == 404  # it is reached from its battle


def test_two_first_claims_at_once_make_one_record(ready: Battle, alice: User, bob: User) -> None:
    first, second = (access.at_battle(each, ready.public_id).record for each in (alice, bob))
    recording.claim(first, 0, 0, alice, {LOST: 1})
    recording.claim(second, 0, 1, bob, {"u.1.c1u2.fled": 1})
    assert Record.objects.get().revision == 2


@pytest.mark.parametrize("name", READ)
def test_a_meeting_that_goes_on_has_nothing_to_record(going: Battle, as_alice: Client, name: str) -> None:
    answer = as_alice.get(page(going, name))
    assert answer.status_code == 409
    assert "meeting is not finished" in main_words(answer)
    assert press(as_alice, going, 0, set=json.dumps({LOST: 1})).status_code == 409
    assert as_alice.get(f"/api/v1/battles/{going.public_id}/record/").status_code == 409


def test_a_meeting_that_was_called_off_has_nothing_to_record(
    going: Battle, alice: User, as_alice: Client
) -> None:
    services.resign(going, going.revision, 0, alice)
    answer = as_alice.get(page(going))
    assert answer.status_code == 409
    assert "called off" in main_words(answer)


@pytest.mark.parametrize("name", READ)
def test_strangers_see_nothing_and_onlookers_by_link_everything(
    ready: Battle, as_alice: Client, as_charlie: Client, client: Client, name: str
) -> None:
    press(as_alice, ready, 0, set=json.dumps({LOST: 1}))
    assert as_charlie.get(page(ready, name)).status_code == 404
    assert client.get(page(ready, name)).status_code == 302
    services.share(ready)
    answer = client.get(f"{ready.shared_url}record/{name}")
    assert answer.status_code == 200
    if "text/html" in answer["Content-Type"]:
        assert "<button" not in answer.content.decode().split("<main")[1]


def test_a_stranger_records_nothing(ready: Battle, as_charlie: Client, client: Client) -> None:
    assert press(as_charlie, ready, 0, set=json.dumps({LOST: 1})).status_code == 404
    services.share(ready)
    assert client.post(f"{ready.shared_url}record/note/", {"revision": 0}).status_code == 404
    assert not Record.objects.exists()


def test_an_onlooker_hears_of_the_first_claim_too(ready: Battle, as_alice: Client, client: Client) -> None:
    services.share(ready)
    shown = client.get(f"{ready.shared_url}record/").content.decode()
    found = re.search(r'data-poll="(/records/pulse/[^"]+)\?revision="', shown)
    assert found is not None
    assert client.get(f"{found[1]}?revision=0").status_code == 204
    press(as_alice, ready, 0, set=json.dumps({LOST: 1}))
    assert client.get(f"{found[1]}?revision=0").status_code == 200
    services.unshare(ready)
    assert client.get(f"{found[1]}?revision=1").status_code == 404


def test_the_list_of_battles_has_what_was_recorded(
    ready: Battle, as_alice: Client, as_bob: Client, django_assert_max_num_queries: Any
) -> None:
    press(as_alice, ready, 0, set=json.dumps({LOST: 1}))
    assert page(ready) not in as_alice.get("/battles/").content.decode()
    press(as_alice, ready, 1, sign="1")
    press(as_bob, ready, 2, sign="1")
    record = Record.objects.get()
    assert record.result is not None
    with django_assert_max_num_queries(7):
        shown = as_bob.get("/battles/").content.decode()
    assert f'<a href="{page(ready)}">{record.result["result"]}</a>' in shown


def test_the_address_that_takes_what_is_pressed_leads_back(ready: Battle, as_alice: Client) -> None:
    answer = as_alice.get(page(ready, "note/"))
    assert (answer.status_code, answer["Location"]) == (302, page(ready))


def test_the_history_tells_who_agreed_to_what(ready: Battle, as_alice: Client, as_bob: Client) -> None:
    press(as_alice, ready, 0, set=json.dumps({LOST: 1}))
    press(as_bob, ready, 1, agree="all")
    shown = as_alice.get(page(ready, "history/")).content.decode()
    assert "agreed to destroyed: 1" in shown
    assert "destroyed: 0 → 1" in shown
    assert "agreed to destroyed: 0" not in shown


def test_over_rest_a_battle_s_record_is_reached_from_the_battle(
    ready: Battle, as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    address = f"/api/v1/battles/{ready.public_id}/record/"
    body = {"revision": 0, "changes": {LOST: 1}}
    said = as_bob.post(f"{address}claim/", body, content_type="application/json").json()
    assert said["entries"][0]["said"] == {"1": 1}
    assert as_alice.get(address).json()["revision"] == 1
    assert as_charlie.get(address).status_code == 404


@pytest.mark.parametrize("name", READ)
def test_no_page_takes_more_than_twelve_queries(
    ready: Battle, as_alice: Client, name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with CaptureQueriesContext(connection) as first:
        assert as_alice.get(page(ready, name)).status_code == 200
    press(as_alice, ready, 0, set=json.dumps({LOST: 1}))
    with django_assert_max_num_queries(12):
        assert as_alice.get(page(ready, name)).status_code == 200
    assert len(first) <= 12


# -- what the meeting hands over -------------------------------------------------------------------


def state(**changes: Any) -> dict[str, Any]:
    return {"scenario": {"key": "ambush"}, "weaker": 1, "ready": True, "reconnaissance": {}, **changes}


@pytest.mark.rule("BFS-33.13")
@pytest.mark.parametrize("buyer", [0, 1])
def test_a_retreat_that_was_cut_off_is_known_before_the_battle(buyer: int) -> None:
    bought = {"buyer": buyer, "effects": [{"key": "chaos"}, {"key": "cut_off_the_retreat"}]}
    found = met({"options": {}}, state(reconnaissance=bought))
    assert found.values == {f"g.{1 - buyer}.cut_off": True}
    assert not met({"options": {}}, state()).values


@pytest.mark.rule("BFS-32.3")
def test_squadrons_that_were_formed_are_known() -> None:
    formed = {"0": [{"units": ["a.c1u2", "a.c1u3"]}], "1": [{"units": ["b.x"]}, {"units": ["b.y"]}]}
    found = met({"options": {}}, state(deployment={"squadrons": formed}))
    assert found.values == {
        "u.0.c1u2.squadron": "A", "u.0.c1u3.squadron": "A", "u.1.x.squadron": "A", "u.1.y.squadron": "B",
    }  # fmt: skip


@pytest.mark.rule("BFS-32.3", "BFS-32.7.3")
def test_what_only_an_effect_needs_is_asked_for_only_with_that_effect() -> None:
    fields = ("march_losses", "returned_destroyed", "returned_fled")
    assert met({"options": {}}, state(effects=[])).needless == fields
    assert met({"options": {}}, state(effects=[{"key": "march_losses"}])).needless == fields[1:]
    assert met({"options": {}}, state(effects=[{"key": "unexpected_reinforcements"}])).needless == fields[:1]


@pytest.mark.parametrize("weaker", [0, 1, None])
def test_the_parts_of_the_scenario_are_the_sides(weaker: int | None) -> None:
    found = met({"options": {}}, state(weaker=weaker))
    definition = shipped()["ambush"]
    for side in (0, 1):
        part = "weaker" if side == (weaker or 0) else "stronger"
        expected = [each.text for each in definition.victory if each.part in (part, "either")]
        assert [each["for"] for each in found.points[side]] == expected


def test_a_meeting_without_a_ready_table_is_refused() -> None:
    with pytest.raises(LeaguerError) as caught:
        met({"options": {}}, state(ready=False))
    assert caught.value.code == "not-met"
