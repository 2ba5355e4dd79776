"""The tables and special rules that armies need at the table, and no others. Distances in inches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from rulesets.engine.cards import Trait
from rulesets.engine.roster import ReferenceTable, SheetPage
from rulesets.engine.wording import capfirst, counted, lowfirst, signed
from rulesets.mail_pike_powder import tables
from rulesets.mail_pike_powder.armies.profiles import UnitProfile
from rulesets.mail_pike_powder.armies.tables import elite_numbers, specials, weapons
from rulesets.mail_pike_powder.tables import Blunder, BreakResult, Cause
from rulesets.mail_pike_powder.wording import armies as words

Army = Sequence[UnitProfile]


def moves_as(unit: UnitProfile) -> str:
    """Return the row of the table of moves that holds for a unit where it deploys (MPP-3.1 to MPP-3.5)."""
    if unit.gun:
        return "heavy_artillery" if unit.gun == "heavy" else "manhandled"
    if unit.mounted:
        return "light_horse" if unit.open_order and unit.unit_class == "cavalry" else "horse"
    return "standard"


# ------------------------------------------------------------------------------------------------ traits

_ABILITIES = {
    "pikes": ("Pike-armed", "MPP-6.1.c", "2 more to the combat result against cavalry."),
    "heavy": ("Heavy infantry", "MPP-9.2.d", "Shots at its front hit on 1 more while it is formed."),
    "open_order": ("Open order", "MPP-4.1", "It may enter woods, and rough ground does not slow it."),
}
_SIZES = {
    "large": ("Large unit", "MPP-C-03", specials()["Large Unit"].effect),
    "small": ("Small unit", "MPP-C-03", specials()["Small Unit"].effect),
    "tiny": ("Tiny unit", "MPP-C-03", "One die of each kind, and a Stamina of 1."),
}


def abilities() -> Iterator[Trait]:
    """Yield every trait that is no special rule."""
    yield from (Trait(*each) for each in (*_ABILITIES.values(), *_SIZES.values()))


def weapon(unit: UnitProfile, marked: bool = False) -> Iterator[Trait]:
    """Yield what a unit shoots with (MPP-9.1), a gun with its dice by range (MPP-C-31)."""
    if unit.weapon:
        dice = f" {unit.dice_close}/{unit.dice_medium}/{unit.dice_long}" if unit.gun else ""
        yield Trait(weapons()[unit.weapon].name + dice, "MPP-9.1", marked=marked)


def traits(unit: UnitProfile, marked: bool = False) -> Iterator[Trait]:
    """Yield the abilities of a unit, its size if unusual, that it is Elite, and its special rules."""
    for key, ability in _ABILITIES.items():
        if getattr(unit, key):
            yield Trait(*ability)
    if unit.size in _SIZES:
        yield Trait(*_SIZES[unit.size])
    if unit.elite:
        yield elite(unit.elite)
    for name in unit.special:
        row = specials()[name]
        yield Trait(name, row.rule, row.effect, marked)


def elite(number: int) -> Trait:
    """Return what it is to be Elite on a number (MPP-C-36)."""
    effect = f"It loses its disorder on a die of {number} or more at the start of its turn."
    return Trait(f"Elite {number}+", elite_numbers()[number].rule, effect)


def army_traits(army: Army) -> list[Trait]:
    """Return every size, special rule and Elite number in the army, once, by name: tables say the rest."""
    known = {trait.name for trait in (Trait(*each) for each in _ABILITIES.values())}
    found = {trait.name: trait for unit in army for trait in traits(unit) if trait.name not in known}
    return [found[name] for name in sorted(found)]


# ------------------------------------------------------------------------------------------------ tables


CLASSES = ("artillery", "infantry", "cavalry", "skirmishers")
"""The order of the results of break tests: so both columns of the page of a roster are about as long."""


def army_tables(army: Army, classes: Sequence[str] = CLASSES) -> Iterator[ReferenceTable]:
    """Yield what the army needs at the table, in the order of a turn; moves and ranges stand on cards.

    `classes`: the order of the results of break tests.
    """
    if not army:
        return
    least, left_out = tables.figures().to_hit, _left_out(army)
    yield _orders()
    if any(unit.long for unit in army):
        close = f"{tables.figures().artillery_close:g}"
        note = f"Guns: close up to {close} in, medium up to half range." if _has(army, "gun") else ""
        yield _modifiers("shooting", f"To hit when shooting, {least}+", "MPP-9.2.a", left_out, note)
    note = "A die for each hit, against Morale. A 1 always fails. The best cover counts."
    yield _modifiers("save", "Saves", "MPP-5.1", left_out, note)
    yield _modifiers("melee", f"To hit in hand-to-hand, {least}+", "MPP-8.1.a", left_out)
    yield _modifiers("result", "Combat result", "MPP-6.1.a", left_out)
    yield _modifiers("break", "Break test, two dice", "MPP-1.2.a", left_out)
    used = {unit.unit_class for unit in army}
    yield from (_results(each) for each in classes if each in used)


def play_sheet(army: Army) -> tuple[SheetPage, SheetPage]:
    """Return all tables of two armies that meet, taken as one: before hand-to-hand in front, the rest behind.

    Unlike a roster it has no cards, so it says how far units move and shoot.
    """
    front: list[ReferenceTable] = []
    back: list[ReferenceTable] = []
    for table in army_tables(army, ("skirmishers", "infantry", "cavalry", "artillery")):
        (front if table.rule in _IN_FRONT else back).append(table)
    front[1:1] = [_moves(army), _ground()]
    if any(unit.weapon for unit in army):
        front.insert(3, _ranges(army))
    return SheetPage(words.FRONT, tuple(front)), SheetPage(words.BACK, tuple(back))


_IN_FRONT = ("MPP-2.1", "MPP-9.2.a", "MPP-5.1")


def _moves(army: Army) -> ReferenceTable:
    """Return the moves of the troops of the army and of its commanders (MPP-3)."""
    used = {moves_as(unit) for unit in army} | {"commander_on_foot", "commander_mounted"}
    used |= {"limbered"} if _has(army, "gun") else set()
    used |= {"hedgehog"} if any("hedgehog" in unit.formations for unit in army) else set()
    rows = (
        (words.MOVES[row.troop], f"{row.inches:g} in" if row.inches else "–")
        for row in tables.tables().move
        if row.troop in used
    )
    return ReferenceTable("One move", "MPP-3", ("Troops", ""), tuple(rows))


def _ground() -> ReferenceTable:
    """Return what ground does to moves (MPP-4)."""
    return ReferenceTable("Ground and moves", "MPP-4", ("Where", "Move"), words.GROUND)


def _ranges(army: Army) -> ReferenceTable:
    """Return how far the weapons of the army reach (MPP-9.1)."""
    used = {unit.weapon for unit in army}
    rows = ((row.name, f"{row.range_in:g} in") for row in weapons().values() if row.key in used)
    return ReferenceTable("Ranges", "MPP-9.1", ("Weapon", ""), tuple(rows))


def _has(army: Army, field: str) -> bool:
    return any(getattr(unit, field) for unit in army)


def _left_out(army: Army) -> set[str]:
    """Return the modifiers that no unit of the army ever has: those of other arms and formations."""
    formations = {each for unit in army for each in unit.formations}
    if "hedgehog" in formations:
        formations.add("square")  # one line of the sheet holds for both where they fight
    needs = {"skirmishers": "skirmish"} | {
        each: each for each in ("attack_column", "march_column", "square", "hedgehog", "skirmish")
    }
    left = {key for key, formation in needs.items() if formation not in formations}
    left |= set() if _has(army, "pikes") else {"pikes"}
    left |= set() if any(unit.unit_class == "cavalry" for unit in army) else {"horse_against_foot"}
    return left | (set() if _has(army, "gun") else {"dense"})


def _modifiers(
    on: str, title: str, rule: str, left_out: Collection[str] = (), note: str = ""
) -> ReferenceTable:
    rows = (row for row in tables.tables().modifier if row.on == on and row.key not in left_out)
    return ReferenceTable(
        title, rule, ("When", ""), tuple((capfirst(row.why), signed(row.value)) for row in rows), note
    )


def _orders() -> ReferenceTable:
    """Return what an order gives (MPP-C-06), what changes the rating (MPP-2), and blunders (MPP-C-08)."""
    rows = [("Above the rating", "no move"), ("The rating, or 1 less", "1 move")]
    most = max(row.margin for row in tables.tables().order_result)
    for row in reversed(tables.tables().order_result):
        if row.margin:
            below = f"{row.margin} {'or more ' if row.margin == most else ''}less"
            rows.append((below, counted(row.moves, "move")))
    rows += [(f"Rating: {lowfirst(when)}", by) for when, by in _modifiers("command", "", "").rows]
    rows.append(("Blunder (double 6)", "roll a die"))
    for said, some in groupby(tables.tables().blunder, key=_blunder):
        rows.append((f"Blunder: {said}", f"on {', '.join(str(each.die) for each in some)}"))
    return ReferenceTable("Orders, two dice", "MPP-2.1", ("Roll", ""), tuple(rows))


def _blunder(row: Blunder) -> str:
    """Say what a blunder is (MPP-C-08); those to one side or ahead are one row."""
    if row.where == "rear":
        return f"{counted(row.moves, 'move')} to the rear"
    ahead = "1 move left, right or ahead" if row.moves else "1 to 3 moves, at the nearest enemy"
    return f"charge or {ahead}"


def _results(unit_class: str) -> ReferenceTable:
    """Return the results of break tests of a class of units (MPP-1.3), with the scores that bring them."""
    causes: dict[Cause, str] = {"ranged": "Shot at", "hand_to_hand": "Hand-to-hand"}
    rows: list[tuple[str, str]] = []
    for cause, called in causes.items():
        rule, results = tables.break_results(unit_class, cause)
        scored = enumerate(results, tables.LEAST_SCORE)
        for said, some in groupby(scored, key=lambda each: result_words(each[1])):
            scores = [score for score, _ in some]
            first, last = scores[0], scores[-1]
            shown = str(first) if first == last else f"{first}–{last}"
            if tables.MOST_SCORE in scores:
                shown = f"{first} and more"
            elif tables.LEAST_SCORE in scores:
                shown = f"up to {last}"
            rows.append((f"{called}: {lowfirst(said)}", "any" if len(scores) == len(results) else shown))
    return ReferenceTable(
        f"Break test: {words.CLASSES[unit_class].lower()}", rule, ("Result", "Score"), tuple(rows)
    )


def result_words(result: BreakResult) -> str:
    """Say what a result of a break test is (MPP-1.3.5)."""
    all_of_them = result.supports_disordered
    said = _EFFECTS[result.effect] + (" disordered" if result.disordered and not all_of_them else "")
    if result.with_supports:
        said += " with supports" + (", all disordered" if all_of_them else "")
    if result.break_if:
        condition = {"shaken": "if shaken", "hurt": "with casualties"}[result.break_if]
        said = f"Break {condition}, else {lowfirst(said)}"
    return said


_EFFECTS = {
    "hold": "Hold",
    "choice": "Hold disordered or retreat",
    "retreat": "Retreat",
    "give_ground": "Give ground",
    "break": "Break",
    "destroyed": "Destroyed",
}
