"""The answer of the odds as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.engine.wording import counted


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """The answer in lines of text."""
    attacker, target = answer["attacker"], answer["target"]
    if answer["kind"] == "melee":
        yield from _strikes(attacker)
        yield from _suffers(target)
        yield from _strikes(target)
        yield from _suffers(attacker)
        yield from _result(answer, attacker["name"], target["name"])
    else:
        how = f", {answer['weapon']}" if "weapon" in answer else ""
        yield f"{attacker['name']} at {target['name']}{how}"
        yield from _strikes(attacker)
        yield from _suffers(target)


def _strikes(side: Mapping[str, Any]) -> Iterator[str]:
    parts = [f"{item['why']} {item['value']:+d} ({item['rule']})" for item in side["dice_modifiers"]]
    yield f"{side['name']}: {counted(side['dice'], 'die', 'dice')} = {', '.join([str(side['vbu']), *parts])}"
    if side["rerolls"]:
        yield f"  re-rolls: {', '.join(side['rerolls'])}"
    for each in side.get("support", ()):
        yield f"  support of {each['name']}: {counted(each['dice'], 'die', 'dice')} (BQ-7.6.b)"
    hits = ", ".join(f"{item['hits']}: {item['probability']:.1%}" for item in side["hits"])
    yield f"  hits {hits}; {side['expected_hits']:.2f} expected"


def _suffers(side: Mapping[str, Any]) -> Iterator[str]:
    needed = ", ".join(f"{item['critical_number']} at {item['hits']}" for item in side["critical_numbers"])
    yield f"{side['name']}: critical number by hits: {needed}"
    for item in side["cohesion_modifiers"]:
        yield f"  {item['why']} {item['value']:+d} ({item['rule']})"
    losses = ", ".join(f"{item['losses']}: {item['probability']:.1%}" for item in side["losses"])
    yield f"  losses {losses}; {side['expected_losses']:.2f} expected"
    chances = ("failed", "disordered", "exhausted", "routed", "leader_lost")
    yield "  " + ", ".join(f"{name.replace('_', ' ')} {side[name]:.1%}" for name in chances)


def _result(answer: Mapping[str, Any], attacker: str, target: str) -> Iterator[str]:
    result = answer["result"]
    yield (
        f"{attacker} wins {result['attacker_wins']:.1%}, draw {result['draw']:.1%}, "
        f"{target} wins {result['target_wins']:.1%}, both rout {result['both_rout']:.1%}"
    )
    for side, name in (("attacker", attacker), ("target", target)):
        if result[f"{side}_routs_by_losing"]:
            yield f"{name} routs because it loses on flank or rear: {result[f'{side}_routs_by_losing']:.1%}"
