"""What cannot be about the settings of a tournament with the players that it has: every fault at its place.

A document may be read and changed whatever it says here, as players are still to come; it is asked before the
first round is paired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulesets.engine.errors import Fault
from tournaments.engine import berger
from tournaments.engine.bracket import places, slots
from tournaments.engine.document import Tournament, TournamentError
from tournaments.engine.kinds import KNOCKOUTS, Kind, Knockout
from tournaments.engine.parts import MOST_ROUNDS
from tournaments.wording import feasible as words


def impossible(tournament: Tournament) -> tuple[Fault, ...]:
    """Return what cannot be about a tournament before its first round."""
    return tuple(_faults(tournament))


def check_possible(tournament: Tournament) -> None:
    """Raise TournamentError, with every fault, for what cannot be before the first round."""
    if not tournament.rounds and (faults := impossible(tournament)):
        raise TournamentError(*faults)


def rounds_of(tournament: Tournament) -> int:
    """Return how many rounds a tournament has, with those who are there for the first one; a second final is
    not counted.
    """
    settings, sides = tournament.settings, _sides(tournament)
    match settings.kind:
        case "swiss" | "round_robin":
            return settings.rounds
        case "double_round_robin":
            return 2 * berger.needed(sides)
        case "groups":
            through = settings.groups.through * settings.groups.count
            return _in_groups(tournament) + _of_knockout(through, settings.groups.then, settings.knockout)
        case kind:
            return _of_knockout(sides, kind, settings.knockout)


def _of_knockout(players: int, kind: Kind, settings: Knockout) -> int:
    once = settings.model_copy(update={"reset": False})
    found = slots(len(places(players)), once, double=kind == "double_knockout")
    return max(each.round for each in found)


def _in_groups(tournament: Tournament) -> int:
    settings = tournament.settings.groups
    largest = -(-_sides(tournament) // settings.count)
    return settings.rounds if settings.play == "swiss" else berger.needed(largest)


def _sides(tournament: Tournament) -> int:
    """Return how many players, or teams, there are for the first round."""
    if tournament.settings.teams is not None:
        return len(tournament.teams)
    return sum(each.plays(1) for each in tournament.players)


def _faults(tournament: Tournament) -> Iterator[Fault]:
    sides, settings = _sides(tournament), tournament.settings
    if sides < 2:
        yield Fault("teams" if settings.teams else "players", words.TOO_FEW)
        return
    yield from _kind_faults(tournament, sides)
    yield from _team_faults(tournament)
    yield from _table_faults(tournament, sides // 2 * (settings.teams.size if settings.teams else 1))
    yield from _limit_faults(tournament)
    for at, player in enumerate(tournament.players):
        named = sum(map(bool, player.people))
        if named != 2 and (named or settings.doubles):
            yield Fault(f"players[{at}].people", words.TWO if settings.doubles else words.ONE_OF_TWO)


def _kind_faults(tournament: Tournament, sides: int) -> Iterator[Fault]:
    settings, groups = tournament.settings, tournament.settings.groups
    if settings.kind == "swiss":
        hard = settings.fide is not None or any(
            each.by == "rematch" and each.hard for each in settings.pairing
        )
        if hard and settings.rounds > berger.needed(sides):
            yield Fault("settings.rounds", _too_many(settings.rounds, sides))
    elif settings.fide is not None:
        yield Fault("settings.fide", words.FIDE_IS_SWISS)
    if settings.kind == "round_robin" and settings.rounds > berger.needed(sides):
        yield Fault("settings.rounds", _too_many(settings.rounds, sides))
    if settings.kind == "groups":
        smallest = sides // groups.count
        if smallest < 2:
            yield Fault("settings.groups.count", words.too_many_groups(sides, groups.count))
            return
        if groups.through > smallest:
            yield Fault("settings.groups.through", words.more_through_than_there(groups.through, smallest))
        if groups.play == "swiss" and groups.rounds > berger.needed(smallest):
            yield Fault("settings.groups.rounds", _too_many(groups.rounds, smallest))
    if (rounds := rounds_of(tournament)) > MOST_ROUNDS:
        yield Fault("settings.kind", words.too_many_rounds(rounds, MOST_ROUNDS))
    if settings.kind in KNOCKOUTS and settings.knockout.third_place and sides < 4:
        yield Fault("settings.knockout.third_place", words.NO_THIRD_PLACE)


def _too_many(rounds: int, sides: int) -> str:
    return words.more_rounds_than_opponents(rounds, sides - 1, berger.needed(sides))


def _team_faults(tournament: Tournament) -> Iterator[Fault]:
    settings = tournament.settings.teams
    if settings is None:
        return
    members = {key for each in tournament.teams for key in each.members}
    for at, team in enumerate(tournament.teams):
        if len(team.members) < settings.size:
            yield Fault(f"teams[{at}].members", words.small_team(len(team.members), settings.size))
    for at, player in enumerate(tournament.players):
        if player.id not in members:
            yield Fault(f"players[{at}]", words.NO_TEAM)


def _table_faults(tournament: Tournament, pairings: int) -> Iterator[Fault]:
    settings = tournament.settings
    if settings.tables and pairings > settings.tables:
        yield Fault("settings.tables", words.too_few_tables(pairings, settings.tables))
    for number, count in Counter(each.number for each in settings.terrain).items():
        if count > 1:
            yield Fault("settings.terrain", words.table_twice(number))
    scenarios, rounds = settings.scenarios, rounds_of(tournament)
    if scenarios.how == "set" and len(scenarios.names) < rounds:
        yield Fault("settings.scenarios.names", words.too_few_scenarios(len(scenarios.names), rounds))
    if scenarios.how in ("drawn", "drawn_each", "chosen") and not scenarios.names:
        yield Fault("settings.scenarios.names", words.NO_SCENARIOS)


def _limit_faults(tournament: Tournament) -> Iterator[Fault]:
    limits = tournament.settings.limits
    if limits.most and limits.least > limits.most:
        yield Fault("settings.limits.least", words.ABOVE_THE_MOST)
    if limits.period is not None and limits.period[0] > limits.period[1]:
        yield Fault("settings.limits.period", words.ENDS_BEFORE)
