"""What re-rolls dice of fire and melee (BQ-8); how their hits are counted (BQ-6.1.4) is in the engine."""

from __future__ import annotations

from rulesets.baroque.traits import Traits
from rulesets.engine.chance import Counts, Pass

FIRST_VOLLEY = "BQ-6.1.5.a"


def misses(counts: Counts) -> Counts:
    """BQ-6.1.5.a: all dice that gave no hit, an unpaired 5 with them."""
    return (counts[0], counts[1], counts[2] % 2, 0)


def ones_and_twos(counts: Counts) -> Counts:
    """BQ-8.1.2, BQ-8.1.3, BQ-8.1.4: the 1s and 2s."""
    return (counts[0], 0, 0, 0)


def fire_passes(traits: Traits, *, first_volley: bool) -> tuple[Pass, ...]:
    """BQ-6.1.5.a, BQ-8.1.2: the re-rolls of a unit that fires, the first volley before its characteristic."""
    passes = [Pass(FIRST_VOLLEY, misses)] if first_volley else []
    if traits.shots_rerolled:
        passes.append(Pass(traits.shots_rerolled, ones_and_twos))
    return tuple(passes)


def melee_passes(traits: Traits, *, lance: bool) -> tuple[Pass, ...]:
    """BQ-8.2.2, BQ-8.1.4: the re-rolls of a unit in melee. `lance`: this is the one charge of its lances."""
    passes = [Pass(traits.lance, misses)] if lance and traits.lance else []
    if traits.blows_rerolled:
        passes.append(Pass(traits.blows_rerolled, ones_and_twos))
    return tuple(passes)
