"""Round robin: everybody meets everybody, in the order of the tables that Johann Berger published."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.document import Bye, Pairing, Round, Tournament
from tournaments.engine.swiss import may_go_on


def berger(players: Sequence[str]) -> list[list[tuple[str | None, str | None]]]:
    """Return all rounds of a round robin, the first of a pair being the one who is first; None is the bye.

    With an odd number one more is there, whom nobody plays. The last player stays, all others go on by half
    of their number each round; the last one is first in every other round.
    """
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    size = len(circle)
    turning, last = size - 1, circle[-1]
    rounds = []
    for number in range(turning):
        # Who meets the last player in this round: 1, then size/2 + 1, 2, size/2 + 2 ...
        head = (number * (size // 2)) % turning
        pairs = [(circle[head], last) if number % 2 == 0 else (last, circle[head])]
        for step in range(1, size // 2):
            pairs.append((circle[(head + step) % turning], circle[(head - step) % turning]))
        rounds.append(pairs)
    return rounds


def next_round(tournament: Tournament) -> Round:
    """Return the next round of a round robin, by the order of the players in the document. Who meets somebody
    who is not there has a bye.

    Raises PairingError if all rounds are paired, or the last one is not over.
    """
    may_go_on(tournament, rounds_of(tournament))
    return round_of(tournament, [each.id for each in tournament.players])


def rounds_of(tournament: Tournament) -> int:
    """Return how many rounds there are; those of a double round robin follow from the number of players."""
    settings = tournament.settings
    if settings.kind == "double_round_robin":
        return 2 * needed(len(tournament.players))
    return settings.rounds


def needed(players: int) -> int:
    """Return how many rounds it takes until everybody has met everybody."""
    return max(0, players - 1 + players % 2)


def round_of(tournament: Tournament, keys: Sequence[str]) -> Round:
    """Return the next round among these players; when all have met, they begin again with sides exchanged."""
    number = len(tournament.rounds) + 1
    there = {each.id for each in tournament.players if each.plays(number)} & {*keys}
    every = berger(keys)
    pairs = every[(number - 1) % len(every)] if every else []
    again = bool(every) and (number - 1) // len(every) % 2
    met = [
        (other, one) if again else (one, other) for one, other in pairs
        if one and other and {one, other} <= there
    ]  # fmt: skip
    pairings = tuple(Pairing(players=pair, table=table) for table, pair in enumerate(met, 1))
    free = sorted(there - {key for pair in met for key in pair})
    return Round(pairings=pairings, byes=tuple(Bye(player=key) for key in free))
