"""What a stand reaches and controls: single moves, its zone, its bands of fire, command. In H."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulesets.contract.board import Area, AreaKind
from rulesets.engine.battle import Battle
from rulesets.engine.wording import ordinal
from rulesets.snaphance import hexes, horizon, viewing, zones
from rulesets.snaphance.board.reach import reach
from rulesets.snaphance.board.what_if import as_if_acting
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.shooting import cover, dice
from rulesets.snaphance.state import General, Stand, State

_TESTS = (
    "",
    ", an Order Test at its end",
    ", if the Order Test before it is passed",
    ", if all Order Tests before it are passed",
)
INSIDE = 0.97
"""How much of a hex an area fills, so that its own border stays to be seen."""


def areas(battle: Battle, stand: Stand) -> tuple[Area, ...]:
    """All that the stand reaches from where it stands, as if it were acting now if it is not."""
    state: State = battle.state
    if not state.turn:
        return tuple(_deploying(state, stand))
    if stand.hex is None:
        return ()
    with as_if_acting(state, stand):
        return (*_moves(battle, stand), *_control(state, stand), *_fire(state, stand))


def area(
    state: State, kind: AreaKind, label: str, rule: str, places: Iterable[Hex], chance: float | None = None,
    step: int = 0, short: str = "", part: float = INSIDE,
) -> Iterator[Area]:  # fmt: skip
    """An area of hexes, nothing for none of them."""
    outlines = [viewing.outline(place, state.map.rows, part) for place in places if place in state.map]
    if outlines:
        sure = None if chance == 1.0 else chance
        yield Area(kind, label, rule, outlines[0], sure, step, short, tuple(outlines[1:]))


def _deploying(state: State, stand: Stand) -> Iterator[Area]:
    """SN-C-setup: where it is deployed."""
    places = sorted(state.plan.zones[stand.side])
    yield from area(state, "zone", "deployment zone", "SN-C-setup", places)


def _moves(battle: Battle, stand: Stand) -> Iterator[Area]:
    """SN-4.0.g, SN-4.4.a: where each single move brings it, and the enemies that it could charge.

    The Order Test comes at the end of the second move and of every further one, so the first two are sure
    and the chance of any other is that all tests before it are passed.
    """
    state: State = battle.state
    for step, made in enumerate(reach(battle, stand)):
        which = ordinal(made.number)
        best = max(made.hexes.values(), default=1.0)
        label = f"{which} single move{_TESTS[min(made.number, len(_TESTS)) - 1]}"
        rule = "SN-4.0.g" if made.number == 1 else "SN-4.4.a"
        yield from area(state, "march", label, rule, made.hexes, best, step, f"{which} move")
        struck = [state.stands[id_].place for id_ in made.enemies]
        chance = max(made.enemies.values(), default=1.0)
        label = f"enemies within a charge in the {which} move"
        yield from area(state, "charge", label, "SN-10.0.a", struck, chance, step, "charge", 1.0)


def _control(state: State, stand: Stand) -> Iterator[Area]:
    """SN-4.6.a: its zone of control; SN-4.0.c: its front hexes, if they are none."""
    has = zones.has_zone(state, stand)
    label = "zone of control: its front hexes" if has else "its front hexes, no zone of control"
    yield from area(state, "control", label, "SN-4.6.a" if has else "SN-4.0.c", stand.front, part=0.8)


def _fire(state: State, stand: Stand) -> Iterator[Area]:
    """SN-7.0.a-c, SN-7.1: the hexes that it can fire into, band by band: in its arc, in sight, in range."""
    most = dice.reach(stand.profile, state.sheet)
    if not most or state.in_melee(stand.id):
        return
    garrison = cover.in_fort(state, stand)
    arc = hexes.in_narrow_arc if stand.profile.code == "Art" else hexes.in_wide_arc
    seen: dict[int, list[Hex]] = {}
    for place in horizon.seen_from(state, stand.place, most, over_stands=garrison):
        if garrison or arc(stand.place, stand.facing, place):
            seen.setdefault(hexes.distance(stand.place, place), []).append(place)
    rule = "SN-7.0.b" if stand.profile.code == "Art" else "SN-7.0.a"
    for distance, places in sorted(seen.items()):
        added = dice.weapon_dice(stand.profile, distance, state.sheet)
        if added is not None:
            changed = f", {added:+d} dice" if added else ""
            label = f"fire at {distance}H{changed}"
            yield from area(state, "fire", label, rule, places, step=distance - 1, part=0.72)


def command_areas(state: State, general: General, places: Iterable[Hex]) -> Iterator[Area]:
    """SN-3.0.a: who is in a General's range; SN-3.1.a: where he may ride (`places`)."""
    assert general.hex is not None
    inside = list(hexes.disc(general.hex, general.command_range))
    label = f"command range, {general.command_range}H"
    yield from area(state, "leader", label, "SN-3.0.a", inside)
    yield from area(state, "march", "where he may ride", "SN-3.1.a", places, step=1)
