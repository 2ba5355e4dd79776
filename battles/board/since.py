"""What has happened since a player's last choice, and what a choice was, told from the engine's log."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from battles.lines import LogLine, Register, log_line, without_repeats
from battles.models import NEVER, Battle
from rulesets.contract import registry
from rulesets.contract.presentation import Presentation
from rulesets.engine import battle as engine

SEEN = 6
"""So many lines stand open, those before them are folded."""
MOST = 60


@dataclass(frozen=True, slots=True)
class Since:
    """Lines in their order: the newest, and those folded before them; `more`: the log has others yet,
    `whole`: they are told from the beginning, for there was no choice yet.
    """

    earlier: tuple[LogLine, ...]
    lines: tuple[LogLine, ...]
    more: bool
    whole: bool


def last_choice(row: Battle, battle: engine.Battle, sides: Collection[int]) -> int | None:
    """The place among the choices of the last one made for one of `sides`; None if there is none.

    What was declined for a side that is never asked is no choice of its.
    """
    known = registry.get(row.system).board
    reactions = {} if known is None else known.reactions
    for place in range(len(battle.choices) - 1, -1, -1):
        made = battle.choices[place]
        unasked = row.reactions[made.side] == NEVER and made.choice == reactions.get(made.decision)
        if made.side in sides and not unasked:
            return place
    return None


def since(battle: engine.Battle, register: Register, showing: Presentation, last: int | None) -> Since | None:
    """What the choice at the place `last` brought and what followed, from the beginning if it is None; None
    if nothing happened.
    """
    start = 0 if last is None else battle.choices[last].at
    first = max(start, len(battle.entries) - MOST)
    lines = without_repeats(log_line(entry, register, showing) for entry in battle.entries[first:])
    if not lines:
        return None
    return Since(tuple(lines[:-SEEN]), tuple(lines[-SEEN:]), first > start, last is None)


def what_was_chosen(
    battle: engine.Battle, place: int, register: Register, showing: Presentation
) -> LogLine | None:
    """The first line that came of a choice; None if none did."""
    choices = battle.choices
    if place >= len(choices):
        return None
    end = choices[place + 1].at if place + 1 < len(choices) else len(battle.entries)
    entries = battle.entries[choices[place].at : end]
    return next(iter(without_repeats(log_line(entry, register, showing) for entry in entries)), None)
