"""The tables that one army needs at the table, and no others; those of the Summary Sheet marked as ours.

Lengths are H, dice D6. A row that rests on no source has the mark † behind its name, or the whole table
behind its title; what the rules themselves give has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulesets.engine.cards import Trait
from rulesets.engine.roster import ReferenceTable
from rulesets.engine.wording import capfirst, signed
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.classes import CLASSES, Ground
from rulesets.snaphance.sheet import Entry, FactorRow, Sheet, load

MARK = "†"
STATUS = {
    "stated": "in the rules",
    "found": "in a sister set",
    "recommended": "ours",
    "scenario": "of the scenario",
}
"""How readers are shown where a row of the sheet comes from."""

GROUNDS: dict[Ground, str] = {
    "mcs": "Horse",
    "foot_cs": "Pikes",
    "shot": "Shot",
    "skirmisher": "Sk",
    "dragoon": "Dr",
    "light_cavalry": "LC",
    "artillery": "Art",
}
"""Short names of the class groups that terrain effects are looked up by."""

TARGETS = {"A": 3, "B": 4, "C": 5}
_OURS_NOTE = "† ours: the rules leave it to a lost sheet."

Army = Sequence[StandProfile]


def entry(cost: Entry) -> str:
    """Return the cost of entering terrain as the tables have it."""
    return {"all": "all", "all_d": "all, D", "no": "–"}.get(str(cost), str(cost))


def bonus(profile: StandProfile) -> str:
    """Return the Charge Bonus, and behind a stroke the one after a loss (SN-10.3.a, SN-10.3.g)."""
    after = profile.charge_bonus_after_loss
    changes = profile.charge_bonus and after != profile.charge_bonus
    return f"{profile.charge_bonus}/{after}" if changes else str(profile.charge_bonus)


# ------------------------------------------------------------------------------------------------ traits

_TRAITS = {
    "ranks": ("In ranks", "SN-8.4.a", "Several stands in one hex; losses come off the rear first."),
    "cavalry_pursuit": ("Cavalry pursuit", "SN-13.0.b", "Foot that pursues on the cavalry table."),
    "must_pursue": ("Compulsory pursuit", "SN-13.0.d", "Must try to pursue when it wins a melee."),
    "contact_mcs": ("May contact horse", "SN-10.0.c", "Foot that may charge Mounted Combat Stands."),
    "keeps_bonus": (
        "Keeps its bonus",
        "SN-10.3.g",
        "Its Charge Bonus stays above 1 once it has lost a strength point: the figure after the slash.",
    ),
    "contact_fire": ("Contact fire", "SN-7.6.a", "Fires a fixed number of dice when it comes into contact."),
    "pikes": (
        "Pike-armed",
        "SN-10.3.c",
        "Cancels the Charge Bonus of cavalry that charges its front.",
    ),
    "free": ("Moves freely", "SN-4.1.a", "Moves in any direction and ends with any facing."),
}


def traits(profile: StandProfile) -> Iterator[Trait]:
    """Yield the abilities of a stand, with those of its class (SN-15.0.b)."""
    stand, ours = profile.kind, profile.provenance.ours
    has = {
        "ranks": profile.ranks > 1,
        "cavalry_pursuit": profile.pursuit_table == "cavalry" and not stand.mounted,
        "must_pursue": profile.must_pursue,
        "contact_mcs": profile.may_contact_mcs,
        "keeps_bonus": profile.charge_bonus_after_loss > 1,
        "contact_fire": profile.contact_fire_dice > 0,
        "pikes": stand.pike_armed,
        "free": stand.free,
    }
    marked = {
        "ranks": "ranks",
        "cavalry_pursuit": "pursuit_table",
        "must_pursue": "must_pursue",
        "contact_mcs": "may_contact_mcs",
        "keeps_bonus": "charge_bonus_after_loss",
        "contact_fire": "contact_fire_dice",
    }
    numbers = {"ranks": f"{profile.ranks} ranks", "contact_fire": f"Contact fire {profile.contact_fire_dice}"}
    for key, (name, rule, effect) in _TRAITS.items():
        if has[key]:
            yield Trait(numbers.get(key, name), rule, effect, marked.get(key) in ours)


def ability(name: str) -> Trait:
    """Return an ability by its name, as `traits` has it; one of no known name has no rule."""
    for known, rule, effect in _TRAITS.values():
        if name == known or (known == "In ranks" and name.endswith(" ranks")) or name.startswith(f"{known} "):
            return Trait(name, rule, effect)
    return Trait(name, "SN-15.0.b")


def army_traits(army: Army) -> list[Trait]:
    """Return every ability that a stand of the army has, once, in the order of their rules."""
    found = {trait.rule: trait for profile in army for trait in traits(profile)}
    named = [Trait(_TRAITS[key][0], *_TRAITS[key][1:]) for key in _TRAITS if _TRAITS[key][1] in found]
    # By numbers, for as text 10.0 would come before 4.1.
    return sorted(named, key=lambda trait: [int(part) for part in trait.rule[3:].split(".")[:2]])


# ------------------------------------------------------------------------------------------------ tables


def army_tables(army: Army, sheet: Sheet | None = None) -> Iterator[ReferenceTable]:
    """Yield what the army needs at the table, in the order of an activation."""
    if not army:
        return
    makers: tuple[Callable[[Army, Sheet], ReferenceTable | None], ...] = (
        orders, moving, weapons, firing, morale, contact, melee, pursuits, terrain,
    )  # fmt: skip
    for make in makers:
        table = make(army, sheet or load())
        if table is not None:
            yield table


def orders(army: Army, sheet: Sheet) -> ReferenceTable:
    """Return what Order Tests need (SN-4.5.a-d, SN-6.1.a, SN-9.0.a)."""
    ratings = sorted({profile.order_rating for profile in army})
    rows = [
        (
            f"Rating {rating}",
            # A score above 6 cannot be thrown, so it is shown as impossible.
            *(f"{TARGETS[rating] + more}+" if TARGETS[rating] + more <= 6 else "–" for more in range(4)),
        )
        for rating in ratings
    ]
    rows += [("With its General", "+1", "", "", ""), ("Too far away", "−1", "", "", "")]
    well, poorly = sheet.numbers.well_trained_range, sheet.numbers.poorly_trained_range
    note = (
        "The 2nd column is for opportunity and recovery too. Too far: beyond"
        f" {well}H if well trained, {poorly}H if poorly, else beyond the command range."
    )
    head = ("For move", "2nd", "3rd", "4th", "5th")
    return ReferenceTable("Order Test", "SN-4.5.a", head, tuple(rows), note)


def moving(army: Army, _sheet: Sheet) -> ReferenceTable:
    """Return what a single move may be (SN-4.2.a-4.8.b)."""
    rows = [("Forward", "MP", ""), ("Turn of one face", "1 MP", "")]
    rows += [("Turn to the rear", "whole move", "D"), ("Backward", "2 × MP", "D"), ("Sideways", "MP", "D")]
    codes = {profile.code for profile in army}
    notes = ["D: it ends disordered"]
    notes += ["not Shot"] * ("Sh" in codes)
    notes += ["horse goes back 4H and sideways 2H at most"] * any(CLASSES[code].mcs for code in codes)
    free = [CLASSES[code].name for code in CLASSES if code in codes and CLASSES[code].free]
    notes += [f"{', '.join(free)}: any direction, any facing"] if free else []
    return ReferenceTable(
        "A single move", "SN-4.0.g", ("Way", "Hexes", ""), tuple(rows), f"{'; '.join(notes)}."
    )


def weapons(army: Army, sheet: Sheet) -> ReferenceTable | None:
    """Return the dice that weapons add to SP by range (SN-7.0.c, SN-7.0.g)."""
    used = [key for key in sheet.weapons if any(profile.weapon == key for profile in army)]
    used = [key for key in used if sheet.weapons[key].dice]
    if not used:
        return None
    furthest = max(int(reach) for key in used for reach in sheet.weapons[key].dice)
    rows = []
    for key in used:
        row = sheet.weapons[key]
        dice = (row.dice.get(str(reach)) for reach in range(1, furthest + 1))
        rows.append((row.name, *("–" if each is None else signed(each) for each in dice)))
    head = ("SP and, at H", *(str(reach) for reach in range(1, furthest + 1)))
    note = f"Every 6 and every pair of 5s is a hit. Pike and Shot lose dice for their pikes. {_OURS_NOTE}"
    return ReferenceTable(f"Fire {MARK}", "SN-7.0.c", head, tuple(rows), note)


_MOVED = (
    ("Sk", "Skirmishers, for each move beyond the first", -1),
    ("LC", "Light Cavalry, moved 3 or 4 hexes", None),
    ("Sh", "Shot, Pike and Shot, for each move before, or to move after", -1),
    ("PS", "Shot, Pike and Shot, for each move before, or to move after", -1),
    ("Dr", "Dragoons, moved 1 or 2 hexes; after 3 none", -1),
)


def firing(army: Army, sheet: Sheet) -> ReferenceTable | None:
    """Return the dice that change fire (SN-7.2.a-e, SN-7.3.a-b, SN-C-fire-factors)."""
    shooters = [profile for profile in army if sheet.weapons[profile.weapon].dice]
    if not shooters:
        return None
    codes = {profile.code for profile in shooters}
    rows = [
        (words, "−1, −2" if dice is None else signed(dice)) for code, words, dice in _MOVED if code in codes
    ]
    if "Pi" in codes:
        rows += [("Pistols, second rank", "−1"), ("Pistols that keep the right to move on", "−1")]
    skipped = set() if "Art" in codes else {"deep_target"}
    skipped |= set() if "Pi" in codes else {"pistols_moved"}
    rows += [_factor(row) for key, row in sheet.fire.items() if key not in skipped]
    rows += _covers(sheet)
    # Two classes with the same words need one row.
    return ReferenceTable("Firing dice", "SN-7.2.a", ("When", "D6"), tuple(dict.fromkeys(rows)), _OURS_NOTE)


def _covers(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the cover of targets, the kinds of terrain that give the same in one row."""
    kinds: dict[int, list[str]] = {}
    for row in sheet.terrain.values():
        if row.cover:
            kinds.setdefault(row.cover, []).append(row.plain.lower())
    return [(f"Target in or behind {', '.join(names)}{MARK}", signed(dice)) for dice, names in kinds.items()]


