"""What all systems do with the lists of a setup: read them, name the units, order them from left to right."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rulesets.contract.documents import list_rules
from rulesets.engine.document import SetupError
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.engine.lists import ListUnit
from rulesets.engine.mustering import from_left, listed, numbered_names, refused_at, unit_names
from rulesets.snaphance.armies import LISTS, sample_lists

ARMY = sample_lists()["swedish-army-1632"]


BAROQUE, SNAPHANCE = list_rules("baroque"), list_rules("snaphance")


@dataclass
class Wing:
    name: str


def test_a_list_is_read_for_its_system():
    assert listed(ARMY.to_json(), "lists[0]", SNAPHANCE) == ARMY
    with pytest.raises(SetupError) as refused:
        listed(ARMY.to_json(), "lists[1]", BAROQUE)
    assert str(refused.value) == "lists[1].system: is a list for snaphance, not for baroque"


def test_the_first_fault_of_a_document_is_told_at_its_place_in_the_setup():
    with pytest.raises(SetupError) as refused:
        listed({**ARMY.to_json(), "book": 7}, "lists[0]", SNAPHANCE)
    assert refused.value.path == "lists[0].book"
    with pytest.raises(SetupError) as refused, refused_at("options.scenario"):
        raise FaultyBookError(Fault("", "is empty"), Fault("name", "is missing"))
    assert str(refused.value) == "options.scenario: is empty"


def test_names_that_several_bear_are_numbered():
    assert numbered_names(["Foot", "Horse", "Foot"]) == ["Foot 1", "Horse", "Foot 2"]


def test_a_unit_is_called_by_its_own_name_or_by_that_of_its_entry():
    book = LISTS.book_of(ARMY)
    entry = book.entries[0]
    units = (
        ListUnit(id="u1", entry=entry.id),
        ListUnit(id="u2", entry=entry.id, name="Old Blue"),
        ListUnit(id="u3", entry=entry.id),
    )
    command = ARMY.commands[0].model_copy(update={"units": units})
    army = ARMY.model_copy(update={"commands": (command,)})
    assert unit_names(army, book) == {"u1": f"{entry.label} 1", "u2": "Old Blue", "u3": f"{entry.label} 2"}
    by_bases = {"u1": f"{entry.label} no. 1", "u2": "Old Blue", "u3": f"{entry.label} no. 3"}
    assert unit_names(army, book, of_bases=True) == by_bases


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (["Van", "Main", "Rear"], ["Van", "Main", "Rear"]),
        (
            ["Reserve", "Right wing", "The centre", "left WING"],
            ["left WING", "Reserve", "The centre", "Right wing"],
        ),
        (["Center", "Van", "Rear"], ["Van", "Center", "Rear"]),
        (["Van", "Main", "Middle", "Rear"], ["Van", "Main", "Middle", "Rear"]),
        (
            ["Right of the left wing", "Leftmost", "Left"],
            ["Left", "Right of the left wing", "Leftmost"],
        ),
    ],
)
def test_commands_stand_where_their_names_say(names: list[str], order: list[str]) -> None:
    assert [wing.name for wing in from_left([Wing(name) for name in names])] == order
