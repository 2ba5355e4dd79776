"""Backups of the database this runs on, SQLite or PostgreSQL: written, and put back."""

import sqlite3
import stat
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from armylists.backups import POSTGRES, SQLITE, BackupError, backup, restore
from armylists.models import Guest

pytestmark = pytest.mark.django_db(transaction=True)


def quiet(done: int, of: int) -> None:
    assert 0 <= done <= of


def run(*words: str) -> int:
    try:
        call_command(*words)
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_what_was_there_comes_back_and_what_came_later_goes(tmp_path: Path, alice: User) -> None:
    file = tmp_path / "copy"
    assert run("backup", str(file)) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    User.objects.create_user("later")
    User.objects.filter(pk=alice.pk).update(email="changed@example.org")
    assert run("restore", str(file), "--replace") == 0
    assert [each.email for each in User.objects.all()] == ["alice@example.org"]
    # The next row gets a number of its own.
    assert User.objects.create_user("next").pk != alice.pk


def test_a_database_with_users_is_not_replaced_unless_told(
    tmp_path: Path, alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "copy"
    backup(file, quiet)
    User.objects.create_user("later")
    assert run("restore", str(file)) == 2
    assert "add --replace" in capsys.readouterr().err
    assert User.objects.count() == 2


def test_a_backup_replaces_no_file_and_leaves_no_part_behind(tmp_path: Path) -> None:
    file = tmp_path / "copy"
    file.write_text("mine")
    with pytest.raises(BackupError, match="already exists"):
        backup(file, quiet)
    with pytest.raises(BackupError, match="cannot be written"):
        backup(tmp_path / "nowhere" / "copy", quiet)
    assert file.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "content", [b"", b"anything", SQLITE, SQLITE + b"x" * 5_000, POSTGRES, POSTGRES + b"x" * 500]
)
def test_what_is_no_backup_changes_nothing(tmp_path: Path, alice: User, content: bytes) -> None:
    file = tmp_path / "copy"
    file.write_bytes(content)
    with pytest.raises(BackupError):
        restore(file, quiet, replace=True)
    assert User.objects.get() == alice
    with pytest.raises(BackupError, match="cannot be opened"):
        restore(tmp_path / "nowhere", quiet, replace=True)


def test_the_database_of_another_program_is_refused(tmp_path: Path, alice: User) -> None:
    file = tmp_path / "copy"
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    # PostgreSQL refuses every SQLite file, whosever it is.
    reason = "of another program" if connection.vendor == "sqlite" else "backup of SQLite"
    with pytest.raises(BackupError, match=reason):
        restore(file, quiet, replace=True)
    assert User.objects.get() == alice


def test_a_guest_is_still_a_guest_afterwards(tmp_path: Path, alice: User) -> None:
    Guest.objects.create(user=alice, used="2026-01-01")
    backup(tmp_path / "copy", quiet)
    Guest.objects.all().delete()
    assert restore(tmp_path / "copy", quiet, replace=True) == 1
    assert Guest.objects.get().user == alice
