"""TOML that strangers write: read only where reading is cheap.

`tomllib` walks through all parts of a dotted key at each of them: a key of a hundred thousand parts, 240 kB,
takes minutes and gigabytes. A document of ours has keys of four parts.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from rulesets.engine.wording import documents as words

MOST_PARTS = 16
# Longer parts in quotes are not counted: so few of them find room in a document that they cost nothing.
_PART = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.){0,100}"|'[^'\n]*')"""
# A match begins only where a part begins, and looks at so many parts: the search takes linear time.
_LONG_KEY = re.compile(rf"""(?<![\w"'-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{MOST_PARTS}}}""")


def read_toml(text: str) -> dict[str, Any]:
    """Return a TOML text as tables; raises ValueError (with the line, where there is one) for what is no
    TOML, RecursionError for lists or tables nested too deeply.
    """
    if long := _LONG_KEY.search(text):
        line = text.count("\n", 0, long.start()) + 1
        raise ValueError(words.key_too_long(MOST_PARTS, line))
    return tomllib.loads(text)
