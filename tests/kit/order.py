"""A pytest plugin: the files that take longest are begun first, so that no worker is left alone with one."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
SLOWEST = (
    "browser/test_every_page.py",
    "campaigns/test_killed_workers.py",
    "test_pages_on_paper.py",
    "campaigns/test_permissions.py",
    "browser/test_meeting.py",
    "browser/test_map_editor.py",
    "campaigns/engine/test_simulation.py",
    "config/test_settings.py",
    "browser/test_own_books.py",
    "browser/test_board_two.py",
    "browser/test_campaign.py",
    "browser/test_record.py",
    "test_old_database.py",
    "contract/test_lists.py",
    "battles/test_pages.py",
    "armylists/test_pdf.py",
    "battles/test_documents.py",
    "config/test_hostile_forms.py",
    "rulesets/snaphance/test_board_inspection.py",
    "rulesets/baroque/test_board_plays.py",
    "test_schema.py",
    "armylists/test_layouts.py",
    "campaigns/test_simulate.py",
    "campaigns/test_streams.py",
    "rulesets/snaphance/test_play.py",
    "armylists/test_queues.py",
)
"""The files by the time they take, the longest first; all others keep their order behind them."""

_PLACES = {TESTS / name: place for place, name in enumerate(SLOWEST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest files first."""
    if gone := [path for path in _PLACES if not path.exists()]:
        raise pytest.UsageError(f"tests/kit/order.py names files that are gone: {gone}")
    items.sort(key=lambda item: _PLACES.get(item.path, len(_PLACES)))
