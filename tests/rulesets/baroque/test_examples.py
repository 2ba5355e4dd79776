"""Every worked example of the catalogue runs as a test; none is named that does not exist."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.kit.examples import tried

DATA = Path(__file__).parents[3] / "rulesets" / "baroque" / "data"

# Why an example is no test yet. Shrinks; the number is asserted so that it cannot grow unseen.
NOT_TESTED: dict[str, str] = {}


def catalogue() -> set[str]:
    text = tomllib.loads((DATA / "examples.toml").read_text())
    return {entry["id"] for kind in ("example", "derived_example") for entry in text[kind]}


def test_every_worked_example_is_a_test():
    missing = catalogue() - tried() - set(NOT_TESTED)
    assert not missing, f"worked examples that no test runs: {sorted(missing)}"


def test_no_example_is_named_that_does_not_exist():
    unknown = {name for name in tried() if name.startswith(("EX-", "DX-"))} - catalogue()
    assert not unknown


def test_the_examples_left_out_are_counted_and_explained():
    assert len(NOT_TESTED) == 0
    assert all(reason for reason in NOT_TESTED.values())
    assert not set(NOT_TESTED) & tried()


def test_the_catalogue_was_read():
    assert len(catalogue()) == 72
