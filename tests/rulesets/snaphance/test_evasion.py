"""Evasion: who may evade from charges and from fire, how far, and how often (SN-5.0, SN-C-evade-timing)."""

import pytest

from rulesets.snaphance import charge, hexes, reactions
from rulesets.snaphance.charge import plan
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.events.charge import Evaded
from rulesets.snaphance.reactions import evasion
from rulesets.snaphance.state import Melee, Move
from tests.kit.hexfield import HexField, stand

# a at 0507 looks north; its way to b at 0505, which looks south, leads through 0506
TARGET = "b.c1u1"
HORSE = "a.c1u1"


def charging(*others, code: str = "LC", horse: dict | None = None, **target):
    """A stand of Horse two hexes south of a target of that class that may evade to the north."""
    dice = target.pop("dice", ())
    terrain = target.pop("terrain", None)
    field = HexField(
        stand(HORSE, "0507", "Hs", **(horse or {})),
        stand(TARGET, target.pop("place", "0505"), code, **target),
        *others, dice=dice, terrain=terrain, generals={"b.c1": "0703"},
    )  # fmt: skip
    field.activate(HORSE)
    return field


def declared(field: HexField, *, place: str = "0506", target: str = TARGET) -> plan.Charge:
    return plan.onset(field.state, {HORSE: hexes.named(place)}, field.stand(HORSE).facing, target)


def may_evade(field: HexField, id_: str = TARGET, *, place: str = "0506") -> bool:
    return evasion.from_charge(field.state, field.stand(id_), declared(field, place=place, target=id_))


def evade(field: HexField, *answers, id_: str = TARGET):
    return field.run(evasion.run(field, field.stand(id_), [field.stand(HORSE)]), *answers)


def key(do: str, **more) -> dict:
    return {"do": do, "unit": TARGET, **more}


# ---------------------------------------------------------------------------- who


@pytest.mark.rule("SN-5.0.a")
@pytest.mark.parametrize("code", CLASSES)
def test_only_light_troops_evade_from_a_charge(code):
    field = charging(code=code)
    may = code in ("Sk", "Dr", "LC")
    why = evasion.why_no_evasion(field.state, field.stand(TARGET), [field.stand(HORSE)])
    assert (why and why[0]) == (None if may else "SN-5.0.a")
    assert may_evade(field) is may


@pytest.mark.rule("SN-5.0.a", "SN-6.0.e")
def test_the_active_side_does_not_evade():
    field = charging()
    field.state.active = 1
    assert not may_evade(field)


@pytest.mark.rule("SN-5.0.c")
def test_nobody_evades_out_of_a_melee():
    field = charging(stand("a.c1u2", "0406", "Hs"))
    field.state.melees.append(Melee(("a.c1u2", TARGET)))
    assert not may_evade(field)


# ---------------------------------------------------------------------------- from where


@pytest.mark.rule("SN-5.0.a", "SN-5.0.b", "SN-5.0.c")
@pytest.mark.parametrize(("facing", "evaded"), [(4, True), (1, False)], ids=["the front", "the rear"])
def test_a_charge_from_the_front_is_evaded(facing, evaded):
    field = charging(facing=facing)
    assert field.stand(TARGET).faces(hexes.named("0506")) is evaded
    assert may_evade(field) is evaded


@pytest.mark.rule("SN-5.0.c", "SN-5.0.a")
def test_who_was_seen_before_the_front_on_his_way_may_be_evaded():
    """The target looks north; the charger began in front of it and came round to its flank."""
    field = charging(facing=1, horse={"facing": 4})  # so that its zone leaves the target room
    ahead = hexes.named("0504")
    assert hexes.before_line(field.stand(TARGET).place, 1, ahead)
    field.state.activation.moves = 1
    contact = plan.onset(field.state, {HORSE: hexes.named("0506")}, 1, TARGET)
    assert not evasion.from_charge(field.state, field.stand(TARGET), contact)
    field.state.activation.move = Move(3, 1, {HORSE: (ahead, 1)}, path=[hexes.named("0507")])
    assert evasion.from_charge(field.state, field.stand(TARGET), contact)


@pytest.mark.rule("SN-5.0.g")
def test_a_neighbour_on_the_flank_who_merely_turns_is_evaded():
    field = charging(facing=1, horse={"facing": 1})
    horse, target = field.stand(HORSE), field.stand(TARGET)
    flank = hexes.flanks(target.place, target.facing)[0]
    field.state.occupied = {flank: (HORSE,), target.place: (TARGET,)}
    horse.hex = flank
    turned = (hexes.direction(flank, target.place) or 0) % 6
    made = plan.onset(field.state, {HORSE: flank}, turned, TARGET)
    assert made.against(TARGET) == (HORSE,)
    assert evasion.from_charge(field.state, target, made)


