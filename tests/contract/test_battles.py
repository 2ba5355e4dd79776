"""Battles of every rule system: choices, log, replay, the sheet of the result, what a campaign is told."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from battles import services
from battles.board import log
from battles.cards import numbers, result_card
from battles.documents import ATTACHMENT, NotOver, victory_pdf
from battles.lines import Register
from battles.record import turns_of
from battles.turns import by_turn
from rulesets.contract import registry
from rulesets.contract.campaign import BattleGround
from rulesets.contract.documents import parse_list, read_document
from rulesets.contract.system import RuleSystem
from rulesets.engine.battle import TYPED, Battle
from rulesets.engine.canonical import digest
from rulesets.engine.document import SetupError, begin, replay, resume, to_document, to_lines
from rulesets.engine.lists import ArmyList
from rulesets.engine.wording import base_name
from tests.contract.walking import Walker, setup

pytestmark = pytest.mark.django_db


@cache
def walked(slug: str) -> Walker:
    """A battle of the two smallest armies of a system, walked through once for all tests here."""
    system = registry.get(slug)
    one, two, *_ = sorted(system.lists.samples().values(), key=lambda army: len(list(army.units())))
    walker = Walker(system, setup(system, (one, two)))
    walker.walk()
    return walker


@pytest.fixture
def fought(system: RuleSystem) -> Battle:
    """That battle, at its end."""
    return walked(system.slug).battle


def test_every_choice_is_checked_and_the_battle_ends(system: RuleSystem) -> None:
    walker = walked(system.slug)
    result = walker.battle.result
    assert walker.kinds
    assert {kind for kind, _ in walker.done} == set(walker.kinds)
    assert result is not None
    assert result.how
    assert result.winner in (0, 1, None)
    names = walker.battle.side_name(0), walker.battle.side_name(1)
    card = result_card(result.to_json(), names, system.presentation)
    assert [side.name for side in card.sides] in ([*names], [])


def test_the_log_says_every_event_in_words_turn_by_turn(system: RuleSystem, fought: Battle) -> None:
    register = Register(fought.setup["sides"], fought.state.to_json())
    for entry in fought.entries:
        words = entry.event.describe(register.name)
        assert words, entry
        assert words == " ".join(words.split()), words
    shown = system.presentation
    turns = list(by_turn(fought.entries, shown.turn_began))
    assert sum(len(entries) for _, entries in turns) == len(fought.entries)
    assert bool(shown.turn_began) == (len(turns) > 1)
    told = [turn for _, turn in turns_of(fought)]
    assert digest(told[-1].state) == digest(fought.view(None)["state"])


def test_the_newest_lines_stand_under_the_turn_that_they_belong_to(
    system: RuleSystem, fought: Battle
) -> None:
    register, shown = Register(fought.setup["sides"], fought.state.to_json()), system.presentation
    turns = {entry.number: turn for turn, run in by_turn(fought.entries, shown.turn_began) for entry in run}
    for end in range(1, len(fought.entries), 13):
        found = log.newest(fought.entries[:end], register, shown)
        assert found
        assert all(turns[line.number] == each.turn for each in found for line in each.lines)


def test_a_drawn_battle_says_what_its_marks_mean(system: RuleSystem, fought: Battle) -> None:
    shown = system.presentation
    if shown.meeting is not None:
        assert set(walked(system.slug).kinds) <= set(shown.meeting.decisions)
        return
    assert all((shown.caption, shown.legend, shown.turn_began, shown.gone, shown.measure))
    words = " ".join((shown.caption, *shown.legend)).lower()
    assert all(mark.word.split()[-1] in words for mark in shown.marks)
    for state, side in zip(shown.standing(fought.state), (0, 1), strict=True):
        assert state.left == state.total - state.lost, side
    statuses = {unit["status"] for unit in fought.view(None)["state"]["units"] if not unit["base"]}
    assert statuses <= {*shown.gone, "waiting", "reserve"}


def test_units_that_share_a_name_go_by_the_numbers_on_their_bases(system: RuleSystem) -> None:
    if system.presentation.meeting is not None:
        return  # its records of real tables know no numbers of bases
    army = max(system.lists.samples().values(), key=lambda army: len(list(army.units())))
    before, now = (
        begin(system, setup(system, (army, army), **more), "1").view(None)["state"]
        for more in ({}, {"unit_numbers": True})
    )
    places, plain = numbers(now), {unit["id"]: unit["name"] for unit in before["units"]}
    again = {id_: name for id_, name in plain.items() if re.search(r" \d+$", name)}
    assert again or len(plain) < 10, "an army of the sample lists has units of one name"
    for unit in now["units"]:
        old, number = plain[unit["id"]], places[unit["id"]]
        name = base_name(old.rpartition(" ")[0], number) if unit["id"] in again else old
        assert unit["name"] == name


@pytest.mark.parametrize(
    "written",
    [lambda battle: json.dumps(to_document(battle)), lambda battle: "\n".join(to_lines(battle))],
    ids=["object", "lines"],
)
def test_the_document_replays(system: RuleSystem, fought: Battle, written: Callable[[Battle], str]) -> None:
    document = read_document(written(fought))
    again = replay(system, document)
    assert again.same, again.stop
    assert (again.battle.hash, again.battle.state_hash()) == (fought.hash, fought.state_hash())
    assert document["result"] == (fought.result.to_json() if fought.result else None)


def test_kept_choices_are_resumed_and_recalled(system: RuleSystem, fought: Battle) -> None:
    half = [made.to_json() for made in fought.choices[: len(fought.choices) // 2]]
    resumed = resume(system, fought.setup, fought.seed, half)
    recalled = Battle(system, fought.setup, fought.seed)
    recalled.recall([(made["side"], made["decision"], made["choice"]) for made in half])
    assert resumed.hash == recalled.hash == fought.entries[len(resumed.entries) - 1].hash
    assert resumed.state_hash() == recalled.state_hash()


def test_dice_may_be_typed_in(system: RuleSystem, armies: tuple[ArmyList, ArmyList]) -> None:
    walker = Walker(system, setup(system, armies, dice="typed"))
    while walker.battle.pending is not None and not walker.kinds[TYPED]:
        decision = walker.battle.pending
        walker.kinds[decision.kind] += 1
        typed = decision.kind == TYPED
        choose = walker.choice if typed else lambda found: system.core.tactician(walker.battle, found)
        walker.battle.choose(choose(decision))
    assert walker.kinds[TYPED]


def test_a_side_may_concede_or_agree_to_a_draw(system: RuleSystem, armies: tuple[ArmyList, ArmyList]) -> None:
    given_up, drawn = (begin(system, setup(system, armies), "1") for _ in range(2))
    given_up.concede(0)
    drawn.agree_draw(1)
    assert [battle.result and battle.result.winner for battle in (given_up, drawn)] == [1, None]


def test_the_result_is_printed_with_the_battle_inside(
    system: RuleSystem, fought: Battle, armies: tuple[ArmyList, ArmyList]
) -> None:
    assert fought.result is not None
    if system.presentation.meeting is None:
        reader = PdfReader(io.BytesIO(victory_pdf(fought)))
        text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
        assert fought.result.how in text
        (content,) = reader.attachments[ATTACHMENT]
        assert replay(system, read_document(content)).same
    with pytest.raises(NotOver):
        victory_pdf(begin(system, setup(system, armies), "1"))


def test_a_setup_is_refused_with_its_place(system: RuleSystem, armies: tuple[ArmyList, ArmyList]) -> None:
    for change, path in (({"lists": [{}, {}]}, "lists"), ({"table": {"width": 999}}, "table")):
        with pytest.raises(SetupError) as caught:
            begin(system, setup(system, armies, **change), "1")
        assert caught.value.path.startswith(path)


# -- the site -------------------------------------------------------------------------------------


@pytest.fixture
def begun(system: RuleSystem, armies: tuple[ArmyList, ArmyList], alice: User) -> Any:
    """Alice's battle, in which she decides for both sides."""
    return services.begin(alice, setup(system, armies), seed="1", tacticians=())


