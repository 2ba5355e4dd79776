"""Figures and lists as words: what every page, report and roster says the same way.

Many of these words stand in events, whose texts are part of the hash chains of battles and campaigns: what a
function here returns for an argument never changes.
"""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, one: str, many: str = "") -> str:
    """Return `0 steps`, `1 step`, `3 steps`; `many` where the plural is not `one` with an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def plural(number: int, one: str, many: str = "") -> str:
    """Return `no unit`, `1 unit`, `3 units`: as `counted`, in a sentence about what is not there too."""
    return counted(number, one, many) if number else f"no {one}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`; with another word than and before the last one."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def ordinal(number: int) -> str:
    """Return an ordinal number: `1st`, `2nd`, `11th`."""
    tail = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{tail}"


def minus(value: float) -> str:
    """Return a number with a true minus sign: `2`, `0.5`, `−1`."""
    return f"−{-value:g}" if value < 0 else f"{value:g}"


def signed(value: float) -> str:
    """Return a change with a true minus sign: `+2`, `−1`, `0`."""
    return f"+{value:g}" if value > 0 else minus(value)


def percent(share: float) -> str:
    """Return a probability as players read it: `12.2 %`, and never 0 or 100 for what may happen or fail."""
    if 0 < share < 0.0005:
        return "< 0.1 %"
    if 0.9995 <= share < 1:
        return "> 99.9 %"
    return f"{share * 100:.0f} %" if share in (0, 1) else f"{share * 100:.1f} %"


def rounded(value: float) -> str:
    """Return a mean with two digits: `0.25`, `1.4`."""
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"


def capfirst(words: str) -> str:
    """Return words with a capital letter at their beginning, the rest as it is."""
    return words[:1].upper() + words[1:]


def lowfirst(words: str) -> str:
    """Return words with a small letter at their beginning, the rest as it is."""
    return words[:1].lower() + words[1:]


def sentence(words: str) -> str:
    """Return words with a capital letter and one full stop."""
    return f"{capfirst(words).rstrip('.')}."


def titled(key: str) -> str:
    """Return a key as a heading: `chevaux_de_frise` as `Chevaux de frise`."""
    return key.replace("_", " ").capitalize()
