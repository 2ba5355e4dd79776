"""Sentences of rounds, activation, command and Generals, and of the end of the battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# -- rounds and activation --------------------------------------------------------------------------

ACTIVATE_WHICH = "Which group do you activate next?"
DECLARE_WHICH = "Which group do you declare for the initiative?"
DO_TOGETHER = "What do they do together?"
END_THEIR_TURN = "End their turn"
MOVE_TOGETHER = "Move together"
OPPORTUNITY_TOGETHER = "Onto opportunity together"
RALLY_TOGETHER = "Rally together"


def group_with_modifier(group: str, modifier: int) -> str:
    return f"{group} ({modifier:+d})"


def initiative_of(group: str) -> str:
    return f"Initiative of {group}"


def initiative_thrown(dice: Sequence[int], modifier: int, score: int) -> str:
    return f"{dice[0]} + {dice[1]} {modifier:+d} = {score}"


def acts_next(group: str) -> str:
    return f"Your group, {group}: which stand acts next?"


def what_now(stand: str) -> str:
    return f"{stand}: what now?"


def use_stand(stand: str) -> str:
    return f"{stand}: use this stand"


def end_turn(who: str) -> str:
    return f"End the turn of {who}"


def together(what: str, stands: Iterable[str]) -> str:
    return f"{what}: {', '.join(stands)}"


# -- Order Tests, rallying, opportunity -------------------------------------------------------------

RALLY = "Rally"
RECOVERY = "Recovery"
GO_ONTO_OPPORTUNITY = "Go onto opportunity"
ONTO_OPPORTUNITY = "Onto opportunity"

GENERAL_HELPS = "General"
FAR_FROM_GENERAL = "far from the General"

IN_ORDER = "it is in good order"
RALLYING_FIRST = "rallying comes before anything else in its turn"
ON_OPPORTUNITY = "it is on opportunity already"
TRIED = "it has tried in this turn"
MUST_BREAK_OFF = "it must break off from the enemy in its front"
FAILED_TO_RALLY = "it has failed to rally in good order"
OPPORTUNITY_FIRST = "going onto opportunity comes before anything else in its turn"

TESTED = ", Order Test "
"""What parts the words of an option from the chance of the test that it leads to."""


def with_chance(words: str, chance: float) -> str:
    """Return the words of an option with the chance of its test: `Rally, Order Test 67%`."""
    return f"{words}{TESTED}{chance:.0%}"


def order_tested(
    rating: str, needed: int, harder: int, changes: Iterable[tuple[str, int]], die: int, score: int
) -> str:
    """Return what an Order Test needed and showed: no `rating` for a group, the `score` with all changes."""
    parts = [f"{rating or 'group'} {needed}"]
    if harder:
        parts.append(f"{harder} harder")
    parts += [f"{why} {value:+d}" for why, value in changes]
    shown = f"{die}" if score == die else f"{die}, counted as {score}"
    result = "passed" if score >= needed + harder else "failed"
    return f"needs {needed + harder} or more ({', '.join(parts)}): {shown}, {result}"


def turn_on_opportunity(facing: str) -> str:
    return f"Turn to the {facing}, staying on opportunity"


# -- Generals ---------------------------------------------------------------------------------------

# Texts of events: goldens hash them, so they stay as they are.
FALLS_WITH_STAND = "falls with his stand"
CARRIED_OFF = "is carried off the field"
GROUP_GONE = "leaves: nobody of his group is left"


def detach(general: str) -> str:
    return f"{general} is no longer attached"


def attach(general: str, stand: str) -> str:
    return f"{general} attaches to {stand}"


def ride(general: str, place: str) -> str:
    return f"{general} rides to {place}"


def new_general(group: str) -> str:
    return f"{group} gets a new General. Which stand is the General with?"


def with_stand(stand: str, place: str) -> str:
    return f"With {stand} in {place}"


# -- the end of the battle --------------------------------------------------------------------------

LAST_ROUND_OVER = "the last round is over"
NEITHER_BROKEN = "neither army is broken when the last round is over"
HELD_OUT = "held out to the last round"
BOTH_BROKEN = "both armies are broken"
ENEMY_BROKEN = "the enemy’s army is broken"
NOBODY_LEFT = "nobody is left on the field"
NO_ENEMY_LEFT = "the enemy has nobody left on the field"

LOST = {"destroyed": "destroyed", "fled": "fled from the field"}


def shares_lost(how: str, shares: Iterable[float]) -> str:
    return f"{how}, {' against '.join(f'{share:g}%' for share in shares)} of the break points lost"


def lost(what: str) -> str:
    return f"{what} lost"


def general_lost(general: str) -> str:
    return f"{general} is lost"


def pursued_off(stand: str) -> str:
    return f"{stand} pursued off the field"
