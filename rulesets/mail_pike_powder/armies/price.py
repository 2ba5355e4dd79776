"""What a unit costs by the formula of MPP-C-27. Books state their prices; a test compares the two."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.mail_pike_powder.armies.profiles import Profile, sized
from rulesets.mail_pike_powder.armies.tables import (
    Special,
    Term,
    elite_numbers,
    points_of,
    specials,
    tables,
    unit_size,
    weapons,
)


def price(profile: Profile) -> int:
    """Return the price of a unit with its size and special rules; baggage has none (MPP-C-27, MPP-C-35)."""
    return 0 if profile.unit_class == "baggage" else sum(_parts(profile))


def _parts(profile: Profile) -> Iterator[int]:
    size = unit_size(profile.size)
    paid = sized(profile) if size.fixed else profile  # large and small units have a price of their own
    reach = weapons()[profile.weapon].range_in if profile.weapon else 0.0

    def each(term: Term, range_in: float = 0.0) -> int:
        row = points_of(term, range_in)
        return row.artillery if profile.gun else row.horse if profile.mounted else row.foot

    yield max(paid.clash, paid.sustained) * each("hand_to_hand")
    if profile.weapon:
        dice = paid.dice_long if profile.gun else paid.long  # artillery counts its long-range dice
        yield dice * each("shooting", reach)
        yield tables().single.pikes_among_shot * profile.pikes
    yield _pips(profile) * each("morale")
    yield paid.stamina * each("stamina")
    for name in (*profile.special, *([size.price] if size.price else [])):
        yield _special(specials()[name], profile)
    if profile.elite:
        yield elite_numbers()[profile.elite].points


def _pips(profile: Profile) -> int:
    return 7 - profile.morale if profile.morale else 0


def _special(row: Special, profile: Profile) -> int:
    points = row.points
    if profile.mounted and row.points_horse is not None:
        points = row.points_horse
    if not profile.weapon and row.points_without_missiles is not None:
        points = row.points_without_missiles
    return points + row.per_stamina * sized(profile).stamina + row.per_morale_pip * _pips(profile)
