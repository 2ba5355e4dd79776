"""Setting up a meeting: forces, table, terrain, scenarios of one's own, agreements, people, dice."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils.timezone import localtime

from armylists import bookservices
from armylists import services as list_services
from armylists.models import OwnBook
from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.by_fire_and_sword import scenarios
from rulesets.contract.documents import samples
from tests.kit.clients import queries, signed_in
from tests.kit.meetings import meeting_setup

ADDRESS = "/battles/new/by_fire_and_sword/"
FORM: dict[str, Any] = {
    "a-army": "sample:polish-1649-52-10", "b-army": "sample:polish-tatars-13", "a-side": "Crown",
    "b-side": "Horde", "width": "120", "depth": "120", "terrain": "roll", "who": "hand",
    "dice": "stream", "opponent": "", "agree-by_fire_and_sword-more_atypical": "0",
    "agree-by_fire_and_sword-small_force_limit": "8", "agree-by_fire_and_sword-flanking_price": "8",
}  # fmt: skip
PATROL = Path(scenarios.__file__).parents[1] / "data" / "scenarios" / "patrol.toml"


def send(client: Client, **changes: Any) -> HttpResponse:
    """Send the form with these changes."""
    return client.post(ADDRESS, {**FORM, **changes})


def errors(answer: HttpResponse) -> str:
    """What the page says is wrong."""
    assert answer.status_code == 400
    found = re.findall(
        r'<ul class="errors".*?</ul>|role="alert">.*?</div>', answer.content.decode(), re.DOTALL
    )
    return " ".join(found)


@pytest.fixture
def row(as_alice: Client) -> Battle:
    """The meeting that the plain form begins."""
    assert send(as_alice).status_code == 302
    return Battle.objects.get()


def test_it_works(as_alice: Client) -> None:
    answer = send(as_alice)
    row = Battle.objects.get()
    assert answer["Location"] == row.get_absolute_url()
    assert row.system == "by_fire_and_sword"
    assert row.sides == ("Crown", "Horde")
    assert row.setup["table"] == {"width": 120, "depth": 120}
    assert row.setup["options"] == {}


def test_the_page_has_the_forces_alone_and_the_agreements_of_the_system(as_alice: Client) -> None:
    page = as_alice.get(ADDRESS).content.decode()
    assert "sample:polish-tatars-13" in page
    assert "royalist" not in page
    assert "BFS-32.12" in page
    assert "BQ-" not in page


def test_battles_that_are_fought_here_are_set_up_without_any_of_it(as_alice: Client) -> None:
    page = as_alice.get("/battles/new/").content.decode()
    assert "sample:polish-tatars-13" not in page
    assert "agree-by_fire_and_sword" not in page
    assert ADDRESS in page
    assert " cm" not in page


def test_a_list_of_ones_own_leads_to_the_page_for_its_system(as_alice: Client, alice: User) -> None:
    force = list_services.create(alice, samples()["polish-1649-52-10"])
    answer = as_alice.get("/battles/new/", {"list": str(force.public_id)})
    assert answer.status_code == 302
    assert answer["Location"] == f"{ADDRESS}?list={force.public_id}"
    assert f'value="own:{force.public_id}" selected' in as_alice.get(answer["Location"]).content.decode()
    other = list_services.create(alice, samples()["royalist-patrol-300"])
    assert as_alice.get("/battles/new/", {"list": str(other.public_id)}).status_code == 200
    assert as_alice.get("/battles/new/", {"list": "nonsense"}).status_code == 200


@pytest.mark.parametrize("slug", ["baroque", "chess"])
def test_there_is_no_such_page_for_other_systems(as_alice: Client, slug: str) -> None:
    assert as_alice.get(f"/battles/new/{slug}/").status_code == 404


def test_who_is_not_signed_in_signs_in_first(client: Client, db: None) -> None:
    assert client.get(ADDRESS).status_code == 302


def test_a_list_of_another_system_is_refused_at_its_field(as_alice: Client, alice: User) -> None:
    other = list_services.create(alice, samples()["royalist-patrol-300"])
    list_services.share(other)
    told = errors(send(as_alice, **{"b-army": "", "b-link": other.shared_url}))
    assert "This is not a list for By Fire and Sword." in told
    assert not Battle.objects.exists()


@pytest.mark.rule("BFS-30.2.1")
@pytest.mark.parametrize("changes", [{"width": "99"}, {"depth": "401"}, {"width": "wide"}])
def test_a_table_is_100_to_400_cm(as_alice: Client, changes: dict[str, str]) -> None:
    assert errors(send(as_alice, **changes))
    assert not Battle.objects.exists()


def test_agreements_and_optional_rules_are_kept_as_what_they_are(as_alice: Client) -> None:
    agreed = {
        "agree-by_fire_and_sword-choice_of_effects": "on",
        "agree-by_fire_and_sword-more_atypical": "2",
        "agree-by_fire_and_sword-small_force_limit": "0",
        "scenario": "forage",
    }
    answer = send(as_alice, **agreed)
    assert answer.status_code == 302, errors(answer)
    assert Battle.objects.get().setup["options"] == {
        "choice_of_effects": True, "more_atypical": 2, "small_force_limit": 0,
        "scenario": "forage",
    }  # fmt: skip


def test_an_opponent_is_invited_by_name(as_alice: Client, bob: User) -> None:
    assert "your own name" in errors(send(as_alice, opponent="Alice"))
    assert send(as_alice, opponent="Bob").status_code == 302
    row = Battle.objects.get()
    assert (row.opponent, row.invited, row.tacticians) == (None, "Bob", [])
    answer = signed_in(bob).post(f"/invitations/{row.public_id}/answer/", {"answer": "accept"})
    assert answer["Location"] == row.get_absolute_url()
    row.refresh_from_db()
    assert row.opponent == bob


def test_the_tactician_can_decide_for_both_at_once(as_alice: Client) -> None:
    assert send(as_alice, who="both").status_code == 302
    assert Battle.objects.get().table_ready


# -- scenarios of one's own ------------------------------------------------------------------------


def test_a_scenario_from_a_file_takes_the_place_of_its_key(as_alice: Client) -> None:
    text = PATROL.read_text().replace('name = "Patrol"', 'name = "A patrol at dusk"')
    file = SimpleUploadedFile("dusk.toml", text.encode())
    assert send(as_alice, files=file, scenario="patrol").status_code == 302
    row = Battle.objects.get()
    assert row.setup["options"]["scenarios"][0]["name"] == "A patrol at dusk"
    assert "A patrol at dusk" in as_alice.get(row.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name = ", "is neither TOML nor JSON"),
        ("[1, 2]", "is neither TOML nor JSON"),
        ('{"format": "leaguer-bfs-scenario", "key": "x"}', "name"),
    ],
)
def test_a_scenario_with_faults_is_refused_with_each_of_them(as_alice: Client, text: str, told: str) -> None:
    assert told in errors(send(as_alice, files=SimpleUploadedFile("own.toml", text.encode())))
    assert not Battle.objects.exists()


@pytest.mark.parametrize(
    ("data", "told"), [(b"\xff\xfe\x00", "not UTF-8 text"), (b"x" * 200_001, "at most 200 kB")]
)
def test_a_file_that_is_no_scenario_is_refused(as_alice: Client, data: bytes, told: str) -> None:
    assert told in errors(send(as_alice, files=SimpleUploadedFile("own.toml", data)))


def own_scenario(owner: User, name: str, *, kept: bool = True) -> OwnBook:
    """A scenario of a user's own under the key of the patrol, kept as a version or a draft alone."""
    document = {**tomllib.loads(PATROL.read_text()), "name": name}
    book = bookservices.create(owner, "by_fire_and_sword", document, OwnBook.SCENARIO)
    if kept:
        bookservices.save_version(book, book.edition)
    return book


