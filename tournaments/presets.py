"""Beginnings for tournaments, which ship with Leaguer: settings to copy and change."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tournaments.engine.parts import Strict, Text
from tournaments.engine.settings import Settings

_FILE = Path(__file__).parent / "data" / "presets.toml"
OURS = "ours"


class Preset(Strict):
    """Settings with a name. `whose`: whose figures these are, "ours" for Leaguer's own."""

    key: Text
    name: Text
    about: str
    whose: str
    settings: Settings

    @property
    def ours(self) -> bool:
        """Whether Leaguer chose all of it."""
        return self.whose == OURS


@cache
def presets() -> dict[str, Preset]:
    """Return all presets by their keys, in the order of their file."""
    data: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    found = (Preset.model_validate(each) for each in data["preset"])
    return {each.key: each for each in found}
