"""Melee dice from plain facts (SN-10.1, SN-10.3, SN-10.4, SN-10.6, SN-C-combat-factors).

The same lists serve the roll, the exact odds, the log and the tactician.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Literal

from rulesets.engine.dice import Modifier, total
from rulesets.engine.records import record
from rulesets.snaphance.sheet import Sheet
from rulesets.snaphance.wording import melee as words

Flank = Literal["", "flank", "heavy_flank"]
"""From where a stand fights: `flank` for a flank or rear hex of the enemy (SN-10.4.b), `heavy_flank` for a
Mounted Combat Stand that has just come there from behind its front face line (SN-10.4.d). Keys of the sheet.
"""

LEAST = 1
"""SN-10.2.a: the fewest dice of a stand in melee."""


@record
class Denied:
    """Why a stand has no Charge Bonus, and the rule that says so."""

    rule: str
    why: str


@record
class Onset:
    """What decides whether a stand that charges has its Charge Bonus (SN-10.3).

    `moved`: a hex at least. `lost`: to the enemy's fire. `against_pikes`: it strikes Pike, or Pike and Shot,
    in front. `before_pikes`: it is in a front hex of a Pike block next to its enemy. `ground`: where ground
    takes the bonus, "" if none does.
    """

    mounted: bool
    foe_mounted: bool
    moved: bool = True
    lost: bool = False
    against_pikes: bool = False
    before_pikes: bool = False
    ground: str = ""


def denied(onset: Onset) -> Denied | None:
    """Return the first reason why a charging stand has no Charge Bonus; None if it has it (SN-10.3.b-f)."""
    # The order is that of the log: the first reason found is the one that is shown.
    if not onset.moved:
        return Denied("SN-10.3.f", words.NOT_MOVED)
    if onset.lost:
        return Denied("SN-7.4.1.a", words.LOST_TO_FIRE)
    if not onset.mounted and onset.foe_mounted:
        return Denied("SN-10.3.b", words.FOOT_AGAINST_MOUNTED)
    if onset.mounted and onset.against_pikes:
        return Denied("SN-10.3.c", words.AGAINST_PIKES)
    if onset.mounted and onset.before_pikes:
        return Denied("SN-10.3.d", words.BEFORE_PIKES)
    return Denied("SN-10.3.e", words.by_ground(onset.ground)) if onset.ground else None


def bonus_now(full: int, after_loss: int, *, lost: bool) -> int:
    """Return the Charge Bonus: once the front stand has lost SP that of its list after losses (SN-10.3.g)."""
    return min(full, after_loss) if lost else full


@record
class Fighter:
    """The facts of one stand in one throw of melee dice.

    `sp`: of its front stand (SN-8.4.c). `bonus`: its Charge Bonus if it charges, 0 if it does not; `denied`:
    why it has none of it. `uphill`: it stands higher than the enemy Battle Stand. `pikes`: a Pike block in
    order, attacked by mounted in its front hexes. `hindered`: mounted in bad ground. `attack`, `defence`:
    dice of the terrain that it attacks or defends.
    """

    sp: int
    bonus: int = 0
    denied: Denied | None = None
    disordered: bool = False
    flank: Flank = ""
    uphill: bool = False
    pikes: bool = False
    hindered: bool = False
    attack: int = 0
    defence: int = 0


def own_terms(fighter: Fighter, sheet: Sheet) -> list[Modifier]:
    """Return what makes up the dice of one stand, its SP first; a denied bonus as 0 dice (SN-10.1.b)."""
    return list(_terms(fighter, sheet))


def _terms(fighter: Fighter, sheet: Sheet) -> Iterator[Modifier]:
    yield Modifier("SN-1.3.a", fighter.sp, words.STRENGTH)
    if fighter.bonus:
        # A bonus that is denied stays in the list with 0 dice, so that the log says why.
        denied = fighter.denied
        if denied is not None:
            yield Modifier(denied.rule, 0, words.no_charge_bonus(denied.why))
        else:
            yield Modifier("SN-10.3.a", fighter.bonus, words.CHARGE_BONUS)
    if fighter.disordered:
        yield _row(sheet, "disordered", "SN-10.1.c", words.DISORDERED)
    if fighter.flank == "heavy_flank":
        yield _row(sheet, "heavy_flank", "SN-10.4.d", words.HEAVY_FLANK)
    elif fighter.flank:
        yield _row(sheet, "flank", "SN-10.4.b", words.FLANK)
    factors = "SN-C-combat-factors"
    if fighter.uphill:
        yield _row(sheet, "uphill", factors, words.UPHILL)
    if fighter.pikes:
        yield _row(sheet, "pikes_against_mounted", factors, words.PIKES)
    if fighter.hindered:
        yield _row(sheet, "mounted_hindered", factors, words.HINDERED)
    if fighter.attack:
        yield Modifier("SN-C-terrain", fighter.attack, words.ATTACK)
    if fighter.defence:
        yield Modifier("SN-C-terrain", fighter.defence, words.DEFENCE)


def _row(sheet: Sheet, key: str, rule: str, why: str) -> Modifier:
    return Modifier(rule, sheet.melee[key].dice, why)


def number(terms: Iterable[Modifier]) -> int:
    """Return how many dice these terms make: at least one (SN-10.2.a)."""
    return max(LEAST, total(terms))


def support(terms: Iterable[Modifier]) -> int:
    """Return what a supporting stand with these terms of its own adds: half, rounded up (SN-10.6.b)."""
    return ceil(number(terms) / 2)


def side_terms(main: Fighter, supporters: Iterable[tuple[str, Fighter]], sheet: Sheet) -> list[Modifier]:
    """Return what makes up the dice of a side: the Battle Stand's terms, half of each supporter's (SN-10.1.b,
    SN-10.6.b).
    """
    terms = own_terms(main, sheet)
    # Otherwise supporters would first have to make up for a negative sum.
    if total(terms) < LEAST:
        terms.append(Modifier("SN-10.2.a", LEAST - total(terms), words.AT_LEAST_ONE))
    for name, fighter in supporters:
        half = support(own_terms(fighter, sheet))
        terms.append(Modifier("SN-10.6.b", half, words.supported_by(name)))
    return terms
