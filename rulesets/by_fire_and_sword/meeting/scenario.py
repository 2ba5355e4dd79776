"""Which scenario is played, and what it is worth (BFS-30.3.C, BFS-30.3.D, BFS-30.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

from rulesets.by_fire_and_sword.meeting.draw import FACES
from rulesets.by_fire_and_sword.meeting.events import (
    ScenarioFixed,
    ScenariosDiscarded,
    ScenariosNamed,
    ScenarioValued,
)
from rulesets.by_fire_and_sword.meeting.options import ScenarioReroll, rerolls_of
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Offer
from rulesets.by_fire_and_sword.scenarios.definitions import Scenario
from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.by_fire_and_sword.tables import raw, rows
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.engine.battle import Battle
from rulesets.engine.books import data
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.lists.naming import words_of
from rulesets.engine.records import record

EQUAL = "equal_strength"
FIXED, ONE_DIE, CHOICE = "fixed", "one_d10", "weaker_cp_d10_choose_one"
AGREED = "agreed"


class Strength(Protocol):
    """What decides which scenarios a force can choose: FSP, its commander's CP, what its card says."""

    @property
    def fsp(self) -> int: ...
    @property
    def cp(self) -> int: ...
    @property
    def defensive(self) -> bool: ...
    @property
    def special_rules(self) -> tuple[str, ...]: ...


@data
class Case:
    """BFS-30.3.B: how the scenario is found, by the number of defensive forces and equal or unequal FSP."""

    defensive_forces: int
    fsp_equal: bool
    method: str
    rule: str
    list: str = ""
    scenario: str = ""
    effects_as_normal: bool = False


@record
class Selection:
    """All that decides which scenarios can be chosen: the case, the list, the weaker side's dice.

    `defensive`: the weaker side has the Defensive Skirmish Force and pays less (BFS-30.4.2). `scenarios`: by
    key. `rerolls`: dice that are rolled again once, with the army rule that says so.
    """

    case: Case
    advantage: int
    dice: int
    defensive: bool
    scenarios: Mapping[str, Scenario]
    rerolls: Mapping[int, str]

    def offer(self, die: int) -> Offer:
        """Return what a die names on the list of this case (BFS-30.3.D, BFS-30.4.1, BFS-30.4.2)."""
        key = scenario_on(self.case.list, die)
        scenario = self.scenarios[key]
        reduced, value = self.defensive and scenario.alt_value_fsp is not None, self.worth(scenario)
        return Offer(
            die, key, value, scenario.variable, reduced, self.defensive and scenario.discardable,
            value <= self.advantage,
        )  # fmt: skip

    def worth(self, scenario: Scenario) -> int:
        """Return what a scenario, at its least, costs the weaker side; a defensive one less (BFS-30.4.2)."""
        less = scenario.alt_value_fsp
        return less if self.defensive and less is not None else scenario.value_fsp


@cache
def cases() -> tuple[Case, ...]:
    """Return the ways to find the scenario."""
    return rows("scenario_case", Case)


def case_of(forces: Sequence[Strength]) -> Case:
    """Return the way that these forces find their scenario (BFS-30.3.B, BFS-30.4)."""
    defensive = sum(force.defensive for force in forces)
    equal = forces[0].fsp == forces[1].fsp
    return next(row for row in cases() if (row.defensive_forces, row.fsp_equal) == (defensive, equal))


def scenario_on(name: str, die: int) -> str:
    """Return the key of the scenario that a die names on a list (BFS-30.3.C, BFS-30.3.D, BFS-30.4.1)."""
    return str(_lists()[name][die]["scenario"])


def selection_of(forces: Sequence[Strength], weaker: int | None, scenarios: Mapping[str, Scenario],
                 rerolls: Sequence[ScenarioReroll] = ()) -> Selection:  # fmt: skip
    """Return what decides which scenarios can be chosen when these forces meet."""
    case = case_of(forces)
    if weaker is None:
        return Selection(case, 0, 1, defensive=False, scenarios=scenarios, rerolls={})
    own, enemy = forces[weaker], forces[1 - weaker]
    again: dict[int, str] = {}
    for row in rerolls:
        has = own if row.whose == "own" else enemy
        names = {words_of(name) for name in has.special_rules}  # a name may be spelt in two ways
        if words_of(row.rule) in names and (row.defensive or not own.defensive):  # BFS-30.4.3
            again.update(dict.fromkeys(row.dice, row.rule))
    return Selection(
        case, enemy.fsp - own.fsp, own.cp, defensive=own.defensive and case.defensive_forces == 1,
        scenarios=scenarios, rerolls=again,
    )  # fmt: skip


