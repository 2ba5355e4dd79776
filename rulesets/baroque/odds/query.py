"""The form of an odds query, checked with the path of every fault.

A unit is an `entry` of an army book with its `options`, or a `profile` of one's own, and the state it is in.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from rulesets.baroque import tables
from rulesets.baroque.armies import LISTS, BaroqueBook, UnitProfile
from rulesets.baroque.wording import odds as words
from rulesets.baroque.wording.armies import no_type, not_of_the_rules
from rulesets.contract.odds import OddsError
from rulesets.contract.oddsquery import Name, Strict, entry_book
from rulesets.engine.fields import Asked, Choices

MAX_SUPPORTS = 6
PISTOL = "Point-blank pistol"
"""A weapon that stands among the characteristics."""

Ground: TypeAlias = Literal["open", "broken", "difficult"]


def _types() -> Choices:
    return [(row.code, f"{row.name} ({row.code})") for row in tables.tables().troop_type]


def _weapons() -> Choices:
    names = (row.printed[0] if row.printed else row.weapon for row in tables.tables().firing)
    return [(name, name) for name in ("Pike", PISTOL, *names)]


def _special() -> Choices:
    return [(row.name, row.name) for row in tables.tables().characteristic if row.name != PISTOL]


class ProfileModel(Strict):
    """A unit profile of one's own, with the field names of the army books."""

    name: Name = words.UNIT
    type: Annotated[Name, Asked(words.TYPE, choices=_types, initial="P&M")]
    vbu: Annotated[int, Field(ge=1, le=20), Asked("VBU", key="own_vbu", initial=6)]
    i: Annotated[int, Field(ge=0, le=12), Asked(words.IMPETUS, initial=2)] = 0
    d: Annotated[Literal["A", "B", "C"], Asked(words.DISCIPLINE)] = "B"
    m_bu: Annotated[float, Field(ge=0, le=8)] = 1
    speed: Literal["", "S", "F"] = ""
    vd: Annotated[int, Field(ge=0, le=12)] = 0
    sm: Annotated[int, Field(ge=-12, le=0), Asked(words.SHOOTING_MODIFIER)] = 0
    mm: Annotated[int, Field(ge=-12, le=12), Asked(words.MELEE_MODIFIER)] = 0
    weapons: Annotated[list[Name], Field(max_length=8), Asked(words.WEAPONS, choices=_weapons)] = []
    special: Annotated[list[Name], Field(max_length=16), Asked(words.SPECIAL, choices=_special)] = []
    massed: Annotated[bool, Asked(words.MASSED)] = False


class UnitModel(Strict):
    """A unit and its state: an entry of a book with options, or a profile. `vbu`: current, by default the
    full one.

    `inflamed`: stirred up by its agitators this turn (BQ-8.1.9.a).
    """

    entry: Name | None = None
    options: Annotated[list[Name], Field(max_length=16)] = []
    profile: ProfileModel | None = None
    vbu: Annotated[int | None, Field(ge=1), Asked(words.VBU_NOW, words.NO_LOSSES)] = None
    disordered: Annotated[bool, Asked(words.DISORDERED)] = False
    leader: Annotated[bool, Asked(words.LEADER_ATTACHED)] = False
    inflamed: Annotated[bool, Asked(words.INFLAMED)] = False


class FirerModel(UnitModel):
    """A unit that fires. `first_volley`: it has not fired before. `moves`: actions made or reserved."""

    first_volley: Annotated[bool, Asked(words.FIRED_BEFORE, key="fired", negated=True)] = True
    moves: Annotated[int, Field(ge=0, le=9), Asked(words.MOVEMENT_ACTIONS)] = 0


class SupportModel(UnitModel):
    """A unit in melee. `charging`: it charged, countercharged or pursued with real movement into this round.

    `touched`: its face that the enemy touches. `ground`: what it stands on, `wholly`: with its whole base.
    `position`: higher on a gentle hill, or behind an obstacle that it defends. `lance`: not used before.
    """

    touched: Annotated[
        Literal["front", "side", "flank", "rear"],
        Asked(words.TOUCHED_ON, words=words.FACES),
    ] = "front"
    ground: Annotated[Ground, Asked(words.STANDS_ON, words=words.GROUNDS)] = "open"
    position: Annotated[
        Literal["level", "higher", "obstacle"],
        Asked(words.POSITION, words=words.POSITIONS),
    ] = "level"
    charging: Annotated[bool, Asked(words.CHARGED)] = False
    wholly: Annotated[bool, Asked(words.NOT_WHOLLY, key="partly", negated=True)] = True
    lance: Annotated[bool, Asked(words.LANCES_USED, key="lance_used", negated=True)] = True


