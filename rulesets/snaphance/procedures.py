"""Procedures that chapters call before they come: the reactions to a step, a pursuit and a shot.

The answers of the side that is not active are moves, shots and melees themselves (SN-5.0, SN-6.0), so that
reactions stand on the very chapters that they interrupt. Those find them here when they need them; the
package has said where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulesets.engine.battle import Battle
    from rulesets.engine.decisions import Steps
    from rulesets.snaphance.hexes import Hex
    from rulesets.snaphance.state import Stand


class Reactions(Protocol):
    """SN-5.0, SN-6.0: what the side that is not active answers; `rulesets.snaphance.reactions` is it."""

    def after_step(
        self, battle: Battle, stands: Sequence[Stand], came_from: Mapping[str, Hex], *, pursuing: bool = False
    ) -> Steps[bool]:
        """Ask for answers to a step of `stands`; True if their movement is over (SN-6.2.c-d, SN-6.4.a)."""

    def before_shot(self, battle: Battle, shooter: Stand, target: Stand) -> Steps[bool]:
        """Ask for answers to an announced shot; True if the shooter can still fire (SN-5.0.a, SN-6.0.a)."""

    def after_shot(self, battle: Battle, shooter: Stand, target: Stand) -> Steps[None]:
        """Make the counter-charge that was announced before a shot (SN-6.2.e)."""


_FOUND: dict[str, Callable[[], Reactions]] = {}


def fill(reactions: Callable[[], Reactions]) -> None:
    """Say how the reactions are found; the package does so once, before any of its modules is read."""
    _FOUND["reactions"] = reactions


@cache
def reactions() -> Reactions:
    """Return the reactions, for those chapters that come before them (SN-5.0, SN-6.0)."""
    return _FOUND["reactions"]()
