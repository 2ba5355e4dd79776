"""The units of a Baroque list as a campaign counts them: steps are VBU, worth is points (BQ-A.4)."""

from __future__ import annotations

from rulesets.baroque import tables
from rulesets.baroque.armies import LISTS, BaroqueBook, UnitProfile
from rulesets.contract.campaign import Arm, CampaignUnit
from rulesets.engine.fielding import check_entries
from rulesets.engine.lists import ArmyList
from rulesets.engine.mustering import unit_names

_ARMS: dict[str, Arm] = {"ART": "guns", "DR": "dragoons"}


def units(army: ArmyList) -> tuple[CampaignUnit, ...]:
    """Every unit of a list; raises ListError for an unknown book or entries that it has not."""
    book = LISTS.book_of(army)
    assert isinstance(book, BaroqueBook)
    check_entries(army, book)
    names = unit_names(army, book)
    profiles = [(unit.id, book.unit(unit.entry, unit.options)) for unit in army.units()]
    return tuple(
        CampaignUnit(key, names[key], profile.vbu, float(profile.points), arm_of(profile))
        for key, profile in profiles
    )


def arm_of(profile: UnitProfile) -> Arm:
    """Foot, horse, dragoons or guns, by the unit's type (BQ-2.2)."""
    if profile.type in _ARMS:
        return _ARMS[profile.type]
    return "horse" if tables.is_mounted(profile.type) else "foot"
