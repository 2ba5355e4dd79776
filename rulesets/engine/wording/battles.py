"""What a battle says, whatever its system: refusals of choices, seals, losses, and how it ends."""

from __future__ import annotations

# -- battle.py


def roll_of(count: int, sides: int) -> str:
    return f"Roll {count}d{sides}"


def roll_for(purpose: str, count: int, sides: int) -> str:
    return f"{purpose}: roll {count}d{sides}"


BATTLE_OVER = "the battle is over"


def not_your_decision(side: str) -> str:
    return f"not your decision: it is for {side}"


def conceded_by(side: str) -> str:
    return f"conceded by {side}"


AGREED_TO_DRAW = "both sides agree to a draw"


def no_other_keys(decision: str) -> str:
    return f"“{decision}” has no other keys than “do”"


def another_decision(now: str, was: str) -> str:
    return f"the decision is now “{now}”, it was “{was}”"


def not_to_be_decided(kind: str, side: int) -> str:
    return f"“{kind}” of side {side} is not to be decided now"


NO_RESULT = "the procedure ended without a result"

# -- what a board says of a unit that cannot act now

DRAWING_UP = "the armies are still being drawn up"
NOT_ITS_TURN_TO_DEPLOY = "it is not its turn to be put down"
OTHER_DECISION_FIRST = "another decision has to be made first"


# -- decisions.py


def missing(name: str, limits: str) -> str:
    return f"{name} is missing: give {limits}"


def not_a_number(name: str, limits: str) -> str:
    return f"{name} must be a number: give {limits}"


def wrong_number(name: str, whole: bool, limits: str) -> str:
    return f"{name} must be a {'whole' if whole else 'finite'} number: give {limits}"


def out_of_limits(name: str, value: int | float, limits: str) -> str:
    return f"{name} is {value:g}: give {limits}"


def type_in_dice(count: int) -> str:
    return f"type in {count} dice"


def die_out_of_range(sides: int) -> str:
    return f"a die must show 1 to {sides}"


def not_part_of_choice(key: str) -> str:
    return f"{key} is not part of this choice"


NOT_A_CHOICE = 'a choice is an object such as {"do": "pass"}'


def not_among_choices(choice: str, options: int, decision: str) -> str:
    return f"{choice} is not among the {options} choices of “{decision}”"


def the_choice(shown: str) -> str:
    return f"the choice ({shown})"


# -- events.py

CONCEDED = "The battle is conceded by {side}"
DRAW_AGREED = "Both sides agree to a draw"


def drawn(what: str, found: str, die: int, faces: str) -> str:
    return f"{what}: {found} ({die} on the die; {faces})"


# -- fielding.py


def not_a_unit(entry: str, book: str) -> str:
    return f"{entry!r} is not a unit of {book}"


NOT_LOSSES = "must be an object of unit ids and numbers"
NOT_A_UNIT_OF_THE_LISTS = "is not a unit of the two lists: a.c1u2 is unit c1u2 of the first"


def too_many_losses(most: int, strength: int, what: str) -> str:
    return f"must be a whole number from 1 to {most}: it has {strength} {what}"


def nothing_to_lose(what: str) -> str:
    return f"can lose nothing of 1 {what}"


# -- sealing.py

SALT = "salt: any long number, stored with it"
SEAL_MISSING = "the seal is missing: give a SHA-256 in hexadecimal"
SEAL_NOT_HEXADECIMAL = "the seal must be 64 hexadecimal digits in lower case"
