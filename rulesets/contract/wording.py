"""Sentences of the registry, of documents and of the odds, the same for every rule system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesets.engine.wording import counted, listed, percent

# -- systems and documents --------------------------------------------------------------------------


def no_such_system(slug: str, known: Iterable[str]) -> str:
    return f"there is no rule system “{slug}”: choose from {', '.join(known)}"


def part_named(slug: str, part: str, where: str) -> str:
    return f"the rule system “{slug}”: {part}={where!r}"


def unknown_system(slug: str) -> str:
    return f"{slug!r} is not a rule system known here"


def much_smaller(own: int, other: int, unit: str) -> str:
    return f"is much smaller: {own} against {other} {unit}"


def none_of_own(slug: str, kind: str) -> str:
    return f"{slug!r} has no {kind}s of one’s own"


def gone_after(losses: int) -> str:
    return f"It is gone after {losses} losses."


# -- odds at the board ------------------------------------------------------------------------------

REACTIONS = "reactions"


def odds_in_a_line(chances: Iterable[tuple[str, float | None]], before: Sequence[str] = ()) -> str:
    """Return words such as `Odds before reactions: win 45.3%, draw 20.1%, lose 34.6%.`; "" of nothing.

    `before`: what may change them.
    """
    said = ", ".join(f"{what} {percent(chance)}" for what, chance in chances if chance is not None)
    when = f" before {listed(before, 'and')}" if before else ""
    return f"Odds{when}: {said}." if said else ""


# -- faults of a query of the odds ------------------------------------------------------------------

NO_JSON = "the query is not JSON"
OPTIONS_WITH_PROFILE = "options go with an entry, not with a profile"
ENTRY_OR_PROFILE = "give either an entry of an army book or a profile"


def no_object(kind: str) -> str:
    return f'a query is an object such as {{"kind": "{kind}", ...}}'


def one_of(kinds: Sequence[str]) -> str:
    *others, last = kinds
    return f"must be {', '.join(others)} or {last}"


def not_an_option(option: str, entry: str) -> str:
    return f"{option!r} is not an option of {entry}"


def no_such_entry(entry: str | None) -> str:
    return f"no army book has an entry {entry!r}"


# -- the form of the odds ---------------------------------------------------------------------------

ODDS_OF = "The odds of"
THE_SHOT = "The shot"
OPTIONS = "Options"
WHAT_TO_FIND = "Name, weapon or book. Shortens the list below."
ANOTHER = "Another"
NO_SUPPORT = "none"


def own(fighter: str) -> str:
    return f"A {fighter.lower()} of your own…"


def support(number: str) -> str:
    return f"Support {number}"


def name_of(role: str, support_: str) -> str:
    """Return the name of a fighter of one's own, with its number among those who support."""
    return f"The {role}" + (f"’s support {support_}" if support_ else "")


# -- records of battles on a table ------------------------------------------------------------------

TURNS_PLAYED = "turns played"
FATE = "what became of it"
LEADER_FATES = (("", "unhurt"), ("lost", "lost"))
NOT_RECORDED_HERE = "is nothing that can be recorded of this battle"
NOT_IN_LIST = "is not in the list"
NOTHING_YET = "Nothing recorded yet"
NOT_JSON = "holds what JSON cannot"


def not_one_of(known: str) -> str:
    return f"must be one of {known}"


def from_nil_to(most: int) -> str:
    return f"must be from 0 to {most}"


def not_a_result(format_: str) -> str:
    return f"must be “{format_}”"


def recorded(winner: str | None, how: str) -> str:
    """Return `Victory for Red: half of the battalias of Blue are broken`."""
    return f"Victory for {winner}: {how}" if winner is not None else f"A draw: {how}"


def lost_of(side: str, lost: int, total: int) -> str:
    return f"{side}: {lost} of {total} lost"


def find(fighter: str) -> str:
    return f"Search for a {fighter.lower()}"


def found(number: int) -> str:
    """Return how many entries a search has found."""
    if not number:
        return "Nothing matches, so the list below has everything."
    return f"{counted(number, 'match', 'matches')} in the list below."
