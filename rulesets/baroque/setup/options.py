"""What the players may agree on before a battle: the `options` of a setup document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.baroque.wording import setup as words
from rulesets.engine.document import SetupError, agreed
from rulesets.engine.fields import Field, alike
from rulesets.engine.wording.documents import not_an_option

AGREEMENTS = (
    Field("rolls_of_destiny", words.DESTINY_USED, "flag",
          rule="BQ-8.RD.c", default=False),
    Field("withdrawn_fresh_units_count",
          words.FRESH_COUNT,
          "flag", rule="BQ-2.5.1.1.e", default=False),
    Field("disorder_adds_to_failure",
          words.DISORDER_ADDS,
          "flag", rule="BQ-6.2.1.b", default=False),
    Field("command_break_once",
          words.BREAK_ONCE,
          "flag", rule="BQ-9.1.h", default=False),
    Field("river", words.RIVER_STATE, "choice",
          rule="BQ-3.1.1.h", default="roll", choices=alike("roll", "dry", "normal", "deep")),
)  # fmt: skip


OTHERS = ("losses", "ground")
"""Options that are no choice between a few values: what units have lost before, what ground they fight on."""


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return every agreement at its value or default; raise SetupError with the path of what is no option.

    `OTHERS` are left to who reads them.
    """
    known = {agreement.key: agreement for agreement in AGREEMENTS}
    for key in options:
        if key in OTHERS:
            continue
        if key not in known:
            raise SetupError(not_an_option((*known, *OTHERS)), path=f"options.{key}")
        agreed(known[key], options)
    return {key: options.get(key, agreement.default) for key, agreement in known.items()}
