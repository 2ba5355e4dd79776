"""The rounds of a knock-out."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments import wording as words
from tournaments.engine.bracket import Resolved, resolved, seeded_line
from tournaments.engine.document import Bye, Pairing, Round, Tournament
from tournaments.engine.lots import open_lot
from tournaments.engine.seeding import seeded
from tournaments.engine.swiss import PairingError


def battles(tournament: Tournament, line: Sequence[str], before: int = 0) -> list[Resolved]:
    """Return the battles of a knock-out with this first line that begins after `before` rounds."""
    settings = tournament.settings
    kind = settings.groups.then if settings.kind == "groups" else settings.kind
    return resolved(
        line,
        tournament.rounds[before:],
        settings.knockout,
        settings.scoring,
        double=kind == "double_knockout",
    )


def line_of(tournament: Tournament) -> tuple[str, ...]:
    """Return the first line: as it was drawn, or as it would be now."""
    if tournament.rounds:
        return tournament.rounds[0].draw[0]
    there = [each for each in tournament.players if each.plays(1)]
    if len(there) < 2:
        raise PairingError(words.TOO_FEW)
    return seeded_line(seeded(tournament, there, by_lot=tournament.settings.knockout.seeding == "lot"))


def knockout_round(tournament: Tournament, line: Sequence[str], before: int = 0) -> Round:
    """Return the next round of a knock-out with this first line that begins after `before` rounds. Whoever is
    alone goes on without a battle.

    Raises PairingError if it is over, results are missing, or nobody has said who goes on after a draw.
    """
    number = len(tournament.rounds) - before + 1
    if tournament.rounds and not tournament.rounds[-1].complete:
        raise PairingError(words.results_missing(len(tournament.rounds)))
    found = battles(tournament, line, before)
    for each in found:
        if each.open and each.slot.round < number:
            names = [tournament.by_id[key].name for key in each.players if key]
            raise PairingError(words.draw_in_a_knockout(names))
    now = [each for each in found if each.slot.round == number and any(each.players)]
    if not any(each.fought for each in now):
        raise PairingError(words.KNOCKOUT_OVER)
    return _round(tournament, now, () if number > 1 else (tuple(line),))


def _round(tournament: Tournament, now: Sequence[Resolved], draw: tuple[tuple[str, ...], ...]) -> Round:
    number, players = len(tournament.rounds) + 1, tournament.by_id
    pairs, byes = [], []
    for each in sorted(now, key=lambda each: each.slot.stage == "third"):
        there = [key for key in each.players if key and players[key].plays(number)]
        if len(there) == 2:
            pairs.append(_sided(tournament, there[0], there[1]))
        else:
            byes += there
    pairings = tuple(Pairing(players=pair, table=table) for table, pair in enumerate(pairs, 1))
    return Round(pairings=pairings, byes=tuple(Bye(player=key) for key in byes), draw=draw)


def _sided(tournament: Tournament, one: str, other: str) -> tuple[str, str]:
    """Return two with who deploys first in front: who has done so less often, else by lot."""
    number = len(tournament.rounds) + 1

    def place(key: str) -> tuple[int, int]:
        sides = [each.players.index(key) for past in tournament.rounds for each in past.pairings
                 if key in each.players]  # fmt: skip
        return sum(1 - 2 * side for side in sides), open_lot(tournament, "first", number, key)

    first, second = sorted((one, other), key=place)
    return first, second
