"""manage.py meet: two forces meet, from the comparison of their strength to the deployed table."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from battles.lines import Register
from battles.management.automatic import AutomaticCommand, begun, checked
from battles.setups import read_meeting_file
from rulesets.contract import registry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Refusal
from rulesets.engine.document import SetupError
from rulesets.engine.events import Event, Rolled
from rulesets.engine.system import Result


class Command(AutomaticCommand):
    """Exit 0: the table is ready; 2: bad input or no place to write, with one line on standard error."""

    help = (
        "Prepare a battle for the table automatically. Exit 0 when the table is ready, "
        "2 if the set-up cannot be read."
    )
    what = "meeting"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "setup",
            help="the set-up as JSON; its lists may be paths relative to it, and it may contain "
            "`choices` by kind of decision",
        )
        super().add_arguments(parser)

    def run(self, path: Path, seed: str, options: dict[str, Any]) -> Battle:
        return _meet(path, checked(seed))

    def facts(self, battle: Battle) -> dict[str, Any]:
        """Return the table with what each side has written down: who has the seed knows it anyway."""
        sides = [battle.view(side)["state"]["secrets"] for side in (0, 1)]
        return {
            "choices": [made.to_json() for made in battle.choices],
            "state": battle.state.view(None),
            "secrets": {
                key: secret["told"] for each in sides for key, secret in each.items() if "told" in secret
            },
        }

    def lines(self, battle: Battle, result: Result) -> Iterator[str]:
        """Yield what happened, step by step."""
        register = Register(battle.setup["sides"], battle.state.to_json())
        step = registry.get(battle.system.slug).presentation.turn_began
        yield f"{battle.side_name(0)} against {battle.side_name(1)}: {result.how} ({result.rule})"
        for entry in battle.entries:
            indent = "" if entry.event.kind == step else "  "
            rule = f" ({entry.event.rule})" if entry.event.rule and indent else ""
            yield f"{indent}{entry.event.describe(register.name)}{_dice(entry.event)}{rule}"
        yield f"{len(battle.entries)} events, log {battle.hash}"


def _meet(path: Path, seed: str) -> Battle:
    setup, choices = read_meeting_file(path)
    system = registry.get(setup["system"])
    meeting = registry.get(system.slug).presentation.meeting
    if meeting is None:
        raise SetupError(f"{system.name} has battles, no meetings: use “fight”", path="system")
    for kind in choices:
        if kind not in meeting.decisions:
            there_are = ", ".join(meeting.decisions)
            raise SetupError(f"is not a kind of decision: choose one of {there_are}", path=f"choices.{kind}")
    battle = begun(system, setup, seed)
    given = _Given(choices)
    while battle.pending is not None:
        given.choose(battle, battle.pending)
    return battle


class _Given:
    """The choices of a file, each kind's in turn; the policy decides what they do not."""

    def __init__(self, choices: Mapping[str, list[Choice]]) -> None:
        self.choices = choices
        self.made: dict[str, int] = {}

    def choose(self, battle: Battle, decision: Decision) -> None:
        """Make the decision; raises SetupError for a choice of the file that the rules refuse."""
        place = self.made.get(decision.kind, 0)
        listed = self.choices.get(decision.kind, [])
        if place >= len(listed):
            battle.choose(battle.system.core.tactician(battle, decision))
            return
        self.made[decision.kind] = place + 1
        try:
            battle.choose(listed[place])
        except Refusal as error:
            path = error.path.removeprefix("choice").lstrip(".")
            where = f"choices.{decision.kind}[{place}]"
            raise SetupError(error.message, path=f"{where}.{path}".rstrip(".")) from None


def _dice(event: Event) -> str:
    """Return the dice of a roll, those that were rolled again after an arrow."""
    if not isinstance(event, Rolled):
        return ""
    roll = event.roll
    again = "".join(f" → {value}" for _, value, _ in roll.rerolls)
    return f" [d{roll.sides}: {', '.join(map(str, roll.dice))}{again}]"
