from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from rulesets.contract import registry
from rulesets.contract.system import ContractError


class RulesetsConfig(AppConfig):
    """The rules of each system, its army books, and the pages and commands that show them."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "rulesets.site"
    label = "rulesets"
    verbose_name = "Rule systems"

    def ready(self) -> None:
        register(every_part_is_there)


def every_part_is_there(**options: Any) -> list[CheckMessage]:
    """Load every part of every rule system, so that one that is misspelt stops the start with its name."""
    try:
        registry.verify()
    except ContractError as error:
        return [Error(error.message, hint="rulesets/contract/system.py says what a system consists of.")]
    return []
