"""The stands of a Snaphance list as a campaign counts them: steps are Strength Points (SN-1.3.a)."""

from __future__ import annotations

from rulesets.contract.campaign import Arm, CampaignUnit
from rulesets.engine.fielding import check_entries
from rulesets.engine.lists import ArmyList
from rulesets.engine.mustering import unit_names
from rulesets.snaphance.armies import LISTS, SnaphanceBook, StandProfile

_ARMS: dict[str, Arm] = {"Art": "guns", "Dr": "dragoons"}


def units(army: ArmyList) -> tuple[CampaignUnit, ...]:
    """Every stand of a list, with the SP of all its ranks; raises ListError for an unknown book or
    entries that it has not.
    """
    book = LISTS.book_of(army)
    assert isinstance(book, SnaphanceBook)
    check_entries(army, book)
    names = unit_names(army, book)
    profiles = [(unit.id, book.stand(unit.entry, unit.options)) for unit in army.units()]
    return tuple(
        CampaignUnit(key, names[key], profile.sp * profile.ranks, float(profile.points), arm_of(profile))
        for key, profile in profiles
    )


def arm_of(profile: StandProfile) -> Arm:
    """Foot, horse, dragoons or guns, by the stand's sub-category (SN-2.0.b)."""
    return _ARMS.get(profile.code) or ("horse" if profile.kind.mounted else "foot")
