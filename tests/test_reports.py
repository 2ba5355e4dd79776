"""What the tests make of a failure that cannot be told: one failed test, and the others are run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BROKEN = """
import ast

def test_one(monkeypatch):
    def refuse(*args, **options):
        raise SystemError("AST constructor recursion depth mismatch")
    monkeypatch.setattr(ast, "parse", refuse)
    assert "what was wrong" == ""

def test_two():
    pass
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The broken tests in a pytest of their own."""
    (folder / "test_broken.py").write_text(BROKEN, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-c", "/dev/null", "--rootdir", str(folder), "--assert=plain"]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", "-p", "no:django", "-p", "no:xdist", *arguments, str(folder)],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_a_traceback_that_cannot_be_written_costs_one_test(tmp_path: Path) -> None:
    ended = run(tmp_path, "-p", "tests.kit.reports")
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED
    assert "1 failed, 1 passed" in ended.stdout
    assert "test_broken.py:8: in test_one" in ended.stdout
    assert "AST constructor recursion depth mismatch" in ended.stdout


def test_without_the_plugin_it_would_cost_them_all(tmp_path: Path) -> None:
    assert run(tmp_path).returncode == pytest.ExitCode.INTERNAL_ERROR
