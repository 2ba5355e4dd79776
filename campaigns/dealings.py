"""What was done about an engagement, one after the other: who proposed, declined, agreed, began, reported."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from django.utils import timezone
from pydantic import AwareDatetime, Field

from campaigns.engine.maps import KeyOrNone, Strict, Text
from campaigns.models import EngagementRow, Member

MOST = 60
"""So many are kept of an engagement, the last ones."""
Did: TypeAlias = Literal[
    "proposed", "withdrew", "declined", "agreed", "decided", "began", "reported", "reset"
]


class Dealing(Strict):
    """Something that was done about an engagement. `faction`: whose side did it, "" for the umpire and where
    nobody in particular did; `who`: the name of the member; `means` and `system` of the method that it is
    about, "" for none; `reason`: why a battle was cancelled.
    """

    did: Did
    faction: KeyOrNone = ""
    who: Annotated[str, Field(max_length=150)] = ""
    means: Annotated[str, Field(max_length=9)] = ""
    system: Text = ""
    reason: Annotated[str, Field(max_length=300)] = ""
    at: AwareDatetime


def with_dealing(
    found: EngagementRow,
    did: Did,
    by: Member | None = None,
    *,
    means: str = "",
    system: str = "",
    reason: str = "",
) -> dict[str, Any]:
    """Return the column of an engagement's row to which one more dealing is added."""
    side = by.faction if by is not None and by.faction in found.factions else ""
    who = "" if by is None else by.user.get_username()
    made = Dealing(
        did=did, faction=side, who=who, means=means, system=system, reason=reason, at=timezone.now()
    )
    return {"dealings": [*found.dealings, made.model_dump(mode="json")][-MOST:]}


def dealings_of(found: EngagementRow) -> list[Dealing]:
    """Return what was done about an engagement, the oldest first."""
    return [Dealing.model_validate(each) for each in found.dealings]


def since(found: EngagementRow, *did: Did, faction: str | None = None) -> datetime | None:
    """Return when one of these was last done about an engagement, by a side if one is named; None: never."""
    times = [
        each["at"] for each in found.dealings
        if each["did"] in did and faction in (None, each["faction"])
    ]  # fmt: skip
    return datetime.fromisoformat(times[-1]) if times else None


def declined(found: EngagementRow, faction: str) -> Dealing | None:
    """Return how the last proposal of a side was declined, if nothing was proposed or agreed since."""
    last = next((each for each in reversed(dealings_of(found)) if each.did != "reported"), None)
    return last if last is not None and last.did == "declined" and last.faction != faction else None
