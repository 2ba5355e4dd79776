"""What two sides have agreed on, or are asked to agree to: table, limits, optional rules and both lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battles import wording as words
from battles.models import Battle
from battles.recording.models import Record
from battles.setups import table_unit
from battles.sides import SIDES
from rulesets.contract import registry
from rulesets.contract.documents import check_list, parse_list, title_of
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Field
from rulesets.engine.wording import capfirst


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is agreed on: what it is about, and what was agreed."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class ListTerm:
    """The list of a side: its name, cost and verdict. `points`: None for a list that cannot be read; `limit`:
    0 without one; `problems`: how many keep it from being legal.
    """

    side: str
    name: str
    points: int | None
    limit: int
    unit: str
    legal: bool
    problems: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """Everything that is agreed on for a battle or a record; `documents` are the lists of both sides, `notes`
    what their sizes should tell both players.
    """

    terms: tuple[Term, ...]
    lists: tuple[ListTerm, ...]
    documents: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...] = ()


def agreed_on(row: Battle | Record) -> Agreed:
    """Return what was agreed on for a battle or a record; nothing in it is secret to either side."""
    terms = _of_battle(row) if isinstance(row, Battle) else _of_record(row)
    documents = tuple(list_documents(row))
    # Whoever plays a scenario plays its armies, which are as unequal as they were.
    staged = isinstance(row, Battle) and isinstance(row.setup.get("options", {}).get("scenario"), Mapping)
    notes = [] if staged else size_notes(row.system, documents, row.sides)
    return Agreed(tuple(terms), tuple(_lists(row)), documents, tuple(notes))


def size_notes(system: str, documents: Sequence[Mapping[str, Any]], sides: Sequence[str]) -> list[str]:
    """Return what players should know of the sizes of two lists before they fight, as sentences; nothing
    where the system has nothing to say, or a list cannot be read.
    """
    sizes = registry.get(system).sizes
    if sizes is None or len(documents) != len(SIDES):
        return []
    try:
        found = list(sizes.notes([parse_list(each) for each in documents]))
    except LeaguerError:
        return []
    return [words.size_note(sides[each.side], each.words, each.rule, strong=each.strong) for each in found]


def list_documents(row: Battle | Record) -> Sequence[Mapping[str, Any]]:
    """Return the lists of both sides, as documents."""
    found: Sequence[Mapping[str, Any]] = row.setup["lists"] if isinstance(row, Battle) else row.lists
    return found


def _of_battle(row: Battle) -> Iterator[Term]:
    system, setup, meeting = registry.get(row.system), row.setup, row.meeting
    options = setup.get("options", {})
    scenario = options.get("scenario")
    if isinstance(scenario, Mapping):
        yield Term("Scenario", str(scenario.get("name", "")))
    elif meeting is not None:
        names = meeting.scenarios(options.get("scenarios", ()))
        yield Term("Scenario", names.get(str(scenario), words.ROLLED_FOR) if scenario else words.ROLLED_FOR)
    table, pieces = setup["table"], setup["terrain"]
    yield Term("Table", f"{table['width']:g} × {table['depth']:g} {table_unit(system)}")
    if not isinstance(pieces, str):
        yield Term("Terrain", words.agreed_pieces(len(pieces)))
    elif not isinstance(scenario, Mapping):
        yield Term(
            "Terrain", (words.TERRAIN_OF_BATTLE if meeting is None else words.TERRAIN_AT_TABLE)[pieces]
        )
    if meeting is None:
        rounds = scenario.get("rounds") if isinstance(scenario, Mapping) else None
        turn = system.presentation.turn_name
        yield Term(words.most_turns(turn), str(rounds or setup["max_turns"]))
    yield from _optional(system.core.agreements(), options)
    if options.get("losses"):
        yield Term("Losses", words.EARLIER_LOSSES)
    yield Term("Dice", words.DICE_TYPED_IN if row.typed else words.DICE_OF_LEAGUER)


def _optional(agreements: Sequence[Field], options: Mapping[str, Any]) -> Iterator[Term]:
    """Yield what was agreed on other than the rules have it; one term says so if nothing was."""
    changed = [each for each in agreements if options.get(each.key, each.default) != each.default]
    for each in changed:
        value = options[each.key]
        if each.kind == "flag":
            yield Term(words.OPTIONAL_RULE, capfirst(each.label))
        else:
            yield Term("Agreement", f"{capfirst(each.label)}: {dict(each.choices).get(value, value)}")
    if agreements and not changed:
        yield Term(words.OPTIONAL_RULES, "None")


def _of_record(row: Record) -> Iterator[Term]:
    if name := row.scenario.get("name"):
        yield Term("Scenario", str(name))
    if turns := row.scenario.get("turns"):
        yield Term("Turns", str(turns))


def _lists(row: Battle | Record) -> Iterator[ListTerm]:
    for side, document in zip(SIDES, list_documents(row), strict=True):
        name, title = row.sides[side], title_of(document)
        try:
            report = check_list(parse_list(document))
        except LeaguerError:
            yield ListTerm(name, title, None, 0, "", legal=False, problems=0)
            continue
        problems = len(report.violations)
        yield ListTerm(
            name, title, report.total, report.limit, report.unit, legal=report.legal, problems=problems
        )
