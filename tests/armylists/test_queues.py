"""Workers as processes: what is short goes first, mail is tried again, a PDF that is being set is stopped."""

from __future__ import annotations

import socketserver
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from django.utils.module_loading import import_string

from armylists.work import LONG, Work
from tests.kit.workers import Program, awaited, children, own_redis, worker
from tests.kit.workers import program as a_program

ORDER = """
from armylists import prints
from armylists.printing import Printout

def order(key, pages):
    html = "<p>Pike and shot.</p>" * pages
    prints.give(key, prints.Order(Printout(html, "css/roster-print.css", "A4"), key, "/", "/"))
"""
MADE = """
from armylists import prints, work
print(*(bool(prints.made(key)) for key in ("huge", "small")), work.stage(work.Work.PRINT, "huge"))
"""
LONG_AND_SHORT = """
from armylists.tasks import remove_guests, send
remove_guests.enqueue()
send([{"to": "alice@example.org", "subject": "The second, and sent first", "words": "Hello."}])
"""
FAILED = """
from rq import Worker
from rq.registry import FailedJobRegistry
from armylists.taskredis import _redis
redis = _redis()
print(*(FailedJobRegistry(name, redis).count for name in ("default", "long")),
      *(each.failed_job_count for each in Worker.all(redis)))
"""


@dataclass(frozen=True)
class Site:
    """A site with one worker: its folder, a program of it, its worker, and a mail server that does not listen
    yet.
    """

    home: Path
    program: Program
    worker: subprocess.Popen[bytes]
    post: socketserver.TCPServer

    def log(self) -> str:
        """What the worker has logged."""
        return (self.home / "worker.log").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose worker begins when a long task and a mail wait, the long one first."""
    home = tmp_path_factory.mktemp("queues")
    with ExitStack() as stack:
        tasks = stack.enter_context(contextmanager(own_redis)())
        program = stack.enter_context(contextmanager(a_program)(home, tasks))
        post = stack.enter_context(socketserver.TCPServer(("127.0.0.1", 0), Post, bind_and_activate=False))
        post.server_bind()  # and not listened at yet: connections are refused
        program(LONG_AND_SHORT)
        one = worker(home, tasks, {"LEAGUER_EMAIL_URL": f"smtp://127.0.0.1:{post.server_address[1]}"})
        yield Site(home, program, one, post)
        one.terminate()
        one.terminate()
        one.wait(timeout=30)


def test_what_takes_minutes_has_a_queue_of_its_own() -> None:
    long = {each for each in Work if import_string(each).queue_name == LONG}
    assert long == {Work.FORECAST, Work.GUESTS, Work.SIMULATION}


def test_a_worker_takes_what_is_short_first(site: Site) -> None:
    awaited(lambda: site.log().count("remove_guests") > 0, "the long one begins")
    assert site.log().index("tasks.post") < site.log().index("remove_guests")


class Post(socketserver.StreamRequestHandler):
    """A mail server that takes everything, and remembers it."""

    taken: ClassVar[list[bytes]] = []

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            command = line[:4].upper()
            self.wfile.write(b"354 go on\r\n" if command == b"DATA" else b"250 yes\r\n")
            if command == b"DATA":
                self.taken.append(b"".join(iter(self.rfile.readline, b".\r\n")))
                self.wfile.write(b"250 taken\r\n")
            if command == b"QUIT":
                return


def test_mail_that_no_server_takes_is_tried_again_after_a_pause(site: Site) -> None:
    awaited(lambda: "scheduled for retry" in site.log(), "it has failed twice, and waits")
    assert not Post.taken
    site.post.server_activate()
    Thread(target=site.post.serve_forever, daemon=True).start()
    awaited(lambda: bool(Post.taken), "it is sent")
    site.post.shutdown()
    assert len(Post.taken) == 1
    assert b"The second, and sent first" in Post.taken[0]


def test_a_pdf_that_is_being_set_is_cancelled_and_the_worker_goes_on(site: Site) -> None:
    failed = site.program(FAILED)
    site.program(f"{ORDER}\norder('huge', 400_000)")
    awaited(lambda: bool(children(site.worker.pid)), "the pages are being set")
    site.program("from armylists import work\nwork.stop(work.Work.PRINT, 'huge')")
    awaited(lambda: not children(site.worker.pid), "its process has ended", 5)
    site.program("order('small', 1)")
    awaited(lambda: site.program(MADE).startswith("False True"), "the next one is set")
    assert site.program(MADE) == "False True Stage.STOPPED\n"
    assert site.program(FAILED) == failed, "what somebody stopped has not failed"
