"""The answer of the odds as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.engine.wording import counted

SHOT = ("tested", "failed", "disordered", "eliminated")
MELEE = (*SHOT, "retreats", "bounces")


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """The answer in lines of text."""
    attacker, target = answer["attacker"], answer["target"]
    if answer["kind"] == "melee":
        for own, foe in ((attacker, target), (target, attacker)):
            yield from _strikes(own["name"], own)
            yield from _suffers(foe, MELEE)
        result = answer["result"]
        yield (
            f"{attacker['name']} wins {result['attacker_wins']:.1%}, draw {result['draw']:.1%}, "
            f"{target['name']} wins {result['target_wins']:.1%}"
        )
        return
    yield f"{attacker['name']} at {target['name']}, {answer['weapon']}"
    for number, volley in enumerate(attacker["volleys"]):
        yield from _strikes("second rank" if number else attacker["name"], volley)
    yield from _suffers(target, SHOT)


def _strikes(name: str, side: Mapping[str, Any]) -> Iterator[str]:
    parts = [f"{item['why']} {item['value']:+d} ({item['rule']})" for item in side["dice_modifiers"]]
    yield f"{name}: {counted(side['dice'], 'die', 'dice')} = {', '.join([str(side['sp']), *parts])}"
    for each in side.get("support", ()):
        yield f"  supported by {each['name']}: {counted(each['dice'], 'die', 'dice')} (SN-10.6.b)"
    hits = ", ".join(f"{item['hits']}: {item['probability']:.1%}" for item in side["hits"])
    yield f"  hits {hits}; {side['expected_hits']:.2f} expected"


def _suffers(side: Mapping[str, Any], chances: tuple[str, ...]) -> Iterator[str]:
    needed = ", ".join(f"{item['adjusted_morale']} at {item['hits']}" for item in side["adjusted_morale"])
    yield f"{side['name']}: adjusted morale by hits: {needed}"
    for item in side["morale_modifiers"]:
        yield f"  {item['why']} {item['value']:+d} ({item['rule']})"
    losses = ", ".join(f"{item['losses']}: {item['probability']:.1%}" for item in side["losses"])
    yield f"  SP lost {losses}; {side['expected_losses']:.2f} expected"
    yield "  " + ", ".join(f"{name} {side[name]:.1%}" for name in chances)
