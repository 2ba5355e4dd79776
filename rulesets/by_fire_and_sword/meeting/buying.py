"""What reconnaissance effects cost and how many of them may be bought (BFS-33.2 to BFS-33.13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword import tables

FORCED_MARCH, FLANK, AMBUSH = "forced_march", "flanking_maneuver", "ambush"
OUTMANEUVER, SPLITTING = "outmaneuver", "splitting"
ANY_SIZE = 0
"""The size class of a forced march without an upper limit."""


@dataclass(frozen=True, slots=True)
class ReconEffect:
    """A row of the list of reconnaissance effects. `against`: it acts on the enemy (BFS-33.8)."""

    key: str
    name: str
    rule: str
    against: bool
    most: int | None
    row: Mapping[str, Any]


@cache
def recon_effects() -> Mapping[str, ReconEffect]:
    """The effects by key, in the order of the book."""
    found = {}
    for row in tables.plain_rows("recon_effect"):
        key = row["name"].lower().replace(" ", "_")
        against = row["affects"] == "enemy"
        found[key] = ReconEffect(key, row["name"], row["rule"], against, row.get("max_times"), row)
    return found


def price(key: str, *, bought: int = 0) -> int:
    """What an effect with a fixed price costs when it has been bought `bought` times before (BFS-33.10)."""
    row = recon_effects()[key].row
    if "total_cost_by_count" not in row:
        return int(row["cost"])
    totals = [0, *row["total_cost_by_count"]]
    return int(totals[bought + 1] - totals[bought])


def forced_march_classes() -> tuple[tuple[int, int], ...]:
    """BFS-33.5: the size classes as (bases at most, price); 0 for any number of bases."""
    rows = recon_effects()[FORCED_MARCH].row["cost_by_bases"]
    return tuple((int(row.get("up_to", ANY_SIZE)), int(row["cost"])) for row in rows)


def fits_class(bases: int, most: int) -> bool:
    """BFS-33.5: whether a unit of so many bases is of the class paid for, or of a smaller one."""
    return most == ANY_SIZE or bases <= most


def sending_price(key: str, bases: int, special: frozenset[str], *, first: int | None = None) -> int:
    """BFS-33.6, BFS-33.7: what it costs to send so many bases to the flank or into ambush.

    `special`: the rules that all of them have; `first`: the price of the first bases, if agreed on otherwise.
    """
    row = recon_effects()[key].row
    more = max(0, bases - int(row["base_up_to_bases"]))
    rules = special | ({"Light Cavalry"} if "Feigned Flight" in special else set())  # BFS-22.11.a
    each = row["cheaper_extra_per_base"] if rules & set(row["cheaper_rules"]) else row["extra_per_base"]
    base: int = row["cost"] if first is None else first
    return base + more * int(each)


def most_against(enemy_fsp: int) -> int:
    """BFS-33.8: how many effects may act on an enemy of so many FSP."""
    for row in tables.plain_rows("recon_enemy_limit"):
        if row.get("fsp_from", 0) <= enemy_fsp <= row.get("fsp_to", enemy_fsp):
            return int(row["effects"])
    return 0


@dataclass(frozen=True, slots=True)
class Purse:
    """What a buyer has: `points` in all, `limit` effects (the CP of his commander, as on the roster),
    `against` of them on the enemy; and what he has bought so far as (key, price).
    """

    points: int
    limit: int
    against: int
    bought: tuple[tuple[str, int], ...] = ()

    @property
    def left(self) -> int:
        """Points not spent yet."""
        return self.points - sum(cost for _, cost in self.bought)

    def times(self, key: str) -> int:
        """How often an effect has been bought."""
        return sum(each == key for each, _ in self.bought)

    def with_(self, key: str, cost: int) -> Purse:
        """The purse after another purchase."""
        return Purse(self.points, self.limit, self.against, (*self.bought, (key, cost)))

    def why_not(self, key: str, cost: int) -> tuple[str, str] | None:
        """Why an effect may not be bought at that price: the rule and a sentence; None if it may."""
        effect = recon_effects()[key]
        if cost > self.left:
            return "BFS-33.2", f"{effect.name} costs {cost} points: {self.left} are left"
        if len(self.bought) >= self.limit:
            words = f"{self.limit} effects are bought, as many as the commander has Command Points"
            return "BFS-33.2", words
        if effect.most is not None and self.times(key) >= effect.most:
            often = "once" if effect.most == 1 else f"{effect.most} times"
            return effect.rule, f"{effect.name} is bought {often} at most"
        against = sum(recon_effects()[each].against for each, _ in self.bought)
        if effect.against and against >= self.against:
            return "BFS-33.8", f"an enemy of that strength suffers {self.against} such effects at most"
        return None
