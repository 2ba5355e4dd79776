"""Battles on the board, and records of a table, that players may report as the result of their pairing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from pydantic import ValidationError

from battles.models import Battle
from battles.recording.book import Book
from battles.recording.models import Record
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from tournaments.access import Viewer
from tournaments.engine.document import Pairing, Result
from tournaments.engine.results import result_of
from tournaments.models import Entry

MOST = 10
"""How many battles and how many records are offered, the newest first."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A finished battle or record: its title, the name of the side that the viewer had, when it ended, and
    the result that it gives their pairing.
    """

    title: str
    system: str
    side: str
    ended: datetime
    url: str
    result: Result


def open_pairing(viewer: Viewer, number: int) -> Pairing | None:
    """Return the viewer's own pairing in a round, None if they have none there or its result counts."""
    rounds = viewer.document.rounds[number - 1 : number] if number else ()
    own = (each for held in rounds for each in held.pairings if viewer.player in each.players)
    return next((each for each in own if each.result is None), None)


def fought(viewer: Viewer, pairing: Pairing) -> list[Fought]:
    """Return what a player of a pairing may report as its result: what they fought against their opponent,
    or alone with both sides and no tactician. Four queries at most.
    """
    ours = pairing.side(viewer.player)
    if viewer.user is None or ours is None:
        return []
    opponent = pairing.players[1 - ours]
    people = Entry.objects.filter(tournament=viewer.tournament, player=opponent).exclude(user=None)
    them = list(people.values_list("user", flat=True))
    me = viewer.user
    both = Q(owner=me, opponent=None) | Q(owner=me, opponent__in=them) | Q(owner__in=them, opponent=me)
    systems = viewer.document.settings.limits.systems or tuple(registry.PACKAGES)
    where = Q(both, system__in=[each for each in systems if each in registry.PACKAGES], archived=False)
    found = [each for row, battle in _finished(where) for each in _as_results(row, battle, me.pk, ours)]
    scoring = viewer.document.settings.scoring
    if scoring.bands and scoring.formula is None:  # the difference alone says who has won
        found = [replace(each, result=each.result.model_copy(update={"winner": None})) for each in found]
    return sorted(found, key=lambda each: each.ended, reverse=True)


def _finished(where: Q) -> Iterator[tuple[Battle | Record, dict[str, Any]]]:
    """Yield battles that were fought here to the end, and records that both sides signed, with what the
    system says of how they ended.
    """
    battles = Battle.objects.with_people().filter(where, status=Battle.Status.OVER, tacticians=[])
    for battle in battles.order_by("-finished")[:MOST]:
        if battle.meeting is None and battle.result is not None:
            yield battle, battle.result
    records = Record.objects.with_people().filter(where).exclude(settled=None).select_related("battle")
    for record in records.order_by("-settled").prefetch_related("claims")[:MOST]:
        try:
            score = Book(record, list(record.claims.all())).score()
        except LeaguerError:  # its lists can no longer be read
            continue
        # What is shown of a score, and what is stored: systems find their figures in the one or the other.
        yield record, {**score.to_json(), **score.signed()}


def _as_results(row: Battle | Record, ended: dict[str, Any], user: int, ours: int) -> Iterator[Fought]:
    """Yield what a battle gives for each side that the viewer may have had; `ours`: theirs in the pairing."""
    sides = (1,) if row.opponent_id == user else (0,) if row.opponent_id is not None else (0, 1)
    at = row.finished if isinstance(row, Battle) else row.settled
    for side in sides:
        try:
            result = result_of(row.system, ended, first=side if ours == 0 else 1 - side)
        except (LeaguerError, ValidationError):  # a system without figures, or figures that no result has
            continue
        yield Fought(
            row.title, row.system_name, row.sides[side], at or row.updated, row.get_absolute_url(), result
        )
