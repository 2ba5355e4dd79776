"""The form of an odds query, checked with the path of every fault.

A unit is an `entry` of an army book with its `options`, or a `profile` of one's own, and the state it is in.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import Field

from rulesets.contract.odds import OddsError
from rulesets.contract.oddsquery import Name, Strict, entry_book
from rulesets.engine.fields import Asked, Choices
from rulesets.mail_pike_powder.armies import LISTS, PowderBook, UnitProfile
from rulesets.mail_pike_powder.armies.profiles import Formation, Gun, UnitClass
from rulesets.mail_pike_powder.armies.tables import specials, weapons
from rulesets.mail_pike_powder.state import Unit
from rulesets.mail_pike_powder.tables import Cover
from rulesets.mail_pike_powder.wording import events
from rulesets.mail_pike_powder.wording import odds as words

MAX_SUPPORTS = 3
Stood: TypeAlias = Literal["none", "light", "heavy", "fortification", "building"]


def _weapons() -> Choices:
    return [("", words.NONE), *((row.key, row.name) for row in weapons().values())]


def _specials() -> Choices:
    return [(name, name) for name in specials()]


def _formations() -> Choices:
    return [("", words.THE_USUAL), *((key, events.FORMATIONS[key]) for key in get_args(Formation))]


AnyFormation: TypeAlias = Literal["", Formation]
Dice: TypeAlias = Annotated[int, Field(ge=0, le=20)]


class ProfileModel(Strict):
    """A stat line of one's own, with the field names of the army books (MPP-C-01)."""

    name: Name = words.UNIT
    unit_class: Annotated[UnitClass, Asked(words.CLASS, words=words.CLASSES)] = "infantry"
    clash: Annotated[Dice, Asked(words.CLASH, initial=6)]
    sustained: Annotated[Dice, Asked(words.SUSTAINED, initial=6)]
    short: Annotated[Dice, Asked(words.SHORT, initial=2)] = 0
    long: Annotated[Dice, Asked(words.LONG, initial=2)] = 0
    weapon: Annotated[Literal["", *weapons()], Asked(words.WEAPON, choices=_weapons, optional=True)] = ""  # type: ignore[valid-type]
    morale: Annotated[int, Field(ge=0, le=6), Asked(words.MORALE, initial=4)] = 4
    stamina: Annotated[int, Field(ge=1, le=20), Asked(words.STAMINA, initial=3)] = 3
    gun: Annotated[Gun, Asked(words.GUN, words=words.GUNS, optional=True)] = ""
    dice_close: Annotated[Dice, Asked(words.GUN_DICE[0])] = 0
    dice_medium: Annotated[Dice, Asked(words.GUN_DICE[1])] = 0
    dice_long: Annotated[Dice, Asked(words.GUN_DICE[2])] = 0
    special: Annotated[list[Name], Field(max_length=16), Asked(words.SPECIAL, choices=_specials)] = []
    pikes: Annotated[bool, Asked(words.PIKES)] = False
    heavy: Annotated[bool, Asked(words.HEAVY)] = False


class NamedModel(Strict):
    """A unit: an entry of a book with options, or a stat line of one's own."""

    entry: Name | None = None
    options: Annotated[list[Name], Field(max_length=16)] = []
    profile: ProfileModel | None = None


class UnitModel(NamedModel):
    """A unit and its state. `fresh`: what it may do once, by Steady or Valiant, it may do still; `doomed`:
    its battalia is broken (MPP-C-25).
    """

    formation: Annotated[AnyFormation, Asked(words.FORMATION, choices=_formations, optional=True)] = ""
    casualties: Annotated[int, Field(ge=0, le=40), Asked(words.CASUALTIES, initial=0)] = 0
    disordered: Annotated[bool, Asked(words.DISORDERED)] = False
    fresh: Annotated[bool, Asked(words.NOT_FRESH, key="steadied", negated=True)] = True
    doomed: Annotated[bool, Asked(words.DOOMED)] = False


class FirerModel(UnitModel):
    """A unit that shoots. `first_volley`: it has not shot before."""

    first_volley: Annotated[bool, Asked(words.FIRED_BEFORE, key="fired", negated=True)] = True


class FighterModel(UnitModel):
    """A unit in combat. `round`: which it is; `faces`: how many of its faces are met; `stands`: its cover."""

    stands: Annotated[Stood, Asked(words.STANDS, words=words.COVERS)] = "none"
    round: Annotated[int, Field(ge=1, le=20), Asked(words.ROUND, initial=1)] = 1
    faces: Annotated[int, Field(ge=1, le=4), Asked(words.FACES, initial=1)] = 1
    charging: Annotated[bool, Asked(words.CHARGING)] = False
    won: Annotated[bool, Asked(words.WON)] = False
    flanked: Annotated[bool, Asked(words.FLANKED)] = False
    downhill: Annotated[bool, Asked(words.DOWNHILL)] = False
    commander: Annotated[bool, Asked(words.COMMANDER)] = False
    supports: Annotated[list[NamedModel], Field(max_length=MAX_SUPPORTS)] = []


