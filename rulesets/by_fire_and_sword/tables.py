"""The tables of By Fire and Sword: data/tables.toml read once, its rows given out as frozen dataclasses.

Each module brings the dataclass of the rows that it works with: `rows("loss_band", LossBand)`. Distances are
in cm, dice are d10. Every value stands in the TOML; nothing here repeats one.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from rulesets.engine.books import BookError

T = TypeVar("T")

DATA = Path(__file__).resolve().parent / "data"
_FILE = "tables.toml"
_read: dict[tuple[str, type], Any] = {}


@cache
def raw() -> Mapping[str, Any]:
    """Return every table as it stands in the file; raise BookError."""
    try:
        return tomllib.loads((DATA / _FILE).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BookError(_FILE, f"cannot be read: {error}") from error


@cache
def plain_rows(table: str) -> tuple[Mapping[str, Any], ...]:
    """Return the rows of a table, each with its rule: a table whose rows stand in `rows` lends them its own.

    What else such a table says beside its `rows` is in `raw()`. Raises BookError for an unknown table.
    """
    if table not in raw():
        raise BookError(_FILE, f"there is no table {table}")
    found = []
    for row in raw()[table]:
        rule = {"rule": row["rule"]} if "rule" in row else {}
        found += [{**rule, **inner} for inner in row["rows"]] if "rows" in row else [row]
    return tuple(found)


def rows(table: str, kind: type[T]) -> tuple[T, ...]:
    """Return the rows of a table as `kind`, a dataclass made by engine.books.data; raise BookError."""
    key = (table, kind)
    if key not in _read:
        adapter: TypeAdapter[Any] = TypeAdapter(cast("Any", tuple[kind, ...]))  # type: ignore[valid-type]
        try:
            _read[key] = adapter.validate_json(json.dumps(plain_rows(table)))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            number, *where = first["loc"]
            name = ".".join(str(step) for step in where)
            words = f"{table} row {int(number) + 1}: {name} {first['msg'].lower()}"
            raise BookError(_FILE, words) from error
    found: tuple[T, ...] = _read[key]
    return found
