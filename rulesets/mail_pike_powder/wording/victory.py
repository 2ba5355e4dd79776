"""What is said of the end of a battle."""

from __future__ import annotations

BROKEN = "broken"
NO_COMMANDER = "commander lost"
BOTH_BEATEN = "both armies are beaten"
FEWER_BATTALIAS = "fewer broken battalias after the last turn"
FEWER_UNITS = "fewer lost units after the last turn"
EVEN = "the last turn is over and losses are even"
CASUALTIES = "casualties"
FATES = (
    ("", "on the table"), ("broken", "broke"), ("shattered", "shattered"), ("destroyed", "destroyed"),
    ("left", "left the table"),
)  # fmt: skip
_STATUS = {
    "broken": "broke", "shattered": "shattered", "destroyed": "destroyed", "left": "left the table",
    "reserve": "not deployed",
}  # fmt: skip


def beaten(side: str) -> str:
    return f"half of the battalias of {side} are broken"


def status(key: str, shaken: bool) -> str:
    return _STATUS.get(key, "shaken" if shaken else "casualties")
