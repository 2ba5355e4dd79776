"""Ready-made lists that lie in a folder as documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from rulesets.engine.lists.document import ArmyList
from rulesets.engine.lists.reading import read_list
from rulesets.engine.lists.rules import ListRules


def samples_in(folder: Path, rules: ListRules) -> Mapping[str, ArmyList]:
    """The lists of one system in `folder` by the name of their file; raises ListError for a damaged one."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        text = path.read_bytes()
        if json.loads(text).get("system") == rules.slug:
            found[path.stem] = read_list(text, lambda _slug: rules)
    return found
