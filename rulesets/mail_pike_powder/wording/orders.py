"""What is said of orders and commanders."""

from __future__ import annotations

from rulesets.engine.wording import counted

ORDER = "Order"
RELIABLE = "Reliable"
BLUNDER = "Blunder"
HOW_FAR = "How far it blunders"
ELITE = "Elite"
BRAVE = "Brave"
RALLIES = "it rallies"
HAS_MOVED = "it has moved or had its order"
DISORDERED = "disordered units cannot be given orders"
ON_INITIATIVE = "moves on its own initiative"
FALLS_BACK = "moves away from the enemy"
NO_MORE_INITIATIVE = "End initiative moves"
NO_MORE_ORDERS = "End orders"
COMMANDERS_DONE = "End the Command phase"
STOP = "Stop here"
REROLL = "Reroll"
KEEP = "Keep the result"
NO_PLACE = "A commander cannot stand there"
TAKEN = "A unit stands there: join it instead"
_BLUNDERS = {
    "rear": "to the rear", "left": "into the left quarter", "right": "into the right quarter",
    "front": "to the front", "nearest": "at the closest enemy, or forward",
}  # fmt: skip


def initiative(side: str) -> str:
    return f"{side}: who moves on their own initiative?"


def who_is_ordered(side: str) -> str:
    return f"{side}: who gets an order?"


def commanders(side: str) -> str:
    return f"{side}: where do the commanders go?"


def move_of(unit: str, number: int, count: int) -> str:
    return f"{unit}: move {number} of {count}"


def order_to(whom: str, intent: str, leader: str, chance: float) -> str:
    return f"Order {whom} to {intent} ({leader}): {chance:.0%}"


def away(unit: str) -> str:
    return f"{unit}: move away, without an order"


def ordered(intent: str) -> str:
    return {"move": "ordered to move", "charge": "ordered to charge", "rally": "ordered to rally"}.get(
        intent, "ordered to follow"
    )


def result(moves: int) -> str:
    if moves < 0:
        return "blunder"
    return counted(moves, "move") if moves else "fails"


def reroll(blundered: bool) -> str:
    return (
        "The order is a blunder. Use the general’s reroll?"
        if blundered
        else "The order fails. Use the general’s reroll?"
    )


def blunders(where: str, moves: int) -> str:
    return (f"{counted(moves, 'move')} " if moves else "") + _BLUNDERS[where]


def so_many(moves: int) -> str:
    return counted(moves, "move")


def success(passed: bool) -> str:
    return "success" if passed else "no success"


def killed(hit: bool) -> str:
    return "killed" if hit else "unhurt"


def move(leader: str, inches: float) -> str:
    return f"{leader} moves up to {inches:g} in"


def join(leader: str, unit: str) -> str:
    return f"{leader} joins {unit}"


def rally(leader: str, unit: str) -> str:
    return f"{leader} joins {unit} to rally it"


def follow_me(leader: str, unit: str) -> str:
    return f"{leader} joins {unit}: Follow me!"


def too_far(far: float, reach: float) -> str:
    return f"That is {far:.1f} in away; a commander moves up to {reach:g} in"
