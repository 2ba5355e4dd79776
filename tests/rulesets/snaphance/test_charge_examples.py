"""The worked examples of evasion: Horse that come from behind, Horse that come from the front (SN-5.0)."""

import pytest

from rulesets.engine.decisions import Decision, Menu
from rulesets.snaphance import activation, hexes, movement
from rulesets.snaphance.charge import plan
from rulesets.snaphance.events.charge import Evaded
from rulesets.snaphance.reactions import evasion
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand

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
