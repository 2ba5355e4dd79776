"""The rules' own text."""

from __future__ import annotations

import pytest

from rulesets.contract.registry import PACKAGES
from rulesets.engine.errors import LeaguerError
from rulesets.site.rulebook import RULE_ID, chapters, completions, rule, rules


@pytest.mark.parametrize("system", PACKAGES)
def test_every_rule_has_words_and_refers_to_rules_that_exist(system: str):
    known = rules(system)
    for each in known.values():
        assert each.title
        assert each.text
        assert set(each.needs) <= set(known), each.id
    assert sum(len(members) for members in chapters(system).values()) == len(known)


def test_a_rule_is_found_by_its_id():
    found = rule("BQ-8.1.10")
    assert (found.title, found.chapter, found.phase) == ("Camp followers", "BQ-8", "list")
    assert "10 points" in found.text
    assert rule("BQ-8.RD.a").optional


def test_baroque_has_its_419_rules():
    assert len(rules("baroque")) == 419
    assert sum(bool(each.unclear) for each in rules("baroque").values()) == 115


def test_unknown_rules_and_systems_are_named():
    with pytest.raises(LeaguerError, match=r"there is no rule XX-1\.1"):
        rule("XX-1.1")
    with pytest.raises(LeaguerError, match="no rule system “chess”"):
        rules("chess")


# -- what fills gaps ------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "number"), [("snaphance", 29), ("mail_pike_powder", 40)])
def test_what_fills_a_gap_is_no_rule_but_completes_one(system: str, number: int) -> None:
    found = completions(system)
    assert len(found) == number
    assert not set(found) & set(rules(system))
    for each in found.values():
        assert set(each.rules) <= set(rules(system)), each.id
        assert RULE_ID.findall(each.id) == [each.id]
    assert {each.status for each in found.values()} == {"found", "recommended"}
    assert completions("baroque") == {}
