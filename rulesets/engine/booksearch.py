"""The search in a book, on the server, for the builder and the form of the odds.

In the builder `static/js/builder.js` finds the same as one types.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.engine.roster import UnitCard


@dataclass(frozen=True, slots=True)
class Search:
    """What the book is searched for: words, a kind of troops, a price that is not to be exceeded (0: any)."""

    words: str = ""
    kind: str = ""
    most: int = 0

    def finds(self, card: UnitCard, *, nearly: bool = False, more: str = "") -> bool:
        """Whether the search finds an entry of the book; `nearly`: letters of a word may be left out, `more`:
        what is looked at as well.
        """
        text = f"{searched(card)} {more.lower()}".rstrip()
        return (
            all(word in text or (nearly and _near(word, text)) for word in self.words.lower().split())
            and self.kind in ("", card.kind)
            and (not self.most or card.points <= self.most)
        )

    def __bool__(self) -> bool:
        return bool(self.words.strip() or self.kind or self.most)


EVERYTHING = Search()
"""The search that finds every entry."""


def _near(word: str, text: str) -> bool:
    """Whether a word is the beginning of one of a text with up to two letters left out, as `muskt` is."""
    return len(word) > 2 and any(
        each[0] == word[0] and _within(word, each[: len(word) + 2]) for each in text.split()
    )


def _within(word: str, whole: str) -> bool:
    letters = iter(whole)
    return all(letter in letters for letter in word)


def searched(card: UnitCard) -> str:
    """Return what a search in the book looks at: the name, the kind of troops, weapons and special rules."""
    return " ".join([card.label, card.kind, *(each.name for each in (*card.weapons, *card.traits))]).lower()
