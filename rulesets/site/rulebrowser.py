"""The rules of a system as a reader goes through them: what stands where, and what Leaguer does with it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst
from rulesets.site.books import Example, examples
from rulesets.site.coverage import coverage
from rulesets.site.rulebook import Completion, Rule, chapters, completions, rules

Status: TypeAlias = Literal["automated", "by hand", "open"]
STATUSES: tuple[Status, ...] = ("automated", "by hand", "open")
PHASES = (
    "list", "setup", "terrain", "turn", "command", "movement", "shooting", "charge", "melee", "morale",
    "victory", "special", "reference",
)  # fmt: skip
"""The phases that rules belong to, in the order of play: before it, in a turn, after it, beside it."""
Part: TypeAlias = tuple[str, bool]
"""A stretch of text, and whether it is what was looked for."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule and what has become of it. `note`: why it is left to the players, or what is missing.

    `reading`: how Leaguer reads what the print leaves unclear. `tests`: how many tests name it.
    """

    system: str
    rule: Rule
    status: Status
    note: str
    reading: str
    tests: int

    @property
    def searched(self) -> str:
        """The text in which words are looked for, in lower case."""
        return " ".join((self.rule.id, self.rule.title, self.rule.text, self.reading)).lower()


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule with its neighbours: the rules that it needs, those that need it, its worked examples, what
    fills its gaps.
    """

    line: RuleLine

    needs: tuple[Rule, ...]
    needed_by: tuple[Rule, ...]
    examples: tuple[Example, ...]
    before: Rule | None
    after: Rule | None
    completions: tuple[Completion, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, or what is left of it after a search."""

    id: str
    name: str
    lines: tuple[RuleLine, ...]


covered = cache(coverage)
"""What the code of a system does with its rules, read once."""


@cache
def lines(system: str) -> Mapping[str, RuleLine]:
    """Return every rule of a system by its id; raises LeaguerError for an unknown system."""
    found = covered(system)
    return {
        key: RuleLine(
            system=system,
            rule=rule,
            status="by hand" if key in found.departures else "open" if key in found.open else "automated",
            note=found.departures.get(key) or found.open.get(key, ""),
            reading=found.readings.get(key, ""),
            tests=len(found.tested.get(key, ())),
        )
        for key, rule in found.rules.items()
    }


def phases(system: str) -> tuple[str, ...]:
    """Return the phases of play that rules belong to, in the order of play; others after them."""
    found = dict.fromkeys(rule.phase for rule in rules(system).values())
    return tuple(sorted(found, key=lambda phase: PHASES.index(phase) if phase in PHASES else len(PHASES)))


def phase_words(phase: str) -> str:
    """Return what a phase is called."""
    return "Set-up" if phase == "setup" else capfirst(phase)


def browse(system: str, words: str = "", phase: str = "", status: str = "") -> list[Chapter]:
    """Return the chapters with the rules that hold every word of `words` and match the rest."""
    wanted = words.lower().split()
    known, names = lines(system), registry.get(system).library.chapters
    found = []
    for key, members in chapters(system).items():
        fitting = tuple(
            line
            for line in (known[rule.id] for rule in members)
            if phase in ("", line.rule.phase)
            and status in ("", line.status)
            and all(word in line.searched for word in wanted)
        )
        if fitting:
            found.append(Chapter(key, names.get(key, key), fitting))
    return found


def section(system: str, prefix: str) -> Chapter | None:
    """Return the rules whose ids begin with `prefix` and a point, a chapter or section; None for no such."""
    within = tuple(line for key, line in lines(system).items() if key.startswith(f"{prefix}."))
    if not within:
        return None
    chapter = prefix.partition(".")[0]
    name = registry.get(system).library.chapters.get(chapter, chapter)
    return Chapter(prefix, name, within)


def rule_page(system: str, rule_id: str) -> RulePage:
    """Return a rule with all that belongs to it; raises LeaguerError for an unknown system or rule."""
    known = rules(system)
    if rule_id not in known:
        raise LeaguerError(f"there is no rule {rule_id}", path="rule", code="rule")
    line = lines(system)[rule_id]
    place = list(known)
    index = place.index(rule_id)
    return RulePage(
        line=line,
        needs=tuple(known[each] for each in line.rule.needs),
        needed_by=tuple(known[each] for each in _needed_by(system)[rule_id]),
        examples=tuple(each for each in examples(system) if rule_id in each.rules),
        before=known[place[index - 1]] if index else None,
        after=known[place[index + 1]] if index + 1 < len(place) else None,
        completions=tuple(each for each in completions(system).values() if rule_id in each.rules),
    )


@cache
def _needed_by(system: str) -> Mapping[str, tuple[str, ...]]:
    found: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for rule in rules(system).values():
        for needed in dict.fromkeys(rule.needs):
            found[needed] = (*found[needed], rule.id)
    return found


# ---------------------------------------------------------------------------- what a search shows

_AROUND = 110
"""Characters of a rule's text that are shown on each side of the first word found."""


def highlighted(text: str, words: str) -> list[Part]:
    """Return `text` in parts, those that hold a word of `words` marked."""
    wanted = [re.escape(word) for word in words.split()]
    if not wanted:
        return [(text, False)]
    pattern = re.compile(f"({'|'.join(sorted(wanted, key=len, reverse=True))})", re.IGNORECASE)
    return [(part, index % 2 == 1) for index, part in enumerate(pattern.split(text)) if part]


def excerpt(text: str, words: str) -> str:
    """Return the part of `text` around the first of the words; its beginning if none of them is in it."""
    places = [place for word in words.lower().split() if (place := text.lower().find(word)) >= 0]
    start = max(0, min(places, default=0) - _AROUND)
    end = min(len(text), min(places, default=0) + 2 * _AROUND)
    if start:
        start = text.find(" ", start) + 1
    if end < len(text):
        end = text.rfind(" ", start, end)
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


def counts(found: Sequence[Chapter]) -> Iterator[tuple[Status, int]]:
    """Yield each status with the number of rules found that have it."""
    for status in STATUSES:
        yield status, sum(line.status == status for chapter in found for line in chapter.lines)
