"""What is gathered to be drawn: of a view, all that is in it and nothing that is not."""

from __future__ import annotations

import pytest

from campaigns.drawing.drawn import draw_map
from campaigns.drawing.scene import NoMapError, scene_of, trails_of
from campaigns.engine import shipped
from campaigns.engine.documents import begin
from campaigns.engine.orders import read_orders
from campaigns.engine.state import Sighting, State
from campaigns.engine.view import view
from tests.kit.campaigns import met


@pytest.fixture
def state() -> State:
    """The island at its first turn."""
    return begin(shipped.campaigns()["island"])


def test_the_umpire_sees_all_forces_and_a_faction_its_own_alone(state: State) -> None:
    drawn = {piece.id for piece in scene_of(view(state, None)).pieces}
    assert drawn == set(state.forces)
    mine = scene_of(view(state, "crown")).pieces
    assert {piece.id for piece in mine} == {
        key for key, each in state.forces.items() if each.faction == "crown"
    }
    assert all(piece.mine for piece in mine)


def test_nothing_of_the_enemy_is_in_the_drawing_but_what_was_sighted(state: State) -> None:
    enemy = next(each for each in state.forces.values() if each.faction == "commons")
    enemy.name = "Cromwell's Own"
    assert "Cromwell" in draw_map(view(state, None))
    assert "Cromwell" not in draw_map(view(state, "crown"))
    state.turn = 4
    state.factions["crown"].sightings[enemy.id] = Sighting(
        enemy.id, "Horse", "commons", "northwick", 2, 95.4, "scouted"
    )
    svg = draw_map(view(state, "crown"))
    assert "Horse: seen by scouts 2 weeks ago, strength about 95" in svg
    assert "Cromwell" not in svg
    (ghost,) = scene_of(view(state, "crown")).ghosts
    assert (ghost.area, ghost.age, ghost.figure) == ("northwick", 2, "~95")
    assert scene_of(view(state, "")).ghosts == ()
    state.factions["crown"].sightings[enemy.id].how = "fought"
    assert "Horse: met in battle 2 weeks ago, strength 95<" in draw_map(view(state, "crown"))
    (ghost,) = scene_of(view(state, "crown")).ghosts
    assert ghost.figure == "95"


def test_a_rumour_of_unknown_strength_is_a_question_mark(state: State) -> None:
    state.factions["crown"].sightings["co1"] = Sighting("co1", "", "commons", "northwick", 1, 0, "rumour")
    (ghost,) = scene_of(view(state, "crown")).ghosts
    assert (ghost.figure, ghost.rumour, ghost.age) == ("?", True, 0)


def test_an_ally_stands_on_the_map_with_about_its_worth(state: State) -> None:
    for one, other in (("crown", "company"), ("company", "crown")):
        state.factions[one].relations[other] = "alliance"
    allies = [piece for piece in scene_of(view(state, "crown")).pieces if not piece.mine]
    assert {piece.faction for piece in allies} == {"company"}
    assert all(piece.figure.startswith("~") for piece in allies)


def test_a_force_is_drawn_as_what_most_of_it_is(state: State) -> None:
    force = state.forces["cr1"]
    for unit, arm in zip(force.units, ["guns", "horse", *["foot"] * 30], strict=False):
        unit.arm, unit.steps, unit.lost = arm, 2, 0
    piece = next(each for each in scene_of(view(state, None)).pieces if each.id == "cr1")
    assert (piece.arm, piece.with_horse, piece.with_guns) == ("foot", True, True)
    assert piece.figure == f"{force.worth:.0f}"  # points, as sightings and the pages say
    force.inside, force.supplied = True, False
    piece = next(each for each in scene_of(view(state, None)).pieces if each.id == "cr1")
    assert piece.title.endswith("in garrison, out of supply")


def test_an_engagement_of_this_turn_is_drawn_where_it_is_fought(state: State) -> None:
    engagement = met(state, "t1e1", "cr1", "co1")
    state.engagements["t1e1"] = engagement
    (fight,) = scene_of(view(state, "crown")).fights
    assert (fight.area, fight.other, fight.open) == (engagement.area, "", True)
    assert scene_of(view(state, "company")).fights == ()
    other = next(iter(state.map.ways[engagement.area]))  # type: ignore[union-attr]
    engagement.link = "~".join(sorted((engagement.area, other)))
    assert scene_of(view(state, None)).fights[0].other == other
    state.turn = 2
    assert scene_of(view(state, None)).fights == ()


def test_orders_and_supply_are_ways_from_where_forces_stand(state: State) -> None:
    start = state.forces["cr1"].at
    orders = read_orders(
        {
            "faction": "crown",
            "forces": {"cr1": {"do": "march", "path": ["mill-cross", "saltham"]}, "cr2": {"do": "hold"}},
        }
    )
    scene = scene_of(
        view(state, "crown"), orders=orders, supply={"cr1": (start, "northwick"), "co1": ("a", "b")}
    )
    assert [plan.path for plan in scene.plans] == [(start, "mill-cross", "saltham")]
    assert [(line.force, line.path) for line in scene.supply] == [("cr1", (start, "northwick"))]


def test_marches_are_read_from_events_that_may_be_known(state: State) -> None:
    events = [
        {"kind": "marched", "force": "cr1", "came_from": "saltham", "path": ["arrowford", "greywood"]},
        {"kind": "evaded", "force": "cr2", "came_from": "wrack", "area": "eastgate"},
        {"kind": "weather", "name": "rain"},
        {"kind": "marched", "force": "co1", "came_from": "wrack", "path": ["eastgate"]},
    ]
    trails = trails_of(events, view(state, "crown"))
    assert [(each.faction, each.path) for each in trails] == [
        ("crown", ("saltham", "arrowford", "greywood")),
        ("crown", ("wrack", "eastgate")),
        ("", ("wrack", "eastgate")),
    ]
    assert draw_map(view(state, "crown"), trails=trails).count('class="map-move"') == 2


def test_a_campaign_without_a_map_cannot_be_drawn(state: State) -> None:
    state.map = None
    with pytest.raises(NoMapError, match="has no map"):
        scene_of(view(state, None))


def test_every_faction_of_every_campaign_that_ships_has_a_map_to_look_at() -> None:
    drawn = 0
    for document in shipped.campaigns().values():
        state = begin(document)
        for who in (None, "", *state.factions):
            if state.map is not None:
                assert draw_map(view(state, who)).startswith("<svg")
                drawn += 1
    assert drawn > 10
