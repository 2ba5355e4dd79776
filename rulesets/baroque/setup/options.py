"""What the players may agree on before a battle: the `options` of a setup document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.engine.document import SetupError, agreed
from rulesets.engine.fields import Field, alike

AGREEMENTS = (
    Field("rolls_of_destiny", "Rolls of Destiny may be used", "flag",
          rule="BQ-8.RD.c", default=False),
    Field("withdrawn_fresh_units_count",
          "a unit that withdraws Fresh costs its VD like one that withdraws Exhausted",
          "flag", rule="BQ-2.5.1.1.e", default=False),
    Field("disorder_adds_to_failure",
          "a Disordered unit that fails a Cohesion Test loses 1 VBU more for accumulated Disorder",
          "flag", rule="BQ-6.2.1.b", default=False),
    Field("command_break_once",
          "a command that has reached its break point tests once, not at the end of every later turn",
          "flag", rule="BQ-9.1.h", default=False),
    Field("river", "the state of the river, rolled for after deployment unless it is agreed on", "choice",
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
            every = ", ".join((*known, *OTHERS))
            raise SetupError(f"is no option: there are {every}", path=f"options.{key}")
        agreed(known[key], options)
    return {key: options.get(key, agreement.default) for key, agreement in known.items()}
