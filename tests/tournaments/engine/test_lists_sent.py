"""How the lists of a player stand: sent in, accepted, declined, replaced, locked; and who is told what."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.errors import LeaguerError
from tests.kit.tournaments import do, tournament
from tournaments.engine.actions import FoldError
from tournaments.engine.document import Tournament
from tournaments.engine.sent import ListMark, brought
from tournaments.engine.visible import EVERYBODY, Eyes, visible


def sent(key: str, **more: Any) -> dict[str, Any]:
    return {"do": "send_list", "player": "anna", "list": key} | more


def answer(do_what: str, key: str, **more: Any) -> dict[str, Any]:
    return {"do": f"{do_what}_list", "player": "anna", "list": key} | more


def marks(found: Tournament) -> dict[str, str]:
    return {each.key: each.state for each in found.by_id["anna"].lists}


def mark(found: Tournament, key: str) -> ListMark:
    return next(each for each in found.by_id["anna"].lists if each.key == key)


def refused(found: Tournament, *actions: dict[str, Any]) -> str:
    with pytest.raises(LeaguerError) as caught:
        do(found, *actions)
    return caught.value.path


def test_a_list_waits_until_an_organiser_answers() -> None:
    found = do(tournament(), sent("a", late=True))
    assert mark(found, "a") == ListMark(key="a", late=True)
    assert marks(do(found, answer("accept", "a"))) == {"a": "accepted"}
    declined = do(found, answer("decline", "a", reason="Too many guns."))
    assert mark(declined, "a").reason == "Too many guns."
    assert mark(do(declined, answer("accept", "a")), "a").reason == ""
    assert marks(do(found, answer("withdraw", "a"))) == {}


def test_the_one_that_waits_goes_when_another_comes_in_its_place() -> None:
    found = do(tournament(), sent("a"), sent("b", replaces="a"))
    assert (marks(found), mark(found, "b").changed) == ({"b": "waits"}, False)
    declined = do(found, answer("decline", "b"), sent("c", replaces="b"))
    assert marks(declined) == {"c": "waits"}


def test_what_is_accepted_counts_until_its_replacement_is_accepted() -> None:
    found = do(tournament(), sent("a"), answer("accept", "a"), sent("b", replaces="a"))
    assert marks(found) == {"a": "accepted", "b": "waits"}
    assert mark(found, "b").changed
    assert [each.key for each in brought(found.by_id["anna"].lists)] == ["b"]
    again = do(found, sent("c", replaces="b"))
    assert marks(again) == {"a": "accepted", "c": "waits"}
    assert marks(do(again, answer("accept", "c"))) == {"c": "accepted"}
    declined = do(again, answer("decline", "c"))
    assert [each.key for each in brought(declined.by_id["anna"].lists)] == ["a"]
    assert marks(do(declined, sent("d", replaces="a"))) == {"a": "accepted", "d": "waits"}
    assert marks(do(declined, sent("d", replaces="c"))) == {"a": "accepted", "d": "waits"}


def test_an_organiser_replaces_a_list_at_once_and_when_lists_are_locked() -> None:
    found = do(tournament(), sent("a"), answer("accept", "a"), sent("b", replaces="a"))
    locked = do(found, {"do": "lock_lists"})
    assert refused(locked, sent("c", replaces="a")) == ""
    assert refused(locked, answer("withdraw", "b")) == ""
    for old in ("a", "b"):
        assert marks(do(locked, sent("c", replaces=old, accepted=True))) == {"c": "accepted"}
    unlocked = do(locked, {"do": "lock_lists", "locked": False}, sent("c", replaces="a"))
    assert marks(unlocked) == {"a": "accepted", "c": "waits"}


@pytest.mark.parametrize("most", [1, 3])
def test_nobody_brings_more_lists_than_are_allowed(most: int) -> None:
    found = tournament(limits={"lists": most})
    found = do(found, *(sent(f"a{at}") for at in range(most)))
    assert refused(found, sent("more")) == "replaces"
    assert refused(found, sent("more", replaces="gone")) == "replaces"
    declined = do(found, answer("decline", "a0"), sent("more"))
    assert refused(declined, answer("accept", "a0")) == "list"


def test_what_has_been_answered_is_not_answered_again() -> None:
    found = do(tournament(), sent("a"), answer("accept", "a"))
    assert refused(found, answer("accept", "a")) == "list"
    assert refused(found, answer("withdraw", "a")) == "list"
    assert refused(do(found, answer("decline", "a")), answer("decline", "a")) == "list"
    assert refused(found, answer("accept", "b")) == "list"


def test_an_acceptance_that_a_replacement_builds_on_can_be_undone() -> None:
    assert marks(do(tournament(), sent("a"), sent("b", replaces="a"))) == {"b": "waits"}
    with pytest.raises(FoldError) as caught:
        do(tournament(), answer("accept", "a"))
    assert caught.value.at == 0


def test_nobody_is_entered_with_lists() -> None:
    found = do(tournament(), {"do": "enter", "players": [{"id": "x", "name": "X", "lists": [{"key": "a"}]}]})
    assert found.by_id["x"].lists == ()


def test_others_learn_of_lists_when_they_are_shown_and_only_of_those_that_count() -> None:
    found = do(tournament(limits={"lists": 3}), sent("a"), sent("b"), sent("c"), answer("accept", "a"))
    found = do(found, answer("decline", "b", reason="Too many guns."))

    def seen(found: Tournament, eyes: Eyes) -> dict[str, str]:
        return marks(visible(found, eyes))

    for eyes in (EVERYBODY, Eyes(player="bob"), Eyes(reports=True)):
        assert seen(found, eyes) == {}
    for eyes in (Eyes(all=True), Eyes(player="anna")):
        assert seen(found, eyes) == {"a": "accepted", "b": "declined", "c": "waits"}
    shown = do(found, {"do": "show", "what": "lists"})
    assert seen(shown, EVERYBODY) == {"a": "accepted"}
