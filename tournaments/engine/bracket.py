"""The bracket of a knock-out: which battles there are, who fights them, and who is out.

`slots` makes the pairings of a bracket whose first line is given; `resolved` goes through them with the
rounds that were played. A place in the first line that nobody has is "": whoever is opposite goes on without
a battle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from tournaments.engine.document import Pairing, Round
from tournaments.engine.kinds import Knockout
from tournaments.engine.scoring import scored
from tournaments.engine.settings import Scoring

NOBODY = ""
Stage = Literal["", "losers", "third", "final", "reset"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where somebody in a battle comes from: a place of the first line, or another battle."""

    kind: Literal["place", "winner", "loser"]
    number: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A battle of a bracket, fought in its `round` (from 1)."""

    number: int
    sources: tuple[Source, Source]
    round: int
    stage: Stage = ""

    @property
    def level(self) -> int:
        """How far whoever is put out by it came: the more the further."""
        return 2 * self.round + (self.stage in ("final", "reset"))


@dataclass(frozen=True, slots=True)
class Resolved:
    """A battle with those who fight it. None: nobody knows yet; "": nobody."""

    slot: Slot
    players: tuple[str | None, str | None]
    winner: str | None
    loser: str | None

    @property
    def fought(self) -> bool:
        """Whether two people are to fight it."""
        return all(self.players)

    @property
    def open(self) -> bool:
        """Whether it waits for its result."""
        return self.fought and self.winner is None


@dataclass
class _Drawing:
    """A bracket as it grows."""

    slots: list[Slot] = field(default_factory=list)

    def add(self, one: Source, other: Source, stage: Stage = "") -> Source:
        """Add a battle as soon as both have fought theirs; return where its winner comes from."""
        after = [self.slots[each.number].round for each in (one, other) if each.kind != "place"]
        number = len(self.slots)
        self.slots.append(Slot(number, (one, other), 1 + max(after, default=0), stage))
        return Source("winner", number)

    def halved(self, sources: Sequence[Source], stage: Stage = "") -> list[Source]:
        """Add a round in which each meets the next."""
        return [self.add(one, other, stage) for one, other in zip(sources[::2], sources[1::2], strict=True)]


def slots(size: int, settings: Knockout, *, double: bool) -> tuple[Slot, ...]:
    """Return the battles of a bracket with a first line of `size` places, a power of two from 2 on."""
    drawing = _Drawing()
    line = [Source("place", at) for at in range(size)]
    losers: list[Source] = []
    while len(line) > 1:
        stage: Stage = "final" if len(line) == 2 and not double else ""
        if stage and settings.third_place and size > 2:
            drawing.add(_loser_of(line[0]), _loser_of(line[1]), "third")
        line = drawing.halved(line, stage)
        if double:
            losers = _dropped(drawing, losers, [_loser_of(each) for each in line], size)
    if double:
        final = drawing.add(line[0], losers[0], "final")
        if settings.reset:
            drawing.add(final, _loser_of(final), "reset")
    return tuple(drawing.slots)


def _loser_of(source: Source) -> Source:
    return Source("loser", source.number)


def _dropped(drawing: _Drawing, losers: list[Source], fallen: list[Source], size: int) -> list[Source]:
    """Let those who have just lost for the first time meet those who lost before.

    Of two neighbouring parts of the bracket each sends its loser to the other part, and only then do the two
    become one: so nobody meets the same opponent again before the end.
    """
    if not losers:
        return drawing.halved(fallen, "losers") if size > 2 else fallen
    turned = [fallen[at ^ 1] for at in range(len(fallen))] if len(fallen) > 1 else fallen
    met = [drawing.add(one, other, "losers") for one, other in zip(losers, turned, strict=True)]
    return drawing.halved(met, "losers") if len(met) > 1 else met


def resolved(
    line: Sequence[str], rounds: Sequence[Round], settings: Knockout, scoring: Scoring, *, double: bool
) -> list[Resolved]:
    """Return all battles of a bracket as they stand after some rounds, the first of them being its first."""
    found: list[Resolved] = []
    for slot in slots(len(line), settings, double=double):
        one, other = (_who(each, line, found) for each in slot.sources)
        if slot.stage == "reset":
            found.append(_second_final(found[-1], slot, rounds, settings, scoring))
            continue
        found.append(_decided(slot, (one, other), rounds, settings, scoring, line))
    return found


def _who(source: Source, line: Sequence[str], found: Sequence[Resolved]) -> str | None:
    if source.kind == "place":
        return line[source.number]
    before = found[source.number]
    return before.winner if source.kind == "winner" else before.loser


def _second_final(
    final: Resolved, slot: Slot, rounds: Sequence[Round], settings: Knockout, scoring: Scoring
) -> Resolved:
    """Return the second final: only who had not been beaten before the first one, and lost it, needs it."""
    first, second = final.players
    if final.winner is None:
        return Resolved(slot, (None, None), None, None)
    if final.winner != second or not final.fought:
        return Resolved(slot, (final.winner, NOBODY), final.winner, NOBODY)
    return _decided(slot, (first, second), rounds, settings, scoring, (first or "", second or ""))


def _decided(
    slot: Slot, players: tuple[str | None, str | None], rounds: Sequence[Round], settings: Knockout,
    scoring: Scoring, line: Sequence[str],
) -> Resolved:  # fmt: skip
    """Return a battle with its winner and loser, as far as they are known."""
    one, other = players
    if one is None or other is None:
        return Resolved(slot, players, None, None)
    if NOBODY in players:
        return Resolved(slot, players, one or other, NOBODY)
    if slot.round > len(rounds):
        return Resolved(slot, players, None, None)
    played = rounds[slot.round - 1]
    for pairing in played.pairings:
        if set(pairing.players) == {one, other}:
            winner = _winner(pairing, settings, scoring, line)
            loser = None if winner is None else {one: other, other: one}.get(winner, NOBODY)
            return Resolved(slot, players, winner, loser)
    # One of them was not there: the other had a bye, if they were there.
    free = {each.player for each in played.byes}
    winner = next((each for each in (one, other) if each in free), NOBODY)
    return Resolved(slot, players, winner, NOBODY)


def _winner(pairing: Pairing, settings: Knockout, scoring: Scoring, line: Sequence[str]) -> str | None:
    """Return who goes on: "" if neither does, None if nobody can say."""
    result, players = pairing.result, pairing.players
    if result is None:
        return None
    if result.forfeit == "both":
        return NOBODY
    outcomes = scored(result, scoring).outcomes
    if "win" in outcomes:
        return players[outcomes.index("win")]
    if result.goes_on is not None:
        return players[result.goes_on]
    if settings.draws == "decide":
        return None
    seeds = places(len(line))
    return min(players, key=lambda each: seeds[line.index(each)])


def reached(found: Sequence[Resolved]) -> dict[str, float]:
    """Return how far everybody in a bracket came: the more the further, infinite for who is not out."""
    came = {key: math.inf for each in found for key in each.players if key}
    for each in found:
        for key in filter(None, each.players):
            came[key] = math.inf if each.winner in (None, key) else each.slot.level
        if each.slot.stage == "third" and each.winner is not None:
            came |= {key: each.slot.level - (key != each.winner) for key in each.players if key}
    return came


def seeded_line(seeds: Sequence[str]) -> tuple[str, ...]:
    """Return the first line of a bracket in which the best two meet last, the best four before that, and so
    on; the byes are for the best.
    """
    return tuple(seeds[each] if each < len(seeds) else NOBODY for each in places(len(seeds)))


def places(players: int) -> list[int]:
    """Return which seed (from 0) has each place of the first line, for the least bracket that holds them."""
    order = [0]
    while len(order) < max(players, 2):
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return order
