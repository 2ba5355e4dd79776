"""Charges: who may charge whom, what is offered, contact, Battle Stands, groups; the examples."""

import pytest

from rulesets.engine.decisions import Decision, Menu
from rulesets.snaphance import activation, charge, hexes, morale, movement
from rulesets.snaphance.charge import plan
from rulesets.snaphance.events.charge import Declared, Evaded, MovementOver
from rulesets.snaphance.reactions import evasion
from rulesets.snaphance.state import Melee, Move
from tests.kit.clashes import noted
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand

A, B = "a.c1u1", "b.c1u1"


@pytest.fixture
def clashes(monkeypatch):
    return noted(monkeypatch)


def offered(field: HexField) -> list[dict]:
    return [dict(option.key) for option in charge.options(field)]


def key(place: str, target: str = B, *, facing: int = 1, unit: str = A) -> dict:
    return {"do": "charge", "unit": unit, "hex": place, "facing": facing, "target": target}


def against(code: str, target: str, **more) -> HexField:
    """A stand of a class at 0507, two hexes from one of another class at 0505; it is active."""
    field = HexField(stand(A, "0507", code, **more.pop("own", {})), stand(B, "0505", target, **more))
    field.activate(A)
    return field


# ---------------------------------------------------------------------------- who may charge


@pytest.mark.rule("SN-10.0.a", "SN-10.0.c", "SN-10.0.d", "SN-15.0.b")
@pytest.mark.parametrize(
    ("code", "target", "own"),
    [("Hs", "Pi", {}), ("PS", "LC", {}), ("Pk", "Hs", {"may_contact_mcs": True})],
    ids=["Horse", "infantry against Light Cavalry", "elite Swiss against Horse"],
)
def test_a_step_into_contact_is_a_charge(code, target, own):
    assert key("0506") in offered(against(code, target, own=own))


@pytest.mark.rule("SN-10.0.a")
@pytest.mark.parametrize(("bonus", "may"), [(0, False), (1, True)])
def test_only_stands_with_a_charge_bonus_charge(bonus, may):
    field = against("Sh", "PS", own={"charge_bonus": bonus})
    assert (key("0506") in offered(field)) is may
    assert (charge.why_no_charge(field.state, field.stand(A)) is None) is may


@pytest.mark.rule("SN-10.0.b")
@pytest.mark.parametrize(
    ("target", "facing", "may"),
    [("Sk", 4, True), ("Sh", 4, False), ("Sh", 1, True), ("PS", 1, False), ("Dr", 1, False)],
)
def test_light_cavalry_without_a_bonus(target, facing, may):
    field = against("LC", target, facing=facing)
    assert (key("0506") in offered(field)) is may


@pytest.mark.rule("SN-10.0.b", "SN-4.0.e")
def test_light_cavalry_that_began_before_the_front_of_shot_may_not_charge_its_flank():
    field = against("LC", "Sh", facing=1)
    field.activate(A, moves=1)
    field.state.activation.move = Move(
        4, 2, {A: (hexes.named("0504"), 1)}, mode="free", entered=2,
        path=[hexes.named("0606"), hexes.named("0507")],
    )  # fmt: skip
    assert key("0506") not in offered(field)


@pytest.mark.rule("SN-10.0.c")
@pytest.mark.parametrize("code", ["Pk", "PS", "Sh", "Dr"])
@pytest.mark.parametrize("target", ["Pi", "Ln", "Hs", "FH"])
def test_infantry_does_not_charge_mounted_combat_stands(code, target):
    field = against(code, target)
    assert plan.why_no_charge_at(
        field.state, field.stand(A), field.stand(B), hexes.named("0507"), hexes.named("0506")
    ) == ("SN-10.0.c", "infantry do not charge Mounted Combat Stands")
    assert not [each for each in offered(field) if each["hex"] == "0506"]


@pytest.mark.rule("SN-10.0.d", "SN-10.0.c")
def test_everybody_who_would_be_met_must_be_chargeable():
    field = HexField(stand(A, "0507", "PS"), stand(B, "0505", "PS"), stand("b.c1u2", "0605", "Hs"))
    field.activate(A)
    assert key("0506") not in offered(field)


