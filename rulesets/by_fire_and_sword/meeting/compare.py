"""Two forces compared: who is weaker, and what players should know of small forces (BFS-30.3, BFS-30.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.by_fire_and_sword.armies.prices import small_force
from rulesets.by_fire_and_sword.meeting.events import Compared, Noted
from rulesets.by_fire_and_sword.meeting.scenario import Strength
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.engine.battle import Battle
from rulesets.engine.records import record

if TYPE_CHECKING:
    from rulesets.by_fire_and_sword.armies.force import Force

INFO, WARNING, STRONG = "info", "warning", "strong warning"


@record
class Note:
    """Something that players should know: how grave, the sentence, the rule, whose force it is about."""

    weight: str
    text: str
    rule: str
    side: int


@dataclass(frozen=True, slots=True)
class SmallForcePack:
    """BFS-30.5.3: what an organizer has settled for Small Skirmish Forces.

    `opponent_max_fsp` None: no limit. `require_small_capable_list`: each player brings a list that may meet
    one.
    """

    allow_small: bool = True
    opponent_max_fsp: int | None = 7
    require_small_capable_list: bool = True


def compare(battle: Battle) -> None:
    """BFS-30.3.A, BFS-30.3.B: the FSP of both forces, the weaker side and the advantage."""
    state: MeetingState = battle.state
    weaker, advantage = weaker_of(state.forces)
    battle.apply(Compared("BFS-30.3.B", weaker, advantage, (state.forces[0].fsp, state.forces[1].fsp)))
    for note in notes(state.forces, state.options):
        battle.apply(Noted(note.rule, note.weight, note.text, note.side))


def weaker_of(forces: Sequence[Strength]) -> tuple[int | None, int]:
    """BFS-30.3.B: the side with fewer FSP (None if they are equal) and the difference."""
    one, two = forces[0].fsp, forces[1].fsp
    if one == two:
        return None, 0
    return (0 if one < two else 1), abs(one - two)


def notes(forces: Sequence[Force], options: Mapping[str, Any]) -> Iterator[Note]:
    """BFS-30.5.1, BFS-30.5.2: small forces and opponents too strong for them. Nothing is forbidden."""
    for side, force in enumerate(forces):
        if not force.small:
            continue
        yield Note(INFO, f"is a Small Skirmish Force of {force.fsp} FSP", "BFS-30.5.1", side)
        weight = _too_strong(forces[1 - side].fsp, options["small_force_limit"])
        if weight:
            words = f"should not meet a force of more than {most_words(options['small_force_limit'])} FSP"
            yield Note(weight, f"{words}, and meets {forces[1 - side].fsp}", "BFS-30.5.2", side)


def most_words(limit: int) -> str:
    """BFS-30.5.2: the limit of a casual game, a range where it is one: `7–8`."""
    low = small_force().casual_opponent_warn_fsp
    return f"{low}–{limit}" if limit > low else str(limit)


def _too_strong(fsp: int, most: int) -> str:
    """BFS-30.5.2: how grave it is that a small force meets so many FSP; `most` 0: never."""
    if not most or fsp <= min(most, small_force().casual_opponent_warn_fsp):
        return ""
    return STRONG if fsp > most else WARNING


def pack_faults(forces: Sequence[Force], pack: SmallForcePack) -> Iterator[tuple[int, str]]:
    """BFS-30.5.3: what a tournament's pack has against this pair, as the side at fault and a sentence."""
    for side, force in enumerate(forces):
        if not force.small:
            continue
        if not pack.allow_small:
            yield side, "Small Skirmish Forces are not allowed here"
            continue
        enemy = forces[1 - side]
        if pack.opponent_max_fsp is not None and enemy.fsp > pack.opponent_max_fsp:
            yield 1 - side, f"meets a Small Skirmish Force: use a list of at most {pack.opponent_max_fsp} FSP"


def lacks_small_list(lists: Sequence[Force], pack: SmallForcePack) -> bool:
    """BFS-30.5.3: whether a player has brought no list that may meet a Small Skirmish Force."""
    if not (pack.allow_small and pack.require_small_capable_list):
        return False
    return all(force.fsp > small_force().tournament_list_max_fsp for force in lists)
