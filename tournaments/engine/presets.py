"""Ready-made settings: whose they are, since when, and what they are for. They are copied, never referred to.

A preset is a TOML file in tournaments/data/. `levels_of` names a rule system whose own levels of victory
become the bands, so that no figure of a rule book stands in two places.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from rulesets.contract import registry
from rulesets.engine.books import BookError
from rulesets.engine.errors import fault_of
from tournaments.engine.parts import Key, Strict, Text
from tournaments.engine.settings import Band, Origin, Settings

FOLDER = Path(__file__).resolve().parents[1] / "data"


class Preset(Strict):
    """Ready-made settings. `whose`: who made them, with the source; `ours`: we did, nobody publishes them.
    `systems`: the rule systems that they suit, none for all.
    """

    key: Key
    name: Text
    about: Annotated[str, Field(max_length=500)]
    whose: Annotated[str, Field(max_length=300)]
    ours: bool
    origin: Origin
    systems: tuple[Key, ...] = ()
    settings: Settings

    def copy_settings(self) -> Settings:
        """Return the settings for a new tournament; they say where they come from."""
        return self.settings.model_copy(update={"origin": self.origin})


@cache
def load_presets() -> Mapping[str, Preset]:
    """Return all presets by their keys: those for all systems first, then by name. Raises BookError for a
    damaged one.
    """
    found = [_read(path) for path in FOLDER.glob("*.toml")]
    return {each.key: each for each in sorted(found, key=lambda each: (each.systems, each.name))}


def _read(path: Path) -> Preset:
    value: dict[str, Any] = tomllib.loads(path.read_text())
    value["key"] = path.stem
    value["origin"] = {
        "key": path.stem,
        "version": value.pop("version", 0),
        "date": str(value.pop("date", "")),
    }
    system = value.pop("levels_of", "")
    if system:
        scoring = value.setdefault("settings", {}).setdefault("scoring", {})
        scoring["bands"] = [each.model_dump(mode="json") for each in levels_of(system)]
    try:
        return Preset.model_validate_json(json.dumps(value))
    except ValidationError as error:
        first = fault_of(error.errors(include_url=False)[0])
        raise BookError(path.name, f"{first.path}: {first.message}") from None


def levels_of(system: str) -> tuple[Band, ...]:
    """Return the levels of victory of a rule system as bands of differences; none if it has none."""
    part = registry.get(system).results
    if part is None:
        return ()
    return tuple(Band(least=each.least, points=each.points, name=each.name) for each in part.levels())
