"""The form of an odds query, checked with the path of every fault.

A stand is an `entry` of an army book or a `profile` of one's own, and the state that it is in. Ground is
named by the keys of the recommended Summary Sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from rulesets.contract.odds import OddsError
from rulesets.contract.oddsquery import Name, Strict, entry_book
from rulesets.engine.fields import Asked, Choices
from rulesets.snaphance import sheet
from rulesets.snaphance.armies import LISTS, SnaphanceBook
from rulesets.snaphance.armies.book import StandProfile, Weapon
from rulesets.snaphance.classes import CLASSES, Code
from rulesets.snaphance.events.fire import ranks_after
from rulesets.snaphance.wording import odds as words

Small: TypeAlias = Annotated[int, Field(ge=0, le=12)]
MAX_SUPPORTS = 4

Strikes: TypeAlias = Literal["front", "flank", "behind"]
"""Where a stand strikes the enemy Battle Stand: its front, its flank or rear (SN-10.4.b), or there by a
charge that began behind its front face line (SN-10.4.d).
"""


def _classes() -> Choices:
    return [(code, f"{row.name} ({code})") for code, row in CLASSES.items()]


def _weapons() -> Choices:
    return [(row.key, row.name) for row in sheet.load().weapons.values()]


def _terrain(holds: Callable[[sheet.TerrainRow], object]) -> Choices:
    return [(row.key, row.name) for row in sheet.load().terrain.values() if holds(row)]


def _enterable(row: sheet.TerrainRow) -> bool:
    return any(entry != "no" for entry in row.entry.values())


class ProfileModel(Strict):
    """A row of an army list of one's own, with the field names of the army books; what fights need of it."""

    name: Name = "Stand"
    code: Annotated[Code, Asked(words.CLASS, choices=_classes, initial="PS")]
    sp: Annotated[int, Field(ge=1, le=12), Asked(words.STRENGTH, initial=6)]
    ranks: Annotated[int, Field(ge=1, le=3), Asked(words.RANKS)] = 1
    charge_bonus: Annotated[Small, Asked(words.CHARGE_BONUS, initial=1)] = 0
    charge_bonus_after_loss: Annotated[
        int | None, Field(ge=0, le=12), Asked(words.BONUS_AFTER_LOSSES, initial=1)
    ] = None
    weapon: Annotated[Weapon, Asked(words.FIREARM, choices=_weapons)] = "none"
    mix_dice: Annotated[int, Field(ge=-12, le=0), Asked(words.DICE_OF_PIKES)] = 0
    contact_fire_dice: Annotated[Small, Asked(words.DICE_OF_CONTACT_FIRE)] = 0


class StandModel(Strict):
    """A stand and its state. `lost`: Strength Points lost so far, off the rear rank first (SN-8.4.b).

    `general`: one is attached.
    """

    entry: Name | None = None
    profile: ProfileModel | None = None
    lost: Annotated[int, Field(ge=0, le=60), Asked(words.LOST, words.LOST_NONE, optional=True)] = 0
    disordered: Annotated[bool, Asked(words.DISORDERED)] = False
    general: Annotated[bool, Asked(words.GENERAL_ATTACHED)] = False


class FirerModel(StandModel):
    """A stand that fires. `moves`, `hexes`: single moves made and hexes entered before (SN-7.2).

    `then_moves`: it means to move afterwards (SN-7.2.c, SN-7.3.b). `both_ranks`: of Pistols (SN-7.3.a).
    """

    moves: Annotated[int, Field(ge=0, le=9), Asked(words.MOVES)] = 0
    hexes: Annotated[int, Field(ge=0, le=30), Asked(words.HEXES)] = 0
    then_moves: Annotated[bool, Asked(words.THEN_MOVES)] = False
    both_ranks: Annotated[bool, Asked(words.BOTH_RANKS)] = False


