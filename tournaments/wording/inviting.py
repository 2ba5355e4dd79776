"""What is said of invitations to run or judge a tournament."""

from __future__ import annotations

ROLES = {"organiser": "to run", "judge": "to judge at"}
MAY = {
    "organiser": "Organisers can see and do everything: settings, pairings, results, lists.",
    "judge": "Judges can enter and decide results, start the clock, make announcements, check players in, "
    "and give penalties and soft scores.",
}
CREATED = "Invitation created."
WITHDRAWN = "Invitation withdrawn."
NOT_OPEN = "This invitation is no longer open."
CLOSED = "This invitation is no longer open. Ask for a new one."
OWNER_ORGANISES = "You already run this tournament."
GUESTS = "Sign up first. Then open the invitation again."
COPY_IT = "Copy its link and send it."


def too_many(most: int) -> str:
    return f"{most} invitations are open, the most allowed. Withdraw one first."


def sent_to(email: str) -> str:
    return f"We sent it to {email}."


def accepted(role: str, name: str) -> str:
    return f"You are now {'an organiser' if role == 'organiser' else 'a judge'} of {name}."


def invites(role: str) -> str:
    """Say what somebody is invited to do; the tournament's name follows."""
    return f"invites you {ROLES[role]}"


def mail(who: str, name: str, role: str, link: str) -> tuple[str, str]:
    """Return subject and text of the mail with an invitation."""
    return f"{name}: you are invited", (
        f"{who} {invites(role)} the tournament “{name}”. {MAY[role]}\n\n"
        f"Accept here: {link}\nThe link works once.\n\n"
        f"You get this mail because {who} entered your address to invite you. If you do not accept, you get "
        "no more mail about this tournament.\n"
    )
