"""Dice to hit, saves and casualties, alike for shooting and hand-to-hand (MPP-5, MPP-8, MPP-9, MPP-C-16,
C-17).

What is thrown is worked out first (`Attack`), then thrown (`resolve`); the odds take the same `Attack`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier, total
from rulesets.engine.records import record
from rulesets.mail_pike_powder import tables
from rulesets.mail_pike_powder.events import Revealed, Shaken, Suffered
from rulesets.mail_pike_powder.state import Unit
from rulesets.mail_pike_powder.wording import fire as words

BEST, WORST = 2, 6
"""A natural 1 always misses, and no roll needs more than a 6 (MPP-9.2.a, MPP-8.1.a)."""


@record
class Attack:
    """Dice that one unit throws at another. `need`: the least that hits, after `modifiers`; `save`: the least
    that saves, after `save_modifiers`, 7 where nothing does. `again`: how many misses are thrown again,
    `saves_again`: how many failed saves; -1: all. `counted`: what the number of dice comes from. `artillery`:
    casualties count for MPP-1.2.e.
    """

    dice: int
    need: int
    modifiers: tuple[Modifier, ...]
    save: int
    save_modifiers: tuple[Modifier, ...]
    again: int = 0
    saves_again: int = 0
    artillery: bool = False
    counted: tuple[Modifier, ...] = ()

    @property
    def hit(self) -> float:
        """Return the chance of a die to hit, before any is thrown again."""
        return (7 - self.need) / 6

    @property
    def pierce(self) -> float:
        """Return the chance that a hit is not saved, before any save is thrown again."""
        return 1.0 if self.save > WORST else (self.save - 1) / 6


@dataclass(slots=True)
class Outcome:
    """What came of an attack: hits, sixes among the dice to hit, casualties."""

    hits: int = 0
    sixes: int = 0
    casualties: int = 0


def needed(base: int, modifiers: tuple[Modifier, ...]) -> int:
    """Return the least die that hits: 4 less the modifiers, from 2 to 6 (MPP-C-16)."""
    return min(max(base - total(modifiers), BEST), WORST)


def save_needed(morale: int, modifiers: tuple[Modifier, ...]) -> int:
    """Return the least die that saves: a 1 always fails; 7: nothing saves (MPP-5.1, MPP-C-17)."""
    if not morale:
        return 7
    return min(max(morale - total(modifiers), BEST), 7)


def morale_of(unit: Unit) -> int:
    """Return the Morale value of a unit; Fanatics save better until they are shaken (MPP-C-35)."""
    if unit.morale and unit.has("Fanatic") and not unit.shaken:
        return max(BEST, unit.morale - 1)
    return unit.morale


def save_modifiers(target: Unit, cover: tables.Cover, gun: str = "", band: str = "") -> tuple[Modifier, ...]:
    """Return what changes the saves of a target: formation, the best cover, artillery (MPP-5.1 to 5.8).

    `gun`: the artillery that hits it, `band`: close, medium or long.
    """
    keys = []
    if target.formation == "attack_column" and not gun:
        keys.append("attack_column")
    if target.formation in ("square", "hedgehog", "march_column"):
        keys.append(target.formation)
    if cover:
        keys.append(cover if cover == "fortification" else f"{cover}_cover")
    if gun:
        keys.append("artillery_heavy" if gun == "heavy" else
                    "artillery_long" if band == "long" else "artillery_near")  # fmt: skip
    return tuple(tables.modifier("save", key).times() for key in keys)


def saves_again(target: Unit) -> int:
    """Return how many failed saves a target throws again (MPP-C-35: Stubborn, Crack)."""
    return int(target.has("Stubborn")) + int(target.has("Crack") and not target.casualties)


def resolve(
    battle: Battle, unit: Unit, target: Unit, attack: Attack, purpose: str, rule: str
) -> Steps[Outcome]:
    """Throw an attack: dice to hit, saves, casualties on the target (MPP-C-16, MPP-C-17)."""
    found = Outcome()
    if attack.dice <= 0:
        return found
    dice = yield from battle.roll(purpose, side=unit.side, count=attack.dice, unit=unit.id, rule=rule)
    misses = [i for i, die in enumerate(dice) if die < attack.need]
    again = yield from _again(battle, unit, purpose, rule, misses, attack.again)
    final = _after(dice, again)
    found.hits = sum(die >= attack.need for die in final)
    found.sixes = sum(die == WORST for die in final)
    battle.record(
        purpose, dice, words.hits(found.hits, attack.counted), rule=rule, side=unit.side,
        unit=unit.id, target=attack.need, modifiers=attack.modifiers,
        rerolls=[(i, die, "MPP-C-35") for i, die in again],
    )  # fmt: skip
    if found.hits:
        found.casualties = yield from _save(battle, target, attack, found.hits)
    return found


def _save(battle: Battle, target: Unit, attack: Attack, hits: int) -> Steps[int]:
    """Throw the saves against so many hits; return the casualties (MPP-C-17)."""
    if attack.save > WORST:
        return hits
    roll: dict[str, Any] = {"rule": "MPP-5.1", "side": target.side, "unit": target.id}
    dice = yield from battle.roll(words.SAVES, count=hits, **roll)
    failed = [i for i, die in enumerate(dice) if die < attack.save]
    again = yield from _again(battle, target, words.SAVES, "MPP-5.1", failed, attack.saves_again)
    lost = sum(die < attack.save for die in _after(dice, again))
    battle.record(
        words.SAVES, dice, words.casualties(lost), target=attack.save, modifiers=attack.save_modifiers,
        rerolls=[(i, die, "MPP-C-35") for i, die in again], **roll,
    )  # fmt: skip
    return lost


def _again(
    battle: Battle, unit: Unit, purpose: str, rule: str, failed: list[int], most: int
) -> Steps[list[tuple[int, int]]]:
    """Throw some of the failed dice again, as many as may be; return which, and what they show."""
    chosen = failed if most < 0 else failed[:most]
    if not chosen:
        return []
    dice = yield from battle.roll(
        words.again(purpose), side=unit.side, count=len(chosen), unit=unit.id, rule=rule
    )
    return list(zip(chosen, dice, strict=True))


def _after(dice: tuple[int, ...], again: list[tuple[int, int]]) -> list[int]:
    final = list(dice)
    for i, die in again:
        final[i] = die
    return final


def suffer(battle: Battle, unit: Unit, casualties: int, why: str, rule: str = "MPP-C-18") -> Steps[None]:
    """Mark casualties; say that a unit becomes shaken (MPP-C-18). Who is untested shows its worth first."""
    yield from reveal(battle, unit)
    if not casualties:
        return
    before = unit.shaken
    battle.apply(Suffered(rule, unit.id, casualties, why))
    if unit.shaken and not before:
        battle.apply(Shaken("MPP-1.1.a", unit.id))


def reveal(battle: Battle, unit: Unit) -> Steps[None]:
    """Roll what a unit is worth that has not fought yet (MPP-C-35: Freshly Raised, Untested): on 1 or 2 it is
    worse by 1, on 5 or 6 better.
    """
    if unit.tested:
        return
    dice = yield from battle.roll(words.WORTH, side=unit.side, unit=unit.id, rule="MPP-C-35")
    better = 1 if dice[0] > 4 else -1 if dice[0] < 3 else 0
    stamina, morale = unit.stamina, unit.morale
    if unit.has("Untested"):
        stamina = max(1, stamina + better)
    else:
        morale = min(WORST, max(BEST, morale - better))
    battle.record(words.WORTH, dice, words.worth(better), rule="MPP-C-35", side=unit.side, unit=unit.id)
    battle.apply(Revealed("MPP-C-35", unit.id, stamina, morale))
