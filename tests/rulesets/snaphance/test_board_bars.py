"""Why a stand in hand may not go where no option leads: the hexes around it, and the turn to the rear."""

from __future__ import annotations

from typing import Any

from rulesets.contract.board import UnitInspection
from rulesets.engine.decisions import Decision, Menu
from rulesets.engine.document import begin
from rulesets.snaphance import SYSTEM, activation, hexes, movement
from rulesets.snaphance.board.actions import bars
from rulesets.snaphance.board.inspection import inspect
from rulesets.snaphance.state import Stand
from tests.kit.battles import sample
from tests.kit.hexfield import HexField, stand
from tests.kit.hexlists import setup
from tests.kit.hexplayers import eager

WHO = "a.c1u1"


def acting(*stands: Stand, steps: tuple[str, ...] = (), **changes: Any) -> HexField:
    """A field on which a stand has stepped into these hexes, and is asked what it does."""
    field = HexField(*stands, **changes)
    field.activate(WHO)
    for step in steps:
        found = (each for each in movement.candidates(field.state) if each.way)
        movement.take(field, next(each for each in found if hexes.label(each.hexes[0]) == step))
    actions = Menu(*activation._ACTIONS, *movement.groups(field), facts=(field,))
    menu = actions.followed_by(*activation._BESIDES)
    field.pending = Decision("stand", 0, "What does it do?", "SN-4.0.h", menu, WHO)
    return field


def told(field: HexField) -> dict[str, tuple[str, str]]:
    """The reason and its rule, by hex."""
    return {each.place: (each.why, each.rule) for each in inspect(field, WHO).bars}


def why_not(shown: UnitInspection, what: str) -> list[str]:
    """What is said of a deed that is not on offer; nothing if it is not spoken of."""
    return [each.why for each in shown.actions if each.what == what and not each.allowed]


def test_ground_that_takes_a_whole_move_is_told_with_the_mp_that_are_left() -> None:
    field = acting(stand(WHO, "0506", "Pi"), steps=("0505",), terrain={"0504": "rough"})
    words = "it takes a whole single move, and this one has been begun (2 of 3 MP left)"
    assert told(field)["0504"] == (words, "SN-C-terrain")


def test_impassable_ground_is_told_by_its_name() -> None:
    field = acting(stand(WHO, "0506"), terrain={"0505": "lake"})
    why, rule = told(field)["0505"]
    assert why.endswith("may not enter lake or crag")
    assert rule == "SN-C-terrain"


def test_who_has_gone_forward_is_told_that_he_goes_back_in_no_such_move() -> None:
    field = acting(stand(WHO, "0506", "Pi"), steps=("0505",))
    assert told(field)["0506"] == (
        "this single move goes forward: no step of another kind joins it",
        "SN-4.0.g",
    )


def test_a_friend_in_the_way_is_named() -> None:
    field = acting(stand(WHO, "0506", "Pk"), stand("a.c1u2", "0505", "Pk", name="The reserve"))
    why, rule = told(field)["0505"]
    assert "The reserve stands there" in why
    assert rule == "SN-1.2.a"


def test_whose_zone_of_control_bars_a_hex_is_named() -> None:
    enemy = stand("b.c1u1", "0505", "Pk", facing=5, name="The tercio")
    why, rule = told(acting(stand(WHO, "0606", "Pi"), enemy))["0605"]
    assert why == "its flank or rear would be in the zone of control of The tercio"
    assert rule == "SN-4.6.c"


def test_an_enemy_whom_it_may_not_charge_bars_the_hexes_before_him() -> None:
    field = acting(stand(WHO, "0506", "Pk"), stand("b.c1u1", "0504", "Hs", name="Horse"))
    assert "it would come into contact with Horse, and infantry do not charge Mounted Combat Stands" in {
        why for why, _ in told(field).values()
    }


def test_everything_around_a_stand_that_acts_is_on_offer_or_told() -> None:
    lists = sample("swedish-army-1632"), sample("imperial-army-1632")
    battle, player = begin(SYSTEM, setup(*lists, terrain="roll", max_turns=4), "7"), eager("bars")
    asked = 0
    while battle.pending is not None and asked < 200:
        if battle.pending.kind == "stand":
            asked += 1
            acts, options = battle.state.stands[battle.pending.subject], list(battle.pending.options)
            around = {place for place in hexes.neighbours(acts.place) if place in battle.state.map}
            ways = {option.key.get("hex") for option in options}
            found = bars(battle, acts, options)
            assert {each.place for each in found} == {hexes.label(place) for place in around} - ways
            assert all(each.why and each.rule for each in found)
        battle.choose(player(battle, battle.pending))
    assert asked == 200


def test_nobody_else_reads_where_a_stand_may_not_go() -> None:
    shown = inspect(acting(stand(WHO, "0506"), terrain={"0505": "lake"}), WHO)
    assert shown.bars
    assert not shown.for_others().bars


def test_the_turn_to_the_rear_is_barred_by_the_move_that_was_begun() -> None:
    field = acting(stand(WHO, "0506", "Pi"), steps=("0505",))
    assert why_not(inspect(field, WHO), "Turn to the rear") == [
        "it takes a whole single move, and this one has been begun"
    ]


def test_a_deed_that_nothing_is_known_against_is_not_spoken_of() -> None:
    field = acting(stand(WHO, "0506", "Pi"), steps=("0505",))
    for each in inspect(field, WHO).actions:
        assert "another decision" not in each.why
