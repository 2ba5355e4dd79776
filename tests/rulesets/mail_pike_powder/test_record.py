"""Battles of Mail, Pike & Powder fought on a table: what is noted, the score, pages, PDF, interface."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from jsonschema import Draft202012Validator
from pypdf import PdfReader

from battles import services as fighting
from battles.recording import services
from battles.recording.models import Record
from rulesets.contract.campaign import UnitOutcome
from rulesets.contract.documents import samples
from rulesets.contract.tally import TallyError
from rulesets.mail_pike_powder import victory
from rulesets.mail_pike_powder.campaign import CAMPAIGN
from rulesets.mail_pike_powder.record import RECORD, TALLY, ended
from rulesets.mail_pike_powder.results import RESULTS
from tests.kit.clients import signed_in
from tests.kit.powder import army, battle
from tests.kit.records import claim, main_words

FORMAT = "leaguer-mpp-result"
ROOT = Path(__file__).parents[3]


def lists() -> list[dict[str, Any]]:
    return [army(book, Random(7)) for book in ("royalist", "parliament")]


def document(*losses: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A RESULT document: losses by unit of the first and the second side."""
    both = [*losses, {}, {}][:2]
    return {
        "format": FORMAT,
        "version": 1,
        "lists": lists(),
        "sides": ["Red", "Blue"],
        "losses": both,
        **more,
    }


GONE = {"fate": "broken"}


# -- the score ------------------------------------------------------------------------------------


def test_nothing_lost_is_a_draw_with_all_the_stamina_left() -> None:
    score = RECORD.score(document())
    assert score.winner is None
    assert [each.figures["lost"] for each in score.sides] == [0, 0]
    assert score.words == "Nothing recorded yet"


@pytest.mark.rule("MPP-C-26")
def test_a_draw_says_what_was_counted_and_the_steps_lead_to_it() -> None:
    score = RECORD.score(document({"c1u1": {"lost": 1}}))
    assert score.words == "A draw: after the last turn, each side has 0 broken battalias and 0 lost units"
    assert [step.figures for step in score.steps] == [("0 of 2", "0 of 2"), ("no", "no"), ("0", "0")]
    assert len(score.to_json()["steps"]) == len(score.steps)


@pytest.mark.rule("MPP-7.1.a")
@pytest.mark.rule("MPP-C-26")
def test_an_army_with_half_of_its_battalias_broken_has_lost() -> None:
    score = RECORD.score(document({}, {"c1u1": GONE, "c1u2": GONE, "c1u3": GONE}))
    assert (score.winner, score.words) == (0, "Victory for Red: half of the battalias of Blue are broken")
    assert score.sides[1].figures["battalias"] == 1


@pytest.mark.rule("MPP-1.1.a")
def test_who_is_shaken_counts_as_lost_for_its_battalia_but_is_not_lost() -> None:
    strengths = {each.id: each.strength for group in TALLY.sheet(lists()).forces[0] for each in group.units}
    losses = {id_: {"lost": strength} for id_, strength in strengths.items() if id_.startswith("c2")}
    score = RECORD.score(document(losses))
    assert score.winner == 1
    assert score.sides[0].figures["units"] == 0
    assert {line["why"] for group in score.sides[0].figures["groups"] for line in group["lines"]} == {
        "shaken"
    }


@pytest.mark.rule("MPP-C-26")
def test_fewer_lost_units_decide_where_no_battalia_is_broken() -> None:
    assert RECORD.score(document({"c1u1": GONE})).winner == 1


