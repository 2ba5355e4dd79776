"""The worked examples of the catalogues, by id."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from rulesets.rulebook import folder


def example(key: str, system: str = "baroque") -> dict[str, Any]:
    """`given`, `rolls` and `expect` of a worked example; raises KeyError."""
    return _examples(system)[key]


@cache
def _examples(system: str) -> dict[str, dict[str, Any]]:
    text = tomllib.loads((folder(system) / "data" / "examples.toml").read_text(encoding="utf-8"))
    return {row["id"]: row for kind in ("example", "derived_example") for row in text[kind]}