def morale(_army: Army, _sheet: Sheet) -> ReferenceTable:
    """Return the Morale Test in short (SN-8.0.a-8.3.b)."""
    rows = (
        ("Adjusted morale: first SP, less hits and SP lost", "1 at least"),
        ("Disordered before the test", "−1"),
        ("A General attached", "+1"),
        ("Morale loss", "die above it"),
        ("A 1 passes, a 6 fails; with morale 6 or more by", "1"),
        ("SP lost by one firing; by guns in front at 1H", "1; 2"),
        ("SP lost in melee; by a loser who failed by 2", "1; 2"),
        ("Disordered before the test, passed or not", "1 SP"),
    )
    note = "Who has to test is disordered, passed or not. SP come off the rear rank first."
    return ReferenceTable("Morale Test", "SN-8.0.a", ("", ""), rows, note)


def contact(army: Army, _sheet: Sheet) -> ReferenceTable | None:
    """Return the fire of Horse on contact (SN-7.6.a, SN-7.6.c)."""
    fixed = sorted({profile.contact_fire_dice for profile in army if profile.contact_fire_dice})
    if not fixed:
        return None
    rows = (
        ("A stand with it", ", ".join(f"{dice}D6" for dice in fixed)),
        ("A second one in the combat", "1D6"),
        ("Pursuing or pursued", "none"),
    )
    return ReferenceTable("Contact fire", "SN-7.6.a", ("Horse", "Dice"), rows)


