"""The lines of posted lists: marks of forums, counts, prices, and the parts that a line consists of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rulesets.engine.lists.naming import words_of

_TAGS = re.compile(r"\[/?(?:b|i|u|list|\*|size|color|quote)[^\]]*\]|\*\*|__|~~|`|</?\w+>", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-–—*•·>+]+|\d{1,2}[.)](?=\s))\s*")
TITLE = re.compile(r"^(?:#+|=+)\s*(.*?)\s*=*$")
_CLOSED = re.compile(r"\s*={2,}\s*")
"""What closes a title before the end of its line: `== Right wing == (Prince Rupert)`."""
RULE = re.compile(r"^\W*$")
TOTAL = re.compile(r"^(?:sub|grand )?\s*totals?\b|^sum\b|^=|\btotal\b.*\d", re.IGNORECASE)
POINTS = re.compile(r"\b(\d{2,5}(?=\s*p)|\d{1,5}(?=\s*fsp))\s*(?:points?|pts?\b|p\b|fsp\b)", re.IGNORECASE)
POINTS_PART = re.compile(rf"\s*(?:[,;:|–—-]\s*)?{POINTS.pattern}", re.IGNORECASE)
HEAD = re.compile(r"^(name|player|points|book|system|notes|army|list)\s*[:=]\s*(.*)$", re.IGNORECASE)
_NUMBERS = {
    word: number
    for number, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight"], 1)
}
COUNTED = re.compile(
    r"^(?:(\d{1,3})|(one|two|three|four|five|six|seven|eight))\s*(?:[x×*]\s*|(?:units?|stands?)\s+of\s+|\s+)(?=\D)"
    r"|^[x×]\s*(\d{1,3})\s+",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"\s*(?:\(\s*[x×]\s*(\d{1,2})\s*\)|[x×*]\s*(\d{1,3})\b|\(\s*(\d)\s*[x×]?\s*\)|\s(\d{1,2})\s*[x×](?=\s|$))",
    re.IGNORECASE,
)
PRICE = re.compile(
    r"\s*[\[(]?\s*(?:[@=:–—-]\s*)?\d{1,4}\s*(?:points?|pts?|p|fsp)\b\.?(?:\s*(?:each|ea|apiece))?\s*[\])]?\s*"
    r"|\s*[@=]\s*\d{1,4}(?:\s*(?:each|ea|apiece))?(?:\s*=\s*\d{1,5})?|\s+[:–—-]\s*\d{1,4}\s*$|:\s*\d{1,4}\s*$"
    r"|\s*\[\s*\d{1,4}\s*\]|\s+\((?:\d{2,4})\)\s*$",
    re.IGNORECASE,
)
BASES = re.compile(r"^(\d{1,2})\s+(?:bases?|stands?)$", re.IGNORECASE)
_SIZE = re.compile(
    r"\s*[,;:(\[–—-]*\s*\b(\d{1,2})[ -]?(?:bases?|stands?)\b\s*(?:of\b)?\s*[)\]]?\s*|\s*\((\d{1,2})\)\s*$",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s*(?:[,;+&()\[\]]|\bwith\b|\bw/|\band\b)\s*", re.IGNORECASE)
QUOTED = re.compile(r'["“”«»]([^"“”«»]+)["“”«»]')
CHIEF = re.compile(r"\b(?:commander[- ]in[- ]chief|c[- ]?in[- ]?c|cinc)\b\.?", re.IGNORECASE)
LEADS = re.compile(r"\b(?:leader|commander|general|officer|sub[- ]?general)s?\b", re.IGNORECASE)
RANK = re.compile(
    r"^(?:(?:lieutenant|field|major|colonel)[ -])?(?:colonel|major|captain|marshal|general)\b", re.IGNORECASE
)
LED_BY = re.compile(r"^(?:force |skirmish )*(?:commander|leader)s?\s*[:=–—-]\s*", re.IGNORECASE)
OF_COMMAND = re.compile(r",?\s*\bleads\s+(.+)$", re.IGNORECASE)
COMMAND_WORDS = frozenset(
    [
        "wing",
        "flank",
        "centre",
        "center",
        "middle",
        "reserve",
        "command",
        "division",
        "brigade",
        "battle",
        "van",
        "vanguard",
        "avant",
        "rear",
        "rearguard",
        "line",
        "group",
        "outpost",
        "column",
        "advance",
    ]
)
SIDES = frozenset(["left", "right"])
"""Words that are the whole of a heading; in longer lines they may be anything."""
SECTION = re.compile(r"^(core|base|level|lvl|additional|extras?)\b\s*(\d{1,2})?\b", re.IGNORECASE)


def bare(line: str) -> str:
    """Return a line without bullets and marks of a forum."""
    text = _TAGS.sub("", line).strip()
    if title := TITLE.match(text):
        text = _CLOSED.sub(" ", title[1])
    return " ".join(_BULLET.sub("", text).split())


def chatters(text: str) -> bool:
    """Whether a line reads like a remark: a sentence, a link, words that begin small; no short name."""
    return len(text.split()) > 3 or text[-1:] in (".", "!", "?") or "://" in text or text[:1].islower()


def counted_line(text: str) -> tuple[int, str]:
    """Return how many of a unit a line is of, and the line without that."""
    if match := COUNTED.match(text):
        found = match[1] or match[3]
        number = int(found) if found else _NUMBERS[match[2].lower()]
        return max(1, number), text[match.end() :]
    if match := _LAST.search(text):
        return max(1, int(match[1] or match[2] or match[3] or match[4])), (
            text[: match.start()] + text[match.end() :]
        ).strip()
    return 1, text


def without_bases(text: str) -> tuple[str, int]:
    """Return a line without what it says of a unit's size, and that number of bases; 0 if it says none."""
    found = _SIZE.search(text)
    if not found:
        return text, 0
    before, after = text[: found.start()], text[found.end() :]
    return f"{before} {after}".strip(), int(found[1] or found[2])


@lru_cache(maxsize=2_000)  # asked of a line by each way to read it
def priceless(text: str) -> str:
    """Return a line without what it says of points."""
    return PRICE.sub(" ", text).strip(" -–—=")


def parted(text: str) -> tuple[str, list[str]]:
    """Return the name that a line begins with, and each part that follows it."""
    if raw := re.match(r"^\[[^\]]+\]", text):
        rest = [part for part in _PARTS.split(text[raw.end() :]) if part.strip()]
        return raw[0], [part.strip() for part in rest]
    first, *rest = [part.strip(" -–—:.") for part in _PARTS.split(text)] or [""]
    return first, [part for part in rest if part]


def pieces(text: str) -> Iterator[str]:
    """Yield the parts of a line between commas, but for those in brackets."""
    for piece in re.split(r"[,;](?![^(]*\))", text):
        if piece.strip():
            yield piece.strip()


def repeats(part: str, label: str) -> bool:
    """Whether a part only says once more what the label says."""
    return set(words_of(part)) <= set(words_of(label))


def unbracketed(name: str) -> str:
    """Return a name without what it says in brackets."""
    return re.sub(r"\s*\(.*\)", "", name)