class FighterModel(StandModel):
    """A stand in melee. `charging`: it has moved a hex or more into this contact, so that its Charge Bonus
    may count (SN-10.3). `strikes`: the enemy Battle Stand where.

    `ground`: that of its hex; `across`: what lies on the side between it and the enemy. `higher`: it stands
    higher on a slope. `bonus_lost`: to the enemy's fire (SN-7.4.1.a). `before_pikes`: it is in a front hex of
    a Pike block that stands next to the enemy Battle Stand (SN-10.3.d).
    """

    strikes: Annotated[
        Strikes,
        Asked(words.STRIKES, words=words.STRIKES_VALUES),
    ] = "front"
    ground: Annotated[
        Name, Asked(words.STANDS_ON, choices=lambda: _terrain(lambda row: not row.side and _enterable(row)))
    ] = "open"
    across: Annotated[
        Name | None,
        Asked(
            words.ACROSS,
            choices=lambda: [("", words.NOTHING_ACROSS), *_terrain(lambda row: row.side and _enterable(row))],
        ),
    ] = None
    charging: Annotated[bool, Asked(words.CHARGED)] = False
    higher: Annotated[bool, Asked(words.HIGHER)] = False
    bonus_lost: Annotated[bool, Asked(words.BONUS_LOST)] = False
    before_pikes: Annotated[bool, Asked(words.BEFORE_PIKES)] = False


class BattleStandModel(FighterModel):
    """A Battle Stand, with the supporting stands of its side (SN-10.6)."""

    supports: Annotated[list[FighterModel], Field(max_length=MAX_SUPPORTS)] = []


class ShotConditions(Strict):
    """How a shot is fired: the distance in H, in which role; `cover`: the ground that the target stands in or
    what it stands behind; `garrison`: out of a fortified building.
    """

    fire: Annotated[
        Literal["voluntary", "opportunity", "defensive", "support", "contact"],
        Asked(
            words.FIRES_BY,
            words=words.FIRES_BY_VALUES,
        ),
    ] = "voluntary"
    distance: Annotated[int, Field(ge=1, le=30), Asked(words.DISTANCE, initial=2)] = 1
    cover: Annotated[
        Name,
        Asked(words.COVER, choices=lambda: [("open", words.NO_COVER), *_terrain(lambda row: row.cover)]),
    ] = "open"
    garrison: Annotated[bool, Asked(words.GARRISON)] = False


class ShotQuery(Strict):
    """Fire of one stand at another (SN-7)."""

    kind: Literal["shot"]
    attacker: FirerModel
    target: StandModel
    conditions: ShotConditions = ShotConditions()


class MeleeQuery(Strict):
    """One round of melee between two Battle Stands and those who support them (SN-10, SN-11).

    The attacker's side has made the contact.
    """

    kind: Literal["melee"]
    attacker: BattleStandModel
    target: BattleStandModel


Query: TypeAlias = ShotQuery | MeleeQuery


def profile_of(stand: StandModel, path: str) -> StandProfile:
    """Return the row of an army list that a query names or gives; raises OddsError below `path`."""
    book = entry_book(LISTS, stand, path)
    if stand.profile is not None:
        return _own(stand.profile)
    assert isinstance(book, SnaphanceBook)
    return book.stand(stand.entry or "")


def ranks_of(stand: StandModel, profile: StandProfile, path: str) -> list[int]:
    """Return the SP left in each rank, front first; raises OddsError when nothing is left."""
    left = ranks_after([profile.sp] * profile.ranks, stand.lost)
    if not left:
        most = profile.sp * profile.ranks - 1
        raise OddsError(words.too_much_lost(most), path=f"{path}.lost", code="range")
    return left


def terrain(key: str, path: str, *, side: bool | None = None) -> sheet.TerrainRow:
    """Return a row of the recommended sheet's ground, or of what lies on hex sides; raises OddsError."""
    row = sheet.load().terrain.get(key)
    if row is None or (side is not None and row.side is not side):
        known = ", ".join(row.key for row in sheet.load().terrain.values() if side in (None, row.side))
        raise OddsError(words.not_known(key, known), path=path, code="unknown")
    return row


def _own(given: ProfileModel) -> StandProfile:
    after = given.charge_bonus_after_loss
    return StandProfile(
        entry="", name=given.name, code=given.code, sp=given.sp, ranks=given.ranks, mp=1,
        charge_bonus=given.charge_bonus,
        charge_bonus_after_loss=min(1, given.charge_bonus) if after is None else after,
        order_rating="B", break_points=1, weapon=given.weapon, mix_dice=given.mix_dice,
        contact_fire_dice=given.contact_fire_dice, pursuit_table="none", must_pursue=False,
        may_contact_mcs=False, points=0,
    )  # fmt: skip
