"""manage.py odds: exact odds of a shot, of point-blank pistols or of a round of melee."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.baroque.odds import OddsError, odds
from rulesets.engine.errors import LeaguerError

UNREADABLE = 2
MAX_BYTES = 100_000


class Command(BaseCommand):
    """Exit 0: answered, 2: the query cannot be read, with one line on standard error."""

    help = "Give the exact odds of a shot, of pistols or of a round of melee: exit 0, or 2 for a bad query."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the query as JSON; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            answer = odds(_read(file))
        except LeaguerError as error:
            self.stderr.write(f"{file}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        text = _as_json(answer) if options["json"] else "\n".join(_lines(answer))
        self.stdout.write(text)


def _read(file: str) -> Any:
    try:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1) if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise OddsError(error.strerror or "cannot be read", code="unreadable") from error
    if len(raw) > MAX_BYTES:
        raise OddsError(f"is larger than {MAX_BYTES // 1000} kB", code="size")
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise OddsError("is not JSON in UTF-8", code="json") from None


def _as_json(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False, indent=2)


# ---------------------------------------------------------------------------- as text


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    attacker, target = answer["attacker"], answer["target"]
    if answer["kind"] == "melee":
        yield from _strikes(attacker)
        yield from _suffers(target)
        yield from _strikes(target)
        yield from _suffers(attacker)
        yield from _result(answer, attacker["name"], target["name"])
    else:
        how = f", {answer['weapon']}" if "weapon" in answer else ""
        yield f"{attacker['name']} at {target['name']}{how}"
        yield from _strikes(attacker)
        yield from _suffers(target)


def _strikes(side: dict[str, Any]) -> Iterator[str]:
    parts = [f"{item['why']} {item['value']:+d} ({item['rule']})" for item in side["dice_modifiers"]]
    dice = "1 die" if side["dice"] == 1 else f"{side['dice']} dice"
    yield f"{side['name']}: {dice} = {', '.join([str(side['vbu']), *parts])}"
    if side["rerolls"]:
        yield f"  re-rolls: {', '.join(side['rerolls'])}"
    for each in side.get("support", ()):
        dice = "1 die" if each["dice"] == 1 else f"{each['dice']} dice"
        yield f"  support of {each['name']}: {dice} (BQ-7.6.b)"
    hits = ", ".join(f"{item['hits']}: {item['probability']:.1%}" for item in side["hits"])
    yield f"  hits {hits}; {side['expected_hits']:.2f} expected"


def _suffers(side: dict[str, Any]) -> Iterator[str]:
    needed = ", ".join(f"{item['critical_number']} at {item['hits']}" for item in side["critical_numbers"])
    yield f"{side['name']}: critical number by hits: {needed}"
    for item in side["cohesion_modifiers"]:
        yield f"  {item['why']} {item['value']:+d} ({item['rule']})"
    losses = ", ".join(f"{item['losses']}: {item['probability']:.1%}" for item in side["losses"])
    yield f"  losses {losses}; {side['expected_losses']:.2f} expected"
    chances = ("failed", "disordered", "exhausted", "routed", "leader_lost")
    yield "  " + ", ".join(f"{name.replace('_', ' ')} {side[name]:.1%}" for name in chances)


def _result(answer: dict[str, Any], attacker: str, target: str) -> Iterator[str]:
    result = answer["result"]
    yield (
        f"{attacker} wins {result['attacker_wins']:.1%}, draw {result['draw']:.1%}, "
        f"{target} wins {result['target_wins']:.1%}, both rout {result['both_rout']:.1%}"
    )
    for side, name in (("attacker", attacker), ("target", target)):
        if result[f"{side}_routs_by_losing"]:
            yield f"{name} routs because it loses on flank or rear: {result[f'{side}_routs_by_losing']:.1%}"
