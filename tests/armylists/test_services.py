"""The only writer of lists: revisions, stale edits, sharing."""

import pytest
from django.contrib.auth.models import User

from armylists import edits, services
from armylists.edits import EditError
from armylists.models import ArmyList
from armylists.owned.services import SUMMARY_LENGTH, Stale
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import ListError


def rename(name: str, army: Document) -> edits.Edit:
    return edits.set_header(name=name, player=army.player, points=army.points, notes=army.notes)


def test_a_new_list_is_private_and_has_its_first_revision(kept: ArmyList, royalists: Document) -> None:
    assert (kept.version, kept.share_token, kept.archived) == (1, None, False)
    assert kept.army == royalists
    assert [revision.army for revision in kept.revisions.all()] == [royalists]


def test_every_change_is_a_revision_that_says_what_was_done(kept: ArmyList, alice: User) -> None:
    unit = next(kept.army.units())
    services.change(kept, 1, edits.remove_unit(unit.id), alice)
    kept.refresh_from_db()
    latest = kept.revisions.first()
    assert latest is not None
    assert (kept.version, latest.number, latest.author) == (2, 2, alice)
    assert latest.summary == "Removed His Royal Highness from Right wing"
    assert latest.document == kept.document


def test_the_columns_follow_the_document(kept: ArmyList, alice: User) -> None:
    edit = edits.set_header(name="Naseby", player="", points=1000, notes="")
    services.change(kept, 1, edit, alice)
    kept.refresh_from_db()
    assert (kept.name, kept.points) == ("Naseby", 1000)


def test_an_edit_that_changes_nothing_makes_no_revision(
    kept: ArmyList, alice: User, royalists: Document
) -> None:
    services.change(kept, 1, rename(royalists.name, royalists), alice)
    assert (kept.version, kept.revisions.count()) == (1, 1)


def test_a_change_made_on_an_older_version_is_refused_and_nothing_is_overwritten(
    kept: ArmyList, alice: User, royalists: Document
) -> None:
    other = ArmyList.objects.get(pk=kept.pk)
    services.change(other, 1, rename("First", royalists), alice)
    with pytest.raises(Stale) as stale:
        services.change(kept, 1, rename("Second", royalists), alice)
    assert (stale.value.expected, stale.value.current.version, stale.value.current.name) == (1, 2, "First")
    kept.refresh_from_db()
    assert (kept.name, kept.revisions.count()) == ("First", 2)


def test_a_change_that_cannot_be_made_leaves_the_list_as_it_was(kept: ArmyList, alice: User) -> None:
    with pytest.raises(EditError):
        services.change(kept, 1, edits.remove_unit("nobody"), alice)
    with pytest.raises(ListError, match="longer than 120"):
        services.change(kept, 1, edits.rename_unit(next(kept.army.units()).id, "x" * 121), alice)
    kept.refresh_from_db()
    assert (kept.version, kept.revisions.count()) == (1, 1)


def test_going_back_is_a_revision_of_its_own(kept: ArmyList, alice: User, royalists: Document) -> None:
    services.change(kept, 1, rename("Changed", royalists), alice)
    services.restore(kept, 2, kept.revisions.get(number=1), alice)
    assert kept.army == royalists
    assert [r.summary for r in kept.revisions.all()] == ["Restored revision 1", "Name: Changed", "Created"]


def test_a_copy_has_a_history_and_an_owner_of_its_own(shared: ArmyList, bob: User) -> None:
    copy = services.duplicate(shared, bob)
    assert (copy.owner, copy.version, copy.share_token) == (bob, 1, None)
    assert copy.army.commands == shared.army.commands
    assert copy.name == "The King’s Oxford Army (copy)"


def test_sharing_twice_keeps_the_link_and_unsharing_forgets_it(kept: ArmyList) -> None:
    token = services.share(kept)
    assert len(token) >= 20
    assert services.share(kept) == token
    services.unshare(kept)
    kept.refresh_from_db()
    assert kept.share_token is None
    assert services.share(kept) != token


def test_a_list_is_put_away_and_brought_back(kept: ArmyList) -> None:
    services.archive(kept)
    assert list(ArmyList.objects.in_use()) == []
    services.archive(kept, away=False)
    assert list(ArmyList.objects.in_use()) == [kept]


def test_a_long_summary_is_cut(kept: ArmyList, alice: User, royalists: Document) -> None:
    services.replace(kept, 1, royalists.model_copy(update={"name": "X"}), "y" * 500, alice)
    latest = kept.revisions.first()
    assert latest is not None
    assert len(latest.summary) == SUMMARY_LENGTH
