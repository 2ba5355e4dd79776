"""Many campaigns at once: each run of a simulation in one of several processes."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import active_children

from campaigns.engine.simulation import Battles, Run, simulate
from campaigns.engine.state import Outcome, State


@dataclass(frozen=True, slots=True)
class Task:
    """What every run has in common. `outcomes`: of engagements of `start` that are fought already."""

    start: State
    turns: int
    battles: Battles = "engine"
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)

    def run(self, seed: str) -> Run:
        """The campaign with one seed."""
        return simulate(self.start, self.turns, seed, self.battles, self.outcomes)


def runs(task: Task, seeds: Sequence[str], jobs: int) -> Iterator[Run]:
    """The runs with these seeds as each is finished, in `jobs` processes (1: in this one). Who stops asking
    stops the processes. Raises BrokenProcessPool if somebody else ends one of them.
    """
    if jobs == 1:
        yield from map(task.run, seeds)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(min(jobs, len(seeds)), initializer=_begin, initargs=(task,))
    try:
        for done in as_completed([pool.submit(_run, seed) for seed in seeds]):
            yield done.result()
    except BaseException:
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


_tasks: list[Task] = []
"""The task of a worker process; empty elsewhere."""


def _begin(task: Task) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes: the first of them decides
    _tasks[:] = [task]


def _run(seed: str) -> Run:
    return _tasks[0].run(seed)
