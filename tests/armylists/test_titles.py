"""Lists without a name are called by their army book and cost, so that they can be told apart."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from armylists import services
from armylists.models import ArmyList
from armylists.titles import titled
from battles.setups import side_name
from rulesets.contract.documents import check_list, list_rules, parse_list, samples, title_of
from rulesets.engine.wording.lists import unnamed_list

pytestmark = pytest.mark.django_db


def unnamed(key: str) -> dict[str, object]:
    return samples()[key].to_json() | {"name": ""}


def of(system: str) -> list[str]:
    """Two sample lists of a system."""
    return [key for key, army in samples().items() if army.system == system][:2]


@pytest.mark.parametrize("system", ["baroque", "by_fire_and_sword", "snaphance"])
def test_a_list_without_a_name_is_called_by_its_book_and_its_cost(alice: User, system: str) -> None:
    key = of(system)[0]
    army = parse_list(unnamed(key))
    row = services.create(alice, army)
    report = check_list(army)
    book = list_rules(system).book_of(army).name
    assert row.title == title_of(unnamed(key)) == f"{book}, {report.total} {report.unit}"
    assert title_of(samples()[key].to_json()) == samples()[key].name


def test_lists_that_are_called_alike_are_told_apart_by_their_time(alice: User, as_alice: Client) -> None:
    one, other = of("baroque")
    for key in (one, one, other):
        services.create(alice, parse_list(unnamed(key)))
    first = ArmyList.objects.order_by("pk")[0]
    ArmyList.objects.filter(pk=first.pk).update(updated=timezone.now() - timedelta(days=2))
    titles = [title for _, title in titled(ArmyList.objects.order_by("pk"))]
    assert len(set(titles)) == 3
    assert [", changed " in title for title in titles] == [True, True, title_of(unnamed(one)) == titles[2]]
    page = as_alice.get("/battles/new/").content.decode()
    assert "Unnamed list" not in page
    for title in titles:
        assert title.replace("&", "&amp;") in page


def test_a_side_without_a_name_is_called_as_its_list() -> None:
    key = of("baroque")[0]
    assert side_name(unnamed(key), 0) == title_of(unnamed(key))
    assert (side_name({}, 0), side_name(None, 1)) == ("First army", "Second army")


def test_thousands_are_marked_in_a_title() -> None:
    assert unnamed_list("Imperialist army", 1000, "points") == "Imperialist army, 1,000 points"
    assert unnamed_list("Swedes", 600, "points") == "Swedes, 600 points"
