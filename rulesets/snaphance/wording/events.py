"""What the log says of each event; names in curly brackets are fields of the event."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted, listed, plural
from rulesets.snaphance.wording.melee import HAS_TO_PURSUE
from rulesets.snaphance.wording.reactions import OPPORTUNITY_FIRE

# -- rounds, initiative, activation -----------------------------------------------------------------

ROUND_BEGAN = "Round {turn} begins"
GROUP_DECLARED = "{side}: {command} is declared"
GROUP_ACTIVATED = "{command} is activated"
GROUP_DONE = "{command} has finished"
TURNED_ON_OPPORTUNITY = "{unit} turns to the {facing} and stays on opportunity"


def round_ended(turn: int, sides: Sequence[str], lost: Sequence[int], break_at: Sequence[int]) -> str:
    parts = [f"{sides[i]} {lost[i]} of {break_at[i]}" for i in (0, 1)]
    return f"Round {turn} ends; break points lost: {', '.join(parts)}"


def only_side_left(side: str, group: str) -> str:
    return f"Only {side} can still activate groups: {group}"


def initiative(side: str, mine: int, theirs: int, group: str) -> str:
    return f"The initiative goes to {side} ({mine} to {theirs}) with {group}"


def _verb(units: Sequence[str], one: str, many: str) -> str:
    """Return the stands with the form of a verb that fits so many: `A and B have`."""
    return f"{listed(units)} {one if len(units) == 1 else many}"


def act(units: Sequence[str]) -> str:
    return _verb(units, "acts", "act together")


def have_finished(units: Sequence[str]) -> str:
    return f"{_verb(units, 'has', 'have')} finished"


def rally(units: Sequence[str], passed: bool) -> str:
    rallied = _verb(units, "rallies", "rally")
    return rallied if passed else f"{rallied}, but can do nothing else now"


def opportunity(units: Sequence[str], success: bool) -> str:
    if success:
        return f"{_verb(units, 'goes', 'go')} onto opportunity"
    return f"{_verb(units, 'does', 'do')} not get onto opportunity"


# -- Generals and the end ---------------------------------------------------------------------------

GENERAL_MOVED = "{leader} rides to {hex}"
GENERAL_ATTACHED = "{leader} attaches to {unit}"
GENERAL_DETACHED = "{leader} is no longer attached"
GENERAL_HELPED = "{leader} helps {units}"
GENERAL_RELOCATED = "{leader} rides to {unit} in {hex}"
GENERAL_LOST = "{leader} {how}"
GENERAL_REPLACED = "A replacement for {leader} takes command with {unit}"


def battle_ended(winner: str, how: str) -> str:
    """Say who has won, "" for a draw, and how."""
    won = f"Victory for {winner}" if winner else "The battle is drawn"
    return f"{won}: {how}"


# -- setting up -------------------------------------------------------------------------------------

DEPLOYS_FIRST = "{side} deploys first: {why}"
STAND_DEPLOYED = "{unit} deploys in {hex}, facing {facing}"
STAND_ENTERED = "{unit} arrives in {hex}, facing {facing}"
LEFT_OUT = "{unit} finds no room to deploy and stays out of the battle"
GENERAL_PLACED = "{leader} stands in {hex}"
GROUP_DEPLOYED = "{command} is deployed"
GROUND_FOUND = "The ground holds {what}"

# -- movement ---------------------------------------------------------------------------------------

_HOW = {
    "deploy": "is placed at", "enter": "enters at", "displaced": "is displaced to", "evade": "evades to",
    "opportunity-charge": "charges on opportunity to", "counter-charge": "counter-charges to",
    "opportunity": "charges on opportunity to", "counter": "counter-charges to",
    "retreat": "retreats to", "bounce": "goes back to", "pursue": "pursues to",
    "pushed": "is pushed back to",
}  # fmt: skip
_MODES = {
    "forward": "moves forward to",
    "backward": "moves backward to",
    "sideways": "moves sideways to",
    "free": "moves to",
}


def move_began(units: Sequence[str], extra: bool) -> str:
    return f"{listed(units)}: {'an extra move' if extra else 'a move'}"


def turned(units: Sequence[str], facing: str) -> str:
    return f"{_verb(units, 'turns', 'turn')}, facing {facing}"


def stepped(units: Sequence[str], mode: str, hexes: Sequence[str], facing: str) -> str:
    how = _MODES[mode]
    return f"{_verb(units, how, how.replace('moves', 'move'))} {', '.join(hexes)}, facing {facing}"


def move_ended(units: Sequence[str], last: bool, why: str) -> str:
    text = f"{listed(units)}: {'no more movement' if last else 'end of the move'}"
    return f"{text}: {why}" if why else text


def moved(unit: str, how: str, place: str, facing: str) -> str:
    """Say how a stand has come elsewhere, but not by a step of its own."""
    return f"{unit} {_HOW.get(how, how)} {place}, facing {facing}"


# -- charges and reactions --------------------------------------------------------------------------

BONUS_LOST = "{unit} loses its Charge Bonus to the fire"
MOVEMENT_OVER = "{unit} has finished: {why}"
FACED_ATTACKER = "{unit} turns to face its attacker: {facing}"

_TOWARDS = {OPPORTUNITY_FIRE: " at", HAS_TO_PURSUE: ""}


def declared(unit: str, action: str, target: str) -> str:
    return f"{unit}: {action}{_TOWARDS.get(action, ' against')} {target}"


def evaded(unit: str, attackers: Sequence[str]) -> str:
    return f"{unit} evades from {' and '.join(attackers)}"


def has_fired(unit: str) -> str:
    return f"{unit} has fired"


def lets_fire_first(unit: str, target: str) -> str:
    return f"{unit} lets {target} fire first, then charges"


def counter_charges(unit: str, target: str) -> str:
    return f"{unit} counter-charges {target}"


def charges_on_opportunity(unit: str, target: str) -> str:
    return f"{unit} charges {target} on opportunity"


# -- fire and losses --------------------------------------------------------------------------------

SHOT_LOST = "{unit} cannot fire at {target} any more: {why}"
DISORDERED = "{unit} is disordered ({why})"

_FIRE = {
    "voluntary": "fires at", "opportunity": "fires on opportunity at", "defensive": "fires defensively at",
    "support": "fires in support at", "contact": "fires on contact at",
}  # fmt: skip
_GONE = {"destroyed": "is destroyed", "fled": "leaves the board", "pursued": "pursues off the board"}


def fired(unit: str, fire: str, target: str, rank: int, hits: int) -> str:
    second = " with its second rank" if rank else ""
    return f"{unit} {_FIRE[fire]} {target}{second}: {plural(hits, 'hit')}"


def lost_sp(unit: str, sp: int, why: str, ranks: int, points: int) -> str:
    text = f"{unit} loses {sp} SP ({why})"
    if not ranks:
        return text
    gone = "a rank is gone" if ranks == 1 else f"{ranks} ranks are gone"
    return f"{text}; {gone}, {counted(points, 'break point')} lost"


def removed(unit: str, how: str, why: str, points: int) -> str:
    # The reason is left out where it would only repeat what has happened.
    because = f" ({why})" if why not in ("", _GONE[how]) else ""
    text = f"{unit} {_GONE[how]}{because}"
    return f"{text}; {counted(points, 'break point')} lost" if points else text


# -- melee ------------------------------------------------------------------------------------------

MELEE_ONGOING = "The melee of {units} goes on"
MELEE_OVER = "The melee of {units} is over"
SUPPORT_ENDED = "{unit} no longer supports its melee"


def melee_began(unit: str, target: str, supporters: Sequence[str], again: bool) -> str:
    text = f"{unit} {'fights on against' if again else 'fights'} {target}"
    return f"{text}; in support {' and '.join(supporters)}" if supporters else text


def melee_decided(unit: str, target: str, losses: tuple[int, int], winner: str) -> str:
    """Say who has won a melee, "" for a draw."""
    end = f"goes to {winner}" if winner else "is a draw"
    return f"The melee of {unit} and {target} {end}: morale losses {losses[0]} to {losses[1]}"
