"""Laws that hold for every turn of every campaign, and random turns to try them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hypothesis import strategies as st

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Entry
from campaigns.engine.events.factions import ForceRaised, MoneyChange
from campaigns.engine.events.strength import StatusChange, StepsChange
from campaigns.engine.orders import Orders, read_orders
from campaigns.engine.quick import quick
from campaigns.engine.resolve import open_engagements
from campaigns.engine.state import Outcome, State, Unit
from tests.kit.strip import AREAS, campaign, troop

AREA_IDS = [each["id"] for each in AREAS]
ORDERS = ["hold", "forage", "raid", "besiege", "garrison", "refit", "recruit", "scout"]


def units_of(state: State) -> dict[str, Unit]:
    """Every unit of a campaign by its id; raises AssertionError for one in two forces."""
    found: dict[str, Unit] = {}
    for force in state.forces.values():
        for unit in force.units:
            assert unit.id not in found, f"{unit.id} is in two forces"
            found[unit.id] = unit
    return found


def steps_add_up(before: State, after: State, entries: Iterable[Entry]) -> None:
    """What every unit lost is what the events say, and so is whether it is there."""
    lost = {key: unit.lost for key, unit in units_of(before).items()}
    status = {key: unit.status for key, unit in units_of(before).items()}
    for entry in entries:
        if isinstance(entry.event, ForceRaised):
            for unit in entry.event.made["units"]:
                lost[unit["id"]], status[unit["id"]] = unit["lost"], unit["status"]
        if isinstance(entry.event, StepsChange):
            for key, change in entry.event.changes:
                assert status[key] == "ready", f"{key} is {status[key]}, yet {entry.event}"
                lost[key] += change
        if isinstance(entry.event, StatusChange):
            for key in entry.event.units:
                assert status[key] != "lost", f"{key} comes back from the dead"
                status[key] = entry.event.status
    found = units_of(after)
    assert lost == {key: unit.lost for key, unit in found.items()}
    assert status == {key: unit.status for key, unit in found.items()}


def steps_are_possible(state: State) -> None:
    """Nobody has less than no steps, more than at full strength, or is ready without any."""
    for key, unit in units_of(state).items():
        assert 0 <= unit.lost <= unit.steps, key
        assert unit.status != "ready" or unit.left > 0, key


def money_adds_up(before: State, after: State, entries: Iterable[Entry]) -> None:
    """Every faction's money changed by what the events say, and nobody owes any."""
    money = Counter({key: each.money for key, each in before.factions.items()})
    for entry in entries:
        if isinstance(entry.event, MoneyChange):
            money[entry.event.faction] += entry.event.amount
    assert dict(money) == {key: each.money for key, each in after.factions.items()}
    assert all(amount >= 0 for amount in money.values())


def everybody_is_somewhere(state: State) -> None:
    """Forces stand in areas that there are, areas have an owner that there is, or none."""
    assert state.map is not None
    assert {force.at for force in state.standing()} <= set(state.map.by_id)
    assert {area.owner for area in state.areas.values()} <= {*state.factions, ""}


def rules_are_named(state: State, entries: Iterable[Entry]) -> None:
    """Every event's rule is a place in the rule set, or none."""
    for entry in entries:
        place: object = state.rules
        for name in entry.event.rule.split(".") if entry.event.rule else ():
            assert hasattr(place, name), f"there is no rule {entry.event.rule}: {entry.event}"
            place = getattr(place, name)


def fought(state: State, seed: str) -> dict[str, Outcome]:
    """Outcomes of all open engagements, by the campaign's own dice."""
    return {each.id: quick(state, each, TurnDice(seed)) for each in open_engagements(state)}


@st.composite
def campaigns(draw: st.DrawFn) -> State:
    """A campaign on the strip with worn forces here and there, and figures of all kinds."""
    areas = st.sampled_from(AREA_IDS)
    forces = [
        troop(
            f"{faction[0]}{number}", faction, draw(areas), draw(st.integers(1, 5)),
            arm=draw(st.sampled_from(["foot", "horse", "guns"])), loot=draw(st.integers(0, 30)),
        )
        for faction in ("red", "blue", "green")
        for number in range(draw(st.integers(0 if faction == "green" else 1, 3)))
    ]  # fmt: skip
    for force in forces:
        for unit in force.units:
            unit.lost = draw(st.integers(0, 3))
    return campaign(*forces, **draw(figures()))


@st.composite
def figures(draw: st.DrawFn) -> dict[str, object]:
    """Parts of a rule set."""
    percent, few, yes = st.integers(0, 100), st.integers(0, 3), st.booleans()
    rules = {
        "supply": {"area_feeds": yes, "connected": yes, "reach": few},
        "attrition": {
            "steps": few,
            "percent": percent,
            "relief": yes,
            "recovery": few,
            "winter": few,
            "gone": st.sampled_from([0, 0, 40]),
            "through_enemy": few,
        },
        "income": {"upkeep": st.sampled_from([0, 10, 100]), "unpaid": percent},
        "control": {"by": st.sampled_from(["presence", "garrison"]), "kept": yes, "marching_through": yes},
        "sieges": {"works": st.integers(0, 30), "stores": few, "honours": percent, "watch": percent},
        "battles.aftermath": {
            "destroyed_back": percent,
            "fled_back": percent,
            "away": few,
            "stragglers": percent,
            "retreat": few,
            "pursuit": percent,
        },
        "battles.quick": {"loser": percent, "broken": percent, "leaders": percent},
        "raising": {"at": st.just(["anywhere"]), "recruit_cost": st.sampled_from([0, 0.5, 3])},
    }
    found = {part: draw(st.fixed_dictionaries(each)) for part, each in rules.items()}
    battles = {name: found.pop(f"battles.{name}") for name in ("aftermath", "quick")}
    return {**found, "battles": battles}


@st.composite
def turn_orders(draw: st.DrawFn, state: State) -> dict[str, Orders]:
    """Orders for all factions; some of them are nonsense."""
    found = {}
    for faction in state.factions:
        orders = {}
        for force in state.standing():
            if force.faction == faction:
                path, at = [], force.at
                for _ in range(draw(st.integers(0, 2))):
                    at = draw(st.sampled_from(sorted(state.map.ways[at]))) if state.map else at
                    path.append(at)
                do = draw(st.sampled_from([*ORDERS, "march"] if path else ORDERS))
                orders[force.id] = {"do": do, "path": path, "merge": draw(st.booleans())}
        found[faction] = read_orders({"faction": faction, "forces": orders})
    return found
