"""Who wins a melee, and what it costs both sides (SN-8.1.d, SN-8.3.c, SN-11.0 to SN-11.3), from plain facts.

The melee on the map and the exact odds use the same functions.
"""

from __future__ import annotations

from typing import TypeAlias

from rulesets.engine.records import record
from rulesets.snaphance.classes import StandClass
from rulesets.snaphance.morale import sp_lost

WON, DRAWN, LOST = 1, 0, -1
Verdict: TypeAlias = int
"""WON, DRAWN or LOST."""

MOST, LEAST = 2, 1
"""SN-8.1.d: the most SP that a melee costs who has lost it, and who has not."""


@record
class Fallen:
    """What the Morale Test of one Battle Stand has shown, and what limits its loss.

    `loss`: morale loss, 0 without a test. `shaken`: it was hit when it was disordered already (SN-8.3.b).
    `sp`: those left in all its ranks. `alone`: no stand supports it. `garrison`: it holds a fortified
    building, which caps its loss.
    """

    kind: StandClass
    loss: int
    shaken: bool
    sp: int
    alone: bool = True
    garrison: bool = False


@record
class Verdicts:
    """SN-11.0: by side: won, drawn or lost; the most SP that it may lose, and those that it does lose; and
    who wins by the morale losses alone, whatever elimination makes of it (SN-13.0.e).
    """

    verdicts: tuple[Verdict, Verdict]
    caps: tuple[int, int]
    sp: tuple[int, int]
    by_morale: tuple[Verdict, Verdict]


def most_sp(own: Fallen, foe: Fallen, verdict: Verdict) -> int:
    """Return the most SP that a melee costs a Battle Stand (SN-8.1.d, SN-11.0.b, SN-11.1.a-c).

    SN-C-found-tower: the garrison of a fortified building loses one at most.
    """
    if verdict != LOST or own.loss < MOST:
        return LEAST
    spared = (
        (own.kind.mcs and not foe.kind.mounted)  # SN-11.1.a
        or own.kind.code == "LC"  # SN-11.1.b
        or foe.kind.code in ("Sk", "LC")  # SN-11.1.c
        or own.garrison
    )
    return LEAST if spared else MOST


def decide(first: Fallen, second: Fallen) -> Verdicts:
    """Return who wins and what it costs (SN-11.0.a, SN-10.1.d, SN-8.3.c, SN-11.2.a)."""
    # A pursuit asks for the verdict by morale alone, whatever elimination made of the melee.
    verdict, by_morale = winner(first, second), _compared(second.loss - first.loss)
    caps = most_sp(first, second, verdict), most_sp(second, first, -verdict)
    sp = cost(first, second, verdict), cost(second, first, -verdict)
    return Verdicts((verdict, -verdict), caps, sp, (by_morale, -by_morale))


def winner(first: Fallen, second: Fallen) -> Verdict:
    """Return the verdict of the first side, contrary to the second's (SN-11.0.a, SN-10.1.d, SN-11.2.a)."""
    fell, felled = _falls(first), _falls(second)
    if fell and felled:
        return DRAWN
    # A stand with supporters may be lost without losing the melee, so only lone ones count here.
    if (fell and first.alone) or (felled and second.alone):
        return WON if felled else LOST
    return _compared(second.loss - first.loss)


def cost(own: Fallen, foe: Fallen, verdict: Verdict) -> int:
    """Return the SP that a melee with that verdict costs a Battle Stand (SN-8.1.d, SN-8.3.c)."""
    return sp_lost(own.loss, disordered=own.shaken, cap=most_sp(own, foe, verdict))


def _falls(own: Fallen) -> bool:
    """Return whether even the loss of a side that has not lost the melee eliminates the stand."""
    # With the least cap, for who has won is not known yet: it depends on this very question.
    return own.sp <= LEAST and sp_lost(own.loss, disordered=own.shaken, cap=LEAST) >= own.sp


def _compared(lead: int) -> Verdict:
    """Return the verdict of the side that leads by so much."""
    return WON if lead > 0 else LOST if lead < 0 else DRAWN
