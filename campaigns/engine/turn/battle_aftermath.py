"""What a battle leaves: losses and stragglers, units fled and destroyed, leaders, booty, points."""

from __future__ import annotations

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
from campaigns.engine.events.turns import Sighted
from campaigns.engine.forces import fighting
from campaigns.engine.state import NOBODY, Engagement, Fate, Force, Outcome, Unit, UnitFate, to_json
from campaigns.engine.turn.losses import Changes, disband, pairs, portions, weaken
from campaigns.wording import turn as words


@dataclass
class Battle:
    """An engagement whose outcome is taking effect. `points` for its winner, None: what the rules give;
    `cost`: the worth that each side lost for good; `left`: by force, the worth that its enemies saw it keep.
    """

    log: Log
    engagement: Engagement
    outcome: Outcome
    dice: TurnDice
    points: int | None = None
    cost: list[float] = field(default_factory=lambda: [0.0, 0.0])
    left: dict[str, float] = field(default_factory=dict)

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
    _log_outcome(battle)
    # Before losses: a beaten force that is disbanded below would leave its loot to nobody.
    if loot:
        _plunder(battle)
    for side in (0, 1):
        for force in battle.fought(side):
            _harm(battle, side, force)
    _leaders(battle)
    _experience(battle)
    _points(battle)
    return battle


def log_outcome(log: Log, engagement: Engagement, outcome: Outcome, dice: TurnDice) -> None:
    """Record an outcome and count its points: for campaigns in which losses do not last."""
    battle = Battle(log, engagement, outcome, dice)
    _log_outcome(battle)
    _points(battle)


def _log_outcome(battle: Battle) -> None:
    known, area, winner = battle.factions, battle.engagement.area, battle.winner
    outcome = to_json(battle.outcome)
    battle.log.apply(BattleSettled("battles", known, battle.key, area, known, winner, outcome))
    others = tuple(each for each in (NOBODY, *sorted(battle.log.state.factions)) if each not in known)
    # A separate event for the others: they learn who won, and nothing of the losses.
    battle.log.apply(BattleNews("battles", others, area, known, winner))


def _harm(battle: Battle, side: int, force: Force) -> None:
    """Let a battle take effect on a force: what it lost, who comes back at once, who later, who never."""
    harm, log, own = Harm(), battle.log, (force.faction,)
    battle.left[force.id] = _seen_left(force, battle.outcome)
    for unit in force.ready():
        if (fate := battle.outcome.units.get(unit.id)) is not None:
            _fate(battle, side, unit, fate, harm)
    if lost := pairs(harm.lost):
        log.apply(BattleLosses("battles", battle.factions, force.id, lost, engagement=battle.key))
    if harm.back:
        rule = "stragglers" if battle.outcome.winner == side else "stragglers_beaten"
        back = pairs({unit: -steps for unit, steps in harm.back.items()})
        log.apply(Stragglers(f"battles.aftermath.{rule}", own, force.id, back, engagement=battle.key))
    for unit in force.units:
        if unit.id in harm.lost:
            steps = harm.lost[unit.id] - harm.back.get(unit.id, 0)
            battle.cost[side] += unit.worth * steps / unit.steps
    if harm.away:
        turn = log.state.turn + battle.rules.away + 1
        log.apply(UnitsAway("battles.aftermath.fled_back", own, force.id, tuple(sorted(harm.away)), turn))
    if harm.destroyed:
        destroyed = tuple(sorted(harm.destroyed))
        log.apply(UnitsDestroyed("battles.aftermath", own, force.id, destroyed, back=0))
        disband(log, force, battle.factions, words.DESTROYED, "battles.aftermath")


def _seen_left(force: Force, outcome: Outcome) -> float:
    """Return the worth of those who stood to the end: who of the others will be back, no enemy sees."""
    stood = 0.0
    for unit in force.ready():
        fate = outcome.units.get(unit.id, UnitFate())
        if fate.fallen == "stood":
            stood += unit.worth * max(0, unit.left - fate.lost) / unit.steps
    return round(stood, 2)


