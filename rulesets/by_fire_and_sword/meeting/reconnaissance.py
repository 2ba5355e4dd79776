"""Reconnaissance (BFS-33): the points of both sides, and the effects that the better informed one buys.

What an effect costs, how many may be bought, and who may be sent to the flank or into ambush (BFS-33.2 to
BFS-33.13).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.meeting.effects import delay_room
from rulesets.by_fire_and_sword.meeting.fieldevents import EffectBought, Reconnoitred
from rulesets.by_fire_and_sword.meeting.placing import scenario_of
from rulesets.by_fire_and_sword.meeting.squadrons import bases_of, groups, named
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Unit
from rulesets.by_fire_and_sword.wording import deployment as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Option, Steps

RULE = "BFS-33.2"
FORCED_MARCH, FLANK, AMBUSH = "forced_march", "flanking_maneuver", "ambush"
OUTMANEUVER, SPLITTING = "outmaneuver", "splitting"
ANY_SIZE = 0
"""The size class of a forced march without an upper limit."""
_MOST_PRICES = 12


def reconnoitre(battle: Battle) -> Steps[None]:
    """Let the side with more points buy effects for the difference (BFS-30.3.H, BFS-33.2)."""
    state: MeetingState = battle.state
    battle.apply(_compared(state))
    buyer = state.reconnaissance["buyer"]
    while buyer is not None and (options := tuple(_offers(state, buyer))):
        purse = purse_of(state)
        text = words.buy_effects(purse.left, purse.points, purse.limit - len(purse.bought), purse.limit)
        done = Option({"do": "done"}, words.BUY_NOTHING_MORE, RULE)
        choice = yield Decision("reconnaissance", buyer, text, RULE, (*options, done))
        if choice["do"] == "done":
            return
        battle.apply(_bought(state, buyer, choice))


def _compared(state: MeetingState) -> Reconnoitred:
    """Return who may buy, for how much, how many effects, how many on the enemy (BFS-33.1, BFS-33.2)."""
    points = (state.forces[0].rp, state.forces[1].rp)
    if not scenario_of(state).reconnaissance:
        return Reconnoitred(RULE, points, None, 0, 0, 0, words.NO_RECONNAISSANCE)
    if points[0] == points[1]:
        return Reconnoitred(RULE, points, None, 0, 0, 0, words.equal_points(points[0]))
    buyer = 0 if points[0] > points[1] else 1
    limit, against = state.forces[buyer].cp, most_against(state.forces[1 - buyer].fsp)
    return Reconnoitred(RULE, points, buyer, abs(points[0] - points[1]), limit, min(limit, against))


def purse_of(state: MeetingState) -> Purse:
    """Return what the buyer has, and has bought so far."""
    now = state.reconnaissance
    bought = tuple((effect["key"], effect["price"]) for effect in now["effects"])
    return Purse(now["difference"], now["limit"], now["against"], bought)


def bought(state: MeetingState, key: str) -> list[dict[str, object]]:
    """Return the purchases of an effect; none before the reconnaissance."""
    return [effect for effect in state.reconnaissance.get("effects", ()) if effect["key"] == key]


# -- what it costs --------------------------------------------------------------------------------


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
    """Return the effects by key, in the order of the book."""
    found = {}
    for row in tables.plain_rows("recon_effect"):
        key = row["name"].lower().replace(" ", "_")
        against = row["affects"] == "enemy"
        found[key] = ReconEffect(key, row["name"], row["rule"], against, row.get("max_times"), row)
    return found


def price(key: str, *, bought: int = 0) -> int:
    """Return what an effect of a fixed price costs when it was bought so often before (BFS-33.10)."""
    row = recon_effects()[key].row
    if "total_cost_by_count" not in row:
        return int(row["cost"])
    totals = [0, *row["total_cost_by_count"]]
    return int(totals[bought + 1] - totals[bought])


def forced_march_classes() -> tuple[tuple[int, int], ...]:
    """Return the size classes as (bases at most, price); 0 for any number of bases (BFS-33.5)."""
    rows = recon_effects()[FORCED_MARCH].row["cost_by_bases"]
    return tuple((int(row.get("up_to", ANY_SIZE)), int(row["cost"])) for row in rows)


def fits_class(bases: int, most: int) -> bool:
    """Return whether a unit of so many bases is of the class paid for, or a smaller one (BFS-33.5)."""
    return most == ANY_SIZE or bases <= most


def sending_price(key: str, bases: int, special: frozenset[str], *, first: int | None = None) -> int:
    """Return the price of sending so many bases to the flank or into ambush (BFS-33.6, BFS-33.7).

    `special`: the rules that all of them have; `first`: the price of the first bases, if agreed on otherwise.
    """
    row = recon_effects()[key].row
    more = max(0, bases - int(row["base_up_to_bases"]))
    rules = special | ({"Light Cavalry"} if "Feigned Flight" in special else set())  # BFS-22.11.a
    each = row["cheaper_extra_per_base"] if rules & set(row["cheaper_rules"]) else row["extra_per_base"]
    base: int = row["cost"] if first is None else first
    return base + more * int(each)


def most_against(enemy_fsp: int) -> int:
    """Return how many effects may act on an enemy of so many FSP (BFS-33.8)."""
    for row in tables.plain_rows("recon_enemy_limit"):
        if row.get("fsp_from", 0) <= enemy_fsp <= row.get("fsp_to", enemy_fsp):
            return int(row["effects"])
    return 0


@dataclass(frozen=True, slots=True)
class Purse:
    """What a buyer has: `points` in all, `limit` effects (the CP of the commander, as on the roster),
    `against` of them on the enemy; and what was bought so far as (key, price).
    """

    points: int
    limit: int
    against: int
    bought: tuple[tuple[str, int], ...] = ()

    @property
    def left(self) -> int:
        """Return points not spent yet."""
        return self.points - sum(cost for _, cost in self.bought)

    def times(self, key: str) -> int:
        """Return how often an effect has been bought."""
        return sum(each == key for each, _ in self.bought)

    def why_not(self, key: str, cost: int) -> tuple[str, str] | None:
        """Return why an effect may not be bought at that price: the rule and a sentence; None if it may."""
        effect = recon_effects()[key]
        if cost > self.left:
            return "BFS-33.2", words.too_expensive(effect.name, cost, self.left)
        if len(self.bought) >= self.limit:
            text = words.no_more_effects(self.limit)
            return "BFS-33.2", text
        if effect.most is not None and self.times(key) >= effect.most:
            return effect.rule, words.bought_at_most(effect.name, effect.most)
        against = sum(recon_effects()[each].against for each, _ in self.bought)
        if effect.against and against >= self.against:
            return "BFS-33.8", words.too_many_against(self.against)
        return None


# -- who is sent -----------------------------------------------------------------------------------


def has_lances(unit: Unit) -> bool:
    """Return whether a unit carries lances, winged hussars' lances among them."""
    return any(weapon.lower().endswith(("lance", "lances")) for weapon in unit.of.weapons)


