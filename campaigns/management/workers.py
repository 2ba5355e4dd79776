"""Many campaigns at once: each run of a simulation in one of several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import active_children
from types import FrameType

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
        with _undisturbed():
            asked = [pool.submit(_run, seed) for seed in seeds]
        for done in as_completed(asked):
            found = done.result()
            assert found is not None, "only who stops asking stops a run"
            yield found
    except BaseException:
        for child in set(active_children()) - others:
            if child.pid is not None and child.is_alive():
                os.kill(child.pid, STOP)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


# -- in a worker process --------------------------------------------------------------------------

STOP = signal.SIGUSR1
"""Ends the run of a worker process, which a process ended in the middle of its letters home could not do."""


class _Stopped(BaseException):
    """The run is to end here."""


@dataclass(slots=True)
class _Worker:
    """A worker process: what it plays, whether it does just now, whether it is to do no more."""

    task: Task
    playing: bool = False
    stopped: bool = False

    def run(self, seed: str) -> Run | None:
        if self.stopped:
            return None
        self.playing = True
        try:
            return self.task.run(seed)
        except _Stopped:
            return None
        finally:
            self.playing = False

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True
        if self.playing:
            raise _Stopped


_workers: list[_Worker] = []
"""This process as a worker; empty in all others."""


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes that are begun inside never hear of Ctrl-C, which goes to all: this one decides for them. Of
    its own signal they hear once they are ready.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, STOP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, STOP})


def _begin(task: Task) -> None:
    worker = _Worker(task)
    _workers[:] = [worker]
    signal.signal(STOP, worker.stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {STOP})


def _run(seed: str) -> Run | None:
    return _workers[0].run(seed)
