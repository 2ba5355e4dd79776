"""Many campaigns at once: each run of a simulation in one of several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import active_children
from types import FrameType

from campaigns.engine.simulation import Battles, Run, simulate
from campaigns.engine.state import Outcome, State

AHEAD = 4
"""How many runs are asked for in advance for each process."""
OFTEN = 0.2
"""Seconds between two checks whether somebody wants it to stop."""


@dataclass(frozen=True, slots=True)
class Task:
    """What every run has in common. `outcomes`: of engagements of `start` that are fought already."""

    start: State
    turns: int
    battles: Battles = "engine"
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)

    def run(self, seed: str) -> Run:
        """Return the campaign with one seed."""
        return simulate(self.start, self.turns, seed, self.battles, self.outcomes)


def runs(task: Task, seeds: Sequence[str], jobs: int) -> Iterator[Run]:
    """Yield the runs with these seeds as each is finished, in `jobs` processes (1: in this one). Who stops
    asking stops the processes. Raises BrokenProcessPool if somebody else ends one of them.
    """
    if jobs == 1:
        yield from map(task.run, seeds)
        return
    # Only own children are signalled below: whoever calls this may have processes of their own.
    others = set(active_children())
    with _interruptible() as check, ProcessPoolExecutor(jobs, initializer=_begin, initargs=(task,)) as pool:
        try:
            yield from _played(pool, iter(seeds), jobs * AHEAD, check)
        except BaseException:
            for child in set(active_children()) - others:
                if child.pid is not None and child.is_alive():
                    os.kill(child.pid, STOP)
            pool.shutdown(cancel_futures=True)
            raise


def _played(
    pool: ProcessPoolExecutor, seeds: Iterator[str], most: int, check: Callable[[], None]
) -> Iterator[Run]:
    """Yield the runs as they are finished; at most `most` are asked for at a time."""
    asked: set[Future[Run | None]] = set()
    while True:
        with _unready():
            # No more than `most` at once, so that a simulation of thousands does not fill the queue.
            asked |= {pool.submit(_run, seed) for seed in islice(seeds, most - len(asked))}
        if not asked:
            return
        done, asked = wait(asked, timeout=OFTEN, return_when=FIRST_COMPLETED)
        check()
        yield from (run for run in (each.result() for each in done) if run is not None)


@contextmanager
def _interruptible() -> Iterator[Callable[[], None]]:
    """Inside, Ctrl-C is only heard where the function given is called, which raises KeyboardInterrupt then:
    anywhere else it could leave a lock behind that others wait for.
    """
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))

    def check() -> None:
        if heard:
            raise KeyboardInterrupt

    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)


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
def _unready() -> Iterator[None]:
    """Let processes that are begun inside hear of STOP once they know what to do then."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {STOP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {STOP})


def _begin(task: Task) -> None:
    worker = _Worker(task)
    _workers[:] = [worker]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes: the first of them decides
    signal.signal(STOP, worker.stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {STOP})


def _run(seed: str) -> Run | None:
    return _workers[0].run(seed)
