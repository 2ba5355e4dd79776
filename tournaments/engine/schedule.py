"""When a tournament's rounds begin, until when people may enter and send their lists, what is public when."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from tournaments.engine.parts import MOST_ROUNDS, Strict


class Schedule(Strict):
    """Times with their zone. `starts`: of the rounds, the first one first; `registration_ends` and
    `lists_due`: deadlines.
    """

    starts: Annotated[tuple[AwareDatetime, ...], Field(max_length=MOST_ROUNDS)] = ()
    registration_ends: AwareDatetime | None = None
    lists_due: AwareDatetime | None = None


class Publishing(Strict):
    """What everybody sees when. `lists`: once organisers publish them `by_hand`, or at the latest with the
    `first_round`. `standings`: with every result `at_once`, or `after_rounds` that are complete; those after
    later rounds than `hidden_after` only when all is over (0: none are hidden). Organisers can hide the
    standings by hand whatever this says.
    """

    lists: Literal["by_hand", "first_round"] = "by_hand"
    standings: Literal["at_once", "after_rounds"] = "at_once"
    hidden_after: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = 0