def test_a_battle_is_fought_on_its_pages(system: RuleSystem, begun: Any, as_alice: Client) -> None:
    address = begun.get_absolute_url()
    parts = ("", "log/", "orders/", "field/") if system.presentation.meeting is None else ("",)
    for _ in range(2):
        assert {part: as_alice.get(f"{address}{part}").status_code for part in parts} == dict.fromkeys(
            parts, 200
        )
        services.hand_over(begun, 0, tactician=True)
        services.hand_over(begun, 1, tactician=True)
        services.advance(begun, None)
    assert begun.over


def test_the_board_shows_the_battle_and_a_unit_in_hand(
    system: RuleSystem, begun: Any, as_alice: Client
) -> None:
    if system.presentation.meeting is not None:
        return
    address = f"{begun.get_absolute_url()}board/"
    assert as_alice.get(address).status_code == 200
    services.hand_over(begun, 0, tactician=True)
    services.hand_over(begun, 1, tactician=True)
    services.advance(begun, None)
    with services.played(begun) as found:
        state = found.engine.view(0)["state"]
    unit = next(each["id"] for each in state["units"] if each["base"])
    page = as_alice.get(address, {"piece": unit})
    assert page.status_code == 200
    assert f'id="p-{unit}"' in page.content.decode()


# -- campaigns ------------------------------------------------------------------------------------


def test_a_campaign_is_told_what_became_of_worn_armies(
    system: RuleSystem, armies: tuple[ArmyList, ArmyList]
) -> None:
    campaign = system.campaign
    if campaign is None:
        return
    assert campaign.system == system.slug
    before = [{each.id: each for each in campaign.units(army)} for army in armies]
    for army, units in zip(armies, before, strict=True):
        assert [unit.id for unit in army.units()] == list(units)
        assert all(each.steps > 0 and each.worth >= 0 and each.name for each in units.values())
        assert parse_list(campaign.fielded(army, {})) == army
    lost = [{next(iter(units)): 0, list(units)[-1]: list(units.values())[-1].steps} for units in before]
    worn = [campaign.fielded(army, counts) for army, counts in zip(armies, lost, strict=True)]
    document = campaign.setup(worn, lost, ["Red", "Blue"], BattleGround(), 3, "1")
    assert document == campaign.setup(worn, lost, ["Red", "Blue"], BattleGround(), 3, "1")
    battle = begin(system, document, "1")
    battle.play([system.core.tactician] * 2)
    assert battle.result is not None
    if campaign.report is not None:
        told = campaign.report(battle.setup, battle.state.to_json(), battle.result.to_json())
        assert (told.winner, told.how) == (battle.result.winner, battle.result.how)
        for units, outcomes in zip(before, told.units, strict=True):
            assert all(0 <= each.lost <= units[key].steps for key, each in outcomes.items())
    assert (campaign.recorded is None) == (system.record is None)
