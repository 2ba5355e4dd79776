"""The Discipline Tests that choices lead to, with their exact chances (BQ-2.4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulesets.baroque.board.reacting import charge_answered
from rulesets.baroque.charge import plan
from rulesets.baroque.command import (
    discipline_chance,
    discipline_modifiers,
    forced_rally_chance,
    needed,
    rally_chance,
)
from rulesets.baroque.movement.march import march_harder, march_modifiers
from rulesets.baroque.reactions import discipline
from rulesets.baroque.reactions.paths import standing
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording.movement import ACTIVATION_OVER
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.dice import Modifier
from rulesets.engine.geometry import Base

MARCHING = frozenset({"advance", "oblique", "back", "wheel", "charge"})
STAYS = "it stays and does nothing else"


@dataclass(frozen=True, slots=True)
class Test:
    """A Discipline Test: the chance that it is passed, in words, its rule; what it `needs`."""

    chance: float
    words: str
    rule: str
    needs: str = ""


def march(state: State, unit: Unit, action: int, at: Base | None = None) -> Test | None:
    """Return the test of movement action number `action` `at` a place, if due (BQ-5.1.c, BQ-5.1.e)."""
    if action < 2:
        return None
    own, harder = march_modifiers(unit), march_harder(action)
    with standing(unit, unit.place if at is None else at):
        words = _words(state, unit, own, harder)
        chance = discipline_chance(state, unit, own, harder)
    return Test(
        chance,
        f"march test at its end: {chance:.0%} ({words}); failed, it is Disordered and stops",
        "BQ-5.1.c",
        words,
    )


def plain(state: State, unit: Unit, failure: str, rule: str, at: Base | None = None) -> Test:
    """Return a test with the general modifiers alone, and what its failure means."""
    with standing(unit, unit.place if at is None else at):
        chance, words = discipline_chance(state, unit), _words(state, unit, (), 0)
    return Test(chance, f"test: {chance:.0%} ({words}); failed, {failure}", rule, words)


def reaction(state: State, unit: Unit, do: str, *, to_shot: bool = False, from_foot: bool = False) -> Test:
    """Return the test of a reaction or evasion (BQ-4.1.3.g)."""
    found = discipline.modifiers(unit, do, to_shot=to_shot, from_foot=from_foot)
    chance = discipline_chance(state, unit, found)
    words = _words(state, unit, found, 0)
    return Test(chance, f"test: {chance:.0%} ({words})", discipline.RULES[do], words)


def of_option(state: State, unit: Unit, option: Option, at: Base | None = None) -> Test | None:
    """Return the test that an option of the active unit leads to, `at` the end of the move, or None."""
    do = option.key["do"]
    activation = state.activation
    done = activation.march if activation is not None and activation.unit == unit.id else 0
    if do in MARCHING:
        return march(state, unit, done + 1, at)
    if do in ("about-face", "face-side"):
        return plain(state, unit, "it is Disordered", "BQ-5.2.4.b", at)
    if do == "disengage":
        return plain(state, unit, "it fights its melee", "BQ-5.7.d")
    if do == "withdraw":
        return plain(state, unit, STAYS, "BQ-2.5.1.1.b")
    if do == "caracole":
        return plain(state, unit, ACTIVATION_OVER, "BQ-6.8.b")
    if do == "rally":
        chance = rally_chance(state, unit)
        words = _words(state, unit, (), 0)
        return Test(chance, f"test: {chance:.0%} ({words})", "BQ-4.1.2.b", words)
    if do == "forced-rally":
        chance = forced_rally_chance(state, unit)
        one = "one die that passes is enough"
        return Test(chance, f"{one}: {chance:.0%}", "BQ-4.1.2.d", one)
    return None


def of_reaction(battle: Battle, unit: Unit, option: Option) -> Test | None:
    """Return the test of a reaction or evasion that is on offer, None for another option (BQ-4.1.3.g,
    BQ-5.6.c).
    """
    do = option.key["do"]
    if do not in discipline.RULES:
        return None
    to_shot = option.rule == "BQ-6.5.c"
    charge = charge_answered(battle) if do == "evade" else None
    from_foot = charge is not None and not charge.unit.profile.mounted
    return reaction(battle.state, unit, do, to_shot=to_shot, from_foot=from_foot)


def chance_words(battle: Battle, unit: Unit, option: Option) -> str:
    """Return what to know before an option is taken: its test, the bonus die; "" for nothing."""
    test = of_reaction(battle, unit, option) or of_option(battle.state, unit, option)
    words = [] if test is None else [test.words]
    if option.key["do"] == "charge" and option.key.get("bonus"):
        reach = plan.bonus_dice(unit.profile)
        words.insert(0, f"bonus of {min(reach)} to {max(reach)} BU by a die; falling short Disorders it")
    return "; ".join(words)


def _words(state: State, unit: Unit, own: Sequence[Modifier], harder: int) -> str:
    """Return words such as `needs 3 or more: leader attached +1`."""
    every = [*discipline_modifiers(state, unit), *own]
    terms = [f"{modifier.why} {modifier.value:+d}" for modifier in every]
    terms += [f"march {harder} harder"] if harder else []
    words = f"needs {needed(unit, every, harder)} or more"
    return f"{words}: {', '.join(terms)}" if terms else words