@pytest.mark.rule("SN-4.6.e")
def test_nobody_charges_out_of_a_melee():
    field = HexField(stand(A, "0507", "Hs"), stand(B, "0505", "Pi"), stand("b.c1u2", "0407", "PS"))
    field.activate(A)
    field.state.melees.append(Melee((A, "b.c1u2")))
    assert offered(field) == []


@pytest.mark.rule("SN-10.0.d", "SN-10.3.f")
@pytest.mark.parametrize(
    ("place", "facing"), [("0505", 1), ("0406", 2)], ids=["in front", "on the left flank"]
)
def test_an_adjacent_enemy_is_charged_without_a_step(clashes, place, facing):
    field = HexField(stand(A, "0506", "Hs"), stand(B, place, "Pi"))
    field.activate(A)
    assert key("0506", facing=facing) in offered(field)
    field.run(charge.perform(field, key("0506", facing=facing)))
    assert field.stand(A).facing == facing
    assert clashes[0].approaches[A].entered == 0


@pytest.mark.rule("SN-4.6.c", "SN-10.0.d")
def test_a_charge_that_opens_a_flank_to_another_zone_is_not_offered():
    field = HexField(stand(A, "0507", "Hs"), stand(B, "0505", "Pi"), stand("b.c1u2", "0606", "PS", facing=2))
    field.activate(A)
    assert hexes.named("0506") in field.stand("b.c1u2").front
    assert key("0506") not in offered(field)


@pytest.mark.rule("SN-4.1.a", "SN-10.0.d")
def test_light_cavalry_meets_whom_it_turns_to():
    """A free class chooses its facing: a hex is contact only with a facing that has the enemy ahead."""
    field = against("LC", "Sk", facing=4)
    found = {each["facing"] for each in offered(field) if each["hex"] == "0506"}
    towards = hexes.direction(hexes.named("0506"), hexes.named("0505"))
    assert found == {towards, (towards - 1) % 6}


# ---------------------------------------------------------------------------- whom it fights


@pytest.mark.rule("SN-10.2.b", "SN-10.2.c", "SN-10.2.d")
@pytest.mark.parametrize(
    ("code", "first", "second", "targets"),
    [
        ("Hs", ("Pi", 4), "Hs", {B, "b.c1u2"}),
        ("Pk", ("PS", 4), "Sh", {B}),
        ("Hs", ("Pi", 1), "Hs", {"b.c1u2"}),
    ],
    ids=["one of those whom he meets", "a Combat Stand first", "who faces him first"],
)
def test_whom_a_charger_may_name(code, first, second, targets):
    field = HexField(stand(A, "0507", code), stand(B, "0505", *first), stand("b.c1u2", "0605", second))
    field.activate(A)
    assert {each["target"] for each in offered(field) if each["hex"] == "0506"} == targets


# ---------------------------------------------------------------------------- the charge


@pytest.mark.rule("SN-10.0.a", "SN-10.1.a")
def test_a_charge_is_declared_makes_its_last_step_and_is_fought(clashes):
    field = against("Hs", "Pi")
    field.run(charge.perform(field, key("0506")))
    assert [(event.unit, event.action, event.target) for event in field.events(Declared)] == [
        (A, "charge", B)
    ]
    assert hexes.label(field.stand(A).place) == "0506"
    [clash] = clashes
    assert (clash.attacker, clash.defender) == (A, B)
    assert field.state.activation.over
    assert [event.rule for event in field.events(MovementOver)] == ["SN-10.0.d"]


@pytest.mark.rule("SN-10.3.a", "SN-10.3.f", "SN-10.4.a")
def test_how_it_came_is_handed_over(clashes):
    field = HexField(stand(A, "0509", "Hs"), stand(B, "0505", "Pi"))
    field.activate(A, moves=1)
    start, way = hexes.named("0509"), ["0508", "0507"]
    field.stand(A).hex = hexes.named("0507")
    field.state.occupied = {hexes.named("0507"): (A,), hexes.named("0505"): (B,)}
    field.state.activation.move = Move(
        3, 1, {A: (start, 1)}, mode="forward", entered=2, path=[hexes.named(each) for each in way]
    )
    field.run(charge.perform(field, key("0506")))
    approach = clashes[0].approaches[A]
    assert (approach.start, approach.entered, approach.forward, approach.how) == (start, 3, True, "charge")
    assert [hexes.label(place) for place in approach.path] == [*way, "0506"]


