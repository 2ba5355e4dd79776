"""The secret key of an installation that was given none."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def kept_key(path: Path) -> str:
    """Return the key in the file; the first caller makes it, readable by its owner alone.

    Raises ImproperlyConfigured when the file cannot be made or is empty.
    """
    try:
        return _read(path) if path.exists() else _make(path)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot hold the secret key ({error.strerror}). Set LEAGUER_SECRET_KEY instead."
        ) from error


def _make(path: Path) -> str:
    """Write beside the file and links it into place, so that two processes agree on one whole key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(draft, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(get_random_secret_key())
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return _read(path)


def _read(path: Path) -> str:
    key = path.read_text().strip()
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Delete it, or set LEAGUER_SECRET_KEY.")
    return key
