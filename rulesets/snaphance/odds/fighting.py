"""From a query of a round of melee to the facts of the stands that fight in it (SN-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulesets.engine.records import record
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.melee.dice import ROUGH
from rulesets.snaphance.melee.factors import Denied, Fighter, Flank, Onset, bonus_now, denied
from rulesets.snaphance.odds.aftermath import Sufferer
from rulesets.snaphance.odds.query import (
    BattleStandModel,
    FighterModel,
    MeleeQuery,
    StandModel,
    profile_of,
    ranks_of,
    terrain,
)
from rulesets.snaphance.sheet import TerrainRow

PATHS = ("attacker", "target")


@record
class Troop:
    """A stand of a melee: what it throws its dice by, what hits do to it. `garrison`: SN-C-found-tower."""

    profile: StandProfile
    fighter: Fighter
    stand: Sufferer
    garrison: bool


@record
class _Asked:
    """A stand that is asked about. `side`: 0 of the attacker, 1 of the charged. `across`: what lies between
    it and the enemy Battle Stand.
    """

    model: FighterModel
    path: str
    side: int
    profile: StandProfile
    ground: TerrainRow
    across: TerrainRow | None
    main: bool

    @property
    def attacks(self) -> bool:
        """Whether it attacks the enemy's ground: its side made the contact, or it has just come to it."""
        return self.side == 0 or self.model.charging


def lines(query: MeleeQuery) -> tuple[list[Troop], list[Troop]]:
    """Return the stands of both sides, the Battle Stand first; raises OddsError.

    What lies between the two Battle Stands may be given with either.
    """
    asked = [_side(model, side) for side, model in enumerate((query.attacker, query.target))]
    # A query may name what lies between on one side only, but it hinders both.
    between = asked[0][0].across or asked[1][0].across
    mains = [replace(line[0], across=between) for line in asked]
    made = [[_troop(each, mains[1 - side]) for each in (mains[side], *asked[side][1:])] for side in (0, 1)]
    return made[0], made[1]


def any_mounted(line: Sequence[Troop]) -> bool:
    """Return whether there is a mounted stand on a side."""
    return any(each.profile.kind.mounted for each in line)


def sufferer(model: StandModel, profile: StandProfile, path: str) -> Sufferer:
    """Return the facts of a stand that is hit; raises OddsError."""
    left = ranks_of(model, profile, path)
    return Sufferer(profile.kind, profile.sp, tuple(left), model.disordered, model.general)


def _side(main: BattleStandModel, side: int) -> list[_Asked]:
    path = PATHS[side]
    found = [(main, path), *((each, f"{path}.supports[{n}]") for n, each in enumerate(main.supports))]
    return [_asked(model, where, side, main=model is main) for model, where in found]


def _asked(model: FighterModel, path: str, side: int, *, main: bool) -> _Asked:
    across = None if model.across is None else terrain(model.across, f"{path}.across", side=True)
    ground = terrain(model.ground, f"{path}.ground", side=False)
    return _Asked(model, path, side, profile_of(model, path), ground, across, main)


def _troop(one: _Asked, foe: _Asked) -> Troop:
    struck = sufferer(one.model, one.profile, one.path)
    return Troop(one.profile, _fighter(one, foe), struck, one.ground.fortified)


def _fighter(one: _Asked, foe: _Asked) -> Fighter:
    """Return what a stand throws its dice by, against the enemy Battle Stand (SN-10.1.b)."""
    model, profile = one.model, one.profile
    left = ranks_of(model, profile, one.path)
    bonus = bonus_now(
        profile.charge_bonus, profile.charge_bonus_after_loss, lost=left[0] < profile.sp
    ) if model.charging else 0  # fmt: skip
    attack, defence = _terrain_dice(one, foe)
    return Fighter(
        left[0],
        bonus=bonus,
        denied=_denied(one, foe) if bonus else None,
        disordered=model.disordered,
        flank=_flank(one),
        uphill=model.higher,
        pikes=_pikes(one, foe),
        hindered=_hindered(one, foe),
        attack=attack,
        defence=defence,
    )


def _flank(one: _Asked) -> Flank:
    """Return whether it strikes flank or rear, heavy cavalry from behind (SN-10.4.b, SN-10.4.d)."""
    if one.model.strikes == "front":
        return ""
    return "heavy_flank" if one.model.strikes == "behind" and one.profile.kind.mcs else "flank"


def _denied(one: _Asked, foe: _Asked) -> Denied | None:
    rows = (one.ground, foe.ground, one.across)
    taking = next((row for row in rows if row is not None and row.removes_charge_bonus), None)
    return denied(
        Onset(
            mounted=one.profile.kind.mounted,
            foe_mounted=foe.profile.kind.mounted,
            lost=one.model.bonus_lost,
            against_pikes=foe.profile.kind.pike_armed and one.model.strikes == "front",
            before_pikes=one.model.before_pikes,
            ground="" if taking is None else f"({taking.name.lower()})",
        )
    )


def _pikes(one: _Asked, foe: _Asked) -> bool:
    """Return whether it is a Pike block in order, attacked by mounted in front (SN-C-combat-factors)."""
    # A supporter is asked nothing about where it is struck: it counts as met in front.
    in_front = one.side == 0 or not one.main or foe.model.strikes == "front"
    order = one.profile.code == "Pk" and not one.model.disordered
    return order and in_front and foe.profile.kind.mounted and foe.attacks


def _hindered(one: _Asked, foe: _Asked) -> bool:
    """Return whether bad ground or an obstacle hinders a mounted stand (SN-C-combat-factors)."""
    if not one.profile.kind.mounted:
        return False
    if one.ground.key in ROUGH or (one.attacks and foe.ground.key in ROUGH):
        return True
    return one.attacks and one.across is not None and one.across.attacker < 0


def _terrain_dice(one: _Asked, foe: _Asked) -> tuple[int, int]:
    """Return the dice for attacking and for defending a place, by hex or side of it (SN-C-terrain)."""
    across = one.across
    if not one.attacks:
        return 0, one.ground.defender or (across.defender if across is not None else 0)
    if one.profile.kind.mounted:
        return 0, 0
    return foe.ground.attacker or (across.attacker if across is not None else 0), 0
