"""Every worked example of what Leaguer does runs as a test; those of the fight are told apart by chapter."""

from __future__ import annotations

import tomllib

from rulesets.by_fire_and_sword.tables import DATA
from tests.kit.examples import tried

FOUGHT = range(1, 29)  # chapters that are fought on the table: their rules are the players' own


def catalogue() -> dict[str, tuple[str, ...]]:
    """The rules of every example, by its id."""
    text = tomllib.loads((DATA / "examples.toml").read_text(encoding="utf-8"))
    return {row["id"]: tuple(row["rule"]) for kind in ("example", "derived_example") for row in text[kind]}


def on_the_table(rules: tuple[str, ...]) -> bool:
    """True if every rule of an example is one that is fought on the table."""
    chapters = [rule.partition("-")[2].partition(".")[0] for rule in rules]
    return all(chapter == "QR" or int(chapter) in FOUGHT for chapter in chapters)


def test_every_worked_example_beside_the_fight_is_a_test() -> None:
    wanted = {key for key, rules in catalogue().items() if not on_the_table(rules)}
    missing = wanted - tried()
    assert not missing, f"worked examples that no test runs: {sorted(missing)}"


def test_no_example_is_named_that_does_not_exist() -> None:
    assert not {name for name in tried() if name.startswith("BFS-")} - catalogue().keys()


def test_the_examples_of_the_fight_are_counted() -> None:
    fought = [key for key, rules in catalogue().items() if on_the_table(rules)]
    assert (len(catalogue()), len(fought)) == (138, 94)
