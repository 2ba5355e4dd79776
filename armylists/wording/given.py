"""Army lists that somebody names, or gives in a file: what is wrong with them."""

from __future__ import annotations

from rulesets.engine.wording import sentence

CHOOSE_A_LIST = "choose one of your lists"
PASTE_LINK = "paste the link of a shared list: it ends in /l/ and some letters"
NO_SHARED_LIST = "there is no shared list at this link"
GIVE_ONE = "Give one list: choose one of yours, paste a link or a text, or choose a file."

_PREDICATES = (
    "is", "are", "has", "have", "does", "do", "names", "holds", "appears", "needs", "must", "cannot", "can",
    "would", "should",
)  # fmt: skip


def in_file(path: str, message: str) -> str:
    """Say in a sentence what is wrong with a file. A message that begins with a verb speaks of its place."""
    if path == "format":
        return NOT_OF_LEAGUER
    words = message.rstrip(".")
    if path and words.partition(" ")[0] in _PREDICATES:
        return f"In the file, {path} {words}."
    return f"In the file, at {path}: {words}." if path else sentence(words)


NOT_OF_LEAGUER = "This file is not of the kind that this field takes: choose one that Leaguer made."
