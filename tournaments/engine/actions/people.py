"""What can be done about players: from their entry to the round in which they leave."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tournaments.engine.actions.base import Action, ActionError, OnPlayer, changed, player_of, published
from tournaments.engine.actions.teams import without_member
from tournaments.engine.day import Penalty, SoftScore
from tournaments.engine.document import (
    MOST_PLAYERS,
    Player,
    Tournament,
    TournamentError,
    everybody_in,
    faults_in,
)
from tournaments.engine.parts import Points, RoundNumber, Strict, Text
from tournaments.wording import actions as words


class Enter(Action):
    """Enter players at the end. Whoever comes after rounds were published plays from the next one on;
    lists are sent in by themselves.
    """

    do: Literal["enter"] = "enter"
    players: Annotated[tuple[Player, ...], Field(min_length=1, max_length=MOST_PLAYERS)]

    def apply(self, tournament: Tournament) -> Tournament:
        earliest = published(tournament) + 1
        known = {each.name.casefold(): each for each in tournament.players}
        for at, each in enumerate(self.players):
            if each.name.casefold() in known:
                raise ActionError(words.name_twice(each.name), f"players[{at}].name")
            known[each.name.casefold()] = each
        added = [
            changed(each, first_round=max(each.first_round, earliest), lists=()) for each in self.players
        ]
        found = changed(tournament, players=(*tournament.players, *added))
        if faults := tuple(faults_in(found)):
            raise TournamentError(*faults)
        return found


class About(Strict):
    """What is said of a player; what is left out stays as it is."""

    name: Annotated[str, Field(min_length=1, max_length=120)] | None = None
    club: Text | None = None
    nation: Text | None = None
    team: Text | None = None
    allegiance: Text | None = None
    book: Text | None = None
    people: Annotated[tuple[Text, ...], Field(max_length=2)] | None = None
    rating: Annotated[int, Field(ge=0, le=5000)] | None = None

    def given(self) -> dict[str, Any]:
        """Return what is said."""
        return self.model_dump(exclude_none=True)


class Change(OnPlayer):
    """Change what is said of a player."""

    do: Literal["change"] = "change"
    about: About

    def on(self, player: Player, tournament: Tournament) -> Player:
        name = self.about.name
        others = (each.name.casefold() for each in tournament.players if each.id != player.id)
        if name is not None and name.casefold() in others:
            raise ActionError(words.name_twice(name), "about.name")
        return changed(player, **self.about.given())


class Remove(OnPlayer):
    """Remove a player who has not been paired."""

    do: Literal["remove"] = "remove"

    def apply(self, tournament: Tournament) -> Tournament:
        gone = player_of(tournament, self.player)
        if any(gone.id in everybody_in(each) for each in tournament.rounds):
            raise ActionError(words.has_been_paired(gone.name), "player")
        locks = tuple(each for each in tournament.locks if gone.id not in each)
        players = tuple(each for each in tournament.players if each.id != gone.id)
        teams = without_member(tournament, gone.id)
        line_ups = tuple(each for each in tournament.line_ups if gone.id not in each.members)
        return changed(tournament, players=players, locks=locks, teams=teams, line_ups=line_ups)


class Admit(OnPlayer):
    """Take a player from the waiting list into the tournament."""

    do: Literal["admit"] = "admit"

    def on(self, player: Player, tournament: Tournament) -> Player:
        if not player.waiting:
            raise ActionError(words.not_waiting(player.name), "player")
        first = max(player.first_round, published(tournament) + 1)
        return changed(player, waiting=False, first_round=first)


class CheckIn(OnPlayer):
    """A player is in the hall, or is not after all."""

    do: Literal["check_in"] = "check_in"
    here: bool = True

    def on(self, player: Player, tournament: Tournament) -> Player:
        return changed(player, checked_in=self.here)


class BeginIn(OnPlayer):
    """A late arrival plays from a round on that is not published yet."""

    do: Literal["begin_in"] = "begin_in"
    round: RoundNumber

    def on(self, player: Player, tournament: Tournament) -> Player:
        if self.round <= published(tournament):
            raise ActionError(words.is_published(self.round), "round")
        if any(player.id in everybody_in(each) for each in tournament.rounds if each.published):
            raise ActionError(words.has_been_paired(player.name), "player")
        return changed(player, first_round=self.round)


class Leave(OnPlayer):
    """A player leaves: they are in no round that is not published yet."""

    do: Literal["leave"] = "leave"

    def on(self, player: Player, tournament: Tournament) -> Player:
        if player.last_round is not None:
            raise ActionError(words.has_left(player.name), "player")
        return changed(player, last_round=published(tournament))


class ComeBack(OnPlayer):
    """A player who left plays again from the next round on; the rounds between they have missed."""

    do: Literal["come_back"] = "come_back"

    def on(self, player: Player, tournament: Tournament) -> Player:
        if player.last_round is None:
            raise ActionError(words.has_not_left(player.name), "player")
        missed = range(player.last_round + 1, published(tournament) + 1)
        absent = tuple(sorted({*player.absent, *(each for each in missed if each >= player.first_round)}))
        return changed(player, last_round=None, absent=absent)


class Miss(OnPlayer):
    """A player misses a round that is not published yet, or plays in it after all."""

    do: Literal["miss"] = "miss"
    round: RoundNumber
    missed: bool = True

    def on(self, player: Player, tournament: Tournament) -> Player:
        if self.round <= published(tournament):
            raise ActionError(words.is_published(self.round), "round")
        absent = {*player.absent, self.round} if self.missed else {*player.absent} - {self.round}
        return changed(player, absent=tuple(sorted(absent)))


class Penalise(OnPlayer):
    """Take points from a player."""

    do: Literal["penalise"] = "penalise"
    penalty: Penalty

    def on(self, player: Player, tournament: Tournament) -> Player:
        # It counts from now on: rounds that were paired before stay as good as they were.
        penalty = changed(self.penalty, round=max(self.penalty.round, len(tournament.rounds)))
        return changed(player, penalties=(*player.penalties, penalty))


class Soft(OnPlayer):
    """Give a player a soft score; one of the same name is replaced."""

    do: Literal["soft"] = "soft"
    name: Annotated[str, Field(min_length=1, max_length=60)]
    points: Points

    def on(self, player: Player, tournament: Tournament) -> Player:
        others = tuple(each for each in player.soft if each.name != self.name)
        return changed(player, soft=(*others, SoftScore(name=self.name, points=self.points)))
