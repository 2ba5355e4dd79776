"""The command line: fight, replay, load_sample."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from armylists.models import ArmyList
from battles import sample as ready_made
from battles.models import Battle
from campaigns.models import Campaign
from tests.armylists.scenarios import shipped
from tests.kit.battles import SAMPLES, sample
from tests.kit.commands import run

SETUP = SAMPLES.parent / "setups" / "patrols.json"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lines of a fought battle."""
    path = tmp_path_factory.mktemp("fought") / "battle.jsonl"
    assert run("fight", str(SETUP), "--seed", "1", "--log", str(path))[0] == 0
    return path


def test_fight_tells_who_won_and_by_what() -> None:
    code, out, err = run("fight", str(SETUP), "--seed", "1")
    assert (code, err) == (0, "")
    assert "Victory for " in out
    assert "VDT lost" in out


def test_the_same_set_up_and_seed_give_the_same_battle_and_another_seed_another_one() -> None:
    first, second, other = (run("fight", str(SETUP), "--seed", seed)[1] for seed in ("1", "1", "2"))
    assert first == second != other


def test_fight_tells_the_end_in_the_system_s_own_word() -> None:
    assert re.search(r", round \d+$", run("fight", "--scenario", "training_clash", "--seed", "1")[1], re.M)
    assert re.search(r", turn \d+$", run("fight", str(SETUP), "--seed", "1")[1], re.M)


def test_fight_takes_a_scenario_by_its_key_or_its_file(tmp_path: Path) -> None:
    code, out, _ = run("fight", "--scenario", "training_clash", "--seed", "1", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["system"], found["sides"]) == ("snaphance", ["Swedes", "Imperialists"])
    path = tmp_path / "clash.json"
    path.write_text(json.dumps(shipped()))
    code, again, _ = run("fight", "--scenario", str(path), "--seed", "1", "--json")
    assert (code, json.loads(again)["hash"]) == (0, found["hash"])


def test_a_scenario_that_cannot_be_fought_is_told_in_one_line(tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    book.write_text(json.dumps(shipped() | {"map": {}}))
    for arguments, words in (
        (("--scenario", "nobody"), "is neither a scenario nor a file"),
        (("--scenario", str(book)), "map"),
        ((), "give either a set-up or --scenario"),
        ((str(SETUP), "--scenario", "training_clash"), "give either"),
    ):
        code, out, err = run("fight", *arguments, "--seed", "1")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert words in err


def test_fight_says_how_strong_the_tactician_is_and_the_log_keeps_it(tmp_path: Path) -> None:
    log = tmp_path / "battle.json"
    arguments = ("--scenario", "training_clash", "--seed", "1")
    code, out, _ = run("fight", *arguments, "--strength", "recruit,veteran", "--log", str(log))
    assert code == 0
    assert json.loads(log.read_text())["setup"]["strengths"] == ["recruit", "veteran"]
    assert run("replay", str(log))[0] == 0
    assert out != run("fight", *arguments)[1]
    code, out, err = run("fight", *arguments, "--strength", "genius")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "recruit, regular, veteran" in err


def test_fight_prints_json_with_result_and_hashes() -> None:
    value = json.loads(run("fight", str(SETUP), "--seed", "1", "--json")[1])
    assert value["winner_name"] == value["sides"][value["winner"]]
    assert value["result"]["turns"] == value["turns"]
    assert len(value["hash"]) == len(value["seed_hash"]) == 64
    assert value["events"] > value["choices"] > 10


def test_fight_writes_document_lines_and_victory_sheet(tmp_path: Path) -> None:
    document, pdf = tmp_path / "battle.json", tmp_path / "sheet.pdf"
    code, _, _ = run("fight", str(SETUP), "--seed", "1", "--log", str(document), "--pdf", str(pdf))
    assert code == 0
    assert json.loads(document.read_text())["format"] == "leaguer-battle"
    assert pdf.read_bytes().startswith(b"%PDF-1.7")


def test_a_set_up_may_hold_its_lists_itself(tmp_path: Path) -> None:
    value = {
        **json.loads(SETUP.read_text()),
        "lists": [sample("royalist-patrol-300"), sample("parliament-patrol-300")],
    }
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(value))
    assert run("fight", str(path), "--seed", "1")[1] == run("fight", str(SETUP), "--seed", "1")[1]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "line 1"),
        (b"{", "line 1"),
        (b"[]", "must be an object"),
        (b'"text"', "must be an object"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{}", "system"),
        (b'{"system": "baroque", "lists": ["nowhere.json", "nowhere.json"]}', "lists[0] (nowhere.json)"),
        (b'{"system": "baroque", "lists": [1, 2]}', "lists[0]"),
        (b'{"system": "baroque", "lists": [{}, {}]}', "lists[0]"),
        (b'{"system": "chess", "lists": [{}, {}]}', "chess"),
        (b'{"system": "baroque", "version": 7, "lists": [{}, {}]}', "version"),
        (b" " * 10_000_001, "larger than 10 MB"),
    ],
)
def test_a_set_up_that_cannot_be_read_is_told_in_one_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "setup.json"
    path.write_bytes(content)
    code, out, err = run("fight", str(path), "--seed", "1")
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "change", [{"max_turns": -1}, {"table": {"width": -3, "depth": 2}}, {"dice": "typed"}]
)
def test_values_that_cannot_be_are_told_in_one_line(tmp_path: Path, change: dict[str, Any]) -> None:
    lists = [str(SAMPLES / f"{name}-patrol-300.json") for name in ("royalist", "parliament")]
    path = tmp_path / "setup.json"
    path.write_text(json.dumps({**json.loads(SETUP.read_text()), "lists": lists, **change}))
    code, _, err = run("fight", str(path), "--seed", "1")
    assert code == 2
    assert next(iter(change)) in err
    assert len(err.strip().splitlines()) == 1


