"""What a battle leaves: losses and stragglers, units fled and destroyed, leaders, booty, points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from campaigns.engine.battlerules import Aftermath
from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Log
from campaigns.engine.events.battle import (
    BattleNews,
    BattleSettled,
    BootyTaken,
    LeaderLost,
    Learned,
    PointsScored,
)
from campaigns.engine.events.strength import (
    BattleLosses,
    PursuitLosses,
    Stragglers,
    UnitsAway,
    UnitsDestroyed,
)
from campaigns.engine.forces import fighting
from campaigns.engine.state import NOBODY, Engagement, Force, Outcome, Unit, UnitFate, to_json
from campaigns.engine.turn.losses import Changes, disband, pairs, portion, weaken


@dataclass
class Battle:
    """An engagement whose outcome is taking effect. `points` for its winner, None: what the rules give;
    `cost`: the worth that each side lost for good.
    """

    log: Log
    engagement: Engagement
    outcome: Outcome
    dice: TurnDice
    points: int | None = None
    cost: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def key(self) -> str:
        """The engagement's id: dice are rolled by it."""
        return self.engagement.id

    @property
    def winner(self) -> str:
        """The faction that won, "" for a draw."""
        return NOBODY if self.outcome.winner is None else self.engagement.sides[self.outcome.winner].faction

    @property
    def loser(self) -> int | None:
        """The side that was beaten."""
        return None if self.outcome.winner is None else 1 - self.outcome.winner

    @cached_property
    def factions(self) -> tuple[str, ...]:
        """Whose forces were there."""
        found = {side.faction for side in self.engagement.sides}
        found |= {force.faction for side in (0, 1) for force in self.forces(side)}
        return tuple(sorted(found))

    def forces(self, side: int) -> list[Force]:
        """All forces of a side that are still there."""
        forces = self.log.state.forces
        return [forces[key] for key in self.engagement.sides[side].forces if not forces[key].gone]

    def fought(self, side: int) -> list[Force]:
        """Those of them that took the field."""
        if not self.engagement.sides[side].forces:
            return []
        return [each for each in fighting(self.log.state, self.engagement, side) if not each.gone]

    @property
    def rules(self) -> Aftermath:
        """The figures of what becomes of the units."""
        return self.log.state.rules.battles.aftermath


@dataclass
class Harm:
    """What a battle did to the units of a force: steps lost and got back, and who is gone or away."""

    lost: Changes = field(default_factory=dict)
    back: Changes = field(default_factory=dict)
    destroyed: list[str] = field(default_factory=list)
    away: list[str] = field(default_factory=list)


def settle(
    log: Log,
    engagement: Engagement,
    outcome: Outcome,
    dice: TurnDice,
    *,
    loot: bool = True,
    points: int | None = None,
) -> Battle:
    """Let an outcome take effect on the units and leaders who fought, and on their factions' points."""
    battle = Battle(log, engagement, outcome, dice, points)
    _tell(battle)
    if loot:
        _plunder(battle)
    for side in (0, 1):
        for force in battle.fought(side):
            _harm(battle, side, force)
    _leaders(battle)
    _experience(battle)
    _points(battle)
    return battle


def tell(log: Log, engagement: Engagement, outcome: Outcome, dice: TurnDice) -> None:
    """Write an outcome down and count its points: for campaigns in which losses do not last."""
    battle = Battle(log, engagement, outcome, dice)
    _tell(battle)
    _points(battle)


def _tell(battle: Battle) -> None:
    engagement = battle.engagement
    outcome = to_json(battle.outcome)
    battle.log.apply(
        BattleSettled("battles", battle.factions, engagement=battle.key, area=engagement.area,
                      factions=battle.factions, winner=battle.winner, outcome=outcome)
    )  # fmt: skip
    others = tuple(
        each for each in (NOBODY, *sorted(battle.log.state.factions)) if each not in battle.factions
    )
    battle.log.apply(
        BattleNews("battles", others, area=engagement.area, factions=battle.factions, winner=battle.winner)
    )


def _harm(battle: Battle, side: int, force: Force) -> None:
    """The fates of a force's units: what they lost, who comes back at once, who later, who never."""
    harm = Harm()
    for unit, fate in _fates(battle, force):
        _fate(battle, side, unit, fate, harm)
    known, engagement = battle.factions, battle.key
    if lost := pairs(harm.lost):
        battle.log.apply(BattleLosses("battles", known, force=force.id, changes=lost, engagement=engagement))
    if harm.back:
        beaten = "" if battle.outcome.winner == side else "_beaten"
        battle.log.apply(
            Stragglers(f"battles.aftermath.stragglers{beaten}", (force.faction,), force=force.id,
                       changes=pairs({unit: -steps for unit, steps in harm.back.items()}),
                       engagement=engagement)
        )  # fmt: skip
    for unit in force.units:
        if unit.id in harm.lost:
            steps = harm.lost[unit.id] - harm.back.get(unit.id, 0)
            battle.cost[side] += unit.worth * steps / unit.steps
    if harm.away:
        back = battle.log.state.turn + battle.rules.away + 1
        battle.log.apply(
            UnitsAway("battles.aftermath.fled_back", (force.faction,), force=force.id,
                      units=tuple(sorted(harm.away)), back=back)
        )  # fmt: skip
    if harm.destroyed:
        battle.log.apply(
            UnitsDestroyed("battles.aftermath", (force.faction,), force=force.id,
                           units=tuple(sorted(harm.destroyed)), back=0)
        )  # fmt: skip
        disband(battle.log, force, known, "destroyed in battle", "battles.aftermath")


def _fates(battle: Battle, force: Force) -> Iterator[tuple[Unit, UnitFate]]:
    for unit in force.ready():
        fate = battle.outcome.units.get(unit.id)
        if fate is not None:
            yield unit, fate


