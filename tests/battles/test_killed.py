"""A server that is killed in the middle of a battle loses nothing that it has confirmed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONFIRMED = 12

BEGIN = """
import json
import django

django.setup()
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from battles import replay, services
from battles.models import Battle
from tests.kit.battles import sample, setup
from tests.kit.rows import again, first_choice
"""

SERVE = """
# The tables as they are now, without the way there, which takes longer.
settings.MIGRATION_MODULES = {each.label: None for each in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
alice = User.objects.create_user("alice")
lists = sample("royalist-patrol-300"), sample("parliament-patrol-300")
row = services.begin(alice, setup(*lists, terrain="open"), seed="5", tacticians=(1,))
browser = Client()
browser.force_login(alice)
while True:
    services.advance(row, None)
    side, choice = first_choice(row)
    sent = {"revision": row.revision, "key": json.dumps(choice)}
    answer = browser.post(f"{row.get_absolute_url()}choose/", sent)
    row = again(row)
    print(json.dumps([answer.status_code, row.version, row.hash]), flush=True)
"""

LOOK = """
row = Battle.objects.get()
with replay.played(row) as found:
    whole = found.stop is None and found.engine.hash == row.hash
kept = list(row.choices.values_list("number", flat=True))
short = replay.replayed(row, CONFIRMED_VERSION)
print(json.dumps([row.version, kept == list(range(1, row.version + 1)), whole, short.engine.hash]))
"""


def process(script: str, home: Path) -> subprocess.Popen[str]:
    """A process of the site with a database of its own."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{home / 'killed.sqlite3'}",
        "LEAGUER_ALLOWED_HOSTS": "testserver",
        "LEAGUER_VAR": str(home),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", BEGIN + script]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def test_what_was_answered_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    with process(SERVE, tmp_path) as server:
        try:
            assert server.stdout is not None
            answers = [json.loads(server.stdout.readline()) for _ in range(CONFIRMED)]
        finally:
            server.kill()
    assert {status for status, _, _ in answers} == {302}
    _, version, link = answers[-1]
    with process(LOOK.replace("CONFIRMED_VERSION", str(version)), tmp_path) as after:
        assert after.stdout is not None
        kept, gapless, whole, confirmed = json.loads(after.stdout.read())
    assert kept >= version >= CONFIRMED
    assert gapless
    assert whole
    assert confirmed == link
