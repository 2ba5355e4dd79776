"""A pytest plugin: what goes wrong while a failure is told costs the test that failed, not the whole run.

To show a traceback pytest reads the source again, which Python 3.11 cannot always do on a busy machine
(`SystemError: AST constructor recursion depth mismatch`).
"""

from __future__ import annotations

import traceback
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The report that pytest makes; if it cannot make one, a plain one of our own."""
    try:
        return (yield)
    except Exception as error:
        return pytest.TestReport(
            item.nodeid, item.location, dict.fromkeys(item.keywords, 1), "failed",
            f"{_told(call)}\n\nThe report itself failed: {error!r}", call.when, (),
            call.duration, call.start, call.stop,
        )  # fmt: skip


def _told(call: pytest.CallInfo[None]) -> str:
    """What was raised and where, told without reading any source."""
    if call.excinfo is None:
        return "Nothing was raised."
    frames = traceback.walk_tb(call.excinfo.tb)
    where = [f"{frame.f_code.co_filename}:{line}: in {frame.f_code.co_name}" for frame, line in frames]
    return "\n".join([*where, f"{call.excinfo.typename}: {call.excinfo.value}"])
