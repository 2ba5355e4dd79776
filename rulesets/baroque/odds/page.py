"""The answer of the odds as a page draws it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.contract.oddsanswers import Answer, Share, Strike, Suffering, Trial, bar, changes, chart

_CHANCES = (
    ("failed", "Fails its test"),
    ("disordered", "Stands disordered"),
    ("exhausted", "Stands exhausted"),
    ("routed", "Routs"),
    ("leader_lost", "Its leader falls"),
)


def shown(answer: Mapping[str, Any]) -> Answer:
    """The answer, ready to be drawn."""
    attacker, target = answer["attacker"], answer["target"]
    if answer["kind"] == "melee":
        return _melee(attacker, target, answer["result"])
    how = answer.get("weapon", "point-blank pistols")
    strike, suffering = _strike(attacker, "a"), _suffering(target, "b")
    brief = (
        ("Hits", f"{strike.hits.expected:.2f}"),
        ("Losses", f"{suffering.losses.expected:.2f}"),
        ("Routs", f"{target['routed']:.0%}"),
    )
    return Answer(f"{attacker['name']} at {target['name']}: {how}", brief, (strike,), (suffering,))


def _melee(attacker: Mapping[str, Any], target: Mapping[str, Any], result: Mapping[str, float]) -> Answer:
    return Answer(
        f"{attacker['name']} against {target['name']}",
        (
            ("Wins", f"{result['attacker_wins']:.0%}"),
            ("Draw", f"{result['draw']:.0%}"),
            ("Loses", f"{result['target_wins']:.0%}"),
        ),
        (_strike(attacker, "a"), _strike(target, "b")),
        (_suffering(target, "b"), _suffering(attacker, "a")),
        tuple(_shares(result, attacker["name"], target["name"])),
        tuple(
            (
                f"{side['name']} routs, having lost where it was hit in flank or rear",
                "BQ-7.5.2.g",
                result[key],
            )
            for side, key in ((attacker, "attacker_routs_by_losing"), (target, "target_routs_by_losing"))
            if result[key]
        ),
    )


def _strike(side: Mapping[str, Any], key: str) -> Strike:
    rows = [(row["hits"], row["probability"]) for row in side["hits"]]
    return Strike(
        name=side["name"],
        side=key,
        measure="VBU",
        base=side["vbu"],
        changes=changes(side["dice_modifiers"]),
        dice=side["dice"],
        rerolls=tuple(side["rerolls"]),
        hits=chart("Hits", "hits", rows, side["expected_hits"]),
        support=tuple((each["name"], each["dice"], "BQ-7.6.b") for each in side.get("support", ())),
    )


def _suffering(side: Mapping[str, Any], key: str) -> Suffering:
    losses = [(row["losses"], row["probability"]) for row in side["losses"]]
    test = Trial(
        name="Cohesion test",
        rule="BQ-6.2.b",
        number="Critical number",
        sum=f"VBU {side['current_vbu']} less the hits",
        numbers=tuple((row["hits"], row["critical_number"]) for row in side["critical_numbers"]),
        changes=changes(side["cohesion_modifiers"]),
        rerolls=tuple(side["cohesion_rerolls"]),
    )
    return Suffering(
        name=side["name"],
        side=key,
        test=test,
        losses=chart("Losses", "losses", losses, side["expected_losses"]),
        chances=tuple((words, side[name]) for name, words in _CHANCES if side[name] or name != "leader_lost"),
    )


def _shares(result: Mapping[str, float], attacker: str, target: str) -> Iterator[Share]:
    return bar(
        (
            (f"{attacker} wins", "attacker", result["attacker_wins"]),
            ("Draw", "draw", result["draw"]),
            ("Both rout", "both", result["both_rout"]),
            (f"{target} wins", "target", result["target_wins"]),
        )
    )
