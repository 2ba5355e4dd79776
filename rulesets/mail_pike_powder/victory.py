"""Broken battalias, the army's break, the end of the battle (MPP-7.1.a, MPP-C-25, MPP-C-26)."""

from __future__ import annotations

from typing import Any

from rulesets.engine.battle import Battle
from rulesets.engine.system import Result
from rulesets.mail_pike_powder.events import BattaliaChecked, BattleEnded
from rulesets.mail_pike_powder.state import Command, State, Unit
from rulesets.mail_pike_powder.wording import victory as words

RULE = "MPP-C-26"


def counted(state: State, command: Command) -> list[Unit]:
    """Return the units by which a battalia's morale is judged: all but artillery and baggage, or all where
    those are the majority (MPP-C-25).
    """
    units = [state.units[id_] for id_ in command.units]
    others = [unit for unit in units if unit.unit_class not in ("artillery", "baggage")]
    return others if 2 * len(others) >= len(units) else units


def lost(unit: Unit) -> bool:
    """Return whether a unit counts as lost for its battalia: off the table, or shaken (MPP-7.1.a)."""
    return not unit.on_field or unit.shaken


def is_broken(state: State, command: Command) -> bool:
    """Return whether more than half of a battalia is lost or shaken (MPP-7.1.a)."""
    units = counted(state, command)
    return 2 * sum(map(lost, units)) > len(units)


def check_battalias(battle: Battle, side: int) -> None:
    """Check the morale of each battalia of a side at the start of its turn (MPP-7.1.a)."""
    state: State = battle.state
    for command in state.commands.values():
        if command.side == side:
            broken = is_broken(state, command)
            if broken != command.broken:
                units = counted(state, command)
                gone = sum(map(lost, units))
                battle.apply(BattaliaChecked("MPP-7.1.a", command.id, broken, gone, len(units)))


def broken(state: State, side: int) -> tuple[int, int]:
    """Return how many battalias of a side are broken, and how many there are."""
    commands = [each for each in state.commands.values() if each.side == side]
    return sum(each.broken for each in commands), len(commands)


def is_beaten(state: State, side: int) -> bool:
    """Return whether at least half of an army's battalias are broken (MPP-C-26)."""
    gone, all_ = broken(state, side)
    return 2 * gone >= all_


def units_lost(state: State, side: int) -> int:
    """Return how many units of a side have left the table."""
    return sum(unit.side == side and not unit.on_field for unit in state.units.values())


def army_break(battle: Battle, side: int) -> Result | None:
    """Return the result where the army whose turn begins is beaten (MPP-C-26)."""
    state: State = battle.state
    if not is_beaten(state, side):
        return None
    if is_beaten(state, 1 - side):
        return _end(battle, None, words.BOTH_BEATEN)
    return _end(battle, 1 - side, words.beaten(state.sides[side].name))


def last_turn(battle: Battle) -> Result:
    """Return the result after the last turn (MPP-C-26)."""
    for side in (0, 1):
        check_battalias(battle, side)
    return _end(battle, *by_losses(battle.state))


def by_losses(state: State) -> tuple[int | None, str]:
    """Return who has won after the last turn, and how: fewer broken battalias, then fewer lost units
    (MPP-C-26).
    """
    gone = [broken(state, side)[0] for side in (0, 1)]
    fallen = [units_lost(state, side) for side in (0, 1)]
    for figures, how in ((gone, words.fewer_battalias), (fallen, words.fewer_units)):
        if figures[0] != figures[1]:
            return int(figures[1] < figures[0]), how(min(figures), max(figures))
    return None, words.even(gone[0], fallen[0])


def _end(battle: Battle, winner: int | None, how: str) -> Result:
    state: State = battle.state
    battle.apply(BattleEnded(RULE, -1 if winner is None else winner, how))
    return Result(winner, RULE, how, state.turn, scores(state))


def scores(state: State) -> tuple[dict[str, Any], ...]:
    """Return the figures by side: Stamina, casualties and lost Stamina, battalias, units (MPP-C-26)."""
    return tuple(_score(state, side) for side in (0, 1))


def stamina_lost(unit: Unit) -> int:
    """Return the Stamina that a unit has lost: all of it once it has left the table."""
    return (
        unit.stamina if not unit.on_field and unit.status != "reserve" else min(unit.casualties, unit.stamina)
    )


def _score(state: State, side: int) -> dict[str, Any]:
    units = [unit for unit in state.units.values() if unit.side == side]
    total, gone = sum(unit.stamina for unit in units), sum(map(stamina_lost, units))
    groups = []
    for command in state.commands.values():
        if command.side != side:
            continue
        own = [state.units[id_] for id_ in command.units]
        notes = [words.BROKEN] if is_broken(state, command) else []
        if not state.leaders[command.leader].alive:
            notes.append(words.NO_COMMANDER)
        lines = [
            {"name": unit.name, "why": words.status(unit.status, unit.shaken), "rule": "MPP-C-18",
             "value": stamina_lost(unit)}
            for unit in own if stamina_lost(unit)
        ]  # fmt: skip
        groups.append({
            "name": command.name, "total": sum(unit.stamina for unit in own),
            "lost": sum(map(stamina_lost, own)), "notes": notes, "lines": lines,
        })  # fmt: skip
    return {
        "total": total, "lost": gone, "left": total - gone,
        "percentage": round(100 * (total - gone) / total, 1) if total else 0.0,
        "battalias": sum(is_broken(state, each) for each in state.commands.values() if each.side == side),
        "units": units_lost(state, side), "groups": groups,
    }  # fmt: skip
