"""The worked examples of the catalogues, by id."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]


def example(key: str, system: str = "baroque") -> dict[str, Any]:
    """`given`, `rolls` and `expect` of a worked example; raises KeyError."""
    return _examples(system)[key]


@cache
def _examples(system: str) -> dict[str, dict[str, Any]]:
    path = files(f"rulesets.{system}") / "data" / "examples.toml"
    text = tomllib.loads(path.read_text(encoding="utf-8"))
    return {row["id"]: row for kind in ("example", "derived_example") for row in text.get(kind, ())}


@cache
def tried() -> frozenset[str]:
    """The ids in `@pytest.mark.example(...)` and `marks=pytest.mark.example(...)` of all tests."""
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return frozenset(key for text in texts if "pytest.mark.example" in text for key in _marked(text))


def _marked(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.example":
            yield from (each.value for each in node.args if isinstance(each, ast.Constant))
