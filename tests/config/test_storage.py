"""A disk or database that is full or read-only: reading goes on, and every refusal says what is wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from armylists import guests
from armylists.models import ArmyList
from armylists.sample import load
from config.storage import cannot_write
from tests.kit.clients import signed_in

ROOT = Path(__file__).resolve().parents[2]
WORDS = "The disk of this site is full or read-only."

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def army() -> ArmyList:
    """A list of Alice's, of the sample data."""
    _, lists = load()
    return next(iter(lists.values()))


def browser(user: User) -> Client:
    client = signed_in(user)
    client.raise_request_exception = False
    return client


@pytest.fixture
def read_only(army: ArmyList) -> Iterator[None]:
    """A database that takes no more."""
    on, off = (
        ("PRAGMA query_only=1", "PRAGMA query_only=0")
        if connection.vendor == "sqlite"
        else ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
    )
    with connection.cursor() as cursor:
        cursor.execute(on)
    yield
    with connection.cursor() as cursor:
        cursor.execute(off)


def test_reading_goes_on_and_writing_says_what_is_wrong(
    army: ArmyList, request: pytest.FixtureRequest
) -> None:
    client = browser(army.owner)
    address = army.get_absolute_url()
    client.cookies["time-zone"] = "Europe/London"
    request.getfixturevalue("read_only")
    for page in (address, f"{address}edit/", "/", "/rules/baroque/", "/lists/", "/api/v1/lists/"):
        assert client.get(page).status_code == 200, page
    answer = client.post(f"{address}archive/")
    assert answer.status_code == 503
    assert WORDS in answer.content.decode()
    over_rest = client.delete(f"/api/v1/lists/{army.public_id}/")
    assert (over_rest.status_code, WORDS in over_rest.json()["detail"]) == (503, True)
    signing_in = Client(raise_request_exception=False)
    answer = signing_in.post("/accounts/login/", {"login": "alice", "password": "leaguer-sample"})
    assert answer.status_code == 503


def test_a_guest_reads_on(army: ArmyList, request: pytest.FixtureRequest) -> None:
    guest = guests.make()
    mark = guest.guest
    mark.used -= timedelta(days=1)
    mark.save()
    client = browser(guest)
    request.getfixturevalue("read_only")
    assert client.get("/lists/").status_code == 200


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EROFS, "Read-only file system"), True),
        (OSError(errno.ENOENT, "No such file"), False),
        (ValueError("full"), False),
        (None, False),
    ],
)
def test_what_a_full_disk_is(error: Exception | None, full: bool) -> None:
    assert cannot_write(error) is full


@pytest.mark.parametrize("program", [["manage.py", "check"], ["-c", "import config.wsgi"]])
def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path, program: list[str]) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "var"
    run = subprocess.run(
        [sys.executable, *program], env=os.environ | {"LEAGUER_VAR": str(folder)}, cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    assert run.stderr == (
        f"{folder} cannot be written to (Not a directory). "
        "Set LEAGUER_VAR to a folder that can be written to.\n"
    )
