"""Laws of movement: whatever is offered can be done, and bases stay on the table and apart."""

from hypothesis import given
from hypothesis import strategies as st

from rulesets.baroque import terrain
from rulesets.baroque.events.command import UnitActivated, UnitDone
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.state import Piece, Unit
from rulesets.engine.decisions import Decision, Option, Refusal
from rulesets.engine.dice import SeededDice
from rulesets.engine.geometry import overlap, rectangle, touching, within
from tests.kit.field import Field, unit

PIECES = (
    Piece("wood", "wood", rectangle(5, 6, 3, 2)),
    Piece("rocks", "rocks", rectangle(14, 7, 2, 2)),
    Piece("field", "broken", rectangle(10, 9, 4, 3)),
)
TYPES = ("P&M", "TR", "CL", "DR", "S", "ART", "ETE", "T", "RE")


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """A crowded table: up to four units a side in a grid, none in contact with an enemy, all have reacted
    already.
    """
    units: list[Unit] = []
    for side, letter, heading in ((0, "a", 90), (1, "b", 270)):
        for number in range(draw(st.integers(1, 4))):
            type_ = draw(st.sampled_from(TYPES))
            row = draw(st.integers(0, 1))
            y = (4.0 + row * 2.2) if side == 0 else (9.0 - row * 2.2 + 1.1)
            x = 4.0 + number * draw(st.sampled_from([2.05, 2.6]))
            gun = type_ == "ART"
            made = unit(
                f"{letter}.c1u{number + 1}", x, y, heading, type_, m_bu=draw(st.sampled_from([1, 2])),
                reacted=True, depth=1.5 if type_ == "ETE" else 0.7, width=0.6667 if gun else 2.0,
                weapons=("Art C",) if gun else (), massed=type_ == "RE",
            )  # fmt: skip
            if not any(
                overlap(made.place, other.place) or touching(made.place, other.place) for other in units
            ):
                units.append(made)
    pieces = PIECES if draw(st.booleans()) else ()
    units = [one for one in units if not pieces or stands_well(one, pieces)]
    field = Field(*units, terrain=pieces)
    field.dice = SeededDice(draw(st.text("ab", max_size=6)))
    return field


def stands_well(one: Unit, pieces: tuple[Piece, ...]) -> bool:
    return terrain.may_stand(Field(one, terrain=pieces).state, one.place)


def a_choice(draw: st.DrawFn, options: tuple[Option, ...]) -> dict[str, object] | None:
    """A legal choice among the options, None if the numbers drawn are refused."""
    option = draw(st.sampled_from(options))
    choice = dict(option.key)
    for number in option.params:
        part = draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
        choice[number.name] = round(number.low + part * (number.high - number.low), 4)
    try:
        return option.read(choice)
    except Refusal:
        return None


def check_table(field: Field) -> None:
    bases = [(one, one.place) for one in field.state.on_field()]
    for index, (one, base) in enumerate(bases):
        assert within(base, 0, 0, field.state.width, field.state.depth), one.id
        assert terrain.may_stand(field.state, base), one.id
        for other, place in bases[:index]:
            assert not overlap(base, place), (one.id, other.id)
            assert one.side == other.side or not touching(base, place), (one.id, other.id)


@given(field=fields(), data=st.data())
def test_any_sequence_of_legal_moves_keeps_bases_on_the_table_and_apart(field, data):
    if not field.state.units:
        return
    for _ in range(4):
        one = data.draw(st.sampled_from(list(field.state.units.values())))
        field.state.active = one.side
        field.apply(UnitActivated("BQ-4.1.1.d", one.id))
        for _ in range(3):
            options = tuple(movement.options(field, one))
            choice = a_choice(data.draw, options) if options else None
            if choice is None:
                break
            drive(field, one, choice, data.draw)
            check_table(field)
        field.apply(UnitDone("BQ-4.1.1.e", one.id))


def drive(field: Field, one: Unit, choice: dict[str, object], draw: st.DrawFn) -> None:
    steps = movement.perform(field, one, choice)
    try:
        decision: Decision = next(steps)
        while True:
            answer = a_choice(draw, decision.options) or dict(decision.options[-1].key)
            decision = steps.send(answer)
    except StopIteration:
        return


@given(field=fields())
def test_the_farthest_place_that_an_option_names_is_legal(field):
    for one in field.state.units.values():
        field.apply(UnitActivated("BQ-4.1.1.d", one.id))
        for option in movement.options(field, one):
            if option.key["do"] in ("advance", "back", "wheel"):
                (number,) = option.params
                option.read({**option.key, number.name: number.high})
        field.apply(UnitDone("BQ-4.1.1.e", one.id))
