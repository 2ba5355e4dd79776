"""What judges find on the page of players, and what they do not."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.kit.clients import signed_in
from tests.kit.pageforms import Form, forms
from tests.kit.tournaments import appoint, event, read
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def _forms(client: Client, row: Tournament) -> dict[str, Form]:
    """The forms of the page of players, by what they do; the first of each."""
    address = f"{row.get_absolute_url()}players/"
    found = forms(client.get(address).content.decode(), address)
    return {each.fields["a.do"]: each for each in reversed(found) if "a.do" in each.fields}


def test_judges_give_penalties_on_a_page_and_see_no_form_that_only_organisers_may_send(
    alice: User, bob: User, charlie: User
) -> None:
    row = event(alice, charlie, penalties=[{"name": "Late", "points": 1}])
    appoint(row, "bob", "judge")
    offered = {user: _forms(signed_in(user), row) for user in (alice, bob, charlie)}
    assert {"penalise", "change", "remove", "leave"} <= set(offered[alice])
    assert set(offered[bob]) == {"penalise", "check_in"}
    assert set(offered[charlie]) == {"check_in", "leave"}
    assert not _forms(Client(), row)
    form = offered[bob]["penalise"]
    given = {"kind": "", "a.penalty.points": "2", "a.penalty.reason": "Rude"}
    assert signed_in(charlie).post(form.action, form.fields | given).status_code == 403
    assert signed_in(bob).post(form.action, form.fields | given).status_code == 302
    assert signed_in(bob).post(form.action, form.fields | {"kind": "Late"}).status_code == 302
    (punished,) = (each for each in read(Tournament.objects.get()).players if each.penalties)
    assert [(each.points, each.reason) for each in punished.penalties] == [(2, "Rude"), (1, "Late")]
    assert "2 points: Rude" in signed_in(bob).get(f"{row.get_absolute_url()}players/").content.decode()
