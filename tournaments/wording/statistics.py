"""What the statistics of tournaments are called."""

from __future__ import annotations

FIRST = "Who deploys first"
AWARDS = {
    "first": "First place",
    "second": "Second place",
    "third": "Third place",
    "best_of_book": "Best with {of}",
    "best_of_nation": "Best of {of}",
    "soft": "Most points for {of}",
    "wooden_spoon": "Wooden spoon",
}


def honour(what: str, of: str) -> str:
    return AWARDS[what].format(of=of)


def against(book: str, other: str) -> str:
    return f"{book} against {other}"
