"""The first half of a turn, for tests: resolved with a dice seed, and what of it is of interest."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import CampaignEvent
from campaigns.engine.orders import Orders
from campaigns.engine.resolve import Resolution, march
from campaigns.engine.state import Engagement, Force, State
from tests.kit.strip import MAP, campaign, orders, troop

E = TypeVar("E", bound=CampaignEvent)
SEED = "seed"


def marched(state: State, *given: Orders, seed: str = SEED) -> Resolution:
    """What comes of these orders."""
    return march(state, {each.faction: each for each in given}, seed)


def happened(turn: Resolution, kind: type[E]) -> list[E]:
    """The events of a kind, in their order."""
    return [entry.event for entry in turn.entries if isinstance(entry.event, kind)]


def places(turn: Resolution) -> dict[str, str]:
    """Where the forces stand that are still there."""
    return {force.id: force.at for force in turn.state.standing()}


def engaged(turn: Resolution) -> Engagement:
    """The only engagement of a turn."""
    (engagement,) = turn.state.engagements.values()
    return engagement


def sides(engagement: Engagement) -> list[tuple[str, list[str]]]:
    """Role and forces of both sides."""
    return [(side.role, side.forces) for side in engagement.sides]


def seed_where(*wanted: tuple[int, int, tuple[object, ...]], turn: int = 1) -> str:
    """A seed whose march rolls from one figure to another for each key: `(1, 50, ("evade", "a", "b"))`."""
    for number in range(100_000):
        dice = TurnDice(f"s{number}|{turn}|march")
        if all(least <= dice.percent(*key) <= most for least, most, key in wanted):
            return f"s{number}"
    raise AssertionError("no such seed")


# Random turns

PLACES = [each["id"] for each in MAP["areas"]]
WAYS: dict[str, list[str]] = {place: [] for place in PLACES}
for _link in MAP["links"]:
    WAYS[_link["a"]].append(_link["b"])
    WAYS[_link["b"]].append(_link["a"])
FACTIONS = ("red", "blue", "green")
KINDS = ("march", "hold", "scout", "forage", "raid", "besiege", "garrison", "refit", "join", "split")
Turn = tuple[State, dict[str, Orders]]


def turns() -> st.SearchStrategy[Turn]:
    """Campaigns with up to nine forces, whatever relations and rules, and orders for a part of them."""
    return st.integers(0, 2**32).map(lambda number: _turn(Random(number)))


def _turn(chance: Random) -> Turn:
    made = [_force(chance, f"f{number}") for number in range(1, chance.randint(2, 9) + 1)]
    state = _state(*(chance.choice(each) for each in _RULES))
    state.forces = {each.id: each for each in made}
    for a, b in (("red", "blue"), ("red", "green"), ("blue", "green")):
        relation: Any = chance.choice(("war", "war", "war", "war", "neutral", "truce", "alliance"))
        state.factions[a].relations[b] = state.factions[b].relations[a] = relation
    state.areas["castle"].owner = chance.choice(FACTIONS)
    state.areas["castle"].works = chance.choice((0, 30))
    told = [each for each in made if chance.randint(0, 3)]
    return state, {faction: _orders(chance, faction, told) for faction in FACTIONS}


_RULES = (
    (0, 60, 100), (0, 60, 100), (0, 1, 2), (0, 50, 100), (True, True, False),
    ("points", "areas"), (True, False), (0, 0, 40),
)  # fmt: skip


def _state(
    crossing: int, intercept: int, reach: int, evade: int, neutrals: bool, by: str, stop: bool, least: int
) -> State:
    return campaign(
        contact={"crossing": crossing, "intercept": intercept, "intercept_range": reach, "evade": evade},
        diplomacy={"neutrals_pass": neutrals},
        march={"by": by, "stop_at_enemy": stop},
        battles={"least": least},
    )


def _force(chance: Random, key: str) -> Force:
    """A force of anybody, anywhere; some lie behind walls, besiege, or have no man left."""
    made = troop(
        key, chance.choice(FACTIONS), chance.choice((*PLACES, "castle")), units=chance.randint(1, 3),
        arm=chance.choice(("foot", "horse")), inside=not chance.randint(0, 4),
        besieging=not chance.randint(0, 5),
    )  # fmt: skip
    if not chance.randint(0, 9):
        for unit in made.units:
            unit.lost = unit.steps
    return made


def _orders(chance: Random, faction: str, told: list[Force]) -> Orders:
    acts = [{"do": "pay", "to": "blue", "amount": chance.randint(1, 80)}] if chance.randint(0, 1) else []
    given = {each.id: _order(chance, each) for each in told if each.faction == faction}
    return orders(faction, *(acts if faction != "blue" else ()), **given)


def _order(chance: Random, force: Force) -> dict[str, Any]:
    """An order with a path along links; it may well be one that cannot be carried out."""
    at, path = force.at, []
    for _ in range(chance.randint(0, 5)):
        at = chance.choice(WAYS[at])
        path.append(at)
    do = chance.choice(KINDS)
    return {
        "do": do, "path": path, "evade": not chance.randint(0, 2),
        "forced": bool(path) and not chance.randint(0, 3), "storm": do == "besiege",
        "ambush": do == "hold" and not path, "units": [f"{force.id}-u1"] if do == "split" else [],
        "target": chance.choice(("f1", "f2", "f3")) if do == "join" else "",
    }  # fmt: skip
