"""What is done for lists and their owners by whatever runs the site's tasks."""

from __future__ import annotations

from django_tasks import task

from armylists import guests


@task()
def remove_guests() -> int:
    """Delete the guests who have not been back, and return how many."""
    return guests.expire()
