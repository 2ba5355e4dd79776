"""What can be done about teams: their members, and who plays at which board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field

from tournaments.engine.actions.base import Action, ActionError, changed, names_of, published
from tournaments.engine.document import (
    LineUp,
    Player,
    Round,
    Team,
    Tournament,
    TournamentError,
    everybody_in,
    faults_in,
)
from tournaments.engine.parts import Key, RoundNumber, Strict, Text
from tournaments.engine.settings import Teams
from tournaments.wording import actions as words

Members = Annotated[tuple[Key, ...], Field(max_length=40)]


class EnterTeam(Action):
    """Enter a team. `players`: those of its members who are not entered yet."""

    do: Literal["enter_team"] = "enter_team"
    team: Team
    players: Annotated[tuple[Player, ...], Field(max_length=40)] = ()

    def apply(self, tournament: Tournament) -> Tournament:
        _check_name(tournament, self.team.name, "team.name")
        names = {each.name.casefold() for each in tournament.players}
        for at, each in enumerate(self.players):
            if each.name.casefold() in names:
                raise ActionError(words.name_twice(each.name), f"players[{at}].name")
            names.add(each.name.casefold())
        first = published(tournament) + 1
        added = [changed(each, first_round=max(each.first_round, first)) for each in self.players]
        return _checked(
            changed(tournament, players=(*tournament.players, *added), teams=(*tournament.teams, self.team))
        )


class AboutTeam(Strict):
    """What is said of a team; what is left out stays as it is. `members` in the order of the boards; an empty
    `captain`: it has none.
    """

    name: Annotated[str, Field(min_length=1, max_length=120)] | None = None
    club: Text | None = None
    nation: Text | None = None
    captain: Key | Literal[""] | None = None
    members: Members | None = None

    def given(self) -> dict[str, Any]:
        """Return what is said."""
        return self.model_dump(exclude_none=True)


class ChangeTeam(Action):
    """Change what is said of a team. Members who have been paired stay in it; a captain who is no longer a
    member is no captain.
    """

    do: Literal["change_team"] = "change_team"
    team: Key
    about: AboutTeam

    def apply(self, tournament: Tournament) -> Tournament:
        old = team_of(tournament, self.team)
        if self.about.name is not None and self.about.name.casefold() != old.name.casefold():
            _check_name(tournament, self.about.name, "about.name")
        given = self.about.given()
        if self.about.captain == "":
            given["captain"] = None
        if self.about.members is not None:
            _check_stay(tournament, set(old.members) - set(self.about.members))
            if self.about.captain is None and old.captain not in self.about.members:
                given["captain"] = None
        return _checked(_with_team(tournament, changed(old, **given)))


class RemoveTeam(Action):
    """Remove a team that has not been paired; its members stay as players."""

    do: Literal["remove_team"] = "remove_team"
    team: Key

    def apply(self, tournament: Tournament) -> Tournament:
        gone = team_of(tournament, self.team)
        _check_stay(tournament, gone.members)
        return changed(
            tournament,
            teams=tuple(each for each in tournament.teams if each.id != gone.id),
            line_ups=tuple(each for each in tournament.line_ups if each.team != gone.id),
        )


class GiveLineUp(Action):
    """Say which members of a team play in a round that is not published yet, the first board first."""

    do: Literal["line_up"] = "line_up"
    team: Key
    round: RoundNumber
    members: Members

    def apply(self, tournament: Tournament) -> Tournament:
        team = team_of(tournament, self.team)
        if self.round <= published(tournament):
            raise ActionError(words.is_published(self.round), "round")
        self._check(tournament, team)
        others = tuple(
            each for each in tournament.line_ups if (each.team, each.round) != (self.team, self.round)
        )
        given = LineUp(team=self.team, round=self.round, members=self.members)
        found = changed(tournament, line_ups=(*others, given))
        if self.round != len(tournament.rounds):
            return found
        last = _lined(tournament.rounds[-1], set(team.members), self.members)
        return changed(found, rounds=(*tournament.rounds[:-1], last))

    def _check(self, tournament: Tournament, team: Team) -> None:
        size = (tournament.settings.teams or Teams()).size
        if len(set(self.members)) != len(self.members) or len(self.members) != size:
            raise ActionError(words.line_up_of(size), "members")
        players = tournament.by_id
        for at, key in enumerate(self.members):
            if key not in team.members:
                raise ActionError(words.not_of_team(team.name), f"members[{at}]")
            if not players[key].plays(self.round):
                raise ActionError(words.does_not_play(players[key].name, self.round), f"members[{at}]")


def _lined(found: Round, team: set[str], members: Iterable[str]) -> Round:
    """Return a round in which other members of a team play, board by board."""
    old = [key for each in found.pairings for key in each.players if key in team]
    old += [each.player for each in found.byes if each.player in team]
    turned = dict(zip(old, members, strict=False))
    pairings = tuple(
        changed(each, players=tuple(turned.get(key, key) for key in each.players)) for each in found.pairings
    )
    byes = tuple(changed(each, player=turned.get(each.player, each.player)) for each in found.byes)
    return changed(found, pairings=pairings, byes=byes)


def team_of(tournament: Tournament, key: str) -> Team:
    """Return the team of this id; raises ActionError."""
    found = next((each for each in tournament.teams if each.id == key), None)
    if found is None:
        raise ActionError(words.no_such_team(key), "team")
    return found


def without_member(tournament: Tournament, key: str) -> tuple[Team, ...]:
    """Return the teams when a player is in none of them."""
    return tuple(
        changed(
            each, members=tuple(one for one in each.members if one != key),
            captain=None if each.captain == key else each.captain,
        )
        for each in tournament.teams
    )  # fmt: skip


def _with_team(tournament: Tournament, team: Team) -> Tournament:
    teams = tuple(team if each.id == team.id else each for each in tournament.teams)
    return changed(tournament, teams=teams)


def _check_name(tournament: Tournament, name: str, path: str) -> None:
    if name.casefold() in (each.name.casefold() for each in tournament.teams):
        raise ActionError(words.name_twice(name), path)


def _check_stay(tournament: Tournament, gone: Iterable[str]) -> None:
    paired = {key for each in tournament.rounds for key in everybody_in(each)}
    if stay := names_of(tournament, paired.intersection(gone)):
        raise ActionError(words.stays_in_team(stay), "about.members")


def _checked(found: Tournament) -> Tournament:
    if faults := tuple(faults_in(found)):
        raise TournamentError(*faults)
    return found
