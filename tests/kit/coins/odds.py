"""The odds of coins: how many of them show heads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb
from typing import Any

from rulesets.contract.odds import Data, Given, Odds, Part, Question
from rulesets.contract.oddsanswers import Answer, Share
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Field


def answer(query: Any) -> dict[str, Any]:
    coins = query.get("coins") if isinstance(query, Mapping) else None
    if not isinstance(coins, int) or coins > 9:
        raise LeaguerError("must be at most 9 coins", path="coins")
    return {"heads": [comb(coins, heads) / 2**coins for heads in range(coins + 1)]}


def ask(data: Data) -> Question:
    coins = Field("coins", "Coins", "whole", default=1, low=1, high=20)

    def query(given: Given) -> dict[str, Any]:
        return {"coins": given["coins"]}

    return Question((Part("head", "", "", (("", (coins,)),)),), query, lambda error: ("head", error.path))


def shown(answer: Mapping[str, Any]) -> Answer:
    all_heads = answer["heads"][-1]
    return Answer(
        "Coins", (("All heads", f"{all_heads:.0%}"),), result=(Share("Heads", "attacker", all_heads, 0),)
    )


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    yield f"all heads: {answer['heads'][-1]:.1%}"


ODDS = Odds(answer, ask, shown, lines, {"type": "object", "properties": {}}, {"type": "object"}, {"coins": 1})
