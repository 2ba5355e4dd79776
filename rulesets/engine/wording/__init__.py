"""Figures and lists as words: what every page, report and roster says the same way.

The modules beside it have the sentences of the engine itself.

Many of these words stand in events, whose texts are part of the hash chains of battles and campaigns: what a
function here returns for an argument never changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence


def with_article(noun: str) -> str:
    """Return `a unit`, `an option`."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def curly(text: str) -> str:
    """Return a text of the rules as it is shown, with ’ for the straight apostrophe. Names are shown as they
    are stored.
    """
    return text.replace("'", "’")


def years(words: str) -> str:
    """Return words with a dash between years, as in print: `1642–51`."""
    return re.sub(r"(?<=\b\d{4})-(?=\d{2}(?:\d{2})?\b)", "–", words)


def counted(number: int, one: str, many: str = "") -> str:
    """Return `0 steps`, `1 step`, `3 steps`; `many` where the plural is not `one` with an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def plural(number: int, one: str, many: str = "") -> str:
    """Return `no unit`, `1 unit`, `3 units`: as `counted`, in a sentence about what is not there too."""
    return counted(number, one, many) if number else f"no {one}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`; with another word than and before the last one."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def numbered(names: Mapping[str, str]) -> dict[str, str]:
    """Return names by id, each that several have with its number: `Wood 1`, `Wood 2`, `Marsh`."""
    several, found = Counter(names.values()), Counter[str]()
    answer = {}
    for id_, name in names.items():
        found[name] += 1
        answer[id_] = f"{name} {found[name]}" if several[name] > 1 else name
    return answer


def base_name(name: str, number: int) -> str:
    """Return what a unit is called whose name others bear too, by the number on its base: `Foot no. 3`."""
    return f"{name} no. {number}"


_UNEVEN = re.compile(r"(?<![\d.])(-?\d+\.\d{3,})(?![\d.])")


def tidy(words: str) -> str:
    """Return words with every number in them at two decimals or fewer: `13.3333 BU` as `13.33 BU`."""
    return _UNEVEN.sub(lambda found: plain(float(found[1])), words)


def plain(value: float) -> str:
    """Return a number with two decimals or fewer, and none that are 0: `2`, `0.8`, `13.33`."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


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
    """Return a probability as players read it: `12.2%`, and never 0 or 100 for what may happen or fail."""
    if 0 < share < 0.0005:
        return "< 0.1%"
    if 0.9995 <= share < 1:
        return "> 99.9%"
    return f"{share * 100:.0f}%" if share in (0, 1) else f"{share * 100:.1f}%"


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
