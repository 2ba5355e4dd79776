"""Everything that is scored of a result stands wherever the result is read."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.kit.clients import signed_in
from tests.kit.tournaments import event, pair_round
from tournaments import services
from tournaments.engine.actions import Decide, ReportResult
from tournaments.engine.document import Result
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
BONUS: dict[str, Any] = {
    "win": 3, "draw": 1, "bonus": {"terms": [{"of": "objectives", "most": 1}]},
    "bands": [{"least": 0, "points": [1, 1], "name": "draw"},
              {"least": 1, "points": [3, 0], "name": "victory"}],
}  # fmt: skip
EIGHT = Result(scores=(8, 7), objectives=(1, 0))


def shown(client: Client, row: Tournament, part: str = "") -> str:
    return html.unescape(client.get(row.get_absolute_url() + part).content.decode())


def test_whoever_confirms_a_report_sees_all_that_is_scored(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, charlie, count=2, scoring=BONUS), alice)
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=EIGHT))
    page = shown(signed_in(charlie), row)
    assert "Anna reported Anna 8 : 7 Bob, objectives 1 : 0, victory" in page
    assert "(4 : 0 points)" in page
    assert ">Confirm Anna 8 : 7 Bob, objectives 1 : 0, victory</button>" in page
    table = signed_in(charlie).get(f"/api/v1/tournaments/{row.public_id}/rounds/1/").json()["pairings"][0]
    assert table["reports"][0]["said"] == "Anna 8 : 7 Bob, objectives 1 : 0, victory"


def test_a_judge_of_a_disputed_table_sees_all_of_both_reports(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, charlie, count=2, scoring=BONUS), alice)
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=EIGHT))
    other = Result(scores=(8, 7), objectives=(0, 1), winner=1)
    row = services.act(row, charlie, ReportResult(round=1, player="bob", result=other))
    page = shown(signed_in(alice), row)
    assert "Anna reported Anna 8 : 7 Bob, objectives 1 : 0, victory (4 : 0 points)." in page
    assert "Bob reported Anna 8 : 7 Bob, objectives 0 : 1, Bob wins" in page


def test_a_result_and_the_standings_say_all_that_is_scored(alice: User, bob: User) -> None:
    row = pair_round(event(alice, bob, count=2, scoring=BONUS), alice)
    row = services.act(row, alice, Decide(round=1, player="anna", result=EIGHT))
    assert "8 : 7, objectives 1 : 0</b> <small>(4 : 0 points, victory)" in shown(Client(), row)
    assert "Result: Anna 8 : 7 Bob, objectives 1 : 0 <" in shown(signed_in(bob), row)
    standings = shown(Client(), row, "standings/")
    assert "beat Bob (8 : 7, objectives 1 : 0, victory), 4 (with +1 for objectives)" in standings
    assert "lost to Anna (7 : 8, objectives 0 : 1, victory), 0" in standings


def test_losses_and_strength_are_said(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, charlie, count=2, scoring={"of": "losses_share"}), alice)
    result = Result(losses=(20, 50), strength=(100, 90))
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=result))
    said = "Anna : Bob, losses 20 : 50, strength 100 : 90"
    assert f">Confirm {said}</button>" in shown(signed_in(charlie), row)
    row = services.act(row, alice, Decide(round=1, player="anna", result=result))
    assert "beat Bob (losses 20 : 50, strength 100 : 90)" in shown(Client(), row, "standings/")
    assert "losses 20 : 50, strength 100 : 90" in shown(signed_in(alice), row, "log/")
