"""What shots and fights are worth to the tactician: expected casualties, and who would win a round."""

from __future__ import annotations

from dataclasses import replace

from rulesets.engine.dice import total
from rulesets.mail_pike_powder import breaktest, charges, combat, dice, orders, shooting, tables, victory
from rulesets.mail_pike_powder.charges import Charge
from rulesets.mail_pike_powder.dice import Attack
from rulesets.mail_pike_powder.odds import melee_chances, shot_chances
from rulesets.mail_pike_powder.odds.chances import Harm
from rulesets.mail_pike_powder.state import Leader, State, Unit


def expected(attack: Attack) -> float:
    """Return the casualties that an attack causes on average."""
    hit = attack.hit
    if attack.again < 0:
        hit += (1 - hit) * hit
    hits = attack.dice * hit + (min(attack.again, attack.dice) * (1 - hit) * hit if attack.again > 0 else 0.0)
    saved = min(attack.saves_again, 1) * (1 - attack.pierce) * min(1.0, hits * attack.pierce)
    return max(0.0, hits * attack.pierce - saved)


def stake(state: State, unit: Unit) -> float:
    """Return what it means to lose a unit: more the fewer losses its battalia can bear yet, most where the
    army breaks by it (MPP-C-25, MPP-C-26). A unit that is lost already, or does not count, means little.
    """
    command = state.commands[unit.command]
    units = victory.counted(state, command)
    bears = len(units) // 2 - sum(map(victory.lost, units))
    if unit not in units or victory.lost(unit) or bears < 0:
        return 0.4
    gone, all_ = victory.broken(state, unit.side)
    ends = bears == 0 and not command.broken and 2 * (gone + 1) >= all_
    return 0.6 + 1.0 / (1 + bears) + (1.0 if ends else 0.0)


def rally(state: State, leader: Leader, unit: Unit) -> float:
    """Return what it is worth that a commander rallies a unit, by the chance that they do: most where that
    saves a battalia, or the army (MPP-C-12).
    """
    command = state.commands[unit.command]
    units = victory.counted(state, command)
    chance = orders.passing(state, replace(leader, attached=unit.id), [unit])
    if not unit.shaken or unit not in units:
        return 0.3 * chance
    bears = len(units) // 2 - sum(map(victory.lost, units))
    gone, all_ = victory.broken(state, unit.side)
    ends = 2.0 if bears == -1 and 2 * (gone + (not command.broken)) >= all_ else 0.0
    return chance * (0.5 if bears < -1 else 2.5 + ends if bears == -1 else 1.0 + 1.0 / (1 + bears))


def lost(unit: Unit, harm: Harm) -> float:
    """Return the chance that a unit is lost to its battalia by what is done to it: gone, or newly shaken."""
    gone = harm.chance("breaks", "shattered")
    return gone if unit.shaken else max(gone, float(harm.shaken))


def shot(state: State, unit: Unit, target: Unit, how: shooting.How = "shooting") -> float:
    """Return what a shot is worth: expected casualties, and the chance that the target is lost by it."""
    attack = shooting.attack(state, unit, target, how)
    harm = shot_chances(attack, target, doomed=breaktest.battalia_broken(state, target)).target
    return 0.6 * expected(attack) + 2.0 * stake(state, target) * lost(target, harm)


def charge(state: State, way: Charge) -> float:
    """Return what a charge is worth: the exact chances of the first round to lose the enemy, and the charger,
    by what each means; with closing shots, countercharge or a square as the enemy would answer.
    """
    then, me, foe, _ = charges.in_contact(state, way)
    offered = {option.key["do"] for option in charges.answers(state, way)}
    stopped, price = 0.0, stake(state, way.unit)
    formed = next((each for each in ("hedgehog", "square") if each in offered and me.horse), "")
    if formed:
        foe.formation = formed
    elif "countercharge" in offered:
        foe.charging = True
    elif "closing" in offered:
        attack = shooting.attack(state, way.target, way.unit, "closing")
        stopped = lost(way.unit, shot_chances(attack, way.unit).target)
    helpers = combat.supports(then, [me])[me.id], combat.supports(then, [foe])[foe.id]
    attacks = combat.attack(then, me, foe, helpers[0]), combat.attack(then, foe, me, helpers[1])
    added = [
        total(combat.result_modifiers(then, [one], len(behind)))
        for one, behind in zip((me, foe), helpers, strict=True)
    ]
    found = melee_chances(attacks, (me, foe), (added[0], added[1]))
    wins, _, loses = found.wins
    gain = 2.0 * (stake(state, foe) * lost(foe, found.harm[1]) - price * lost(me, found.harm[0]))
    return (1.0 - stopped) * (gain + 0.8 * (wins - loses)) - 2.0 * price * stopped


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
