"""What forms ask of players because the criteria compare it, and the warning where nobody has it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.kit.clients import signed_in
from tests.kit.pageforms import forms
from tests.kit.tournaments import event, read
from tournaments.engine.presets import load_presets
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
CIVIL_WAR: dict[str, Any] = load_presets()["civil-war"].copy_settings().model_dump(mode="json")
WARNING = "The pairing criteria use the allegiance of players, but nobody has an allegiance."


def _event(owner: User, **settings: Any) -> Tournament:
    return event(owner, **CIVIL_WAR | {"registration": "open"} | settings)


def test_the_entry_form_asks_for_the_allegiance_that_the_criteria_compare(alice: User, bob: User) -> None:
    row, plain = _event(alice), event(alice, registration="open")
    client = signed_in(bob)
    for each, asks in ((row, True), (plain, False)):
        address = f"/tournaments/join/{each.invited}/"
        shown = forms(client.get(address).content.decode(), address)
        assert any("allegiance" in form.fields for form in shown) == asks
    given = {"name": "Bobby", "allegiance": "Royalist"}
    assert client.post(f"/tournaments/join/{row.invited}/", given).status_code == 302
    (entered,) = (each for each in read(Tournament.objects.get(pk=row.pk)).players if each.name == "Bobby")
    assert entered.allegiance == "Royalist"


def test_lines_of_players_have_the_allegiance_and_the_nation_where_criteria_compare_them(alice: User) -> None:
    nations = {"by": "apart", "group": "nation"}
    row = _event(alice, pairing=[*CIVIL_WAR["pairing"], nations])
    address, client = f"{row.get_absolute_url()}players/", signed_in(alice)
    page = client.get(address).content.decode()
    assert "name, club, army book, allegiance, nation." in page
    assert 'name="a.about.nation"' in page
    lines = "Zoe, York, Royalists, Royalist, England\nYan, Leeds"
    assert client.post(address, {"lines": lines}).status_code == 302
    found = {each.name: each for each in read(Tournament.objects.get()).players}
    zoe, yan = found["Zoe"], found["Yan"]
    assert (zoe.club, zoe.book, zoe.allegiance, zoe.nation) == ("York", "Royalists", "Royalist", "England")
    assert (yan.club, yan.allegiance) == ("Leeds", "")


def test_pairing_round_1_warns_where_nobody_has_what_the_criteria_compare(alice: User, bob: User) -> None:
    row, plain, client = _event(alice), event(alice), signed_in(alice)
    page = client.get(row.get_absolute_url()).content.decode()
    assert WARNING in page
    assert page.index(WARNING) < page.index("Pair round 1</button>")
    assert f'href="{row.get_absolute_url()}settings/pairings/"' in page
    assert "nobody has" not in client.get(plain.get_absolute_url()).content.decode()
    assert "nobody has" not in signed_in(bob).get(row.get_absolute_url()).content.decode()
    form = {"a.do": "change", "a.player": "anna", "a.about.allegiance": "Royalist"}
    client.post(f"{row.get_absolute_url()}act/", form)
    assert "nobody has" not in client.get(row.get_absolute_url()).content.decode()
