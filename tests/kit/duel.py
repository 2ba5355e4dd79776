"""A rule system of twenty lines, to try the referee on: two duellists roll until one has three wounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rulesets.contract.presentation import Presentation
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal, Steps
from rulesets.engine.dice import Modifier, total
from rulesets.engine.document import SetupError
from rulesets.engine.events import Event, Names
from rulesets.engine.system import Core, Result
from tests.kit.systems import bare


@dataclass
class Duel:
    """Wounds by side and the number of bouts fought."""

    wounds: list[int] = field(default_factory=lambda: [0, 0])
    bouts: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"wounds": self.wounds, "bouts": self.bouts}


@dataclass(frozen=True, slots=True)
class Wounded(Event):
    side: int
    kind: ClassVar[str] = "wounded"

    def apply(self, state: Duel) -> None:
        state.wounds[self.side] += 1

    def describe(self, names: Names) -> str:
        return f"{names(str(self.side))} is wounded"


@dataclass(frozen=True, slots=True)
class BoutEnded(Event):
    state_hash: str
    kind: ClassVar[str] = "bout-ended"

    def apply(self, state: Duel) -> None:
        state.bouts += 1

    def describe(self, names: Names) -> str:
        return "The bout ends"


def _not_seven(choice: Choice) -> None:
    if choice["reach"] == 7:
        raise Refusal("seven is unlucky", rule="DU-2", path="choice.reach")


def ask(side: int) -> Steps[Choice]:
    """DU-1: each chooses his stroke in secret."""
    choice = yield Decision(
        "strike", side, "How do you strike?", "DU-1",
        (
            Option({"do": "cut"}, "Cut", "DU-1"),
            Option({"do": "lunge"}, "Lunge", "DU-2", (Number("reach", 0, 9, "ft", whole=True),), _not_seven),
        ),
        secret=True,
    )  # fmt: skip
    return choice


def strike(battle: Battle, side: int, choice: Choice) -> Steps[bool]:
    """DU-1: 4 or more wounds; a lunge adds its reach in feet, at most 3, but not 7."""
    dice = yield from battle.roll("Strike", side=side, rule="DU-1")
    modifiers = [Modifier("DU-2", min(3, choice.get("reach", 0)), "lunge")]
    hit = dice[0] + total(modifiers) >= 4
    battle.record(
        "Strike", dice, "hit" if hit else "miss", rule="DU-1", side=side, target=4, modifiers=modifiers
    )
    return hit


def play(battle: Battle) -> Steps[Result]:
    """DU-0: both strike at once, until somebody has three wounds."""
    while max(battle.state.wounds) < 3:
        strokes = [(yield from ask(0)), (yield from ask(1))]
        for side in (0, 1):
            hit = yield from strike(battle, side, strokes[side])
            if hit:
                battle.apply(Wounded("DU-1", 1 - side))
        battle.apply(BoutEnded("DU-0", battle.state_hash()))
    wounds = battle.state.wounds
    winner = None if wounds[0] == wounds[1] else int(wounds[0] >= 3)
    return Result(winner, "DU-0", "three wounds", battle.state.bouts)


def check_setup(setup: Mapping[str, Any]) -> None:
    if setup["options"].get("pistols"):
        raise SetupError("are not allowed in a duel", path="options.pistols")


def choose(battle: Battle, decision: Decision) -> Choice:
    return dict(decision.options[0].key)


DUEL = bare(
    "duel", "Duel", "DU", "ft",
    Core(check_setup=check_setup, begin=lambda setup: Duel(), play=play, tactician=choose),
    presentation=Presentation(),
)  # fmt: skip


def setup(**changes: Any) -> dict[str, Any]:
    """A setup document for a duel."""
    return {
        "format": "leaguer-setup", "version": 1, "system": "duel", "lists": [{}, {}],
        "sides": ["Athos", "Jussac"], **changes,
    }  # fmt: skip
