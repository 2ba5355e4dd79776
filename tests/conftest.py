"""The people of every test: Alice owns, Bob is her opponent, Charlie is the stranger."""

import gc
import os
import sys
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django_tasks import default_task_backend
from hypothesis import settings

from armylists import booklet, pdf, taskredis
from battles import documents
from battles.recording import documents as scores
from campaigns import paper
from rulesets.engine import booksources
from tests.kit.clients import signed_in
from tests.kit.effort import EXAMPLES, tries
from tests.kit.loops import pytest_runtest_protocol
from tests.kit.order import pytest_collection_modifyitems
from tests.kit.reports import pytest_runtest_makereport
from tests.kit.secrets import Unprinted

__all__ = ["pytest_collection_modifyitems", "pytest_runtest_makereport", "pytest_runtest_protocol"]

# The tests are compiled with their asserts written out, which takes longer than many of them: once is enough.
sys.dont_write_bytecode = False

# What is imported and collected stays to the end: nobody has to look for dead cycles in it.
gc.disable()

# A developer's runs look for new examples; a gate judges a change by the same ones each time.
settings.register_profile("leaguer", deadline=None, max_examples=tries(EXAMPLES))
settings.register_profile("gate", settings.get_profile("leaguer"), derandomize=True)
settings.load_profile("gate" if os.environ.get("CI") else "leaguer")


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for dead cycles, and make these seldom."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


PASSWORD = "rosemary-and-rue"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file: all threads of a running site would share one connection to a database in memory.

    Nothing in it has to outlast the machine.
    """
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")


@pytest.fixture(autouse=True)
def _no_book_remembered() -> None:
    """Each test has its own database: nothing is known of the books of another one."""
    booksources.forget()


@pytest.fixture(autouse=True)
def _no_page_stored() -> None:
    """Tests play with systems and templates of their own."""
    caches["pages"].clear()


@pytest.fixture(autouse=True, scope="session")
def _tokens_that_spell_nothing() -> Iterator[None]:
    """No word that a test looks for, or that must not be there, is found by chance in a form's token."""
    with mock.patch("django.middleware.csrf.CSRF_ALLOWED_CHARS", "jqx"):
        yield


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be printed is given as it is: how words are set on paper is tested elsewhere."""
    for module in (pdf, booklet, documents, scores, paper):
        monkeypatch.setattr(module, "printout", Unprinted)


@pytest.fixture
def password() -> str:
    """The password of Alice, Bob and Charlie."""
    return PASSWORD


@pytest.fixture
def alice(db: None) -> User:
    """The owner."""
    return User.objects.create_user("alice", "alice@example.org", PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    """The opponent."""
    return User.objects.create_user("bob", "bob@example.org", PASSWORD)


@pytest.fixture
def charlie(db: None) -> User:
    """The stranger."""
    return User.objects.create_user("charlie", "charlie@example.org", PASSWORD)


@pytest.fixture
def workers(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Workers that do nothing: what they would do waits."""
    monkeypatch.setattr(taskredis, "check", lambda: None)
    monkeypatch.setattr(taskredis, "end", lambda number: None)
    settings.TASKS_REDIS = "redis://nowhere"
    nothing = "django_tasks.backends.dummy.DummyBackend"
    settings.TASKS = {"default": settings.TASKS["default"] | {"BACKEND": nothing}}
    default_task_backend.clear()
    yield default_task_backend
    default_task_backend.clear()


@pytest.fixture
def as_alice(alice: User) -> Client:
    """A browser that Alice is signed in with."""
    return signed_in(alice)


@pytest.fixture
def as_bob(bob: User) -> Client:
    """A browser that Bob is signed in with."""
    return signed_in(bob)


@pytest.fixture
def as_charlie(charlie: User) -> Client:
    """A browser that Charlie is signed in with."""
    return signed_in(charlie)
