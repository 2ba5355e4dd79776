"""Two forces compared: who is weaker, small forces, and Numerical Superiority (BFS-30.3, 30.5, 30.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.by_fire_and_sword.armies.force import force as force_of_list
from rulesets.by_fire_and_sword.armies.prices import small_force
from rulesets.by_fire_and_sword.meeting.events import Compared, Noted, SuperiorityFixed
from rulesets.by_fire_and_sword.meeting.scenario import Strength
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.tables import raw, rows
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.contract.sizes import SizeNote, Sizes
from rulesets.engine.battle import Battle
from rulesets.engine.books import data

if TYPE_CHECKING:
    from rulesets.by_fire_and_sword.armies.force import Force
    from rulesets.engine.lists import ArmyList

INFO, WARNING, STRONG = "info", "warning", "strong warning"

USES = {
    "reroll_own_failed_morale": (
        "BFS-30.6.2",
        words.REROLL_OWN,
    ),
    "force_enemy_reroll_passed_morale": (
        "BFS-30.6.3",
        words.REROLL_ENEMYS,
    ),
    "plus_one_combat_result": (
        "BFS-30.6.4",
        words.PLUS_ONE,
    ),
    "morale_test_instead_of_panic": (
        "BFS-30.6.5",
        words.MORALE_AGAINST_PANIC,
    ),
}
"""What a marker may be spent on: the rule and the words."""


@data
class Band:
    """BFS-30.6.1: markers and uses from one difference in FSP to another."""

    diff_from: int
    markers: int
    uses: tuple[str, ...]
    rule: str
    diff_to: int | None = None


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
    """Compare the FSP of both forces: the weaker side and the advantage (BFS-30.3.A, BFS-30.3.B)."""
    state: MeetingState = battle.state
    weaker, advantage = weaker_of(state.forces)
    battle.apply(Compared("BFS-30.3.B", weaker, advantage, (state.forces[0].fsp, state.forces[1].fsp)))
    for note in _notes(state.forces, state.options["small_force_limit"]):
        battle.apply(note)


def weaker_of(forces: Sequence[Strength]) -> tuple[int | None, int]:
    """Return the side with fewer FSP (None if they are equal) and the difference (BFS-30.3.B)."""
    one, two = forces[0].fsp, forces[1].fsp
    if one == two:
        return None, 0
    return (0 if one < two else 1), abs(one - two)


def _notes(forces: Sequence[Force], limit: int) -> Iterator[Noted]:
    """Note small forces and opponents too strong for them; nothing is forbidden (BFS-30.5.1, BFS-30.5.2).

    `limit`: the most FSP that a small force should meet, 0 for no limit.
    """
    warn = small_force().casual_opponent_warn_fsp
    for side, force in enumerate(forces):
        if not force.small:
            continue
        yield Noted("BFS-30.5.1", INFO, words.small_force(force.fsp), side)
        enemy = forces[1 - side].fsp
        if limit and enemy > min(limit, warn):
            most = f"{warn}–{limit}" if limit > warn else limit
            text = words.too_strong_for_small(most, enemy)
            yield Noted("BFS-30.5.2", STRONG if enemy > limit else WARNING, text, side)


def _size_notes(lists: Sequence[ArmyList]) -> Iterator[SizeNote]:
    """Say before a meeting what its first step would note, with the limit that players have unless they agree
    on another one (BFS-30.5.1, BFS-30.5.2).
    """
    found = [force_of_list(each) for each in lists]
    for note in _notes(found, small_force().casual_opponent_max_fsp):
        yield SizeNote(note.side, note.text, note.rule, strong=note.weight == STRONG)


SIZES = Sizes(_size_notes)


def pack_faults(forces: Sequence[Force], pack: SmallForcePack) -> Iterator[tuple[int, str]]:
    """Yield what a tournament's pack has against this pair: side at fault and sentence (BFS-30.5.3)."""
    for side, force in enumerate(forces):
        if not force.small:
            continue
        if not pack.allow_small:
            yield side, words.NO_SMALL_FORCES
            continue
        enemy = forces[1 - side]
        if pack.opponent_max_fsp is not None and enemy.fsp > pack.opponent_max_fsp:
            yield 1 - side, words.list_too_large(pack.opponent_max_fsp)


def lacks_small_list(lists: Sequence[Force], pack: SmallForcePack) -> bool:
    """Return whether a player has brought no list that may meet a Small Skirmish Force (BFS-30.5.3)."""
    if not (pack.allow_small and pack.require_small_capable_list):
        return False
    return all(force.fsp > small_force().tournament_list_max_fsp for force in lists)


# -- numerical superiority -------------------------------------------------------------------------


def superiority(battle: Battle) -> None:
    """Give the stronger side its markers, if the players use them (BFS-30.6.1)."""
    state: MeetingState = battle.state
    if not state.options["numerical_superiority"] or state.stronger is None:
        return
    strong, weak = state.forces[state.stronger], state.forces[1 - state.stronger]
    markers, uses = markers_for(state.advantage, strong.fv, weak.fv)
    battle.apply(SuperiorityFixed("BFS-30.6.1", state.stronger, markers, uses))


def markers_for(difference: int, fv: int, enemy_fv: int) -> tuple[int, tuple[str, ...]]:
    """Return the markers by the difference in FSP as on the rosters, one more for twice the FV, and their
    uses as keys of USES; a band has the uses of those below it (BFS-30.6.1, BFS-30.6.6).
    """
    bands = rows("numerical_superiority", Band)
    band = next(each for each in reversed(bands) if difference >= each.diff_from)
    bonus = raw()["numerical_superiority"][0]["fv_bonus"]
    due = difference >= bonus["needs_difference_at_least"] and fv >= bonus["fv_ratio_at_least"] * enemy_fv
    return band.markers + (bonus["markers"] if due else 0), band.uses
