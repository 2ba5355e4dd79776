"""The sample that a fresh site begins with."""

import pytest
from django.contrib.auth import authenticate

from armylists import sample
from armylists.models import ArmyList
from rulesets.contract.documents import check_list


@pytest.mark.django_db
def test_the_sample_is_three_players_two_with_three_legal_lists_each_and_loads_once() -> None:
    users, lists = sample.load()
    assert sample.load()[1] == lists
    assert sorted(users) == ["alice", "bob", "carol"]
    assert ArmyList.objects.count() == 6
    assert all(check_list(each.army).legal for each in lists.values())
    assert authenticate(username="bob", password=sample.PASSWORD) == users["bob"]


@pytest.mark.django_db
def test_a_sample_that_was_loaded_under_its_older_spelling_is_not_loaded_again() -> None:
    _users, lists = sample.load()
    oxford = lists["royalist-oxford-army"]
    ArmyList.objects.filter(pk=oxford.pk).update(name=oxford.name.replace("’", "'"))

    assert sample.load()[1]["royalist-oxford-army"] == oxford
