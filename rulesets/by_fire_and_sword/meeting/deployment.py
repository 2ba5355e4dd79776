"""Deployment (BFS-30.3.I, BFS-33.15): who is set aside, robbers, steps of the map, forced marches.

Where the bases stand is the players' own business at the table: here is decided which units are put where,
by whom first, and as what.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from rulesets.by_fire_and_sword.meeting import reminders
from rulesets.by_fire_and_sword.meeting.draw import draw
from rulesets.by_fire_and_sword.meeting.effects import drawable
from rulesets.by_fire_and_sword.meeting.events import SetAside, WrittenInSecret
from rulesets.by_fire_and_sword.meeting.fieldevents import (
    Deployed,
    ForcedMarchMade,
    LancesDiscarded,
    OrderFixed,
    SquadronFormed,
    UnitsTaken,
)
from rulesets.by_fire_and_sword.meeting.placing import frame_of, scenario_of, weaker_part
from rulesets.by_fire_and_sword.meeting.reconnaissance import (
    AMBUSH,
    FLANK,
    FORCED_MARCH,
    OUTMANEUVER,
    bought,
    fits_class,
    has_lances,
    sendable,
    why_stays,
)
from rulesets.by_fire_and_sword.meeting.robbers import roll_robbers
from rulesets.by_fire_and_sword.meeting.squadrons import PLUS, bases_of, named, squadron_of, why_apart
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Place, Unit
from rulesets.by_fire_and_sword.wording import deployment as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Steps
from rulesets.engine.sealing import SALT, Seal, seal_of, secret_of

RULE = "BFS-30.3.I"
PLACES: dict[str, Place] = {FLANK: "flank", AMBUSH: "ambush"}
_HALF = 5


def deploy(battle: Battle) -> Steps[None]:
    """Resolve Outmaneuver, flank and ambush, robbers, deployment by steps, forced marches (BFS-30.3.I).

    The delayed units are in the reserves already (BFS-32.6).
    """
    yield from _outmaneuver(battle)
    for key in (FLANK, AMBUSH):
        yield from _send(battle, key)
    yield from _order(battle)
    state: MeetingState = battle.state
    first = state.deployment["first"]
    for side in (first, 1 - first):
        yield from roll_robbers(battle, side)
    for number in range(len(state.deployment["steps"])):
        yield from _step(battle, number)
    yield from _forced_marches(battle)
    reminders.remind_after_deployment(battle)


# -- set aside ------------------------------------------------------------------------------------


def _outmaneuver(battle: Battle) -> Steps[None]:
    """Put aside a random enemy unit as delayed, which comes without a test after turn 1 (BFS-33.12)."""
    state: MeetingState = battle.state
    if not bought(state, OUTMANEUVER):
        return
    buyer = state.reconnaissance["buyer"]
    among = drawable(state, 1 - buyer)
    if among:
        unit = yield from draw(battle, side=buyer, among=among, purpose="Outmaneuver", rule="BFS-33.12")
        battle.apply(SetAside("BFS-33.12", unit, "outmaneuvered"))


def _send(battle: Battle, key: str) -> Steps[None]:
    """Put aside the unit or squadron that was paid for (BFS-33.6.1, BFS-33.7.1)."""
    state: MeetingState = battle.state
    purchase = next(iter(bought(state, key)), None)
    if purchase is None:
        return
    side, rule = state.reconnaissance["buyer"], f"{purchase['rule']}.1"
    options = tuple(_sendings(state, side, key, int(str(purchase["price"])), rule))
    keep = Option({"do": "keep"}, words.send_nobody(purchase["name"]), rule)
    text = words.who_is_sent(purchase["name"], purchase["price"])
    choice = yield Decision(key.replace("_", " "), side, text, rule, (*options, keep))
    if choice["do"] == "keep":
        return
    units = [state.units[id_] for id_ in choice["units"].split(PLUS)]
    _put_aside(battle, units, key, rule)
    if key == FLANK:
        turns = scenario_of(state).turns
        value = Number("turn", 1, turns, whole=True, label=words.TURN_OF_FLANK)
        yield from write_down(battle, side, text=words.turn_of_arrival(named(units)), rule=rule, value=value)


def write_down(battle: Battle, side: int, *, text: str, rule: str, value: Number) -> Steps[None]:
    """Let `side` write the turn of its flank down in secret; the log learns its seal alone (BFS-33.6.1)."""
    write = Option({"do": "write"}, words.write_down(value.label), rule, (value, SALT))
    kept = words.keep_on_paper(value.label)
    paper = Option({"do": "sealed"}, kept, rule, (cast("Any", Seal()),))
    choice = yield Decision("flank turn", side, text, rule, (write, paper), secret=True)
    battle.apply(WrittenInSecret(rule, side, "flank_turn", seal_of(choice), secret_of(choice)))


def _put_aside(battle: Battle, units: list[Unit], key: str, rule: str) -> None:
    for unit in units:
        if key == AMBUSH and has_lances(unit):
            battle.apply(LancesDiscarded("BFS-33.7", unit.id))
    for unit in units:
        battle.apply(SetAside(rule, unit.id, PLACES[key]))
    if len(units) > 1:
        ids = tuple(unit.id for unit in units)
        battle.apply(SquadronFormed("BFS-29.10.3", units[0].side, ids, bases_of(units), PLACES[key]))


def _sendings(state: MeetingState, side: int, key: str, paid: int, rule: str) -> Iterator[Option]:
    """Yield everybody who costs no more than was paid; lances stay behind (BFS-33.7)."""
    for units, cost in sendable(state, side, key):
        if cost <= paid:
            lances = key == AMBUSH and any(has_lances(unit) for unit in units)
            text = words.sent(named(units), bases_of(units), lances)
            yield Option({"do": "send", "units": PLUS.join(unit.id for unit in units)}, text, rule)


# -- the order ------------------------------------------------------------------------------------


def _order(battle: Battle) -> Steps[None]:
    """Fix who deploys first, by the map or by a die, and the steps of both sides with their zones."""
    state: MeetingState = battle.state
    scenario, frame = scenario_of(state), frame_of(state)
    part_of_side = {weaker_part(state): "weaker", 1 - weaker_part(state): "stronger"}
    side_of_part = {part: side for side, part in part_of_side.items()}
    if scenario.first == "roll":
        side = weaker_part(state)
        text = words.who_deploys_first(_HALF, battle.side_name(side))
        dice = yield from battle.roll(text, side=side, sides=10, rule=RULE)
        first = side if dice[0] <= _HALF else 1 - side
        battle.record(text, dice, battle.side_name(first), rule=RULE, side=side, sides=10)
    else:
        first = side_of_part[scenario.first]
    value = state.scenario.value
    steps = sorted(scenario.deployment, key=lambda step: side_of_part[step.part] != first)
    rows = tuple(
        {
            "side": side_of_part[step.part], "part": step.part, "who": step.who, "text": step.text,
            "enemy_cm": step.enemy_cm, "turn": step.turn, "units": None,
            "zones": [each.to_json() for each in frame.zones(scenario, step, state.terrain, value)],
        }
        for step in steps
    )  # fmt: skip
    battle.apply(OrderFixed(RULE, first, rows))


# -- step by step ---------------------------------------------------------------------------------


def _step(battle: Battle, number: int) -> Steps[None]:
    """Play a step of the map: which units, which squadrons, and that they stand on the table."""
    state: MeetingState = battle.state
    step = state.deployment["steps"][number]
    side = step["side"]
    units = yield from _units_for(battle, step)
    battle.apply(UnitsTaken(RULE, side, number, tuple(unit.id for unit in units)))
    if not units or step["who"] == "late":
        battle.apply(Deployed(RULE, side, number))
        return
    yield from _squadrons(battle, side, units)
    where = " or ".join(zone["words"] for zone in step["zones"])
    text = words.deploy(len(units), where, step["enemy_cm"])
    ready = Option({"do": "deployed"}, words.ON_THE_TABLE, RULE)
    yield Decision("deployed", side, text, RULE, (ready,))
    battle.apply(Deployed(RULE, side, number))


def waiting(state: MeetingState, side: int) -> list[Unit]:
    """Return the units of a side that are neither set aside nor taken in an earlier step."""
    taken = {id_ for step in state.deployment["steps"] for id_ in step["units"] or ()}
    return [unit for unit in state.units_of(side) if unit.id not in state.set_aside and unit.id not in taken]


def _units_for(battle: Battle, step: dict[str, Any]) -> Steps[list[Unit]]:
    """Return the units of a step, picked by their owner where the map takes only some of them."""
    state: MeetingState = battle.state
    side = step["side"]
    left = waiting(state, side)
    present = sum(unit.id not in state.set_aside for unit in state.units_of(side))
    number = {"one unit": 1, "half": (present + 1) // 2}.get(step["who"], len(left))
    if number >= len(left):
        return left
    chosen: list[Unit] = []
    while len(chosen) < number:
        rest = [unit for unit in left if unit not in chosen]
        text = words.pick_unit(len(chosen) + 1, number, step["text"]).rstrip(": ")
        options = [Option({"do": "take", "unit": unit.id}, unit.name, RULE) for unit in rest]
        if number - len(chosen) > 1:
            names = ", ".join(unit.name for unit in rest[: number - len(chosen)])
            options.append(Option({"do": "first"}, words.first_of_list(names), RULE))
        choice = yield Decision("units to deploy", side, text, RULE, tuple(options))
        if choice["do"] == "first":
            return [*chosen, *rest[: number - len(chosen)]]
        chosen.append(state.units[choice["unit"]])
    return chosen


def _squadrons(battle: Battle, side: int, units: list[Unit]) -> Steps[None]:
    """Declare squadrons as units are placed, and for good (BFS-29.10.3, BFS-21.1.2)."""
    state: MeetingState = battle.state
    free = list(units)
    while options := [
        Option(
            {"do": "form", "unit": one.id, "with": other.id},
            words.squadron_of(one.name, other.name, one.of.bases + other.of.bases),
            "BFS-29.10.3",
        )
        for place, one in enumerate(free)
        for other in free[place + 1 :]
        if why_apart(state, (one, other)) is None
    ]:
        done = Option({"do": "done"}, words.NO_MORE_SQUADRONS, "BFS-29.10.3")
        text = words.WHICH_SQUADRON
        choice = yield Decision("squadron", side, text, "BFS-29.10.3", (*options, done))
        if choice["do"] == "done":
            return
        squadron = [state.units[choice["unit"]], state.units[choice["with"]]]
        yield from _more(battle, side, squadron, free)
        ids = tuple(unit.id for unit in squadron)
        battle.apply(SquadronFormed("BFS-29.10.3", side, ids, bases_of(squadron)))
        free = [unit for unit in free if unit not in squadron]


def _more(battle: Battle, side: int, squadron: list[Unit], free: list[Unit]) -> Steps[None]:
    """Add further units to a squadron, as long as there is room in it."""
    while options := [
        Option({"do": "add", "unit": unit.id}, words.joins_too(unit.name), "BFS-29.10.3")
        for unit in free
        if unit not in squadron and why_apart(battle.state, (*squadron, unit)) is None
    ]:
        done = Option({"do": "done"}, words.SQUADRON_COMPLETE, "BFS-29.10.3")
        text = words.who_joins(named(squadron))
        choice = yield Decision("squadron grows", side, text, "BFS-29.10.3", (*options, done))
        if choice["do"] == "done":
            return
        squadron.append(battle.state.units[choice["unit"]])


# -- forced marches -------------------------------------------------------------------------------


def _forced_marches(battle: Battle) -> Steps[None]:
    """March after deployment, each with another unit of the size paid for or smaller (BFS-33.5.1)."""
    state: MeetingState = battle.state
    # Smallest class first: only small units can use it, and each unit marches once.
    for purchase in sorted(bought(state, FORCED_MARCH), key=lambda each: int(str(each["size"])) or 999):
        side, most = state.reconnaissance["buyer"], int(str(purchase["size"]))
        options = tuple(_marchers(state, side, most))
        if not options:
            continue
        none = Option({"do": "none"}, words.NO_FORCED_MARCH, "BFS-33.5.1")
        text = words.who_marches(most)
        choice = yield Decision("forced march", side, text, "BFS-33.5.1", (*options, none))
        units = squadron_of(state, choice["unit"]) if choice["do"] == "march" else ()
        battle.apply(ForcedMarchMade("BFS-33.5.1", side, choice.get("unit", ""), units))


def _marchers(state: MeetingState, side: int, most: int) -> Iterator[Option]:
    marched = {id_ for march in state.deployment["forced_marches"] for id_ in march["units"]}
    late = {id_ for step in state.deployment["steps"] if step["who"] == "late" for id_ in step["units"] or ()}
    seen: set[str] = set()
    for unit in state.units_of(side):
        units = squadron_of(state, unit.id)
        if unit.id in seen or unit.id in marched or unit.id in late:
            continue
        seen.update(units)
        if any(why_stays(state, state.units[id_], FORCED_MARCH) for id_ in units):
            continue
        together = [state.units[id_] for id_ in units]
        if fits_class(bases_of(together), most):
            text = words.may_march(named(together), bases_of(together))
            yield Option({"do": "march", "unit": unit.id}, text, "BFS-33.5.1")


# -- the policy of an automatic player ------------------------------------------------------------


def policy(battle: Battle, decision: Decision) -> Choice:
    """Send the largest unit that was paid for, deploy the first of the list, form no squadrons, let the first
    march: for who plays automatically. Raise ValueError for a decision that is not known.
    """
    keys = [dict(option.key) for option in decision.options]
    if decision.kind in ("flanking maneuver", "ambush"):
        state: MeetingState = battle.state
        sent = [key for key in keys if key["do"] == "send"]
        units = [[state.units[id_] for id_ in key["units"].split(PLUS)] for key in sent]
        largest = max(zip(map(bases_of, units), sent, strict=True), key=lambda each: each[0], default=None)
        return largest[1] if largest else {"do": "keep"}
    if decision.kind in ("squadron", "squadron grows"):
        return {"do": "done"}
    if decision.kind == "units to deploy":
        return keys[-1] if keys[-1]["do"] == "first" else keys[0]
    if decision.kind in ("deployed", "forced march"):
        return keys[0]
    raise ValueError(f"there is no policy for “{decision.kind}”")
