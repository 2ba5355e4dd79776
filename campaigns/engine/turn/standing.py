"""Orders that stand until the end of a turn: foraging, raiding, going into garrison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.engine.events.areas import AreaLooted, CameToNothing, Garrisoned, LootTaken
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.battle import Retreated
from campaigns.engine.orders import ForceOrder
from campaigns.engine.state import Force, State
from campaigns.engine.turn.ground import Ground, holds_out
from campaigns.engine.view import friends
from campaigns.wording import turn as words

Standing = Mapping[str, ForceOrder]


def standing(log: Log) -> dict[str, ForceOrder]:
    """Return the orders that stand, by force id in order, but of forces gone or driven off."""
    state = log.state
    driven_off = {entry.event.force for entry in log.entries if isinstance(entry.event, Retreated)}
    return {
        key: ForceOrder.model_validate(state.standing_orders[key])
        for key in sorted(state.standing_orders)
        if key in state.forces and not state.forces[key].gone and key not in driven_off
    }


def ordered_to(state: State, orders: Standing, do: str) -> Iterator[tuple[Force, ForceOrder]]:
    """Yield the forces with men left who are told to do something, with their orders."""
    for key, order in orders.items():
        force = state.forces[key]
        if order.do == do and not force.gone and force.strength:
            yield force, order


def nothing(log: Log, force: Force, order: str, why: str, rule: str) -> None:
    """Log that an order came to nothing, and why."""
    log.apply(CameToNothing(rule, (force.faction,), force=force.id, order=order, why=why))


def raids(log: Log, orders: Standing) -> None:
    """Let forces told to raid loot the area that they stand in, if it is none of their side's."""
    ground = Ground(log.state)
    for force, _ in ordered_to(log.state, orders, "raid"):
        if ground.friendly(force.at, force.faction):
            nothing(log, force, "raid", words.COUNTRY_OF_FRIENDS, "looting.raid")
        elif log.state.areas[force.at].looted:
            nothing(log, force, "raid", words.NOTHING_TO_LOOT, "looting.raid")
        elif force.inside or ground.in_the_field(force.at, force.faction):
            nothing(log, force, "raid", words.ENEMY_TOO_NEAR, "looting.raid")
        else:
            looting = log.state.rules.looting
            room = max(0, looting.carry * sum(1 for _ in force.ready()) - force.loot)
            amount = min(room, ground.area(force.at).income * 10 * looting.raid // 100)
            loot(log, force.at, "looting.raid")
            if amount:
                log.apply(LootTaken("looting.raid", (force.faction,), force.id, force.at, amount))


def loot(log: Log, area: str, rule: str) -> None:
    """Loot an area for as long as the rules say."""
    until = log.state.turn + log.state.rules.income.looted + 1
    log.apply(AreaLooted(rule, (ALL,), area=area, until=until))


def garrisons(log: Log, orders: Standing) -> None:
    """Let forces told to garrison go behind the walls of their area, if they may and there is room."""
    ground = Ground(log.state)
    for force, _ in ordered_to(log.state, orders, "garrison"):
        if force.inside:
            continue
        if why := _shut_out(ground, force):
            nothing(log, force, words.GO_INTO_GARRISON, why, "sieges.garrison_most")
        else:
            log.apply(Garrisoned("sieges", friends(log.state, force.faction), force.id, force.at))


def _shut_out(ground: Ground, force: Force) -> str:
    """Why a force cannot go into garrison where it stands, "" if it can."""
    area = ground.area(force.at)
    if not area.has("city") and not area.has("fortress"):
        return words.NO_CITY_OR_FORTRESS
    if any(each.inside for each in ground.enemies(force.at, force.faction)):
        return words.ENEMY_LIES_IN_IT
    if ground.owner(force.at) and not ground.friendly(force.at, force.faction):
        if not ground.hostile(force.at, force.faction):
            return words.OWNED_AT_PEACE
        if holds_out(ground.state, force.at):
            return words.GATES_SHUT
    most = area.walls * ground.state.rules.sieges.garrison_most
    lodged = sum(each.worth for each in ground.at(force.at) if each.inside)
    if area.walls and lodged + force.worth > most:
        return words.walls_shelter(most)
    return ""
