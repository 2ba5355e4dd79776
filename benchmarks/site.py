"""A site of its own for benchmarks of pages: empty SQLite, served as in production, gone afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import django


@contextmanager
def fresh_site() -> Iterator[None]:
    """Django set up on a migrated database in a temporary folder."""
    with TemporaryDirectory() as folder:
        os.environ["LEAGUER_VAR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        # As on a running site, but without collecting static files first.
        os.environ["LEAGUER_DEBUG"] = "1"
        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.DEBUG = False
        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", verbosity=0)
        yield
