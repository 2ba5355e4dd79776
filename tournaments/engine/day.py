"""What a document says of the day besides battles: penalties, soft scores, announcements."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AwareDatetime, Field

from tournaments.engine.parts import MOST_ROUNDS, Points, Strict

Reason = Annotated[str, Field(max_length=500)]
Shown: TypeAlias = Literal["standings", "lists"]
"""What everybody may see or not, besides rounds."""


class Penalty(Strict):
    """Match points that are taken from a player, and why; it counts from after `round` on."""

    points: Annotated[Points, Field(gt=0)]
    reason: Reason = ""
    round: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = 0


class SoftScore(Strict):
    """Points for what is no battle, such as painting or sportsmanship; one of each name for a player."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    points: Points = 0


class Announcement(Strict):
    """What organisers tell everybody, and when they did."""

    at: AwareDatetime
    text: Annotated[str, Field(min_length=1, max_length=500)]