def why_stays(state: MeetingState, unit: Unit, key: str) -> str | None:
    """Return why a unit may not be sent away or march by force, if so (BFS-33.5.1 to 33.7, BFS-28.1.4)."""
    if unit.of.type == "wagons" or unit.of.wagon_train:
        return words.no_wagons(unit.name)
    if unit.of.type == "artillery" or unit.of.gun:
        return words.no_artillery(unit.name)
    if key == AMBUSH and "pikes" in map(str.lower, unit.of.weapons):
        return words.no_pikes(unit.name)
    carriers = state.fortifications.get("carriers", {})
    if unit.of.obstacles or any(unit.id in by_unit for by_unit in carriers.values()):
        return words.carries_obstacles(unit.name)
    if unit.id in state.set_aside:
        return words.not_with_force(unit.name)
    return None


def sendable(state: MeetingState, side: int, key: str) -> Iterator[tuple[tuple[Unit, ...], int]]:
    """Yield each unit or squadron of a side that may be sent, with its price in points (BFS-33.6, BFS-33.7).

    All units must have a rule that makes them cheaper; a flanking maneuver may have another price agreed on.
    """
    first = int(state.options.get("flanking_price", 0)) or None if key == FLANK else None
    able = [unit for unit in state.units_of(side) if why_stays(state, unit, key) is None]
    for units in groups(state, able):
        common = frozenset.intersection(*(_special(unit) for unit in units))
        yield units, sending_price(key, bases_of(units), common, first=first)


