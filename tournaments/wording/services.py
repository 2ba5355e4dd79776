"""What tournaments say of who may do what, and of changes that came too late."""

from __future__ import annotations

PUBLIC = "Everybody sees it, and it is listed"
LINK = "Everybody who has its address sees it"
PRIVATE = "Only people who take part see it"
OWNER_ALONE = "Only you see it"
ORGANISER = "Organiser"
JUDGE = "Judge"

NOT_YOURS_TO_DO = "Only an organiser may do this."
NOT_YOUR_PLAYER = "You can do this for yourself only."
REGISTRATION_CLOSED = "Registration is closed. Ask an organiser."
SEE_IT_FIRST = "Somebody else has changed this meanwhile. Look at it as it is now, then do it again."
NO_SUCH_ACTION = "There is no such action in the log."
UNDONE_ALREADY = "This is undone already."
NOT_UNDONE = "This is not undone."
ENTERED_ALREADY = "You are entered already."
CLAIMED = "Somebody else has claimed this player."
GUESTS = "Sign up first: a tournament has to know who reports a result."
OWNER_ORGANISES = "The owner runs the tournament already."
NOBODY = "Nobody has this name."
SENT_ELSEWHERE = "Send a list in on the page of lists."
NO_LIST = "This list is not here."
DATED = "A round’s clock and an announcement need the present time."


def built_on(what: str) -> str:
    return f"A later action builds on this one: “{what}” Undo that one first."


def sent_most(most: int) -> str:
    return f"You have sent in {most} lists. Ask an organiser."
