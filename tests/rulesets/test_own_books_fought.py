"""Armies on a book of one's own: in battles, their replays, campaigns and odds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armylists.models import OwnBook
from battles import replay as kept_replay
from battles import services
from rulesets.contract import registry
from rulesets.contract.campaign import BattleGround, BattleReport
from rulesets.contract.documents import book_rules, check_list, parse_list, samples
from rulesets.contract.odds import OddsError
from rulesets.engine import booksources
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin, replay, to_document
from rulesets.engine.lists import ArmyList, dump_list
from rulesets.site.odds import odds_of
from tests.armylists.own_books import change, kept_book

pytestmark = pytest.mark.django_db

SAMPLES = {"baroque": "polish-crown-army", "snaphance": "huguenot-army"}


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    booksources.forget()
    kept_replay.forget()


@pytest.fixture(params=SAMPLES)
def book(request: pytest.FixtureRequest, alice: User) -> OwnBook:
    rules = book_rules(request.param)
    copied = samples()[SAMPLES[request.param]].book
    return kept_book(alice, request.param, rules.kept(dict(rules.shipped()[copied])))


@pytest.fixture
def army(book: OwnBook) -> ArmyList:
    """A sample army, on the copy of its book."""
    sample = samples()[SAMPLES[book.system]]
    text = dump_list(sample).replace(f'"{sample.book}.', f'"{book.key}.')
    found = parse_list({**json.loads(text), "book": book.key})
    assert check_list(found).legal
    return found


def setup(army: ArmyList, **more: Any) -> dict[str, Any]:
    document = army.to_json()
    return {"system": army.system, "lists": [document, document], "sides": ["Red", "Blue"], "max_turns": 4,
            **more}  # fmt: skip


def strengthen(book: OwnBook) -> None:
    """Keep a version of the book in which its first unit has a step more."""
    figure = {"baroque": "vbu", "snaphance": "sp"}[book.system]

    def edit(document: dict[str, Any]) -> None:
        document["entries"][0]["profile"][figure] += 1

    change(book, edit)


def fought(document: Mapping[str, Any]) -> Battle:
    """The battle of a set-up, played automatically to its end."""
    system = registry.get(document["system"])
    battle = begin(system, document, "a book of one's own")
    battle.play([system.core.tactician, system.core.tactician])
    assert battle.result is not None
    return battle


def test_a_battle_is_fought_and_replayed_from_its_document(army: ArmyList) -> None:
    battle = fought(setup(army))
    document = json.loads(json.dumps(to_document(battle)))
    booksources.forget()
    assert replay(battle.system, document).same


def test_a_battle_that_is_kept_replays_when_the_book_has_a_new_version(
    army: ArmyList, book: OwnBook, alice: User, as_alice: Client
) -> None:
    row = services.begin(alice, setup(army), seed="1")
    strengthen(book)
    booksources.forget()
    assert kept_replay.recalled(row) is not None
    with kept_replay.played(row) as found:
        assert (found.differs, found.engine.hash) == ("", row.hash)
    assert as_alice.get(row.get_absolute_url()).status_code == 200


def report_of(army: ArmyList) -> tuple[BattleReport, dict[str, Any]]:
    """What a battle in a campaign leaves of two armies of which every unit has lost one step."""
    campaign = registry.get(army.system).campaign
    assert campaign is not None
    assert campaign.report is not None
    lost = {each.id: 1 for each in campaign.units(army) if each.steps > 1}
    lists = [campaign.fielded(army, lost)] * 2
    document = campaign.setup(lists, [lost, lost], ["Red", "Blue"], BattleGround(), 12, "1")
    battle = fought(document)
    assert battle.result is not None
    return campaign.report(document, battle.state.to_json(), battle.result.to_json()), lost


def test_a_campaign_is_told_what_became_of_the_units(army: ArmyList) -> None:
    report, lost = report_of(army)
    campaign = registry.get(army.system).campaign
    assert campaign is not None
    whole = {each.id: each.steps for each in campaign.units(army)}
    fates = [*report.units[0].items(), *report.units[1].items()]
    assert fates
    assert all(0 <= fate.lost <= whole[key] - lost.get(key, 0) for key, fate in fates)


# ------------------------------------------------------------------------------------------------ odds


def query(entry: str) -> dict[str, Any]:
    return {"kind": "melee", "attacker": {"entry": entry}, "target": {"entry": entry}}


def test_the_odds_of_its_units_are_those_of_its_newest_version(book: OwnBook) -> None:
    row = book.draft["entries"][0]
    ask, entry = odds_of(book.system).answer, query(f"{book.key}.{row['id']}")
    before = ask(entry)
    assert before["attacker"]["name"] == row["name"]
    strengthen(book)
    assert ask(entry)["attacker"]["dice"] == before["attacker"]["dice"] + 1


def test_the_odds_of_a_unit_that_is_not_in_it_are_refused(book: OwnBook) -> None:
    for entry in (f"{book.key}.nobody", f"own.{'0' * 32}.nobody", "own", "own."):
        with pytest.raises(OddsError, match="no army book has an entry"):
            odds_of(book.system).answer(query(entry))


def test_the_odds_of_somebody_elses_book_are_not_told(
    book: OwnBook, as_alice: Client, as_bob: Client
) -> None:
    body = {"system": book.system, **query(f"{book.key}.{book.draft['entries'][0]['id']}")}
    answers = [
        user.post("/api/v1/odds/", body, content_type="application/json") for user in (as_alice, as_bob)
    ]
    assert [answer.status_code for answer in answers] == [200, 400]
    assert "there is no such book" in answers[1].content.decode()
