#!/usr/bin/env python
"""The command line of Leaguer: `python manage.py help` lists what it can do."""

import os
import sys
from collections.abc import Callable


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415  # its absence is told
    except ImportError as error:
        raise SystemExit(
            "Django is not installed here. Run `make install`, then `.venv/bin/python manage.py ...`."
        ) from error
    from django.conf import settings  # noqa: PLC0415
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    try:
        _ = settings.VAR_DIR
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from None
    from config import light  # noqa: PLC0415

    run = light.run if sys.argv[1:2] and sys.argv[1] in light.COMMANDS else execute_from_command_line
    _until_nobody_reads(run)


def _until_nobody_reads(run: Callable[[list[str]], object]) -> None:
    """Run a command; where its reader stops early, as `| head` does, end with 1 and without a traceback."""
    try:
        try:
            run(sys.argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes standard output once more when it ends: what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
