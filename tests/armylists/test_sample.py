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
