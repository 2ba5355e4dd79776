"""Who takes part in a campaign, in which role, and what they bring."""

from __future__ import annotations

from campaigns.wording.labels import points

ONLY_PLAYERS_BRING = "only players bring lists"


def too_many_lists_wait(most: int) -> str:
    return f"{most} of your lists are waiting: withdraw one first"


A_PLAYER = "a player"
"""Who brought a list, where they have left."""


def list_brought_by(who: str) -> str:
    return f"the army list that {who} brought"


def choose_list_of(names: str) -> str:
    return f"choose a list of {names}"


def list_unusable(reason: str) -> str:
    return f"this list cannot be used: {reason}"


def worth_far_off(worth: float, *, more: bool) -> str:
    return f"It is worth {points(worth)}, far {'more' if more else 'less'} than the campaign’s other forces."


def compared(worth: float, count: int, least: float, mean: float, most: float) -> str:
    """Say how a list's worth compares with that of other forces: how many, the least, the mean, the most."""
    if count == 1:
        return (
            f"The campaign’s other force is worth {mean:.0f}: "
            f"the list is worth {worth / mean:.1f} times as much."
        )
    between = f"{least:.0f}" if round(least) == round(most) else f"{least:.0f} to {most:.0f}"
    others = f"The campaign’s {count} other forces are worth {between}, {mean:.0f} on average"
    return f"{others}: the list is worth {worth / mean:.1f} times as much."


def list_answered(name: str, campaign: str, *, accepted: bool, reason: str = "") -> str:
    """Tell a player what the umpire says to their list."""
    if accepted:
        return f"The umpire accepted your army list “{name}”. It is a force of “{campaign}” now."
    why = f"\n\nReason: {reason}" if reason else ""
    return f"The umpire declined your army list “{name}” for “{campaign}”.{why}"


NO_SUCH_LIST = "There is no such list in this campaign, or it is another faction’s."
AN_UMPIRE = "an umpire"


def list_accepted_already(who: str, name: str) -> str:
    return f"{who or AN_UMPIRE} accepted this list already: it is the force “{name}” now"


def list_declined_already(reason: str) -> str:
    return f"{AN_UMPIRE} declined this list already{f': {reason}' if reason else ''}"


def list_withdrawn(who: str) -> str:
    return f"{who or A_PLAYER} withdrew this list"


ASK_FIRST = "an umpire plays only where every player accepts it, and asks them on the page People"
HAS_TO_ASK_AGAIN = f"has to ask again: {ASK_FIRST}"
NO_FACTION_FOR_UMPIRES = f"choose none: {ASK_FIRST}"


def was_umpire(who: str) -> str:
    return f"{who} has been umpire and has seen everything: {ASK_FIRST}"


def open_battles(who: str) -> str:
    return (
        f"{who} has been on another side this turn, and one of the two still has open battles: "
        "wait until they are settled"
    )


def open_orders(who: str) -> str:
    return (
        f"{who} has been on another side this turn, and one of the two has written orders: "
        "wait until they are carried out"
    )


ONLY_CHIEF_HANDS_COMMAND = "only the commander-in-chief or the umpire can hand over the command"
ANOTHER_OF_FACTION = "choose another player of your faction"

INVITATION_USED = "this invitation is no longer open: ask for a new one"


def too_many_invitations(most: int) -> str:
    return f"{most} invitations are open, the most allowed: withdraw some"


SIGN_UP_TO_JOIN = "Sign up to join a campaign: guests cannot. Then open the invitation again."
YOU_TAKE_PART = "you already take part in this campaign"


def campaign_full(most: int) -> str:
    return f"this campaign is full: {most} people take part"


TAKES_PART = "already takes part in this campaign"
OWNER_STAYS_UMPIRE = "owns the campaign and stays its umpire"


PLAYING_UMPIRE_REMOVES_NOBODY = (
    "you play yourself, so only an umpire who plays no faction can remove umpires and players of other "
    "factions; whoever wants to leave can leave"
)
PLAYING_UMPIRE_ORDERS_NOBODY = (
    "you play yourself, so you cannot change the automatic orders of a faction that somebody plays, "
    "or played when this turn began: the turn waits for its orders, or for the deadline"
)
NOT_YOURS_TO_ACCEPT = "only the players who were asked can answer this"


def removed_you(by: str, campaign: str) -> str:
    return f"{by} removed you from the campaign “{campaign}”."


def deleted_it(by: str, campaign: str) -> str:
    return f"{by} deleted the campaign “{campaign}”. Nobody can open it any more."


SAY_WHY_FOR_PLAYER = "say why: everyone can read it under Fair play"


def downloaded(number: str, *, seed: bool) -> str:
    more = "the orders and the seed of the dice" if seed else "the orders"
    return f"downloaded the campaign file (number {number}) with {more} of"


def turned_automatic(whom: str, why: str, *, on: bool) -> str:
    return f"turned automatic orders {'on' if on else 'off'} for {whom} ({why}) in"


def set_away(whom: str, why: str, *, away: bool) -> str:
    return f"{f'set {whom} as away' if away else f'said that {whom} is back'} ({why}) in"


def notice(kind: str, who: str, whom: str, turn: str) -> str:
    """Tell a player what an umpire did in their stead. `whom`: them, or their faction."""
    return {
        "auto": f"{who} turned automatic orders on for {whom}. Orders that you give still count, and your "
        "battles still wait for your consent.",
        "manual": f"{who} turned automatic orders off for {whom}.",
        "away": f"{who} set you as away. Orders that you give still count, and your battles still wait for "
        "your consent.",
        "back": f"{who} said that you are back.",
        "ordered": f"{who} gave orders for {whom} in {turn}.",
    }.get(kind, "")


YOU = "you"
OWNER_CANNOT_LEAVE = "owns the campaign and cannot leave it"
CHOOSE_A_FACTION = "choose a faction: every player plays for one"


NOT_TO_THAT_ROLE = "you cannot invite anybody to that role"
ONLY_PLAYERS_ANSWER = "only the other players answer this"
NO_SUCH_INVITATION = "There is no such invitation in this campaign."


def invitation_used_by(who: str) -> str:
    return f"{who or A_PLAYER} has joined by this invitation already"


def question_answered(who: str, is_now: str) -> str:
    """Say that somebody asks nothing, and what they do in the campaign."""
    return f"{who} has no open request: {is_now}"


IS_UMPIRE = "they are an umpire"
IS_NEUTRAL = "they look on"


def plays_for(faction: str) -> str:
    return f"they play for {faction}"
