"""What is said of the end of a battle."""

from __future__ import annotations

from rulesets.engine.wording import counted

BROKEN = "broken"
NO_COMMANDER = "commander lost"
BOTH_BEATEN = "both armies are beaten"
BROKEN_BATTALIAS = "Broken battalias: more than half of the units lost or shaken"
HALF_BROKEN = "At least half of the battalias broken: the army is beaten"
LOST_UNITS = "Units lost: where broken battalias are even"
YES, NO = "yes", "no"
CASUALTIES = "casualties"
FATES = (
    ("", "on the table"), ("broken", "broke"), ("shattered", "shattered"), ("destroyed", "destroyed"),
    ("left", "left the table"),
)  # fmt: skip
_STATUS = {
    "broken": "broke", "shattered": "shattered", "destroyed": "destroyed", "left": "left the table",
    "reserve": "not deployed",
}  # fmt: skip


def of(number: int, total: int) -> str:
    return f"{number} of {total}"


def fewer_battalias(few: int, many: int) -> str:
    return f"after the last turn, {counted(few, 'broken battalia')} against {many}"


def fewer_units(few: int, many: int) -> str:
    return f"after the last turn, {counted(few, 'lost unit')} against {many}, with as many battalias broken"


def even(battalias: int, units: int) -> str:
    return (
        f"after the last turn, each side has {counted(battalias, 'broken battalia')} "
        f"and {counted(units, 'lost unit')}"
    )


def beaten(side: str) -> str:
    return f"half of the battalias of {side} are broken"


def status(key: str, shaken: bool) -> str:
    return _STATUS.get(key, "shaken" if shaken else "casualties")
