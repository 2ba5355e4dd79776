"""What can be done about rounds: locks, pairings, tables, the clock."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from tournaments.engine.actions.base import (
    Action,
    ActionError,
    OnRound,
    changed,
    names_of,
    pairing_of,
    player_of,
    round_of,
    there,
    with_pairing,
)
from tournaments.engine.actions.teams import team_of
from tournaments.engine.document import (
    Pairing,
    Round,
    Tournament,
    TournamentError,
    everybody_in,
    faults_in,
)
from tournaments.engine.exchanging import draw_after
from tournaments.engine.parts import Key, Text
from tournaments.engine.teams import matches_of
from tournaments.wording import actions as words
from tournaments.wording import results_missing


class Lock(Action):
    """Two play each other in the next round, whatever the criteria say, or need not any more."""

    do: Literal["lock"] = "lock"
    arranges = True
    players: tuple[Key, Key]
    locked: bool = True

    def apply(self, tournament: Tournament) -> Tournament:
        one, other = (_side_of(tournament, key, f"players[{at}]") for at, key in enumerate(self.players))
        if one == other:
            raise ActionError(words.WITH_THEMSELVES, "players[1]")
        others = tuple(each for each in tournament.locks if set(each) != {one, other})
        if not self.locked:
            return changed(tournament, locks=others)
        if taken := {one, other} & {key for each in others for key in each}:
            raise ActionError(words.locked_already(_name(tournament, min(taken))), "players")
        return changed(tournament, locks=(*others, (one, other)))


def _side_of(tournament: Tournament, key: str, path: str) -> str:
    """Return the id of a player, or of a team where teams are paired; raises ActionError."""
    if tournament.settings.teams is None:
        return player_of(tournament, key, path).id
    return team_of(tournament, key).id


def _name(tournament: Tournament, key: str) -> str:
    if tournament.settings.teams is None:
        return player_of(tournament, key).name
    return team_of(tournament, key).name


class Pair(Action):
    """Add a round as it was proposed. It stays unpublished, and uses up the locks."""

    do: Literal["pair"] = "pair"
    arranges = True
    number: Annotated[int, Field(ge=1)]
    round: Round

    def apply(self, tournament: Tournament) -> Tournament:
        if tournament.rounds and not tournament.rounds[-1].complete:
            raise ActionError(results_missing(len(tournament.rounds)), "number")
        if self.number != len(tournament.rounds) + 1:
            raise ActionError(words.next_is(len(tournament.rounds) + 1), "number")
        if any(each.state != "open" for each in self.round.pairings):
            raise ActionError(words.ONLY_PAIRINGS, "round.pairings")
        found = tournament.with_round(changed(self.round, published=False))
        if faults := tuple(faults_in(found)):
            raise TournamentError(*faults)
        check_people(found, self.number, "round")
        return changed(found, locks=())


def check_people(tournament: Tournament, number: int, path: str) -> None:
    """Raise ActionError if somebody is in a round who does not play, or left out of a Swiss one who does."""
    paired, play = everybody_in(tournament.rounds[number - 1]), there(tournament, number)
    if uninvited := names_of(tournament, paired - play):
        raise ActionError(words.do_not_play(number, uninvited), path)
    every = (
        tournament.settings.kind == "swiss" and tournament.settings.teams is None
    )  # teams have substitutes
    if every and (left := names_of(tournament, play - paired)):
        raise ActionError(words.left_out(number, left), path)


class TakeBack(Action):
    """Take the last round back, while nobody has reported anything of it."""

    do: Literal["take_back"] = "take_back"
    arranges = True
    round: int

    def apply(self, tournament: Tournament) -> Tournament:
        last = round_of(tournament, self.round)
        if self.round != len(tournament.rounds):
            raise ActionError(words.not_the_last(self.round), "round")
        _untouched(last, self.round)
        return changed(tournament, rounds=tournament.rounds[:-1], matches=())


def _untouched(found: Round, number: int) -> None:
    if any(each.state != "open" for each in found.pairings):
        raise ActionError(words.results_stand(number), "round")


class Publish(OnRound):
    """Let everybody see a round; or hide it again, while nobody has reported anything of it."""

    do: Literal["publish"] = "publish"
    arranges = True
    shown: bool = True

    def apply(self, tournament: Tournament) -> Tournament:
        return changed(super().apply(tournament), matches=())

    def on(self, found: Round, tournament: Tournament) -> Round:
        if self.shown:
            check_people(tournament, self.round, "round")
        else:
            _untouched(found, self.round)
            if self.round != len(tournament.rounds):
                raise ActionError(words.not_the_last(self.round), "round")
        return changed(found, published=self.shown, ends=None)


class ShowMatches(Action):
    """Let everybody know which teams meet in the round that is not published yet, so that captains give their
    line-ups for that; or hide it again.
    """

    do: Literal["show_matches"] = "show_matches"
    arranges = True
    round: int
    shown: bool = True

    def apply(self, tournament: Tournament) -> Tournament:
        found = round_of(tournament, self.round)
        if tournament.settings.teams is None:
            raise ActionError(words.NO_TEAMS, "do")
        if found.published:
            raise ActionError(words.is_published(self.round), "round")
        met = tuple(each.teams for each in matches_of(found, tournament)) if self.shown else ()
        return changed(tournament, matches=met)


class Exchange(OnRound):
    """Exchange two players of a round, or a player and the one with the bye. Of two who meet, the other
    deploys first.
    """

    do: Literal["exchange"] = "exchange"
    arranges = True
    one: Key
    other: Key

    def on(self, found: Round, tournament: Tournament) -> Round:
        for path, key in (("one", self.one), ("other", self.other)):
            player_of(tournament, key, path)
            if key not in everybody_in(found):
                raise ActionError(words.not_in_round(*names_of(tournament, [key])), path)
        if self.one == self.other:
            raise ActionError(words.WITH_THEMSELVES, "other")
        draw = draw_after(tournament, found, self.one, self.other)
        turned = {self.one: self.other, self.other: self.one}
        pairings = tuple(self._turned(each, turned) for each in found.pairings)
        byes = tuple(changed(each, player=turned.get(each.player, each.player)) for each in found.byes)
        return changed(found, pairings=pairings, byes=byes, draw=draw)

    def _turned(self, pairing: Pairing, turned: dict[str, str]) -> Pairing:
        players = tuple(turned.get(each, each) for each in pairing.players)
        if players == pairing.players:
            return pairing
        if pairing.state != "open":
            raise ActionError(words.results_stand(self.round), "round")
        return changed(pairing, players=players, locked=False)


class ChangeTable(OnRound):
    """Give the pairing of a player another table; the pairing that has it gets theirs."""

    do: Literal["table"] = "table"
    arranges = True
    player: Key
    table: Annotated[int, Field(ge=1, le=1000)]

    def on(self, found: Round, tournament: Tournament) -> Round:
        moved = pairing_of(found, self.player)
        for each in found.pairings:
            if each.table == self.table and each is not moved:
                found = with_pairing(found, each, changed(each, table=moved.table))
        return with_pairing(found, pairing_of(found, self.player), changed(moved, table=self.table))


class Scenario(OnRound):
    """Say which scenario a round is played by, at the table of a `player` or at all tables."""

    do: Literal["scenario"] = "scenario"
    arranges = True
    scenario: Text
    player: Key | None = None

    def on(self, found: Round, tournament: Tournament) -> Round:
        only = None if self.player is None else pairing_of(found, self.player)
        pairings = (
            changed(each, scenario=self.scenario) if only in (None, each) else each for each in found.pairings
        )
        return changed(found, pairings=tuple(pairings))


class Clock(OnRound):
    """Start the clock of a round, which `ends` at that time; without a time, stop it."""

    do: Literal["clock"] = "clock"
    ends: AwareDatetime | None = None

    def on(self, found: Round, tournament: Tournament) -> Round:
        if not found.published:
            raise ActionError(words.not_published(self.round), "round")
        return changed(found, ends=self.ends)
