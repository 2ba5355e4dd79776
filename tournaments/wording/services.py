"""What tournaments say of who may do what, and of changes that came too late."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import listed

PUBLIC = "Public: listed for everyone"
LINK = "Unlisted: anyone with the link can see it"
PRIVATE = "Private: only those taking part can see it"
OWNER_ALONE = "Private: only you can see it"
ORGANISER = "Organiser"
JUDGE = "Judge"

NOT_YOURS_TO_DO = "Only an organiser can do this."
FOR_JUDGES = "Only organisers and judges can do this."
LINE_UPS_KNOWN = "Both teams now know both line-ups. Only an organiser can change one."
NOT_YOUR_PLAYER = "You can do this for yourself only."
REGISTRATION_CLOSED = "Registration is closed. Ask an organiser."
SEE_IT_FIRST = "Someone else has changed this in the meantime. Check how it looks now, then try again."
NO_SUCH_ACTION = "There is no such action in the log."
UNDONE_ALREADY = "This has already been undone."
NOT_UNDONE = "This has not been undone."
ENTERED_ALREADY = "You have already entered."
CLAIMED = "Somebody else has claimed this player."
GUESTS = "Sign up first: results must be reported by someone with an account."
SENT_ELSEWHERE = "Send in your list on the page Lists."
NO_LIST = "There is no such list."
BUSY = "Leaguer is working out another large round. Try again in a few seconds."
TOOK_TOO_LONG = "This took too long, because the server is busy. Ask again later."
DATED = "Give the current time."


def built_on(what: str) -> str:
    return f"A later action depends on this one: “{what}” Undo that one first."


def sent_most(most: int) -> str:
    return f"You have already sent in {most} lists. Ask an organiser."


def no_other_organiser(tournaments: Sequence[str]) -> str:
    """Return why somebody cannot leave these tournaments, and what to do first."""
    names = listed([f"“{each}”" for each in tournaments])
    return f"{names} would have no organiser. Invite one on the page “Organisers”, or archive it there."
