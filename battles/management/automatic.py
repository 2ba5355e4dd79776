"""What commands have in common that go from a set-up to its end, the policy deciding for both sides."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from battles import wording as words
from battles.documents import battle_json
from battles.setups import MAX_SEED
from rulesets.contract.system import RuleSystem
from rulesets.engine.battle import Battle
from rulesets.engine.dice import seed_hash
from rulesets.engine.document import SetupError, begin, to_lines
from rulesets.engine.errors import LeaguerError
from rulesets.engine.system import Result

UNREADABLE = 2


class AutomaticCommand(BaseCommand, ABC):
    """Exit 0: come to its end; 2: bad input or no place to write, with one line on standard error.

    `what` is what the command plays.
    """

    what = ""
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", required=True, help="the seed of all dice: any number or word")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")
        parser.add_argument(
            "--log",
            metavar="OUT",
            help=f"write the {self.what}’s document; as one object a line if OUT ends in .jsonl",
        )

    def handle(self, *args: Any, setup: str, seed: str, **options: Any) -> None:
        try:
            battle = self.run(Path(setup), seed, options)
            if options["log"]:
                _log(battle, Path(options["log"]))
        except LeaguerError as error:
            self._fail(f"{setup}: {' '.join(str(error).split())}")
        except OSError as error:
            self._fail(f"{error.filename}: cannot be written: {error.strerror}")
        assert battle.result is not None
        value = {
            "system": battle.system.slug,
            "rules_version": battle.system.rules_version,
            "sides": list(battle.setup["sides"]),
            **self.facts(battle),
            "events": len(battle.entries),
            "seed": battle.seed,
            "seed_hash": seed_hash(battle.seed),
            "hash": battle.hash,
            "result": battle.result.to_json(),
        }
        as_json = json.dumps(value, ensure_ascii=False, indent=2)
        self.stdout.write(as_json if options["json"] else "\n".join(self.lines(battle, battle.result)))

    @abstractmethod
    def run(self, path: Path, seed: str, options: dict[str, Any]) -> Battle:
        """Go from the set-up in a file to the end; raise LeaguerError, and OSError where it cannot write."""

    @abstractmethod
    def facts(self, battle: Battle) -> dict[str, Any]:
        """Return what is printed with --json beside what all have in common."""

    @abstractmethod
    def lines(self, battle: Battle, result: Result) -> Iterator[str]:
        """Yield the lines that are printed else."""

    def _fail(self, message: str) -> None:
        self.stderr.write(message, self.style.ERROR)
        sys.exit(UNREADABLE)


def checked(seed: str) -> str:
    """Return a seed as given; raises SetupError for one that cannot be one."""
    if not seed or len(seed) > MAX_SEED or not seed.isprintable():
        raise SetupError(words.seed_too_long(MAX_SEED), path="--seed")
    return seed


def begun(system: RuleSystem, setup: dict[str, Any], seed: str) -> Battle:
    """Return the battle of a set-up; raises SetupError for dice that somebody would have to type."""
    if setup["dice"] == "typed":
        raise SetupError("must be “stream”: nobody types dice in here", path="dice")
    return begin(system, setup, seed)


def _log(battle: Battle, path: Path) -> None:
    lines = path.suffix == ".jsonl"
    path.write_text("".join(f"{line}\n" for line in to_lines(battle)) if lines else battle_json(battle))
