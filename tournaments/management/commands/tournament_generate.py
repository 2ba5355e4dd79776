"""manage.py tournament_generate: a tournament made up by chance, to try things on."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import MOST_PLAYERS
from tournaments.engine.generate import generate
from tournaments.engine.settings import MOST_ROUNDS
from tournaments.files import UNREADABLE
from tournaments.wording import out_of_range


class Command(BaseCommand):
    """Exit 0: printed; 2: numbers that cannot be, with one line on standard error."""

    help = "Print a random tournament; the same numbers and seed give the same one."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, metavar="N", help="2 to 2000")
        parser.add_argument("--rounds", type=int, required=True, metavar="R", help="1 to 30")
        parser.add_argument("--seed", default="1", metavar="S", help="the seed of all random numbers")
        parser.add_argument("--played", type=int, metavar="R", help="rounds that have results; default: all")

    def handle(self, *args: Any, players: int, rounds: int, seed: str, **options: Any) -> None:
        played = rounds if options["played"] is None else options["played"]
        checks = (("--players", players, 2, MOST_PLAYERS), ("--rounds", rounds, 1, MOST_ROUNDS),
                  ("--played", played, 0, rounds))  # fmt: skip
        for name, value, least, most in checks:
            if not least <= value <= most:
                self._refuse(f"{name}: {out_of_range(least, most)}")
        try:
            found = generate(players, rounds, seed, played=played)
        except LeaguerError as error:
            self._refuse(error.message)
        self.stdout.write(json.dumps(found.to_json(), ensure_ascii=False, indent=2))

    def _refuse(self, why: str) -> None:
        self.stderr.write(why, self.style.ERROR)
        sys.exit(UNREADABLE)
