"""What a web process does before it takes requests, so that nobody waits for what the first one costs."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template import engines
from django.urls import get_resolver

from armylists.pdf import roster_pdf
from rulesets.contract import registry
from rulesets.contract.documents import samples
from rulesets.site.coverage import coverage


def warm() -> None:
    """Import every page, read every rule system, compile the templates, and print a roster with its fonts."""
    _ = get_resolver().url_patterns
    from config import queries  # noqa: PLC0415 (this module is imported before there are settings)

    queries.known()
    for system in registry.systems():
        system.lists.books()
        coverage(system.slug)
    for path in _templates():
        engines["django"].get_template(path)
    roster_pdf(next(iter(samples().values())))


def _templates() -> list[str]:
    """Our own templates by their names."""
    folder: Path = settings.BASE_DIR / "templates"
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob("*.*"))]