def melee(army: Army, sheet: Sheet) -> ReferenceTable:
    """Return the dice in melee besides SP (SN-10.1.a-c, SN-C-combat-factors)."""
    kinds = [profile.kind for profile in army]
    skipped = set() if any(kind.mcs for kind in kinds) else {"heavy_flank", "mounted_hindered"}
    skipped |= set() if any(kind.code == "Pk" for kind in kinds) else {"pikes_against_mounted"}
    rows = [("Charge Bonus, when entitled", "CB")] if any(profile.charge_bonus for profile in army) else []
    rows += [_factor(row) for key, row in sheet.melee.items() if key not in skipped]
    rows += [("Supporting stand", "half, up")]
    rows += _grounds(sheet)
    note = f"Never fewer than 1D6. Every 6 and every pair of 5s is a hit. {_OURS_NOTE}"
    return ReferenceTable("Melee", "SN-10.1.a", ("When", "D6"), tuple(rows), note)


def _grounds(sheet: Sheet) -> list[tuple[str, str]]:
    """Return what terrain adds in melee, the kinds that add the same in one row."""
    kinds: dict[tuple[str, int], list[str]] = {}
    for row in sheet.terrain.values():
        for words, dice in (
            ("Attacking on foot across" if row.side else "Attacking", row.attacker),
            ("Defending", row.defender),
        ):
            if dice:
                kinds.setdefault((words, dice), []).append(row.plain.lower())
    return [(f"{words} {', '.join(names)}{MARK}", signed(dice)) for (words, dice), names in kinds.items()]


