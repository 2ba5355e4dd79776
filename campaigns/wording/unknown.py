"""Names that nothing has."""

from __future__ import annotations

from collections.abc import Iterable


def open_engagement(engagement: str) -> str:
    return f"there is no open engagement “{engagement}”"


def sample_list(key: str, keys: str) -> str:
    return f"there is no sample list “{key}”: choose from {keys}"


def faction(key: str) -> str:
    return f"there is no faction “{key}”"


def area(key: str) -> str:
    return f"there is no area “{key}”"


def scene(key: str) -> str:
    return f"there is no scene “{key}”"


NO_SUCH_FORCE = "there is no such force of this faction"


def unit_in(unit: str, force: str) -> str:
    return f"there is no unit “{unit}” in {force}"


def command_in(command: str, force: str) -> str:
    return f"there is no command “{command}” in {force}"


def other_faction(key: str) -> str:
    return f"there is no other faction “{key}”"


def named(name: str, key: str) -> str:
    return f"there is no {name} “{key}”"


def unit_in_that_force(key: str) -> str:
    return f"there is no unit “{key}” in that force"


def leader_in_that_force(key: str) -> str:
    return f"there is no leader “{key}” in that force"


def open_battle(engagement: str) -> str:
    return f"there is no open battle “{engagement}”"


def event(kind: str) -> str:
    return f"there is no event “{kind}”"


ENGAGEMENT_OR_SECRET = "There is no such engagement, or you cannot know of it."


def turn(turn: int) -> str:
    return f"There is no turn {turn}."


NO_SUCH_ENGAGEMENT = "there is no such engagement"


def mail_kind(kind: str, kinds: Iterable[str]) -> str:
    return f"there is no mail of the kind “{kind}”: choose from {', '.join(kinds)}"


NO_SUCH_CAMPAIGN = "There is no such campaign, or you do not take part in it."
NOT_YOUR_BATTLE = "You do not fight in this battle."
