"""How long a large campaign takes: `python -m benchmarks.bench_campaign [areas] [forces]`.

Aims with 500 areas and 200 forces: a turn under 1 s with both its parts, its map page under 150 ms with 15
queries or fewer, whoever asks for it. Times are of the processor; battles are settled by the campaign's dice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from benchmarks.campaign_map import campaign
from benchmarks.site import fresh_site
from campaigns.drawing.drawn import draw_map
from campaigns.engine.dice import TurnDice
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.quick import quick
from campaigns.engine.resolve import conclude, march, open_engagements
from campaigns.engine.simulation import commanded
from campaigns.engine.state import State
from campaigns.engine.view import view

TURNS, ROUNDS = 6, 20
FACTION = "faction-1"


def main() -> None:
    """Prints the turns of the campaign, then what looking at it costs."""
    areas, forces = [*map(int, sys.argv[1:3]), *(500, 200)[len(sys.argv) - 1 :]]
    document = campaign(areas, forces)
    print(f"{areas} areas, {forces} forces; ms of the processor")
    state = _turns(begin(read_campaign(document)))
    print(f"\nMedians of {ROUNDS}, after turn {TURNS}")
    for name, who in (("umpire", None), ("faction", FACTION)):
        print(f"view of the {name:<10} {_timed(partial(view, state, who)):8.1f}")
        print(f"map of the {name:<10}  {_timed(partial(draw_map, view(state, who))):8.1f}")
    with fresh_site():
        _pages(document)


def _turns(state: State) -> State:
    print(
        f"{'turn':>4} {'forces':>7} {'orders':>8} {'march':>8} {'battles':>8} {'conclude':>9} {'events':>7}"
    )
    for _ in range(TURNS):
        turn, standing = state.turn, sum(1 for _ in state.standing())
        orders, thinking = _once(partial(commanded, state, "bench"))
        marched, marching = _once(partial(march, state, orders, "bench"))
        fought = {
            each.id: quick(marched.state, each, TurnDice("bench")) for each in open_engagements(marched.state)
        }
        concluded, concluding = _once(partial(conclude, marched.state, fought, "bench"))
        events = len(marched.entries) + len(concluded.entries)
        print(f"{turn:>4} {standing:>7} {thinking:8.1f} {marching:8.1f}", end=" ")
        print(f"{len(fought):>8} {concluding:9.1f} {events:>7}")
        state = concluded.state
    return state


def _pages(document: dict[str, Any]) -> None:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from campaigns import services

    umpire, player = (User.objects.create_user(name) for name in ("umpire", "player"))
    row = services.create(umpire, document, seed="bench")
    services.add_member(row, player, "player", FACTION, chief=True)
    for _ in range(2):
        row = _resolved(row)
    print(f"\n{'page':<22} {'ms':>8} {'queries':>8} {'KB':>8}")
    for user in (umpire, player):
        client = Client()
        client.force_login(user)
        for page in ("", "orders/", "forces/", "factions/", "chronicle/"):
            address = f"{row.get_absolute_url()}{page}"
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(address)
            asked = len(queries)
            if answer.status_code == 200:
                took = _timed(partial(client.get, address))
                size = len(answer.content) / 1000
                print(f"{f'{user}: {page or chr(47)}':<22} {took:8.1f} {asked:>8} {size:8.0f}")


def _resolved(row: Any) -> Any:
    """The campaign a turn later, its orders by the automatic commander."""
    from campaigns import services
    from campaigns.persistence import state_of

    row.automatic = sorted(state_of(row).factions)
    row.save(update_fields=["automatic"])
    services.resolve(row, row.revision)
    row.refresh_from_db()
    state = state_of(row)
    for each in open_engagements(state):
        services.settle(row, each.id, quick(state, each, TurnDice("bench")), row.owner)
        row.refresh_from_db()
    return row


def _once(call: Callable[[], Any]) -> tuple[Any, float]:
    began = process_time()
    found = call()
    return found, (process_time() - began) * 1000


def _timed(call: Callable[[], Any]) -> float:
    return median(_once(call)[1] for _ in range(ROUNDS))


if __name__ == "__main__":
    main()
