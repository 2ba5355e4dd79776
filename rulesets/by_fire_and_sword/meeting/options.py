"""What players agree on before a meeting: the `options` of its setup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.by_fire_and_sword.wording.scenarios import NOT_A_LIST_OF_SCENARIOS
from rulesets.engine.books import data
from rulesets.engine.document import SetupError, agreed
from rulesets.engine.errors import LeaguerError, fault_of, path_of
from rulesets.engine.fields import Field, alike
from rulesets.engine.wording import documents as shared

AGREEMENTS = (
    Field("choice_of_effects", words.CHOICE_OF_EFFECTS, "flag",
          rule="BFS-32.12", default=False),
    Field("numerical_superiority", words.NUMERICAL_SUPERIORITY, "flag",
          rule="BFS-30.6.1", default=False),
    Field("more_atypical", words.MORE_ATYPICAL, "choice",
          rule="BFS-31.6", default=0, choices=alike(0, 1, 2, 3, 4)),
    Field("larger_pieces", words.LARGER_PIECES, "flag",
          rule="BFS-31.4", default=False),
    Field("agreed_water",
          words.AGREED_WATER,
          "flag", rule="BFS-31.6", default=False),
    Field("small_force_limit",
          words.SMALL_FORCE_LIMIT,
          "choice", rule="BFS-30.5.2", default=8, choices=alike(8, 7, 0)),
    Field("flanking_price",
          words.FLANKING_PRICE,
          "choice", rule="BFS-33.6", default=8, choices=alike(8, 6)),
)  # fmt: skip


@data
class ScenarioReroll:
    """A special rule of an army that makes scenario dice be rolled again (BFS-30.3.D, BFS-30.4.3).

    `rule`: the special rule's name on the card. `whose` dice are rolled again: those of the `enemy` of the
    force that has it, or its `own`. `dice`: the numbers that are rolled again, once for each die.
    `defensive`: the rule says clearly that a Defensive Skirmish Force is affected too.
    """

    rule: str
    dice: tuple[int, ...]
    whose: str = "enemy"
    defensive: bool = False


_rerolls: TypeAdapter[tuple[ScenarioReroll, ...]] = TypeAdapter(tuple[ScenarioReroll, ...])


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option at its value or default; raise SetupError with the path of what is wrong."""
    keys = [*(agreement.key for agreement in AGREEMENTS), "scenarios", "scenario", "scenario_rerolls"]
    for key in options:
        if key not in keys:
            raise SetupError(shared.not_an_option(keys), path=f"options.{key}")
    found = {agreement.key: agreed(agreement, options) for agreement in AGREEMENTS}
    found["scenarios"] = _documents(options.get("scenarios", []))
    found["scenario"] = options.get("scenario", "")
    if not isinstance(found["scenario"], str):
        raise SetupError(words.NOT_A_KEY_OF_SCENARIO, path="options.scenario")
    found["scenario_rerolls"] = _reroll_rows(options.get("scenario_rerolls", []))
    known = catalogue(found["scenarios"])
    if found["scenario"] and found["scenario"] not in known:
        raise SetupError(words.not_a_scenario(known), path="options.scenario")
    return found


def rerolls_of(options: Mapping[str, Any]) -> tuple[ScenarioReroll, ...]:
    """Return the army rules that make scenario dice be rolled again, from options that were read."""
    return _rerolls.validate_json(json.dumps(options["scenario_rerolls"]))


def _documents(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise SetupError(NOT_A_LIST_OF_SCENARIOS, path="options.scenarios")
    try:
        catalogue(value)
    except LeaguerError as error:
        raise SetupError(str(error.message), path=f"options.{error.path}") from None
    return value


def _reroll_rows(value: Any) -> list[dict[str, Any]]:
    try:
        rows = _rerolls.validate_json(json.dumps(value))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        path = path_of(("options", "scenario_rerolls", *fault["loc"]))
        raise SetupError(fault_of(fault).message, path=path) from None
    for number, row in enumerate(rows):
        path = f"options.scenario_rerolls[{number}]"
        if row.whose not in ("own", "enemy"):
            raise SetupError(words.NOT_OWN_OR_ENEMY, path=f"{path}.whose")
        if not row.dice or any(not 1 <= die <= 10 for die in row.dice):
            raise SetupError(words.NOT_SCENARIO_DICE, path=f"{path}.dice")
    return [
        {"rule": row.rule, "dice": list(row.dice), "whose": row.whose, "defensive": row.defensive}
        for row in rows
    ]
