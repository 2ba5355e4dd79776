"""The tables and special rules that one force needs at the table, and no others. Lengths in cm, dice d10."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from rulesets.by_fire_and_sword import playtables
from rulesets.by_fire_and_sword.playtables import CloseWeapon, Gun, Modifier, RangedWeapon
from rulesets.by_fire_and_sword.tables import plain_rows
from rulesets.engine.cards import Trait
from rulesets.engine.roster import ReferenceTable
from rulesets.engine.wording import signed

UNKNOWN = "its text stands in the publisher’s army book"
HAND_WEAPON = "hand weapon"
MOUNTED = ("cavalry", "dragoons")


class Troops(Protocol):
    """What a reference table asks of a unit."""

    @property
    def type(self) -> str: ...
    @property
    def skill(self) -> int: ...
    @property
    def weapons(self) -> Sequence[str]: ...
    @property
    def special(self) -> Sequence[str]: ...
    @property
    def gun(self) -> str: ...


Force = Sequence[Troops]


# ------------------------------------------------------------------------------------------------ weapons


def key_of(name: str) -> str:
    """Return a weapon's name as the tables write it: `half_musket` for Half-Musket, `pistol` for pistols."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def ranged_weapon(name: str) -> RangedWeapon | None:
    """Return the ranged weapon of that name, in the singular or the plural; None if the tables have none."""
    return next((row for row in playtables.ranged_weapons() if _same(row.weapon, name)), None)


def close_weapon(name: str, mounted: bool) -> CloseWeapon | None:
    """Return the close combat weapon of that name, or the class it belongs to (BFS-15.2, BFS-15.3)."""
    key = key_of(name)
    wanted = _POLEARMS[mounted] if key in _SPEARS else _CLASSES.get(key, name)
    return next((row for row in playtables.close_weapons() if _same(row.weapon, wanted)), None)


def gun(name: str) -> Gun | None:
    """Return the gun of that name or key; None if the tables have none."""
    wanted = key_of(name)
    return next((row for row in playtables.guns() if wanted in (row.key, key_of(row.name))), None)


def weapon_rule(name: str, mounted: bool) -> str:
    """Return the rule that explains a weapon; empty for one that the rules do not know."""
    row = ranged_weapon(name) or close_weapon(name, mounted) or gun(name)
    return row.rule if row else ""


_SPEARS = frozenset(
    (
        *("spear", "spears", "rogatine", "rogatines", "polearm", "polearms", "estoc", "estocs"),
        *("cavalry_polearms", "cavalry_spears", "infantry_spears"),
    )
)
_CLASSES = {
    **dict.fromkeys(("sword", "swords", "sabre", "sabres", "hand_weapons"), "hand_weapon"),
    **dict.fromkeys(("berdishe", "berdishe_axe", "berdishe_axes", "halberds", "axes"), "two_handed_weapon"),
    **dict.fromkeys(("scythes", "pitchforks"), "peasant_weapon"),
    "pike": "pikes",
}
_POLEARMS = {True: "cavalry_polearms_and_estocs", False: "infantry_polearms"}


def _same(key: str, name: str) -> bool:
    wanted = key_of(name)
    return key in (wanted, wanted.removesuffix("s"), f"{wanted}s")


def _said(key: str) -> str:
    """Return a key of the tables as a reader sees it."""
    words = key.replace("carbine_bow", "carbine/bow").replace("half_musket", "half-musket")
    return words.replace("_", " ").capitalize()


# ------------------------------------------------------------------------------------------------ traits


def special(name: str, text: str = "", marked: bool = False) -> Trait:
    """Return a special rule by its name: what the rules say of it, else the text that the book brings.

    Of a name with something in brackets the plain one is looked up: `Shooting while Charging (bow)`.
    """
    known = playtables.specials().get(_bare(name))
    if known is not None:
        return Trait(name, known.rule, known.effect, marked)
    return Trait(name, "BFS-29.2.2", text or UNKNOWN, marked)


def knows_special(name: str) -> bool:
    """Return whether the rules have a special rule of that name."""
    return _bare(name) in playtables.specials()


def _bare(name: str) -> str:
    return (name.partition("(")[0].rstrip() if name.endswith(")") else name).lower()


# ------------------------------------------------------------------------------------------------ tables


def force_tables(force: Force) -> Iterator[ReferenceTable]:
    """Yield what the force needs at the table, in the order of a turn."""
    if not force:
        return
    makers: tuple[Callable[[Force], ReferenceTable | None], ...] = (
        _command_points,
        _maneuvers,
        _shooting,
        _shooting_modifiers,
        _guns,
        _gun_moves,
        _close_weapons,
        _close_modifiers,
        _resolution,
        _morale,
        _squadrons,
    )
    yield from filter(None, (make(force) for make in makers))


