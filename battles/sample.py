"""Fought battles, one that goes on, and two meetings to begin with; loading them again changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User

from armylists import sample as army_sample
from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.contract import registry
from rulesets.engine.decisions import Decision

USERS = tuple((name, army_sample.PASSWORD) for name in army_sample.LISTS)

SEED = "Naseby"
NAMES = ("The King", "Parliament")
SIDES = ("royalist-oxford-army", "parliament-eastern-association")

MEETING_SEED = "Polonka"
MEETING_NAMES = ("Crown vanguard", "Tsar’s frontier force")
FORCES = ("polish-1649-52-10", "muscovite-1648-76-11")
STOP = "place terrain"
"""The meeting that goes on has come to a decision of this kind."""

SCENARIO = "snaphance/training_clash"
SCENARIO_SEED = "Luetzen"
ROUND = 3
"""The battle on hexes that goes on has come to this round."""


def load() -> Battle:
    """Return the sample's battle between Alice's and Bob's lists, fought to its end, with its users and
    lists; two meetings of their forces: one with its table ready, one that the two of them are in the middle
    of; a scenario on hexes, fought to its end, and the same that they are in the middle of.

    The battle is shared, so that whoever visits can look at it.
    """
    users, lists = army_sample.load()
    owner = users["alice"]
    row = find()
    if row is None:
        documents = [lists[key].document for key in SIDES]
        row = services.begin(owner, _setup(documents, NAMES), seed=SEED)
        services.share(row)
    services.advance(row, None)
    documents = [lists[key].document for key in FORCES]
    _load_meetings(users, _setup(documents, MEETING_NAMES))
    _load_scenario(users)
    return row


def find() -> Battle | None:
    """Return the sample's battle if it was loaded."""
    return Battle.objects.filter(owner__username="alice", seed=SEED).order_by("pk").first()


def meetings() -> tuple[Battle | None, Battle | None]:
    """Return the sample's meetings if they were loaded: the one that is over, and the one that goes on."""
    found = Battle.objects.filter(
        owner__username="alice", side_a=MEETING_NAMES[0], side_b=MEETING_NAMES[1]
    ).order_by("pk")
    return found.filter(seed=MEETING_SEED).first(), found.exclude(seed=MEETING_SEED).first()


def scenario_battles() -> tuple[Battle | None, Battle | None]:
    """Return the sample's battles from a scenario if they were loaded: the one that is over, the other."""
    system = SCENARIO.partition("/")[0]
    rows = Battle.objects.filter(owner__username="alice", system=system).order_by("pk")
    fought = rows.filter(seed=SCENARIO_SEED)
    return fought.first(), rows.filter(opponent__username="bob").exclude(seed=SCENARIO_SEED).first()


def _load_scenario(users: Mapping[str, User]) -> None:
    """Alice's battle from a scenario against the tactician's wits on both sides, and hers against Bob."""
    system, _, key = SCENARIO.partition("/")
    editor = registry.get(system).scenarios
    if editor is None:
        return
    setup = editor.setup(editor.shipped()[key])
    fought, going = scenario_battles()
    if fought is None:
        fought = services.begin(users["alice"], setup, seed=SCENARIO_SEED, agreed=True)
    services.advance(fought, None)
    if going is None:
        row = services.begin(users["alice"], setup, opponent=users["bob"], tacticians=(), agreed=True)
        _play(row, users, lambda state, pending: state.turn >= ROUND and pending.side == 0)


def _load_meetings(users: Mapping[str, User], setup: dict[str, object]) -> None:
    """Load a meeting that is over, and Alice's with Bob as far as their first pieces of terrain."""
    ready, going = meetings()
    if ready is None:
        ready = services.begin(users["alice"], setup, seed=MEETING_SEED)
    services.advance(ready, None)
    if going is None:
        row = services.begin(users["alice"], setup, opponent=users["bob"], tacticians=())
        _play(row, users, _places_terrain)


def _places_terrain(state: Any, pending: Decision) -> bool:
    """Whether it is Alice's turn to place a piece of terrain, and not the first."""
    return pending.kind == STOP and pending.side == 0 and len(state.terrain) > 1


def _play(row: Battle, users: Mapping[str, User], stop: Callable[[Any, Decision], bool]) -> None:
    """Alice and Bob choose what the tactician would, until a decision to stop at, or the end."""
    players = users["alice"], users["bob"]
    while not row.over:
        with played(row) as found:
            pending = found.engine.pending
            assert pending is not None
            if stop(found.engine.state, pending):
                return
            choice = found.engine.system.core.tactician(found.engine, pending)
        services.choose(row, row.revision, choice, pending.side, players[pending.side])


def _setup(documents: list[dict[str, object]], names: tuple[str, str]) -> dict[str, object]:
    return {
        "format": "leaguer-setup",
        "version": 1,
        "system": documents[0]["system"],
        "lists": documents,
        "sides": list(names),
    }
