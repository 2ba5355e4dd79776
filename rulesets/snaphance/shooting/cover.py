"""What ground does for those who stand in it or behind it (SN-7.4.f, SN-7.4.h, SN-C-terrain)."""

from __future__ import annotations

from rulesets.engine.dice import Modifier
from rulesets.snaphance import sight
from rulesets.snaphance.ground import OPEN
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.sheet import TerrainRow
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.wording import shooting as words


def ground(state: State, place: Hex) -> TerrainRow:
    """Return what the Summary Sheet says of the ground of a hex."""
    return state.sheet.terrain[state.map.cells.get(place, OPEN).terrain]


def between(state: State, place: Hex, other: Hex) -> TerrainRow | None:
    """Return what it says of the side between two neighbours; None if nothing lies there."""
    kind = state.map.side(place, other)
    return state.sheet.terrain[kind] if kind else None


def in_fort(state: State, stand: Stand) -> bool:
    """Return whether a stand is the garrison of a fortified building (SN-C-found-tower)."""
    return ground(state, stand.place).fortified


def fire_cover(state: State, firer: Stand, target: Stand, *, met: bool = False) -> Modifier | None:
    """Return the cover of a target; None if it has none (SN-C-fire-factors, SN-C-terrain).

    It is that of its hex or of what the line of fire crosses to reach it, the stronger of the two. Of two
    lines of fire the shooter takes the better one (SN-C-sight). `met`: the target has come into contact with
    the firer or with one whom it supports: it is crossing what lies between, and only its hex covers it.
    """
    own = ground(state, target.place)
    lanes: list[TerrainRow] = []
    if not met:
        over = in_fort(state, firer)
        for lane in sight.open_lanes(state, firer.place, target.place, over_stands=over):
            crossed = between(state, lane[-1] if lane else firer.place, target.place)
            # Dice for cover are negative, so the lower number is the stronger cover.
            lanes.append(own if crossed is None or own.cover <= crossed.cover else crossed)
    # The shooter picks the lane with the least cover, which is the highest number.
    return covered_by(max(lanes, key=lambda row: row.cover, default=own))


def covered_by(row: TerrainRow) -> Modifier | None:
    """Return the cover of who stands in or behind such ground; None if it gives none (SN-C-terrain)."""
    if not row.cover:
        return None
    return Modifier("SN-C-terrain", row.cover, words.in_cover(row.side, row.plain.lower()))


def sheltered(state: State, place: Hex, attacker: Hex) -> bool:
    """Return whether hex or side shelters from an attacker (SN-7.4.f, SN-7.4.h, SN-10.5.d)."""
    rows = (ground(state, place), between(state, place, attacker))
    return any(row is not None and (row.defensive or row.removes_charge_bonus) for row in rows)


def sweeps(attacker: Stand) -> bool:
    """Return whether such a stand destroys Skirmishers in the open (SN-7.4.g, SN-10.5.a, SN-10.5.i)."""
    return attacker.profile.kind.combat or attacker.profile.code == "LC"
