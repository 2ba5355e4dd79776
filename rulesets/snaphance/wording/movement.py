"""Sentences of movement: what may be done, and why it may not."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted
from rulesets.snaphance.wording.common import and_disordered

# -- what may be done -------------------------------------------------------------------------------

TURN_TO_REAR = "Turn to the rear"
END_MOVE = "End the move"
MAKE_EXTRA_MOVE = "Make an extra move"

_WAYS = {"forward": "Forward", "backward": "Backward", "sideways": "Sideways", "free": "Move"}


def step(
    mode: str,
    hexes: Sequence[str],
    displaced: Sequence[str],
    through: bool,
    facing: str,
    left: int,
    disorders: bool,
) -> str:
    """Return the words of a step; `displaced`: friends who fall back; `facing`: "" for the one they have."""
    said = f"{_WAYS[mode]} to {', '.join(hexes)}"
    if displaced:
        said += f"; {', '.join(displaced)} {'falls' if len(displaced) == 1 else 'fall'} back"
    if through:
        said += ", through friends"
    if facing:
        said += f", facing {facing}"
    return f"{said}; {left_of_move(left)}{and_disordered(disorders)}"


def left_of_move(points: int) -> str:
    """Return how much of a move is left: `1 movement point left`, `no movement left`."""
    return f"{counted(points, 'movement point')} left" if points else "no movement left"


def turn(facing: str, disorders: bool) -> str:
    return f"Turn {facing}{and_disordered(disorders)}"


def turn_to_rear(disorders: bool) -> str:
    return TURN_TO_REAR + and_disordered(disorders)


def end_facing(facing: str) -> str:
    return f"End the move facing {facing}"


# -- why it may not ---------------------------------------------------------------------------------

JUST_RALLIED = "it has just rallied and may not move"
MOVE_OVER = "its move is over: another one is an extra move"
FIRED_WITHOUT_MEANING = "it has fired without meaning to move"
FIRED_AFTER_MOVING = "it has fired after moving"
ENTERED_ZONE = "it has entered an enemy zone of control"
GONE = "it is gone"
NOT_MOVED = "it has not moved yet"
MOVE_NOT_OVER = "its move is not over yet"
NO_EXTRA_FOR_ARTILLERY = "Artillery makes no extra moves"

NO_SUCH_STEP = "that step may not be made"
MET_ON_WAY = "it was met on its way"
OFF_MAP = "it is off the map"
WHOLE_MOVE_WITHOUT_ANY = "it takes a whole single move, and it has none"
WHOLE_MOVE_BEGUN = "it takes a whole single move, and this one has been begun"
NO_MP = "it has no MP"


def other_kind(mode: str) -> str:
    """Say that a step does not go with the move that has been made, "" for one begun with a turn."""
    begun = f"goes {mode}" if mode else "has begun with a turn"
    return f"this single move {begun}: no step of another kind joins it"


def may_not_enter(stand: str, ground: str, crossed: str) -> str:
    return f"{stand} may not enter {ground}{f' across {crossed}' if crossed else ''}"


def too_dear(mp: int, left: int) -> str:
    return f"it costs {mp} MP, and {left} {'is' if left == 1 else 'are'} left of this move"


def whole_move_begun(left: int, mp: int) -> str:
    return f"{WHOLE_MOVE_BEGUN} ({left} of {mp} MP left)"


def enemy_there(stand: str) -> str:
    return f"{stand} of the enemy stands there"


def friend_there(stand: str) -> str:
    return f"{stand} stands there, and neither falls back nor lets it through"


def exposed_there(zone: str) -> str:
    return f"its flank or rear would be {zone}"


def exposed_by_turn(zone: str) -> str:
    return f"it would turn flank or rear to an enemy: {zone}"


def in_zone_of(enemies: Sequence[str]) -> str:
    return f"in the zone of control of {', '.join(enemies)}" if enemies else "in an enemy zone of control"


# -- what comes of it -------------------------------------------------------------------------------

EXTRA_MOVE = "extra move"
FAILS_TEST = "fails its Order Test"
TEST_FAILED = "the Order Test is failed"
MOVES_BACKWARD = "moves backward"
MOVES_BACKWARD_FAR = "moves backward farther than a normal move"
MOVES_SIDEWAYS = "moves sideways"
DIFFICULT_GROUND = "enters difficult ground"
SECOND_TURN = "turns a second time in one move"
TURNS_TO_REAR = "turns to the rear"
