"""What the log of a meeting says. Texts of events are part of its hash chain: they never change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulesets.engine.wording import counted, titled

# -- meeting/state.py

STEPS = {
    1: "Comparison of strength",
    2: "Scenario",
    3: "Additional effects",
    4: "Terrain",
    5: "Reconnaissance",
    6: "Deployment",
    7: "Sheet for the table",
}
"""The steps of a meeting: 1 is BFS-30.3.A and B, 2 is C to E, 3 is F, 4 is G, 5 is H, 6 is I, 7 is J."""


def moment(turn: int | None, phase: str) -> str:
    """Return when a reminder is due; `turn`: 0 before the first one, -1 after the last, None for any."""
    when = {None: "any turn", 0: "before turn 1", -1: "end of the game"}.get(turn, f"turn {turn}")
    return f"{when}, {phase}" if phase else when


# -- meeting/events.py


def step_began(step: int) -> str:
    return f"Step {step}: {STEPS[step]}"


def equally_strong(fsp: int) -> str:
    return f"Both forces are equally strong: {fsp} FSP"


def compared(weaker: str, weaker_fsp: int, stronger: str, stronger_fsp: int, advantage: int) -> str:
    return (
        f"{weaker} with {weaker_fsp} FSP is the weaker side, {stronger} with {stronger_fsp} "
        f"FSP the stronger: the advantage is {advantage} FSP"
    )


def noted(side: str, text: str) -> str:
    return f"{side} {text}"


NONE_MAY_BE_CHOSEN = "None of the scenarios that were rolled may be chosen"


def may_be_chosen(scenarios: Sequence[str]) -> str:
    several = "may be chosen" if len(scenarios) > 1 else "is the only one that may be chosen"
    return f"{', '.join(scenarios)} {several}"


def discards(side: str, scenarios: Iterable[str]) -> str:
    return f"{side} discards {' and '.join(scenarios)}"


def scenario_fixed(scenario: str, variable: bool, value: int, why: str) -> str:
    least = "at least " if variable else ""
    return f"The scenario is {scenario} ({least}{value} FSP): {why}"


def scenario_valued(value: int, side: str) -> str:
    return f"The scenario counts {value} FSP for {side}"


def builds(side: str, elements: int, obstacles: Mapping[str, int], fsp: int) -> str:
    bought = [f"{elements} elements of field fortifications"] if elements else []
    bought += [f"{number} elements of {titled(kind).lower()}" for kind, number in obstacles.items()]
    if not bought:
        return f"{side} builds no fortifications"
    return f"{side} has {' and '.join(bought)} for {fsp} FSP"


def superiority(side: str, markers: int) -> str:
    if not markers:
        return f"{side} has no markers of Numerical Superiority"
    return f"{side} has {counted(markers, 'marker')} of Numerical Superiority"


NO_EFFECTS = "No difference is left: there are no additional effects"


def receives_effects(side: str, due: int, chosen: int) -> str:
    choosing = f", {chosen} of them of its own choice" if chosen else ""
    return f"{side} receives {counted(due, 'additional effect')}{choosing}"


def receives_effect(side: str, effect: str, die: int | None, instead_of: str, drawn: str) -> str:
    """Return the words of an effect; `instead_of`: the one that was rolled; `drawn`: who it meets."""
    how = "chosen" if die is None else f"die {die % 10}"
    about = f": {drawn}" if drawn else ""
    instead = f" instead of {titled(instead_of)}" if instead_of else ""
    return f"{side} receives {effect}{instead} ({how}){about}"


def exhausted(side: str) -> str:
    return f"Fatigue once more: {side} is exhausted"


def squadron_drawn(units: Iterable[str]) -> str:
    return f"The squadron of {' and '.join(units)} is drawn"


def unit_drawn(unit: str) -> str:
    return f"{unit} is drawn"


_PLACES = {
    "reserves": "goes to the reserves",
    "outmaneuvered": "is outmaneuvered and goes to the reserves",
    "flank": "is sent on a flanking maneuver",
    "ambush": "is sent into ambush",
}


def set_aside(unit: str, place: str) -> str:
    return f"{unit} {_PLACES[place]}"


def written_in_secret(side: str, key: str) -> str:
    return f"{side} chooses the {key.replace('_', ' ')} in secret"


INITIATIVE_ROLLED = "The initiative of turn 1 is rolled, as both forces have the same FSP"


def has_initiative(side: str) -> str:
    return f"{side}, the weaker side, has the initiative in turn 1"


def reminded(side: str, when: str, text: str) -> str:
    return f"{side}, {when}: {text}"


TABLE_READY = "The table is ready"


# -- meeting/fieldevents.py


def terrain_in_turns(elements: int, first: str) -> str:
    return f"{elements} terrain elements are placed in turns: {first} begins"


def places_terrain(side: str, what: str) -> str:
    return f"{side} places a piece of terrain: {what}"


def terrain_placed(what: str, of_scenario: bool) -> str:
    by = "the scenario" if of_scenario else "agreement"
    return f"{what} is placed by {by}"


def shifts_terrain(side: str, what: str) -> str:
    return f"{side} shifts a piece of terrain: {what}"


def terrain_off_table(side: str, what: str, why: str) -> str:
    """Return how terrain leaves the table; `side`: "" if no side takes it."""
    by = f"{side} takes" if side else "Taken"
    return f"{by} a piece of terrain off the table ({what}): {why}"


def consented(side: str, agreed: bool, what: str, reasons: Iterable[str]) -> str:
    answer = "agrees" if agreed else "does not agree"
    return f"{side} {answer} to a {what}, which needs consent: {', '.join(reasons)}"


def no_room_for_more(placed: int, elements: int) -> str:
    return f"{placed} of {elements} terrain elements are on the table: there is no room for more"


def has_edge(side: str, part: str, edge: str) -> str:
    return f"{side} ({part}) has the {edge}ern table edge"


def objective_in_battle(objective: str) -> str:
    return f"Objective, placed during the battle: {objective}"


def objective_at(objective: str, x: float, y: float) -> str:
    return f"Objective: {objective} at {x:g}, {y:g} cm"


def nobody_reconnoitres(why: str) -> str:
    return f"Nobody buys reconnaissance effects: {why}"


def reconnoitred(own: int, other: int, buyer: str, difference: int, limit: int, against: int) -> str:
    return (
        f"Reconnaissance: {own} points against {other}: {buyer} may spend {difference} "
        f"on at most {limit} effects, {against} of them on the enemy"
    )


def buys(side: str, effect: str, price: int) -> str:
    return f"{side} buys {effect} for {price} reconnaissance points"


def leaves_lances(unit: str) -> str:
    return f"{unit} leaves its lances behind for the whole game"


def deploys_first(side: str) -> str:
    return f"{side} deploys first"


def nothing_to_deploy(side: str) -> str:
    return f"{side} has no units for this step of the deployment"


def deploys(side: str, units: Iterable[str]) -> str:
    return f"{side} deploys {', '.join(units)}"


def squadron_formed(units: Iterable[str], bases: int) -> str:
    return f"{' and '.join(units)} form a squadron of {bases} bases"


def has_deployed(side: str) -> str:
    return f"{side} has deployed"


def no_forced_march(side: str) -> str:
    return f"{side} does not use a forced march"


def forced_march(units: Iterable[str]) -> str:
    return f"{' and '.join(units)} makes a forced march"


def robbers_rolled(side: str, dice: Iterable[str]) -> str:
    return f"The robbers of {side}: {', '.join(dice)}"


def plundered(unit: str, free_order: bool) -> str:
    more = "" if free_order else ", and no free order in turn 1"
    return f"{unit} has plundered: 1 point of losses{more}"


def away_plundering(unit: str, within: float, x: float, y: float) -> str:
    """Return the words of a unit that is away; `within`: cm around the point, 0 if it has none."""
    where = f"; it is deployed within {within:g} cm of the point {x:g}, {y:g}" if within else ""
    return f"{unit} is away plundering: no free order, no squadron{where}"