@pytest.mark.rule("SN-4.4.a", "SN-C-order-timing")
@pytest.mark.parametrize(("die", "disordered"), [(3, True), (4, False)])
def test_contact_by_an_extra_move_takes_its_order_test_before_the_melee(clashes, die, disordered):
    field = HexField(stand(A, "0507", "Hs"), stand(B, "0505", "Pi"), dice=[die], generals={"a.c1": "0508"})
    field.activate(A, moves=2, hexes=3)
    field.state.activation.move = Move(3, 3, {A: (hexes.named("0507"), 1)})
    field.run(charge.perform(field, key("0506")))
    assert field.stand(A).disordered is disordered
    assert len(clashes) == 1
    assert clashes[0].approaches[A].entered == 1


# ---------------------------------------------------------------------------- groups


def group(*others, **more) -> HexField:
    field = HexField(stand(A, "0507", "PS"), stand("a.c1u2", "0607", "PS"), *others, **more)
    field.activate(A, "a.c1u2")
    return field


@pytest.mark.rule("SN-10.2.c", "SN-4.9.a")
def test_a_group_charges_together_and_shares_out_its_enemies(clashes):
    field = group(stand(B, "0505", "PS"), stand("b.c1u2", "0605", "Sh"))
    assert key("0506") in offered(field)
    field.run(charge.perform(field, key("0506")))
    assert {(clash.attacker, clash.defender) for clash in clashes} == {(A, B), ("a.c1u2", "b.c1u2")}
    assert {hexes.label(field.stand(id_).place) for id_ in (A, "a.c1u2")} == {"0506", "0606"}


@pytest.mark.rule("SN-10.2.f", "SN-4.9.a")
def test_of_a_group_those_who_meet_nobody_come_along(clashes):
    field = group(stand(B, "0505", "PS", facing=5))
    field.run(charge.perform(field, key("0506")))
    [clash] = clashes
    assert (clash.attacker, clash.defender) == (A, B)
    assert hexes.label(field.stand("a.c1u2").place) == "0606"
    assert field.state.activation.over


@pytest.mark.rule("SN-10.0.c", "SN-4.9.a")
def test_a_group_does_not_charge_if_one_of_it_may_not():
    field = group(stand(B, "0505", "PS"), stand("b.c1u2", "0705", "Hs"))
    assert [each["hex"] for each in offered(field)] == ["0406"]  # there nobody meets the Horse


@pytest.mark.rule("SN-10.0.a", "SN-4.1.a")
@pytest.mark.parametrize("code", ["LC", "Hs", "Dr"])
def test_no_two_charges_read_alike(code):
    field = against(code, "Sk")
    words = [option.label for option in charge.options(field)]
    assert len(set(words)) == len(words) > 0


@pytest.mark.rule("SN-10.3.f", "SN-4.9.a")
def test_the_way_of_a_group_is_kept_when_its_first_stand_is_lost():
    field = HexField(stand(A, "0509", "Hs"), stand("a.c1u2", "0609", "Hs"))
    field.activate(A, "a.c1u2")
    for end in ("0508", "0607"):
        if end == "0607":
            morale.remove(field, field.stand(A), "destroyed", "SN-1.3.b")
        step = next(each for each in movement.candidates(field.state) if hexes.label(each.hexes[0]) == end)
        movement.take(field, step)
    way = [hexes.label(place) for place in plan.way_of(field.state, field.stand("a.c1u2"))]
    assert way == ["0609", "0608", "0607"]


HORSE, TARGET = "a.c1u1", "b.c1u1"
OFFSET = (9, 5)  # so that the constructed places lie on the map


def at(place: list[int]) -> hexes.Hex:
    return place[0] + OFFSET[0], place[1] + OFFSET[1]


def field_of(given: dict, *, dice=(), facing: int) -> HexField:
    target, horse = given["target"], given["attacker"]
    return HexField(
        stand(
            TARGET, hexes.label(at(target["hex"])), target["code"], facing=target["facing"], mp=target["mp"],
            disordered=target["disordered"], charge_bonus=0,
        ),
        stand(HORSE, hexes.label(at(horse["start"])), horse["code"], facing=facing, mp=horse["mp"]),
        dice=dice, columns=18, rows=12, generals={"a.c1": None, "b.c1": None},
    )  # fmt: skip


