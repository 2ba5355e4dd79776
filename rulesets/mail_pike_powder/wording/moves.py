"""What is said of moves, charges and terrain."""

from __future__ import annotations

WOODS = "only open order enters woods"
HALF_IN_WOODS = "half moves in woods"
ONE_MOVE_IN_ROUGH = "rough ground allows one move a turn"
ENTER_BUILDING = "a building is entered by a move of its own"
FIRST_TURN = "Turn first by"
IN_COMBAT = "it is in combat"
MOVE_OVER = "the move ends here"
EDGE = "the table ends here"
STAYS = "it does not move from where it stands"
NO_ROOM = "there is no place ahead where it could stop"
NO_MOVE = "Choose a distance or a turn"
NOT_ACROSS = "Stop before the obstacle or beyond it, not across it"


def impassable(name: str) -> str:
    return f"nobody can cross the {name}"


def crosses(name: str) -> str:
    return f"crossing the {name} ends the move"


def only_charges_touch(name: str) -> str:
    return f"{name} is in the way: only a charge may reach an enemy"


def not_through(name: str) -> str:
    return f"{name} cannot be passed"


def not_on(name: str) -> str:
    return f"The move would end on {name}"


def stopped_after(inches: float, reason: str) -> str:
    return f"The way ends after {inches:.2f} in: {reason}"


def ends_after(inches: float, reason: str) -> str:
    return f"How far (straight on {inches:.2f} in, then {reason})"


def wheel_stopped(degrees: float) -> str:
    return f"There is room to wheel by {degrees:.0f} degrees only"


def too_far(used: float, inches: float, most: float) -> str:
    return f"The wheel takes {used:.1f} in, so {max(0.0, most - used):.1f} in are left and not {inches:.1f}"


def bound(name: str) -> str:
    return f"{name} is within 12 inches: move towards it, straight back, or stay and face it"


def away(name: str) -> str:
    return f"It has to move away, and would come closer to {name}"


def advance(inches: float) -> str:
    return f"Move up to {inches:g} in"


def back(inches: float) -> str:
    return f"Move back up to {round(inches, 1):g} in"


def side(to: str, inches: float) -> str:
    return f"Move up to {round(inches, 1):g} in to the {to}"


def turn(to: str) -> str:
    return "Turn about" if to == "rear" else f"Turn to the {to}"


def form(formation: str, free: bool) -> str:
    return f"Form: {formation}" + (" (free)" if free else "")


def enter(name: str) -> str:
    return f"Enter the {name}"


def leave(to: str) -> str:
    return f"Leave by the {to}"


BAYONETS = "Fix plug bayonets (no more shooting)"
