"""A fought battle to begin with; loading it again changes nothing."""

from __future__ import annotations

from armylists import sample as army_sample
from battles import services
from battles.models import Battle

USERS = tuple((name, army_sample.PASSWORD) for name in army_sample.LISTS)

SEED = "Naseby"
NAMES = ("The King", "Parliament")
SIDES = ("royalist-oxford-army", "parliament-eastern-association")


def load() -> Battle:
    """The sample's battle between Alice's and Bob's lists, fought to its end, with its users and lists.

    It is shared, so that whoever visits can look at it.
    """
    users, lists = army_sample.load()
    owner = users["alice"]
    row = find()
    if row is None:
        row = services.begin(owner, _setup([lists[key].document for key in SIDES]), seed=SEED)
        services.share(row)
    services.advance(row, None)
    return row


def find() -> Battle | None:
    """The sample's battle if it was loaded."""
    return Battle.objects.filter(owner__username="alice", seed=SEED).order_by("pk").first()


def _setup(documents: list[dict[str, object]]) -> dict[str, object]:
    return {
        "format": "leaguer-setup",
        "version": 1,
        "system": "baroque",
        "lists": documents,
        "sides": list(NAMES),
    }
