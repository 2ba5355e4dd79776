"""Orders and acts of factions: what speaks against them."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.wording.labels import points

HIDDEN = "Hidden: leave as it is"
NO_MAP_TO_MARCH = "in this campaign there is no map to march over"


def no_such_order(do: str) -> str:
    return f"the rules of this campaign have no order to {do}"


MARCH_NEEDS_WAY = "a march needs a path: name the areas it goes through"
NO_ORDER_TO_MARCH = "the rules of this campaign have no order to march"
ONLY_HOLDING_AMBUSHES = "only a force that holds where it stands can lie in ambush"


def nobody_hides(area: str) -> str:
    return f"nobody can hide around {area}"


STORM_OR_SALLY = "only besiegers can storm, and a garrison that holds can sally"
ONLY_MARCHING_HURRIES = "only a force that marches can make a forced march"


def too_far_to_scout(reach: int, area: str) -> str:
    return f"lies too far away: scouts see {reach} links around {area}"


NO_OTHER_FORCE = "names no other force of this faction"


def other_book(force: str) -> str:
    return f"{force} is of another army book: they can fight side by side, not as one"


def nothing_to_lie_in(area: str) -> str:
    return f"{area} has neither a city nor a fortress to garrison"


def has_to_be_besieged(area: str) -> str:
    return f"the enemy holds the walls of {area}: besiege it first"


def nothing_to_besiege(area: str) -> str:
    return f"{area} has no fortress to besiege"


def held_by_friends(area: str) -> str:
    return f"{area} is held by friends"


def country_of_friends(area: str) -> str:
    return f"{area} belongs to friends"


def not_held(area: str) -> str:
    return f"{area} is not held by this faction"


def no_men_raised(area: str, at: Iterable[str]) -> str:
    return f"no men can be raised in {area}, only in {', '.join(at)}"


ONLY_ON_LADDERS = "only a ladder has challenges"


def no_such_act(do: str) -> str:
    return f"the rules of this campaign do not allow this: {do}"


def relation_already(relation: str) -> str:
    return f"is already what they are to each other: {relation}"


def holds_no_leader(faction: str, command: str) -> str:
    return f"{faction} holds no leader of the command “{command}”"


def ransom_is(ransom: int) -> str:
    return f"the ransom is {ransom}"


NO_MAP_TO_RAISE = "in this campaign there is no map to raise forces on"
NO_FORCE_OF_LIST = "is not an army list that can become a force"


def other_system(system: str) -> str:
    return f"is of a system that this campaign is not fought in: {system}"


def no_class_for_worth(worth: float) -> str:
    return f"is worth {points(worth)}: there is no class of force for that"


def too_dear(cost: int, left: int, currency: str) -> str:
    return f"costs {cost}, but only {left} {currency} are left"


def too_many_of_these(most: int, kinds: Iterable[str]) -> str:
    return f"the rules allow {most} of these a turn: {', '.join(kinds)}"


TURN_IS_OVER = "the turn is over"


def no_way(start: str, goal: str) -> str:
    return f"no link leads from {start} to {goal}"


def no_port(area: str) -> str:
    return f"{area} has no port"


def owned_by_neutral(area: str, owner: str) -> str:
    return f"{area} belongs to {owner}, who is neutral and does not let you through"


def owned_by_ally(area: str, owner: str) -> str:
    return f"{area} belongs to {owner}, who does not let allies through"


NO_ORDERS_NOW = "no orders are taken now: this turn’s have been carried out"
DEADLINE_PASSED = "the deadline has passed"
ORDERS_ARE_FINAL = "your orders are final: press “Not ready after all” to change them"


def orders_are_final_until(address: str) -> str:
    return f"your orders are final: to change them, send ready false to {address} first"


ORDERS_OF_OTHERS = "you can read the orders of your own faction only"
CHANGED_ELSEWHERE = "your orders were changed in another window in the meantime, and nothing was overwritten"
WRITTEN_HERE = (
    "What you wrote here is not saved. To replace the orders of the other window, save or give these. "
    "To see those, reload the page."
)
ORDERS_NOT_SAVED = (
    "your last orders were not saved: open Orders, look at what is saved, and press “I’m ready” there"
)
FORCE_IS_GONE = (
    "These orders are also for a force that is no longer in the campaign. When you save them, it is left out."
)
NOT_YOURS = "is not yours to order"
NOT_YOUR_COMMAND = "is not yours to order: you do not command it"
FOR_THE_CHIEF = "are for the commander-in-chief"
