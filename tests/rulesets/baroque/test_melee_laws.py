"""Laws of melee: it ends, losses only grow, bases stay apart, contacts are between bases that touch."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.melee.contact import advance, nobody, onset, strike
from rulesets.baroque.melee.facts import ChargeFacts
from rulesets.baroque.melee.fight import fight
from rulesets.baroque.state import Unit
from rulesets.engine import geometry
from rulesets.engine.decisions import Choice, Decision
from rulesets.engine.dice import SeededDice
from tests.kit.field import Field, unit

TYPES = ("P&M", "ETE", "LTE", "PK", "T", "WB", "DR", "GA", "TR", "RE", "SP", "CL")
MOUNTED = ("GA", "TR", "RE", "SP", "CL")
TRAITS: tuple[tuple[str, ...], ...] = (
    (), ("Lance",), ("Motivated Fighters",), ("Feared Unit",), ("Recruits",),
)  # fmt: skip


@st.composite
def troops(draw: st.DrawFn, id_: str, x: float, y: float, heading: float) -> Unit:
    type_ = draw(st.sampled_from(TYPES))
    vbu = draw(st.integers(1, 8))
    return unit(
        id_, x, y, heading, type_, vbu=vbu, i=draw(st.integers(1, 4)), losses=draw(st.integers(0, vbu - 1)),
        m_bu=2 if type_ in MOUNTED else 1, mm=draw(st.sampled_from([0, 2])),
        special=draw(st.sampled_from(TRAITS)),
        weapons=draw(st.sampled_from([(), ("Pike",), ("Point-blank pistol",)])),
        disordered=draw(st.booleans()), speed=draw(st.sampled_from(["", "S", "F"])),
        depth=1.5 if type_ == "ETE" else 0.7,
    )  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> Field:
    """Two lines with gaps and shifts, a second line behind each, and a unit that may come from the side."""
    units = []
    for letter, front, heading, back in (("a", 6.0, 90.0, -1.0), ("b", 6.4, 270.0, 1.0)):
        x = 4.0 + draw(st.floats(0.0, 1.5))
        for number in range(draw(st.integers(1, 3))):
            units.append(draw(troops(f"{letter}{number + 1}", round(x, 3), front, heading)))
            if draw(st.booleans()):
                behind = front + back * draw(st.sampled_from([1.5, 1.9, 3.0]))
                units.append(draw(troops(f"{letter}{number + 5}", round(x, 3), behind, heading)))
            x += 2.0 + draw(st.sampled_from([0.0, 0.05, 0.8]))
    if draw(st.booleans()):
        units.append(draw(troops("a9", 2.6, 6.6, 0.0)))
    kept: list[Unit] = []
    for one in units:
        if not any(geometry.overlap(one.place, other.place) for other in kept):
            kept.append(one)
    field = Field(*kept, width=14.0, depth=12.0, active=draw(st.integers(0, 1)))
    field.dice = SeededDice(draw(st.text("abc", max_size=8)))
    return field


def answer(draw: st.DrawFn, decision: Decision) -> Choice:
    return dict(draw(st.sampled_from(decision.options)).key)


def check(field: Field, before: dict[str, int]) -> None:
    standing = list(field.state.on_field())
    for i, one in enumerate(standing):
        assert one.vbu > 0
        assert geometry.within(one.place, 0.0, 0.0, field.state.width, field.state.depth)
        for other in standing[i + 1 :]:
            assert not geometry.overlap(one.place, other.place, 0.01), (one.id, other.id)
    for one in field.state.units.values():
        assert one.losses >= before[one.id]
    for pair in field.state.contacts:
        a, b = (field.state.units[name] for name in pair)
        assert a.on_field
        assert b.on_field
        assert geometry.touching(a.place, b.place), pair


@given(st.data())
def test_every_melee_ends_and_keeps_the_laws(data: Any) -> None:
    field = data.draw(tables())
    state = field.state
    before = {one.id: one.losses for one in state.units.values()}
    chargers = []
    for one in list(state.on_field(state.active)):
        made = onset(state, one, 1.5, through=nobody)
        if one.on_field and made.enemies and not state.engaged(one.id):
            start = one.place
            advance(field, one, made, made.distance, "charge", "BQ-5.4.a")
            strike(field, one, start, "BQ-7.1.a")
            chargers.append(one)
    check(field, before)
    for one in chargers:
        if not one.on_field or not state.engaged(one.id):
            continue
        field.apply(UnitActivated("BQ-4.1.1.d", one.id))
        steps = fight(field, one, charge=ChargeFacts(frozenset({one.id})))
        decision = next(steps, None)
        while decision is not None:
            try:
                decision = steps.send(decision.read(answer(data.draw, decision)))
            except StopIteration:
                decision = None
        check(field, before)
    assert len(field.log) < 400
