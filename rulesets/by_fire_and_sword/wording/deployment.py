"""What reconnaissance, deployment, robbers and reminders say."""

from __future__ import annotations

# -- meeting/reconnaissance.py


def buy_effects(left: int, points: int, effects: int, limit: int) -> str:
    return f"Buy reconnaissance effects: {left} of {points} points and {effects} of {limit} effects left"


BUY_NOTHING_MORE = "Buy nothing more and lose the points left"
NO_RECONNAISSANCE = "the scenario has no reconnaissance"


def equal_points(points: int) -> str:
    return f"both sides have {points} points"


def too_expensive(effect: str, cost: int, left: int) -> str:
    return f"{effect} costs {cost} points: {left} are left"


def no_more_effects(limit: int) -> str:
    return f"{limit} effects are bought, as many as the commander has Command Points"


def bought_at_most(effect: str, most: int) -> str:
    often = "once" if most == 1 else f"{most} times"
    return f"{effect} is bought {often} at most"


def too_many_against(most: int) -> str:
    return f"an enemy of that strength suffers {most} such effects at most"


def no_wagons(unit: str) -> str:
    return f"{unit}: no wagons"


def no_artillery(unit: str) -> str:
    return f"{unit}: no artillery"


def no_pikes(unit: str) -> str:
    return f"{unit}: no pikes"


def carries_obstacles(unit: str) -> str:
    return f"{unit} carries portable obstacles"


def not_with_force(unit: str) -> str:
    return f"{unit} is not with the force"


def for_points(effect: str, cost: int) -> str:
    return f"{effect} for {cost} points"


def march_of_size(effect: str, most: int, cost: int) -> str:
    """Return the words of a forced march; `most`: bases, 0 for any size."""
    size = f"of up to {most} bases" if most else "of any size"
    return f"{effect} of a unit or squadron {size} for {cost} points"


def for_points_shown(effect: str, cost: int, shown: str) -> str:
    return f"{effect} for {cost} points: {shown}"


# -- meeting/draw.py


def drawn_how(purpose: str, how: str) -> str:
    return f"{purpose} ({how})"


def is_drawn(name: str) -> str:
    return f"{name} is drawn"


def roll_again(numbers: str) -> str:
    return f"{numbers} roll again"


READ_AS_DIGITS = "the dice are read as the digits of a number: "


def from_to(first: str, last: str) -> str:
    return f"{first} to {last}"


# -- meeting/deployment.py


def send_nobody(effect: object) -> str:
    return f"Send nobody and lose the {effect}"


def who_is_sent(effect: object, price: object) -> str:
    return f"Who do you send? {effect}, bought for {price} points"


def turn_of_arrival(units: str) -> str:
    return f"Choose the turn of arrival on the flank: {units}"


TURN_OF_FLANK = "turn of the flanking maneuver"


def write_down(what: str) -> str:
    return f"Write down the {what}"


def keep_on_paper(what: str) -> str:
    return f"Keep the {what} on paper and enter its seal"


def sent(units: str, bases: int, lances: bool) -> str:
    """Return who is sent; `lances`: they leave them behind."""
    more = ", without their lances for the whole game" if lances else ""
    return f"{units}, {bases} bases{more}"


def who_deploys_first(half: int, side: str) -> str:
    return f"Who deploys first (1 to {half}: {side})"


def deploy(units: int, where: str, distance: float) -> str:
    """Return what is deployed where; `distance`: cm from every enemy, 0 if they do not matter."""
    away = f", {distance:g} cm or more from every enemy" if distance else ""
    number_of = "a unit" if units == 1 else f"{units} units"
    return f"Deploy {number_of}: {where}{away}"


ON_THE_TABLE = "They are on the table"


def pick_unit(number: int, of: int, text: str) -> str:
    return f"Pick a unit ({number} of {of}): {text}"


def first_of_list(names: str) -> str:
    return f"The first of the list: {names}"


def squadron_of(one: str, other: str, bases: int) -> str:
    return f"{one} with {other}: {bases} bases"


NO_MORE_SQUADRONS = "No more squadrons"
WHICH_SQUADRON = "Which units form a squadron? You cannot split it up later"


def joins_too(unit: str) -> str:
    return f"{unit} joins too"


SQUADRON_COMPLETE = "The squadron is complete"


def who_joins(squadron: str) -> str:
    return f"Who else joins {squadron}?"


NO_FORCED_MARCH = "Nobody: lose the forced march"


def who_marches(most: int) -> str:
    """Return who makes a forced march; `most`: bases, 0 for any size."""
    size = f"up to {most} bases" if most else "any size"
    return f"Who makes a forced march ({size})? Stay 20 cm or more from the enemy"


def may_march(units: str, bases: int) -> str:
    return f"{units}, {bases} bases, makes a regular move and may march"


# -- meeting/squadrons.py


def never_in_squadron(unit: str, why: str) -> str:
    return f"{unit} is never part of a squadron: {why}"


def has_left_line(unit: str) -> str:
    return f"{unit} has left its place in the line and joins no squadron"


SAME_TYPE_AND_REGIMENT = "units of a squadron are of exactly the same type and of the same regiment"


def no_squadrons_of(unit: str) -> str:
    return f"{unit} is not of a kind that forms squadrons"


def squadron_too_large(type: str, most: int, bases: int) -> str:
    return f"a squadron of {type} has at most {most} bases, not {bases}"


# -- meeting/robbers.py


ROBBERS = {
    "nothing": "nothing happens",
    "disorder": "a unit of the opponent's choice has losses and no free order",
    "losses": "two units have losses, one of each player's choice",
    "absent": "a unit has left its place: no free order, no squadron",
    "away": "a unit is away plundering, where the enemy finds it",
}
WHICH_ARE_AWAY = "Which robbers are away"
WHICH_IN_DISORDER = "which robber unit has no free order and losses"
WHICH_HAS_LOSSES = "which robber unit takes 1 point of losses"


def pick_robbers(what: str, own: bool) -> str:
    whose = "of yours" if own else "of the enemy"
    return f"Pick {what} ({whose})"


def at_point(x: float, y: float) -> str:
    return f"At {x:g}, {y:g}"


ANOTHER_POINT = "At another point"
NO_ROOM_ANYWHERE = "There is no room anywhere: it only leaves its place"


def pick_point(unit: str, within: float) -> str:
    return f"Pick a point in the enemy’s zone: {unit} is deployed within {within:g} cm of it"


POINT_OUTSIDE_ZONE = "the point must lie in the zone in which the owner deploys"


def too_little_room(have: float, need: float) -> str:
    return f"there is room for {have:.0f} of the {need:.0f} square cm that the unit needs"


# -- meeting/reminders.py


AT_ITS_START = "at its start"
ONE_MARKER = "1 marker of superiority"


def draw_with_d10(how: str) -> str:
    return f". Draw with d10: {how}"


def split_into(units: str, first: int, second: int) -> str:
    return f"{units} into {first} and {second} bases"
