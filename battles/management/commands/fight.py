"""manage.py fight: a battle from deployment to its result, both sides played by the tactician."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from armylists.printing import paper_named
from battles.cards import result_card
from battles.documents import victory_pdf
from battles.management.automatic import AutomaticCommand, begun, checked
from battles.setups import read_setup_file, scenario_setup
from rulesets.contract import registry
from rulesets.engine.battle import Battle
from rulesets.engine.document import SetupError
from rulesets.engine.strength import choice_of, read_strengths
from rulesets.engine.system import Result

EVERY = 20  # choices between two changes of the live counter


class Command(AutomaticCommand):
    """Exit 0: fought to the end; 2: bad input or no place to write, with one line on standard error."""

    help = "Fight a battle automatically. Exit 0 when it is over, 2 if the set-up cannot be read."
    what = "battle"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "setup",
            nargs="?",
            default="",
            help="the set-up as JSON; its lists may be paths relative to it",
        )
        parser.add_argument(
            "--scenario",
            metavar="KEY",
            default="",
            help="a scenario instead of a set-up: the key of an included one, or a file (TOML or JSON)",
        )
        parser.add_argument(
            "--strength",
            metavar="WORD",
            default="",
            help="how strong the tactician plays: recruit, regular, veteran, or two such as recruit,veteran",
        )
        super().add_arguments(parser)
        parser.add_argument("--pdf", metavar="OUT", help="write the victory sheet")
        parser.add_argument("--paper", default="A4", choices=("A4", "Letter"), help="for --pdf")

    def handle(self, *args: Any, setup: str, seed: str, **options: Any) -> None:
        scenario = options["scenario"]
        if bool(setup) == bool(scenario):
            self._fail("give either a set-up or --scenario KEY")
        super().handle(*args, setup=setup or scenario, seed=seed, **options)

    def run(self, path: Path, seed: str, options: dict[str, Any]) -> Battle:
        setup = scenario_setup(options["scenario"]) if options["scenario"] else read_setup_file(path)
        if options["strength"]:
            setup["strengths"] = read_strengths(options["strength"])
        battle = _begin(setup, checked(seed))
        _fight(battle)
        if options["pdf"]:
            Path(options["pdf"]).write_bytes(victory_pdf(battle, paper_named(options["paper"])))
        return battle

    def facts(self, battle: Battle) -> dict[str, Any]:
        assert battle.result is not None
        winner = battle.result.winner
        return {
            "winner": winner,
            "winner_name": None if winner is None else battle.side_name(winner),
            "turns": battle.result.turns,
            "choices": len(battle.choices),
        }

    def lines(self, battle: Battle, result: Result) -> Iterator[str]:
        shown = registry.get(battle.system.slug).presentation
        card = result_card(result.to_json(), (battle.side_name(0), battle.side_name(1)), shown)
        yield f"{card.headline}: {card.how} ({card.rule}), {shown.turn_name} {card.turns}"
        for side in card.sides:
            yield f"  {side.name}: {side.lost} of {side.total} {shown.measure} lost, {side.left} left"
        yield f"  {len(battle.entries)} events, log {battle.hash}"


def _begin(setup: dict[str, Any], seed: str) -> Battle:
    system = registry.get(setup["system"])
    if registry.get(system.slug).presentation.meeting is not None:
        raise SetupError(f"{system.name} has meetings that lead to a table: use “meet”", path="system")
    return begun(system, setup, seed)


def _fight(battle: Battle) -> None:
    live: TextIO | None = sys.stderr if sys.stderr.isatty() else None
    battle.play([choice_of, choice_of], after=lambda now: _count(now, live))
    if live is not None:
        live.write("\r\033[K")


def _count(battle: Battle, live: TextIO | None) -> None:
    """Write the live counter: turn, events and how both sides stand."""
    if live is None or len(battle.choices) % EVERY:
        return
    shown = registry.get(battle.system.slug).presentation
    standing = " : ".join(str(side.left) for side in shown.standing(battle.state))
    turn = getattr(battle.state, "turn", 0)
    live.write(
        f"\r\033[K{shown.turn_name} {turn}, {len(battle.entries)} events, {shown.measure} left {standing}"
    )
    live.flush()