@pytest.mark.rule("SN-5.0.g")
def test_a_flank_that_is_met_because_the_stand_beside_it_is_attacked():
    """The Dragoons' flank is reached by who attacks the Pike and Shot beside them."""
    field = HexField(
        stand(HORSE, "0507", "PS"), stand("b.c1u2", "0505", "PS"),
        stand(TARGET, "0605", "Dr", facing=5), columns=12,
    )  # fmt: skip
    field.activate(HORSE)
    dragoons = field.stand(TARGET)
    # turn them so that 0506 is one of their flank hexes and nothing of the way lies before their front
    dragoons.facing = next(
        facing
        for facing in range(6)
        if hexes.named("0506") in hexes.flanks(dragoons.place, facing)
        and not hexes.before_line(dragoons.place, facing, hexes.named("0507"))
    )
    attacked = plan.onset(field.state, {HORSE: hexes.named("0506")}, 1, "b.c1u2")
    assert attacked.against(TARGET) == (HORSE,)
    assert evasion.from_charge(field.state, dragoons, attacked)
    assert not evasion.from_charge(field.state, dragoons, declared(field))


# ---------------------------------------------------------------------------- the move


@pytest.mark.rule("SN-5.0.d")
def test_an_evasion_goes_back_one_normal_move_and_keeps_its_facing():
    field = charging(mp=2)
    evade(field, key("evade-step", hex="0504"), key("evade-step", hex="0503"))
    target = field.stand(TARGET)
    assert hexes.label(target.place) == "0503"
    assert target.facing == 4
    assert [event.move for event in field.events(Evaded)] == [0]


@pytest.mark.rule("SN-5.0.d")
def test_it_goes_into_the_rear_hexes_only_and_may_stop_early():
    field = charging(mp=3)
    evade(field, key("evade-step", hex="0404"), key("stop"))
    assert hexes.label(field.stand(TARGET).place) == "0404"
    rear = {hexes.label(place) for place in hexes.rear(hexes.named("0505"), 4)}
    assert {option.key["hex"] for option in field.asked[0].options} == rear


@pytest.mark.rule("SN-5.0.d", "SN-5.0.e")
def test_the_first_evasion_takes_no_order_test():
    field = charging(mp=1)
    evade(field, key("evade-step", hex="0504"))  # no dice are scripted: none are rolled
    assert not field.stand(TARGET).disordered


@pytest.mark.rule("SN-C-evade-timing")
def test_an_evader_passes_friends_and_ends_behind_them():
    friend = stand("b.c1u2", "0504", "PS")
    other = stand("b.c1u3", "0404", "PS")
    field = charging(friend, other, mp=2)
    evade(field, key("evade-step", hex="0504"), key("evade-step", hex="0503"))
    assert hexes.label(field.stand(TARGET).place) == "0503"


def test_a_way_through_friends_is_said_to_be_one():
    field = charging(stand("b.c1u2", "0504", "PS"), mp=2)
    steps = evasion.run(field, field.stand(TARGET), [field.stand(HORSE)])
    words = {option.key.get("hex"): option.label for option in next(steps).options}
    assert words["0504"] == f"Evade to 0504, through {field.stand('b.c1u2').name}"
    assert words["0404"] == "Evade to 0404"


@pytest.mark.rule("SN-C-evade-timing", "SN-1.2.a")
def test_who_cannot_leave_does_not_evade():
    friends = stand("b.c1u2", "0504", "PS"), stand("b.c1u3", "0404", "PS")
    assert not may_evade(charging(*friends, mp=1))
    assert may_evade(charging(*friends, mp=2))
    enemies = stand("a.c1u2", "0504", "PS"), stand("a.c1u3", "0404", "PS")
    assert not may_evade(charging(*enemies, mp=4))


@pytest.mark.rule("SN-5.0.d", "SN-C-terrain")
def test_the_ground_behind_counts():
    assert not may_evade(charging(terrain={"0504": "lake", "0404": "lake"}))
    field = charging(terrain={"0504": "rough", "0404": "lake"}, code="LC", mp=4)
    evade(field, key("evade-step", hex="0503"), key("stop"))  # rough ground costs Light Cavalry 2 of 4 MP
    assert hexes.label(field.stand(TARGET).place) == "0503"


