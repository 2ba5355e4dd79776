"""What the settings are when nobody says anything, and under the variables of docs/deploy.md."""

import gzip
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from config.env import database, stored_key

ROOT = settings.BASE_DIR

SHOW = """
import json
import django
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("check", deploy=DEPLOY, fail_level="WARNING")
names = ("journal_mode", "synchronous", "foreign_keys") if connection.vendor == "sqlite" else ()
pragmas = {name: connection.cursor().execute(f"PRAGMA {name}").fetchone()[0] for name in names}
from allauth.account import app_settings as a
from django.conf import settings as s
print(json.dumps({
    "debug": s.DEBUG, "hosts": s.ALLOWED_HOSTS, "engine": s.DATABASES["default"]["ENGINE"],
    "zone": s.TIME_ZONE, "email": s.EMAIL_BACKEND, "static": s.STORAGES["staticfiles"]["BACKEND"],
    "throttles": len(s.REST_FRAMEWORK["DEFAULT_THROTTLE_CLASSES"]), "key": len(s.SECRET_KEY),
    "verification": s.ACCOUNT_EMAIL_VERIFICATION, "secure": s.SESSION_COOKIE_SECURE,
    "pragmas": pragmas, "guesses": a.RATE_LIMITS["login_failed"], "sign-ins": a.RATE_LIMITS["login"],
}))
"""


def manage(var: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs manage.py as a site would, with no variable of this test run."""
    return python(var, "manage.py", *arguments, **variables)


def python(var: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs Python as a site would, with no variable of this test run."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LEAGUER_", "DATABASE_URL", "PYTEST_", "DJANGO_"))
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=kept | {"LEAGUER_VAR": str(var)} | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def shown(var: Path, *, deploy: bool = False, **variables: str) -> dict[str, object]:
    """What a site is like whose checks find nothing, those of a public site too if it is to `deploy`."""
    run = python(
        var, "-c", SHOW.replace("DEPLOY", str(deploy)), DJANGO_SETTINGS_MODULE="config.settings", **variables
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def documented_variables() -> dict[str, str]:
    """The variables of the public site in docs/deploy.md."""
    block = re.search(r"```ini\n(.*?)```", (ROOT / "docs/deploy.md").read_text(), re.DOTALL)
    assert block
    return dict(line.split("=", 1) for line in block[1].splitlines())


def test_the_defaults_are_safe(tmp_path: Path) -> None:
    assert shown(tmp_path) == {
        "debug": False,
        "hosts": ["localhost", "127.0.0.1", "[::1]"],
        "engine": "django.db.backends.sqlite3",
        "zone": "UTC",
        "email": "django.core.mail.backends.console.EmailBackend",
        "static": "config.static.Storage",
        "throttles": 4,
        "key": 50,
        "verification": "none",
        "secure": False,
        "pragmas": {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1},
        "guesses": "10/m/ip,5/300s/key",
        "sign-ins": "30/m/ip",
    }


def test_the_documented_variables_make_a_public_site_that_the_deployment_check_finds_clean(
    tmp_path: Path,
) -> None:
    variables = documented_variables() | {"LEAGUER_VAR": str(tmp_path)}
    assert variables["LEAGUER_HTTPS"] == "1"
    public = shown(tmp_path, deploy=True, **variables)
    assert public["hosts"] == ["leaguer.example.org"]
    assert public["engine"] == "django.db.backends.postgresql"
    assert public["email"] == "django.core.mail.backends.smtp.EmailBackend"
    assert public["verification"] == "optional"
    assert public["secure"] is True


def test_every_variable_that_is_read_is_documented() -> None:
    sources = [*ROOT.glob("config/*.py"), ROOT / "bin/run"]
    read = {name for source in sources for name in re.findall(r"\bLEAGUER_[A-Z_]+\b", source.read_text())}
    assert len(read) > 12
    documented = set(re.findall(r"\bLEAGUER_[A-Z_]+\b", (ROOT / "docs/deploy.md").read_text()))
    assert read - documented == set()


def test_a_wrong_variable_stops_the_start_and_is_named(tmp_path: Path) -> None:
    run = manage(tmp_path, "check", LEAGUER_DEBUG="perhaps")
    assert run.returncode != 0
    assert "LEAGUER_DEBUG='perhaps': write 1 or 0." in run.stderr


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = stored_key(path)
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stored_key(path) == key
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_an_empty_secret_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("\n")
    with pytest.raises(ImproperlyConfigured, match="is empty"):
        stored_key(tmp_path / "secret_key")


def test_a_secret_key_that_cannot_be_kept_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ImproperlyConfigured, match="Set LEAGUER_SECRET_KEY instead"):
        stored_key(tmp_path / "file" / "secret_key")


def test_nobody_waits_for_a_lock_of_sqlite_amid_a_transaction(tmp_path: Path) -> None:
    assert database("", tmp_path)["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_postgres_is_taken_from_its_address(tmp_path: Path) -> None:
    chosen = database("postgres://u:p@db.example.org:5433/leaguer", tmp_path)
    assert (chosen["HOST"], chosen["PORT"], chosen["NAME"]) == ("db.example.org", 5433, "leaguer")
    assert "init_command" not in chosen.get("OPTIONS", {})


def test_an_unknown_database_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL: write postgres://"):
        database("carrier-pigeon://here", tmp_path)


def test_production_serves_compressed_static_files_with_lasting_names(tmp_path: Path) -> None:
    target = tmp_path / "static"
    for _ in ("at the first start", "and at the next"):
        run = manage(tmp_path, "collectstatic", "--noinput", "-v0", LEAGUER_STATIC_ROOT=str(target))
        assert run.returncode == 0, run.stderr
    names = json.loads((target / "staticfiles.json").read_text())["paths"]
    assert names["css/leaguer.css"] != "css/leaguer.css"
    assert gzip.decompress((target / f"{names['css/leaguer.css']}.gz").read_bytes()).startswith(b"/*")
    font = Path(names["fonts/EBGaramond-Regular.woff2"]).name
    assert font in (target / names["css/fonts.css"]).read_text()
    modules = {target / name for file, name in names.items() if re.match(r"js/.+/", file)}
    imported = {
        (module.parent / name).resolve()
        for module in modules
        for name in re.findall(r'from "([^"]+)"', module.read_text())
    }
    assert len(imported) > 30
    assert imported <= modules


@pytest.mark.django_db
def test_no_model_lacks_a_migration(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("makemigrations", "--check", "--dry-run")
    assert "No changes detected" in capsys.readouterr().out
