"""A round on paper: the poster of its pairings for the wall, and slips for its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from armylists.printing import Printout, qr
from tournaments.engine.document import Pairing, Player, Tournament
from tournaments.paper.setting import in_parts, plain, round_of, set_out
from tournaments.wording import paper as words

A_PAGE = 4
"""Result slips on a page."""
Link = Callable[[int, Pairing], str]


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: the two who play, and the way to the page of their table."""

    table: int
    scenario: str
    players: tuple[Player, Player]
    link: str
    qr: SafeString | str


def poster(tournament: Tournament, number: int | None = None, paper: str = "A4") -> Printout:
    """Return the pairings of a round (else of the last) in big type: by player, then by table."""
    number, found = round_of(tournament, number)
    people = tournament.by_id
    pairings = sorted(found.pairings, key=lambda each: each.table)
    places = [(name, each.table) for each in pairings for key in each.players for name in people[key].names]
    byes = sorted((name for each in found.byes for name in people[each.player].names), key=plain)
    return set_out(
        "poster", tournament, paper, number=number, byes=byes,
        places=sorted(places, key=lambda each: (plain(each[0]), each[1])),
        pairings=[(each.table, [people[key] for key in each.players]) for each in pairings],
    )  # fmt: skip


def slips(
    tournament: Tournament, number: int | None = None, paper: str = "A4", link: Link | None = None
) -> Printout:
    """Return a slip for each result of a round, A_PAGE on a page; `link` leads to the page of a table, which
    is drawn as a code for telephones.
    """
    number, found = round_of(tournament, number)
    people = tournament.by_id
    made = [
        _slip(each, (people[each.players[0]], people[each.players[1]]), link(number, each) if link else "")
        for each in sorted(found.pairings, key=lambda each: each.table)
    ]
    return set_out("slips", tournament, paper, number=number, sheets=in_parts(made, A_PAGE))


def _slip(pairing: Pairing, players: tuple[Player, Player], link: str) -> Slip:
    title = words.way_to_table(pairing.table)
    code = qr(link, border=0, lineclass=None, title=title) if link else ""
    return Slip(pairing.table, pairing.scenario, players, link, code)
