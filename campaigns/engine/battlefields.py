"""Engagements as battles of rule systems: the set-up to fight, and the outcome that a battle leaves.

    field_of     the set-up document of an engagement, with the lists as they stand
    outcome_of   its outcome, from a battle that was fought with such a set-up
    recorded_of  its outcome, from the record of a battle on a table
    fight        both at once, played to the end by the system's tactician
    settled      `fight` where that can be done, else the campaign's own dice
    forecast     how such battles end, from a number of them

Units bear the same ids in a campaign, in the list and (behind the letter of their side) in the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from campaigns.engine.dice import TurnDice
from campaigns.engine.forces import army_of, fighting, lost_of, system_of
from campaigns.engine.quick import ATTACKERS, quick
from campaigns.engine.state import Engagement, Force, Means, Outcome, State, Unit, UnitFate
from campaigns.wording import battles as words
from campaigns.wording import unknown
from rulesets.contract import registry
from rulesets.contract.campaign import BattleGround, BattleReport
from rulesets.contract.documents import parse_list
from rulesets.engine.collecting import uncollected
from rulesets.engine.document import begin
from rulesets.engine.errors import Fault, LeaguerError
from rulesets.engine.lists import ArmyList
from rulesets.engine.lists.document import MAX_COMMANDS, MAX_UNITS

SAMPLES = 20
SIDES = (0, 1)


class BattlefieldError(LeaguerError):
    """An engagement cannot be fought as a battle of a rule system: why not."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """How `samples` battles of an engagement ended: the share (0 to 1) that the first side won, the second
    won, nobody did; the per cent of its steps that each side lost on average; the turns of a battle.
    """

    first: float
    second: float
    draw: float
    losses: tuple[float, float]
    turns: float
    samples: int


# -- the set-up -----------------------------------------------------------------------------------


def field_of(state: State, engagement: Engagement, seed: str = "") -> dict[str, Any]:
    """Return the set-up of the battle of an engagement, in its forces' system; `seed` makes the ground,
    unless the engagement has a scenario and the system knows such.

    Raises BattlefieldError where the sides cannot fight one, or LeaguerError for lists that cannot.
    """
    fighters = [_fighters(state, engagement, side) for side in SIDES]
    system = system_of(_common_system(fighters))
    forces = [_fielded(each, state.rules.battles.most) for each in fighters]
    lost = [lost_of(each) for each in forces]
    lists = [
        system.fielded(army_of(each, " and ".join(force.name for force in each)[:120]), gone)
        for each, gone in zip(forces, lost, strict=True)
    ]
    sides = [state.factions[side.faction].name for side in engagement.sides]
    turns = state.rules.battles.max_turns
    made = system.setup(lists, lost, sides, ground_of(engagement), turns, f"{seed}|{engagement.id}")
    scenario = engagement.staged or engagement.scenario
    return system.staged(made, scenario) if scenario and system.staged is not None else made


def army_as_it_fights(state: State, engagement: Engagement, side: int) -> ArmyList:
    """Return the list of a side of an engagement as it takes the field: units by their names in the campaign,
    in the notes what each has lost.

    Raises BattlefieldError where nobody of it can fight.
    """
    forces = _fielded(_fighters(state, engagement, side), state.rules.battles.most)
    lost, ready = lost_of(forces), {unit.id: unit for force in forces for unit in force.units}
    name = " and ".join(force.name for force in forces)[:120]
    army = parse_list(system_of(forces[0].system).fielded(army_of(forces, name), lost))
    commands = tuple(
        command.model_copy(
            update={"units": tuple(unit.model_copy(update={"name": ready[unit.id].name[:60]})
                                   for unit in command.units)}
        )
        for command in army.commands
    )  # fmt: skip
    worn = [words.has_lost(unit.name, unit.lost, unit.steps) for unit in ready.values() if unit.lost]
    return army.model_copy(update={"commands": commands, "notes": words.lost_before(worn) if worn else ""})


def ground_of(engagement: Engagement) -> BattleGround:
    """Return what the map says of an engagement's ground, for its system."""
    sides = engagement.sides
    return BattleGround(
        terrain=engagement.terrain, river=engagement.river, bad=engagement.bad, walls=engagement.walls,
        fortified=next((side for side in SIDES if sides[side].fortified), None),
        ambush=next((side for side in SIDES if sides[side].ambush), None),
        attacker=0 if sides[0].role in ATTACKERS or sides[1].role not in ATTACKERS else 1,
    )  # fmt: skip


