"""Commands that need no apps begin without them, and a web process is warm before it takes requests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import User

from config import light, warm
from tests.armylists.own_books import kept_book

if TYPE_CHECKING:
    import pytest

PROBE = """
import json, sys
from importlib import import_module
from django.apps import apps
from config import light
for name, app in light.COMMANDS.items():
    import_module(f"{app}.management.commands.{name}")
slow = ("weasyprint", "rest_framework", "allauth", "shapely", "pypdf", "django.db.models")
print(json.dumps({"ready": apps.ready, "slow": [name for name in slow if name in sys.modules]}))
"""


def python(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that keeps its things in `folder`."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=120, check=True,
        env=os.environ | {"LEAGUER_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip


def test_light_commands_begin_without_apps_pages_and_database(tmp_path: Path) -> None:
    found = python("-c", PROBE, folder=tmp_path)
    assert json.loads(found.stdout) == {"ready": False, "slow": []}


def test_a_light_command_prints_and_reads_what_it_printed(tmp_path: Path) -> None:
    roster, sample = tmp_path / "roster.pdf", "samples/lists/swedish-royal-army.json"
    python("manage.py", "print_list", sample, "-o", str(roster), folder=tmp_path)
    checked = python("manage.py", "check_list", str(roster), folder=tmp_path)
    assert checked.stdout.endswith("legal, 600 of 600 points\n")
    assert not list(tmp_path.glob("*.sqlite3")), "no database was opened"


def test_a_light_command_finds_own_books_in_the_database(alice: User) -> None:
    book = kept_book(alice)
    found = light._own_book(book.key, "")
    assert found is not None
    assert (found.read().system, found.version) == ("baroque", "1")
    assert light._own_book("own.nobody", "") is None


def test_a_web_process_is_warm_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """This test does not ask for the database, so that it would fail if the site's start did."""
    printed: list[str] = []
    monkeypatch.setattr(warm, "roster_pdf", lambda army: printed.append(army.name))
    warm.warm()
    assert len(printed) == 1
    assert "armylists/roster_pdf.html" in warm._templates()
