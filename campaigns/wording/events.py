"""The chronicle: what each event of a campaign says. Ids are replaced by names before they come here.

These words are shown for events of any age, which hold no words of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted, listed, ordinal, sentence

# turns

TURN_BEGUN = "Turn {event.turn}, {day}: the weather was {event.weather}."
ORDER_REFUSED = "An order for {subject} could not be carried out: {event.why}."
HALTED = "{force} halted in {area}, short of {goal}: {event.why}."
FORCED_MARCH = "Men of {force} fell out on the forced march: {event.loss}."
EVADED = "{force} evaded {other} and fell back to {area}."
INTERCEPTED = "{force} came from {came_from} and intercepted {other} in {goal}."
ORDER_STANDING = "{force} had orders to {event.order[do]}."
MARCHES_OVER = "The marches were over."
TURN_OVER = "Turn {event.turn}: {day}, {event.season}."


def marched(force: str, start: str, path: Sequence[str], forced: bool) -> str:
    """Say that a force marched along `path`, whose last area is where it arrived."""
    *over, goal = path
    how = "made a forced march" if forced else "marched"
    by = f" by {', '.join(over)}" if over else ""
    return f"{force} {how} from {start}{by} to {goal}."


def met(force: str, other: str, area: str, start: str) -> str:
    """Say that two enemies met in an area, or on the way to it from `start` ("" if in the area)."""
    where = f"on the way from {start} to" if start else "in"
    return f"{force} and {other} met {where} {area}."


_DID = {
    "attack": "attacked",
    "assault": "stormed the walls against",
    "relief": "tried to break the siege by",
}


def engaged(area: str, first: Sequence[str], role: str, second: Sequence[str], ambush: bool) -> str:
    """Say that two sides face each other; `role`: what the first side does."""
    place = f"{area}: " if area else ""
    hidden = ", who lay in ambush" if ambush else ""
    return f"{place}{listed(first)} {_DID.get(role, 'faced')} {listed(second)}{hidden}."


_LEARNED = {
    "seen": "{} saw",
    "scouted": "Scouts of {} found",
    "fought": "After the battle {} saw",
    "rumour": "{} heard a rumour of",
}


def sighted(faction: str, how: str, force: str, other: str, area: str, worth: float) -> str:
    """Say that a faction learned of a force of another one, which is worth about so much, after a battle
    exactly.
    """
    # Many forces bear their faction's name: "The Company's Riders of The Company" would say it twice.
    whose = force if other in force else f"{force} of {other}"
    if how == "fought" and not worth:
        return f"{faction} saw all of {whose} flee or fall in the battle in {area}."
    learned = _LEARNED[how].format(faction)
    about = "" if how == "fought" else "about "
    return f"{learned} {whose} in {area}, strength {about}{round(worth)}."


def no_longer_found(faction: str, forces: Sequence[str]) -> str:
    was = "it was" if len(forces) == 1 else "they were"
    return f"{faction} no longer found {listed(forces)} where {was} last seen."


def lost_track(faction: str, forces: Sequence[str]) -> str:
    return f"{faction} lost track of {listed(forces)}."


def campaign_over(winner: str, why: str) -> str:
    return f"The campaign is over ({why}): {f'{winner} won' if winner else 'nobody won'}."


def went_back(turn: int, reason: str) -> str:
    return f"The umpire went back to the start of turn {turn}{f': {reason}' if reason else '.'}"


# areas

GARRISONED = "{force} garrisoned {area}."
SIEGE_LAID = "{force} laid siege to {area}."
SIEGE_NEWS = "{faction} besieged {area}."
SIEGE_LEFT = "{force} gave up the siege of {area}."
WORKS_DUG = "Siege of {area}: the siege works of {faction} reached {event.works} of {event.needed}."
SIEGE_RAISED = "The siege of {area} was raised."
FORTRESS_FALLEN = "{area} fell to {faction}: {event.why}."
MARCHED_OUT = "{force} surrendered {area} and was allowed to march out to {goal}."
IN_SUPPLY = "{force} in {area} was back in supply."
AREA_LOOTED = "{area} was looted: no income until turn {event.until}."
AREA_HEALED = "{area} recovered from being looted."
LOOT_TAKEN = "{force} raided {area} and took loot worth {event.amount}."
CAME_TO_NOTHING = "{force} could not {event.order}: {event.why}."


def area_left(faction: str, area: str) -> str:
    return f"{faction} left {area}; nobody holds it now."


def area_taken(faction: str, area: str, before: str) -> str:
    return f"{faction} took {area}{f' from {before}' if before else ''}."


def out_of_supply(force: str, area: str, relieved: bool) -> str:
    lives = " and lived off the land" if relieved else ""
    return f"{force} in {area} was out of supply{lives}."


def magazine_filled(area: str, stock: int) -> str:
    return f"The magazine in {area} was filled to {stock}."


def magazine_fed(area: str, units: int, stock: int) -> str:
    return f"The magazine in {area} fed {counted(units, 'unit')}; {stock} left."


# strength

BATTLE_LOSSES = "{force} lost {event.loss} in battle."
STRAGGLERS = "Stragglers returned to {force}: {event.loss}."
PURSUIT_LOSSES = "{force} lost {event.loss} in the pursuit."
WINTER_LOSSES = "The winter march cost {force} {event.loss}."
STARVED = "The garrison of {area} starved: {force} lost {event.loss}."
DESERTED = "{force} was not paid, and men deserted: {event.loss} lost."
RECRUITED = "Recruits joined {force}: {event.loss}."
UNITS_DESTROYED = "{force} permanently lost {units}."
UNITS_AWAY = "{units} of {force} fled and will be back in turn {event.back}."
UNITS_MERGED = "{force} merged {units} into other units of the same kind."


def steps_in_units(steps: int, units: int) -> str:
    return f"{counted(steps, 'step')} in {counted(units, 'unit')}"


def through_enemy(force: str, passed: int, loss: str) -> str:
    """Say that a force broke through so many enemy forces."""
    return f"{force} retreated through {counted(passed, 'enemy force')} and lost {loss}."


def went_hungry(force: str, turns: int, loss: str) -> str:
    return f"{force} went hungry for the {ordinal(turns)} turn and lost {loss}."


def recovered(force: str, loss: str, rested: bool) -> str:
    how = "refitted and regained" if rested else "recovered"
    return f"{force} {how} {loss}."


def merged(force: str, steps: int) -> str:
    return f"{force} merged worn units: {counted(steps, 'step')} moved between them."


def rejoined(units: Sequence[str], force: str) -> str:
    return f"{listed(units)} rejoined {force}."


def surrendered(force: str, units: int) -> str:
    return f"{force} surrendered: {counted(units, 'unit')} captured."


# factions

UPKEEP_PAID = "{faction} paid {event.paid} for upkeep."
RECRUITS_PAID = "{faction} paid {event.paid} for recruits for {force}."
LOOT_BROUGHT = "{force} brought loot worth {event.amount} to {area}."
PAID = "{faction} paid {event.paid} to {other}."
RECEIVED = "{faction} received {event.amount} from {other}."
RANSOMED = "{captor} released {command}, who returned to {force}."
RAISING_PAID = "{faction} paid {event.paid} to raise a new force."
FORCES_JOINED = "{force} joined {other}."
FORCE_SPLIT = "{event.name} split from {force}."
_SAID = {"war": "war", "neutral": "peace", "truce": "a truce", "alliance": "an alliance"}
_NOW = {"neutral": "are now at peace", "truce": "agreed to a truce", "alliance": "are now allies"}


def income(faction: str, amount: int, parts: Sequence[tuple[str, int]]) -> str:
    """Say what a faction took in; `parts`: what for, and how much."""
    said = ", ".join(f"{what} {each}" for what, each in parts)
    return f"{faction} took in {amount} ({said})."


def relation_asked(faction: str, other: str, relation: str) -> str:
    return f"{faction} asked for {_SAID[relation]} with {other}; the umpire decides."


def relation_offered(faction: str, other: str, relation: str) -> str:
    return f"{faction} offered {other} {_SAID[relation]}."


def relation_set(one: str, other: str, relation: str) -> str:
    if relation == "war":
        return f"War broke out between {one} and {other}."
    return f"{one} and {other} {_NOW[relation]}."


def notice_given(faction: str, other: str, turns: int) -> str:
    left = "next turn" if turns == 1 else f"in {turns} turns"
    return f"{faction} broke off relations with {other}: war {left}."


def force_raised(faction: str, force: str, area: str) -> str:
    return f"{faction} raised {force} in {area}."


def command_given(force: str) -> str:
    return f"{force} now has its own commander."


def command_back(force: str) -> str:
    return f"{force} is back under the commander-in-chief."


# battle

LEADER_BACK = "{command} returned to command in {force}."
RETREATED = "{force} retreated from {area} to {goal}."
FORCE_GONE = "{force} was lost: {event.why}."
BOOTY_TAKEN = "{force} took loot worth {event.amount}."
CHALLENGE_MADE = "{faction} challenged {to}."
CHALLENGE_REFUSED = "{faction} and {to} did not meet: {event.why}."
CHALLENGE_ACCEPTED = "{to} accepted the challenge of {faction}."
SAME_REPORTS = "Both sides reported the same result."
UMPIRE_ENTERED = "The umpire entered the result."
FOUGHT_BY = {
    "board": "It was fought on the board.",
    "automatic": "Tacticians led both sides.",
    "quick": "The campaign’s dice decided it.",
}
NOBODY_TO_FIGHT = "Nobody was left to fight."
STORY_WENT = "The story went on."


def battle_settled(area: str, factions: Sequence[str], winner: str, how: str, settled: str) -> str:
    """Say how a battle ended; `how` and `settled` are sentences, "" for none."""
    more = "".join(f" {sentence(each)}" for each in (how, settled) if each)
    return f"{_battle_won('Battle', area, factions, winner)}.{more}"


def battle_news(area: str, factions: Sequence[str], winner: str) -> str:
    return f"News: {_battle_won('battle', area, factions, winner)}."


def _battle_won(battle: str, area: str, factions: Sequence[str], winner: str) -> str:
    """Say where which factions fought, and which of them won; "" for a draw, and for no area."""
    place = f" at {area}" if area else ""
    return f"{battle}{place} between {listed(factions)}: {f'{winner} won' if winner else 'a draw'}"


def report_accepted(faction: str) -> str:
    return f"The umpire accepted the report from {faction}."


def leader_lost(command: str, force: str, fate: str, back: int, captor: str) -> str:
    """Say what became of a leader: wounded until turn `back`, or captured by `captor`."""
    what = {
        "killed": "was killed",
        "captured": f"was captured by {captor}" if captor else "was captured",
        "wounded": f"was wounded and will be back in turn {back}",
    }
    return f"{command} of {force} {what[fate]}."


def learned(units: int, force: str, points: int) -> str:
    return f"{counted(units, 'unit')} of {force} gained experience (+{points})."


def points_scored(faction: str, points: int, why: str) -> str:
    return f"{faction} scored {counted(points, 'victory point')}: {why}."


def challenge_withdrawn(faction: str, to: str) -> str:
    return f"{faction} withdrew the challenge to {to}."


def challenge_declined(faction: str, by: str) -> str:
    """Say that a player (the first) declined the challenge of another."""
    return f"{faction} declined the challenge of {by}."


def ladder_moved(places: Sequence[tuple[str, int]]) -> str:
    """Say who stands on which rung now."""
    return f"The ladder now: {listed([f'{name} on rung {rung}' for name, rung in places])}."


def scene(name: str, text: str) -> str:
    return f"{name}. {text}" if text else f"{name}."


def won_without_fight(faction: str) -> str:
    return f"{faction} won without a fight."
