"""Commands of manage.py as tests run them."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command


def run(*args: str) -> tuple[int, str, str]:
    """A command's exit code, what it printed, and what it complained of."""
    out, err = StringIO(), StringIO()
    code = 0
    try:
        call_command(*args, stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, out.getvalue(), err.getvalue()
