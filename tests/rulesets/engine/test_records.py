"""Records: quick to make, and otherwise what frozen dataclasses are."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from rulesets.engine.records import record


@record
class Place:
    """A point with a name."""

    x: float
    y: float
    name: str = "here"


@record
class Route(Place):
    """One with more to it, one field worked out from the others."""

    via: list[str] = field(default_factory=list, compare=False)
    far: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "far", abs(self.x) + abs(self.y))


@dataclass(frozen=True, slots=True)
class Kept(Place):
    """A frozen dataclass that inherits from a record."""

    key: str = ""


def test_it_is_made_by_position_and_by_name_with_defaults() -> None:
    assert Place(1.0, 2.0) == Place(y=2.0, x=1.0, name="here")
    assert repr(Place(1.0, 2.0)) == "Place(x=1.0, y=2.0, name='here')"
    with pytest.raises(TypeError):
        Place(1.0)  # type: ignore[call-arg]


def test_equal_records_have_one_hash_and_other_classes_are_never_equal() -> None:
    assert hash(Place(1.0, 2.0)) == hash(Place(1.0, 2.0))
    assert Place(1.0, 2.0) != Place(1.0, 3.0)
    assert Place(1.0, 2.0) != Kept(1.0, 2.0)


def test_what_a_record_inherits_and_works_out_is_set_too() -> None:
    one, two = Route(3.0, -4.0), Route(3.0, -4.0)
    assert (one.x, one.name, one.far) == (3.0, "here", 7.0)
    one.via.append("the ford")
    assert two.via == []
    assert one == two


def test_it_has_slots_and_its_fields_are_those_of_a_dataclass() -> None:
    assert not hasattr(Place(1.0, 2.0), "__dict__")
    assert [each.name for each in fields(Place)] == ["x", "y", "name"]  # type: ignore[arg-type]


@pytest.mark.parametrize("made", [Place(1.0, 2.0, "there"), Route(1.0, 2.0), Kept(1.0, 2.0, key="k")])
def test_copies_are_equal(made: Place) -> None:
    assert copy.copy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert replace(made, x=9.0).x == 9.0  # type: ignore[type-var]


def test_a_frozen_dataclass_that_inherits_from_a_record_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Kept(1.0, 2.0).x = 3.0  # type: ignore[misc]
