"""manage.py fight: a battle from deployment to its result, both sides played by the tactician."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand

from armylists.printing import paper_named
from battles.cards import result_card
from battles.documents import battle_json, victory_pdf
from battles.services import MAX_SEED
from battles.setups import read_setup_file
from rulesets import registry
from rulesets.engine.battle import Battle
from rulesets.engine.dice import seed_hash
from rulesets.engine.document import SetupError, begin, to_lines
from rulesets.engine.errors import LeaguerError
from rulesets.showing import showing

OK, UNREADABLE = 0, 2
EVERY = 20  # choices between two changes of the live counter


class Command(BaseCommand):
    """Exit 0: fought to the end; 2: bad input or no place to write, with one line on standard error."""

    help = "Fight a battle automatically: exit 0 when it is fought, 2 if the set-up cannot be read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "setup", help="the set-up as JSON; its lists may be named by their paths beside it"
        )
        parser.add_argument("--seed", required=True, help="what all dice follow from: a number or a word")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")
        parser.add_argument("--pdf", metavar="OUT", help="write the victory sheet")
        parser.add_argument("--paper", default="A4", choices=("A4", "Letter"), help="for --pdf")
        parser.add_argument(
            "--log",
            metavar="OUT",
            help="write the battle's document; as one object a line if OUT ends in .jsonl",
        )

    def handle(self, *args: Any, setup: str, seed: str, **options: Any) -> None:
        try:
            battle = _begin(Path(setup), seed)
            _fight(battle, self.stderr)
            _write(battle, options)
        except LeaguerError as error:
            self.stderr.write(f"{setup}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        except OSError as error:
            self.stderr.write(f"{error.filename}: cannot be written: {error.strerror}", self.style.ERROR)
            sys.exit(UNREADABLE)
        self.stdout.write(_as_json(battle) if options["json"] else _as_text(battle))


def _begin(path: Path, seed: str) -> Battle:
    if not seed or len(seed) > MAX_SEED or not seed.isprintable():
        raise SetupError(f"is 1 to {MAX_SEED} printable characters", path="--seed")
    setup = read_setup_file(path)
    if setup["dice"] == "typed":
        raise SetupError("must be «stream»: nobody types dice in here", path="dice")
    return begin(registry.get(setup["system"]), setup, seed)


def _fight(battle: Battle, stream: Any) -> None:
    tactician = battle.system.tactician
    live: TextIO | None = sys.stderr if sys.stderr.isatty() else None
    battle.play([tactician, tactician], after=lambda now: _count(now, live))
    if live is not None:
        live.write("\r\033[K")


def _count(battle: Battle, live: TextIO | None) -> None:
    """The live counter: turn, events and how both sides stand."""
    if live is None or len(battle.choices) % EVERY:
        return
    shown = showing(battle.system.slug)
    standing = " : ".join(str(side.left) for side in shown.standing(battle.state))
    turn = getattr(battle.state, "turn", 0)
    live.write(f"\r\033[Kturn {turn}, {len(battle.entries)} events, {shown.measure} left {standing}")
    live.flush()


def _write(battle: Battle, options: dict[str, Any]) -> None:
    if options["log"]:
        path = Path(options["log"])
        lines = path.suffix == ".jsonl"
        path.write_text("".join(f"{line}\n" for line in to_lines(battle)) if lines else battle_json(battle))
    if options["pdf"]:
        Path(options["pdf"]).write_bytes(victory_pdf(battle, paper_named(options["paper"])))


def _as_json(battle: Battle) -> str:
    assert battle.result is not None
    winner = battle.result.winner
    value = {
        "system": battle.system.slug,
        "rules_version": battle.system.rules_version,
        "sides": list(battle.setup["sides"]),
        "winner": winner,
        "winner_name": None if winner is None else battle.side_name(winner),
        "turns": battle.result.turns,
        "choices": len(battle.choices),
        "events": len(battle.entries),
        "seed": battle.seed,
        "seed_hash": seed_hash(battle.seed),
        "hash": battle.hash,
        "result": battle.result.to_json(),
    }
    return json.dumps(value, ensure_ascii=False, indent=2)


def _as_text(battle: Battle) -> str:
    assert battle.result is not None
    sides = (battle.side_name(0), battle.side_name(1))
    card = result_card(battle.result.to_json(), sides)
    measure = showing(battle.system.slug).measure
    lines = [f"{card.headline}: {card.how} ({card.rule}), turn {card.turns}"]
    lines += [
        f"  {side.name}: {side.lost} of {side.total} {measure} lost, {side.left} left" for side in card.sides
    ]
    lines.append(f"  {len(battle.entries)} events, log {battle.hash}")
    return "\n".join(lines)
