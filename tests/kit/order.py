"""A pytest plugin: the files that take longest are begun first, so that no worker is left alone with one."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
SLOWEST = (
    "browser/test_every_page.py",
    "rulesets/snaphance/test_play.py",
    "test_schema.py",
    "rulesets/test_pages.py",
    "rulesets/snaphance/test_recall.py",
    "campaigns/test_permissions.py",
    "browser/test_meeting.py",
    "browser/test_map_editor.py",
    "armylists/test_bfs_pages.py",
    "rulesets/test_campaigning.py",
    "browser/test_own_books.py",
    "browser/test_board_two.py",
    "browser/test_campaign.py",
    "browser/test_record.py",
    "armylists/test_pdf.py",
    "test_readme.py",
)
"""The files by the time they take, the longest first; all others keep their order behind them."""

_PLACES = {TESTS / name: place for place, name in enumerate(SLOWEST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest files first."""
    if gone := [path for path in _PLACES if not path.exists()]:
        raise pytest.UsageError(f"tests/kit/order.py names files that are gone: {gone}")
    items.sort(key=lambda item: _PLACES.get(item.path, len(_PLACES)))