def test_a_missing_file_and_an_empty_seed_are_told_in_one_line(tmp_path: Path) -> None:
    for args in ((str(tmp_path / "none.json"), "--seed", "1"), (str(SETUP), "--seed", "")):
        code, _, err = run("fight", *args)
        assert code == 2
        assert len(err.strip().splitlines()) == 1


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    code, _, err = run("fight", str(SETUP), "--seed", "1", "--log", str(tmp_path / "no" / "such.json"))
    assert code == 2
    assert "cannot be written" in err


def test_replay_finds_every_event_the_same_in_both_forms(log: Path, tmp_path: Path) -> None:
    code, out, _ = run("replay", str(log))
    assert code == 0
    assert "the same" in out
    whole = tmp_path / "battle.json"
    run("fight", str(SETUP), "--seed", "1", "--log", str(whole))
    assert run("replay", str(whole))[0] == 0


def altered(log: Path, path: Path, kind: str, number: int, change: Any) -> Path:
    """The lines of `log` with the `number`th line of a kind changed, in a file at `path`."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    wanted = [line for line in lines if line["line"] == kind][number]
    change(wanted)
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


@pytest.mark.parametrize(
    ("kind", "number", "change", "words"),
    [
        ("choice", 12, lambda line: line["choice"].update(do="fly"), "choice 13 can no longer be made"),
        ("event", 30, lambda line: line.update(hash="0" * 64), "event 31 differs"),
        ("event", 30, lambda line: line["event"].update(rule="BQ-0"), "event 31 of the document"),
        ("end", 0, lambda line: line.update(hash="0" * 64), "hash"),
        ("end", 0, lambda line: line["result"].update(winner=None), "result"),
    ],
)
def test_replay_says_where_and_why_a_battle_is_not_the_same(
    log: Path, tmp_path: Path, kind: str, number: int, change: Any, words: str
) -> None:
    code, _, err = run("replay", str(altered(log, tmp_path / "altered.jsonl", kind, number, change)))
    assert code == 1
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_replay_misses_events_that_were_cut_off(log: Path, tmp_path: Path) -> None:
    lines = log.read_text().splitlines()
    cut = tmp_path / "cut.jsonl"
    cut.write_text("\n".join([*lines[:-5], lines[-1]]))
    code, _, err = run("replay", str(cut))
    assert code == 1
    assert "events" in err


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"{}",
        b"[1]",
        b'{"line": "head"}',
        b'{"line": 7}',
        b"\xff",
        b'{"format": "leaguer-battle"}',
        b" " * 10_000_001,
    ],
)
def test_a_log_that_cannot_be_read_is_told_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(content)
    code, _, err = run("replay", str(path))
    assert code == 2
    assert len(err.strip().splitlines()) == 1


def test_a_wrong_seed_is_told(log: Path, tmp_path: Path) -> None:
    path = altered(log, tmp_path / "altered.jsonl", "end", 0, lambda line: line.update(seed="2"))
    assert run("replay", str(path))[0] == 2


@pytest.mark.django_db
def test_the_sample_loads_users_their_lists_battles_meetings_and_a_campaign_once() -> None:
    for _ in range(2):
        code, out, _ = run("load_sample")
        assert code == 0
        assert "alice / " in out
        assert "bob / " in out
    assert User.objects.count() == 3
    assert ArmyList.objects.count() == 6
    assert Campaign.objects.count() == 1
    assert ready_made.find().over  # type: ignore[union-attr]
    ready, going = ready_made.meetings()
    assert ready is not None
    assert ready.table_ready
    assert going is not None
    assert going.decider == User.objects.get(username="alice")
    fought, fighting = ready_made.scenario_battles()
    assert fought is not None
    assert fought.over
    assert fighting is not None
    assert not fighting.over
    assert fighting.decider == User.objects.get(username="alice")
    assert Battle.objects.count() == 5
