"""Exact odds as lines of a table: dice with every modifier, hits, what they do to the unit that is hit.

Dice, re-rolls and outcomes are those of `rulesets.baroque.odds`, from the facts on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from operator import le

from rulesets.baroque.morale import ADDED, Cause, cohesion_modifiers, cohesion_passes
from rulesets.baroque.odds.aftermath import Sufferer, leader_risk
from rulesets.baroque.state import State, Unit
from rulesets.baroque.traits import traits
from rulesets.contract.board import Figure
from rulesets.engine.chance import Distribution
from rulesets.engine.dice import Modifier
from rulesets.engine.hits import Pool, pooled_distribution
from rulesets.engine.wording import counted

_MOST_HITS = 4
_DIGITS = 9


def sufferer(
    state: State, unit: Unit, cause: Cause, more: Iterable[Modifier], *, feared: bool = False
) -> Sufferer:
    """Return a unit on the table as one that is hit (BQ-6.2.c); `more`: what the fire or the melee adds."""
    return Sufferer(
        unit.vbu, unit.profile.vbu, unit.disordered, state.attached_leader(unit.id) is not None,
        (*cohesion_modifiers(state, unit), *more), cohesion_passes(traits(unit.profile), feared=feared),
        cause, bool(state.options.get(ADDED)),
    )  # fmt: skip


def share(chance: Fraction | float) -> float:
    """Return a probability as it is shown."""
    return round(float(chance), _DIGITS)


def dice_lines(
    whose: str, base: int, modifiers: Sequence[Modifier], pools: tuple[Pool, ...], rule: str,
    *, of: str = "VBU",
) -> Iterator[Figure]:  # fmt: skip
    """Yield dice from a base number called `of`, with modifiers, re-rolls and the hits to expect."""
    count, passes = pools[0]
    yield Figure(f"{whose}: dice", None, str(count), rule)
    yield Figure(of, None, str(base), rule)
    for modifier in modifiers:
        yield Figure(modifier.why, None, f"{modifier.value:+d}", modifier.rule)
    for again in passes:
        yield Figure("rolled again", None, "re-roll", again.rule)
    for more, _ in pools[1:]:
        yield Figure("in support", None, f"+{more} dice", "BQ-7.6.b")
    hits = pooled_distribution(pools)
    yield Figure("hits to expect", None, f"{float(hits.mean()):.2f}", "BQ-6.1.4")
    for least in range(1, min(_MOST_HITS, hits.weights[-1][0]) + 1):
        reached = hits.probability(partial(le, least))
        yield Figure(f"at least {counted(least, 'hit')}", share(reached), "", "BQ-6.1.4")


def harm_lines(
    whose: str, struck: Sufferer, after: Distribution, *, summed: bool = False
) -> Iterator[Figure]:
    """Yield what the hits do to a unit (BQ-6.2, BQ-7.5.b); `summed`: with what a line about a shot says."""
    rule = "BQ-6.2.b" if struck.cause == "fire" else "BQ-7.5.b"
    for modifier in struck.modifiers:
        yield Figure(f"{whose}: {modifier.why}", None, f"{modifier.value:+d} critical number", modifier.rule)
    unhurt = share(after.probability(lambda done: not done[2]))
    yield Figure(f"{whose}: no cohesion test", unhurt, "", "BQ-6.2.a", short="no effect" if summed else "")
    passed = after.probability(lambda done: done[2] and not done[0])
    yield Figure(f"{whose}: passes its test", share(passed), "", rule)
    if summed:
        hurt = sum(chance for lost, chance in after.shares(struck.lost) if lost)
        yield Figure(f"{whose}: loses VBU", share(hurt), "", "BQ-6.2.d", short="loses VBU")
    for lost, chance in after.shares(struck.lost):
        if lost:
            yield Figure(f"{whose}: loses {lost} VBU", share(chance), "", "BQ-6.2.d")
    broken = share(after.probability(struck.disordered_by))
    words = f"{whose}: Disordered afterwards"
    yield Figure(words, broken, "", "BQ-6.2.1.a", short="disordered" if summed else "")
    yield Figure(
        f"{whose}: Exhausted afterwards", share(after.probability(struck.exhausted)), "", "BQ-2.5.1.a"
    )
    routed = share(after.probability(struck.routed))
    yield Figure(f"{whose}: routed", routed, "", "BQ-2.5.2", short="routs" if summed else "")
    risk = leader_risk(struck, after)
    if risk:
        rule = "BQ-6.2.2.a" if struck.cause == "fire" else "BQ-7.5.6.a"
        yield Figure(f"{whose}: leader lost", share(risk), "", rule)
