"""What takes seconds of a large tournament is done in a process of its own, and kept while nothing changes.

The matching keeps Python's interpreter to itself until it is done: in a web process nobody else would be
answered meanwhile. Each web process has one of each job at a time; who asks for another is told to wait.
"""

from __future__ import annotations

import hashlib
import pickle
import subprocess
import sys
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.core.cache import cache

from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import Tournament
from tournaments.engine.longwork import JOBS, Made
from tournaments.wording import services as words

LARGE = 200
"""More players than these are paired apart; fewer take less than half a second."""
LONGEST, KEPT = 240, 3600  # seconds

_FREE = {job: BoundedSemaphore(1) for job in JOBS}


class Busy(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """The site has too much to work out just now: 503, ask again."""

    def __init__(self, message: str = words.BUSY) -> None:
        super().__init__(message, code="busy")


def next_made(tournament: Tournament) -> Made:
    """Return the next round. Raises PairingError where there is none, Busy."""
    found: Made = _done("round", tournament)
    return found


def explained(tournament: Tournament, number: int, player: str) -> str:
    """Return why somebody's pairing of a round stands; "" where no criteria made it. Raises Busy."""
    found: str = _done("why", tournament, number, player)
    return found


def _done(job: str, tournament: Tournament, *args: Any) -> Any:
    if len(tournament.players) <= LARGE:
        return JOBS[job](tournament, *args)
    whole = f"{settings.VERSION} {job} {args} {tournament.model_dump_json()}"
    key = f"apart:{hashlib.sha256(whole.encode()).hexdigest()}"
    answer = cache.get(key)
    if answer is None:
        if not _FREE[job].acquire(blocking=False):
            raise Busy
        try:
            answer = _run(job, tournament, *args)
        finally:
            _FREE[job].release()
        cache.set(key, answer, KEPT)
    if len(answer) > 1:
        message, path, code = answer
        raise LeaguerError(message, path=path, code=code)
    return answer[0]


def _run(*work: Any) -> tuple[Any, ...]:
    # Not by -m: what it returns would be of classes of a module __main__, which nobody else can read.
    command = [sys.executable, "-c", "from tournaments.engine.longwork import main; main()"]
    try:
        done = subprocess.run(
            command, input=pickle.dumps((work[0], work[1:])), cwd=settings.BASE_DIR, timeout=LONGEST,
            stdout=subprocess.PIPE, check=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise Busy(words.TOOK_TOO_LONG) from error
    answer: tuple[Any, ...] = pickle.loads(done.stdout)
    return answer
