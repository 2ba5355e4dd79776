"""The answer of the odds as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.by_fire_and_sword.odds.page import heading, value_words
from rulesets.engine.wording import counted


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """The answer in lines of text."""
    yield heading(answer)
    scenario, effects = answer["scenario"], answer["effects"]
    yield f"Scenario: {counted(scenario['dice'], 'die', 'dice')} ({scenario['rule']})"
    for each in scenario["scenarios"]:
        ways = (
            ("may be chosen", each["available"]), ("alone", each["alone"]),
            ("by discarding", each["by_discarding"]), ("by one die", each["by_one_die"]),
        )  # fmt: skip
        yield f"  {value_words(each)}: " + ", ".join(f"{way} {chance:.1%}" for way, chance in ways if chance)
    if scenario["none"]:
        yield f"  none may be chosen {scenario['none']:.1%}"
    if not effects["due"]:
        return
    yield f"Additional effects: {effects['due']} due, {effects['rolled']} rolled (BFS-30.3.F)"
    for each in effects["effects"]:
        yield f"  {each['name']}: {each['once']:.1%}, {each['expected']:.2f} expected ({each['rule']})"
