"""Two forces that meet: made by hand, for tests of the meeting's steps one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Force, ForceCommander, ForceUnit
from rulesets.by_fire_and_sword.meeting.options import read_options
from rulesets.by_fire_and_sword.meeting.play import scores
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.meeting.state import Commander, MeetingState, Unit
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import DiceSource, ScriptedDice
from rulesets.engine.mustering import SIDES
from rulesets.engine.system import Core, Result
from tests.kit.systems import bare

Procedure = Callable[[Battle], Steps[Any] | None]


def unit(id_: str, **changes: Any) -> ForceUnit:
    """A banner of three bases."""
    plain = ForceUnit(
        id=id_,
        name=f"Banner {id_}",
        type="cavalry",
        bases=3,
        special=frozenset(),
        weapons=(),
        skill=4,
        morale=5,
    )
    return replace(plain, **{"special": frozenset(changes.pop("special", ())), **changes})


def commander(id_: str = "k1", cp: int = 2, **changes: Any) -> ForceCommander:
    """A commander, the force's own if his id is `k1`."""
    plain = ForceCommander(
        id=id_,
        name=f"Rotmistrz {id_}",
        rank="rotmistrz",
        cp=cp,
        chief=id_ == "k1",
        historical=False,
        regiment="",
    )
    return replace(plain, **changes)


def force(fsp: int, *, cp: int = 2, units: Sequence[ForceUnit] | int = 4,
          commanders: Sequence[ForceCommander] = (), **changes: Any) -> Force:  # fmt: skip
    """A skirmish force of so many FSP."""
    made = tuple(unit(f"u{n}") for n in range(1, units + 1)) if isinstance(units, int) else tuple(units)
    plain = Force(
        name="A force", kind="skirmish", fsp=fsp, fv=sum(each.bases for each in made) + cp, rp=0, cp=cp,
        defensive=False, small=fsp <= 4, special_rules=(), units=made,
        commanders=tuple(commanders) or (commander(cp=cp),), regiments=(),
    )  # fmt: skip
    return replace(plain, **changes)


def state_of(one: Force, two: Force, **options: Any) -> MeetingState:
    """The meeting of two forces before its first step."""
    forces = (one, two)
    return MeetingState(
        sides=["Jan", "Bohdan"], forces=forces,
        units={f"{SIDES[s]}.{u.id}": Unit(f"{SIDES[s]}.{u.id}", s, u.name, u)
               for s in (0, 1) for u in forces[s].units},
        commanders={f"{SIDES[s]}.{c.id}": Commander(f"{SIDES[s]}.{c.id}", s, c.name, c)
                    for s in (0, 1) for c in forces[s].commanders},
        table={"width": 120, "depth": 120}, options={**read_options(options), "terrain": "open"},
    )  # fmt: skip


def met(
    one: Force, two: Force, *steps: Procedure, dice: DiceSource | Sequence[int] | str = "seed",
    typed: bool = False, **options: Any,
) -> Battle:  # fmt: skip
    """A meeting that has played just these steps, as far as they go without a choice.

    `dice`: what is rolled, exactly, or the seed of a stream.
    """

    def play(battle: Battle) -> Steps[Result]:
        for step in steps:
            made = step(battle)
            if made is not None:
                yield from made
        return Result(None, "BFS-30.3.J", "ready", 0)

    core = Core(
        check_setup=lambda setup: None, begin=lambda setup: state_of(one, two, **options), play=play,
        tactician=choose, scores=scores,
    )  # fmt: skip
    system = bare("by_fire_and_sword", "By Fire and Sword", "BFS", "cm", core)
    setup = {"sides": ["Jan", "Bohdan"], "dice": "typed" if typed else "stream"}
    if isinstance(dice, str):
        return Battle(system, setup, dice)
    source = ScriptedDice(*dice) if not hasattr(dice, "roll") else dice
    return Battle(system, setup, "seed", dice=source)


def decide(battle: Battle, *choices: Mapping[str, Any]) -> Battle:
    """The meeting after these choices."""
    for choice in choices:
        battle.choose(choice)
    return battle


def offered(battle: Battle) -> list[dict[str, Any]]:
    """The keys of what may be chosen now."""
    assert battle.pending is not None
    return [dict(option.key) for option in battle.pending.options]
