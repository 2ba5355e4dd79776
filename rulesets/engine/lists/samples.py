"""Ready-made lists that lie in a folder as documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from rulesets.engine.lists.document import ArmyList, parse_list


def samples_in(folder: Path, system: str) -> Mapping[str, ArmyList]:
    """The lists of one system in `folder` by the name of their file; raises ListError for a damaged one."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        text = path.read_bytes()
        if json.loads(text).get("system") == system:
            found[path.stem] = parse_list(text)
    return found