def test_scenarios_of_ones_own_are_offered_and_brought_along(
    as_alice: Client, alice: User, bob: User
) -> None:
    mine = own_scenario(alice, "A patrol in snow")
    own_scenario(alice, "Unfinished", kept=False)
    theirs = own_scenario(bob, "A patrol of Bob’s")
    page = as_alice.get(ADDRESS).content.decode()
    assert "A patrol in snow" in page
    assert "Unfinished" not in page
    assert "A patrol of Bob’s" not in page
    assert errors(send(as_alice, own=[str(theirs.public_id)]))
    assert send(as_alice, own=[str(mine.public_id)], scenario="patrol").status_code == 302
    row = Battle.objects.get()
    assert [each["name"] for each in row.setup["options"]["scenarios"]] == ["A patrol in snow"]
    assert "A patrol in snow" in as_alice.get(row.get_absolute_url()).content.decode()


# -- an earlier table ------------------------------------------------------------------------------


def test_the_terrain_of_an_earlier_meeting_can_be_taken(as_alice: Client, alice: User) -> None:
    table = {"width": 140, "depth": 120}
    earlier = services.begin(
        alice, meeting_setup(table=table, options={"scenario": "patrol"}), tacticians=(0, 1), agreed=True
    )
    services.advance(earlier, None)
    with played(earlier) as found:
        terrain = [piece["kind"] for piece in found.engine.state.terrain if not piece.get("scenario")]
    assert terrain
    offered = as_alice.get(ADDRESS).content.decode()
    assert f"{earlier.title}, {localtime(earlier.updated):%-d %b %Y, %H:%M}</option>" in offered
    answer = send(as_alice, terrain="earlier", earlier=str(earlier.public_id))
    assert answer.status_code == 302
    row = Battle.objects.latest("pk")
    assert row.setup["table"] == table
    assert [piece["kind"] for piece in row.setup["terrain"]] == terrain
    assert not row.choices.filter(decision="place terrain").exists()


def test_somebody_elses_table_is_not_offered(as_alice: Client, bob: User) -> None:
    theirs = services.begin(bob, meeting_setup(), tacticians=(0, 1), agreed=True)
    assert str(theirs.public_id) not in as_alice.get(ADDRESS).content.decode()
    assert errors(send(as_alice, terrain="earlier", earlier=str(theirs.public_id)))
    assert "Choose the meeting" in errors(send(as_alice, terrain="earlier"))


# -- queries ---------------------------------------------------------------------------------------


def test_many_lists_and_meetings_need_no_more_queries_than_one(as_alice: Client, alice: User) -> None:
    asked = []
    for _ in range(2):
        for _ in range(4):
            list_services.create(alice, samples()["polish-1649-52-10"])
            services.begin(alice, meeting_setup(), tacticians=(), agreed=True)
        asked.append(queries(as_alice, ADDRESS))
    assert asked[0] == asked[1] <= 12


def test_a_force_that_is_not_legal_meets_by_agreement(as_alice: Client) -> None:
    force = samples()["polish-1649-52-10"].to_json()
    force["commands"][0]["units"] = force["commands"][0]["units"][:3]
    file = SimpleUploadedFile("few.json", json.dumps(force).encode())
    told = errors(send(as_alice, **{"a-army": "", "a-file": file}))
    assert "is not legal" in told
    file.seek(0)
    assert send(as_alice, **{"a-army": "", "a-file": file, "agreed": "on"}).status_code == 302
