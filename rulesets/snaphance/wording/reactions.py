"""Sentences of reactions: fire and charges on opportunity, evasion."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.snaphance.wording.common import FLANK_OR_REAR

# -- answers ----------------------------------------------------------------------------------------

DO_NOTHING = "Do nothing"
DO_NOT_FIRE = "Do not fire"
OPPORTUNITY_FIRE = "opportunity fire"
CHARGED_ON_WAY = "it was charged on its way"
CHARGED_AFTER_FIRE = "it was charged after its fire"
CHARGED_ITSELF = "it was charged itself"


def fires_at(stand: str, target: str, distance: int) -> str:
    return f"{stand} fires at {target} ({distance}H)"


def charges(stand: str, counter: bool, target: str, place: str, front: bool) -> str:
    verb, where = "counter-charges" if counter else "charges", "front" if front else FLANK_OR_REAR
    return f"{stand} {verb} {target} from {place} ({where})"


def evades(stand: str) -> str:
    return f"{stand} evades"


def answer_step(movers: Sequence[str]) -> str:
    return f"{' and '.join(movers)} {'comes' if len(movers) == 1 else 'come'} nearer. Do you react?"


def answer_shot(firer: str, target: str) -> str:
    return f"{firer} is about to fire at {target}. Do you react?"


def answer_charge(charger: str, target: str) -> str:
    return f"{charger} charges {target}. Do you react?"


def halt_and_fire(target: str) -> str:
    return f"Halt and fire at {target}"


def fire_first(charger: str, target: str) -> str:
    return f"{charger} is about to charge {target}. Does it fire first?"


# -- evasion ----------------------------------------------------------------------------------------

WHO_EVADES = "only Skirmishers, Dragoons and Light Cavalry evade"
WHEN_TO_EVADE = "a stand evades in an enemy activation alone"
SKIRMISHERS_ONCE = "Skirmishers with muskets evade once from the same attacker"
DISORDERED_ONCE = "a disordered stand evades once from the same attacker"
EVADED_ALREADY = "it has evaded in this single move of the attacker"
NO_ROOM = "there is no room behind it"

SECOND_EVASION = "second evasion"
FURTHER_EVASION = "further evasion"
EVADES_OVER_GROUND = "evades over difficult ground"
FAILS_TEST = "fails the Order Test of its evasion"
STOP_HERE = "Stop here"


def evade_to(place: str, friend: str) -> str:
    """Return the words of a step of an evasion, through a friend if one is named."""
    return f"Evade to {place}{f', through {friend}' if friend else ''}"


def evade_where(stand: str) -> str:
    return f"{stand}: evade to which hex?"


# -- charges on opportunity -------------------------------------------------------------------------

ACTIVE_SIDE = "the active side makes no opportunity charges"
NOT_AGAINST_MOUNTED = "foot never charge Mounted Combat Stands on opportunity"
ANOTHER_CHARGED = "another stand has charged it on opportunity"
CHARGES_OVER_GROUND = "charges over difficult ground"

CHARGE_HOME = "Charge home"
GIVE_UP = "Give the charge up and stop here"
GIVES_UP = "it gives up its charge"


def charge_home(stand: str) -> str:
    return f"{stand} was hit by pistols on its way. Does it charge home?"
