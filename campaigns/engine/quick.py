"""A battle settled by the campaign's own dice, by the figures of `battles.quick`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from campaigns.engine.battlerules import Quick
from campaigns.engine.dice import TurnDice
from campaigns.engine.forces import fighting
from campaigns.engine.state import Engagement, Force, Outcome, State, Unit, UnitFate
from campaigns.wording import turn as words
from rulesets.engine.dice import SeededDice

MOST_PROPORTION = 2.0
ATTACKERS = ("attack", "assault", "relief")


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely it is (0 to 1) that the first side wins, the second wins, nobody does; and the per cent of
    its steps that each side loses on average.
    """

    first: float
    second: float
    draw: float
    losses: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Clash:
    """How two powers part: the winner (None: a draw), and what per cent of its steps each loses."""

    winner: int | None
    losses: tuple[float, float]


def quick(state: State, engagement: Engagement, dice: TurnDice) -> Outcome:
    """Return the outcome of an engagement; the same state and dice always give the same."""
    rules, key = state.rules.battles.quick, engagement.id
    powers = [power(state, engagement, side) for side in (0, 1)]
    luck = 2 * rules.luck + 1
    lucks = [
        99 - rules.luck + dice.of("quick", key, "luck", side).roll(luck, 1)[0] if rules.luck else 100
        for side in (0, 1)
    ]
    clash = decide(rules, powers[0] * lucks[0], powers[1] * lucks[1])
    names = [state.factions[side.faction].name for side in engagement.sides]
    how = words.parted(names[0], names[1])
    if clash.winner is not None:
        first, second = (words.about_lost(name, lost) for name, lost in zip(names, clash.losses, strict=True))
        how = words.drove_off(names[clash.winner], names[1 - clash.winner], first, second)
    outcome = Outcome(clash.winner, how=how, means="quick")
    for side in (0, 1):
        forces = _fighters(state, engagement, side)
        broken = rules.broken if clash.winner == 1 - side else 0
        outcome.units |= _fates(forces, clash.losses[side], broken, dice.of("quick", key, "losses", side))
        outcome.leaders += _leaders(rules, forces, clash.winner == 1 - side, dice, key)
        said = words.worth_and_luck(names[side], round(powers[side]), lucks[side])
        outcome.scores.append({"worth": round(powers[side], 2), "luck": lucks[side], "words": said})
    return outcome


