"""What keeps a battle from beginning, said at the field it is about and in words instead of a path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import Form

from battles.setups import side_name
from rulesets.contract import registry
from rulesets.contract.system import RuleSystem
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst

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
    """What `error` says of `setup`, for who filled in `form`."""
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
    """What the size of a table is counted in: the system's unit of length, or hexes on a map of them."""
    return "hexes" if registry.get(system.slug).presentation.hexes else system.length_unit


def _of_table(message: str, measure: str, system: str, form: Form) -> SetupFault:
    own = form["table"].value() == "other" if "table" in form.fields else True
    field = measure if own and measure in form.fields else "table"
    unit = table_unit(registry.get(system))
    words = f"The {measure or 'table'} {message}{f' {unit}' if message[-1:].isdigit() else ''}."
    return SetupFault(words, field=field if field in form.fields else "")


def _of_list(message: str, setup: Mapping[str, Any], side: int, path: str) -> SetupFault:
    document = setup["lists"][side]
    army = side_name(document, side)
    if path == "system":
        theirs = registry.get(document["system"]).name
        ours = registry.get(setup["system"]).name
        return SetupFault(
            f"{army} is a list of {theirs}, the first army one of {ours}: choose two of one.", side
        )
    found = _PART.fullmatch(path)
    if found is None:
        where = path.replace("_", " ").replace(".", ", ")
        return SetupFault(f"{army}{f', {where}' if where else ''}: {message}.", side)
    return _of_part(message, document, side, found)


def _of_part(message: str, document: Mapping[str, Any], side: int, found: re.Match[str]) -> SetupFault:
    """What is said of a command, or of a unit in it."""
    place, unit, rest = int(found[1]), found[2], found[3]
    words = registry.get(document["system"]).roster.words
    command = document["commands"][place]
    name = command.get("name") or f"{capfirst(words.command)} {place + 1}"
    where = f"{name} of {side_name(document, side)}"
    if unit is not None:
        row = command["units"][int(unit)]
        sentence = f"{row.get('name') or f'Unit {int(unit) + 1}'}, in {where}: {message}."
    elif rest == "leader":
        why = message.removeprefix("is missing: ")
        sentence = (
            f"{where} has no {words.leader.removeprefix('Leader') or 'leader'}: {why}. Nobody could give its "
            f"orders, so no agreement helps: choose one for it, or leave it without units."
        )
    else:
        sentence = f"{where}: {message}."
    return SetupFault(sentence, side, str(command.get("id", "")))
