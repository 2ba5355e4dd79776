"""Workers as processes: what is short goes first, mail is tried again, a PDF that is being set is stopped."""

from __future__ import annotations

import socketserver
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from django.utils.module_loading import import_string

from armylists.work import LONG, Work
from tests.kit.workers import awaited, children, own_redis, script, worker

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


@pytest.fixture
def tasks() -> Iterator[str]:
    """A Redis for tasks."""
    yield from own_redis()


@pytest.fixture
def one(tmp_path: Path, tasks: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """A place for a worker that is gone afterwards."""
    found: list[subprocess.Popen[bytes]] = []
    yield found
    for each in found:
        each.terminate()
        each.terminate()
        each.wait(timeout=30)


def log(home: Path) -> str:
    return (home / "worker.log").read_text(encoding="utf-8")


def test_what_takes_minutes_has_a_queue_of_its_own() -> None:
    long = {each for each in Work if import_string(each).queue_name == LONG}
    assert long == {Work.FORECAST, Work.GUESTS, Work.SIMULATION}


def test_a_worker_takes_what_is_short_first(
    tmp_path: Path, tasks: str, one: list[subprocess.Popen[bytes]]
) -> None:
    script(LONG_AND_SHORT, tmp_path, tasks)
    one.append(worker(tmp_path, tasks))
    awaited(lambda: log(tmp_path).count("remove_guests") > 0, "the long one begins")
    assert log(tmp_path).index("tasks.post") < log(tmp_path).index("remove_guests")


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


def test_mail_that_no_server_takes_is_tried_again_after_a_pause(
    tmp_path: Path, tasks: str, one: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    Post.taken.clear()
    with socketserver.TCPServer(("127.0.0.1", 0), Post, bind_and_activate=False) as server:
        server.server_bind()  # and not listened at yet: connections are refused
        port = server.server_address[1]
        more = {"LEAGUER_EMAIL_URL": f"smtp://127.0.0.1:{port}"}
        one.append(worker(tmp_path, tasks, more))
        script(LONG_AND_SHORT, tmp_path, tasks)
        awaited(lambda: "scheduled for retry" in log(tmp_path), "it has failed twice, and waits")
        assert not Post.taken
        server.server_activate()
        Thread(target=server.serve_forever, daemon=True).start()
        awaited(lambda: bool(Post.taken), "it is sent")
        server.shutdown()
    assert len(Post.taken) == 1
    assert b"The second, and sent first" in Post.taken[0]


def test_a_pdf_that_is_being_set_is_cancelled_and_the_worker_goes_on(
    tmp_path: Path, tasks: str, one: list[subprocess.Popen[bytes]]
) -> None:
    one.append(worker(tmp_path, tasks))
    script(f"{ORDER}\norder('huge', 400_000)", tmp_path, tasks)
    awaited(lambda: bool(children(one[0].pid)), "the pages are being set")
    script("from armylists import work\nwork.stop(work.Work.PRINT, 'huge')", tmp_path, tasks)
    awaited(lambda: not children(one[0].pid), "its process has ended", 5)
    script(f"{ORDER}\norder('small', 1)", tmp_path, tasks)
    awaited(lambda: script(MADE, tmp_path, tasks).startswith("False True"), "the next one is set")
    assert script(MADE, tmp_path, tasks) == "False True Stage.STOPPED\n"