_COMMAND_POINTS = (
    ("issue_order_within_range", "Order in command range"),
    ("issue_order_per_step_or_part_beyond_range", "Each command range beyond it"),
    ("initiative_modifier_per_point", "Initiative +2, commander-in-chief"),
    ("boost_morale_or_skill_per_plus_1", "+1 to a Morale or Skill test, at most 3"),
    ("rally_attempt", "Rally, once a unit and turn"),
    ("reorganize_attempt", "Reorganize: pass removes a marker"),
    ("change_charge_target", "Another target of a charge"),
    ("change_shooting_target", "Another target of shooting"),
    ("delay_shooting", "Delay shooting"),
    ("refrain_from_pursuit", "No pursuit"),
)


def _command_points(force: Force) -> ReferenceTable:
    """Return what command points buy (BFS-6.6 to BFS-14.20)."""
    cost = {row["action"]: row["points"] for row in plain_rows("command_point_costs")}
    rows = [(words, str(cost[key])) for key, words in _COMMAND_POINTS]
    if any("insubordinate" in _plain(unit.special) for unit in force):
        rows.append(("Order to Insubordinate units, beside it", "1"))
    if any(unit.gun for unit in force):
        rows.append(("Man a gun, with a Special Maneuver", str(cost["man_wagon_or_gun_each"])))
    return ReferenceTable("Command points", "BFS-6.6", ("For", "CP"), tuple(rows))


def _maneuvers(force: Force) -> ReferenceTable | None:
    """Return how many Movement Maneuvers a turn, and what one costs of the Move (BFS-3.7, BFS-9.3)."""
    skills = {unit.skill for unit in force}
    rows = [
        (f"Skill {row['skill']}, {row['name']}", f"{row['movement_maneuvers_per_turn']} a turn")
        for row in plain_rows("skill_levels")
        if row["skill"] in skills
    ]
    kinds = {"cavalry" if unit.type in MOUNTED else unit.type for unit in force}
    kinds |= {"infantry"} if any(unit.type == "dragoons" for unit in force) else set()
    for row in plain_rows("movement_maneuver_cost"):
        if row["type"] in kinds:
            rows.append((f"Each, by {row['type'].replace('_', ' ')}", f"{row['cost_cm']} cm"))
    return ReferenceTable("Movement Maneuvers", "BFS-9.3", ("Who", ""), tuple(rows)) if rows else None


def _shooting(force: Force) -> ReferenceTable | None:
    """Return range and Effectiveness of its weapons (BFS-13.1)."""
    on_foot = set(_ranged([unit for unit in force if unit.type not in MOUNTED]))
    rows = []
    for row in dict.fromkeys(_ranged(force)):
        far = (row in on_foot and row.range_long_infantry_cm) or row.range_long_cm
        reach = f"{row.range_effective_cm}/{far}" if row.has_long_range else str(row.range_effective_cm)
        effect = signed(row.effectiveness)
        if row.has_long_range and row.effectiveness_long != row.effectiveness:
            effect += f"/{signed(row.effectiveness_long)}"
        moved = "−1" if row.after_movement_penalty else "–"
        rows.append((_said(row.weapon), reach, effect, moved, _HORSEBACK[row.horseback]))
    if not rows:
        return None
    head = ("Weapon", "cm", "Eff.", "moved", "mounted")
    note = (
        "Dice by base: Shooting; a hit on Skill or less, at long range rolled again. Effectiveness lowers"
        " Armor; a roll of what is left of it or less saves."
    )
    return ReferenceTable("Ranged weapons", "BFS-13.1", head, tuple(rows), note)


def _ranged(force: Force) -> Iterator[RangedWeapon]:
    return filter(None, (ranged_weapon(name) for unit in force for name in unit.weapons))


_HORSEBACK = {"penalty": "−1", "forbidden": "no", "allowed": "–"}


def _shooting_modifiers(force: Force) -> ReferenceTable | None:
    """Return the modifiers of shooting (BFS-12.9)."""
    if not any(_ranged(force)) and not any(unit.gun for unit in force):
        return None
    rows = _modifier_rows(playtables.modifiers("shooting_modifiers"))
    return ReferenceTable("Shooting", "BFS-12.9", ("When", "Skill"), rows)


def _guns(force: Force) -> ReferenceTable | None:
    """Return its guns, by name, or all of a class where a unit names none (BFS-25.6.1)."""
    rows = tuple(dict.fromkeys(_of_guns(force)))
    if not rows:
        return None
    shown = tuple(
        (
            row.name,
            str(row.shooting),
            f"{row.range_effective_cm}/{row.range_long_cm}",
            str(row.effectiveness),
            f"{row.case_shooting}, {row.case_range_cm} cm, {row.case_effectiveness}",
        )
        for row in rows
    )
    note = "Case-shot: dice, range, Effectiveness; a Strength Point lost to it calls for a Morale test."
    return ReferenceTable("Guns", "BFS-25.6.1", ("Gun", "Dice", "cm", "Eff.", "Case-shot"), shown, note)


