"""What can be recorded of a battle on a table: one entry for each thing a player notes, by its key.

Keys: `u.<side>.<unit>.<field>`, `c.<side>.<commander>.<field>`, `s.<side>.<number>` (points of the scenario),
`d.<side>.<fact>` (a division's), `t.<side>.<regiment>.<turn>` (a Motivation test), `g.<side>.cut_off`,
`g.turns`. `to_result` makes the RESULT document from what was noted under them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from pydantic import ValidationError

from rulesets.by_fire_and_sword.armies.force import Force
from rulesets.by_fire_and_sword.victory.document import (
    FORMAT,
    MOST_WORDS,
    VERSION,
    MotivationTest,
    ResultError,
)
from rulesets.by_fire_and_sword.victory.losses import names_in
from rulesets.by_fire_and_sword.victory.motivation import witnesses
from rulesets.by_fire_and_sword.wording import victory as words
from rulesets.engine.wording import documents as shared
from rulesets.engine.wording import minus

Kind = Literal["count", "choice", "flag", "points", "test", "word"]

SIDES = (0, 1)
MOST_POINTS = 60
MOST_TURNS = 30
ONE_WORD = 12


_UNIT_COUNTS = (
    ("destroyed", "destroyed", "BFS-34.4"),
    ("fled", "fled", "BFS-34.4"),
    ("fleeing", words.STILL_FLEEING, "BFS-34.4"),
    ("captured", "captured", "BFS-34.4"),
    ("march_losses", words.LOST_BY_MARCH, "BFS-32.3"),
    ("returned_destroyed", words.DESTROYED_BEFORE_RETURN, "BFS-32.7.3"),
    ("returned_fled", words.FLED_BEFORE_RETURN, "BFS-32.7.3"),
)
_NOT_TESTED = -1


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that players note: for `subject` (a unit's, commander's or Regiment's id) of a side.

    Counts and points go from `least` (−1: not tested yet) to `most`; `choices` are the values of a choice
    with their words.
    """

    key: str
    side: int | None
    subject: str
    field: str
    label: str
    kind: Kind
    rule: str
    default: Any = 0
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()

    def read(self, value: Any) -> Any:
        """Return the value as it is stored; raise ResultError at the entry's key if it is none."""
        if self.kind in ("count", "points"):
            if not isinstance(value, int) or isinstance(value, bool):
                raise ResultError(shared.NOT_A_WHOLE_NUMBER, self.key)
            if not self.least <= value <= self.most:
                raise ResultError(words.out_of_range(value, self.least, self.most), self.key)
        elif self.kind == "flag":
            if not isinstance(value, bool):
                raise ResultError(shared.NOT_TRUE_OR_FALSE, self.key)
        elif self.kind == "choice":
            if value not in [choice for choice, _ in self.choices]:
                known = ", ".join(repr(choice) for choice, _ in self.choices)
                raise ResultError(words.not_one_of(known), self.key)
        elif self.kind == "word":
            if not isinstance(value, str) or len(value) > ONE_WORD or not value.isprintable():
                raise ResultError(words.not_a_word(ONE_WORD), self.key)
        elif value is not None:
            return self._test(value)
        return value

    def describe(self, value: Any) -> str:
        """Return a value as a player reads it."""
        if self.kind == "flag":
            return "yes" if value else "no"
        if self.kind == "choice":
            return next((text for choice, text in self.choices if choice == value), str(value))
        if self.kind == "test":
            return _test_words(value)
        if self.kind == "points":
            return minus(value)
        if self.kind == "count" and value == _NOT_TESTED:
            return words.NOT_TESTED
        return str(value) or "none"

    def _test(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise ResultError(words.NOT_AN_OBJECT, self.key)
        said = {**value, "regiment": self.subject, "turn": int(self.field)}
        try:
            test = MotivationTest.model_validate(said, strict=True)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            name = fault["loc"][0] if fault["loc"] else ""
            raise ResultError(str(fault["msg"]).lower(), f"{self.key}.{name}") from None
        return test.model_dump(exclude={"regiment", "turn"})


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    """Something that a scenario gives victory points for, `most` times at most."""

    what: str
    points: int
    most: int = 1

    def to_json(self) -> dict[str, Any]:
        return {"for": self.what, "points": self.points, "most": self.most}


@dataclass(frozen=True)
class Sheet:
    """What can be recorded of one battle: its forces, and by side what its scenario gives points for."""

    forces: tuple[Force, Force]
    scenario: tuple[tuple[ScenarioLine, ...], tuple[ScenarioLine, ...]] = ((), ())

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Return every entry but the Motivation tests, whose keys name a turn."""
        found = [Entry("g.turns", None, "", "turns", words.TURNS_PLAYED, "count", "BFS-34", most=MOST_TURNS)]
        for side in SIDES:
            found += [*self._of_force(side), *self._of_scenario(side)]
        return {entry.key: entry for entry in found}

    def entry(self, key: str) -> Entry:
        """Return the entry with that key; raise ResultError if there is none."""
        found = self.entries.get(key) or self._motivation(key)
        if found is None:
            raise ResultError(words.NOT_RECORDED_HERE, key)
        return found

    @cached_property
    def names(self) -> tuple[dict[str, str], ...]:
        """Return by side what to call each unit, commander and Regiment, by id."""
        return tuple(names_in(force) for force in self.forces)

    def witnesses(self, side: int) -> tuple[tuple[str, str], ...]:
        """Return who tests Morale for each Regiment that is Wiped Out in their view, and by which rule."""
        return tuple((self.names[side][unit.id], rule) for unit, rule in witnesses(self.forces[side]))

    @property
    def division(self) -> bool:
        """Return whether Motivation is a matter of this battle."""
        return any(force.regiments for force in self.forces)

    def _of_force(self, side: int) -> Iterator[Entry]:
        force = self.forces[side]
        for unit in force.units:
            at = f"u.{side}.{unit.id}"
            for field, label, rule in _UNIT_COUNTS:
                yield Entry(f"{at}.{field}", side, unit.id, field, label, "count", rule, most=unit.bases)
            yield Entry(f"{at}.cut_off", side, unit.id, "cut_off", words.TESTS_FAILED, "count",
                        "BFS-33.13", default=_NOT_TESTED, least=_NOT_TESTED, most=unit.bases)  # fmt: skip
            yield Entry(f"{at}.held_back", side, unit.id, "held_back", words.WHERE_IT_WAS, "choice",
                        "BFS-34.4", default="", choices=words.WAITING)  # fmt: skip
            yield Entry(
                f"{at}.squadron", side, unit.id, "squadron", "Squadron", "word", "BFS-32.3", default=""
            )
        for each in force.commanders:
            at = f"c.{side}.{each.id}"
            yield Entry(f"{at}.fate", side, each.id, "fate", "fate", "choice", "BFS-34.4",
                        default="present", choices=words.FATES)  # fmt: skip
            yield Entry(f"{at}.cut_off", side, each.id, "cut_off", words.MORALE_TEST, "choice",
                        "BFS-33.13", default="", choices=words.CUT_OFF)  # fmt: skip
        yield Entry(f"g.{side}.cut_off", side, "", "cut_off", words.RETREAT_CUT_OFF, "flag",
                    "BFS-33.13", default=False)  # fmt: skip
        if force.regiments:
            for field, label in words.FACTS:
                yield Entry(f"d.{side}.{field}", side, "", field, label, "flag", "BFS-29.8.2", default=False)
            deputies = tuple((each.id, each.name) for each in force.commanders if not each.chief)
            yield Entry(f"d.{side}.deputy", side, "", "deputy", words.DEPUTY, "choice",
                        "BFS-29.8.2", default="", choices=(("", "nobody"), *deputies))  # fmt: skip

    def _of_scenario(self, side: int) -> Iterator[Entry]:
        for number, line in enumerate(self.scenario[side]):
            yield Entry(
                f"s.{side}.{number}", side, "", str(number), line.what, "count", "BFS-34.5", most=line.most
            )
        label = words.scenario_points(bool(self.scenario[side]))
        yield Entry(f"s.{side}.other", side, "", "other", label, "points", "BFS-34.5", least=-MOST_POINTS,
                    most=MOST_POINTS)  # fmt: skip

    def _motivation(self, key: str) -> Entry | None:
        parts = key.split(".", 2)
        if len(parts) < 3 or parts[0] != "t" or parts[1] not in ("0", "1"):
            return None
        id_, _, turn = parts[2].rpartition(".")
        side = int(parts[1])
        regiment = next((each for each in self.forces[side].regiments if each.id == id_), None)
        if regiment is None or not (turn.isascii() and turn.isdigit() and 1 <= int(turn[:3]) <= MOST_TURNS):
            return None
        label = words.motivation_test_of(regiment.name)
        return Entry(f"t.{side}.{id_}.{int(turn)}", side, id_, str(int(turn)), label, "test", "BFS-29.8.3",
                     default=None)  # fmt: skip


def scenario_lines(value: Any) -> tuple[tuple[ScenarioLine, ...], tuple[ScenarioLine, ...]]:
    """Return by side what a scenario gives points for, from `[[{"for", "points", "most"}], [...]]`."""
    sides = value if isinstance(value, Sequence) and len(value) == len(SIDES) else ((), ())
    first, second = (
        tuple(ScenarioLine(str(each["for"]), int(each["points"]), int(each.get("most", 1))) for each in lines)
        for lines in sides
    )
    return first, second


# -- the document ----------------------------------------------------------------------------------


def to_result(
    sheet: Sheet,
    values: Mapping[str, Any],
    lists: Sequence[Mapping[str, Any]],
    sides: Sequence[str],
    *,
    scenario: Mapping[str, str] | None = None,
    turn_of: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Return the RESULT document of what was noted: `values` by key, what is not among them at its default.

    `scenario` holds its `key` and `name`; `turn_of` says in which turn an entry was noted.
    """
    turn_of = turn_of or {}
    points = [_points(sheet, values, side) for side in SIDES]
    return {
        "format": FORMAT,
        "version": VERSION,
        "system": "by_fire_and_sword",
        "lists": [dict(each) for each in lists],
        "sides": list(sides),
        "scenario": {**(scenario or {}), "points": points},
        "scenario_points": [sum(each["points"] for each in lines) for lines in points],
        "turns": values.get("g.turns", 0),
        "cut_off": [bool(values.get(f"g.{side}.cut_off")) for side in SIDES],
        "losses": [_losses(sheet.forces[side], values, side) for side in SIDES],
        "commanders": [_fates(sheet.forces[side], values, side, turn_of) for side in SIDES],
        "division": [_division(sheet.forces[side], values, side) for side in SIDES],
    }


def _points(sheet: Sheet, values: Mapping[str, Any], side: int) -> list[dict[str, Any]]:
    found = []
    for number, line in enumerate(sheet.scenario[side]):
        if times := values.get(f"s.{side}.{number}", 0):
            text = f"{times} × {line.what}" if times > 1 else line.what
            found.append({"for": text[:MOST_WORDS], "points": times * line.points})
    if other := values.get(f"s.{side}.other", 0):
        found.append({"for": sheet.entries[f"s.{side}.other"].label.capitalize(), "points": other})
    return found


def _losses(force: Force, values: Mapping[str, Any], side: int) -> dict[str, Any]:
    found = {}
    for unit in force.units:
        noted = {field: values.get(f"u.{side}.{unit.id}.{field}") for field in _UNIT_FIELDS}
        losses: dict[str, Any] = {field: noted[field] for field in _PLAIN if noted[field]}
        if noted["returned_destroyed"] or noted["returned_fled"]:
            returned = {"destroyed": noted["returned_destroyed"] or 0, "fled": noted["returned_fled"] or 0}
            losses["returned"] = returned
        tested = _NOT_TESTED if noted["cut_off"] is None else noted["cut_off"]
        if tested != _NOT_TESTED and values.get(f"g.{side}.cut_off"):
            losses["cut_off"] = {"failed": tested}
        if losses:
            found[unit.id] = losses
    return found


_PLAIN = ("destroyed", "captured", "fled", "fleeing", "march_losses", "held_back", "squadron")
_UNIT_FIELDS = (*_PLAIN, "returned_destroyed", "returned_fled", "cut_off")


def _fates(
    force: Force, values: Mapping[str, Any], side: int, turn_of: Mapping[str, int]
) -> dict[str, dict[str, Any]]:
    found = {}
    for each in force.commanders:
        key = f"c.{side}.{each.id}.fate"
        fate = values.get(key, "present")
        cut_off = values.get(f"g.{side}.cut_off") and fate in ("fled", "fleeing")
        tested = (values.get(f"c.{side}.{each.id}.cut_off") or None) if cut_off else None
        if fate != "present" or tested:
            found[each.id] = {"fate": fate, "cut_off": tested, "turn": turn_of.get(key, 0)}
    return found


def _division(force: Force, values: Mapping[str, Any], side: int) -> dict[str, Any]:
    if not force.regiments:
        return {}
    facts = {field: bool(values.get(f"d.{side}.{field}")) for field, _ in words.FACTS}
    start = f"t.{side}."
    tests = []
    for key, value in values.items():
        if key.startswith(start) and value is not None:
            regiment, _, turn = key.removeprefix(start).rpartition(".")
            tests.append({**value, "regiment": regiment, "turn": int(turn)})
    tests.sort(key=lambda test: test["turn"])
    return {**facts, "deputy": values.get(f"d.{side}.deputy", ""), "tests": tests}


def _test_words(value: Mapping[str, Any] | None) -> str:
    if value is None:
        return words.NO_TEST
    return words.tested_at(value.get("passed"), value.get("die"), value["points"])