@pytest.mark.example("SN-EX-4")
@pytest.mark.rule("SN-5.0.c", "SN-4.0.e", "SN-10.4.a")
def test_horse_that_begin_level_with_the_light_cavalry_cannot_be_evaded():
    row = example("SN-EX-4", "snaphance")
    given, expect = row["given"], row["expect"]
    horse = given["attacker"]
    field = field_of(given, facing=horse["facing"], dice=[1] * 40)
    target = field.stand(TARGET)
    start = at(horse["start"])
    assert hexes.rank(target.place, target.facing, start) == expect["attacker_start_rank_k"]
    assert hexes.distance(start, at(horse["contact_hex"])) == horse["moved_hexes"]
    between = next(place for place in hexes.neighbours(start) if hexes.distance(place, target.place) == 2)
    field.activate(HORSE)
    step = {"do": "step", "unit": HORSE, "hex": hexes.label(between)}
    assert list(activation.perform(field, step)) == []  # nobody is asked to react
    contact = plan.onset(field.state, {HORSE: at(horse["contact_hex"])}, horse["facing"], TARGET)
    assert contact.against(TARGET) == (HORSE,)
    assert evasion.from_charge(field.state, target, contact) is expect["may_evade"]
    key = {
        "do": "charge", "unit": HORSE, "hex": hexes.label(at(horse["contact_hex"])),
        "facing": horse["facing"], "target": TARGET,
    }  # fmt: skip
    was = field.stand(TARGET).disordered
    steps = activation.perform(field, key)
    for decision in steps:
        assert decision.kind != "react"
        break
    assert (was, field.stand(TARGET).disordered) == (False, expect["target_disordered_on_contact"])


@pytest.mark.example("SN-EX-5")
@pytest.mark.rule("SN-5.0.a", "SN-5.0.d", "SN-5.0.e", "SN-5.0.h", "SN-4.5.b")
@pytest.mark.parametrize(("follows", "over"), [(6, False), (1, True)])
def test_horse_that_begin_before_the_front_are_evaded_and_follow(follows, over):
    """The Light Cavalry fail the Order Test of their second evasion; the Horse pass or fail theirs."""
    row = example("SN-EX-5", "snaphance")
    given, expect = row["given"], row["expect"]
    field = field_of(given, facing=3, dice=[1, follows])
    target, horse = field.stand(TARGET), field.stand(HORSE)
    start = target.place

    def step(q: int) -> dict:
        return {"do": "step", "unit": HORSE, "hex": hexes.label(at([q, 0]))}

    def charge(decision) -> dict:
        return next(dict(option.key) for option in decision.fitting({"do": "charge"}))

    evade = {"do": "evade", "unit": TARGET}

    def back(decision) -> dict:
        return {"do": "evade-step", "unit": TARGET, "hex": hexes.label(hexes.neighbour(target.place, 3))}

    field.activate(HORSE)
    far = expect["evade_max_hexes"]

    def follow(decision) -> dict:
        """What the first evasion and the rest of the single move have brought; then the Horse go on."""
        assert hexes.distance(start, target.place) == far
        assert (target.facing == given["target"]["facing"]) is expect["evader_facing_unchanged"]
        assert (horse.place == start) is expect["attacker_may_enter_vacated_hex_with_normal_move"]
        assert not target.disordered
        assert decision.offers(do="extra-move") is expect["attacker_may_follow_with_extra_move"]
        return {"do": "extra-move", "unit": HORSE}

    field.run(
        _all(field, step(2), charge, step(1), step(0), follow, step(-1), step(-2), charge, step(-3)),
        evade, *[back] * far, evade, *[back] * far,
    )  # fmt: skip
    assert [event.move for event in field.events(Evaded)] == [1, 2]
    assert hexes.distance(start, target.place) == 2 * far
    assert target.disordered  # the test at the end of the second evasion has failed
    assert evasion.why_no_evasion(field.state, target, [horse]) is not None
    assert horse.disordered is over
    assert field.state.activation.over is over


def _all(field: HexField, *choices):
    """The turn of the stand that acts, its own choices being made as they are offered."""
    for each in choices:
        actions = Menu(*activation._ACTIONS, *movement.groups(field), facts=(field,))
        decision = Decision("stand", 0, "", "SN-4.0.h", actions, HORSE)
        yield from activation.perform(field, decision.read(each(decision) if callable(each) else each))
