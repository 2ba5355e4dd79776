"""What is said of work that takes long."""

from __future__ import annotations

NO_WORKERS = "There are no workers: set LEAGUER_TASKS, such as LEAGUER_TASKS=redis://127.0.0.1:6379/1."
NO_ANSWER = (
    "The workers of this site cannot be reached now, so nothing was started and nothing was saved. "
    "Please try again in a few minutes."
)
