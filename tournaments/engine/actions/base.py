"""What every action on a tournament is, and the parts of a tournament that actions change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import ValidationError

from rulesets.engine.errors import LeaguerError, fault_of
from tournaments.engine.document import Pairing, Player, Round, Tournament, TournamentError
from tournaments.engine.parts import Strict
from tournaments.wording import actions as words

Part = TypeVar("Part", bound=Strict)


class ActionError(LeaguerError):
    """What somebody wants to do to a tournament cannot be done: a sentence and the field that it is about."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message, path=path, code="action")


class Action(Strict):
    """Something that somebody does to a tournament; `do` says what. The tournament is what all of them make
    of its beginning, one after the other.
    """

    do: str
    arranges: ClassVar[bool] = False
    """Whether it changes settings or pairings: whoever does that has seen the newest ones."""

    def apply(self, tournament: Tournament) -> Tournament:
        """Return the tournament afterwards; raises LeaguerError with the field that is wrong."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """Return what `read_action` reads."""
        return {"do": self.do} | self.model_dump(mode="json", exclude_defaults=True)


class OnPlayer(Action):
    """An action on one player."""

    player: str

    def apply(self, tournament: Tournament) -> Tournament:
        return with_player(tournament, self.on(player_of(tournament, self.player), tournament))

    def on(self, player: Player, tournament: Tournament) -> Player:
        """Return the player afterwards; raises ActionError."""
        raise NotImplementedError


class OnRound(Action):
    """An action on one round, counted from 1."""

    round: int

    def apply(self, tournament: Tournament) -> Tournament:
        return with_round(tournament, self.round, self.on(round_of(tournament, self.round), tournament))

    def on(self, found: Round, tournament: Tournament) -> Round:
        """Return the round afterwards; raises ActionError."""
        raise NotImplementedError


class OnPairing(OnRound):
    """An action on the pairing of a player in a round."""

    player: str

    def on(self, found: Round, tournament: Tournament) -> Round:
        if not found.published:
            raise ActionError(words.not_published(self.round), "round")
        old = pairing_of(found, self.player)
        side = old.side(self.player)
        assert side is not None
        return with_pairing(found, old, self.settle(old, side))

    def settle(self, pairing: Pairing, side: Literal[0, 1]) -> Pairing:
        """Return the pairing afterwards; `side` is the player's. Raises ActionError."""
        raise NotImplementedError


# -- parts ---------------------------------------------------------------------------------------


def changed(part: Part, **fields: Any) -> Part:
    """Return a part of a tournament with other fields; raises TournamentError where they cannot be."""
    try:
        return type(part).model_validate({**dict(part), **fields})
    except ValidationError as error:
        raise TournamentError(*(fault_of(each) for each in error.errors(include_url=False))) from None


def player_of(tournament: Tournament, key: str, path: str = "player") -> Player:
    """Return the player of this id; raises ActionError."""
    found = next((each for each in tournament.players if each.id == key), None)
    if found is None:
        raise ActionError(words.no_such_player(key), path)
    return found


def with_player(tournament: Tournament, player: Player) -> Tournament:
    """Return the tournament with this player in the place of the one of the same id."""
    return changed(
        tournament, players=tuple(player if each.id == player.id else each for each in tournament.players)
    )


def round_of(tournament: Tournament, number: int) -> Round:
    """Return the round of this number; raises ActionError if it is not paired."""
    if not 1 <= number <= len(tournament.rounds):
        raise ActionError(words.no_such_round(number), "round")
    return tournament.rounds[number - 1]


def with_round(tournament: Tournament, number: int, found: Round) -> Tournament:
    """Return the tournament with this round in the place of the one of this number."""
    rounds = (*tournament.rounds[: number - 1], found, *tournament.rounds[number:])
    return changed(tournament, rounds=rounds)


def pairing_of(found: Round, player: str, path: str = "player") -> Pairing:
    """Return the pairing of a player; raises ActionError if they have none."""
    for each in found.pairings:
        if player in each.players:
            return each
    raise ActionError(words.not_paired(player), path)


def with_pairing(found: Round, old: Pairing, new: Pairing) -> Round:
    """Return the round with another pairing in the place of `old`."""
    return changed(found, pairings=tuple(new if each is old else each for each in found.pairings))


def published(tournament: Tournament) -> int:
    """Return how many rounds are published."""
    return sum(each.published for each in tournament.rounds)


def there(tournament: Tournament, number: int) -> set[str]:
    """Return the ids of all who play in a round."""
    return {each.id for each in tournament.players if each.plays(number)}


def names_of(tournament: Tournament, keys: Iterable[str]) -> list[str]:
    """Return the names of players in the order of the tournament."""
    wanted = set(keys)
    return [each.name for each in tournament.players if each.id in wanted]
