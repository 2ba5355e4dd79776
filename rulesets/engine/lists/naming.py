"""Names as people write them: short, in the plural, without brackets, in another order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")
_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_SPELLINGS = {"tartar": "tatar"}
"""Words that are written in two ways, in the singular, and how books write them."""
_ALIKE = 0.55
"""How much of a name a text must have to be offered for it: less finds names with only letters in common."""
_LONGEST = 60
_MOST_WORDS = 16
"""Words that no name has more of."""
_KINDS = (
    {"cavalry", "horse", "mounted"},
    {"foot", "infantry"},
    {"artillery", "cannon", "gun"},
    {"musketeer", "shot", "shooter"},
)
"""Words for one kind of troops: who writes one may mean a unit that is called by another."""
_SMALL = frozenset(("of", "the", "and", "a", "an", "in", "to", "army", "list"))


@lru_cache(maxsize=10_000)  # the names of a book are asked for at each line of a list
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case and one spelling, each without the s of its plural."""
    found = (word.lower() for word in _WORD.findall(text.replace("’", "'").replace("'", "")))
    singular = (word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found)
    return tuple(_SPELLINGS.get(word, word) for word in singular)


def named(text: str, things: Sequence[T], names: Callable[[T], Sequence[str]]) -> list[T]:
    """Return the things that a text can mean: those with just its words, else those whose names hold all of
    them, else those whose names hold a word that begins with each of them, else one that each shortens
    (`Lt`). More than one: it is not clear.

    `names(thing)`: what a thing is called, all in full.
    """
    wanted = words_of(text)
    if not 0 < len(wanted) <= _MOST_WORDS:
        return []
    known = [(thing, [words_of(name) for name in names(thing)]) for thing in things]
    for fits in (_same, _holds, _begins, _shortens):
        found = [thing for thing, every in known if any(fits(wanted, each) for each in every)]
        if found:
            return found
    return []


def _same(wanted: Sequence[str], name: Sequence[str]) -> bool:
    return sorted(wanted) == sorted(name)


def _holds(wanted: Sequence[str], name: Sequence[str]) -> bool:
    return set(wanted) <= set(name)


def _begins(wanted: Sequence[str], name: Sequence[str]) -> bool:
    return _each_has_one(wanted, name, lambda word, each: each.startswith(word))


def _shortens(wanted: Sequence[str], name: Sequence[str]) -> bool:
    return _each_has_one(wanted, name, _left_out)


def _left_out(word: str, whole: str) -> bool:
    """Whether a word is another one with letters left out."""
    if len(word) < 2 or word[0] != whole[0]:
        return False
    letters = iter(whole)
    return all(letter in letters for letter in word)


def _each_has_one(wanted: Sequence[str], name: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether each word has a word of the name for itself."""
    left = list(name)
    for word in wanted:
        found = next((each for each in left if fits(word, each)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def said_in(text: str, name: str) -> bool:
    """Whether a text says a name somewhere: each word of it, but for small ones."""
    wanted = [word for word in words_of(name) if word not in _SMALL]
    return bool(wanted) and set(wanted) <= set(words_of(text))


def nearest(
    text: str, things: Iterable[T], name: Callable[[T], str], kind: Callable[[T], str], most: int = 5
) -> list[T]:
    """Return the things whose names, or words for their kind, are most like a text, the likeliest first."""
    wanted = " ".join(words_of(text))[:_LONGEST]  # comparing takes the square of its length

    def likeness(thing: T) -> float:
        if initials(text, name(thing)):
            return 1.0
        called = words_of(name(thing))
        whole = SequenceMatcher(None, wanted, " ".join(called)).ratio()
        shared = len(set(called) & set(words_of(text))) / max(1, len(called))
        return max(whole, shared, _share_said(words_of(text), (*called, *words_of(kind(thing)))))

    found = sorted(((likeness(thing), thing) for thing in things), key=lambda each: -each[0])
    return [thing for much, thing in found[:most] if much >= _ALIKE]


def _share_said(words: Sequence[str], called: Sequence[str]) -> float:
    """Return what share of the words says something of a thing, in short (`med`) or by a word for its kind.

    The last counts twice: it says what the thing is, those before only which.
    """
    words = [word for word in words if word not in _SMALL and len(word) > 2 and not word.isdecimal()]

    def says(word: str) -> bool:
        kinds = set().union(*(kind for kind in _KINDS if any(each.startswith(word) for each in kind)))
        return any(each.startswith(word) or each in kinds for each in called)

    said = [says(word) for word in words]
    return sum([*said, *said[-1:]]) / (len(said) + 1)


def initials(text: str, name: str) -> bool:
    """Whether a text is the first letters of a name's words, of three or more (`HRH`)."""
    letters = re.sub(r"[^\w]", "", text).lower()
    return len(letters) > 2 and letters == "".join(word[0] for word in words_of(name))


def misspelt(text: str, names: Sequence[str]) -> bool:
    """Whether a text is the first of these names with a letter or two wrong, and none of the others."""
    wanted = " ".join(words_of(text))
    first, *others = (SequenceMatcher(None, wanted, " ".join(words_of(name))).ratio() for name in names)
    return first >= 0.8 and all(first - other >= 0.1 for other in others)
