"""Undo and redo: several steps back and forward, and nothing of the history is lost."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import edits, services, undoing
from armylists.edits import EditError
from armylists.models import ArmyList
from armylists.owned.services import Stale


@pytest.fixture
def changed(kept: ArmyList, alice: User) -> ArmyList:
    """The list after three changes."""
    for name in ("One", "Two", "Three"):
        services.change(kept, kept.version, edits.rename_unit("c1u1", name), alice)
    return kept


def called(army_list: ArmyList) -> str:
    army_list.refresh_from_db()
    return next(army_list.army.units()).name


def test_several_steps_are_undone_and_redone(changed: ArmyList, alice: User) -> None:
    for name in ("Two", "One", ""):
        undoing.undo(changed, changed.version, alice)
        assert called(changed) == name
    with pytest.raises(EditError, match="nothing to undo"):
        undoing.undo(changed, changed.version, alice)
    for name in ("One", "Two", "Three"):
        undoing.redo(changed, changed.version, alice)
        assert called(changed) == name
    with pytest.raises(EditError, match="nothing to redo"):
        undoing.redo(changed, changed.version, alice)
    assert changed.version == 10
    assert changed.revisions.count() == 10


def test_a_change_after_an_undo_goes_on_from_there(changed: ArmyList, alice: User) -> None:
    undoing.undo(changed, 4, alice)
    undoing.undo(changed, 5, alice)
    services.change(changed, 6, edits.rename_unit("c1u1", "Other"), alice)
    assert undoing.steps(changed).forward is None
    undoing.undo(changed, 7, alice)
    assert called(changed) == "One"
    undoing.redo(changed, 8, alice)
    assert called(changed) == "Other"


def test_going_back_to_a_revision_can_be_undone(changed: ArmyList, alice: User) -> None:
    services.restore(changed, 4, changed.revisions.get(number=2), alice)
    assert called(changed) == "One"
    done = undoing.undo(changed, 5, alice)
    assert (called(changed), done.summary, done.touched) == ("Three", "Undid: Restored revision 2", "c1u1")


def test_an_undo_of_an_old_page_is_refused(changed: ArmyList, alice: User) -> None:
    with pytest.raises(Stale):
        undoing.undo(changed, 3, alice)
    assert called(changed) == "Three"


def test_what_can_be_undone_is_known_in_few_queries(
    changed: ArmyList, alice: User, django_assert_max_num_queries: Any
) -> None:
    undoing.undo(changed, 4, alice)
    undoing.undo(changed, 5, alice)
    with django_assert_max_num_queries(4):
        undoing.steps(changed)


def test_the_builder_undoes_and_redoes_without_scripts(as_alice: Client, changed: ArmyList) -> None:
    address = reverse("armylists:edit", args=[changed.public_id])
    page = as_alice.post(address, {"version": 4, "do": "undo"}, follow=True).content.decode()
    assert "Undid: Named Two “Three”" in page
    assert called(changed) == "Two"
    page = as_alice.post(address, {"version": 5, "do": "redo"}, follow=True).content.decode()
    assert called(changed) == "Three"
    assert 'title="Nothing to redo" disabled' in page
    late = as_alice.post(address, {"version": 5, "do": "undo"})
    assert late.status_code == 409
    assert called(changed) == "Three"
