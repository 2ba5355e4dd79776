"""Reading a list document, with every fault and its path at once.

Reading judges the document only: whether the army is legal is decided by its system's `check`, whose answer
is a `Report`. What a document may hold beyond its frame (books, leader levels, extras) is described by a
system's `ListRules`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, from_json

from rulesets.engine.errors import Fault, fault_of
from rulesets.engine.fields import Field
from rulesets.engine.jsontext import more_values
from rulesets.engine.lists.document import (
    FORMAT,
    MANY_LINES,
    MAX_UNITS,
    MAX_VALUES,
    ONE_LINE,
    VERSION,
    ArmyList,
)
from rulesets.engine.lists.rules import ListError, ListRules, RulesOf, check_size
from rulesets.engine.wording import documents as shared
from rulesets.engine.wording import lists as words


def read_list(source: str | bytes | Mapping[str, Any], rules_of: RulesOf) -> ArmyList:
    """Return the list in a JSON text or object, with every extra at least at its default.

    Raises ListError with every fault and its path: unreadable JSON, a foreign format, a newer version,
    unknown fields, wrong types, negative counts, long texts, ids used twice, an unknown system or book.
    """
    text = _text(source)
    _check_frame(text)
    try:
        army = ArmyList.model_validate_json(text)
    except ValidationError as error:
        raise ListError(*(_fault(item) for item in error.errors(include_url=False))) from None
    rules = rules_of(army.system)
    book = rules.book_of(army)
    extras = rules.extras(book)
    if "points" not in army.model_fields_set:
        army = army.model_copy(update={"points": rules.points})
    structure = list(_double_ids(army))
    if (units := sum(1 for _ in army.units())) > MAX_UNITS:
        structure.append(Fault("commands", words.too_many_units(units, MAX_UNITS)))
    structure += _unused(army, rules)
    if faults := [*structure, *_bad_levels(army, rules), *_bad_extras(army, extras)]:
        raise ListError(*faults)
    filled = {extra.key: army.extras.get(extra.key, extra.default) for extra in extras}
    return army.model_copy(update={"extras": filled})


def samples_in(folder: Path, rules: ListRules) -> Mapping[str, ArmyList]:
    """Return the lists of one system in `folder` by the names of their files; raises ListError."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        text = path.read_bytes()
        if json.loads(text).get("system") == rules.slug:
            found[path.stem] = read_list(text, lambda _slug: rules)
    return found


def _text(source: str | bytes | Mapping[str, Any]) -> str:
    """Return the JSON text of `source`; raises ListError if too long, not UTF-8 or beyond JSON."""
    if isinstance(source, Mapping):
        try:
            source = json.dumps(dict(source))
        except (TypeError, ValueError, RecursionError) as error:
            raise ListError(Fault("", shared.not_json_value(error)), code="json") from error
    check_size(source)
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ListError(Fault("", shared.not_utf8(error.start)), code="json") from None
    return source.removeprefix("\ufeff")


def _check_frame(text: str) -> None:
    """Raise ListError unless `text` is a JSON object that says it is a list of a version known here."""
    try:
        raw = from_json(text)
    except ValueError as error:
        raise ListError(Fault("", shared.not_json(error)), code="json") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise ListError(Fault("format", words.not_a_list(FORMAT)), code="format")
    if more_values(raw, MAX_VALUES):
        raise ListError(Fault("", shared.too_many_values(MAX_VALUES, "list")), code="too-large")
    version = raw.get("version")
    if not isinstance(version, int):
        raise ListError(Fault("version", words.version_missing(VERSION)), code="version")
    if version > VERSION:
        raise ListError(Fault("version", shared.written_by_newer(version, VERSION)), code="version")


def _fault(error: ErrorDetails) -> Fault:
    """Return a validation error as a path and a sentence."""
    text = {
        "string_pattern_mismatch": words.NOT_A_KEY,
        "too_long": shared.TOO_MANY,
    }
    if error.get("ctx", {}).get("pattern") in (ONE_LINE, MANY_LINES):
        text["string_pattern_mismatch"] = shared.NOT_ONE_LINE
    if error["loc"] == ("points",):  # 0 is for systems without a limit
        text["greater_than_equal"] = words.TOO_SMALL
    fault = fault_of(error, text)
    return Fault(re.sub(r"^(extras\.\w+)\..*", r"\1", fault.path), fault.message)


def _double_ids(army: ArmyList) -> Iterator[Fault]:
    ids = Counter([command.id for command in army.commands] + [unit.id for unit in army.units()])
    for i, command in enumerate(army.commands):
        for path, key in [
            (f"commands[{i}].id", command.id),
            *((f"commands[{i}].units[{j}].id", unit.id) for j, unit in enumerate(command.units)),
        ]:
            if ids[key] > 1:
                yield Fault(path, words.used_more_than_once(key, ids[key]))


def _unused(army: ArmyList, rules: ListRules) -> Iterator[Fault]:
    """Yield what the system's lists do not have: a limit of 0 points, cards, units of any number of bases."""
    if not army.points and rules.points:
        yield Fault("points", words.ZERO)
    for i, command in enumerate(army.commands):
        if command.card and not rules.cards:
            yield Fault(f"commands[{i}].card", words.not_a_field_of_lists(rules.name))
        if command.leader and command.leader.commander_in_chief and not rules.chief:
            text = words.no_chief_known(rules.name)
            yield Fault(f"commands[{i}].leader.commander_in_chief", text)
        for j, unit in enumerate(command.units):
            if unit.bases and not rules.bases:
                yield Fault(f"commands[{i}].units[{j}].bases", words.not_a_field(rules.name))


def _bad_levels(army: ArmyList, rules: ListRules) -> Iterator[Fault]:
    for i, command in enumerate(army.commands):
        if command.leader and not rules.leader_levels:
            yield Fault(f"commands[{i}].leader", words.level_not_a_field(rules.name))
        elif command.leader and command.leader.level not in rules.leader_levels:
            levels = ", ".join(rules.leader_levels)
            yield Fault(f"commands[{i}].leader.level", words.not_a_level(command.leader.level, levels))


def _bad_extras(army: ArmyList, extras: tuple[Field, ...]) -> Iterator[Fault]:
    known = {extra.key: extra for extra in extras}
    for key, value in army.extras.items():
        if key not in known:
            yield Fault(f"extras.{key}", words.not_a_known_field(known))
        elif problem := known[key].problem(value):
            yield Fault(f"extras.{key}", problem)