def resigned(state: State, engagement: Engagement, outcome: Outcome, side: int, dice: TurnDice) -> Outcome:
    """Return the outcome of a battle that `side` gave up on the board: it loses at least what it would have
    lost here, beaten by an enemy with the same luck. So nobody gains by resigning a battle instead of losing
    it.
    """
    rules, stream = state.rules.battles.quick, dice.of("resigned", engagement.id)
    forces = _fighters(state, engagement, side)
    units = [unit for force in forces for unit in force.ready()]
    own, enemy = power(state, engagement, side), power(state, engagement, 1 - side)
    proportion = min(MOST_PROPORTION, max(1.0, enemy / own)) if own > 0 else MOST_PROPORTION
    due = round(sum(unit.left for unit in units) * min(100.0, rules.loser * proportion) / 100)
    fates = {key: replace(fate) for key, fate in outcome.units.items()}
    due -= sum(_gone(unit, fates[unit.id]) for unit in units if unit.id in fates)
    leaders = [
        each for each in _leaders(rules, forces, True, dice, engagement.id) if each not in outcome.leaders
    ]
    if due > 0:
        fled = breaking([unit for unit in units if unit.id not in fates], due * rules.broken // 100, stream)
        fates |= {unit.id: UnitFate(unit.left, "fled") for unit in fled}
        due -= sum(unit.left for unit in fled)
        standing = [unit for unit in units if unit.id not in fates or fates[unit.id].fallen == "stood"]
        wear(standing, due, fates, stream)
    return replace(outcome, units=fates, leaders=[*outcome.leaders, *leaders])


def _gone(unit: Unit, fate: UnitFate) -> int:
    """Return the steps that are not in the field any more: all of them if the unit fled or was destroyed."""
    return fate.lost if fate.fallen == "stood" else unit.left


def chances(state: State, engagement: Engagement) -> Chances:
    """Return the exact chances of `quick`: every throw of both sides' luck, each as likely as the others."""
    rules = state.rules.battles.quick
    powers = [power(state, engagement, side) for side in (0, 1)]
    # Every throw is counted instead of sampled: the page shows exact odds.
    throws = range(100 - rules.luck, 101 + rules.luck)
    clashes = [decide(rules, powers[0] * a, powers[1] * b) for a, b in product(throws, throws)]
    count = len(clashes)
    won = [sum(clash.winner == side for clash in clashes) / count for side in (0, 1)]
    losses = [round(sum(clash.losses[side] for clash in clashes) / count, 2) for side in (0, 1)]
    return Chances(won[0], won[1], 1 - won[0] - won[1], (losses[0], losses[1]))


def power(state: State, engagement: Engagement, side: int) -> float:
    """Return what a side's fighting forces are worth on this ground, before luck."""
    rules, here, there = state.rules.battles.quick, engagement.sides[side], engagement.sides[1 - side]
    behind_river = engagement.river and there.role in ATTACKERS and here.role not in ATTACKERS
    worth = sum(force.worth for force in _fighters(state, engagement, side))
    for holds, percent in (
        (here.fortified, rules.fortified),
        (here.ambush, rules.ambush),
        (behind_river, rules.river),
    ):
        worth *= (percent if holds else 100) / 100
    return worth


def decide(rules: Quick, first: float, second: float) -> Clash:
    """How two powers that meet part again."""
    weak, strong = sorted((first, second))
    proportion = min(MOST_PROPORTION, strong / weak) if weak > 0 else MOST_PROPORTION
    if strong == 0 or weak * 100 >= strong * (100 - rules.draw):
        return Clash(None, (float(rules.winner), float(rules.winner)))
    beaten, won = min(100.0, rules.loser * proportion), rules.winner / proportion
    return Clash(0, (won, beaten)) if first > second else Clash(1, (beaten, won))


def _fighters(state: State, engagement: Engagement, side: int) -> list[Force]:
    return fighting(state, engagement, side) if engagement.sides[side].forces else []


def _fates(forces: list[Force], percent: float, broken: int, stream: SeededDice) -> dict[str, UnitFate]:
    """Which units lose the steps that a side loses: first whole units that break, then step by step."""
    units = [unit for force in forces for unit in force.ready()]
    steps = round(sum(unit.left for unit in units) * percent / 100)
    fled = breaking(units, steps * broken // 100, stream)
    fates = {unit.id: UnitFate(unit.left, "fled") for unit in fled}
    steps -= sum(unit.left for unit in fled)
    wear([unit for unit in units if unit.id not in fates], steps, fates, stream)
    return fates


def wear(units: list[Unit], steps: int, fates: dict[str, UnitFate], stream: SeededDice) -> None:
    """Let units lose so many steps, each by lot, beyond those in `fates`, and write what becomes of them into
    it; who has none left is destroyed.
    """
    # A unit stands there once for each step, so that great units are hit more often.
    targets = [unit for unit in units for _ in range(unit.left - fates.get(unit.id, UnitFate()).lost)]
    for _ in range(min(steps, len(targets))):
        unit = targets.pop(_below(len(targets), stream))
        fate = fates.setdefault(unit.id, UnitFate())
        fate.lost += 1
        fate.fallen = "destroyed" if fate.lost >= unit.left else "stood"


def breaking(units: list[Unit], steps: int, stream: SeededDice) -> list[Unit]:
    """Units drawn by lot that have at most so many steps together."""
    left, broken = list(units), []
    while left:
        unit = left.pop(_below(len(left), stream))
        if unit.left <= steps:
            broken.append(unit)
            steps -= unit.left
    return broken


def _below(count: int, stream: SeededDice) -> int:
    """Return a number from 0 to `count` - 1."""
    return stream.roll(count, 1)[0] - 1 if count > 1 else 0


def _leaders(rules: Quick, forces: list[Force], beaten: bool, dice: TurnDice, key: str) -> list[str]:
    """Return the commands of a side whose leaders are lost."""
    chance = rules.leaders if beaten else rules.leaders // 2
    return [
        command.id
        for force in forces
        for command in force.commands
        if command.leader is not None
        and command.leader.fate == "well"
        and dice.percent("quick", key, "leader", command.id) <= chance
    ]