def _fate(battle: Battle, side: int, unit: Unit, fate: UnitFate, harm: Harm) -> None:
    lost = min(fate.lost, unit.left)
    if fate.fallen == "fled":
        _fled(battle, unit, harm)
    elif fate.fallen == "destroyed" or lost >= unit.left:
        _destroyed(battle, unit, harm)
    elif lost > 0:
        harm.lost[unit.id] = lost
        if back := _stragglers(battle, side, unit, lost):
            harm.back[unit.id] = back


def _stragglers(battle: Battle, side: int, unit: Unit, lost: int) -> int:
    """Of the steps lost, those that are back at once: each is rolled for."""
    won = battle.outcome.winner == side
    percent = battle.rules.stragglers if won else battle.rules.stragglers_beaten
    learned = battle.log.state.rules.battles.experience
    if unit.experience >= learned.veteran:
        percent += learned.recovers
    rolls = battle.dice.of("stragglers", battle.key, unit.id).roll(100, lost)
    return sum(roll <= percent for roll in rolls)


def _fled(battle: Battle, unit: Unit, harm: Harm) -> None:
    """A unit that fled comes back worn, or not at all."""
    if battle.dice.percent("fled", battle.key, unit.id) > battle.rules.fled_back:
        _lose_whole(unit, harm)
        return
    left = max(1, unit.steps * battle.rules.fled_steps // 100)
    harm.lost[unit.id] = max(0, unit.left - left)
    harm.away.append(unit.id)


def _destroyed(battle: Battle, unit: Unit, harm: Harm) -> None:
    """A unit destroyed: the luckiest have one step left and come back with it."""
    if battle.dice.percent("destroyed", battle.key, unit.id) > battle.rules.destroyed_back:
        _lose_whole(unit, harm)
        return
    harm.lost[unit.id] = unit.left - 1
    harm.away.append(unit.id)


def _lose_whole(unit: Unit, harm: Harm) -> None:
    harm.lost[unit.id] = unit.left
    harm.destroyed.append(unit.id)


def _leaders(battle: Battle) -> None:
    for side in (0, 1):
        for force in battle.fought(side) or battle.forces(side):
            for command in force.commands:
                if command.id in battle.outcome.leaders and command.leader and command.leader.fate == "well":
                    _leader(battle, side, force, command.id)


def _leader(battle: Battle, side: int, force: Force, command: str) -> None:
    rules, state = battle.log.state.rules.battles.leaders, battle.log.state
    roll = battle.dice.percent("leader", battle.key, command)
    rule, fate, back, captor = "wounded", "wounded", state.turn + rules.wounded + 1, NOBODY
    if roll <= rules.killed:
        rule, fate, back = "killed", "killed", 0
    elif roll <= rules.killed + rules.captured and battle.loser == side:
        rule, fate, back, captor = "captured", "captured", 0, battle.winner
    battle.log.apply(
        LeaderLost(f"battles.leaders.{rule}", battle.factions, force=force.id, command=command,
                   fate=fate, back=back, captor=captor)  # type: ignore[arg-type]
    )  # fmt: skip


def _experience(battle: Battle) -> None:
    rules = battle.log.state.rules.battles.experience
    for side in (0, 1):
        won = battle.outcome.winner == side
        points = rules.fought + (rules.won if won else 0)
        for force in battle.fought(side):
            units = tuple(unit.id for unit in force.ready())
            if points and units:
                rule = f"battles.experience.{'won' if won else 'fought'}"
                battle.log.apply(Learned(rule, (force.faction,), force=force.id, units=units, points=points))


def _points(battle: Battle) -> None:
    rules = battle.log.state.rules.victory
    won = rules.battle if battle.points is None else battle.points
    if battle.winner and won:
        _score(battle, battle.winner, won, "a battle won", "victory.battle")
    for side in (0, 1):
        points = int(battle.cost[1 - side] * rules.destroyed / 100)
        if points:
            faction = battle.engagement.sides[side].faction
            _score(battle, faction, points, "the enemy's losses", "victory.destroyed")


def _score(battle: Battle, faction: str, points: int, why: str, rule: str) -> None:
    battle.log.apply(PointsScored(rule, (faction,), faction=faction, points=points, why=why))


def pursue(battle: Battle) -> None:
    """The beaten side is pursued, if the winner has mounted men for it."""
    percent, loser = battle.rules.pursuit, battle.loser
    if loser is None or not percent:
        return
    riders = any(unit.mounted for force in battle.fought(1 - loser) for unit in force.ready())
    for force in battle.fought(loser) if riders else []:
        lost: Changes = {
            unit.id: portion(unit.left, percent, battle.dice, "pursuit", battle.key, unit.id)
            for unit in force.ready()
        }
        weaken(
            battle.log,
            PursuitLosses("battles.aftermath.pursuit", battle.factions, force=force.id,
                          changes=pairs(lost), engagement=battle.key),
        )  # fmt: skip


def _plunder(battle: Battle) -> None:
    """The winner's first force takes the beaten side's loot and baggage, as much as its men can carry."""
    rules, loser = battle.log.state.rules.looting, battle.loser
    winners = battle.fought(1 - loser) if loser is not None else []
    if loser is None or not winners:
        return
    taker = winners[0]
    room = max(0, rules.carry * sum(1 for _ in taker.ready()) - taker.loot)
    taken = []
    for force in battle.forces(loser):
        amount = min(room, force.loot * rules.battle // 100)
        if amount:
            taken.append((force.id, amount))
            room -= amount
    baggage = min(room, rules.baggage)
    if taken or baggage:
        battle.log.apply(BootyTaken("looting.battle", battle.factions, force=taker.id,
                                    beaten=tuple(taken), baggage=baggage))  # fmt: skip
