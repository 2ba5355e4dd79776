"""Papers as somebody asks for them, on a page and over REST: who may have which."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404
from django.urls import reverse

from armylists.printing import Printout, paper_named
from rulesets.engine.digits import whole
from rulesets.engine.errors import LeaguerError
from tournaments.access import Viewer
from tournaments.engine.document import Pairing
from tournaments.paper.checkin import checkin_poster
from tournaments.paper.papers import ALL, Wanted, printed
from tournaments.paper.places import FIRST

BY_STANDINGS = ("standings", "cross", "certificates")
"""What is hidden as long as the standings are."""
CHECK_IN = "check-in"
"""The poster by which players check in, which is for those who run the tournament."""
MOST_CERTIFICATES = 100


def paper_of(viewer: Viewer, what: str, query: Mapping[str, str], absolute: Callable[[str], str]) -> Printout:
    """Return a paper of a tournament, as `query` asks for it (`round`, `player`, `first`, `paper`); Http404
    for one that the viewer may not see, and for what is not there yet. `absolute` completes an address.
    """
    player = query.get("player", "")[:32]
    if what == CHECK_IN and viewer.judges:
        address = absolute(reverse("tournaments:check-in", args=[viewer.tournament.public_id]))
        return checkin_poster(viewer.document, address, paper_named(query.get("paper", "")))
    if what not in ALL or not may_print(viewer, what, player):
        raise Http404
    number = whole(query.get("round")) if query.get("round") else None
    first = whole(query.get("first")) if query.get("first") else FIRST

    def link(number: int, _pairing: Pairing) -> str:
        return absolute(f"{viewer.tournament.get_absolute_url()}?round={number}")

    size = paper_named(query.get("paper", ""))
    wanted = Wanted(size, number, player, min(max(first, 1), MOST_CERTIFICATES), link)
    try:
        ranked = viewer.standings if what in BY_STANDINGS else None
        return printed(ranked or viewer.document, what, wanted)
    except LeaguerError as error:
        raise Http404(error.message) from error


def may_print(viewer: Viewer, what: str, player: str) -> bool:
    """Return whether somebody may have a paper: slips are for those who run it, cards and certificates also
    for the player that they name, what follows the standings for those who see them.
    """
    own = player != "" and player == viewer.player
    if what in BY_STANDINGS and not viewer.sees_standings:
        return False
    if what in ("cards", "certificates"):
        return viewer.judges or own
    return viewer.judges if what == "slips" else True
