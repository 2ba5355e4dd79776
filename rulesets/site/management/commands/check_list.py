"""manage.py check_list: is an army list legal?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.contract.documents import check_list, list_rules
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList, Report
from rulesets.site.files import read_file, read_stream

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Exit 0: legal, 1: not legal, 2: unreadable, with one line on standard error."""

    help = "Check an army list. Exit 0 if it is legal, 1 if it is not, 2 if it cannot be read."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the list as JSON, plain text or roster PDF; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            army = read_stream(sys.stdin.buffer) if file == "-" else read_file(Path(file))
            report = check_list(army)
        except LeaguerError as error:
            self.stderr.write(f"{file}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        as_json = json.dumps(report.to_json(), ensure_ascii=False, indent=2)
        self.stdout.write(as_json if options["json"] else _as_text(army, report))
        sys.exit(LEGAL if report.legal else ILLEGAL)


def _as_text(army: ArmyList, report: Report) -> str:
    book = list_rules(army.system).book_of(army)
    verdict = "legal" if report.legal else "not legal"
    limit = f" of {report.limit}" if report.limit else ""
    cost = f"{report.total}{limit} {report.unit}"
    lines = [f"{army.name or 'Army list'} ({book.name}): {verdict}, {cost}"]
    for fault in report.violations:
        lines.append(f"  {fault.rule} {fault.path}: {fault.message} {fault.cure}")
    for remark in report.remarks:
        lines.append(f"  {remark.rule} {remark.path or 'to know'}: {remark.message} {remark.cure}")
    return "\n".join(lines)