def _of_guns(force: Force) -> Iterator[Gun]:
    for unit in force:
        named = [row for name in unit.weapons if (row := gun(name))]
        yield from named
        if unit.gun and not named:
            yield from (row for row in playtables.guns() if row.gun_class == unit.gun)


def _gun_moves(force: Force) -> ReferenceTable | None:
    """Return how its guns move (BFS-25.3)."""
    classes = {row.moves_as for row in _of_guns(force)}
    rows = tuple(
        (row.gun_class.capitalize(), str(row.manhandled_cm), str(row.horse_cm))
        for row in playtables.gun_moves()
        if row.gun_class in classes
    )
    return ReferenceTable("Guns move", "BFS-25.3.1", ("Gun", "by hand", "by horse"), rows) if rows else None


def _close_weapons(force: Force) -> ReferenceTable:
    """Return the Effectiveness of its weapons in close combat (BFS-15.2)."""
    # Everybody has a hand weapon, whether or not a card lists it.
    found = {row.weapon: row for unit in force if (row := close_weapon(HAND_WEAPON, unit.type in MOUNTED))}
    for unit in force:
        for name in unit.weapons:
            if row := close_weapon(name, unit.type in MOUNTED):
                found[row.weapon] = row
    rows = tuple(
        (_said(row.weapon), signed(row.effectiveness), signed(row.effectiveness_charging), _traits(row))
        for row in found.values()
    )
    return ReferenceTable("Close combat weapons", "BFS-15.2", ("Weapon", "Eff.", "Charging", "Traits"), rows)


def _traits(row: CloseWeapon) -> str:
    shown = [trait.replace("_", " ").replace(" charging only", " (charging)") for trait in row.traits]
    return ", ".join(shown) or "–"


def _close_modifiers(force: Force) -> ReferenceTable:
    """Return the modifiers of Skill in close combat (BFS-14.7-8, BFS-13.3)."""
    mounted = any(unit.type in MOUNTED for unit in force)
    pistols = any(row.weapon == "pistol" for row in _ranged(force))
    rows = [
        each
        for each in playtables.modifiers("close_combat_skill_modifiers")
        if (mounted or not each.condition.startswith(("Impetus", "Cavalry")))
        and (pistols or each.condition != "Pistols")
    ]
    note = (
        "Dice by base: Close Combat, 1 while Disorganized; a base with a loss marker or hit in flank or rear"
        " rolls one fewer."
    )
    return ReferenceTable("Close combat", "BFS-14.7", ("When", "Skill"), _modifier_rows(rows), note)


def _resolution(force: Force) -> ReferenceTable:
    """Return Combat Resolution, without the rules that no unit of the force has (BFS-14.13)."""
    names = frozenset[str]().union(*(_plain(unit.special) for unit in force))
    rows = [
        each
        for each in playtables.modifiers("combat_resolution_modifiers")
        if not (each.condition.startswith("Good") and "good tactical discipline" not in names)
        and not (each.condition.startswith("Light") and not names & {"light cavalry", "feigned flight"})
    ]
    note = "Beside the Strength Points each side has taken from the other."
    return ReferenceTable("Combat Resolution", "BFS-14.13", ("When", ""), _modifier_rows(rows), note)


def _morale(_force: Force) -> ReferenceTable:
    """Return the modifiers of Morale tests (BFS-18.11-12)."""
    rows = _modifier_rows(playtables.modifiers("morale_test_modifiers"))
    note = "Passed on Morale or less. Failed: one Morale level lower; by 5 or more two, and the unit flees."
    return ReferenceTable("Morale test", "BFS-18.12", ("When", "Morale"), rows, note)


def _squadrons(force: Force) -> ReferenceTable | None:
    """Return how large a squadron may be (BFS-21.1.6)."""
    kinds = {unit.type for unit in force}
    rows = tuple(
        (row["troops"].capitalize(), str(row["max_bases"]))
        for row in plain_rows("squadron_limit")
        if row["troops"] in kinds
    )
    return ReferenceTable("Squadrons", "BFS-21.1.6", ("Of", "Bases at most"), rows) if rows else None


def _modifier_rows(modifiers: Sequence[Modifier]) -> tuple[tuple[str, ...], ...]:
    return tuple((each.condition, signed(each.value)) for each in modifiers)


def _plain(names: Sequence[str]) -> frozenset[str]:
    return frozenset(map(_bare, names))
