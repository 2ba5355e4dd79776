"""Skirmishers in an ongoing melee in the open break off from it (SN-10.5.h, SN-4.6.e)."""

from __future__ import annotations

import pytest

from rulesets.snaphance import activation, melee
from rulesets.snaphance.events.melee import MeleeBegan
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand

SK, SHOT = "a.c1u1", "b.c1u1"


def field(code: str = "Sk", terrain: str = "open", **changes: int) -> HexField:
    """A stand at 0606 in an ongoing melee with Shot at 0705."""
    made = HexField(
        stand(SK, "0606", code), stand(SHOT, "0705", "Sh", **changes), stand("a.c1u2", "0111", "PS"),
        terrain={"0606": terrain},
    )  # fmt: skip
    made.state.melees = [Melee((SK, SHOT), began=1)]
    return made


def waiting(made: HexField) -> list[str]:
    return [one.id for one in activation.waiting(made.state, made.state.groups["a.c1"])]


@pytest.mark.rule("SN-10.5.h", "SN-4.6.e")
@pytest.mark.parametrize(("code", "terrain", "breaks"), [
    ("Sk", "open", True), ("Sk", "woods", False), ("Sh", "open", False),
])  # fmt: skip
def test_skirmishers_in_the_open_act_instead_of_fighting_on(code: str, terrain: str, breaks: bool):
    made = field(code, terrain)
    assert (SK in waiting(made)) is breaks
    assert bool(melee.due(made.state, made.state.groups["a.c1"])) is not breaks


@pytest.mark.rule("SN-10.5.h", "SN-11.3.a")
def test_their_melee_is_over_when_they_have_moved_away():
    made = field()
    made.run(
        activation.act(made, (SK,)), {"do": "step", "unit": SK, "hex": "0607"},
        lambda decision: next(
            dict(option.key) for option in decision.options if option.key["do"] == "end-move"
        ),
        *[lambda decision: {"do": "end-stand", "unit": SK}],
    )  # fmt: skip
    assert made.state.melees == []
    assert made.events(MeleeBegan) == []


@pytest.mark.rule("SN-10.5.h")
def test_they_may_not_finish_before_they_have_moved_away():
    made = field()
    steps = activation.act(made, (SK,))
    decision = next(steps)
    assert not decision.offers(do="end-stand")
    assert decision.offers(do="step")
