"""Two roads, one answer: the searches of supply and retreat against plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.engine.dice import TurnDice
from campaigns.engine.state import NOBODY
from campaigns.engine.strategy import HORIZON, Situation
from campaigns.engine.turn.ground import Ground, is_home
from campaigns.engine.turn.retreat import way_back
from campaigns.engine.turn.supply import supply_ways
from campaigns.engine.ways import blocked, share
from tests.kit.campaignlaws import AREA_IDS, campaigns

LAWS = settings(suppress_health_check=list(HealthCheck))


@st.composite
def owned(draw: st.DrawFn):
    """A campaign whose areas belong to anybody."""
    state = draw(campaigns())
    for area in state.areas.values():
        area.owner = draw(st.sampled_from(["red", "blue", "green", NOBODY]))
        area.stock = 0
    state.rules.supply = state.rules.supply.model_copy(update={"connected": False})
    if draw(st.booleans()):
        state.factions["green"].relations["red"] = "alliance"
    return state


def paths(state, start: str, most: int) -> Iterator[tuple[str, ...]]:
    """Every way of at most so many links that visits no area twice, without its start."""

    def further(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield path
        if len(path) < most:
            for key in state.map.ways[path[-1] if path else start]:
                if key != start and key not in path:
                    yield from further((*path, key))

    return further(())


def feeds(state, ground, faction: str, key: str) -> bool:
    """Whether an area is a source of supply for a faction."""
    area = state.map.by_id[key]
    mine = ground.friendly(key, faction) and not ground.in_the_field(key, faction)
    return mine and (is_home(state, area, faction) or area.has("city") or area.has("port"))


def open_to_supply(ground, faction: str, path: tuple[str, ...], start: str) -> bool:
    links = zip((start, *path), path, strict=False)
    return all(ground.open_link(ground.map.ways[a][b]) for a, b in links) and all(
        not ground.hostile(key, faction) and not ground.in_the_field(key, faction) for key in path
    )


@LAWS
@given(owned())
def test_a_force_is_fed_if_some_way_leads_to_a_source(state):
    ground, most = Ground(state), state.rules.supply.reach or len(AREA_IDS)
    for force in state.standing():
        ways = [
            path
            for path in paths(state, force.at, most)
            if feeds(state, ground, force.faction, path[-1] if path else force.at)
            and open_to_supply(ground, force.faction, path, force.at)
        ]
        found = supply_ways(state, force.faction).get(force.id)
        assert (found is not None) == bool(ways), force.id
        if found is not None:
            assert len(found) - 1 == min(map(len, ways))


def retreats(state, force, least: int):
    """All ways back with what speaks against them, the best first."""
    ground = Ground(state)
    for path in paths(state, force.at, len(AREA_IDS)):
        links = list(zip((force.at, *path), path, strict=False))
        if len(path) < least or ground.enemies(path[-1] if path else force.at, force.faction):
            continue
        if any(state.map.ways[a][b].kind == "sea" and b != force.came_by for a, b in links):
            continue
        passed = sum(len(ground.enemies(key, force.faction)) for key in path)
        strange = sum(
            not ground.friendly(key, force.faction)
            and not ground.hostile(key, force.faction)
            and ground.owner(key) != NOBODY
            and not (number == 0 and key == force.came_by)
            for number, key in enumerate(path)
        )
        yield passed, strange, len(path)


@LAWS
@given(owned(), st.integers(1, 3))
def test_a_retreat_passes_the_fewest_enemies_then_the_fewest_links(state, least):
    for force in state.standing():
        every = list(retreats(state, force, least))
        found = way_back(Ground(state), force, least)
        assert (found is None) == (not every), force.id
        if found is not None:
            best = min(every)
            assert (found[1], len(found[0])) == (best[0], best[2])


@LAWS
@given(owned())
def test_a_commanders_distances_are_the_shortest(state):
    for faction in state.factions:
        situation = Situation(state, faction, TurnDice("x"))
        for force in situation.forces[:1]:
            shortest = {force.at: 0.0}
            for path in paths(state, force.at, 6):
                if path:
                    cost = sum(_costs(state, force, path))
                    shortest[path[-1]] = min(cost, shortest.get(path[-1], cost))
            for goal, march in situation.marches(force).items():
                assert march.turns <= HORIZON
                assert abs(march.turns - shortest[goal]) < 1e-9


def _costs(state, force, path: tuple[str, ...]) -> Iterator[float]:
    at = force.at
    for key in path:
        cost = share(state, force, state.map.ways[at][key], key, forced=False, weather=100)
        yield cost if cost <= 1 and not blocked(state, force.faction, at, key) else float("inf")
        at = key