def why_not(state: State, engagement: Engagement) -> str:
    """Why an engagement cannot be fought by the engine, a sentence; "" if it can."""
    try:
        slug = _common_system([_fighters(state, engagement, side) for side in SIDES])
        if not system_of(slug).engine:
            return words.only_on_table(registry.get(slug).name)
        _begun(field_of(state, engagement), "")
    except LeaguerError as error:
        return str(error.message)
    return ""


def _fighters(state: State, engagement: Engagement, side: int) -> list[Force]:
    """Return the forces of a side that fight; raises BattlefieldError if it has nobody who can."""
    forces = fighting(state, engagement, side) if engagement.sides[side].forces else []
    if not any(force.strength for force in forces):
        raise BattlefieldError(words.SIDE_HAS_NOBODY, path=f"sides[{side}].forces")
    return forces


def _common_system(forces: Sequence[Sequence[Force]]) -> str:
    first, second = (each[0].system for each in forces)
    if first != second:
        names = f"{registry.get(first).name} and {registry.get(second).name}"
        raise BattlefieldError(words.armies_cannot_meet(names), path="sides")
    return first


def _fielded(forces: Iterable[Force], most: int) -> list[Force]:
    """Return the forces with those of their units that take the field: the first ones, as many as a list can
    hold, of at most `most` worth (0: of any). The others stay in reserve.
    """
    left = float(most or inf)
    commands: set[str] = set()
    fielded: list[Force] = []
    count = 0
    for force in forces:
        units: list[Unit] = []
        for unit in force.ready():
            worth = unit.worth * unit.left / unit.steps
            room = unit.command in commands or len(commands) < MAX_COMMANDS
            if worth <= left and room and count < MAX_UNITS:
                left, count = left - worth, count + 1
                commands.add(unit.command)
                units.append(unit)
        if units:
            fielded.append(replace(force, units=units))
    if not fielded:
        raise BattlefieldError(words.worth_too_little(most), path="rules.battles.most")
    return fielded


# -- the outcome ----------------------------------------------------------------------------------


def outcome_of(
    state: State,
    engagement: Engagement,
    setup: Mapping[str, Any],
    battle: Mapping[str, Any],
    result: Mapping[str, Any],
    means: Means = "automatic",
) -> Outcome:
    """Return the outcome of a battle that was fought with `setup`, from its state and its result as JSON.

    Raises BattlefieldError for a system whose battles are not fought by the engine.
    """
    report_of = system_of(setup["system"]).report
    if report_of is None:
        raise BattlefieldError(words.ONLY_ON_TABLE_HERE, path="system")
    return _outcome(state, engagement, report_of(setup, battle, result), means)


def recorded_of(
    state: State, engagement: Engagement, lists: Sequence[Mapping[str, Any]], result: Mapping[str, Any]
) -> Outcome:
    """Return the outcome of a battle on a table between two lists, from the document that records it.

    Raises BattlefieldError for a system whose battles are not recorded, LeaguerError for a document that does
    not fit the lists.
    """
    recorded = system_of(str(lists[0]["system"])).recorded
    if recorded is None:
        raise BattlefieldError(words.NOT_RECORDED, path="system")
    return _outcome(state, engagement, recorded(lists, result), "table")


def _outcome(state: State, engagement: Engagement, report: BattleReport, means: Means) -> Outcome:
    """Make the outcome of a report, for units and leaders of the forces engaged; no unit loses more
    than it has.
    """
    outcome = Outcome(report.winner, how=report.how, means=means, turns=report.turns)
    outcome.scores = [dict(score) for score in report.scores]
    for side in SIDES:
        forces = _fighters(state, engagement, side)
        for unit in (unit for force in forces for unit in force.ready() if unit.id in report.units[side]):
            fate = report.units[side][unit.id]
            outcome.units[unit.id] = UnitFate(min(fate.lost, unit.left), fate.fallen)
        for command in (command for force in forces for command in force.commands):
            leader = command.leader
            if command.id in report.leaders[side] and leader is not None and leader.fate == "well":
                outcome.leaders.append(command.id)
    return outcome


# -- battles fought by the engine -----------------------------------------------------------------


def fight(state: State, engagement: Engagement, seed: str) -> Outcome:
    """Return the outcome of an engagement that tacticians of both sides fight to its end: the same for the
    same state and seed.

    Raises BattlefieldError or LeaguerError where that cannot be done.
    """
    setup = field_of(state, engagement, seed)
    system = registry.get(setup["system"])
    if not system_of(system.slug).engine:
        raise BattlefieldError(words.only_on_table(system.name), path="system")
    with uncollected():
        battle = _begun(setup, f"{seed}|{engagement.id}")
        result = battle.play([system.core.tactician, system.core.tactician])
    return outcome_of(state, engagement, setup, battle.state.to_json(), result.to_json())