def pursuits(army: Army, _sheet: Sheet) -> ReferenceTable | None:
    """Return how far a winner pursues (SN-13.0.b-c)."""
    tables = {profile.pursuit_table for profile in army} - {"none"}
    rows = []
    if "infantry" in tables:
        rows.append(("Infantry", "–", "–", "–", "1", "1", "1"))
    if "cavalry" in tables:
        rows.append(("Cavalry", "–", "1", "1", "2", "2", "2"))
    if not rows:
        return None
    head = ("Hexes for a die of", "1", "2", "3", "4", "5", "6")
    note = "Beaten stands retreat 2 × MP hexes. Who has no Charge Bonus does not pursue."
    return ReferenceTable("Pursuit", "SN-13.0.b", head, tuple(rows), note)


def terrain(army: Army, sheet: Sheet) -> ReferenceTable:
    """Return the MP to enter terrain, for the classes of the army (SN-C-terrain)."""
    used = {profile.kind.ground for profile in army}
    columns = [ground for ground in GROUNDS if ground in used]
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in sheet.terrain.values():
        if row.key not in ("open", "road"):
            costs = (entry(row.entry[ground]) for ground in columns)
            cells = (*costs, "no" if row.removes_charge_bonus else "")
            # Kinds of ground with the same costs share a row, so that the table fits on a card.
            alike.setdefault(cells, []).append(row.plain.lower())
    rows = tuple((capfirst(", ".join(names)), *cells) for cells, names in alike.items())
    head = ("MP to enter", *(GROUNDS[ground] for ground in columns), "CB")
    note = f"all: the one hex of a whole move; D: and disordered; CB no: no Charge Bonus. {_OURS_NOTE}"
    return ReferenceTable(f"Terrain {MARK}", "SN-10.3.e", head, rows, note)


def _factor(row: FactorRow) -> tuple[str, str]:
    return row.name if row.status == "stated" else f"{row.name}{MARK}", signed(row.dice)


# ------------------------------------------------------------------------------------------------ the sheet


