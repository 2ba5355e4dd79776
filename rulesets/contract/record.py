"""What a rule system says of battles that were fought on a table: what can be recorded, and the score.

Without it the battles of a system are fought here alone. `contract.tally` makes one for a system whose
battles are fought here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Met:
    """What a finished meeting says of the battle that follows: the scenario's key, name and turns and what of
    it no source gives (`ours`), by side what it gives points for (`[[{"for", "points", "most"}], [...]]`),
    what is known before it begins, and which fields of entries cannot matter in it.
    """

    scenario: Mapping[str, Any]
    points: tuple[tuple[Mapping[str, Any], ...], ...]
    values: Mapping[str, Any]
    needless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordSystem:
    """How battles of a system are recorded and scored.

    `sheet(lists, points)` is what can be recorded of two list documents (with `entry(key)`), `to_result`
    makes the RESULT document of what was, `score(document)` judges one, `score_of(sheet, document)` does
    without reading its lists again; all raise LeaguerError naming the place. A score has `words`, `winner`,
    `sides` with names, what is stored of it once it is `signed()`, `to_json()` and `as_text()`. `due` says
    whose Motivation has to be tested. `met(setup, state as JSON)` reads a finished meeting, None where
    battles have none. `format`: the RESULT document's, `schema()` its JSON Schema.
    """

    format: str
    sheet: Callable[[Sequence[Mapping[str, Any]], Any], Any]
    to_result: Callable[..., dict[str, Any]]
    score: Callable[[Any], Any]
    score_of: Callable[[Any, Mapping[str, Any]], Any]
    schema: Callable[[], dict[str, Any]]
    due: Callable[..., Any] = lambda *_: ()
    met: Callable[[Mapping[str, Any], Mapping[str, Any]], Met] | None = None
