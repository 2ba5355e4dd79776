"""The poster by which players check in with their telephones."""

from __future__ import annotations

from armylists.printing import Printout, qr
from tournaments.engine.document import Tournament
from tournaments.paper.setting import set_out
from tournaments.wording import paper as words


def checkin_poster(tournament: Tournament, link: str, paper: str = "A4") -> Printout:
    """Return a page with `link`, where players check in, as a code for telephones and in writing."""
    code = qr(link, border=0, lineclass=None, title=words.CHECK_IN)
    return set_out("checkin", tournament, paper, link=link, code=code)
