"""Sentences of movement, leaving the field and terrain: what may be done, and why it may not."""

from __future__ import annotations

# -- what may be done -------------------------------------------------------------------------------


def advance_up_to(bu: float) -> str:
    return f"Advance up to {bu:g} BU"


PUT_BEHIND = "Put it behind"
CLEAR_OR_PUT_BEHIND = "Move again to get clear, or put the friend behind?"


def oblique_up_to(bu: float) -> str:
    return f"Move obliquely or sideways, {bu:g} BU in all"


def back_up_to(bu: float, nimble: bool) -> str:
    return f"Move back up to {bu:g} BU" + ("" if nimble else ", Disordered")


def wheel_up_to(corner: str, degrees: float, bu: float) -> str:
    return f"Wheel {corner} up to {degrees:g} degrees, {bu:g} BU"


FACE_ABOUT = "Face about"


def face_to(side: str) -> str:
    return f"Face to the {side}"


TURN_GUNS = "Turn the guns"
WITHDRAW = "Withdraw from the field, if a discipline test is passed"
DISENGAGE = "Disengage, if a discipline test is passed"
OFF_TABLE = ", off the table"

# -- why it may not ---------------------------------------------------------------------------------

NOT_ACTIVE = "it is not the active unit"
ACTIVATION_OVER = "its activation is over"
MOVEMENT_OVER = "its movement is over for this activation"
DISORDERED_MOVES_ONCE = "a Disordered unit makes one movement action"
FIRED_AND_PAID_NO_MORE = "it has fired and paid for no further movement action"
NO_ROOM_AHEAD = "there is no room before or beside it"
NO_MOVE = "that is not a move"


def too_far(length: float, m: float) -> str:
    return f"that is {length:.2f} BU in all: it moves up to {m:g} BU"


LEAVES_TABLE = "it would leave the table"


def stopped_going_back(free: float, reason: str) -> str:
    return f"it can go back {free:g} BU: {reason}"


def corner_moves(m: float) -> str:
    return f"its front corner moves up to {m:g} BU"


def meets(other: str) -> str:
    return f"it meets {other}"


def may_not_end_on(other: str) -> str:
    return f"it may not end on {other}"


FACING_IS_ONLY_ACTION = "facing about must be the only action of the activation"
ONLY_DEEP_FACE_ASIDE = "only Tercios and massed mounted face to a side"
NO_LIGHT_GUNS = "it is not Light Artillery"
GUNS_TURN_ONCE = "light guns turn once in an activation, before they fire"


def stopped_after(free: float, reason: str) -> str:
    return f"it can go {free:g} BU: {reason}"


NOT_WHOLLY_ON_TABLE = "that is not wholly on the table"
IMPASSABLE = "that is impassable terrain"
COME_CLEAR = "it must come clear of it or stop before it"


def on_friend(begins: float, ends: float, friend: str, fault: str) -> str:
    """Say from where to where, in BU, a mover would stop on a friend, and why it may not."""
    return f"from {begins:g} to {ends:g} BU it is on {friend}: {fault}"


def no_room_to_put_behind(why: str) -> str:
    return f"there is no room to put it behind: {why}"


NO_ROOM_TO_PUT_BEHIND = "there is no room to put it behind"
WITHDRAWING_IS_ONLY_ACTION = "withdrawing must be the only action but for a rally"
NOT_IN_MELEE = "it is not in melee"
ONLY_AFTER_ACTIVATION = "it may be tried only right after activation"
NEVER_DISENGAGE = "such troops never disengage"
BAGGAGE_HOLDS = "nobody can disengage from Baggage"
ENGAGED_ELSEWHERE = "it is engaged elsewhere than on its front"


def not_faster(enemy: str) -> str:
    return f"it is not faster than {enemy}"


# -- what ground does -------------------------------------------------------------------------------


def half_speed_at_crossing(most: float) -> str:
    return f"half speed at the ford or bridge: {most:g} BU"


def not_entered(ground: str) -> str:
    return f"the {ground} cannot be entered"


def stops_at(ground: str) -> str:
    return f"stops at the {ground}"


def limited_in(most: float, ground: str) -> str:
    return f"no more than {most:g} BU in the {ground}"


def disordered_by(ground: str, inside: bool) -> str:
    """Say why ground disorders; `inside`: the unit was in it from the start."""
    return f"{'moves in' if inside else 'enters'} the {ground}"


ON_CROSSING = "on the ford or bridge"
CROSSES_OBSTACLE = "crosses a linear obstacle"


def at_edge_of(ground: str) -> str:
    return f"target at the edge of the {ground}"


BEHIND_OBSTACLE = "target behind a linear obstacle"

# -- what comes of it -------------------------------------------------------------------------------


def march_action(number: int) -> str:
    return f"March, movement action {number}"


MARCH_FAILED = "its march test failed"
NO_FURTHER_MOVEMENT = "no further movement"
LAST_MOVEMENT = "that was its last movement"
MOVES_BACK = "moves back"


def facing_test(how: str) -> str:
    """Return what is tested; `how`: the key of the move, such as `about-face`."""
    return how.replace("-", " ").capitalize()


def facing_failed(how: str) -> str:
    return f"its {how} failed"


ONLY_ACTION_DONE = "that was its only action"
FALLS_OFF_TABLE = "it falls back over the edge of the table"


def pushed_by(unit: str) -> str:
    return f"pushed back by {unit}"


def in_the_way(other: str) -> str:
    return f"{other} is in the way"


def not_pushed_farther(friend: str) -> str:
    return f"{friend} cannot be pushed back farther"


TRIES_TO_WITHDRAW = "tries to withdraw from the field"
WITHDRAWAL = "Withdrawal"
TEST_PASSED = "it has passed its discipline test"
CANNOT_WITHDRAW = "cannot withdraw and does nothing else"
DISENGAGEMENT = "Disengagement"
DISENGAGES = "disengages"
