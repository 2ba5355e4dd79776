"""Swiss rounds by the systems of FIDE: Dutch, Dubov and Burstein, as py4swiss works them out.

py4swiss 0.3.1 follows FIDE's handbook: C.04.3 (Dutch, as in force until 31 January 2026), C.04.4.1 (Dubov)
and C.04.4.2 (Burstein, both from 1 February 2026). This module hands it a tournament in its own terms,
starting numbers and results of chess, and takes its pairings back. Who deploys first is who plays White.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from py4swiss.engines import BursteinEngine, DubovEngine, DutchEngine
from py4swiss.engines.common import Pairing as Paired
from py4swiss.engines.common import PairingEngine
from py4swiss.engines.common import PairingError as NoPairing
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import (
    ColorToken,
    ResultToken,
    RoundResult,
    ScoringPointSystem,
    ScoringPointSystemCode,
)
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from tournaments import wording as words
from tournaments.engine.document import Bye, Pairing, Round, Tournament
from tournaments.engine.lots import open_lot
from tournaments.engine.scoring import Game, best, games
from tournaments.engine.settings import Fide, Scoring
from tournaments.engine.swiss import PairingError, check_locks, may_go_on

ENGINES: dict[str, type[PairingEngine]] = {
    "dutch": DutchEngine, "dubov": DubovEngine, "burstein": BursteinEngine,
}  # fmt: skip
_NO_GAME = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
_BYES = {
    "bye": ResultToken.PAIRING_ALLOCATED_BYE, "half": ResultToken.HALF_POINT_BYE,
    "zero": ResultToken.ZERO_POINT_BYE, "full": ResultToken.FULL_POINT_BYE,
}  # fmt: skip
_FOUGHT = {"win": ResultToken.WIN, "draw": ResultToken.DRAW, "loss": ResultToken.LOSS}


def propose(
    tournament: Tournament, *, asked: Mapping[str, str] | None = None, locks: Iterable[tuple[str, str]] = ()
) -> Round:
    """Return the next round by the settings' system of FIDE. `asked`: who asked for a bye, and its kind;
    `locks`: pairs that are made before the others. Raises PairingError if no round is possible.
    """
    may_go_on(tournament)
    number, byes, fixed = len(tournament.rounds) + 1, dict(asked or {}), list(locks)
    there = {each.id for each in tournament.players if each.plays(number) and each.id not in byes}
    if len(there) < 2:
        raise PairingError(words.TOO_FEW)
    check_locks(fixed, there)
    found = _paired(tournament, there - {key for pair in fixed for key in pair})
    keys = {number: key for key, number in starting_numbers(tournament).items()}
    pairs = [*fixed, *((keys[each.white], keys[each.black]) for each in found if each.black)]
    made = [Bye(player=key, kind=kind) for key, kind in sorted(byes.items())]  # type: ignore[arg-type]
    made += [Bye(player=keys[each.white]) for each in found if not each.black]
    return Round(
        pairings=tuple(
            Pairing(players=pair, table=table, locked=table <= len(fixed))
            for table, pair in enumerate(pairs, 1)
        ),
        byes=tuple(made),
    )


def _paired(tournament: Tournament, there: set[str]) -> list[Paired]:
    """Return the pairings of the system for those who are there."""
    rules = tournament.settings.fide or Fide()
    if not there:
        return []
    away = {each.id for each in tournament.players} - there
    try:
        return ENGINES[rules.system].generate_pairings(to_py4swiss(tournament, away))
    except NoPairing:
        raise PairingError(words.NO_FIDE_ROUND) from None


def starting_numbers(tournament: Tournament) -> dict[str, int]:
    """Return the starting number of every player: those that were given to them, then by rating; the lot
    decides between equals. They run from 1 without gaps.
    """
    drawn = {each.id: open_lot(tournament, "number", each.id) for each in tournament.players}
    ordered = sorted(
        tournament.players, key=lambda each: (each.number or 10_000, -each.rating, drawn[each.id])
    )
    return {each.id: at for at, each in enumerate(ordered, 1)}


def to_py4swiss(tournament: Tournament, away: Iterable[str] = ()) -> ParsedTrf:
    """Return a tournament in the terms of py4swiss; `away`: who does not play in the next round."""
    numbers, found = starting_numbers(tournament), games(tournament)
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER, starting_number=numbers[each.id], name=each.name, rank=numbers[each.id],
            fide_rating=each.rating or None,
            points_times_ten=sum((_tenths(game.points) for game in found[each.id]), 0),
            results=_results(found[each.id], numbers, len(tournament.rounds)),
        )
        for each in tournament.players
    ]  # fmt: skip
    number = len(tournament.rounds) + 1
    forbidden = {(numbers[one], numbers[other]) for one, other in tournament.forbidden_in(number)}
    return ParsedTrf(
        player_sections=sorted(sections, key=lambda each: each.starting_number),
        x_section=XSection(
            number_of_rounds=tournament.settings.rounds,
            zeroed_ids={numbers[key] for key in away},
            scoring_point_system=point_system(tournament.settings.scoring),
            configuration=XSectionConfiguration(first_round_color=begins_first(tournament)),
            accelerations=accelerations(tournament.settings.fide, number),
            forbidden_pairs=forbidden,
        ),
    )


def begins_first(tournament: Tournament) -> bool:
    """Return whether the player with the starting number 1 begins as the first of a pair."""
    top = (tournament.settings.fide or Fide()).top
    return top == "first" or (top == "lot" and open_lot(tournament, "begins") % 2 == 0)


def accelerations(rules: Fide | None, number: int) -> dict[int, list[int]]:
    """Return the points that nobody has, in tenths, by starting number and round, up to a round."""
    found: dict[int, list[int]] = {}
    for each in rules.accelerated if rules else ():
        for player in range(each.first, each.last + 1):
            own = found.setdefault(player, [0] * number)
            for at in range(each.from_round, min(each.to_round, number) + 1):
                own[at - 1] += _tenths(each.points)
    return found


def point_system(scoring: Scoring) -> ScoringPointSystem:
    """Return what results are worth as py4swiss has it."""
    code, found = ScoringPointSystemCode, ScoringPointSystem()
    for one, points in (
        (code.WIN, scoring.win), (code.DRAW, scoring.draw), (code.LOSS, scoring.loss),
        (code.ZERO_POINT_BYE, 0), (code.FORFEIT_LOSS, 0), (code.HALF_POINT_BYE, scoring.half_bye),
        (code.FULL_POINT_BYE, best(scoring)), (code.PAIRING_ALLOCATED_BYE, scoring.bye),
        (code.FORFEIT_WIN, scoring.forfeit_win),
    ):  # fmt: skip
        found.apply_code(one, _tenths(points))
    return found


def _tenths(points: Fraction | float) -> int:
    return int(10 * points)


def _results(own: list[Game], numbers: Mapping[str, int], rounds: int) -> list[RoundResult]:
    """Return the results of a player; rounds in which they were not count as zero-point byes."""
    by_round = {each.round: result_of(each, numbers) for each in own}
    return [by_round.get(number, _NO_GAME) for number in range(1, rounds + 1)]


def result_of(game: Game, numbers: Mapping[str, int]) -> RoundResult:
    """Return a round of a player as chess writes it."""
    if game.bye:
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=_BYES[game.bye])
    token = _FOUGHT[game.outcome]
    if not game.played:
        token = ResultToken.FORFEIT_WIN if game.outcome == "win" else ResultToken.FORFEIT_LOSS
    colour = ColorToken.BLACK if game.side else ColorToken.WHITE
    return RoundResult(id=numbers[game.opponent], color=colour, result=token)
