"""Sentences of cohesion, losses, leaders at risk and the end of a battle."""

from __future__ import annotations

from collections.abc import Sequence

# -- cohesion ---------------------------------------------------------------------------------------

COHESION_TEST = "Cohesion test"


def outcome(passed: bool, losses: int, disorder_losses: int, why: str) -> str:
    """Return `failed, 2 lost, 1 more by accumulated disorder`; `why`: what decided, if not the figures."""
    made = f"passed{why}" if passed else f"failed{why}, {losses} lost"
    if not disorder_losses:
        return made
    return f"{made}, {disorder_losses} {'lost' if passed else 'more'} by accumulated disorder"


def needs(critical: int, vbu: int, hits: int, terms: str) -> str:
    return f"needs {critical} or less (VBU {vbu}, {hits} hit{'s' if hits > 1 else ''}{terms})"


TEST_FAILED = "failed cohesion test"
DISORDERED_AGAIN = "disordered again"
BY_FIRE = "by fire"
IN_MELEE = "in melee"


def asks_destiny(unit: str, die: int, made: str) -> str:
    return f"Cohesion test of {unit}: {die}, {made}. Repeat it with a Roll of Destiny?"


def repeat_test(critical: int, chance: float, left: int) -> str:
    return f"Repeat the test: it needs {critical} or less, {chance:.0%} to pass ({left} left)"


KEEP_RESULT = "Keep the result"
VBU_GONE = "its VBU has fallen to 0"

# -- leaders ----------------------------------------------------------------------------------------

LEADER_LEAVES = "leaves the field with his unit"
FATE = "Fate of the leader"
FATES = ("he lives", "he is killed", "he is killed and his command wavers")
LEADER_KILLED = "is killed"
LEADER_DEAD_TEST = "Their leader is dead"
LEADER_DEAD = "their leader is dead"

# -- the end ----------------------------------------------------------------------------------------

ENEMY_ROUTED = "the enemy’s army is routed"
BOTH_ROUTED = "both armies are routed"
LAST_TURN = "the last turn is over"
NOBODY_LEFT = "nobody is left on the field"


def compared(how: str, percentages: Sequence[float]) -> str:
    """Say how the battle ended, and what part of the VDT each side has left."""
    return f"{how}, {' against '.join(f'{part:g}%' for part in percentages)} of the VDT left"


VILLAGE_LOST = "occupied by the enemy"
COMMAND_DEMORALISED_TEST = "Command demoralised"
COMMAND_DEMORALISED = "its command is demoralised"
