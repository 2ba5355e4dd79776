"""When a tournament's rounds begin, and until when people may enter and send their lists."""

from __future__ import annotations

from typing import Annotated

from pydantic import AwareDatetime, Field

from tournaments.engine.parts import MOST_ROUNDS, Strict


class Schedule(Strict):
    """Times with their zone. `starts`: of the rounds, the first one first; `registration_ends` and
    `lists_due`: deadlines.
    """

    starts: Annotated[tuple[AwareDatetime, ...], Field(max_length=MOST_ROUNDS)] = ()
    registration_ends: AwareDatetime | None = None
    lists_due: AwareDatetime | None = None
