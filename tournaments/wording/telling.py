"""What mails about tournaments say."""

from __future__ import annotations


def admitted(name: str) -> tuple[str, str]:
    """Return subject and text for who moves up from the waiting list."""
    return (
        "you are in",
        f"A place has become free at “{name}”. You are no longer on the waiting list: you are playing.",
    )


def missing(name: str, number: int) -> tuple[str, str]:
    """Return subject and text for players of a table without a result."""
    return "your result is missing", f"The result of your table in round {number} of “{name}” is missing."


WRONG_ADDRESS = "Write an e-mail address, such as anna@example.org."
NO_ADDRESS = "Write the address to which it is sent."
HAS_AN_ACCOUNT = "Somebody plays as this player with an account already."
NOTED = "The address is saved."


def too_soon(name: str, minutes: int) -> str:
    return f"{name} has just got a mail. Wait {minutes} minutes."


def sent(email: str) -> str:
    return f"We sent it to {email}."


def claim(player: str, name: str, link: str) -> tuple[str, str]:
    """Return subject and text of the mail to a player who has no account there yet."""
    return f"{name}: your place", (
        f"You are entered as {player} at the tournament “{name}”.\n\n"
        f"See your tables and report your results on your phone: {link}\n"
        "Whoever opens this address and signs in plays in your name, so keep it to yourself.\n\n"
        "You get this mail because an organiser of the tournament entered your address. It is deleted once "
        "you have an account there.\n"
    )
