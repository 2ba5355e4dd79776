"""Set-ups in files, and what keeps a battle from beginning, in words.

A set-up in a file is the document as it is, or one that names its lists' files by their path beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battles import wording as words
from rulesets.contract import registry
from rulesets.contract.documents import read_setup, title_of
from rulesets.contract.system import RuleSystem
from rulesets.engine import jsontext
from rulesets.engine.bookrules import read_file as read_book_file
from rulesets.engine.document import MAX_BYTES, SetupError
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import UNNAMED, ListError
from rulesets.engine.wording import capfirst
from rulesets.site.files import read_file, rules_for

if TYPE_CHECKING:
    from django.forms import Form

MAX_SEED = 64  # characters


def read_setup_file(path: Path) -> dict[str, Any]:
    """Return the set-up in a file, its lists read in; raises SetupError naming the place.

    Each of `lists` is a list document or the path of a list's file (JSON or text) from the set-up's folder.
    Sides without names are called after their lists.
    """
    return read_setup(_filled(read_json(path, MAX_BYTES, "set-up", SetupError), path.parent))


def read_meeting_file(path: Path) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    """Return the set-up in a file, and the `choices` that it may hold beside: for each kind of decision those
    that are made in turn. Raises SetupError naming the place.
    """
    value = read_json(path, MAX_BYTES, "set-up", SetupError)
    given: Any = {}
    if isinstance(value, Mapping):
        given = value.get("choices", {})
        value = {key: each for key, each in value.items() if key != "choices"}
    return read_setup(_filled(value, path.parent)), _choices(given)


def scenario_setup(name: str) -> dict[str, Any]:
    """Return the set-up of a battle from a scenario: the key of one that ships, or a file as TOML or JSON.

    Raises SetupError, or FaultyBookError with everything that is wrong with the scenario.
    """
    for each in registry.scenario_editors():
        if name in each.shipped():
            return read_setup(each.setup(each.shipped()[name]))
    keys = ", ".join(key for each in registry.scenario_editors() for key in each.shipped())
    path = Path(name)
    if not path.is_file():
        raise SetupError(words.no_scenario_or_file(keys))
    # One byte more than is allowed, so that the reader can refuse what is too large.
    document = read_book_file(path.read_bytes()[: MAX_BYTES + 1])
    rules = rules_for(document)
    found = registry.get(rules.system).scenarios if rules.kind == "scenario" else None
    if found is None:
        raise SetupError(words.NOT_A_BATTLE_SCENARIO)
    return read_setup(found.setup(rules.kept(document)))


def _choices(given: Any) -> dict[str, list[dict[str, Any]]]:
    if not isinstance(given, Mapping):
        raise SetupError(words.MUST_BE_CHOICES_OBJECT, path="choices")
    for kind, listed in given.items():
        if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
            raise SetupError(words.MUST_BE_CHOICES, path=f"choices.{kind}")
    return {kind: [dict(each) for each in listed] for kind, listed in given.items()}


def read_json(path: Path, most: int, what: str, error: type[LeaguerError]) -> Any:
    """Return what is in a file of JSON that holds a `what` of at most `most` bytes; raises `error`."""
    try:
        data = path.read_bytes() if path.stat().st_size <= most else None
    except OSError as reason:
        raise error(words.cannot_be_opened(reason.strerror)) from None
    if data is None:
        raise error(words.too_large_for(most // 1_000_000, what))
    try:
        return jsontext.read_json(data)
    except jsontext.JSONError as reason:
        raise error(reason.message, path=reason.path) from None


def _filled(value: Any, folder: Path) -> Any:
    if not isinstance(value, Mapping) or not isinstance(value.get("lists"), list):
        return value
    lists = read_lists(value["lists"], folder, SetupError)
    return {"sides": [side_name(each, index) for index, each in enumerate(lists)], **value, "lists": lists}


def read_lists(lists: list[Any], folder: Path, error: type[LeaguerError]) -> list[Any]:
    """Return list documents, each as it is or from the file that a text names by its path from the folder.

    Raises `error` naming the place.
    """
    return [_list(each, folder, f"lists[{index}]", error) for index, each in enumerate(lists)]


def _list(value: Any, folder: Path, path: str, error: type[LeaguerError]) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return read_file(folder / value).to_json()
    except ListError as reason:
        raise error(str(reason), path=f"{path} ({value})") from None


def side_name(army: Any, index: int) -> str:
    """Return what to call the side that a list document fights on: as the list, or by its place where that
    cannot be read.
    """
    title = title_of(army) if isinstance(army, Mapping) else UNNAMED
    return words.ARMIES[index % 2] if title == UNNAMED else title[:120]


# -- what keeps a battle from beginning -------------------------------------------------------------

_LIST = re.compile(r"lists\[([01])\]\.?(.*)")
_PART = re.compile(r"commands\[(\d+)\](?:\.units\[(\d+)\])?\.?(.*)")


@dataclass(frozen=True, slots=True)
class SetupFault:
    """What is wrong: a sentence, the army that it is about (None for neither), the id of its command if it
    is about one, and the field of the form for all else, "" for none.
    """

    words: str
    side: int | None = None
    command: str = ""
    field: str = ""


def in_words(error: LeaguerError, setup: Mapping[str, Any], form: Form) -> SetupFault:
    """Return what `error` says of `setup`, for who filled in `form`."""
    found = _LIST.fullmatch(error.path)
    if found is not None:
        return _of_list(error.message, setup, int(found[1]), found[2])
    name, _, rest = error.path.partition(".")
    if name == "table":
        return _of_table(error.message, rest, setup["system"], form)
    if name == "options" and f"agree-{setup['system']}-{rest}" in form.fields:
        return SetupFault(capfirst(error.message), field=f"agree-{setup['system']}-{rest}")
    if error.path in form.fields:
        return SetupFault(capfirst(error.message), field=error.path)
    return SetupFault(str(error))


def table_unit(system: RuleSystem) -> str:
    """Return what the size of a table is counted in: the system's unit of length, or hexes on a map."""
    return "hexes" if registry.get(system.slug).presentation.hexes else system.length_unit


