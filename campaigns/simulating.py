"""The simulation of a campaign that an umpire orders: many runs of it from its beginning, one by one.

It starts from the document that the campaign began with, never from how it stands or from anybody's orders,
so it tells of the campaign and not of its players. Umpires who play no faction order and read it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from armylists import work
from armylists.work import Stage, Work
from campaigns.balancing import Report, contenders
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.simulation import Run, balance, simulate
from campaigns.engine.state import State
from campaigns.models import Campaign, Member, Simulation, SimulationRun
from campaigns.persistence import CampaignRefusal, document_of, held, needs_umpire
from campaigns.wording import services as words

MOST_TURNS, MOST_RUNS = 40, 200
SLICE = 1.0
"""Seconds that a request plays on where there are no workers; it may last as much longer as a run does."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a simulation is: what its runs come to (None before the first), and the workers' stage."""

    simulation: Simulation
    report: Report | None
    stage: Stage

    @property
    def done(self) -> int:
        """How many runs are played."""
        return self.report.balance.runs if self.report else 0

    @property
    def whole(self) -> bool:
        """Whether all of them are."""
        return self.done >= self.simulation.runs

    @property
    def status(self) -> str:
        """One of `work.STATUSES`."""
        return work.status(self.stage, whole=self.whole)


def order(row: Campaign, by: Member, turns: int, runs: int, battles: str) -> Simulation:
    """Order a simulation of `runs` campaigns of up to `turns` turns; it replaces the last one, done or not.

    Raises CampaignRefusal for everybody but an umpire who plays no faction and for an archived campaign, and
    NoAnswer.
    """
    needs_umpire(by)
    if not 1 <= turns <= MOST_TURNS or not 1 <= runs <= MOST_RUNS or battles not in Simulation.Battles:
        raise CampaignRefusal(words.simulate_at_most(MOST_RUNS, MOST_TURNS), "simulation")
    work.check()
    with held(row):
        work.stop(Work.SIMULATION, str(row.public_id))
        Simulation.objects.filter(campaign=row).delete()
        found = Simulation.objects.create(campaign=row, turns=turns, runs=runs, battles=battles)
        work.begin(Work.SIMULATION, str(row.public_id))
    return found


def cancel(row: Campaign, by: Member) -> None:
    """Stop the simulation of a campaign; the runs that are played stay."""
    needs_umpire(by)
    work.stop(Work.SIMULATION, str(row.public_id))


def go_on(row: Campaign, by: Member) -> None:
    """Let a simulation go on that was stopped, or that workers gave up. Raises NoAnswer."""
    needs_umpire(by)
    work.begin(Work.SIMULATION, str(row.public_id))


def play_slice(row: Campaign) -> None:
    """Play the simulation of a campaign on for SLICE, if there is one and there are no workers for it."""
    found = Simulation.objects.select_related("campaign").filter(campaign=row).first()
    if found is not None and not work.in_workers():
        play_on(found, SLICE)


def play_on(found: Simulation, seconds: float) -> bool:
    """Play a simulation on for about so long, at least one run; whether there is more of it. A run that
    somebody else has played meanwhile counts once.
    """
    end, state = time.monotonic() + seconds, _beginning(found.campaign)
    played = set(found.played.values_list("number", flat=True))
    for number in range(1, found.runs + 1):
        if number in played:
            continue
        if stopped(found.campaign) or not _saved(found, number, state):
            return False
        if time.monotonic() > end:
            break
    return found.played.count() < found.runs


def stopped(row: Campaign) -> bool:
    """Whether somebody has stopped the simulation of a campaign."""
    return work.stopped(Work.SIMULATION, str(row.public_id))


def progress(row: Campaign) -> Progress | None:
    """Return how far the simulation of a campaign is; None if there is none."""
    found = Simulation.objects.select_related("campaign").filter(campaign=row).first()
    if found is None:
        return None
    # Before the runs are counted: more may be played meanwhile, which the next look shows.
    stage = work.stage(Work.SIMULATION, str(row.public_id))
    return Progress(found, report(found), stage)


def report(found: Simulation) -> Report | None:
    """Return what the runs come to that were played so far; None before the first."""
    runs = [_run(each.found) for each in found.played.all()]
    if not runs:
        return None
    state = _beginning(found.campaign)
    balanced = balance(runs, contenders(state))
    return Report(found.campaign.name, state, balanced, found.turns, found.battles)


def _beginning(row: Campaign) -> State:
    return begin(read_campaign(document_of(row)))


def _saved(found: Simulation, number: int, state: State) -> bool:
    """Play a run and save it; false if the simulation was replaced meanwhile."""
    run = simulate(state, found.turns, str(number), "quick" if found.battles == "quick" else "engine")
    try:
        with transaction.atomic():
            if not Simulation.objects.select_for_update().filter(pk=found.pk).exists():
                return False
            row = SimulationRun(simulation=found, number=number, found=run.to_json())
            SimulationRun.objects.bulk_create([row], ignore_conflicts=True)
    except IntegrityError:
        return False
    return True


def _run(value: dict[str, Any]) -> Run:
    """Return a run that was saved."""
    return Run(**value | {name: tuple(value[name]) for name in ("figures", "rungs")})
