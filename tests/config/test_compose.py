"""compose.yaml and the Dockerfile name what there is: commands, variables, services, files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from django.conf import settings

ROOT: Path = settings.BASE_DIR
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
DEPLOY = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
FOUND: dict[str, Any] = yaml.safe_load(COMPOSE)
SERVICES: dict[str, Any] = FOUND["services"]
OURS = {name: each for name, each in SERVICES.items() if each["image"] == "leaguer"}
KEY = "only-for-this-check-Zk3vQ9xT7mB2nC5wL8pR4sD6fG1hJ0yU"
GIVEN = {"LEAGUER_HOST": "leaguer.example.org", "LEAGUER_SECRET_KEY": KEY, "POSTGRES_PASSWORD": "p"}
"""What the file `.env` of docs/deploy.md gives."""

SHOW = """
import json, sys
from importlib import import_module
import django
django.setup()
from django.conf import settings as s
from django.core.management import call_command, get_commands, load_command_class

application, *commands = sys.argv[1:]
s.WARM = False  # what a web process has ready is tested in test_start.py
assert import_module(application).application
for each in commands:
    load_command_class(get_commands()[each], each)
call_command("check", deploy=True, fail_level="WARNING")
print(json.dumps({
    "database": [s.DATABASES["default"][key] for key in ("ENGINE", "HOST", "PASSWORD")],
    "tasks": s.TASKS["default"]["BACKEND"], "queue": s.RQ_QUEUES["default"]["URL"],
    "queues": list(s.RQ_QUEUES),
    "cache": s.CACHES["default"]["LOCATION"], "hosts": s.ALLOWED_HOSTS, "origins": s.CSRF_TRUSTED_ORIGINS,
}))
"""
"""Starts a site as the services do: application and commands are there, and it is ready for the public."""


def filled(text: str) -> str:
    """A value with what `.env` gives, as compose fills it in."""
    return re.sub(
        r"\$\{(\w+)(:\?|:-)\}",
        lambda found: GIVEN[found[1]] if found[2] == ":?" else GIVEN.get(found[1], ""),
        text,
    )


def variables(service: str, tmp_path: Path) -> dict[str, str]:
    """The environment of one of our services, here."""
    # DJANGO_: what the browser tests set for their own process.
    others = ("LEAGUER_", "PYTEST_", "DJANGO_")
    own = {name: each for name, each in os.environ.items() if not name.startswith(others)}
    image = dict(re.findall(r"(LEAGUER_\w+)=(\S+)", DOCKERFILE))
    given = {name: filled(value) for name, value in SERVICES[service]["environment"].items()}
    return own | image | given | {"LEAGUER_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}


def test_there_are_web_workers_and_what_they_need() -> None:
    assert set(SERVICES) == {"migrate", "web", "worker", "postgres", "redis"}
    assert set(OURS) == {"migrate", "web", "worker"}
    assert SERVICES["worker"]["deploy"]["replicas"] == 2


def test_what_a_service_depends_on_is_there_and_says_when_it_is_ready() -> None:
    for name, service in SERVICES.items():
        for needed, how in service.get("depends_on", {}).items():
            assert needed in SERVICES, name
            if how["condition"] == "service_healthy":
                assert SERVICES[needed]["healthcheck"]["test"], needed
            else:
                assert (how["condition"], SERVICES[needed]["restart"]) == (
                    "service_completed_successfully", "no"
                )  # fmt: skip


def test_the_volumes_are_declared_and_used() -> None:
    used = {each.partition(":")[0] for service in SERVICES.values() for each in service.get("volumes", ())}
    assert used == set(FOUND["volumes"])
    (at,) = {each.partition(":")[2] for each in SERVICES["web"]["volumes"]}
    assert f"LEAGUER_VAR={at}" in DOCKERFILE


def application() -> str:
    """What the image serves."""
    (command,) = re.findall(r"^CMD (.*)$", DOCKERFILE, re.MULTILINE)
    program, found, *rest = json.loads(command)
    assert [program, *rest] == ["gunicorn", "--config", "config/gunicorn.py"]
    return str(found)


def test_the_variables_are_those_of_the_site() -> None:
    documented = set(re.findall(r"`([A-Z_]+)`", DEPLOY))
    for service in OURS.values():
        assert set(service["environment"]) <= documented
        assert service["environment"] == OURS["web"]["environment"]


def test_the_site_starts_under_these_variables_ready_for_the_public(tmp_path: Path) -> None:
    commands, queues = [], []
    for name in sorted(set(OURS) - {"web"}):
        program, script, command, *given = OURS[name]["command"]
        queues += given
        assert (program, script) == ("python", "manage.py")
        commands.append(command)
    # One process for all services, since all have the same variables.
    ended = subprocess.run(
        [sys.executable, "-c", SHOW, application(), *commands],
        cwd=ROOT, env=variables("web", tmp_path), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    shown = json.loads(ended.stdout.splitlines()[-1])
    assert shown == {
        "database": ["django.db.backends.postgresql", "postgres", "p"],
        "tasks": "django_tasks_rq.RQBackend",
        "queue": "redis://redis:6379/0", "queues": queues, "cache": "redis://redis:6379/0",
        "hosts": ["leaguer.example.org", "127.0.0.1"], "origins": ["https://leaguer.example.org"],
    }  # fmt: skip
    assert {shown["database"][1], urlsplit(shown["queue"]).hostname} <= set(SERVICES)


def test_the_image_serves_as_the_docs_do() -> None:
    assert "command" not in SERVICES["web"]
    documented = re.findall(r"^\.venv/bin/(gunicorn .*)$", DEPLOY, re.MULTILINE)
    assert documented == [f"gunicorn {application()} --config config/gunicorn.py"]
    (port,) = {each.rpartition(":")[2] for each in SERVICES["web"]["ports"]}
    assert f"LEAGUER_BIND=0.0.0.0:{port}" in DOCKERFILE
    assert f":{port}/healthz" in SERVICES["web"]["healthcheck"]["test"][-1]


def test_what_must_be_given_is_what_the_docs_say() -> None:
    assert set(re.findall(r"\$\{(\w+):\?\}", COMPOSE)) == set(GIVEN)
    blocks = re.findall(r"```ini\n(.*?)```", DEPLOY, re.DOTALL)
    assert set(GIVEN) <= {line.partition("=")[0] for block in blocks for line in block.splitlines()}


def test_the_image_is_made_of_what_is_there() -> None:
    for source in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE):
        assert (ROOT / source).exists()
    (packages,) = re.findall(r"PDF_PACKAGES=\((.*)\)", (ROOT / "bin/setup").read_text())
    assert set(packages.split()) <= set(DOCKERFILE.split())
    assert "--require-hashes -r requirements/app.txt" in DOCKERFILE
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".venv", "var", "node_modules"} <= set(left_out)
    assert not {"config", "requirements", "samples", "static", "templates", "manage.py"} & set(left_out)