def choose_scenario(battle: Battle) -> Steps[None]:
    """Fix the scenario, then the final value of a variable one (BFS-30.3.C, BFS-30.3.D, BFS-30.4)."""
    state: MeetingState = battle.state
    known = catalogue(state.options["scenarios"])
    selection = selection_of(state.forces, state.weaker, known, rerolls_of(state.options))
    if state.options["scenario"]:
        agreed = known[state.options["scenario"]]
        why = words.BOTH_AGREED
        _fix(battle, agreed, why, rule="BFS-30.2.1", value=selection.worth(agreed))
    elif selection.case.method == FIXED:
        why = words.EQUAL_AND_DEFENSIVE
        _fix(battle, known[selection.case.scenario], why, rule=selection.case.rule)
    elif selection.case.method == ONE_DIE:
        yield from _one_die(battle, known, selection.case)
    else:
        yield from _several_dice(battle, selection)
    yield from _final_value(battle, known[state.scenario.key])


def _one_die(
    battle: Battle, known: Mapping[str, Scenario], case: Case, why: str = words.IT_WAS_ROLLED
) -> Steps[None]:
    """Roll one die that names the scenario, without a choice (BFS-30.3.C)."""
    state: MeetingState = battle.state
    side = state.weaker or 0
    dice = yield from battle.roll("Scenario", side=side, sides=FACES, rule="BFS-30.3.C")
    scenario = known[scenario_on(EQUAL, dice[0])]
    battle.record("Scenario", dice, scenario.name, rule="BFS-30.3.C", side=side, sides=FACES)
    offer = Offer(dice[0], scenario.key, scenario.value_fsp, scenario.variable)
    named = ScenariosNamed(
        "BFS-30.3.C", case.method, EQUAL, side, dice, (offer,), (scenario.key,), (scenario.name,)
    )
    battle.apply(named)
    _fix(battle, scenario, why, rule=case.rule)


def _several_dice(battle: Battle, selection: Selection) -> Steps[None]:
    """Roll a die for each CP and pick; if nothing can be picked, BFS-30.3.C decides (BFS-30.3.D, 30.4.1)."""
    state: MeetingState = battle.state
    assert state.weaker is not None
    case = selection.case
    rolled = yield from _roll(battle, selection)
    offers = tuple(selection.offer(die) for die in rolled)
    options = tuple(dict.fromkeys(offer.key for offer in offers if offer.affordable))
    names = tuple(selection.scenarios[key].name for key in options)
    named = ScenariosNamed(case.rule, case.method, case.list, state.weaker, rolled, offers, options, names)
    battle.apply(named)
    decision = _question(state, selection, offers, options)
    if not decision.options:
        picked = {"do": "roll"}
    elif len(decision.options) == 1 and options:
        picked = dict(decision.options[0].key)
    else:
        picked = yield decision
    if picked["do"] == "discard":
        discarded = tuple(dict.fromkeys(offer.key for offer in offers))
        names = tuple(selection.scenarios[key].name for key in discarded)
        battle.apply(ScenariosDiscarded("BFS-30.4.2", state.weaker, discarded, names))
        instead = str(raw_list(case.list)["all_discarded"])
        _fix(battle, selection.scenarios[instead], words.ALL_DISCARDED, rule="BFS-30.4.2")
    elif picked["do"] == "roll":
        fallback = case
        if case.list == "one_defensive_force":  # BFS-30.4.5: as when both forces are defensive
            fallback = next(row for row in cases() if row.defensive_forces == 2 and not row.fsp_equal)
        why = words.NONE_ROLLED_BEFORE
        yield from _one_die(battle, selection.scenarios, fallback, why)
    else:
        offer = next(offer for offer in offers if offer.key == picked["scenario"] and offer.affordable)
        scenario = selection.scenarios[offer.key]
        alone = len(decision.options) == 1
        why = words.NO_OTHER if alone else words.chooses_it(battle.side_name(state.weaker))
        _fix(battle, scenario, why, rule=case.rule, value=offer.value)


