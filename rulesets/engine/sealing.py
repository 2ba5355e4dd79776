"""What a player writes down in secret: a choice with a `salt`, and the seal that everybody else sees of it.

A choice such as `{"do": "write", "turn": 3, "salt": 918273}` stays with its side. Its seal is the SHA-256 of
the canonical JSON of all but `do`, here of `{"salt":918273,"turn":3}`; documents hold `{"do": "sealed",
"sealed": seal}` in its place, which makes the same events. Whoever is given value and salt later can check
them. A player may give the seal alone from the start and keep the rest on a slip of paper.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulesets.engine.canonical import digest
from rulesets.engine.decisions import Choice, Number, Refusal
from rulesets.engine.records import record
from rulesets.engine.wording import battles as words

SALT = Number("salt", 1, 2**53 - 1, whole=True, label=words.SALT)
"""What keeps a secret from being found by trying all its values."""

_SEAL = re.compile(r"[0-9a-f]{64}")


@record
class Seal:
    """A parameter of a choice: the seal of something written down, 64 hexadecimal digits."""

    name: str = "sealed"

    def read(self, choice: Mapping[str, Any]) -> str:
        """Return the seal in `choice`; raises Refusal if it is none."""
        value = choice.get(self.name)
        path = f"choice.{self.name}"
        if value is None:
            raise Refusal(words.SEAL_MISSING, path=path, code="missing")
        if not isinstance(value, str) or not _SEAL.fullmatch(value):
            raise Refusal(words.SEAL_NOT_HEXADECIMAL, path=path, code="type")
        return value

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "kind": "seal"}


def secret_of(choice: Mapping[str, Any]) -> dict[str, int] | None:
    """Return what was written down, with its salt; None if the choice holds the seal alone, or no secret."""
    if "salt" not in choice:
        return None
    return {name: value for name, value in choice.items() if name != "do"}


def seal_of(choice: Mapping[str, Any]) -> str:
    """Return the seal of a choice with a salt, or that which it gives."""
    written = secret_of(choice)
    return str(choice["sealed"]) if written is None else digest(written)


def public(choice: Choice) -> Choice:
    """Return the choice as everybody may see it: itself, or its seal."""
    return {"do": "sealed", "sealed": seal_of(choice)} if "salt" in choice else choice