def _special(unit: Unit) -> frozenset[str]:
    """Return the special rules of a unit; Feigned Flight counts as Light Cavalry (BFS-22.11.a)."""
    return unit.of.special | ({"Light Cavalry"} if "Feigned Flight" in unit.of.special else frozenset())


# -- what is offered ------------------------------------------------------------------------------


def _offers(state: MeetingState, side: int) -> Iterator[Option]:
    """Yield everything that may be bought now."""
    for key in recon_effects():
        if key == FORCED_MARCH:
            yield from _forced_marches(state, side)
        elif key in (FLANK, AMBUSH):
            yield from _sendings(state, side, key)
        elif _has_effect(state, side, key):
            yield from _fixed(state, key)


def _has_effect(state: MeetingState, side: int, key: str) -> bool:
    """Return whether there is anybody on whom an effect could fall."""
    if key == OUTMANEUVER:  # BFS-33.12, BFS-32.6.2
        return delay_room(state, 1 - side) > 0
    if key == SPLITTING:  # BFS-33.9
        return len(state.units_of(1 - side)) > 1
    return True


def _fixed(state: MeetingState, key: str) -> Iterator[Option]:
    purse, effect = purse_of(state), recon_effects()[key]
    if effect.most is not None and purse.times(key) >= effect.most:
        return
    cost = price(key, bought=purse.times(key))
    if purse.why_not(key, cost) is None:
        text = words.for_points(effect.name, cost)
        yield Option({"do": "buy", "effect": key}, text, effect.rule)


def _forced_marches(state: MeetingState, side: int) -> Iterator[Option]:
    """Yield forced marches by the size of the unit, which is named after deployment (BFS-33.5)."""
    purse, effect = purse_of(state), recon_effects()[FORCED_MARCH]
    if all(why_stays(state, unit, FORCED_MARCH) for unit in state.units_of(side)):
        return
    for most, cost in forced_march_classes():
        if purse.why_not(FORCED_MARCH, cost) is None:
            text = words.march_of_size(effect.name, most, cost)
            yield Option({"do": "buy", "effect": FORCED_MARCH, "bases": most}, text, effect.rule)


def _sendings(state: MeetingState, side: int, key: str) -> Iterator[Option]:
    """Yield the prices of who may be sent; units are named after Delay (BFS-33.6, BFS-33.7, BFS-30.3.I)."""
    purse, effect = purse_of(state), recon_effects()[key]
    if purse.times(key):
        return
    by_price: dict[int, list[str]] = {}
    for units, cost in sendable(state, side, key):
        if purse.why_not(key, cost) is None:
            by_price.setdefault(cost, []).append(named(units))
    for cost, names in sorted(by_price.items())[:_MOST_PRICES]:
        shown = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        text = words.for_points_shown(effect.name, cost, shown)
        yield Option({"do": "buy", "effect": key, "price": cost}, text, effect.rule)


def _bought(state: MeetingState, side: int, choice: Choice) -> EffectBought:
    key = choice["effect"]
    effect = recon_effects()[key]
    if key == FORCED_MARCH:
        cost = dict(forced_march_classes())[choice["bases"]]
        return EffectBought(effect.rule, side, key, effect.name, cost, choice["bases"])
    if key in (FLANK, AMBUSH):
        return EffectBought(effect.rule, side, key, effect.name, choice["price"], choice["price"])
    cost = price(key, bought=purse_of(state).times(key))
    return EffectBought(effect.rule, side, key, effect.name, cost)


# -- the policy of an automatic player ------------------------------------------------------------

_WANTED = (
    OUTMANEUVER, FLANK, "chaos", "big_mouthed_prisoner", "confusion", AMBUSH, FORCED_MARCH, "splitting",
    "decisive_moment", "cut_off_the_retreat",
)  # fmt: skip
"""Effects in the order in which they are bought, each time the dearest form that may be paid."""


def policy(_battle: Battle, decision: Decision) -> Choice:
    """Buy from the first of a fixed order that can be paid: for who plays automatically."""
    offered = [dict(option.key) for option in decision.options]
    for key in _WANTED:
        found = [each for each in offered if each.get("effect") == key]
        if found:
            return found[0] if key == FORCED_MARCH else found[-1]
    return {"do": "done"}
