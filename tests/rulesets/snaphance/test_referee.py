"""The referee reads battles again; and what he has found."""

from __future__ import annotations

import pytest

from rulesets.snaphance import activation
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.events.fire import Fired, Removed
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand


@pytest.mark.rule("SN-11.1.d")
def test_who_made_the_contact_is_known_still_when_another_stand_has_gone() -> None:
    field = HexField(
        stand("a.c1u1", "0506", "Hs"), stand("b.c1u1", "0505", "Hs"), stand("b.c1u2", "1001", "Sk")
    )
    field.state.melees = [Melee(("a.c1u1", "b.c1u1"), ("b.c1u2",), ("b.c1",), began=1)]
    Removed("SN-10.5.a", "b.c1u2", "destroyed", 1, "").apply(field.state)
    assert field.state.melees == [Melee(("a.c1u1", "b.c1u1"), (), ("b.c1",), began=1)]


@pytest.mark.rule("SN-7.4.b", "SN-7.4.g")
@pytest.mark.parametrize("fights", [False, True])
def test_skirmishers_swept_out_of_a_melee_do_not_fire(fights: bool) -> None:
    field = HexField(
        stand("a.c1u1", "0506", "LC"), stand("a.c1u2", "0607", "Sh"), stand("b.c1u1", "0606", "Sk", facing=2),
        dice=[] if fights else [1, 1],
    )  # fmt: skip
    field.state.melees = [Melee(("a.c1u2", "b.c1u1"))] if fights else []
    field.run(skirmish.sweep(field, field.stand("b.c1u1"), field.stand("a.c1u1")))
    assert not field.stand("b.c1u1").on_field
    assert bool(field.events(Fired)) is not fights


@pytest.mark.rule("SN-10.5.h")
def test_skirmishers_who_must_break_off_do_not_turn_instead() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sk"), stand("b.c1u1", "0705", "Sh"))
    field.state.melees = [Melee(("a.c1u1", "b.c1u1"), began=1)]
    decision = next(activation.act(field, ("a.c1u1",)))
    assert decision.offers(do="step")
    assert not decision.offers(do="turn")
