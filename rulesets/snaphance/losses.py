"""Strength Points lost, disorder, and stands that are gone (SN-1.3.b, SN-8.1, SN-8.4, SN-14.0.a)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.snaphance import generals
from rulesets.snaphance.events.fire import Disordered, LostSP, Removed, ranks_after
from rulesets.snaphance.state import Stand, Status


def lose(battle: Battle, stand: Stand, sp: int, why: str, rule: str) -> bool:
    """SN-1.3.b, SN-8.4.b: permanent losses, the rear rank first; True if the stand is eliminated by it.

    Each rank that comes to 0 SP is removed and its break points are lost (SN-14.0.a).
    """
    sp = min(sp, sum(stand.ranks))
    if sp <= 0:
        return not stand.on_field
    gone = len(stand.ranks) - len(ranks_after(stand.ranks, sp))
    battle.apply(LostSP(rule, stand.id, sp, gone, gone * stand.profile.break_points, why))
    if stand.ranks:
        return False
    remove(battle, stand, "destroyed", "SN-1.3.b", "it has no SP left")
    return True


def remove(battle: Battle, stand: Stand, how: Status, rule: str, why: str = "") -> None:
    """Take a stand from the map: `destroyed`, `fled` off the board (SN-12.0.h) or `pursued` off it.

    The break points of the ranks that it still had are lost, but not by pursuit (SN-13.0.h). Its General's
    fate is settled (SN-3.2.b, SN-3.2.c). A stand that is gone already stays as it is.
    """
    if not stand.on_field:
        return
    place = stand.place
    points = 0 if how == "pursued" else len(stand.ranks) * stand.profile.break_points
    battle.apply(Removed(rule, stand.id, how, points, why))
    generals.after_removal(battle, stand, place)


def disorder(battle: Battle, stand: Stand, why: str, rule: str) -> None:
    """A stand becomes disordered and loses its opportunity (SN-6.1.c); one that is so already stays so."""
    if stand.on_field and not stand.disordered:
        battle.apply(Disordered(rule, stand.id, why))
