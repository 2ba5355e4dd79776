"""Special characteristics and weapons (BQ-8): what they permit, add and re-roll.

Procedures ask a question here ("may it fire and then charge?") and never search a profile for a name.
Whatever a characteristic adds is a Modifier, whatever it re-rolls names its rule, so that odds and log can
name it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rulesets.baroque import tables
from rulesets.baroque.actiontypes import Firing
from rulesets.baroque.armies import UnitProfile
from rulesets.baroque.wording import shooting as words
from rulesets.engine.chance import Counts, Pass
from rulesets.engine.dice import Modifier
from rulesets.engine.records import record

ALIASES = {"Motivated Unit": "Motivated Fighters", "Point-blank Pistol": "Point-blank pistol"}
"""BQ-8.1.4: other names that lists print."""


@record
class Traits:
    """The characteristics of a unit as answers: each field is the id of the rule behind it, "" for none.

    Re-rolls: `iron_officers` of a failed rally but for a natural 1 (BQ-8.1.1), `motivated` of 1s and 2s in
    melee (BQ-8.1.4), `demotivated` of a 6 in Discipline Tests (BQ-8.1.7), `hardened` of a 6 in Cohesion
    Tests (BQ-8.1.8).
    `missiles`: the rows of the firing table that its weapons may use, in the order of the profile.
    `reach`: how far the farthest of them carries, in BU (BQ-6.1.2); 0 without any.
    """

    iron_officers: str
    well_trained: str
    master_gunner: str
    motivated: str
    feared: str
    recruits: str
    demotivated: str
    hardened: str
    agitators: str
    regimental_artillery: str
    lance: str
    cuirass: str
    salvo: str
    pistols: str
    missiles: tuple[Firing, ...]
    reach: float

    # -- re-rolls -----------------------------------------------------------------------------

    @property
    def shots_rerolled(self) -> str:
        """Return the rule that re-rolls 1s and 2s of its fire; Master Gunners serve guns only (BQ-8.1.2,
        BQ-8.1.3).
        """
        guns = any(row.kind in ("cannon", "howitzer") for row in self.missiles)
        return self.well_trained or (self.master_gunner if guns else "")

    @property
    def cohesion_ones_rerolled(self) -> str:
        """Return the rule that makes it re-roll a 1 in Cohesion Tests (BQ-8.1.6, BQ-8.1.7)."""
        return self.recruits or self.demotivated

    # -- modifiers ----------------------------------------------------------------------------

    def countercharge(self) -> list[Modifier]:
        """Return what it adds to the test for a countercharge (BQ-8.1.4)."""
        if not self.motivated:
            return []
        row = tables.discipline_modifier("countercharge", "motivated")
        return [Modifier(self.motivated, row.modifier, "motivated")]

    def when_firing(self) -> list[Modifier]:
        """Return what it adds to its own firing dice (BQ-8.2.1)."""
        if not self.regimental_artillery:
            return []
        return [tables.firing_modifier("regimental_artillery").why(words.REGIMENTAL_ARTILLERY)]

    def against_fire(self, weapon: Firing) -> list[Modifier]:
        """Return what its cuirasses take from fire by `weapon` (BQ-8.2.3); nothing from Artillery."""
        key = {"firearm": "cuirass_firearm", "bow": "cuirass_bow"}.get(weapon.kind)
        if not self.cuirass or key is None:
            return []
        return [Modifier(self.cuirass, tables.firing_modifier(key).dice, words.CUIRASSES)]

    def against_pistols(self) -> list[Modifier]:
        """Return what its cuirasses take from point-blank pistols (BQ-6.7.c, BQ-8.2.3)."""
        if not self.cuirass:
            return []
        row = tables.tables().point_blank_pistol
        return [Modifier("BQ-6.7.c", row.target_cuirass, words.CUIRASSES)]


def traits(profile: UnitProfile) -> Traits:
    """Return the characteristics of a unit; quick for a profile that was asked about before."""
    cached = _asked.get(id(profile))
    if cached is not None and cached[0] is profile:
        return cached[1]
    if len(_asked) >= _KEPT:
        _asked.clear()
    found = _traits(profile.weapons, profile.special)
    _asked[id(profile)] = profile, found
    return found


_KEPT = 2048
_asked: dict[int, tuple[UnitProfile, Traits]] = {}


@cache
def _traits(weapons: tuple[str, ...], special: tuple[str, ...]) -> Traits:
    names = frozenset(ALIASES.get(name, name) for name in (*weapons, *special))
    rows = [row for row in map(tables.weapon, weapons) if row is not None]
    return Traits(
        iron_officers=_rule("Iron Officers", names),
        well_trained=_rule("Well Trained Shooters", names),
        master_gunner=_rule("Master Gunner", names),
        motivated=_rule("Motivated Fighters", names),
        feared=_rule("Feared Unit", names),
        recruits=_rule("Recruits", names),
        demotivated=_rule("Demotivated Troops", names),
        hardened=_rule("Hardened Unit", names),
        agitators=_rule("Agitators and Preachers", names),
        regimental_artillery=_rule("Regimental Artillery", names),
        lance=_rule("Lance", names),
        cuirass=_rule("Cuirass", names),
        salvo=_rule("Salvo", names),
        pistols=_rule("Point-blank pistol", names),
        missiles=tuple(rows),
        reach=_reach(rows),
    )


def _reach(missiles: Iterable[Firing]) -> float:
    bands = tables.tables().distance_band
    return max((row.max_bu for row in bands for arm in missiles if arm.dice[row.band] is not None), default=0)


def _rule(name: str, names: Iterable[str]) -> str:
    return tables.characteristic(name).rule if name in names else ""


# ---------------------------------------------------------------------------- types


def fires_on_the_move(profile: UnitProfile) -> bool:
    """Return whether SP, RE, S or CL: no dice paid for moves, fire between two (BQ-6.1.3.2.c, BQ-6.1.b)."""
    return tables.troop_type(profile.type).fire_no_move_penalty


def caracoles(profile: UnitProfile) -> bool:
    """Return whether it may fire a second time: Massed Reiters (BQ-6.8.a)."""
    return profile.massed and tables.troop_type(profile.type).code == "RE"


def may_fire_then_charge(profile: UnitProfile) -> bool:
    """Return whether it may fire and then charge: Mounted, and Foot with Salvo (BQ-6.1.6, BQ-8.2.4)."""
    return tables.troop_type(profile.type).mounted or bool(traits(profile).salvo)


def is_light(profile: UnitProfile) -> bool:
    """Return whether it is CL or S, a screen that may be fired through (BQ-6.9.a)."""
    return profile.type in ("CL", "S")


def is_artillery(profile: UnitProfile) -> bool:
    """Return whether it is a cannon or howitzer (BQ-2.2.p)."""
    return profile.type == "ART"


def hard_to_hit(profile: UnitProfile) -> bool:
    """Return whether one die less is fired at it: S, CL and Artillery (BQ-6.1.3.5.a)."""
    return is_light(profile) or is_artillery(profile)


FIRST_VOLLEY = "BQ-6.1.5.a"


def misses(counts: Counts) -> Counts:
    """Return all dice that gave no hit, an unpaired 5 with them (BQ-6.1.5.a)."""
    return (counts[0], counts[1], counts[2] % 2, 0)


def ones_and_twos(counts: Counts) -> Counts:
    """Return the 1s and 2s (BQ-8.1.2, BQ-8.1.3, BQ-8.1.4)."""
    return (counts[0], 0, 0, 0)


def fire_passes(traits: Traits, *, first_volley: bool) -> tuple[Pass, ...]:
    """Return the re-rolls of fire, the first volley before its characteristic (BQ-6.1.5.a, BQ-8.1.2)."""
    passes = [Pass(FIRST_VOLLEY, misses)] if first_volley else []
    if traits.shots_rerolled:
        passes.append(Pass(traits.shots_rerolled, ones_and_twos))
    return tuple(passes)


def melee_passes(traits: Traits, *, lance: bool) -> tuple[Pass, ...]:
    """Return the re-rolls of a unit in melee (BQ-8.2.2, BQ-8.1.4); `lance`: this is the one charge of its
    lances.
    """
    passes = [Pass(traits.lance, misses)] if lance and traits.lance else []
    if traits.motivated:
        passes.append(Pass(traits.motivated, ones_and_twos))
    return tuple(passes)
