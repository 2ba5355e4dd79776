"""Which two of a round may be exchanged by hand, and what that does to the draw."""

from __future__ import annotations

from tournaments import wording as words
from tournaments.engine.document import Round, Tournament
from tournaments.engine.kinds import KNOCKOUTS
from tournaments.engine.swiss import PairingError


def draw_after(tournament: Tournament, found: Round, one: str, other: str) -> tuple[tuple[str, ...], ...]:
    """Return the draw of a round in which two are exchanged: they change places in it too.

    Raises PairingError where later rounds would no longer follow: outside the round that begins with the
    draw, or between two teams. Two who meet may always exchange their sides.
    """
    settings = tournament.settings
    if any({one, other} == set(each.players) for each in found.pairings):
        return found.draw
    if settings.teams is not None:
        if not any({one, other} <= set(each.members) for each in tournament.teams):
            raise PairingError(words.OTHER_TEAM)
        return found.draw
    if found.draw:
        turned = {one: other, other: one}
        return tuple(tuple(turned.get(key, key) for key in line) for line in found.draw)
    if settings.kind in KNOCKOUTS or (settings.kind == "groups" and not _alike(tournament, one, other)):
        raise PairingError(words.AGAINST_THE_DRAW)
    return found.draw


def _alike(tournament: Tournament, one: str, other: str) -> bool:
    """Return whether two play Swiss in the same group, where anybody may meet anybody."""
    if tournament.settings.groups.play != "swiss":
        return False
    groups = tournament.rounds[0].draw if tournament.rounds else ()
    return any({one, other} <= set(each) for each in groups)
