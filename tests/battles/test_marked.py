"""Values that no source gives are marked wherever meetings, records and scores show them; others are not."""

from __future__ import annotations

import html
import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.scenarios.reading import FOLDER, shipped
from tests.kit.meetings import meeting_setup
from tests.kit.records import lists

pytestmark = pytest.mark.django_db
PLAYED, OURS = "polish-1649-52-10", "swedish-detachment-12"
MEANING = "in no source"


@pytest.fixture
def ready(alice: User) -> Battle:
    """A meeting of a force that was played with one of ours, its table ready."""
    row = services.begin(alice, meeting_setup(PLAYED, OURS), seed="4", agreed=True)
    services.advance(row, None)
    assert row.over
    return row


def words(markup: str) -> str:
    """The words of a page, each figure with the mark that stands at it."""
    main = markup.split("<main")[1].split("</main>")[0]
    text = html.unescape(re.sub(r"<[^>]+>", " ", main.replace("</abbr>", "")))
    return " ".join(re.sub(r"\s+†", "†", text).split())


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return words(answer.content.decode())


def printed(client: Client, address: str) -> str:
    """The words of a PDF."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    return re.sub(r"\s+†", "†", " ".join(text.split()))


def figures(name: str) -> tuple[int, int, int, int]:
    found = force(sample_lists()[name])
    return found.fsp, found.fv, found.rp, found.cp


def test_the_comparison_of_a_meeting_marks_what_is_ours_and_nothing_else(
    ready: Battle, as_alice: Client
) -> None:
    text = read(as_alice, ready.get_absolute_url())
    known, ours = figures(PLAYED), figures(OURS)
    assert f"Crown {known[0]} {known[1]} {known[2]} {known[3]} " in text
    assert re.search(rf"Horde† {ours[0]} {ours[1]} {ours[2]} {ours[3]} ", text), "one mark for its row"
    assert f"{known[0]} FSP, " in text
    assert MEANING in text


def test_two_forces_that_were_played_bring_no_mark(alice: User, as_alice: Client) -> None:
    row = services.begin(alice, meeting_setup(PLAYED, "brandenburg-defensive-9"), seed="4", agreed=True)
    services.advance(row, None)
    text = read(as_alice, row.get_absolute_url())
    assert "†" not in text
    assert MEANING not in text
    assert "ours" in text, "the scenario is ours all the same"


def test_a_scenario_is_called_ours_with_what_of_it_is(ready: Battle, as_alice: Client) -> None:
    assert ready.result is not None
    text = read(as_alice, ready.get_absolute_url())
    chosen = [each for each in shipped().values() if f"{each.name} ours" in text]
    assert chosen
    assert all(each.provenance.note in text for each in chosen)


def test_a_scenario_of_the_players_own_is_not_called_ours(alice: User, as_alice: Client) -> None:
    document = _own_scenario()
    options = {"scenarios": [document], "scenario": document["key"]}
    row = services.begin(
        alice, meeting_setup(PLAYED, "brandenburg-defensive-9", options=options), seed="4", agreed=True
    )
    services.advance(row, None)
    text = read(as_alice, row.get_absolute_url())
    assert "A fight at the mill" in text
    assert "A fight at the mill ours" not in text
    assert "under the names that the rules know" not in text


def _own_scenario() -> dict[str, Any]:
    found = tomllib.loads((FOLDER / "patrol.toml").read_text())
    found.pop("provenance")
    return {**found, "name": "A fight at the mill"}


def test_the_sheet_for_the_table_marks_figures_and_scenario(ready: Battle, as_alice: Client) -> None:
    known, ours = figures(PLAYED), figures(OURS)
    for side in (0, 1):
        text = printed(as_alice, f"{ready.get_absolute_url()}meeting/sheet-{side}.pdf")
        assert "(ours)" in text
        assert "The scenario is ours" in text
        assert f"Force Value {ours[1]}†" in text
        assert f"Force Value {known[1]}†" not in text
        assert f"Force Value {known[1]}" in text
        assert MEANING in text


def test_the_record_and_its_result_mark_what_is_ours(ready: Battle, as_alice: Client) -> None:
    known, ours = figures(PLAYED), figures(OURS)
    record = f"{ready.get_absolute_url()}record/"
    text = read(as_alice, record)
    assert f"of {ours[1]}† Force Value lost" in text
    assert f"of {known[1]} Force Value lost" in text
    assert "Company of reiters 1†" in text
    assert "Dragoons 1†" not in text
    assert "1† CP" not in text, "the major's point was played"
    assert "ours" in text
    assert MEANING in text
    result = read(as_alice, f"{record}result/")
    assert f"Horde† Force Value {ours[1]}:" in result
    assert f"Crown Force Value {known[1]}:" in result
    assert MEANING in result
    pdf = printed(as_alice, f"{record}result.pdf")
    assert re.search(rf"Horde† .{{0,40}}{ours[0]} {ours[1]} ", pdf)
    assert re.search(rf"Crown .{{0,40}}{known[0]} {known[1]} ", pdf)
    assert "(ours)" in pdf
    assert "The scenario" in pdf
    assert MEANING in pdf


def test_the_rest_answers_name_the_marked_figures(ready: Battle, as_alice: Client) -> None:
    with played(ready) as found:
        state = found.engine.view(None)["state"]
        assert "marked" not in json.dumps(found.engine.state.to_json()), "what is hashed stays as it was"
    expected = [[], sorted(force(sample_lists()[OURS]).marked)]
    assert [side["marked"] for side in state["sides"]] == expected
    reiter = next(unit for unit in state["units"] if unit["name"].startswith("Company of reiters"))
    assert "bases" in reiter["marked"]
    document = {
        "format": "leaguer-bfs-result", "version": 1, "lists": lists(PLAYED, OURS),
        "sides": ["Crown", "Horde"],
        "scenario": {"key": "patrol", "name": shipped()["patrol"].name}, "scenario_points": [1, 2],
    }  # fmt: skip
    score = as_alice.post("/api/v1/score/", document, content_type="application/json").json()
    assert score["sides"][0]["marked"] == []
    assert "fv" in score["sides"][1]["marked"]
    assert score["scenario_ours"] == shipped()["patrol"].provenance.note


def test_the_command_says_so_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = {
        "format": "leaguer-bfs-result", "version": 1, "lists": lists(PLAYED, OURS),
        "sides": ["Crown", "Horde"],
        "scenario": {"key": "", "name": "Patrol of our own"}, "scenario_points": [1, 2],
    }  # fmt: skip
    file = tmp_path / "result.json"
    file.write_text(json.dumps(document))
    call_command("score", str(file))
    said = capsys.readouterr().out
    assert f"of {figures(OURS)[1]}† Force Value" in said
    assert f"of {figures(PLAYED)[1]} Force Value" in said
    assert MEANING in said
    assert "is ours:" not in said


def test_the_odds_mark_forces_and_scenarios(client: Client) -> None:
    address = f"{reverse('rulesets:odds')}?system=by_fire_and_sword&a-army={PLAYED}&b-army={OURS}"
    text = read(client, address)
    fsp = figures(PLAYED)[0], figures(OURS)[0]
    assert f"with {fsp[0]} FSP is weaker" in text
    assert f"with {fsp[1]}† FSP" in text
    assert f"{shipped()['patrol'].name} (ours)" in text or "(ours)" in text
    assert "no source gives" in text