def _of_table(message: str, measure: str, system: str, form: Form) -> SetupFault:
    own = form["table"].value() == "other" if "table" in form.fields else True
    field = measure if own and measure in form.fields else "table"
    unit = table_unit(registry.get(system))
    sentence = words.of_table(measure or "table", message, unit)
    return SetupFault(sentence, field=field if field in form.fields else "")


def _of_list(message: str, setup: Mapping[str, Any], side: int, path: str) -> SetupFault:
    document = setup["lists"][side]
    army = side_name(document, side)
    if path == "system":
        theirs = registry.get(document["system"]).name
        ours = registry.get(setup["system"]).name
        return SetupFault(
            words.other_system_list(army, theirs, ours),
            side,
        )
    found = _PART.fullmatch(path)
    if found is None:
        where = path.replace("_", " ").replace(".", ", ")
        return SetupFault(words.of_army(army, where, message), side)
    return _of_part(message, document, side, found)


def _of_part(message: str, document: Mapping[str, Any], side: int, found: re.Match[str]) -> SetupFault:
    """Return what is said of a command, or of a unit in it."""
    place, unit, rest = int(found[1]), found[2], found[3]
    terms = registry.get(document["system"]).roster.words
    command = document["commands"][place]
    name = command.get("name") or f"{capfirst(terms.command)} {place + 1}"
    where = f"{name} of {side_name(document, side)}"
    if unit is not None:
        row = command["units"][int(unit)]
        sentence = words.of_unit(row.get("name") or f"Unit {int(unit) + 1}", where, message)
    elif rest == "leader":
        leader = terms.leader.removeprefix("Leader") or "leader"
        sentence = words.no_leader(where, leader, message.removeprefix("is missing: "))
    else:
        sentence = words.of_command(where, message)
    return SetupFault(sentence, side, str(command.get("id", "")))
