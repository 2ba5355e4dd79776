"""Sentences of the log: what each event says."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted, plural, titled

# -- turns, initiative, activation, leaders ---------------------------------------------------------

TURN_BEGAN = "Turn {turn} begins"
COMMAND_ACTIVATED = "{command} is activated"
UNIT_ACTIVATED = "{unit} is activated"
LEADER_PLACED = "{leader} stands at {x:g}, {y:g}"
LEADER_ATTACHED = "{leader} joins {unit}"
LEADER_LOST = "{leader} {how}"
LEVEL_CHANGED = "{leader} is {level} for the rest of the battle"
COMMAND_BROKEN = "{command} is demoralised: {lost} of {vdc} VDC lost"


def turn_ended(turn: int, sides: Sequence[str], vdt: Sequence[int], lost: Sequence[int]) -> str:
    """Say what both sides have left; `vdt` and VD `lost` by side."""
    left = [f"{sides[i]} {vdt[i] - lost[i]} of {vdt[i]} VDT" for i in (0, 1)]
    return f"Turn {turn} ends: {left[0]}, {left[1]}"


def only_side_left(side: str, command: str) -> str:
    return f"Only {side} has commands left: {command}"


def initiative_handed(side: str, command: str) -> str:
    return f"The initiative is handed to {side} with {command}"


def initiative(side: str, mine: int, theirs: int, command: str) -> str:
    return f"The initiative goes to {side} ({mine} to {theirs}) with {command}"


def command_done(command: str, why: str) -> str:
    return f"{command} " + (f"is not activated this turn: {why}" if why else "has finished")


def unit_done(unit: str, passive: bool) -> str:
    return f"{unit} " + ("fought and counts as activated" if passive else "is done")


def rallied(unit: str, success: bool) -> str:
    return f"{unit} " + ("rallies" if success else "does not rally")


def reacted(unit: str, reaction: str, success: bool) -> str:
    return f"{unit}: {reaction} " + ("succeeds" if success else "fails")


def leader_moved(leader: str, used: float) -> str:
    return f"{leader} " + (f"moves {round(used, 2):g} BU" if used else "makes way")


def leader_detached(leader: str, barred: bool) -> str:
    return f"{leader} " + ("survives the unit" if barred else "leaves the unit")


def agitation(unit: str, die: int, discipline: int, cohesion: int, cannot_rally: bool) -> str:
    """Say what agitators do after a double of `die`: changes of tests, 0 for none."""
    effects = [f"{discipline:+d} in Discipline Tests"] if discipline else []
    effects += [f"{cohesion:+d} in Cohesion Tests"] if cohesion else []
    effects += ["it cannot rally this turn"] if cannot_rally else []
    said = f"{unit} is stirred up by its agitators (double {die})"
    return f"{said}: {', '.join(effects)}" if effects else said


# -- the fight --------------------------------------------------------------------------------------

PISTOLS_LOST = "{unit} can no longer fire its pistols"
DISORDERED = "{unit} is disordered: {why}"
LOST_VBU = "{unit} loses {losses} VBU: {why}"
EXHAUSTED = "{unit} is exhausted"
CONTACTED = "{unit} hits {target} on the {face}"
LANCES_USED = "{unit} charges with the lance"
SEPARATED = "{unit} and {target} are no longer in contact"
DISENGAGED = "{unit} has disengaged and may do nothing else this turn"
BAGGAGE_SACKED = "The baggage of {side} is sacked"


_TOWARDS = {"fire": "at", "caracole": "at", "opportunity fire": "at", "defensive fire": "at", "evade": "from"}
_MOVES = {
    "advance": "advances", "wheel": "wheels", "oblique": "moves obliquely", "back": "moves back",
    "about-face": "faces about", "face-side": "faces to a side", "turn-gun": "turns its guns",
    "charge": "charges", "halt": "is halted on its way after", "resume": "goes on with its move",
    "evade": "evades", "disengage": "falls back", "retreat": "retreats", "repulse": "is thrown back",
    "break-off": "breaks off", "pursue": "pursues", "pushed": "is pushed back",
    "placed": "is shifted clear of a friend",
}  # fmt: skip
_ENDS = {"withdrawn": "withdraws", "left": "leaves the table"}


def declared(unit: str, action: str, target: str) -> str:
    """Name a stated action; `target`: "" for none."""
    return f"{unit}: {action} {_TOWARDS.get(action, 'against')} {target}" if target else f"{unit}: {action}"


def moved(unit: str, how: str, bu: float) -> str:
    """Say how a unit moved; `how`: the key of the move."""
    return f"{unit} {_MOVES.get(how, how)}" + (f" {round(bu, 2):g} BU" if bu else "")


def fired(unit: str, fire: str, target: str, dice: int, hits: int) -> str:
    """Say who fired at whom; `fire`: active, opportunity, defensive, pistols, caracole."""
    what = {"pistols": "fires its pistols", "active": "fire", "caracole": "caracole"}.get(fire)
    rolled = f"{counted(dice, 'die', 'dice')}, {plural(hits, 'hit')}"
    return f"{unit}: {what or f'{fire} fire'} at {target}, {rolled}"


def removed(unit: str, status: str, why: str) -> str:
    return f"{unit} {_ENDS.get(status, f'is {status}')}: {why}"


def spent(unit: str, why: str) -> str:
    return f"{unit}: {why or 'may do nothing more'}"


def evaded(unit: str, success: bool) -> str:
    return f"{unit} " + ("evades" if success else "fails to evade")


def drawn(how: str) -> str:
    return f"The battle is a draw: {how}"


def victory(side: str, how: str) -> str:
    return f"Victory for {side}: {how}"


# -- before the first turn --------------------------------------------------------------------------

EXPLORATION_DIE_SPENT = "{side}: Exploration Die used for {purpose}"
DESTINY_SPENT = "{side}: Roll of Destiny used"
PIECE_REMOVED = "A piece of terrain is removed"
RIVER_ROLLED = "The river is {river}"
UNIT_DEPLOYED = "{unit} deploys at {x:g}, {y:g}"
LEFT_OUT = "{unit} finds no room in the deployment zone and stays out of the battle"
COMMAND_DEPLOYED = "{command} is deployed"


def roles_fixed(first: str, first_die: int, second: str, second_die: int) -> str:
    return f"First Player: {first} with {first_die}, Second Player: {second} with {second_die}"


def piece_placed(kind: str, options: int) -> str:
    """Name a new piece of terrain; `options`: what it cost, 0 for nothing."""
    cost = f" ({counted(options, 'option')})" if options else ""
    return f"A piece of terrain is placed: {kind.replace('_', ' ')}{cost}"


def piece_changed(kind: str, why: str) -> str:
    return f"{titled(kind)}: {why}"
