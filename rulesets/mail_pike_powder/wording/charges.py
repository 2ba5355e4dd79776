"""What is said of charges and their answers."""

from __future__ import annotations

CANNOT_CHARGE = "it cannot charge in this formation"
SHAKEN = "shaken units do not charge"
DISORDERED = "disordered units do not charge"
BROKEN = "its battalia is broken"
TERRIFIED = "it tests because the charge is Terrifying"
STAND = "Stand"
COUNTERCHARGE = "Countercharge"
EVADE = "Evade"
FIRE_AND_EVADE = "Shoot, then evade"
FACE = "Turn to face"
FORM = {"hedgehog": "Form a hedgehog", "square": "Form square"}
_FACES = {"front": "in front", "flank": "in the flank", "rear": "in the rear"}


def charge(target: str, inches: float, face: str) -> str:
    return f"Charge {target}, {inches:.1f} in, {_FACES[face]}"


def closing(dice: int, need: int) -> str:
    return f"Closing shots: {dice} {'die' if dice == 1 else 'dice'}, {need}+"


def answer(target: str, unit: str) -> str:
    return f"{unit} charges. What does {target} do?"
