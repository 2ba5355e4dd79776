"""Set-ups in files: the document as it is, or one that names its lists' files by their path beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesets.engine.document import MAX_BYTES, SetupError, read_setup
from rulesets.engine.lists import ListError
from rulesets.listfiles import read_file


def read_setup_file(path: Path) -> dict[str, Any]:
    """The set-up in a file, its lists read in; raises SetupError naming the place.

    Each of `lists` is a list document or the path of a list's file (JSON or text) from the set-up's folder.
    Sides without names are called after their lists.
    """
    return read_setup(_filled(_load(path), path.parent))


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
