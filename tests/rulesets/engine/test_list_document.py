"""The list document: reading, writing, and every way in which it can be unreadable."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulesets.contract.documents import parse_list
from rulesets.engine.fields import Field
from rulesets.engine.lists import MAX_BYTES, ArmyList, ListError, dump_list, list_schema
from tests.kit.lists import changed, lists, plain

VALIDATOR = Draft202012Validator(list_schema())
SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "list.schema.json"


def refusal(source: Any) -> ListError:
    with pytest.raises(ListError) as error:
        parse_list(source)
    assert "\n" not in str(error.value)
    return error.value


@given(army=lists())
def test_reading_and_writing_is_the_identity(army: ArmyList):
    text = dump_list(army)
    assert parse_list(text) == army
    assert parse_list(text.encode()) == army
    assert parse_list(army.to_json()) == army
    assert dump_list(parse_list(text)) == text


def test_what_is_left_out_has_its_default():
    army = parse_list(plain())
    assert army.extras == {
        "command_structure": "average",
        "exploration_dice": 2,
        "fortified_baggage": False,
        "camp_followers": False,
        "rolls_of_destiny": 0,
    }
    assert (army.name, army.notes, army.book_version) == ("", "", "1")
    assert army.commands[1].leader is None
    assert [unit.id for unit in army.units()] == ["u1", "u2"]


def test_a_byte_order_mark_is_no_obstacle():
    assert parse_list("\ufeff" + json.dumps(plain())) == parse_list(plain())


@pytest.mark.parametrize(
    ("path", "value", "where", "words"),
    [
        ("commands.1.units.0.entry", 7, "commands[1].units[0].entry", "must be text"),
        ("commands.1.units.0.entry", "Polish Hussars!", "commands[1].units[0].entry", "is not a valid key"),
        ("commands.0.units.0.options", "feared", "commands[0].units[0].options", "must be a list"),
        ("commands.0.units.0.colour", "red", "commands[0].units[0].colour", "is not a known field"),
        (
            "commands.0.leader.level",
            "brilliant",
            "commands[0].leader.level",
            "must be one of charismatic, expert",
        ),
        ("commands.0.leader.commander_in_chief", 1, "commands[0].leader.commander_in_chief", "true or false"),
        ("commands.0.units", None, "commands[0].units", "must be a list"),
        ("commands.0", "wing", "commands[0]", "must be an object"),
        ("commands.1.id", "c1", "commands[0].id", "'c1' is used 2 times"),
        ("commands.1.units.0.id", "u1", "commands[0].units[0].id", "'u1' is used 2 times"),
        ("commands.1.units.0.id", "u 1", "commands[1].units[0].id", "is not a valid key"),
        ("commands", [plain()["commands"][0]] * 13, "commands", "holds more than 12"),
        ("name", "x" * 121, "name", "is longer than 120 characters"),
        ("name", "one\ntwo", "name", "must not hold line breaks"),
        ("player", "nul\x00", "player", "must not hold line breaks or control"),
        ("notes", "x" * 5001, "notes", "is longer than 5000 characters"),
        ("points", -1, "points", "is -1: it must be 1 or more"),
        ("points", 0, "points", "must be 1 or more"),
        ("points", 1_000_000, "points", "must be 100000 or less"),
        ("points", "600", "points", "must be a whole number"),
        ("points", 600.5, "points", "must be a whole number"),
        ("extras.exploration_dice", -3, "extras.exploration_dice", "must be 0 to 1000"),
        ("extras.exploration_dice", True, "extras.exploration_dice", "must be a whole number"),
        ("extras.camp_followers", 1, "extras.camp_followers", "must be true or false"),
        (
            "extras.command_structure",
            "superb",
            "extras.command_structure",
            "must be one of poor, average, good",
        ),
        ("extras.elephants", 2, "extras.elephants", "is not a known field"),
        ("extras.exploration_dice", [1], "extras.exploration_dice", ""),
        ("extras", [], "extras", "must be an object"),
        ("book", "elvish", "book", "'elvish' is not an army book of Baroque: choose from"),
        ("system", "chess", "system", "'chess' is not a rule system"),
        ("system", "engine", "system", "'engine' is not a rule system"),
        ("system", "../etc", "system", ""),
        ("version", 2, "version", "written by a newer Leaguer"),
        ("version", "1", "version", "no whole number"),
        ("version", 0, "version", "must be 1"),
        ("format", "leaguer-battle", "format", "this is not a Leaguer army list"),
    ],
)
def test_every_fault_is_told_with_its_path(path: str, value: Any, where: str, words: str):
    error = refusal(changed(path, value))
    assert where in [fault.path for fault in error.faults]
    assert words in str(error)


def test_all_faults_are_told_at_once():
    doc = changed("commands.0.name", "x" * 200) | {"points": -5, "wings": 2}
    error = refusal(doc)
    assert [fault.path for fault in error.faults] == ["points", "commands[0].name", "wings"]
    assert error.path == "points"


def test_a_long_row_of_faults_is_cut_in_the_message_only():
    doc = plain() | {f"extra{i}": i for i in range(9)}
    error = refusal(doc)
    assert len(error.faults) == 9
    assert str(error).endswith("(and 6 more)")


def test_more_than_200_units_are_refused():
    doc = plain()
    for command in doc["commands"]:
        command["units"] = [{"id": f"{command['id']}u{i}", "entry": "polish.hussars"} for i in range(101)]
    assert "hold 202 units together" in str(refusal(doc))


@pytest.mark.parametrize("missing", ["format", "version", "system", "book"])
def test_the_frame_must_be_complete(missing: str):
    doc = plain()
    del doc[missing]
    assert refusal(doc).path == missing


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ('{"format": "leaguer-list", "name": "\\ud800"}', "is not JSON"),
        ("null", "this is not a Leaguer army list"),
        ("[1, 2]", "this is not a Leaguer army list"),
        (b"\xff\xfe{}", "is not UTF-8 text"),
        ({"format": object()}, "holds what JSON cannot"),
        (" " * (MAX_BYTES + 1), "is larger than 1 MB"),
    ],
)
def test_what_is_no_list_at_all_is_refused(source: Any, words: str):
    assert words in str(refusal(source))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_foreign_json_is_refused_and_never_crashes(value: Any):
    with pytest.raises(ListError):
        parse_list(json.dumps(value))


@given(st.data())
def test_a_damaged_document_is_refused_or_still_a_list(data: st.DataObject):
    text = dump_list(parse_list(plain()))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    with suppress(ListError):
        army = parse_list(text[:start] + data.draw(st.text(max_size=5)) + text[end:])
        assert parse_list(dump_list(army)) == army


def test_an_extra_tells_what_keeps_a_value_from_being_read():
    count = Field("dice", "Dice", "whole", most=3)
    assert count.problem(4) is None
    assert count.problem("4") == "must be a whole number"
    assert Field("camp", "Camp", "flag").problem("yes") == "must be true or false"


def test_the_published_schema_is_current():
    assert json.loads(SCHEMA.read_text()) == list_schema()


@given(army=lists())
def test_written_lists_satisfy_the_published_schema(army: ArmyList):
    VALIDATOR.validate(json.loads(dump_list(army)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("points", -1),
        ("commands.0.units.0.colour", "red"),
        ("format", "other"),
        ("version", 2),
        ("name", "x" * 121),
    ],
)
def test_the_published_schema_refuses_what_the_reader_refuses(path: str, value: Any):
    assert list(VALIDATOR.iter_errors(changed(path, value)))


# ---------------------------------------------------------------------------- cards, bases, no limit


def force(**more: Any) -> dict[str, Any]:
    """A small list of a system that has cards, units of so many bases and no limit of points."""
    units = [{"id": "u1", "entry": "cossack.skirmish-1648-76.register-2", "bases": 4}]
    command = {"id": "c1", "card": "skirmish-1648-76", "units": units}
    frame = {"format": "leaguer-list", "version": 1, "system": "by_fire_and_sword", "book": "cossack"}
    return {**frame, "commands": [command], **more}


@pytest.mark.parametrize(
    ("path", "value", "where", "words"),
    [
        ("commands.0.units.0.bases", 3, "commands[0].units[0].bases", "is not a field of Baroque: remove it"),
        ("commands.0.card", "wing", "commands[0].card", "is not a field of a list of Baroque: remove it"),
        ("points", 0, "points", "is 0: it must be 1 or more"),
    ],
)
def test_what_a_system_does_not_use_is_refused(path: str, value: Any, where: str, words: str):
    error = refusal(changed(path, value))
    assert [(fault.path, fault.message) for fault in error.faults] == [(where, words)]


def test_what_says_nothing_is_not_written():
    document = parse_list(plain()).to_json()
    assert all("card" not in command for command in document["commands"])
    assert all("bases" not in unit for command in document["commands"] for unit in command["units"])
    assert document["points"] == 300
    assert "points" not in parse_list(force()).to_json()
    assert parse_list(force(points=9)).to_json()["points"] == 9


def test_a_limit_is_the_usual_one_of_the_system_unless_it_is_named():
    assert parse_list({key: value for key, value in plain().items() if key != "points"}).points == 600
    assert parse_list(force()).points == 0


def test_a_force_is_read_back():
    army = parse_list(force())
    assert (army.commands[0].card, army.commands[0].units[0].bases) == ("skirmish-1648-76", 4)
    assert parse_list(dump_list(army)) == army


@pytest.mark.parametrize(
    ("document", "where"),
    [
        (force(points=-1), "points"),
        (force(extras={"campaign_year": 9000}), "extras.campaign_year"),
        (force(commands=[{"id": "c1", "card": "No Card"}]), "commands[0].card"),
        (force(commands=[{"id": "c1", "units": [{"id": "u", "entry": "x", "bases": -1}]}]),
         "commands[0].units[0].bases"),
        (force(commands=[{"id": "c1", "leader": {"level": "good"}}]), "commands[0].leader"),
    ],
)  # fmt: skip
def test_a_fault_of_a_force_has_its_path(document: dict[str, Any], where: str):
    assert [fault.path for fault in refusal(document).faults] == [where]
