"""A stand or a General in hand: facts, actions and why not, moves, areas, answers; laws."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.contract.board import Action, UnitInspection, offered
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Menu
from rulesets.snaphance import activation, movement
from rulesets.snaphance.board import BOARD
from rulesets.snaphance.board.inspection import inspect
from rulesets.snaphance.board.reach import reach
from rulesets.snaphance.state import Stand, State
from tests.kit.hexfield import HexField, stand
from tests.kit.hexlists import random_battle
from tests.kit.hexplayers import eager


def acting(*stands: Stand, who: str = "a.c1u1", **changes: Any) -> HexField:
    """A field on which a stand acts and is asked what it does."""
    field = HexField(*stands, **changes)
    field.activate(who)
    actions = Menu(*activation._ACTIONS, *movement.groups(field), facts=(field,))
    menu = actions.followed_by(*activation._BESIDES)
    field.pending = Decision("stand", field.stand(who).side, "What does it do?", "SN-4.0.h", menu, who)
    return field


def fact(shown: UnitInspection, label: str) -> str:
    """The value of a fact."""
    value: str = next(each.value for each in shown.facts if each.label == label)
    return value


def barred(shown: UnitInspection, what: str) -> Action:
    """What is said of a deed that is not on offer."""
    found = next(each for each in shown.actions if each.what == what)
    assert not found.allowed
    return found


def test_the_facts_tell_strength_rating_and_place() -> None:
    field = acting(stand("a.c1u1", "0506", "Pi", ranks=2, left=[5, 3], disordered=True))
    shown = inspect(field, "a.c1u1")
    assert fact(shown, "SP") == "5 + 3, of 2 ranks with 5 each"
    assert fact(shown, "Order rating") == "B: needs 4 or more now"
    assert fact(shown, "Order") == "disordered"
    assert fact(shown, "Place") == "0506, facing north"
    assert fact(shown, "Command range").startswith("in the 3H of General of a.c1, who is 1H away")
    assert all(each.what != "Act" for each in shown.actions)  # it is acting: nothing bars it


def test_out_of_range_the_test_is_said_to_be_harder() -> None:
    field = acting(stand("a.c1u1", "0506"), generals={"a.c1": "1212"})
    assert (
        fact(inspect(field, "a.c1u1"), "Order rating") == "B: needs 5 or more now (far from the General -1)"
    )


def test_what_is_on_offer_comes_with_its_key_and_what_is_not_with_the_reason() -> None:
    field = acting(stand("a.c1u1", "0506", "PS"), stand("b.c1u1", "0502", "PS"))
    shown = inspect(field, "a.c1u1")
    assert field.pending is not None
    own = [dict(option.key) for option in field.pending.options if option.key.get("unit") == "a.c1u1"]
    told = [dict(each.key) for each in shown.actions if each.allowed and each.key is not None]
    assert told == [key for key in own if key in told]
    assert {key["do"] for key in own} - {key["do"] for key in told} == {"step"}  # its five hexes are one line
    assert barred(shown, "Rally").why == "it is in good order"
    assert barred(shown, "Evade").rule == "SN-5.0.a"
    assert barred(shown, "Fight on").why == "it is in no melee"


def test_many_hexes_of_one_kind_are_told_together() -> None:
    shown = inspect(acting(stand("a.c1u1", "0506", "Sk")), "a.c1u1")
    move = next(each for each in shown.actions if each.what == "Move")
    assert move.allowed
    assert move.why.startswith("to ")
    assert move.why.count(",") == 5  # six neighbours


def test_a_stand_that_waits_is_told_what_it_waits_for() -> None:
    field = acting(stand("a.c1u1", "0506"), stand("a.c1u2", "0708"), stand("a.c2u1", "0308", moved=True))
    assert barred(inspect(field, "a.c1u2"), "Move").why == (
        "it has to be chosen first: stands act one after the other"
    )
    assert barred(inspect(field, "a.c2u1"), "Move").why == "it has acted in this round"


def test_each_step_and_turn_has_its_ghost_and_is_done_at_once() -> None:
    field = acting(stand("a.c1u1", "0506", "Sh"))
    shown = inspect(field, "a.c1u1")
    ahead = next(move for move in shown.moves if move.key.get("hex") == "0505")
    assert ahead.at_once
    assert ahead.chance is None
    assert len(ahead.ghosts) == 1
    turn = next(move for move in shown.moves if move.key["do"] == "turn")
    assert turn.ghosts[0].heading in (30.0, 150.0)


def test_a_step_of_an_extra_move_tells_the_order_test_where_it_would_end() -> None:
    field = acting(stand("a.c1u1", "0506", "Sh", mp=1), generals={"a.c1": "0509"})
    field.stand("a.c1u1")
    for choice in ({"do": "step", "unit": "a.c1u1", "hex": "0505"}, {"do": "extra-move", "unit": "a.c1u1"}):
        field.run(movement.perform(field, choice))
    field.pending = Decision(
        "stand", 0, "?", "SN-4.0.h", Menu(*movement.groups(field), facts=(field,)), "a.c1u1"
    )
    shown = inspect(field, "a.c1u1")
    ahead = next(move for move in shown.moves if move.key.get("hex") == "0504")
    assert ahead.chance == pytest.approx(1 / 3)  # B, 5H from his General: 5 or more
    assert "far from the General -1" in ahead.words


def test_options_that_lead_to_an_order_test_tell_its_chance_and_the_hand_tells_it_once() -> None:
    field = acting(stand("a.c1u1", "0506", "Sh"), generals={"a.c1": None})
    assert field.pending is not None
    option = next(each for each in field.pending.options if each.key["do"] == "opportunity")
    assert option.label == "Go onto opportunity, Order Test 33%"  # B, no General: 5 or more
    told = next(each for each in inspect(field, "a.c1u1").actions if each.key == option.key)
    assert told.what == "Go onto opportunity"
    assert told.why.startswith("Order Test: 33%")


def test_those_who_move_together_have_a_ghost_each() -> None:
    field = acting(stand("a.c1u1", "0506", "Sh"), stand("a.c1u2", "0606", "Sh"))
    field.activate("a.c1u1", "a.c1u2")
    field.pending = Decision(
        "stand", 0, "?", "SN-4.0.h", Menu(*movement.groups(field), facts=(field,)), "a.c1u1"
    )
    ahead = next(move for move in inspect(field, "a.c1u1").moves if move.key.get("hex") == "0505")
    assert len(ahead.others) == 1
    assert ahead.others[0].outline[0] == pytest.approx(ahead.ghosts[0].outline[0] + 1)


def test_reach_tells_each_single_move_and_the_chance_to_get_so_far() -> None:
    field = acting(stand("a.c1u1", "0506", "Sh", mp=1), generals={"a.c1": None})
    first, second, third = reach(field, field.stand("a.c1u1"))
    assert max(first.hexes.values()) == max(second.hexes.values()) == 1.0
    assert max(third.hexes.values()) == pytest.approx(1 / 3)  # B without a General: 5 or more
    assert not first.hexes.keys() & second.hexes.keys()
    assert len(first.hexes) < len(second.hexes)


def test_reach_makes_just_the_steps_that_movement_offers() -> None:
    field = acting(stand("a.c1u1", "0506", "PS"), stand("b.c1u1", "0504", "Hs"))
    ends = {step.hexes[0] for step in movement.candidates(field.state) if step.way and not step.enemies}
    (first, *_) = reach(field, field.stand("a.c1u1"))
    assert ends <= first.hexes.keys()
    assert field.stand("a.c1u1").place == ends.pop() or not field.log  # nothing has happened


def test_looking_changes_nothing() -> None:
    field = acting(
        stand("a.c1u1", "0506", "Hs"), stand("a.c1u2", "0606", "Pi", ranks=2), stand("b.c1u1", "0505", "PS"),
        stand("b.c1u2", "0604", "Sk", opportunity=True),
    )  # fmt: skip
    before = field.state.to_json()
    for piece in (*field.state.stands, *field.state.generals):
        inspect(field, piece)
    assert field.state.to_json() == before


def test_arcs_and_zones_are_hexes_of_the_map() -> None:
    field = acting(stand("a.c1u1", "0506", "Sh"), stand("b.c1u1", "0504", "PS"))
    shown = inspect(field, "a.c1u1")
    control = next(area for area in shown.areas if area.kind == "control")
    assert len(control.parts) == 1  # two front hexes
    bands = [area for area in shown.areas if area.kind == "fire"]
    assert [1 + len(area.parts) for area in bands[:2]] == [2, 5]
    assert all(len(area.outline) == 12 for area in shown.areas)


def test_the_enemy_s_answers_to_steps_and_charges_are_told() -> None:
    field = acting(stand("a.c1u1", "0507", "Hs"), stand("b.c1u1", "0504", "Hs", opportunity=True))
    told = {(each.to.split(";")[0], each.what) for each in inspect(field, "a.c1u1").answers}
    assert any(to.startswith("Forward") and "charges" in what for to, what in told)


def test_a_general_in_hand_tells_where_he_may_ride() -> None:
    field = acting(stand("a.c1u1", "0506"))
    shown = inspect(field, "a.c1.leader")
    assert next(each.value for each in shown.facts if each.label == "Command range") == "3H"
    ride = next(each for each in shown.actions if each.what == "Ride")
    assert ride.allowed
    assert ride.why == f"to {len(shown.moves)} hexes"
    assert {area.kind for area in shown.areas} == {"leader", "march"}


def test_the_enemy_s_stand_shows_nothing_of_the_pending_decision() -> None:
    field = acting(stand("a.c1u1", "0506"), stand("b.c1u1", "0502", "Hs"))
    shown = BOARD.inspect(field, "b.c1u1")
    assert shown.side == 1
    assert not any(each.allowed for each in shown.actions)
    assert not shown.moves


def test_who_is_gone_cannot_be_taken_in_hand() -> None:
    field = acting(stand("a.c1u1", "0506"), stand("b.c1u1", None, status="destroyed"))
    with pytest.raises(LookupError):
        inspect(field, "b.c1u1")


EVERY = 151  # choices between two looks at everything


def pieces(state: State) -> Iterator[str]:
    """Everything that can be taken in hand."""
    yield from (stand.id for stand in state.stands.values() if stand.status in ("field", "reserve"))
    yield from (general.id for general in state.generals.values() if general.alive)


def check_hand(shown: UnitInspection) -> None:
    """What is allowed is offered, what is not has a reason; chances are chances; outlines are outlines."""
    for each in shown.actions:
        assert each.what, shown
        assert each.allowed or each.why, each
    for move in shown.moves:
        assert move.chance is None or 0.0 <= move.chance <= 1.0, move
        assert all(len(ghost.outline) >= 8 for ghost in move.ghosts), move
    for area in shown.areas:
        assert area.chance is None or 0.0 < area.chance < 1.0, area
        assert all(len(outline) == 12 for outline in (area.outline, *area.parts)), area
    for target in shown.targets:
        assert target.figures, target
        for figure in target.figures:
            assert figure.chance is None or 0.0 <= figure.chance <= 1.0, (target, figure)


def look(battle: Battle) -> None:
    """Take everything in hand; what the pending decision offers about a piece is in its hand."""
    pending = battle.pending
    assert pending is not None
    before = battle.state.to_json()
    for piece in pieces(battle.state):
        shown = BOARD.inspect(battle, piece)
        check_hand(shown)
        json.dumps(shown.to_json())
        if shown.side != pending.side or "leader" in piece:
            continue
        options = offered(pending, piece, pending.side)
        kinds = {option.key["do"] for option in options}
        assert len(kinds) <= sum(each.allowed for each in shown.actions) <= len(options), piece
    assert battle.state.to_json() == before


@pytest.mark.parametrize("number", range(2))
def test_everything_can_be_taken_in_hand_at_any_time(number: int) -> None:
    battle = random_battle(number, stands=6, max_turns=2)
    player = eager(number)
    kinds: set[str] = set()
    while battle.pending is not None:
        declining = BOARD.reactions.get(battle.pending.kind)
        assert declining is None or battle.pending.read(declining) == dict(declining)
        fresh = battle.pending.kind not in kinds
        if fresh or len(battle.choices) % EVERY == 0:
            kinds.add(battle.pending.kind)
            look(battle)
        battle.choose(player(battle, battle.pending))
    assert {"deploy unit", "group", "stand"} <= kinds
