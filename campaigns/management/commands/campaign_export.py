"""manage.py campaign_export: a whole campaign as one file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from campaigns import services
from campaigns.management.reading import CampaignCommand, campaign_called


class Command(CampaignCommand):
    """Exit 0: written; 2: no such campaign or no place to write, with one line on standard error."""

    help = "Write a whole campaign as one file, that campaign_import reads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", help="the campaign’s id, as in the address of its pages")
        parser.add_argument("file", nargs="?", help="where to write it (default: standard output)")
        parser.add_argument(
            "--seed",
            action="store_true",
            help="include the seed before the campaign is over: it reveals all dice",
        )

    def handle(self, *args: Any, id: str, file: str | None, seed: bool, **options: Any) -> None:
        with self.one_line(id):
            row = campaign_called(id)
            text = json.dumps(services.export_file(row, seed=seed), ensure_ascii=False, indent=1)
            if file is None:
                self.stdout.write(text)
                return
            Path(file).write_text(text + "\n", encoding="utf-8")
        self.stdout.write(f"{file}: {row.name}, turn {row.turn}")
