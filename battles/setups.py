"""Set-ups in files: the document as it is, or one that names its lists' files by their path beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesets.contract import registry
from rulesets.contract.documents import read_setup
from rulesets.engine.bookrules import read_file as read_book_file
from rulesets.engine.document import MAX_BYTES, SetupError
from rulesets.engine.lists import ListError
from rulesets.site.files import read_file, rules_for

MAX_SEED = 64  # characters


def read_setup_file(path: Path) -> dict[str, Any]:
    """The set-up in a file, its lists read in; raises SetupError naming the place.

    Each of `lists` is a list document or the path of a list's file (JSON or text) from the set-up's folder.
    Sides without names are called after their lists.
    """
    return read_setup(_filled(_load(path), path.parent))


def read_meeting_file(path: Path) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    """The set-up in a file, and the `choices` that it may hold beside: for each kind of decision those that
    are made in turn. Raises SetupError naming the place.
    """
    value = _load(path)
    given: Any = {}
    if isinstance(value, Mapping):
        given = value.get("choices", {})
        value = {key: each for key, each in value.items() if key != "choices"}
    return read_setup(_filled(value, path.parent)), _choices(given)


def scenario_setup(name: str) -> dict[str, Any]:
    """The set-up of a battle from a scenario: the key of one that ships, or a file as TOML or JSON.

    Raises SetupError, or FaultyBookError with everything that is wrong with the scenario.
    """
    for each in registry.scenario_editors():
        if name in each.shipped():
            return read_setup(each.setup(each.shipped()[name]))
    keys = ", ".join(key for each in registry.scenario_editors() for key in each.shipped())
    path = Path(name)
    if not path.is_file():
        raise SetupError(f"there is no such scenario, nor a file of that name; there are: {keys}")
    document = read_book_file(path.read_bytes()[: MAX_BYTES + 1])
    rules = rules_for(document)
    found = registry.get(rules.system).scenarios if rules.kind == "scenario" else None
    if found is None:
        raise SetupError("is no scenario that a battle can be begun from")
    return read_setup(found.setup(rules.kept(document)))


def _choices(given: Any) -> dict[str, list[dict[str, Any]]]:
    if not isinstance(given, Mapping):
        words = 'must be an object such as {"scenario": [{"do": "scenario", "scenario": "forage"}]}'
        raise SetupError(words, path="choices")
    for kind, listed in given.items():
        if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
            raise SetupError("must be a list of choices", path=f"choices.{kind}")
    return {kind: [dict(each) for each in listed] for kind, listed in given.items()}


def _load(path: Path) -> Any:
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_BYTES else None
    except OSError as error:
        raise SetupError(f"cannot be opened: {error.strerror}") from None
    if data is None:
        raise SetupError(f"is larger than {MAX_BYTES // 1_000_000} MB, as no set-up is")
    try:
        return json.loads(data)
    except json.JSONDecodeError as error:
        raise SetupError(f"is not JSON: {error.msg}", path=f"line {error.lineno}") from None
    except (UnicodeDecodeError, RecursionError):
        raise SetupError("is not JSON in UTF-8") from None


def _filled(value: Any, folder: Path) -> Any:
    if not isinstance(value, Mapping) or not isinstance(value.get("lists"), list):
        return value
    lists = [_list(each, folder, f"lists[{index}]") for index, each in enumerate(value["lists"])]
    return {"sides": [side_name(each, index) for index, each in enumerate(lists)], **value, "lists": lists}


def _list(value: Any, folder: Path, path: str) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return read_file(folder / value).to_json()
    except ListError as error:
        raise SetupError(str(error), path=f"{path} ({value})") from None


def side_name(army: Any, index: int) -> str:
    """What to call the side that a list document fights on."""
    name = army.get("name") if isinstance(army, Mapping) else None
    return name[:120] if isinstance(name, str) and name.strip() else ("First army", "Second army")[index % 2]
