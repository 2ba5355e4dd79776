"""Battles that end when both armies stand: for tests of setup, terrain and deployment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from rulesets.baroque import setup as setting_up
from rulesets.baroque.state import State
from rulesets.contract.documents import read_setup
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Steps
from rulesets.engine.dice import ScriptedDice
from rulesets.engine.events import Event
from rulesets.engine.system import Core, Result
from tests.kit.lists import document as list_document
from tests.kit.systems import bare

Chooser = Callable[[Decision], Choice]


def _play(battle: Battle) -> Steps[Result]:
    yield from setting_up.prepare(battle)
    return Result(None, "", "both armies stand", 0)


_CORE = Core(
    check_setup=setting_up.check_setup, begin=setting_up.begin, play=_play,
    tactician=lambda battle, decision: first_ready(decision),
)  # fmt: skip
PREPARING = bare("baroque", "Baroque", "BQ", "BU", _CORE)


def army(*commands: Iterable[str], book: str = "polish", **extras: Any) -> Any:
    """A list document with a command of each of `commands` (short ids of the book's entries)."""
    return list_document(
        book,
        [
            {
                "id": f"c{i}",
                "name": f"Wing {i}",
                "leader": {"level": "reliable", "commander_in_chief": i == 1},
                "units": [
                    {"id": f"c{i}u{j}", "entry": f"{book}.{e}"} for j, e in enumerate(entries, start=1)
                ],
            }
            for i, entries in enumerate(commands, start=1)
        ],
        **extras,
    )


def setup(a: Any = None, b: Any = None, **changes: Any) -> dict[str, Any]:
    """A setup document of two lists; without lists, of two small Polish armies on open ground."""
    plain = army(["foot-sm1", "hussars"], ["reiters"])
    value = {
        "system": "baroque", "lists": [a or plain, b or plain], "sides": ["Alice", "Bob"], "terrain": "open",
    }  # fmt: skip
    return {**value, **changes}


def begun(value: Mapping[str, Any]) -> State:
    """The state before anything is decided."""
    state: State = setting_up.begin(read_setup(value))
    return state


def battle_of(value: Mapping[str, Any], *dice: int, seed: str = "test") -> Battle:
    """A battle from `value` with scripted dice, or with those of `seed` if none are given."""
    checked = read_setup(value)
    setting_up.check_setup(checked)
    return Battle(PREPARING, checked, seed, dice=ScriptedDice(*dice) if dice else None)


def ready(decision: Decision) -> list[Choice]:
    """The choices that need no numbers."""
    return [dict(option.key) for option in decision.options if not option.params]


def first_ready(decision: Decision) -> Choice:
    return ready(decision)[0]


def at_random(seed: int) -> Chooser:
    """Chooses any of the choices that need no numbers."""
    rng = Random(seed)
    return lambda decision: rng.choice(ready(decision))


def played(battle: Battle, chooser: Chooser = first_ready, *, until: str = "") -> Battle:
    """The battle after `chooser` has made every decision, or all before the first of the kind `until`."""
    while battle.pending is not None and battle.pending.kind != until:
        battle.choose(chooser(battle.pending))
    return battle


def events(battle: Battle, kind: type[Event]) -> list[Any]:
    """The events of one class, in order."""
    return [entry.event for entry in battle.entries if isinstance(entry.event, kind)]
