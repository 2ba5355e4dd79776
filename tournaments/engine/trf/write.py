"""A tournament as a TRF: TRF-26, or TRF-16 with JaVaFo's extensions. What a TRF cannot hold stays in the
JSON.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from rulesets.engine.errors import Fault
from tournaments.engine.document import Pairing, Player, Tournament, TournamentError
from tournaments.engine.fide import accelerations, begins_first, result_of, starting_numbers
from tournaments.engine.scoring import best, games
from tournaments.engine.settings import Scoring
from tournaments.engine.standings import standings
from tournaments.engine.trf.codes import code_of, tiebreak_code
from tournaments.wording import trf as words

Version = Literal[16, 26]
_MOST = Fraction(199, 2)
_KINDS = ("swiss", "round_robin", "double_round_robin")
_ASKED = {"half": "H", "full": "F"}


def write_trf(tournament: Tournament, version: Version = 26) -> str:
    """Return a TRF of a tournament; raises TournamentError if it has what a TRF cannot hold."""
    _check(tournament)
    return "".join(f"{line.rstrip()}\r\n" for line in _Writer(tournament, version).lines())


def _check(tournament: Tournament) -> None:
    settings = tournament.settings
    if settings.kind not in _KINDS or settings.teams is not None:
        raise TournamentError(Fault("settings.kind", words.NO_KIND))
    if settings.scoring.bands:
        raise TournamentError(Fault("settings.scoring.bands", words.BANDS))
    scoring = settings.scoring
    worth = (scoring.win, scoring.draw, scoring.loss, scoring.bye, scoring.half_bye, scoring.forfeit_win)
    if min(worth) < 0 or max(worth) * max(1, len(tournament.rounds) + 1) > _MOST:
        raise TournamentError(Fault("settings.scoring", words.TOO_MANY_POINTS))


class _Writer:
    """Everything that the lines are made of."""

    def __init__(self, tournament: Tournament, version: Version) -> None:
        self.tournament = tournament
        self.version = version
        self.numbers = starting_numbers(tournament)
        self.players = sorted(tournament.players, key=lambda each: self.numbers[each.id])
        self.games = games(tournament)
        self.ranks = {each.player.id: each.rank for each in standings(tournament).places}
        self.next = len(tournament.rounds) + 1
        self.open = {
            (number, key): pairing
            for number, each in enumerate(tournament.rounds, 1)
            for pairing in each.pairings if pairing.result is None
            for key in pairing.players
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield all lines."""
        found = self.tournament
        yield f"012 {found.name}"
        if found.date is not None:
            yield f"042 {found.date:%Y/%m/%d}"
        yield f"062 {len(found.players)}"
        yield f"072 {sum(each.rating > 0 for each in found.players)}"
        yield from self._rules() if self.version == 26 else self._javafo_rules()
        yield from found.trf
        for player in self.players:
            yield self._player(player)
        yield from self._teams()

    # -- players -----------------------------------------------------------------------------------

    def _player(self, player: Player) -> str:
        cells = [self._cell(player.id, number) for number in range(1, self.next)]
        points = sum((each.points for each in self.games[player.id]), Fraction(0))
        kept = player.trf.ljust(26)
        nation = player.nation if len(player.nation) <= 3 else ""
        head = (
            f"001 {self.numbers[player.id]:>4} {kept[:4]} {player.name[:33]:<33} {player.rating or '':>4} "
            f"{nation:<3} {kept[4:26]} {float(points):>4.1f} {self.ranks[player.id]:>4}"
        )
        return "  ".join([head, *cells])

    def _cell(self, key: str, number: int) -> str:
        pairing = self.open.get((number, key))
        if pairing is not None:
            return self._unfinished(pairing, key)
        game = next((each for each in self.games[key] if each.round == number), None)
        return result_of(game, self.numbers).to_string() if game is not None else "0000 - Z"

    def _unfinished(self, pairing: Pairing, key: str) -> str:
        side = pairing.players.index(key)
        return f"{self.numbers[pairing.players[1 - side]]:>4} {'wb'[side]}  "

    def _teams(self) -> Iterator[str]:
        teams: dict[str, list[int]] = defaultdict(list)
        for player in self.players:
            if player.team:
                teams[player.team].append(self.numbers[player.id])
        for name, numbers in sorted(teams.items()):
            yield f"013 {name[:32]:<32}" + " ".join(f"{each:>4}" for each in numbers)

    # -- rules -------------------------------------------------------------------------------------

    def _rules(self) -> Iterator[str]:
        """Yield what TRF-26 says of how the tournament is played."""
        settings = self.tournament.settings
        scoring = settings.scoring
        yield f"142 {settings.rounds}"
        yield f"152 {'W' if begins_first(self.tournament) else 'B'}"
        values = (("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss), ("P", scoring.bye))
        yield "162  " + "    ".join(f"{code}{points:>4.1f}" for code, points in values)
        if (scoring.forfeit_win, scoring.half_bye) != (scoring.win, scoring.draw):
            yield _javafo_points(scoring)
        yield f"192 {code_of(settings)}"
        codes = [code for how in settings.tiebreaks if (code := tiebreak_code(how))]
        if codes:
            yield f"202 {','.join(codes)}"
        yield from self._byes(range(self.next, settings.rounds + 1))
        for each in settings.fide.accelerated if settings.fide else ():
            rounds = f"{each.from_round:03} {each.to_round:03}"
            yield f"250      {each.points:>4.1f} {rounds} {each.first:04} {each.last:04}"
        for pair in self.tournament.forbidden:
            one, other = sorted(self.numbers[key] for key in pair.players)
            yield f"260 {pair.rounds[0]:03} {pair.rounds[1]:03} {one:>4} {other:>4}"

    def _byes(self, rounds: range, *, absent: bool = True) -> Iterator[str]:
        """Yield the byes that players asked for in rounds to come, and when they are `absent`."""
        for player in self.players:
            asked = {each.round: _ASKED[each.kind] for each in player.asked}
            for number in rounds:
                kind = asked.get(number) if player.plays(number) else "Z" if absent else None
                if kind:
                    yield f"240 {kind} {number:03} {self.numbers[player.id]:>4}"

    def _javafo_rules(self) -> Iterator[str]:
        """Yield the same in JaVaFo's extensions of TRF-16; they know the next round alone."""
        found = self.tournament
        yield f"XXR {found.settings.rounds}"
        yield f"XXC {'white1' if begins_first(found) else 'black1'}"
        yield _javafo_points(found.settings.scoring)
        asked = found.asked_in(self.next)
        away = [
            self.numbers[each.id] for each in self.players if not each.plays(self.next) or each.id in asked
        ]
        if away:
            yield "XXZ " + " ".join(map(str, away))
        # JaVaFo would have byes of the next round among the results, with their points in the sum. They are
        # not won yet, and Burstein's system counts opponents' points. Other readers pass over these lines.
        yield from self._byes(range(self.next, found.settings.rounds + 1), absent=False)
        for number, own in sorted(accelerations(found.settings.fide, self.next).items()):
            yield f"XXA {number:>4} " + " ".join(f"{tenths / 10:>4.1f}" for tenths in own)
        for one, other in sorted(found.forbidden_in(self.next)):
            yield f"XXP {self.numbers[one]} {self.numbers[other]}"


def _javafo_points(scoring: Scoring) -> str:
    values = (
        ("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss), ("PAB", scoring.bye),
        ("HPB", scoring.half_bye), ("FPB", best(scoring)), ("FW", scoring.forfeit_win), ("FL", 0), ("ZPB", 0),
    )  # fmt: skip
    return "XXS " + " ".join(f"{code}={points:.1f}" for code, points in values)
