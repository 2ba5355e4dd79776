"""What the document of a tournament says of the lists that players have sent in: never what is in them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tournaments.engine.day import Reason
from tournaments.engine.parts import Key, Strict

MOST_MARKS = 60


class ListMark(Strict):
    """A list that a player has sent in: its key, and how it stands. `late`: it came after the deadline.
    `changed`: an organiser had accepted another in its place; `replaces`: the key of that one, which counts
    until this one is accepted. `reason`: why it was declined.
    """

    key: Key
    state: Literal["waits", "accepted", "declined"] = "waits"
    late: bool = False
    changed: bool = False
    replaces: Key | None = None
    reason: Reason = ""

    @property
    def stands_for(self) -> str | None:
        """The key of the accepted list that another in its place would replace, None if none counts."""
        return self.replaces or (self.key if self.state == "accepted" else None)


Marks = Annotated[tuple[ListMark, ...], Field(max_length=MOST_MARKS)]


def brought(marks: Marks) -> tuple[ListMark, ...]:
    """Return the lists that a player would bring if all that wait were accepted."""
    standing = [each for each in marks if each.state != "declined"]
    replaced = {each.replaces for each in standing}
    return tuple(each for each in standing if each.key not in replaced)
