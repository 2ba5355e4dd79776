"""A scenario in words, for who has to choose between two or wants to know what he has let himself in for."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.by_fire_and_sword.scenarios.definitions import Deployment, Part, Scenario, Special, Victory
from rulesets.engine.wording import capfirst

Chapter = tuple[str, tuple[str, ...]]
"""A heading, "" for what needs none, and what stands under it."""

_WHO = {"all": "", "one unit": "one unit", "half": "half of the units", "rest": "the rest", "late": "later"}


def describe(scenario: Scenario) -> tuple[Chapter, ...]:
    """BFS-30.7: what a scenario is about, who deploys where, its rules and its points."""
    return tuple(
        (heading, lines)
        for heading, lines in (
            ("", tuple(_frame(scenario))),
            ("Deployment", tuple(_deployed(scenario, step) for step in scenario.deployment if step.text)),
            ("Rules", tuple(_special(scenario, rule) for rule in scenario.special)),
            ("Points", tuple(_award(scenario, award) for award in scenario.victory)),
        )
        if lines
    )


def _frame(scenario: Scenario) -> Iterator[str]:
    if scenario.summary:
        yield scenario.summary
    yield f"Weaker side: {scenario.weaker.lower()}. Stronger side: {scenario.stronger.lower()}."
    first = "who deploys first is rolled for"
    if scenario.first != "roll":
        first = f"first to deploy: {_of(scenario, scenario.first).lower()}"
    scouts = "" if scenario.reconnaissance else "; there is no reconnaissance"
    yield f"{scenario.turns} turns; {first}{scouts}."


def _deployed(scenario: Scenario, step: Deployment) -> str:
    who = "" if not _WHO[step.who] else f", {_WHO[step.who]}"
    turn = f", in turn {step.turn}" if step.turn else ""
    return f"{_of(scenario, step.part)}{who}{turn}: {step.text}"


def _special(scenario: Scenario, rule: Special) -> str:
    turn = f"turn {rule.turn}" if rule.turn else ""
    who = "" if rule.part is None else _of(scenario, rule.part)
    before = ", ".join(each for each in (who, turn) if each)
    return f"{capfirst(before)}: {rule.text}" if before else rule.text


def _award(scenario: Scenario, award: Victory) -> str:
    who = "Either side" if award.part == "either" else _of(scenario, award.part)
    most = f", {award.count} times at most" if award.count > 1 else ""
    return f"{who}: {award.points} {award.text}{most}"


def _of(scenario: Scenario, part: Part) -> str:
    return scenario.weaker if part == "weaker" else scenario.stronger