class FighterModel(SupportModel):
    """A Main Unit, with the Support Units of its side (BQ-7.6.b)."""

    supports: Annotated[list[SupportModel], Field(max_length=MAX_SUPPORTS)] = []


class Conditions(Strict):
    """What the players have agreed on: `disorder_adds_to_failure` as in a set-up (BQ-6.2.1.b)."""

    disorder_adds_to_failure: bool = False


class ShotConditions(Conditions):
    """How a shot is fired: distance in BU, lines of fire, cover. `weapon`: for a firer that has several."""

    distance: Annotated[float, Field(ge=0, le=8), Asked(words.DISTANCE, initial=1.5)]
    weapon: Annotated[Name | None, Asked(words.WEAPON, choices=lambda: [("", words.THE_BEST)])] = None
    cover: Annotated[
        Literal["none", "edge", "obstacle"],
        Asked(words.COVER, words=words.COVERS),
    ] = "none"
    limited: Annotated[bool, Asked(words.LIMITED_FIRE)] = False
    through: Annotated[bool, Asked(words.THROUGH)] = False
    indirect: Annotated[bool, Asked(words.INDIRECT_FIRE)] = False
    evading: Annotated[bool, Asked(words.AT_EVADING)] = False


class ShotQuery(Strict):
    """Fire of one unit at another, active or as a reaction (BQ-6.1)."""

    kind: Literal["shot"]
    attacker: FirerModel
    target: UnitModel
    conditions: ShotConditions


class PistolsQuery(Strict):
    """Point-blank pistols at contact (BQ-6.7)."""

    kind: Literal["pistols"]
    attacker: UnitModel
    target: UnitModel
    conditions: Conditions = Conditions()


class MeleeQuery(Strict):
    """One round of melee between two Main Units and those who support them (BQ-7.5, BQ-7.6)."""

    kind: Literal["melee"]
    attacker: FighterModel
    target: FighterModel
    conditions: Conditions = Conditions()


Query: TypeAlias = ShotQuery | PistolsQuery | MeleeQuery


def profile_of(unit: UnitModel, path: str) -> UnitProfile:
    """Return the profile that a query names or gives; raises OddsError below `path`."""
    book = entry_book(LISTS, unit, path)
    if unit.profile is not None:
        return _own(unit.profile, f"{path}.profile")
    assert isinstance(book, BaroqueBook)
    return book.unit(unit.entry or "", unit.options)


def current_vbu(unit: UnitModel, profile: UnitProfile, path: str) -> int:
    """Return the VBU the unit has now; raises OddsError when that is more than it began with."""
    if unit.vbu is None:
        return profile.vbu
    if unit.vbu > profile.vbu:
        raise OddsError(words.more_than_at_start(profile.vbu), path=f"{path}.vbu")
    return unit.vbu


def _own(given: ProfileModel, path: str) -> UnitProfile:
    try:
        troop = tables.troop_type(given.type)
    except KeyError:
        message = no_type(given.type, [row.code for row in tables.tables().troop_type])
        raise OddsError(message, path=f"{path}.type", code="unknown") from None
    _check_names(given.weapons, f"{path}.weapons")
    _check_names(given.special, f"{path}.special")
    massed = given.massed or troop.always_massed
    return UnitProfile(
        entry="", name=given.name, type=troop.code, type_name=troop.name, m_bu=given.m_bu, speed=given.speed,
        vbu=given.vbu, i=given.i, d=given.d, vd=given.vd, points=0, weapons=tuple(given.weapons), sm=given.sm,
        mm=given.mm or (tables.tables().massed.melee_modifier if massed else 0),  # BQ-2.3.1.a
        special=tuple(given.special), massed=massed,
    )  # fmt: skip


def _check_names(names: list[str], path: str) -> None:
    known = {row.name for row in tables.tables().characteristic} | {"Pike"}
    for index, name in enumerate(names):
        if name not in known and tables.weapon(name) is None:
            raise OddsError(not_of_the_rules(name), path=f"{path}[{index}]", code="unknown")
