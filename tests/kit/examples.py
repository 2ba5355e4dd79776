"""The worked examples of the catalogues, by id."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


def example(key: str, system: str = "baroque") -> dict[str, Any]:
    """`given`, `rolls` and `expect` of a worked example; raises KeyError."""
    return _examples(system)[key]


@cache
def _examples(system: str) -> dict[str, dict[str, Any]]:
    path = files(f"rulesets.{system}") / "data" / "examples.toml"
    text = tomllib.loads(path.read_text(encoding="utf-8"))
    return {row["id"]: row for kind in ("example", "derived_example") for row in text.get(kind, ())}
