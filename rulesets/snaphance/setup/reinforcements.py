"""Stands that come later (SN-C-setup): from their round on they enter the map in their group's activation."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Option
from rulesets.snaphance import generals, hexes, zones
from rulesets.snaphance.events.command import StandsDone
from rulesets.snaphance.events.setup import GeneralPlaced, StandEntered
from rulesets.snaphance.scenarios import enterable
from rulesets.snaphance.state import Group, State
from rulesets.snaphance.wording import setup as words

RULE = "SN-C-setup"


def options(state: State, group: Group) -> Iterator[Option]:
    """Yield the hexes and facings with which the stands that are due may enter now.

    The hexes are free, fit for the stand and in no enemy zone of control; nobody arrives in contact.
    """
    for stand in map(state.stands.__getitem__, group.stands):
        if stand.status != "reserve" or not 0 < stand.arrives <= state.turn:
            continue
        for place in state.plan.entries.get(stand.id, ()):
            if state.occupied.get(place) or not enterable(state.map, state.sheet, place, stand.profile):
                continue
            if zones.zones_at(state, place, stand.side):
                continue
            label, home = hexes.label(place), 1 if stand.side == 0 else 4
            for facing in ((home + turn) % 6 for turn in range(6)):
                if not any(state.enemy_at(other, stand.side) for other in hexes.front(place, facing)):
                    yield Option(
                        {"do": "enter", "unit": stand.id, "hex": label, "facing": facing},
                        words.arrives(stand.name, label, hexes.facing_words(facing)),
                        RULE,
                    )


def enter(battle: Battle, choice: Choice) -> None:
    """Let a stand enter the map as its turn, the General with the group's first (SN-3.1.d, SN-C-setup)."""
    state: State = battle.state
    stand = state.stands[choice["unit"]]
    battle.apply(StandEntered(RULE, stand.id, choice["hex"], choice["facing"]))
    generals.overrun(battle, stand.place, stand.side)
    general = state.general_of(stand)
    if general is not None and general.hex is None:
        battle.apply(GeneralPlaced(RULE, general.id, choice["hex"]))
    battle.apply(StandsDone("SN-1.4.d", (stand.id,)))
