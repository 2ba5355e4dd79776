"""What pages, API answers and PDFs show of armies and of a result, as dataclasses that know no HTML."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.contract.presentation import LossGroup, Mark, Presentation
from rulesets.engine.wording import base_name


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit in its army's order of battle, as it stands at some moment; `sign` is that of its troops.
    `listed`: its name in a list that shows its `number` before it.
    """

    number: int
    id: str
    name: str
    listed: str
    sign: str
    strength: int
    losses: int
    status: str
    marks: tuple[Mark, ...]
    gone: bool

    @property
    def left(self) -> int:
        """Its strength by now; losses beyond it count no more."""
        return max(0, self.strength - self.losses)


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command with its leader and its units."""

    id: str
    name: str
    leader: str
    leader_note: str
    broken: bool
    units: tuple[UnitLine, ...]
    leader_id: str = ""


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """An army with its commands, and what belongs to none of them."""

    side: int
    name: str
    army: str
    commands: tuple[CommandCard, ...]
    others: tuple[UnitLine, ...]


def numbers(state: Mapping[str, Any]) -> dict[str, int]:
    """Return the number that a unit bears on the field and in lists: its place within its army, from 1."""
    found: dict[str, int] = {}
    for side in (0, 1):
        ids = [unit["id"] for unit in state.get("units", ()) if unit["side"] == side]
        found.update({id_: place for place, id_ in enumerate(ids, start=1)})
    return found


def without_number(name: str, number: int) -> str:
    """Return a unit's name without the number of its base."""
    return name.removesuffix(base_name("", number))


def listed_names(state: Mapping[str, Any]) -> dict[str, str]:
    """Return what a unit is called where its number stands before it: `Foot`, not `Foot no. 3`.

    `Foot (1 of 2)` where names only count up, as in battles without `unit_numbers`.
    """
    counted: dict[tuple[int, str], list[str]] = defaultdict(list)
    for unit in state.get("units", ()):
        kind, _, number = unit["name"].rpartition(" ")
        if kind and number.isdecimal():
            counted[unit["side"], kind].append(unit["id"])
    borne = numbers(state)
    found = {unit["id"]: without_number(unit["name"], borne[unit["id"]]) for unit in state.get("units", ())}
    for (_, kind), ids in counted.items():
        if len(ids) > 1 and [found[id_] for id_ in ids] == [f"{kind} {at}" for at in range(1, len(ids) + 1)]:
            found |= {id_: f"{kind} ({at} of {len(ids)})" for at, id_ in enumerate(ids, start=1)}
    return found


def armies(state: Mapping[str, Any], shown: Presentation) -> list[ArmyCard]:
    """Both armies as they stand in a state."""
    places = numbers(state)
    called = listed_names(state)
    units = {
        unit["id"]: _unit_line(unit, places[unit["id"]], called[unit["id"]], shown)
        for unit in state.get("units", ())
    }
    leaders = {leader["id"]: leader for leader in state.get("leaders", ())}
    return [_army(state, side, units, leaders) for side in state.get("sides", ())]


def _army(
    state: Mapping[str, Any],
    side: Mapping[str, Any],
    units: Mapping[str, UnitLine],
    leaders: Mapping[str, Mapping[str, Any]],
) -> ArmyCard:
    index = side["index"]
    commands = [command for command in state["commands"] if command["side"] == index]
    owned = {id_ for command in commands for id_ in command["units"]}
    loose = [unit["id"] for unit in state["units"] if unit["side"] == index and unit["id"] not in owned]
    return ArmyCard(
        index,
        side["name"],
        side["army"],
        tuple(_command(command, units, leaders.get(command["leader"])) for command in commands),
        tuple(units[id_] for id_ in loose),
    )


def _command(
    command: Mapping[str, Any], units: Mapping[str, UnitLine], leader: Mapping[str, Any] | None
) -> CommandCard:
    note = "" if leader is None or leader["alive"] else "lost"
    name = "" if leader is None else f"{leader['name']}, {leader['level']}"
    members = tuple(units[id_] for id_ in command["units"])
    return CommandCard(
        command["id"], command["name"], name, note, command.get("broken", False), members, command["leader"]
    )


def _unit_line(unit: Mapping[str, Any], number: int, listed: str, shown: Presentation) -> UnitLine:
    left, whole = shown.strength_of(unit)
    marks = tuple(mark for mark in shown.marks if unit.get(mark.key) and not mark.passing)
    status, gone = unit["status"], unit["status"] in shown.gone
    return UnitLine(
        number, unit["id"], unit["name"], listed, shown.sign(unit["type"]), whole, whole - left,
        shown.gone.get(status, status), () if gone else marks, gone,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side at the end: figures and losses by command; `whole` as in a Score."""

    side: int
    name: str
    won: bool
    total: int
    lost: int
    left: int
    percentage: float
    groups: tuple[LossGroup, ...]
    whole: int = 0

    @property
    def share(self) -> float:
        """The percentage of the whole that is lost."""
        return round(100 * self.lost / self.whole, 1) if self.whole else 0.0

    @property
    def rule(self) -> str:
        """The rule by which every loss counts, nothing if they are several."""
        rules = {line.rule for group in self.groups for line in group.lines}
        return rules.pop() if len(rules) == 1 else ""


@dataclass(frozen=True, slots=True)
class ResultCard:
    """Who won, by what, and what it cost."""

    winner: int | None
    headline: str
    how: str
    rule: str
    turns: int
    sides: tuple[SideResult, ...]


def result_card(
    result: Mapping[str, Any], names: tuple[str, str] | list[str], shown: Presentation
) -> ResultCard:
    """Return the result of a battle from its JSON form."""
    winner = result["winner"]
    headline = "The battle is a draw" if winner is None else f"Victory for {names[winner]}"
    sides = tuple(
        _side_result(side, score, names, winner, shown) for side, score in enumerate(result["scores"])
    )
    return ResultCard(winner, headline, result["how"], result["rule"], result["turns"], sides)


def _side_result(
    side: int, figures: Mapping[str, Any], names: tuple[str, str] | list[str], winner: int | None,
    shown: Presentation,
) -> SideResult:  # fmt: skip
    score = shown.score(figures)
    return SideResult(
        side, names[side], winner == side, score.total, score.lost, score.left, score.percentage,
        score.groups, score.whole,
    )  # fmt: skip