def _roll(battle: Battle, selection: Selection) -> Steps[tuple[int, ...]]:
    """Roll one die for each CP, without rerolls unless an army rule forces them (BFS-30.3.D)."""
    state: MeetingState = battle.state
    assert state.weaker is not None
    side, rule = state.weaker, selection.case.rule
    dice = yield from battle.roll(
        "Scenarios", side=side, count=selection.dice, sides=FACES, rule=rule, unit=state.chief(side).id
    )
    rerolls = []
    for place, die in enumerate(dice):
        if die in selection.rerolls:
            text = words.scenario_die_again(place + 1, selection.rerolls[die])
            new = yield from battle.roll(text, side=side, sides=FACES, rule="BFS-30.3.D")
            rerolls.append((place, new[0], "BFS-30.3.D"))
    final = list(dice)
    for place, new_value, _ in rerolls:
        final[place] = new_value
    names = ", ".join(selection.scenarios[scenario_on(selection.case.list, die)].name for die in final)
    battle.record(
        "Scenarios", dice, names, rule=rule, side=side, unit=state.chief(side).id, sides=FACES,
        rerolls=rerolls,
    )  # fmt: skip
    return tuple(final)


def _question(
    state: MeetingState, selection: Selection, offers: Sequence[Offer], options: Sequence[str]
) -> Decision:
    """Ask which scenario is played, or what a Defensive Force does instead (BFS-30.3.D, BFS-30.4.2)."""
    assert state.weaker is not None
    rule = selection.case.rule
    found = []
    for key in options:
        offer = next(each for each in offers if each.key == key and each.affordable)
        label = words.scenario_of(selection.scenarios[key].name, offer.variable, offer.value)
        found.append(Option({"do": "scenario", "scenario": key}, label, rule))
    if offers and all(offer.discardable for offer in offers):
        names = " and ".join(selection.scenarios[key].name for key in dict.fromkeys(o.key for o in offers))
        label = words.discard_and_delay(names)
        found.append(Option({"do": "discard"}, label, "BFS-30.4.2"))
        if not options:
            label = words.KEEP_THEM
            found.append(Option({"do": "roll"}, label, "BFS-30.4.5"))
    return Decision("scenario", state.weaker, words.WHICH_SCENARIO, rule, tuple(found))


def _final_value(battle: Battle, scenario: Scenario) -> Steps[None]:
    """Ask what a variable scenario is worth, from its minimum up to the advantage (BFS-30.3.D.1)."""
    state: MeetingState = battle.state
    if not scenario.variable or state.weaker is None:
        return
    low = state.scenario.minimum
    high = min(state.advantage, scenario.most_value)
    if high <= low:
        return
    names = {each.fsp: f": {each.name}" for each in scenario.value}
    options = tuple(
        Option(
            {"do": "value", "fsp": fsp},
            words.worth_and_left(fsp, names.get(fsp, ""), state.advantage - fsp),
            "BFS-30.3.D.1",
        )
        for fsp in range(low, high + 1)
    )
    text = words.how_much_worth(scenario.name, state.advantage)
    choice = yield Decision("scenario value", state.weaker, text, "BFS-30.3.D.1", options)
    battle.apply(ScenarioValued("BFS-30.3.D.1", choice["fsp"], state.weaker))


def _fix(battle: Battle, scenario: Scenario, why: str, *, rule: str, value: int | None = None) -> None:
    worth = scenario.value_fsp if value is None else value
    battle.apply(ScenarioFixed(rule, scenario.key, scenario.name, worth, scenario.variable, why))


@cache
def _lists() -> Mapping[str, Mapping[int, Mapping[str, object]]]:
    """Return the lists that scenario dice are read on: the row of each die."""
    return {
        table["list"]: {die: row for row in table["rows"] for die in range(row["from"], row["to"] + 1)}
        for table in raw()["scenario_roll"]
    }


def raw_list(name: str) -> Mapping[str, object]:
    """Return what a list of scenarios says beside its rows."""
    return next(table for table in raw()["scenario_roll"] if table["list"] == name)
