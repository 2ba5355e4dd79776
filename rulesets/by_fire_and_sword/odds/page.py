"""The answer of the odds as a page draws it, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.contract.oddsanswers import Answer, Listed, Listing
from rulesets.engine.wording import counted

MARK = "†"


def shown(answer: Mapping[str, Any]) -> Answer:
    """Return the answer, ready to be drawn."""
    effects = answer["effects"]
    ours = MARK * any("fsp" in force["marked"] for force in answer["forces"])
    brief = (
        ("Advantage", f"{answer['advantage']}{ours} FSP"),
        ("Scenario dice", str(answer["scenario"]["dice"])),
        ("Effects", str(effects["due"])),
    )
    return Answer(_heading(answer), brief, listings=tuple(_listings(answer)), note=_ours(answer))


def _heading(answer: Mapping[str, Any]) -> str:
    """Return who is weaker, in a sentence."""
    one, two = answer["forces"]
    weaker = answer["weaker"]
    if weaker is None:
        return f"{one['name']} and {two['name']}: both have {_fsp(one)}"
    less, more = (one, two) if weaker == 0 else (two, one)
    return f"{less['name']} with {_fsp(less)} is weaker than {more['name']} with {_fsp(more)}"


def _fsp(force: Mapping[str, Any]) -> str:
    """Return its FSP, with the mark of what no source gives."""
    return f"{force['fsp']}{MARK * ('fsp' in force['marked'])} FSP"


def _ours(answer: Mapping[str, Any]) -> str:
    """Return what the marks mean, as far as there are any; empty if all is as a source has it."""
    words = []
    if any(force["marked"] for force in answer["forces"]):
        words.append(f"{MARK} is based on prices or command points of ours that no source gives.")
    if any(each["ours"] for each in answer["scenario"]["scenarios"]):
        words.append("The page of a scenario says what is “ours” in it: the print is not fully known.")
    return " ".join(words)


def _listings(answer: Mapping[str, Any]) -> Iterator[Listing]:
    scenario, effects = answer["scenario"], answer["effects"]
    if scenario["sets"] or scenario["none"]:
        yield _choosable(scenario)
        yield _how_many(scenario)
    yield from _others(scenario)
    if effects["due"]:
        left = effects["left_for_later"]
        yield Listing(
            f"{effects['rolled']} of {effects['due']} additional effects are rolled",
            "Effect",
            ("At least once", "On average"),
            tuple(
                Listed(
                    each["name"], each["rule"], each["once"], (each["once"],), (f"{each['expected']:.2f}",)
                )
                for each in effects["effects"]
            ),
            note=f"{left} more to be chosen after rolling: not counted here (BFS-32.12)." if left else "",
        )


def _choosable(scenario: Mapping[str, Any]) -> Listing:
    """Return which scenarios the dice can offer."""
    rows = tuple(
        Listed(_named(each), "", each["available"], (each["available"], each["alone"]), (_value(each),))
        for each in scenario["scenarios"]
        if each["available"]
    )
    heads = ("May be chosen", "Nothing else may", "FSP")
    return Listing("Scenarios that may be chosen", "Scenario", heads, rows)


def _how_many(scenario: Mapping[str, Any]) -> Listing:
    """Return among how many scenarios there is to choose."""
    chances: dict[int, float] = {0: scenario["none"]} if scenario["none"] else {}
    for each in scenario["sets"]:
        number = len(each["scenarios"])
        chances[number] = chances.get(number, 0.0) + each["probability"]
    rows = tuple(
        Listed(str(number) if number else "none", "", chance, (chance,))
        for number, chance in sorted(chances.items())
    )
    note = "If none may be chosen, one die decides (BFS-30.3.D)." if scenario["none"] else ""
    return Listing("How many there are to choose from", "Scenarios", ("Chance",), rows, note)


def _others(scenario: Mapping[str, Any]) -> Iterator[Listing]:
    """Yield scenarios that are played without being chosen from the dice."""
    for key, title in (
        ("by_one_die", "Scenarios that one die decides for"),
        ("by_discarding", "Scenarios for which all dice may be discarded"),
    ):
        rows = tuple(
            Listed(_named(each), "", each[key], (each[key],), (_value(each),))
            for each in scenario["scenarios"]
            if each[key]
        )
        if rows:
            yield Listing(title, "Scenario", ("Chance", "FSP"), rows)


def _named(scenario: Mapping[str, Any]) -> str:
    return f"{scenario['name']} (ours)" if scenario["ours"] else str(scenario["name"])


def _value(each: Mapping[str, Any]) -> str:
    return f"{each['value']}+" if each["variable"] else str(each["value"])


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield the answer in lines of text."""
    yield _heading(answer)
    scenario, effects = answer["scenario"], answer["effects"]
    yield f"Scenario: {counted(scenario['dice'], 'die', 'dice')} ({scenario['rule']})"
    for each in scenario["scenarios"]:
        ways = (
            ("may be chosen", each["available"]), ("alone", each["alone"]),
            ("by discarding", each["by_discarding"]), ("by one die", each["by_one_die"]),
        )  # fmt: skip
        value = f"{'at least ' * each['variable']}{each['value']} FSP"
        chances = ", ".join(f"{way} {chance:.1%}" for way, chance in ways if chance)
        yield f"  {each['name']} ({value}): {chances}"
    if scenario["none"]:
        yield f"  none may be chosen {scenario['none']:.1%}"
    if not effects["due"]:
        return
    yield f"Additional effects: {effects['due']} due, {effects['rolled']} rolled (BFS-30.3.F)"
    for each in effects["effects"]:
        yield f"  {each['name']}: {each['once']:.1%}, {each['expected']:.2f} expected ({each['rule']})"
