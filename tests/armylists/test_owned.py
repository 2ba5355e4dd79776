"""What everything that somebody owns shares: the shapes of answers, and refusals that are told alike."""

from __future__ import annotations

from dataclasses import dataclass

from armylists.models import ArmyList, OwnBook
from armylists.owned.models import Owned
from armylists.owned.services import Stale
from armylists.owned.shapes import shape
from armylists.serializers import ReportSerializer
from battles.models import Battle, Record
from campaigns.models import Campaign, OwnMap
from config.api import exception_handler
from rulesets.contract.documents import check_list, samples
from rulesets.engine.decisions import Refusal

KINDS: tuple[type[Owned], ...] = (ArmyList, OwnBook, Battle, Record, Campaign, OwnMap)


@dataclass(frozen=True)
class Inner:
    """What is in it."""

    number: int | None


@dataclass(frozen=True)
class Outer:
    """A thing."""

    name: str
    parts: tuple[Inner, ...]
    hidden: str
    marked: bool = False


def test_a_dataclass_gives_its_serializer() -> None:
    found = shape(Outer, ("hidden",), more=int | None)()
    assert {name: type(field).__name__ for name, field in found.fields.items()} == {
        "name": "CharField", "parts": "ListSerializer", "marked": "BooleanField", "more": "IntegerField",
    }  # fmt: skip
    assert found.fields["parts"].child.fields["number"].allow_null
    assert [name for name, field in found.fields.items() if not field.required] == ["marked"]
    assert type(found).__doc__ == "A thing."


def test_the_report_of_a_list_has_the_fields_that_the_schema_names() -> None:
    report = check_list(next(iter(samples().values()))).to_json()
    assert set(report) == set(ReportSerializer().fields)


def test_everything_owned_says_what_is_missing_and_counts_its_states() -> None:
    assert {kind.NOUN: kind.REVISION for kind in KINDS} == {
        "list": "version", "book": "edition", "battle": "revision", "record": "revision",
        "campaign": "revision", "map": "edition",
    }  # fmt: skip
    for kind in KINDS:
        kind._meta.get_field(kind.REVISION)
        assert f"such {kind.NOUN}" in kind.say(kind.MISSING)


def test_who_is_late_is_told_the_state_that_there_is() -> None:
    answer = exception_handler(Stale(OwnBook(edition=4), 2), {})
    assert answer is not None
    assert answer.status_code == 409
    assert answer.data["edition"] == 4


def test_a_refusal_names_its_rule_and_whose_decision_it_is() -> None:
    answer = exception_handler(Refusal("no", rule="BQ-1.1", path="unit", code="not-yours"), {})
    assert answer is not None
    assert answer.status_code == 403
    assert answer.data["errors"] == [{"path": "unit", "message": "no", "rule": "BQ-1.1"}]
