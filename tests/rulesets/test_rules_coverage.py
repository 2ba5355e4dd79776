"""Which rules are automated and tested, which are left out: counted openly, and never twice."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from rulesets.contract import registry
from rulesets.contract.registry import PACKAGES
from rulesets.site.coverage import coverage, markdown

NOBODY = Path("/nowhere")


@pytest.mark.parametrize("system", PACKAGES)
def test_every_rule_is_accounted_for_once(system: str):
    found = coverage(system)
    automated, left, missing = set(found.automated), set(found.departures), set(found.open)
    assert automated | left | missing == set(found.rules)
    assert not automated & missing, "automated and open at once"
    assert not automated & left, "automated and left to the players at once"
    assert not left & missing


@pytest.mark.parametrize("system", PACKAGES)
def test_whatever_players_may_agree_on_is_listed_with_how_it_is_read(system: str):
    agreed = {agreement.rule for agreement in registry.get(system).core.agreements()}
    assert agreed <= set(coverage(system).readings)


@pytest.mark.parametrize("system", PACKAGES)
def test_every_departure_and_reading_is_a_sentence_for_players(system: str):
    found = coverage(system)
    sentences = [*found.departures.values(), *found.readings.values()]
    assert sentences
    for sentence in sentences:
        assert len(sentence.split()) >= 6, sentence
        assert sentence.endswith("."), sentence


@pytest.mark.parametrize("system", PACKAGES)
def test_the_code_names_no_rule_that_does_not_exist(system: str):
    assert coverage(system).stray == ()


@pytest.mark.parametrize("system", PACKAGES)
def test_every_rule_that_a_test_names_exists_and_the_tests_are_found(system: str):
    tested = coverage(system).tested
    assert tested
    assert set(tested) <= set(coverage(system).rules)
    folder = PACKAGES[system].replace(".", "/")
    assert any(each.startswith(f"{folder}/") for tests in tested.values() for each in tests)


def test_the_tests_of_a_rule_are_named() -> None:
    tests = coverage("baroque").tested["BQ-A.6"]
    assert "rulesets/baroque/test_army_check.py::test_a_plain_army_is_legal" in tests


def test_marks_are_found_on_functions_classes_files_and_parameters(tmp_path: Path):
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        'pytestmark = pytest.mark.rule("BQ-0.1")\n'
        '@pytest.mark.rule("BQ-0.3", "BQ-A.1")\n'
        "def test_plain(): pass\n"
        '@pytest.mark.rule("BQ-A.2")\n'
        "class TestMany:\n"
        '    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("BQ-A.3")), "BQ-A.4"])\n'
        "    def test_inner(self, x): pass\n"
        'def helper(): return pytest.mark.rule("BQ-A.5")\n'
    )
    tested = coverage("baroque", tmp_path).tested
    assert tested == {
        "BQ-0.1": ("test_some.py::test_plain", "test_some.py::test_inner"),
        "BQ-0.3": ("test_some.py::test_plain",),
        "BQ-A.1": ("test_some.py::test_plain",),
        "BQ-A.2": ("test_some.py::test_inner",),
        "BQ-A.3": ("test_some.py::test_inner",),
        "BQ-A.4": ("test_some.py::test_inner",),
    }


def test_completions_are_no_rules_and_each_of_mail_pike_and_powder_is_tested():
    found = coverage("mail_pike_powder")
    assert len(found.completions) == 40
    assert set(found.proved) == set(found.completions)
    assert not set(found.completions) & {*found.rules, *found.automated, *found.tested}
    page = markdown(found, "Mail, Pike & Powder").partition("## Completions")[2]
    assert "| MPP-C-38 | Commander at risk |" in page
    assert "| ours, confidence low |" in page
    said = printed("mail_pike_powder")
    assert said.startswith("mail_pike_powder: 86 rules, ")
    assert " 0 open; 40 completions, 40 tested" in said.splitlines()[0]
    assert "completion MPP-C-38 Commander at risk (recommended, confidence low)" in said


def test_without_tests_nothing_is_tested():
    assert coverage("baroque", NOBODY).tested == {}


def test_the_page_tells_every_rule_with_its_state():
    found = coverage("baroque")
    page = markdown(found, "Baroque")
    rows = [line for line in page.splitlines() if line.startswith("| BQ-")]
    assert len(rows) == len(found.rules) == 419
    assert "| BQ-1.3.1 | Figures per base | Left to the players." in page
    assert "| BQ-A.1 | Minimum and maximum | Done. Read as: Rows joined by 'or' may be mixed" in page
    assert (
        "test_army_check.py::test_the_fraction_of_deployed_units_is_rounded_down`" in page
        or "`test_army" in page
    )


def test_the_command_prints_counts_json_and_markdown():
    assert printed("baroque").startswith("baroque: 419 rules, ")
    assert ", 12 departures, " in printed("baroque")
    assert ", 1 departure, " in printed("snaphance")
    by_system = json.loads(printed("baroque", "--json"))
    assert set(by_system) == {"baroque"}
    assert set(by_system["baroque"]) == {
        "rules",
        "automated",
        "tested",
        "departures",
        "readings",
        "open",
        "completions",
    }
    assert by_system["baroque"]["rules"] == 419
    assert set(json.loads(printed("--json"))) == set(PACKAGES)
    assert printed("baroque", "--markdown").startswith("# Baroque: the rules")


def test_an_unknown_system_is_one_line_and_exit_2(capsys):
    with pytest.raises(SystemExit) as stopped:
        printed("chess")
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert "no rule system “chess”: choose from baroque" in said
    assert said.count("\n") == 1


def printed(*args: str) -> str:
    out = StringIO()
    call_command("rules_coverage", *args, stdout=out)
    return out.getvalue()
