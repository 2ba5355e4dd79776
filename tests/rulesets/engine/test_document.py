"""Battle documents: both forms, replay, the good prefix, and every way a document can be wrong."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.contract.documents import read_document, read_setup
from rulesets.engine import document
from rulesets.engine.decisions import Option, Refusal
from rulesets.engine.document import BattleModel, DocumentError, SetupError, SetupModel, begin, replay
from tests.kit import duel
from tests.kit.duel import DUEL, setup

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


def fought(seed="seed"):
    battle = begin(DUEL, setup(), seed)
    battle.play([DUEL.core.tactician, DUEL.core.tactician])
    return battle


@given(st.text(min_size=1, max_size=20))
def test_the_same_setup_seed_and_choices_give_the_same_events(seed):
    battle = fought(seed)
    again = replay(DUEL, document.to_document(battle))
    assert again.same
    assert again.stop is None
    assert again.events_checked == len(battle.entries)
    assert again.battle.hash == battle.hash
    assert again.battle.result == battle.result


def test_both_forms_of_the_document_read_back_the_same():
    battle = fought()
    whole = json.dumps(document.to_document(battle))
    lines = "\n".join(document.to_lines(battle))
    assert document.read_document(whole) == document.read_document(lines.encode())
    assert document.read_document(whole) == json.loads(whole)


def test_resume_goes_on_where_the_choices_end():
    battle = begin(DUEL, setup(), "seed")
    for _ in range(3):
        battle.choose({"do": "cut"})
    again = document.resume(DUEL, battle.setup, "seed", [made.to_json() for made in battle.choices])
    assert again.hash == battle.hash
    assert again.pending.side == battle.pending.side


def test_an_unfinished_document_hides_the_seed_and_replays_only_with_it():
    battle = begin(DUEL, setup(), "seed")
    battle.choose({"do": "cut"})
    written = document.to_document(battle)
    assert written["seed"] is None
    with pytest.raises(DocumentError, match="when it is over"):
        replay(DUEL, written)
    assert replay(DUEL, written, seed="seed").same
    with pytest.raises(DocumentError, match="not the seed"):
        replay(DUEL, written, seed="other")


def test_a_choice_that_a_rule_fix_made_illegal_stops_the_replay_and_keeps_the_good_prefix(monkeypatch):
    battle = begin(DUEL, setup(), "seed")
    for _ in range(3):
        battle.choose({"do": "cut"})
    battle.choose({"do": "lunge", "reach": 5})
    battle.play([DUEL.core.tactician, DUEL.core.tactician])
    written = document.to_document(battle)

    def no_lunges(self, choice):
        if choice.get("do") == "lunge":
            raise Refusal("lunges are forbidden now", rule="DU-2")
        return dict(self.key)

    monkeypatch.setattr(Option, "read", no_lunges)
    again = replay(DUEL, written)
    assert not again.same
    assert again.stop.after_choices == 3
    assert again.stop.rule == "DU-2"
    assert "forbidden" in again.stop.message
    assert again.events_checked == len(again.battle.entries) > 0


def ended(how, side, choices=3):
    """A duel that its players end after so many choices."""
    battle = begin(DUEL, setup(), "seed")
    for _ in range(choices):
        battle.choose({"do": "cut"})
    getattr(battle, how)(side)
    return battle


@pytest.mark.parametrize("choices", [0, 1, 2, 3])
@pytest.mark.parametrize(("how", "side"), [("concede", 0), ("concede", 1), ("agree_draw", 0)])
def test_a_battle_that_its_players_ended_replays_to_the_same_end(how, side, choices):
    battle = ended(how, side, choices)
    for form in (json.dumps(document.to_document(battle)), "\n".join(document.to_lines(battle))):
        again = replay(DUEL, document.read_document(form))
        assert again.same
        assert again.battle.hash == battle.hash
        assert again.battle.result == battle.result
        assert again.battle.pending is None
    made = [each.to_json() for each in battle.choices]
    assert document.resume(DUEL, battle.setup, "seed", made).result == battle.result


def test_a_document_cannot_go_on_after_it_was_conceded():
    written = document.to_document(ended("concede", 1))
    written["choices"].append({"side": 1, "decision": "strike", "choice": {"do": "cut"}})
    again = replay(DUEL, written)
    assert again.stop.after_choices == len(written["choices"]) - 1
    assert again.battle.result.winner == 0


def test_a_document_of_a_battle_that_was_conceded_fits_the_published_schema():
    schema = json.loads((SCHEMAS / "battle.schema.json").read_text())
    jsonschema.validate(json.loads(json.dumps(document.to_document(ended("concede", 0)))), schema)


OLD = Path(__file__).parent / "old_duel.json"


def test_a_document_from_before_players_could_end_a_battle_still_loads_and_replays():
    again = replay(DUEL, document.read_document(OLD.read_bytes()))
    assert again.same
    assert again.battle.result.how == "three wounds"


def test_a_changed_event_is_found():
    written = document.to_document(fought())
    written["events"][3]["hash"] = "0" * 64
    again = replay(DUEL, written)
    assert not again.same
    assert again.events_checked == 3


def test_a_decision_that_is_another_now_stops_the_replay():
    written = document.to_document(fought())
    written["choices"][0]["decision"] = "parry"
    assert "parry" in replay(DUEL, written).stop.message


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"system": "chess"}, "system"),
        ({"sides": ["only one"]}, "sides"),
        ({"sides": ["a", ""]}, "sides[1]"),
        ({"table": {"width": -1, "depth": 15}}, "table.width"),
        ({"max_turns": 0}, "max_turns"),
        ({"terrain": "swamp"}, "terrain"),
        ({"version": 2}, "version"),
        ({"colour": "red"}, "colour"),
        ({"options": {"pistols": True}}, "options.pistols"),
    ],
)
def test_a_bad_setup_names_the_place(changes, path):
    with pytest.raises(SetupError) as caught:
        begin(DUEL, setup(**changes), "seed")
    assert caught.value.path.startswith(path)
    assert caught.value.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "UTF-8"),
        ("[]", "not a Leaguer battle"),
        ('{"format": "leaguer-list"}', "not a Leaguer battle"),
        ('{"format": "leaguer-battle", "version": 9}', "newer"),
        ('{"format": "leaguer-battle", "version": 1}', "system"),
        ('{"line": "head"}\n[]', "line 2"),
        ('{"line": "head"}\n{"line": "verse"}', "verse"),
        ("x" * 10_000_001, "larger than 10 MB"),
    ],
)
def test_a_bad_document_is_refused_in_one_sentence(text, words):
    with pytest.raises(DocumentError) as caught:
        document.read_document(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "model"), [("battle", BattleModel), ("setup", SetupModel)])
def test_the_published_schemas_are_current(name, model):
    path = SCHEMAS / f"{name}.schema.json"
    assert json.loads(path.read_text()) == model.model_json_schema()


def test_a_written_battle_fits_its_published_schema():
    schema = json.loads((SCHEMAS / "battle.schema.json").read_text())
    written = json.loads(json.dumps(document.to_document(fought())))
    jsonschema.validate(written, schema)
    del written["seed_hash"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(written, schema)


def test_the_duel_is_long_enough_to_prove_something():
    assert len(fought().entries) > 8
    assert duel.DUEL.slug == "duel"


@pytest.mark.parametrize(("table", "path"), [({"width": 81}, "table.width"), ({"depth": 7.5}, "table.depth")])
def test_a_table_is_as_large_as_its_system_allows(table, path):
    with pytest.raises(SetupError, match="a table has 8 to") as caught:
        begin(DUEL, setup(table=table), "seed")
    assert caught.value.path == path
    written = document.to_document(fought())
    written["setup"] |= {"system": "baroque", "table": table}
    with pytest.raises(DocumentError, match="a table has 8 to"):
        read_document(json.dumps(written))


def test_a_table_that_is_left_out_is_as_its_system_has_it():
    assert document.read_setup(setup(table={"width": 30}))["table"] == {"width": 30, "depth": 15}
    for unknown in ("duel", "os", "../x", "engine", "", ".x", "a" * 300, "a\0b"):
        assert read_setup(setup(system=unknown))["table"] == {"width": 20, "depth": 15}
