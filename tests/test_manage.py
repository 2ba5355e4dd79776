"""The command line, where it is not about one command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import manage

CLUB_DAY = Path(__file__).parents[1] / "samples" / "tournaments" / "club-day.json"


def test_a_command_whose_reader_stops_early_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "argv", ["manage.py", "tournament_standings", str(CLUB_DAY)])
        with pytest.raises(SystemExit) as ended:
            manage.main()
        out.flush()
    assert ended.value.code == 1