def sheet_tables(sheet: Sheet) -> Iterator[ReferenceTable]:
    """Yield the whole Summary Sheet, each row with its source: for the pages of rules and of scenarios."""
    yield _sheet_weapons(sheet)
    for title, rule, rows in (
        ("Firing factors", "SN-7.0.c", sheet.fire),
        ("Combat factors", "SN-10.1.b", sheet.melee),
    ):
        yield ReferenceTable(
            title,
            rule,
            ("When", "D6", "Source"),
            tuple((row.name, signed(row.dice), STATUS[row.status]) for row in rows.values()),
        )
    yield from _sheet_terrain(sheet)
    yield ReferenceTable(
        "Generals",
        "SN-1.4.b",
        ("Grade", "Initiative", "Command range", "Source"),
        tuple(
            (row.name, signed(row.initiative), f"{row.command_range}H", STATUS[row.status])
            for row in sheet.generals.values()
        ),
    )
    yield _sheet_numbers(sheet)


def _sheet_weapons(sheet: Sheet) -> ReferenceTable:
    shown = {key: row for key, row in sheet.weapons.items() if row.dice}
    furthest = max(int(reach) for row in shown.values() for reach in row.dice)
    reaches = [str(reach) for reach in range(1, furthest + 1)]
    rows = tuple(
        (row.name, STATUS[row.status],
         *(signed(row.dice[each]) if each in row.dice else "–" for each in reaches))
        for row in shown.values()
    )  # fmt: skip
    return ReferenceTable(
        "Weapons: dice besides SP by range in H", "SN-7.0.c", ("Weapon", "Source", *reaches), rows
    )


def _sheet_terrain(sheet: Sheet) -> Iterator[ReferenceTable]:
    entries = tuple(
        (
            f"{row.plain} (side)" if row.side else row.plain,
            *(entry(row.entry[ground]) for ground in GROUNDS),
            STATUS[row.status],
        )
        for row in sheet.terrain.values()
    )
    note = "all: the one hex of a whole move; D: and disordered; –: not at all."
    head = ("Ground", *GROUNDS.values(), "Source")
    yield ReferenceTable("Terrain: MP to enter", "SN-10.3.e", head, entries, note)
    effects = tuple(
        (
            row.name,
            "no" if row.removes_charge_bonus else "",
            *(signed(dice) if dice else "" for dice in (row.cover, row.attacker, row.defender)),
            "yes" if row.defensive else "",
            "one hex deep" if row.blocks else f"level {row.level}" if row.level else "clear",
            STATUS[row.status],
        )
        for row in sheet.terrain.values()
    )
    note = (
        "CB no: takes the Charge Bonus. Cover: dice of fire at who is in it or behind it. Att., Def.: dice"
        " of attackers on foot and of defenders in melee. Defensive: Skirmishers may stand and fight in it."
    )
    head = ("Ground", "CB", "Cover", "Att.", "Def.", "Defensive", "Sight", "Source")
    yield ReferenceTable("Terrain: what it does", "SN-10.3.e", head, effects, note)


_NUMBERS = (
    ("columns", "Columns of a map", "recommended"),
    ("rows", "Rows of a map", "recommended"),
    ("zone_depth", "Depth of a deployment zone, H", "recommended"),
    ("rounds", "Rounds, 0 for no limit", "recommended"),
    ("break_percent", "Break level, percent", "recommended"),
    ("well_trained_range", "Order Tests of a well trained army are harder beyond, in H", "stated"),
    ("poorly_trained_range", "The same of a poorly trained army, H", "stated"),
)


def _sheet_numbers(sheet: Sheet) -> ReferenceTable:
    """Return the single figures; one that a scenario has changed is the scenario's."""
    plain = load().numbers
    rows = []
    for key, words, status in _NUMBERS:
        value = getattr(sheet.numbers, key)
        own = value != getattr(plain, key)
        rows.append((words, str(value), STATUS["scenario" if own else status]))
    return ReferenceTable("Single figures", "SN-14.0.b", ("What", "Figure", "Source"), tuple(rows))