def settled(state: State, engagement: Engagement, seed: str) -> Outcome:
    """`fight`, or `quick` for an engagement that no engine can fight."""
    try:
        return fight(state, engagement, seed)
    except LeaguerError:
        return quick(state, engagement, TurnDice(seed))


def forecast(
    state: State,
    engagement: Engagement,
    seed: str,
    samples: int = SAMPLES,
    progress: Callable[[int, int], None] | None = None,
) -> Forecast:
    """How an engagement would end, from `samples` battles with other dice; `progress` is called after each
    with how many were fought. Raises BattlefieldError or LeaguerError where none can be.
    """
    outcomes = []
    for number in range(1, samples + 1):
        outcomes.append(fight(state, engagement, f"{seed}|forecast {number}"))
        if progress is not None:
            progress(number, samples)
    return forecast_of(state, engagement, outcomes)


def forecast_of(state: State, engagement: Engagement, outcomes: Sequence[Outcome]) -> Forecast:
    """Return what a number of outcomes of one engagement, at least one, come to."""
    count = len(outcomes)
    first, second = (sum(each.winner == side for each in outcomes) / count for side in SIDES)
    losses = [_percent_lost(_fighters(state, engagement, side), outcomes) for side in SIDES]
    turns = round(sum(each.turns for each in outcomes) / count, 1)
    return Forecast(first, second, 1 - first - second, (losses[0], losses[1]), turns, count)


def _percent_lost(forces: Iterable[Force], outcomes: Sequence[Outcome]) -> float:
    """Return the per cent of its steps that a side lost on average, units that fled or fell whole."""
    units = {unit.id: unit.left for force in forces for unit in force.ready()}
    lost = sum(
        fate.lost if fate.fallen == "stood" else units[key]
        for outcome in outcomes
        for key, fate in outcome.units.items()
        if key in units
    )
    return round(100 * lost / (sum(units.values()) * len(outcomes)), 2)


def _begun(setup: Mapping[str, Any], seed: str) -> Any:
    return begin(registry.get(setup["system"]), setup, seed)


def check_outcome(state: State, engagement: str, outcome: Outcome) -> list[Fault]:
    """Return what speaks against an outcome: no such open engagement, units or leaders that did not fight in
    it, more steps lost than there were.
    """
    found = state.engagements.get(engagement)
    if found is None or found.turn != state.turn or found.outcome is not None or state.phase != "battles":
        return [Fault("engagement", unknown.open_engagement(engagement))]
    forces = [state.forces[key] for side in found.sides for key in side.forces if key in state.forces]
    units = {unit.id: unit for force in forces for unit in force.units}
    commands = {command.id: command for force in forces for command in force.commands}
    faults = []
    if outcome.winner not in (0, 1, None):
        faults.append(Fault("winner", words.NOT_A_WINNER))
    for key, fate in outcome.units.items():
        if key not in units:
            faults.append(Fault(f"units.{key}", words.DID_NOT_FIGHT))
        elif not 0 <= fate.lost <= units[key].left:
            faults.append(Fault(f"units.{key}.lost", words.left_at_most(units[key].left)))
    for index, key in enumerate(outcome.leaders):
        if key not in commands:
            faults.append(Fault(f"leaders[{index}]", words.command_did_not_fight(key)))
        elif commands[key].leader is None:
            faults.append(Fault(f"leaders[{index}]", words.command_had_no_leader(key)))
    return faults


def contradictions(state: State, engagement: Engagement, outcome: Outcome) -> Iterator[Fault]:
    """Yield what in a report cannot be: units that stood though they lost all they had, and a winner of whom
    nobody stood while the enemy did: the winner holds the field.
    """
    stood = [False, False]
    for side in (0, 1):
        for unit in _fought(state, engagement, side):
            fate = outcome.units.get(unit.id, UnitFate())
            if fate.fallen == "stood" and fate.lost >= unit.left:
                yield Fault(f"units.{unit.id}.fallen", words.lost_all(unit.name, unit.left))
            stood[side] |= fate.fallen == "stood" and fate.lost < unit.left
    won = outcome.winner
    if won in (0, 1) and stood[1 - won] and not stood[won]:
        name, other = (state.factions[engagement.sides[each].faction].name for each in (won, 1 - won))
        yield Fault("winner", words.nobody_stood(name, other))


def _fought(state: State, engagement: Engagement, side: int) -> list[Unit]:
    """Return the units that took the field for a side."""
    if not engagement.sides[side].forces:
        return []
    return [unit for force in fighting(state, engagement, side) for unit in force.ready()]
