"""How the log tells players what happened: whole sentences in the words of the rules."""

from __future__ import annotations

import pytest

from rulesets.baroque import leaving
from rulesets.baroque.command import discipline_test
from rulesets.baroque.events.command import CommandDone, InitiativeRolled, UnitActivated
from rulesets.baroque.events.field import BattleEnded, Disengaged, Moved, Removed
from rulesets.baroque.events.setup import DestinySpent, ExplorationDieSpent, PiecePlaced, RolesFixed
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.state import Piece
from rulesets.engine.decisions import Number
from rulesets.engine.events import Event, Rolled
from tests.kit.field import Field, unit


def moved(how: str, bu: float = 0.0) -> Moved:
    return Moved("BQ-5.1.a", "The Foot", 0, 0, 90, how, bu)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (moved("advance", 1.5), "The Foot advances 1.5 BU"),
        (moved("wheel", 0.963427), "The Foot wheels 0.96 BU"),
        (moved("about-face"), "The Foot faces about"),
        (moved("halt", 0.5), "The Foot is halted on its way after 0.5 BU"),
        (moved("resume"), "The Foot goes on with its move"),
        (moved("repulse", 1), "The Foot is thrown back 1 BU"),
        (moved("placed"), "The Foot is shifted clear of a friend"),
        (
            Removed("BQ-2.5.2", "The Foot", "routed", "its VBU has fallen to 0"),
            "The Foot is routed: its VBU has fallen to 0",
        ),
        (
            Removed("BQ-5.8.a", "The Foot", "left", "it falls back over the edge of the table"),
            "The Foot leaves the table: it falls back over the edge of the table",
        ),
        (
            Removed("BQ-2.5.1.1.a", "The Foot", "withdrawn", "it has passed its discipline test"),
            "The Foot withdraws: it has passed its discipline test",
        ),
        (
            Disengaged("BQ-5.7.d", "The Foot"),
            "The Foot has disengaged and may do nothing else this turn",
        ),
        (
            CommandDone("BQ-2.7.4.a", "The Left", "an incompetent leader and double 3"),
            "The Left is not activated this turn: an incompetent leader and double 3",
        ),
        (CommandDone("BQ-4.1.1.d", "The Left"), "The Left has finished"),
        (
            InitiativeRolled("BQ-4.1.1.b", 0, "The Left", (9, 7)),
            "The initiative goes to 0 (9 to 7) with The Left",
        ),
        (InitiativeRolled("BQ-2.7.1", 1, "The Left", (9, 7)), "The initiative is handed to 1 with The Left"),
        (InitiativeRolled("BQ-4.1.1.b", 0, "The Left", (9, -1)), "Only 0 has commands left: The Left"),
        (ExplorationDieSpent("BQ-3.3.c", 0, "another die"), "0: Exploration Die used for another die"),
        (DestinySpent("BQ-8.RD.b", 1), "1: Roll of Destiny used"),
        (RolesFixed("BQ-3.3.c", 1, 5, 3), "First Player: 1 with 5, Second Player: 0 with 3"),
        (BattleEnded("BQ-9.1.f", 1, "it ended", (3, 4)), "Victory for 1: it ended"),
        (
            PiecePlaced("BQ-3.3.e", Piece("t1", "gentle_hill", options=1)),
            "A piece of terrain is placed: gentle hill (1 option)",
        ),
        (
            PiecePlaced("BQ-3.3.e", Piece("t1", "wood", options=2)),
            "A piece of terrain is placed: wood (2 options)",
        ),
    ],
)
def test_an_event_is_told_in_a_plain_sentence(event: Event, words: str) -> None:
    assert event.describe(lambda name: name) == words


@pytest.mark.rule("BQ-2.4.1.c")
@pytest.mark.parametrize(
    ("die", "harder", "words"),
    [
        (6, 9, "6, passed (a 6 always passes)"),
        (1, -9, "1, failed (a 1 always fails)"),
        (6, 0, "6, passed"),
        (1, 0, "1, failed"),
    ],
)
def test_the_record_names_a_natural_one_or_six_that_decided(die: int, harder: int, words: str) -> None:
    field = Field(unit("a1", 10, 4, 90), dice=(die,))
    field.run(discipline_test(field, field.state.units["a1"], "Trial", "BQ-2.4.1.a", harder=harder))
    (rolled,) = field.events(Rolled)
    assert rolled.roll.result.endswith(f": {words}")


@pytest.mark.rule("BQ-5.8.a")
@pytest.mark.parametrize(("y", "warned"), [(6.0, False), (2.0, True)])
def test_who_would_disengage_off_the_table_is_told_so(y: float, warned: bool) -> None:
    field = Field(unit("a1", 10, y, 90, "CL", m_bu=2, speed="F"), unit("b1", 10, y, 270, "TR", m_bu=2))
    field.state.contacts["b1", "a1"] = "front"
    field.apply(UnitActivated("BQ-4.1.1.d", "a1"))
    (option,) = leaving.options(field, field.state.units["a1"])
    assert ("off the table" in option.label) is warned


@pytest.mark.rule("BQ-5.2.2.b", "BQ-6.5.b")
def test_nothing_is_said_of_the_last_movement_of_a_unit_that_was_shot_down_on_its_way() -> None:
    firer = unit("b1", 10, 7.6, 270, "T", weapons=("Musket",), d="A", volley_fired=True)
    # The test needs 5; seven dice; the one VBU left is lost.
    field = Field(unit("a1", 10, 6, 90, losses=5), firer, dice=(5, *(6,) * 7, 6))
    field.apply(UnitActivated("BQ-4.1.1.d", "a1"))
    mover = field.state.units["a1"]
    field.run(
        movement.perform(field, mover, {"do": "oblique", "unit": "a1", "forward": 1.0, "right": 0.0}),
        {"do": "opportunity-fire", "unit": "b1", "at": 0.0},
    )
    assert mover.status == "routed"
    assert field.log[-1].kind == "removed"


@pytest.mark.rule("BQ-5.1.a", "BQ-5.2.1.a")
def test_what_a_movement_is_called_is_short_and_promises_no_more_than_its_number_allows() -> None:
    field = Field(unit("a1", 10, 4, 90, m_bu=2), unit("b1", 10.3456, 6.2345, 262.3))
    field.apply(UnitActivated("BQ-4.1.1.d", "a1"))
    found = {
        option.label.partition(" up to ")[0]: (option.label, option.params[0])
        for option in movement.options(field, field.state.units["a1"])
        if " up to " in option.label
    }
    assert {"Wheel left", "Wheel right", "Advance"} <= set(found)
    for label, number in found.values():
        assert isinstance(number, Number)
        said, digits = label.partition(" up to ")[2].split()[0], 1 if label.startswith("Wheel") else 2
        assert len(said.partition(".")[2]) <= digits
        assert 0 <= number.high - float(said) < 0.1**digits
    assert any(round(number.high, 1) != number.high for _, number in found.values())
