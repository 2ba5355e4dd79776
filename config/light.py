"""Commands that need neither pages nor, as a rule, the database: they begin without Django's apps.

Setting up every app and checking every page takes seconds; checking a list takes none. What a list on an own
book or a PDF still needs of the apps is set up when it is asked for, and then no more than these few.
"""

from __future__ import annotations

import gc

import django
from django.apps import apps
from django.conf import settings
from django.core.management import load_command_class

from armylists.attachments import PDF_SIGNATURE, attached_list
from rulesets.engine import booksources
from rulesets.engine.booksources import Kept
from rulesets.site.files import register_reader

COMMANDS = {
    "check_book": "rulesets.site",
    "check_list": "rulesets.site",
    "odds": "rulesets.site",
    "rules_coverage": "rulesets.site",
    "print_list": "armylists",
    "fight": "battles",
    "meet": "battles",
    "replay": "battles",
    "score": "battles",
    "tournament_pair": "tournaments",
    "tournament_check": "tournaments",
    "tournament_standings": "tournaments",
    "tournament_generate": "tournaments",
    "tournament_print": "tournaments",
}
"""The light commands, and the app that each is of."""

APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.staticfiles",
    "rulesets.site",
    "armylists",
    "battles",
    "tournaments",
]

_SELDOM = 100_000
"""New objects between two searches for dead cycles: what is imported lives to the end, which is near."""


def run(argv: list[str]) -> None:
    """Run the light command that `argv[1]` names, as manage.py would."""
    name = argv[1]
    gc.set_threshold(_SELDOM)
    settings.INSTALLED_APPS = APPS
    register_reader(PDF_SIGNATURE, attached_list)
    booksources.register(_own_book)
    load_command_class(COMMANDS[name], name).run_from_argv(argv)


def _own_book(key: str, version: str) -> Kept | None:
    """Return what the database stores, which is opened for the first list that is built on an own book."""
    if not apps.ready:
        django.setup()
    from armylists.booksource import source  # noqa: PLC0415 (its models need the apps)

    return source(key, version)
