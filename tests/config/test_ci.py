"""The gate: every lane runs whatever became of the one before it, and is told of at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from django.conf import settings

LANES = """
lint:
\t@exit 3
test:
\t@echo "RERUN tests/test_one.py::test_one"; kill -9 $$PPID
test-browser:
\t@echo "all well"
"""


def test_no_lane_ends_the_others_and_each_has_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(settings.BASE_DIR / ".ci" / "run", tmp_path / ".ci" / "run")
    (tmp_path / "Makefile").write_text(LANES, encoding="utf-8")
    ended = subprocess.run(
        [tmp_path / ".ci" / "run"], capture_output=True, text=True, timeout=60, check=False,
        env=os.environ | {"DATABASE_URL": "postgres://postgres@127.0.0.1:1/none"},
    )  # fmt: skip
    _, summary = ended.stdout.split("== summary")
    told = [" ".join(line.split()[:3]) for line in summary.splitlines()[1:]]
    assert told == [
        "lint exit 2", "test exit 137", "RERUN tests/test_one.py::test_one", "test-browser exit 0",
        "test-postgres left out:",
    ]  # fmt: skip
    assert ended.returncode == 1
