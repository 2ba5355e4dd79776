"""manage.py campaign_simulate: how balanced a campaign is, from many of it played automatically."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from campaigns.balancing import Report, as_svg, as_text, contenders
from campaigns.engine import shipped
from campaigns.engine.documents import CampaignError, begin, read_campaign
from campaigns.engine.resolve import open_engagements
from campaigns.engine.simulation import Run, balance
from campaigns.engine.state import Outcome, State
from campaigns.fileformat import FORMAT as FILE_FORMAT
from campaigns.fileformat import MAX_BYTES, parsed, read_campaign_file, state_in
from campaigns.management.reading import CampaignCommand
from campaigns.management.workers import Task, runs
from rulesets.engine.digits import whole
from rulesets.engine.errors import Fault

MOST_TURNS, MOST_SEEDS, MOST_JOBS = 1000, 100_000, 256
INTERRUPTED = 130
SLOWLY = 10.0
"""Seconds between two changes of a progress bar that goes to a file."""


@dataclass(frozen=True, slots=True)
class Start:
    """A campaign to play on from. `outcomes`: of its open engagements that are fought already."""

    name: str
    state: State
    outcomes: dict[str, Outcome] = field(default_factory=dict)


class Command(CampaignCommand):
    """Exit 0: played; 2: bad input or no place to write, with one line on standard error; 130: stopped."""

    help = (
        "Play a campaign many times with automatic orders and battles, and print how balanced it is: who "
        "wins how often, and how the factions stand turn by turn."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            help="a campaign document (JSON), the file of a whole campaign, or the key of an included one",
        )
        parser.add_argument("--turns", default="10", metavar="N", help="the most turns to play (default: 10)")
        parser.add_argument(
            "--seeds",
            default="20",
            metavar="K",
            help="how many campaigns to play, with seeds 1 to K (default: 20)",
        )
        parser.add_argument(
            "--jobs",
            default=str(os.cpu_count() or 1),
            metavar="J",
            help="how many processes to use (default: one for each processor)",
        )
        parser.add_argument(
            "--battles",
            default="engine",
            choices=("engine", "quick"),
            help="fought by the system’s tacticians, or by the campaign’s own dice",
        )
        parser.add_argument(
            "--from-now", action="store_true", help="continue from the current state of a campaign file"
        )
        parser.add_argument("--json", action="store_true", help="print balance and runs as JSON")
        parser.add_argument("--plot", metavar="OUT.svg", help="write wins and figures as a picture")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        turns = self._count(options, "turns", MOST_TURNS)
        seeds = self._count(options, "seeds", MOST_SEEDS)
        jobs = self._count(options, "jobs", MOST_JOBS)
        with self.one_line(file):
            start = start_called(file, now=options["from_now"])
        if options["plot"]:
            with self.one_line(options["plot"]):
                Path(options["plot"]).touch()  # rather now than after an hour of battles
        task = Task(start.state, turns, options["battles"], start.outcomes)
        found = self._played(task, [str(number) for number in range(1, seeds + 1)], jobs)
        balanced = balance(found, contenders(start.state))
        report = Report(start.name, start.state, balanced, turns, options["battles"])
        if options["plot"]:
            with self.one_line(options["plot"]):
                Path(options["plot"]).write_text(as_svg(report), encoding="utf-8")
        self.stdout.write(_as_json(report, found) if options["json"] else as_text(report))

    def _count(self, options: dict[str, Any], name: str, most: int) -> int:
        """Return a number that was given, from 1."""
        number = whole(str(options[name]))
        if not 1 <= number <= most:
            self.refuse(f"--{name}", f"is “{options[name]}”: use a number from 1 to {most}")
        return number

    def _played(self, task: Task, seeds: list[str], jobs: int) -> list[Run]:
        """Return the runs in the order of their seeds, with a bar that shows how many there are already."""
        found: dict[str, Run] = {}
        live = sys.stderr.isatty()
        often = 0.1 if live else SLOWLY
        try:
            with tqdm(total=len(seeds), unit="campaign", mininterval=often, leave=not live) as bar:
                for run in runs(task, seeds, jobs):
                    found[run.seed] = run
                    bar.update()
        except KeyboardInterrupt:
            words = f"interrupted, {len(found)} of {len(seeds)} campaigns were played"
            self.stderr.write(words, self.style.ERROR)
            sys.exit(INTERRUPTED)
        except BrokenProcessPool:
            self.refuse("--jobs", "a process was killed, perhaps because memory ran out")
        return [found[seed] for seed in seeds]


def start_called(name: str, *, now: bool = False) -> Start:
    """Return the beginning of a campaign: of a campaign document, of the file of a whole campaign, or of the
    one that ships under a key. `now`: a whole campaign as it stands in its file.

    Raises LeaguerError for what cannot be read, OSError for what cannot be opened.
    """
    path = Path(name)
    if path.exists():
        with path.open("rb") as stream:
            value = parsed(stream.read(MAX_BYTES + 1))
    elif name in shipped.campaigns():
        value = shipped.document(name)
    else:
        keys = ", ".join(shipped.campaigns())
        raise CampaignError(Fault("", f"is neither a file nor a campaign that ships: choose from {keys}"))
    if value.get("format") == FILE_FORMAT:
        return _from_file(value, now)
    if now:
        raise CampaignError(Fault("", "is not the file of a running campaign, which --from-now needs"))
    document = read_campaign(value)
    return Start(document.name, begin(document))


def _from_file(value: dict[str, Any], now: bool) -> Start:
    file = read_campaign_file(value)
    if not now:
        return Start(file.name, begin(read_campaign(file.document)))
    state = state_in(file)
    open_ = {each.id for each in open_engagements(state)}
    fought = {each.key: each.outcome for each in file.engagements if each.outcome and not each.undone}
    return Start(file.name, state, {key: each for key, each in fought.items() if key in open_})


def _as_json(report: Report, found: list[Run]) -> str:
    value = {
        "campaign": report.name, "turns": report.turns, "seeds": len(found), "battles": report.battles,
        "balance": report.balance.to_json(), "runs": [run.to_json() for run in found],
    }  # fmt: skip
    return json.dumps(value, ensure_ascii=False, indent=2)
