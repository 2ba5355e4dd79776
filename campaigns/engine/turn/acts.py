"""Acts of factions: declarations, offers, payments, ransoms, new forces.

The orders have been checked: what each faction spends it had when the turn began. Declarations count before
offers, so that nobody is offered an alliance by those who attack them; two who offer the same to each other,
now or in an earlier turn, agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import TypeVar

from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.factions import (
    ForceRaised,
    NoticeGiven,
    Paid,
    RaisingPaid,
    Ransomed,
    Received,
    RelationOffered,
    RelationSet,
)
from campaigns.engine.events.turns import OrderRefused
from campaigns.engine.forces import muster
from campaigns.engine.orders import DiplomacyAct, Orders, PayAct, RaiseAct
from campaigns.engine.rules import CampaignRules
from campaigns.engine.state import Command, Force, Leader, Relation, State, to_json
from campaigns.engine.view import friends
from campaigns.wording import turn as words

WARMTH: tuple[Relation, ...] = ("war", "neutral", "truce", "alliance")
"""What two factions can be to each other, from the coldest to the warmest."""
A = TypeVar("A", DiplomacyAct, PayAct, RaiseAct)


def carry_out(log: Log, orders: Mapping[str, Orders]) -> None:
    """Everything that factions do before their forces march, by orders without faults."""
    # Treaties first: who may march where and be paid by whom depends on them.
    _notices(log)
    _declare(log, orders)
    _agree(log)
    for faction, act in _acts(orders, PayAct):
        _pay(log, faction, act)
    for faction, raised in _acts(orders, RaiseAct):
        _raise(log, faction, raised)


def raise_cost(rules: CampaignRules, worth: float) -> int:
    """Return what it costs to raise troops of such worth."""
    return round(worth * rules.raising.raise_cost)


def captive(state: State, faction: str, command: str, captor: str) -> tuple[Force, Command, Leader] | None:
    """Return a faction's captured leader by the id of their command, if that captor holds them."""
    for force in (each for each in state.forces.values() if each.faction == faction):
        for each in force.commands:
            leader = each.leader
            if each.id == command and leader and (leader.fate, leader.captor) == ("captured", captor):
                return force, each, leader
    return None


def next_force_id(state: State) -> str:
    """Return an id that no force has had."""
    # Counted from all that were ever made: an id of a lost force in old orders must not come back.
    return next(key for number in count(state.made + 1) if (key := f"f{number}") not in state.forces)


def fitting_class(rules: CampaignRules, worth: float, wanted: str = "") -> str:
    """Return the class of a force of such worth: the wanted one if it fits, else the first; "" for none."""
    classes = sorted(rules.classes, key=lambda each: each.key != wanted)
    return next((each.key for each in classes if each.least <= worth <= each.most), "")


def _acts(orders: Mapping[str, Orders], kind: type[A]) -> Iterator[tuple[str, A]]:
    for faction in sorted(orders):
        for act in orders[faction].acts:
            if isinstance(act, kind):
                yield faction, act


# Diplomacy


def _notices(log: Log) -> None:
    """Let broken treaties become war when their time has come."""
    for key in sorted(log.state.factions):
        for other, left in sorted(log.state.factions[key].notice.items()):
            if left <= 1:
                _set(log, key, other, "war", "diplomacy.notice")
            else:
                _notice(log, key, other, left - 1)


def _declare(log: Log, orders: Mapping[str, Orders]) -> None:
    """Carry out what a faction may do alone, and make its offers."""
    rules = log.state.rules.diplomacy
    # War before all else, as the sort is stable the other acts stay in their order.
    for faction, act in sorted(_acts(orders, DiplomacyAct), key=lambda each: each[1].relation != "war"):
        now = log.state.relation(faction, act.to)
        if rules.umpire or WARMTH.index(act.relation) > WARMTH.index(now):
            # An offer of war waits for the umpire, and must not warn the enemy.
            known = tuple(sorted({faction} if act.relation == "war" else {faction, act.to}))
            log.apply(RelationOffered("diplomacy", known, faction, act.to, act.relation, rules.umpire))
        elif act.relation == "war" and now in ("truce", "alliance") and rules.notice:
            if act.to not in log.state.factions[faction].notice:
                _notice(log, faction, act.to, rules.notice)
        elif act.relation != now:
            _set(log, faction, act.to, act.relation, "diplomacy")


def _notice(log: Log, faction: str, other: str, turns: int) -> None:
    log.apply(NoticeGiven("diplomacy.notice", (ALL,), faction=faction, other=other, turns=turns))


def _agree(log: Log) -> None:
    """Two who offer each other the same have it, unless the umpire has to say so."""
    if log.state.rules.diplomacy.umpire:
        return
    factions = log.state.factions
    for key in sorted(factions):
        for other, relation in sorted(factions[key].offers.items()):
            if other in factions and factions[other].offers.get(key) == relation:
                _set(log, key, other, relation, "diplomacy")


def _set(log: Log, faction: str, other: str, relation: Relation, rule: str) -> None:
    log.apply(RelationSet(rule, (ALL,), faction=faction, other=other, relation=relation))


# Money and men


def _pay(log: Log, faction: str, act: PayAct) -> None:
    held = captive(log.state, faction, act.ransom, act.to) if act.ransom else None
    # Two acts may pay for one leader: the second keeps its money.
    if act.ransom and held is None:
        why = words.RANSOM_PAID
        log.apply(OrderRefused("battles.leaders.ransom", (faction,), faction, subject=faction, why=why))
        return
    known = tuple(sorted({faction, act.to}))
    log.apply(Paid("income", known, faction=faction, amount=-act.amount, other=act.to))
    log.apply(Received("income", known, faction=act.to, amount=act.amount, other=faction))
    if held is not None:
        log.apply(Ransomed("battles.leaders.ransom", known, held[0].id, act.ransom, captor=act.to))


def _raise(log: Log, faction: str, act: RaiseAct) -> None:
    force = muster(next_force_id(log.state), act.name, faction, act.area, act.list)
    cost = raise_cost(log.state.rules, force.worth)
    force.klass = fitting_class(log.state.rules, force.worth, act.klass)
    if cost:
        log.apply(RaisingPaid("raising.raise_cost", (faction,), faction=faction, amount=-cost))
    log.apply(ForceRaised("raising", friends(log.state, faction), to_json(force)))