def _fate(battle: Battle, side: int, unit: Unit, fate: UnitFate, harm: Harm) -> None:
    """Note what becomes of a unit: some who fled or were destroyed come back worn, the others never."""
    lost, rules = min(fate.lost, unit.left), battle.rules
    if fate.fallen == "fled":
        left = max(1, unit.steps * rules.fled_steps // 100)
        returns = battle.dice.percent("fled", battle.key, unit.id) <= rules.fled_back
    elif fate.fallen == "destroyed" or lost >= unit.left:
        left = 1
        returns = battle.dice.percent("destroyed", battle.key, unit.id) <= rules.destroyed_back
    else:
        if lost > 0:
            harm.lost[unit.id] = lost
            if back := _stragglers(battle, side, unit, lost):
                harm.back[unit.id] = back
        return
    harm.lost[unit.id] = max(0, unit.left - left) if returns else unit.left
    (harm.away if returns else harm.destroyed).append(unit.id)


def _stragglers(battle: Battle, side: int, unit: Unit, lost: int) -> int:
    """Of the steps lost, those that are back at once: each is rolled for."""
    won = battle.outcome.winner == side
    percent = battle.rules.stragglers if won else battle.rules.stragglers_beaten
    learned = battle.log.state.rules.battles.experience
    if unit.experience >= learned.veteran:
        percent += learned.recovers
    # Named by battle and unit: the luck of one unit never depends on how many others there are.
    rolls = battle.dice.of("stragglers", battle.key, unit.id).roll(100, lost)
    return sum(roll <= percent for roll in rolls)


def _leaders(battle: Battle) -> None:
    for side in (0, 1):
        for force in battle.fought(side) or battle.forces(side):
            for command in force.commands:
                if command.id in battle.outcome.leaders and command.leader and command.leader.fate == "well":
                    _leader(battle, side, force, command.id)


def _leader(battle: Battle, side: int, force: Force, command: str) -> None:
    rules, turn = battle.log.state.rules.battles.leaders, battle.log.state.turn
    roll = battle.dice.percent("leader", battle.key, command)
    fate: Fate = "wounded"
    if roll <= rules.killed:
        fate = "killed"
    elif roll <= rules.killed + rules.captured and battle.loser == side:
        fate = "captured"
    back = turn + rules.wounded + 1 if fate == "wounded" else 0
    captor = battle.winner if fate == "captured" else NOBODY
    rule = f"battles.leaders.{fate}"
    battle.log.apply(LeaderLost(rule, battle.factions, force.id, command, fate, back, captor))


def _experience(battle: Battle) -> None:
    rules = battle.log.state.rules.battles.experience
    # Nobody learns anything from a battle that was given up before its first turn.
    for side in (0, 1) if battle.outcome.fought else ():
        won = battle.outcome.winner == side
        points = rules.fought + (rules.won if won else 0)
        rule = f"battles.experience.{'won' if won else 'fought'}"
        for force in battle.fought(side) if points else ():
            if units := tuple(unit.id for unit in force.ready()):
                battle.log.apply(Learned(rule, (force.faction,), force.id, units, points))


def _points(battle: Battle) -> None:
    rules = battle.log.state.rules.victory
    won = rules.battle if battle.points is None else battle.points
    scored = [(battle.winner, won if battle.winner else 0, words.BATTLE_WON, "victory.battle")]
    for side in (0, 1):
        # Stragglers are not counted: `cost` is what was lost for good.
        points = int(battle.cost[1 - side] * rules.destroyed / 100)
        faction = battle.engagement.sides[side].faction
        scored.append((faction, points, words.ENEMY_LOSSES, "victory.destroyed"))
    for faction, points, why, rule in scored:
        if points:
            battle.log.apply(PointsScored(rule, (faction,), faction, points, why))


def pursue(battle: Battle) -> None:
    """Let the beaten side be pursued, if the winner has mounted men for it."""
    percent, loser = battle.rules.pursuit, battle.loser
    if loser is None or not percent:
        return
    riders = any(unit.mounted for force in battle.fought(1 - loser) for unit in force.ready())
    for force in battle.fought(loser) if riders else []:
        before = force.worth
        lost = portions(force, percent, battle.dice, "pursuit", battle.key)
        rule, known = "battles.aftermath.pursuit", battle.factions
        weaken(battle.log, PursuitLosses(rule, known, force.id, lost, engagement=battle.key))
        battle.left[force.id] = round(max(0.0, battle.left[force.id] - (before - force.worth)), 2)


def witness(battle: Battle) -> None:
    """Let each side know what it saw of the forces that it fought, in place of what it knew before."""
    state = battle.log.state
    for side in (0, 1) if state.rules.scouting.battles else ():
        for own in sorted({state.forces[key].faction for key in battle.engagement.sides[side].forces}):
            for force in battle.forces(1 - side):
                _witness(battle.log, own, force, battle.left.get(force.id, force.worth))


def _witness(log: Log, own: str, force: Force, worth: float) -> None:
    at, known = force.at, log.state.factions[own].sightings.get(force.id)
    if known and (known.turn, known.how, known.area, known.worth) == (log.state.turn, "fought", at, worth):
        return
    faction, rule = force.faction, "scouting.battles"
    log.apply(Sighted(rule, (own,), own, force.id, force.name, faction, at, worth, "fought"))


def _plunder(battle: Battle) -> None:
    """Let the winner's first force take the beaten side's loot and baggage, as much as its men can carry."""
    rules, loser = battle.log.state.rules.looting, battle.loser
    winners = battle.fought(1 - loser) if loser is not None else []
    if loser is None or not winners:
        return
    taker = winners[0]
    room = max(0, rules.carry * sum(1 for _ in taker.ready()) - taker.loot)
    taken = []
    for force in battle.forces(loser):
        if amount := min(room, force.loot * rules.battle // 100):
            taken.append((force.id, amount))
            room -= amount
    baggage = min(room, rules.baggage)
    if taken or baggage:
        battle.log.apply(BootyTaken("looting.battle", battle.factions, taker.id, tuple(taken), baggage))