def test_a_record_has_the_figures_of_a_battle_that_ended_so() -> None:
    fought = battle(5)
    fought.play([fought.system.core.tactician] * 2)
    assert fought.result is not None
    units, leaders = fought.state.units.values(), fought.state.leaders.values()
    losses: tuple[dict[str, Any], dict[str, Any]] = {}, {}
    for unit in units:
        fate = "" if unit.on_field else unit.status
        losses[unit.side][unit.id[2:]] = {"lost": min(unit.casualties, unit.stamina), "fate": fate}
    fallen = [
        {each.command[2:]: "lost" for each in leaders if each.side == s and not each.alive} for s in (0, 1)
    ]
    told = document(*losses, commanders=fallen, turns=fought.result.turns)
    made = RECORD.score({**told, "lists": fought.setup["lists"], "sides": fought.setup["sides"]})
    assert list(made.result["scores"]) == list(victory.scores(fought.state))
    assert RESULTS.figures(made.signed()) == RESULTS.figures(fought.result.to_json())


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"format": "another"}, "format"), ({"turns": -1}, "turns"), ({"losses": [{}]}, "losses"),
        ({"losses": [{"c9u9": {}}, {}]}, "losses[0].c9u9"),
        ({"losses": [{}, {"c1u1": {"lost": 50}}]}, "losses[1].c1u1.lost"),
        ({"losses": [{}, {"c1u1": {"fate": "fled"}}]}, "losses[1].c1u1.fate"),
        ({"commanders": [{"c7": "lost"}, {}]}, "commanders[0].c7"),
        ({"lists": [{}, {}]}, "lists[0]"), ({"extra": 1}, "extra"),
    ],
)  # fmt: skip
def test_a_faulty_result_names_the_place(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(TallyError) as refused:
        RECORD.score({**document(), **changes})
    assert refused.value.path == path
    assert refused.value.message


def test_a_list_of_another_system_is_refused_at_its_place() -> None:
    other = next(each for each in samples().values() if each.system == "baroque").to_json()
    with pytest.raises(TallyError) as refused:
        RECORD.sheet([lists()[0], other], ())
    assert refused.value.path == "lists[1].system"


def test_a_campaign_learns_what_a_recorded_battle_left() -> None:
    told = document(
        {"c1u1": {"lost": 1}, "c1u2": {"lost": 1, "fate": "shattered"}}, commanders=[{"c1": "lost"}, {}]
    )
    assert CAMPAIGN.recorded is not None
    report = CAMPAIGN.recorded(lists(), told)
    assert report.units == ({"c1u1": UnitOutcome(1, "stood"), "c1u2": UnitOutcome(1, "destroyed")}, {})
    assert report.leaders == (("c1",), ())
    assert not ended(TALLY.read(told)).leaders["a.c1.leader"].alive


def test_its_schema_is_in_the_documentation_and_takes_what_a_record_gives() -> None:
    path = ROOT / "docs" / "schemas" / "mail_pike_powder_result.schema.json"
    assert json.loads(path.read_text(encoding="utf-8")) == RECORD.schema()
    sheet = RECORD.sheet(lists(), ())
    values = {"u.0.c1u1.lost": 1, "u.1.c1u2.fate": "left", "c.1.c2.fate": "lost", "g.turns": 5}
    made = RECORD.to_result(sheet, values, lists(), ["Red", "Blue"], scenario={"key": "", "name": "Edgehill"})
    Draft202012Validator(RECORD.schema()).validate(made)
    assert made["losses"] == [{"c1u1": {"lost": 1}}, {"c1u2": {"fate": "left"}}]
    assert (made["commanders"], made["turns"]) == ([{}, {"c2": "lost"}], 5)
    assert RECORD.score(made).scenario == "Edgehill"


def test_the_score_is_told_as_text() -> None:
    told = list(RECORD.score(document({"c1u1": GONE})).as_text())
    assert (
        told[0]
        == "Victory for Blue: after the last turn, 0 lost units against 1, with as many battalias broken"
    )
    assert any(line.endswith("broke (MPP-C-18)") for line in told)


# -- on the phone ---------------------------------------------------------------------------------


@pytest.fixture
def row(alice: User, bob: User) -> Record:
    return services.create(alice, lists(), sides=("Red", "Blue"), opponent=bob)


@pytest.mark.django_db
def test_both_sides_record_sign_and_have_a_result(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{"u.1.c1u1.fate": "broken", "u.1.c1u1.lost": 1})
    row.refresh_from_db()
    services.sign(row, row.revision, 0, alice)
    row.refresh_from_db()
    services.sign(row, row.revision, 1, bob)
    row.refresh_from_db()
    assert row.settled is not None
    assert (
        row.result["result"]
        == "Victory for Red: after the last turn, 0 lost units against 1, with as many battalias broken"
    )
    first, second = RESULTS.figures(row.result)
    assert first.score == second.losses > 0


@pytest.mark.django_db
def test_what_a_unit_cannot_lose_is_not_recorded(row: Record, alice: User) -> None:
    for key, value in (("u.0.c1u1.lost", 40), ("u.0.c1u1.fate", "fled"), ("u.0.nobody.lost", 1)):
        with pytest.raises(TallyError) as refused:
            claim(row, 0, alice, **{key: value})
        assert refused.value.path == key


@pytest.mark.django_db
def test_the_page_counts_units_by_battalia(row: Record, alice: User, bob: User) -> None:
    claim(row, 0, alice, **{f"u.1.c1u{n}.fate": "broken" for n in (1, 2, 3)})
    page = main_words(signed_in(bob).get(row.get_absolute_url()))
    assert "Victory for Red: half of the battalias of Blue are broken" in page
    assert "Battalia 1 broken" in page
    assert "Stamina lost" in page
    assert "3 entries from the other side to agree to" in page
    for word in ("Force Value", "victory points", "Motivation", "BFS-"):
        assert word not in page


@pytest.mark.django_db
def test_its_result_page_and_victory_sheet_have_the_losses(row: Record, alice: User) -> None:
    claim(row, 0, alice, **{"u.0.c1u1.lost": 1, "c.0.c1.fate": "lost"})
    client = signed_in(alice)
    home = row.get_absolute_url()
    page = main_words(client.get(f"{home}result/"))
    assert "casualties" in page
    assert "commander lost" in page
    made = client.get(f"{home}result.pdf")
    assert made["Content-Type"] == "application/pdf"
    text = " ".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(made.getvalue())).pages)
    assert "Mail, Pike & Powder" in text
    assert "commander lost" in text
    assert "Force Value" not in text


@pytest.mark.django_db
def test_the_interface_records_and_scores(row: Record, alice: User) -> None:
    client = signed_in(alice)
    opened = client.post(
        f"/api/v1/records/{row.public_id}/claim/",
        {"revision": 0, "changes": {"u.0.c1u1.lost": 1}}, content_type="application/json",
    ).json()  # fmt: skip
    assert opened["entries"][0]["label"] == "casualties"
    assert opened["score"]["sides"][0]["lost"] == 1
    scored = client.post("/api/v1/score/", document({"c1u1": GONE}), content_type="application/json").json()
    assert (scored["system"], scored["winner_name"]) == ("mail_pike_powder", "Blue")


@pytest.mark.django_db
def test_a_battle_fought_here_has_no_record(alice: User) -> None:
    made = battle(5)
    row = fighting.begin(alice, dict(made.setup), agreed=True)
    assert signed_in(alice).get(f"/battles/{row.public_id}/record/").status_code == 404