class ShotConditions(Strict):
    """How a shot is made; `distance` in inches."""

    distance: Annotated[float, Field(ge=0, le=48), Asked(words.DISTANCE, initial=6)]
    how: Annotated[Literal["shooting", "closing", "traversing"], Asked(words.HOW, words=words.HOWS)] = (
        "shooting"
    )
    cover: Annotated[Stood, Asked(words.STANDS, words=words.COVERS)] = "none"
    clear: Annotated[bool, Asked(words.NOT_CLEAR, key="obscured", negated=True)] = True
    front: Annotated[bool, Asked(words.NOT_FRONT, key="aside", negated=True)] = True
    enfilade: Annotated[bool, Asked(words.ENFILADE)] = False


class OrderConditions(Strict):
    """An order: rating of the commander, `distance` to him in inches, how the unit stands."""

    rating: Annotated[int, Field(ge=2, le=12), Asked(words.RATING, initial=8)]
    distance: Annotated[float, Field(ge=0, le=200), Asked(words.TO_COMMANDER, initial=0)] = 0.0
    formation: Annotated[
        Literal["line", "attack_column", "march_column", "limbered"],
        Asked(words.FORMATION, words=words.ORDERED),
    ] = "line"
    near: Annotated[bool, Asked(words.ENEMY_NEAR)] = False
    road: Annotated[bool, Asked(words.ON_ROAD)] = False
    reliable: Annotated[bool, Asked("Reliable")] = False
    militia: Annotated[bool, Asked("Militia")] = False


class ShotQuery(Strict):
    """A shot of one unit at another, and the break test that it brings (MPP-7.2)."""

    kind: Literal["shot"]
    attacker: FirerModel
    target: UnitModel
    conditions: ShotConditions


class MeleeQuery(Strict):
    """A round of hand-to-hand combat between two units, those who support them, break tests (MPP-7.3)."""

    kind: Literal["melee"]
    attacker: FighterModel
    target: FighterModel


class OrderQuery(Strict):
    """An order test (MPP-C-06)."""

    kind: Literal["order"]
    conditions: OrderConditions


Query: TypeAlias = ShotQuery | MeleeQuery | OrderQuery


def profile_of(unit: NamedModel, path: str) -> UnitProfile:
    """Return the profile that a query names or gives; raises OddsError below `path`."""
    book = entry_book(LISTS, unit, path)
    if unit.profile is not None:
        return _own(unit.profile, f"{path}.profile")
    assert isinstance(book, PowderBook)
    return book.unit(unit.entry or "", unit.options)


def unit_of(model: UnitModel, side: int, path: str, stands: Stood = "none", **state: Any) -> Unit:
    """Return the unit of a query in its state; raises OddsError below `path`."""
    profile = profile_of(model, path)
    formation: str = model.formation or profile.formations[0]
    if formation not in profile.formations and model.profile is None:
        raise OddsError(
            words.no_formation(profile.name, events.FORMATIONS[formation]), path=f"{path}.formation"
        )
    unit = Unit(
        path, side, "", profile.name, profile, profile.stamina, profile.morale,
        "building" if stands == "building" else formation, status="field", casualties=model.casualties,
        disordered=int(model.disordered), steadied=not model.fresh, **state,
    )  # fmt: skip
    if unit.casualties >= 2 * unit.stamina:
        raise OddsError(words.too_many(2 * unit.stamina - 1), path=f"{path}.casualties")
    return unit


def cover_of(stands: Stood) -> Cover:
    """Return the cover that a unit has where it stands (MPP-C-39)."""
    return "heavy" if stands == "building" else "" if stands == "none" else stands


def _own(given: ProfileModel, path: str) -> UnitProfile:
    for index, name in enumerate(given.special):
        if name not in specials():
            raise OddsError(words.no_special(name), path=f"{path}.special[{index}]", code="unknown")
    if (given.unit_class == "artillery") != bool(given.gun):
        raise OddsError(words.GUN_FOR_ARTILLERY, path=f"{path}.gun")
    formations: tuple[Formation, ...] = ("deployed",) if given.gun else ("line",)
    return UnitProfile(
        entry="", label=given.name, range_in=weapons()[given.weapon].range_in if given.weapon else 0.0,
        size="standard", mounted=given.unit_class == "cavalry", open_order=False, formations=formations,
        elite=0, points=0, **{**given.model_dump(), "special": tuple(given.special)},
    )  # fmt: skip