@pytest.mark.rule("SN-4.6.b", "SN-5.0.d")
def test_an_evader_halts_in_an_enemy_zone_of_control():
    """An enemy behind looks at 0504, and would be in the rear of who evades there: he may not."""
    behind = stand("a.c1u2", "0503", "PS", facing=4)
    field = charging(behind, mp=4)
    first = list(evasion._next(field.state, field.stand(TARGET), hexes.named("0505"), 4, 0))
    zone = set(hexes.front(hexes.named("0503"), 4))
    assert not zone & set(first)


# ---------------------------------------------------------------------------- again


def evaded(field: HexField, *moves: int) -> None:
    field.state.activation.evaded[f"{TARGET} {HORSE}"] = list(moves)


@pytest.mark.rule("SN-5.0.e", "SN-5.0.f")
@pytest.mark.parametrize(
    ("target", "again"),
    [
        ({"code": "LC"}, True),
        ({"code": "Dr"}, True),
        ({"code": "LC", "disordered": True}, False),
        ({"code": "Sk", "weapon": "musket"}, False),
        ({"code": "Sk", "weapon": "arquebus"}, True),
    ],
)
def test_who_evades_again_from_the_same_attacker(target, again):
    field = charging(**target)
    assert may_evade(field)
    evaded(field, 1)
    field.state.activation.moves = 2
    assert may_evade(field) is again


@pytest.mark.rule("SN-5.0.e", "SN-4.5.b", "SN-4.5.f")
def test_the_second_evasion_ends_with_an_order_test():
    field = charging(mp=1, dice=[3])
    evaded(field, 1)
    field.state.activation.moves = 2
    evade(field, key("evade-step", hex="0504"))
    target = field.stand(TARGET)
    assert hexes.label(target.place) == "0504"  # the move is made; the test follows
    assert target.disordered  # class B needs 4
    field.state.activation.moves = 3
    assert not may_evade(field, place="0505")


@pytest.mark.rule("SN-5.0.e", "SN-4.5.f")
@pytest.mark.parametrize(("die", "disordered"), [(4, True), (5, False)])
def test_each_further_evasion_is_harder(die, disordered):
    field = charging(mp=1, dice=[die])
    evaded(field, 1, 2)
    field.state.activation.moves = 3
    evade(field, key("evade-step", hex="0504"))
    assert field.stand(TARGET).disordered is disordered


@pytest.mark.rule("SN-5.0.f")
def test_another_attacker_may_be_evaded_as_if_for_the_first_time():
    field = charging(code="Sk", weapon="musket")
    field.state.activation.evaded[f"{TARGET} a.c1u9"] = [1]
    assert may_evade(field)


@pytest.mark.rule("SN-C-evade-timing")
def test_nobody_evades_twice_in_the_same_single_move():
    field = charging()
    field.state.activation.moves = 1
    evaded(field, 1)
    assert not may_evade(field)


# ---------------------------------------------------------------------------- from fire


@pytest.mark.rule("SN-5.0.a", "SN-5.0.b")
@pytest.mark.parametrize(("facing", "through"), [(4, True), (1, False)])
def test_fire_through_the_front_may_be_evaded(facing, through):
    field = HexField(stand("a.c1u1", "0507", "Sh"), stand(TARGET, "0505", "Sk", facing=facing))
    field.activate("a.c1u1")
    assert evasion.from_shot(field.state, field.stand(TARGET), field.stand("a.c1u1")) is through


@pytest.mark.rule("SN-5.0.a", "SN-C-evade-timing")
def test_an_evasion_from_fire_comes_before_the_dice():
    field = HexField(stand("a.c1u1", "0507", "Sh"), stand(TARGET, "0505", "Sk", mp=1))
    field.activate("a.c1u1")
    steps = reactions.before_shot(field, field.stand("a.c1u1"), field.stand(TARGET))
    assert field.run(steps, key("evade"), key("evade-step", hex="0504"))
    assert hexes.label(field.stand(TARGET).place) == "0504"


# ---------------------------------------------------------------------------- after it


@pytest.mark.rule("SN-5.0.h")
def test_the_charger_goes_on_with_his_move():
    field = charging(mp=4)
    charge_ = {"do": "charge", "unit": HORSE, "hex": "0506", "facing": 1, "target": TARGET}
    assert charge_ in [dict(option.key) for option in charge.options(field)]
    field.run(
        charge.perform(field, charge_),
        key("evade"),
        *[key("evade-step", hex=hex_) for hex_ in ("0504", "0503", "0502", "0501")],
    )
    activation = field.state.activation
    assert hexes.label(field.stand(HORSE).place) == "0507"
    assert not activation.over
    assert activation.begun  # so it may not go onto opportunity now, though it has entered no hex
    assert activation.evaded == {f"{TARGET} {HORSE}": [1]}
