"""What a stand is worth: no printed army has points, so the formula is ours (SN-C-points)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.roster import SumLine
from rulesets.snaphance.armies.profiles import Profile, StandProfile
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.sheet import Sheet, load

RATING = {"A": 4, "B": 2, "C": 0}
SHOOTING_RANKS = 2
"""Points of a second rank that can fire over the first (SN-7.3.a)."""
_RULE = "SN-15.0.a"


def lines(profile: Profile | StandProfile, sheet: Sheet | None = None) -> Iterator[SumLine]:
    """The parts of a stand's price that are not 0, in the order of its row (SN-C-points)."""
    for label, points in _parts(profile, sheet or load()):
        if points:
            yield SumLine(label, points, _RULE, marked=True)


def price(profile: Profile | StandProfile, sheet: Sheet | None = None) -> int:
    """The price of a stand with all its ranks (SN-C-points)."""
    return sum(points for _, points in _parts(profile, sheet or load()))


def _parts(profile: Profile | StandProfile, sheet: Sheet) -> Iterator[tuple[str, int]]:
    stand = CLASSES[profile.code]
    yield "Strength points", 2 * profile.sp
    yield "Charge Bonus", 2 * profile.charge_bonus
    yield "Charge Bonus kept after a loss", max(0, profile.charge_bonus_after_loss - 1)
    yield "Movement points", profile.mp
    yield "Order rating", RATING[profile.order_rating]
    yield "Firearm, less its pikes", max(0, sheet.weapons[profile.weapon].points + profile.mix_dice)
    yield "Contact fire", profile.contact_fire_dice
    rear = profile.ranks - 1
    yield "Rear ranks", rear * profile.sp
    yield "A second rank that fires", SHOOTING_RANKS if rear and profile.code == "Pi" else 0
    yield "Cavalry pursuit of foot", 1 if not stand.mounted and profile.pursuit_table == "cavalry" else 0
    yield "May contact mounted stands", 2 if profile.may_contact_mcs else 0
    yield "Compulsory pursuit", -1 if profile.must_pursue else 0
