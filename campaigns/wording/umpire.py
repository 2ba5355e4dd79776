"""What an umpire did. These words stand in the chronicle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def too_many_acts(most: int) -> str:
    return f"holds 1 to {most} acts"


CHANGED_MONEY = "changed the money of {faction} by {act.amount:+d}"
CHANGED_POINTS = "changed the victory points of {faction} by {act.amount:+d}"
GAVE_AREA = "gave {area} to {faction}"
MOVED = "moved {force} to {area}"


def steps_at_most(steps: int) -> str:
    return f"the unit has only {steps} steps"


DECIDED_FATE = "decided that {command} is {act.fate}"
SET_RELATION = "set {faction} and {other} to {act.relation}"
CHANGED_WEATHER = "changed the weather to {act.weather}"


def choose_one_of(names: Iterable[str]) -> str:
    return f"choose one of {', '.join(names)}"


CHANGED_DATE = "changed the date to {act.date}"
DECIDED_RESULT = "decided the result of {engagement}"
FORCE_OR_FACTION = "name either a force or a faction"
AREA_FOR_FORCE = "choose an area for the force"
REMOVED = "removed {force} from the campaign"
GAVE_FORCE = "gave {force} to {faction}"
CHANGED_RULES = "changed the rules: {act.rules.name}"
ENDED = "ended the campaign: {faction} wins"

_MEANS = {
    "board": "on the board",
    "automatic": "automatically",
    "table": "on a table",
    "quick": "with the campaign’s dice",
}


def in_words(means: str) -> str:
    """Return how a battle is fought: `on the board`."""
    return _MEANS[means]


def umpire_did(act: str, reason: str) -> str:
    """Say what the umpire did, with its reason where one was given."""
    return f"The umpire {act}{f': {reason}' if reason else '.'}"


CORRECTED = {
    "money": "changed the money of {}",
    "points": "changed the victory points of {}",
    "move": "moved a force of {}",
    "unit": "changed a unit of {}",
    "leader": "decided the fate of a leader of {}",
    "outcome": "decided the result of a battle of {}",
    "rename": "renamed a force of {}",
    "add": "added a force for {}",
    "remove": "removed a force of {}",
    "hand": "gave a force to another faction: {}",
}
"""What everybody reads of an act of which only some factions learn the whole."""


def corrected(do: str, factions: str) -> str:
    """Say what kind of thing the umpire set for which factions, and nothing that is theirs to know."""
    return CORRECTED[do].format(factions)


def correction(umpire: str, done: str, reason: str) -> str:
    """Say for everybody that an umpire corrected something, and why."""
    return f"The umpire {umpire} {done}: {reason}"


def correction_noted(done: Iterable[str], reason: str) -> str:
    """Say what an umpire did, to go between their name and `in turn 3`."""
    return f"{'; '.join(done)} (“{reason}”) in"


def set_unit(unit: str, force: str, values: Mapping[str, object]) -> str:
    """Say what the umpire set of a unit: the fields by name."""
    said = ", ".join(f"{name} {value}" for name, value in values.items())
    return f"set {unit} of {force}: {said or 'as it was'}"


def decided_method(engagement: str, means: str, system: str) -> str:
    """Say how an engagement is fought; `system`: the rule system, "" for that of the forces."""
    return f"decided that {engagement} is fought {_MEANS[means]}{f', in {system}' if system else ''}"


def renamed(before: str, after: str) -> str:
    return f"renamed {before}: {after}"


def added(name: str, faction: str, area: str) -> str:
    """Say that a force was added; `area` is "" where there is no map."""
    return f"added {name or 'a force'} for {faction}{f' in {area}' if area else ''}"
