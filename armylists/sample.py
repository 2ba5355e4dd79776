"""Players and their lists to begin with; loading them again changes nothing."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from armylists import services
from armylists.models import ArmyList
from armylists.wording import lists as words
from rulesets.contract.documents import samples

PASSWORD = "leaguer-sample"
LISTS = {
    "alice": ("royalist-oxford-army", "swedish-royal-army", "polish-1649-52-10"),
    "bob": ("parliament-eastern-association", "catholic-league", "muscovite-1648-76-11"),
    "carol": (),
}


@transaction.atomic
def load() -> tuple[dict[str, User], dict[str, ArmyList]]:
    """Return the sample's users by name and its lists by file name, made where they are missing."""
    users = {}
    for name in LISTS:
        users[name], created = User.objects.get_or_create(
            username=name, defaults={"email": f"{name}@example.org"}
        )
        if created:
            users[name].set_password(PASSWORD)
            users[name].save()
    lists = {
        key: _loaded(users[name], samples()[key].name)
        or services.create(users[name], samples()[key], words.FROM_THE_SAMPLES)
        for name, keys in LISTS.items()
        for key in keys
    }
    return users, lists


def _loaded(owner: User, name: str) -> ArmyList | None:
    # Samples that were loaded earlier may have a straight apostrophe in their name.
    return ArmyList.objects.filter(owner=owner, name__in={name, name.replace("’", "'")}).first()
