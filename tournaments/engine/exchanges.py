"""Whom a player of a round could be exchanged with, and what each exchange would break."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.document import Pairing, Round, Tournament, everybody_in
from tournaments.engine.exchanging import draw_after
from tournaments.engine.rounds import by_criteria
from tournaments.engine.settings import Rematch
from tournaments.engine.swiss import Broken, Graph, PairingError


@dataclass(frozen=True, slots=True)
class NewPair:
    """Two who would meet, or one with the bye (`other` is None): what that breaks. `forbidden`: they must not
    meet; `byes`: how many byes the one had before; `unlocked`: who they were locked with is another.
    """

    one: str
    other: str | None
    broken: tuple[Broken, ...] = ()
    forbidden: bool = False
    byes: int = 0
    unlocked: bool = False

    @property
    def breaks(self) -> bool:
        """Whether it breaks anything."""
        return bool(self.broken or self.forbidden or self.byes or self.unlocked)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """An exchange with `other`: the pairs that come of it. `refused`: why it cannot be made, "" if it can;
    `sides`: they meet, and would only change who deploys first; `played`: results stand that it would change.
    """

    other: str
    pairs: tuple[NewPair, ...] = ()
    refused: str = ""
    sides: bool = False
    played: bool = False

    @property
    def possible(self) -> bool:
        """Whether it can be made."""
        return not (self.refused or self.played)


def exchanges(tournament: Tournament, number: int, one: str) -> list[Exchanged]:
    """Return what an exchange of a player with each other one of a round would break, the best first by the
    criteria; those that cannot be made last. Where no criteria make rounds, rematches alone count.
    """
    held = tournament.rounds[number - 1]
    weighing = _Weighing(tournament, number)
    found = [weighing.exchanged(held, one, other) for other in sorted(everybody_in(held) - {one})]
    return [each for _, each in sorted(found, key=lambda both: (not both[1].possible, both[0]))]


class _Weighing:
    """What pairs of a round cost."""

    def __init__(self, tournament: Tournament, number: int) -> None:
        self.tournament = tournament
        settings = tournament.settings
        if not by_criteria(settings):
            settings = settings.model_copy(update={"pairing": (Rematch(),), "fide": None})
        past = tournament.up_to(number - 1).model_copy(update={"settings": settings})
        # Boards of a team are nobody's choice: whom its members meet follows from the match.
        self.graph = None if settings.teams is not None else Graph(past, number, {}, ())

    def exchanged(self, held: Round, one: str, other: str) -> tuple[tuple[int, ...], Exchanged]:
        theirs = [each for each in held.pairings if {one, other} & set(each.players)]
        sides = len(theirs) == 1 and {one, other} == set(theirs[0].players)
        if any(each.state != "open" for each in theirs):
            return (), Exchanged(other, played=True)
        try:
            draw_after(self.tournament, held, one, other)
        except PairingError as error:
            return (), Exchanged(other, refused=error.message)
        if sides:
            return (), Exchanged(other, sides=True)
        turned = {one: other, other: one}
        pairs = [self._pair(each, turned) for each in theirs]
        pairs += [self._free(turned[each.player]) for each in held.byes if each.player in turned
                  and each.kind == "bye"]  # fmt: skip
        costs = [cost for cost, _ in pairs if cost]
        total = tuple(map(sum, zip(*costs, strict=True)))[:-1]  # without the lot
        return total, Exchanged(other, tuple(each for _, each in pairs))

    def _pair(self, old: Pairing, turned: dict[str, str]) -> tuple[tuple[int, ...], NewPair]:
        one, other = (turned.get(key, key) for key in old.players)
        graph = self.graph
        if graph is None or not graph.field.place.keys() >= {one, other}:
            return (), NewPair(one, other, unlocked=old.locked)
        pair = graph.pair_of(one, other)
        forbidden = graph.forbids(pair)
        return graph.cost(pair), NewPair(one, other, graph.broken(pair), forbidden, unlocked=old.locked)

    def _free(self, key: str) -> tuple[tuple[int, ...], NewPair]:
        graph = self.graph
        if graph is None or key not in graph.field.place:
            return (), NewPair(key, None)
        byes = graph.field.byes(self.tournament.by_id[key])
        return graph.cost(graph.pair_of(key, None)), NewPair(key, None, byes=byes)
