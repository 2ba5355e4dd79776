"""Fields derived from the annotations of a model, and what is read from them."""

from __future__ import annotations

from typing import Annotated, Literal

import jsonschema
import pytest
from pydantic import Field as Limits

from rulesets.contract.oddsquery import Strict
from rulesets.contract.oddsschema import query_schema
from rulesets.engine.fields import Asked, Field, fields_of, values_of


class Inner(Strict):
    lost: Annotated[int | None, Limits(ge=1, le=9), Asked("Lost", "none")] = None


class Shot(Strict):
    kind: Literal["shot"]
    target: Inner
    distance: Annotated[float, Limits(ge=0, le=8), Asked("Distance", initial=1.5)]
    cover: Annotated[Literal["none", "wood"], Asked("Cover", words=("nothing", "a wood"))] = "none"
    first: Annotated[bool, Asked("Has fired", key="fired", negated=True)] = True
    weapons: Annotated[list[str], Asked("Weapons", choices=lambda: [("bow", "Bow")])] = []
    unasked: int = 3


class Melee(Strict):
    kind: Literal["melee"]
    target: Inner


def test_kind_limits_choices_and_default_are_those_of_the_type():
    found = fields_of(Shot)
    assert list(found) == ["distance", "cover", "first", "weapons"]
    assert found["distance"] == Field("distance", "Distance", "decimal", low=0, high=8, default=1.5)
    assert (found["cover"].kind, found["cover"].default) == ("choice", "none")
    assert found["cover"].choices == (("none", "nothing"), ("wood", "a wood"))
    assert (found["first"].key, found["first"].kind, found["weapons"].kind) == ("fired", "flag", "many")
    lost = fields_of(Inner)["lost"]
    assert (lost.kind, lost.low, lost.high, lost.optional, lost.help) == ("whole", 1, 9, True, "none")


def test_what_was_given_becomes_the_values_of_the_model():
    assert values_of(Shot, {"fired": True, "distance": 2.0, "cover": ""}) == {"first": False, "distance": 2.0}
    assert values_of(Shot, {"fired": False, "other": 1}) == {"first": True}


def test_the_schema_of_two_queries_takes_both_and_nothing_else():
    schema = query_schema(Shot, Melee)
    jsonschema.validate({"kind": "shot", "target": {"lost": None}, "distance": 8}, schema)
    jsonschema.validate({"kind": "melee", "target": {"lost": 9}}, schema)
    for wrong in (
        {"kind": "siege", "target": {}},
        {"kind": "melee"},
        {"kind": "melee", "target": {"lost": 0}},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)
