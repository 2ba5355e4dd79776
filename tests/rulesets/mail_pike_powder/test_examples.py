"""Every worked example of the catalogue runs as a test; none is named that does not exist."""

from __future__ import annotations

import tomllib
from pathlib import Path

from rulesets.site.coverage import coverage
from tests.kit.examples import tried

DATA = Path(__file__).parents[3] / "rulesets" / "mail_pike_powder" / "data"


def catalogue() -> set[str]:
    return {row["id"] for row in tomllib.loads((DATA / "examples.toml").read_text())["example"]}


def test_every_worked_example_is_a_test() -> None:
    assert len(catalogue()) == 14
    assert catalogue() == {name for name in tried() if name.startswith("MPP-EX-")}


def test_every_rule_is_proved_or_left_out_with_a_reason() -> None:
    found = coverage("mail_pike_powder")
    assert len(found.rules) == 86
    assert not found.open
    assert set(found.rules) - set(found.tested) == set(found.departures) == {"MPP-5.9"}
