"""What shots and fights are worth to the tactician: expected casualties, and who would win a round."""

from __future__ import annotations

from rulesets.mail_pike_powder import charges, combat, dice, shooting, tables
from rulesets.mail_pike_powder.dice import Attack
from rulesets.mail_pike_powder.state import State, Unit


def expected(attack: Attack) -> float:
    """Return the casualties that an attack causes on average."""
    hit = attack.hit
    if attack.again < 0:
        hit += (1 - hit) * hit
    hits = attack.dice * hit + (min(attack.again, attack.dice) * (1 - hit) * hit if attack.again > 0 else 0.0)
    saved = min(attack.saves_again, 1) * (1 - attack.pierce) * min(1.0, hits * attack.pierce)
    return max(0.0, hits * attack.pierce - saved)


def shot(state: State, unit: Unit, target: Unit) -> float:
    """Return what a shot is worth: expected casualties, more for a target that they shake or break."""
    casualties = expected(shooting.attack(state, unit, target))
    left = max(1, target.stamina - target.casualties)
    return casualties * (1.0 + 1.0 / left) * (1.5 if target.shaken else 1.0)


def blows(unit: Unit, enemy: Unit, *, charging: bool, flanked: bool = False, first: bool = True) -> float:
    """Return the casualties that a unit inflicts in a round against an enemy, without supports."""
    count, _ = combat.own_dice(unit)
    if count and not first and unit.formation in ("line", "block", "warband", "mixed"):
        count = unit.profile.sustained
    change = int(charging) - unit.unsteady - flanked - unit.loose
    need = min(max(tables.figures().to_hit - change, dice.BEST), dice.WORST)
    saves = dice.save_modifiers(enemy, "")
    save = dice.save_needed(dice.morale_of(enemy), saves)
    attack = Attack(count, need, (), save, (), 0, dice.saves_again(enemy))
    return expected(attack)


def edge(unit: Unit, enemy: Unit, *, charging: bool, face: str = "front", supports: int = 0) -> float:
    """Return by how much a unit wins the first round against an enemy on average: casualties and the sheet's
    modifiers of the combat result.
    """
    counter = enemy.horse and not enemy.unsteady and not enemy.loose and face == "front" and charging
    given = blows(unit, enemy, charging=charging)
    taken = blows(enemy, unit, charging=counter, flanked=face != "front")
    return given + bonus(unit, enemy) + supports - taken - bonus(enemy, unit)


def bonus(unit: Unit, enemy: Unit) -> int:
    """Return what a unit adds to the combat result against an enemy (MPP-6.1)."""
    if charges.rides_down(unit, enemy):
        return 2
    if enemy.horse and (unit.formation in ("square", "hedgehog") or _may_form(unit)):
        return 3
    return 2 if enemy.horse and unit.profile.pikes else 3 if unit.formation == "building" else 0


def _may_form(unit: Unit) -> bool:
    """Return whether a unit could form a hedgehog or square as it is charged."""
    return not unit.disordered and bool({"hedgehog", "square"} & set(unit.profile.formations))


def value(unit: Unit) -> float:
    """Return what a unit is worth in the battle: its price, less where it is worn."""
    left = max(0.0, 1.0 - unit.casualties / (2.0 * unit.stamina))
    return float(unit.profile.points or 20) * left


def fights(unit: Unit) -> bool:
    """Return whether a unit wants to charge rather than shoot."""
    profile = unit.profile
    if unit.guns or unit.unit_class in ("baggage", "skirmishers"):
        return False
    return unit.horse or profile.clash > profile.long + 2
