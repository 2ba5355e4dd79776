"""manage.py rules_coverage: what of the rules is automated, tested, left out and open."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.contract.documents import list_rules
from rulesets.contract.registry import PACKAGES
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import counted
from rulesets.site.coverage import Coverage, coverage, markdown


class Command(BaseCommand):
    help = "Count the rules that the code and the tests name, those left out and why, and those still open."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", nargs="?", help="one rule system (default: all)")
        output = parser.add_mutually_exclusive_group()
        output.add_argument("--json", action="store_true", help="print everything as JSON, by system")
        output.add_argument("--markdown", action="store_true", help="print the page docs/rules/SYSTEM.md")

    def handle(self, *args: Any, system: str | None, **options: Any) -> None:
        try:
            found = [coverage(slug) for slug in ([system] if system else PACKAGES)]
        except LeaguerError as error:
            sys.stderr.write(f"{error}\n")
            sys.exit(2)
        if options["json"]:
            by_system = {each.system: each.to_json() for each in found}
            self.stdout.write(json.dumps(by_system, ensure_ascii=False, indent=2))
            return
        for each in found:
            if options["markdown"]:
                self.stdout.write(markdown(each, list_rules(each.system).name), ending="")
            else:
                self.stdout.write(_summary(each))


def _summary(found: Coverage) -> str:
    lines = [
        f"{found.system}: {len(found.rules)} rules, {len(found.automated)} automated, "
        f"{len(found.tested)} tested, {counted(len(found.departures), 'departure')}, "
        f"{counted(len(found.readings), 'reading')}, {len(found.open)} open{_completed(found)}",
        *(f"  departure {rule}: {reason}" for rule, reason in found.departures.items()),
        *(f"  open {rule} {found.rules[rule].title}: {missing}" for rule, missing in found.open.items()),
    ]
    lines += (
        f"  completion {each.id} {each.title} ({each.status}, confidence {each.confidence})"
        for each in found.completions.values()
    )
    return "\n".join(lines)


def _completed(found: Coverage) -> str:
    """Return how many gaps are filled, which are counted apart from the rules."""
    if not found.completions:
        return ""
    return f"; {counted(len(found.completions), 'completion')}, {len(found.proved)} tested"
