"""What the players may agree on before a battle: the `options` of a setup document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.engine.document import SetupError, agreed
from rulesets.engine.system import Agreement

AGREEMENTS = (
    Agreement(
        "rolls_of_destiny", "BQ-8.RD.c", False, (False, True),
        "Rolls of Destiny may be used",
    ),
    Agreement(
        "withdrawn_fresh_units_count", "BQ-2.5.1.1.e", False, (False, True),
        "a unit that withdraws Fresh costs its VD like one that withdraws Exhausted",
    ),
    Agreement(
        "disorder_adds_to_failure", "BQ-6.2.1.b", False, (False, True),
        "a Disordered unit that fails a Cohesion Test loses 1 VBU more for accumulated Disorder",
    ),
    Agreement(
        "command_break_once", "BQ-9.1.h", False, (False, True),
        "a command that has reached its break point tests once, not at the end of every later turn",
    ),
    Agreement(
        "river", "BQ-3.1.1.h", "roll", ("roll", "dry", "normal", "deep"),
        "the state of the river, rolled for after deployment unless it is agreed on",
    ),
)  # fmt: skip


OTHERS = ("losses", "ground")
"""Options that are no choice between a few values: what units have lost before, what ground they fight on."""


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Every agreement at its value or default; raises SetupError with the path of what is no option.

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
