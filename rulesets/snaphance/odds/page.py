"""The answer of the odds as a page draws it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.contract.oddsanswers import Answer, Share, Strike, Suffering, Trial, bar, changes, chart

_CHANCES = (
    ("tested", "Is hit and takes a Morale Test"),
    ("failed", "Fails it"),
    ("disordered", "Stands disordered"),
    ("retreats", "Retreats"),
    ("bounces", "Bounces"),
    ("eliminated", "Is eliminated"),
)

SEEN = 0.0005
"""The least probability that a column of a drawing shows."""


def shown(answer: Mapping[str, Any]) -> Answer:
    """The answer, ready to be drawn."""
    attacker, target = answer["attacker"], answer["target"]
    if answer["kind"] == "melee":
        return _melee(attacker, target, answer["result"])
    strikes = tuple(
        _strike({**volley, "name": f"{attacker['name']}, second rank" if rank else attacker["name"]}, "a")
        for rank, volley in enumerate(attacker["volleys"])
    )
    suffering = _suffering(target, "b")
    brief = (
        ("Hits", f"{sum(strike.hits.expected for strike in strikes):.2f}"),
        ("SP lost", f"{suffering.losses.expected:.2f}"),
        ("Tested", f"{target['tested']:.0%}"),
        ("Eliminated", f"{target['eliminated']:.0%}"),
    )
    return Answer(f"{attacker['name']} at {target['name']}: {answer['weapon']}", brief, strikes, (suffering,))


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
    )


def _strike(side: Mapping[str, Any], key: str) -> Strike:
    rows = _without_tail([(row["hits"], row["probability"]) for row in side["hits"]])
    return Strike(
        name=side["name"],
        side=key,
        measure="SP",
        base=side["sp"],
        changes=changes(side["dice_modifiers"]),
        dice=side["dice"],
        rerolls=(),
        hits=chart("Hits", "hits", rows, side["expected_hits"]),
        support=tuple((each["name"], each["dice"], "SN-10.6.b") for each in side.get("support", ())),
    )


def _without_tail(rows: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """The numbers without those at the end that are too seldom for a column to be seen."""
    seen = [index for index, (_, share) in enumerate(rows) if share >= SEEN]
    return rows[: seen[-1] + 1]


def _suffering(side: Mapping[str, Any], key: str) -> Suffering:
    losses = [(row["losses"], row["probability"]) for row in side["losses"]]
    test = Trial(
        name="Morale Test",
        rule="SN-8.0.a",
        number="Adjusted morale",
        sum=f"{side['initial_sp']} SP less the hits, at least 1",
        numbers=tuple((row["hits"], row["adjusted_morale"]) for row in side["adjusted_morale"]),
        changes=changes(side["morale_modifiers"]),
        rerolls=(),
    )
    return Suffering(
        name=side["name"],
        side=key,
        test=test,
        losses=chart("SP lost", "SP", losses, side["expected_losses"]),
        chances=tuple((words, side[name]) for name, words in _CHANCES if name in side),
    )


def _shares(result: Mapping[str, float], attacker: str, target: str) -> Iterator[Share]:
    return bar(
        (
            (f"{attacker} wins", "attacker", result["attacker_wins"]),
            ("Draw", "draw", result["draw"]),
            (f"{target} wins", "target", result["target_wins"]),
        )
    )
