"""What waits for somebody in a campaign: what they can do next, verb first."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import listed

THE_BATTLE = "the battle"


def read_messages(new: int) -> str:
    return "Read a new message" if new == 1 else f"Read {new} new messages"


def answer_to_play(who: str, faction: str) -> str:
    return f"Answer {who}: the umpire asks to play {faction}"


def answer_to_join(who: str, faction: str) -> str:
    return f"Answer {who}, who asks to play {faction}"


def answer_to_judge(who: str) -> str:
    return f"Answer {who}, who asks to be umpire"


def read_notice(who: str) -> str:
    return f"Read what {who} did in your place"


def accept_lists(lists: int) -> str:
    return f"Accept or decline {lists} army list{'' if lists == 1 else 's'}"


def give_orders(turn: str, *, draft: bool) -> str:
    return f"Give your orders for {turn}{': they are still a draft' if draft else ''}"


def answer_challenge(name: str) -> str:
    return f"Accept or decline the challenge from {name}"


def reports_differ(battle: str, other: str) -> str:
    return f"Your report of {battle} and the one of {other} differ: agree, or change yours"


def say_how_ended(battle: str, other: str) -> str:
    return f"Say how {battle} against {other} ended: their report is in"


def fight(battle: str, other: str) -> str:
    return f"Fight {battle} against {other}"


def report_how_ended(battle: str, other: str) -> str:
    return f"Report how {battle} against {other} ended"


def answer_proposal(other: str, battle: str) -> str:
    return f"{other} proposes how to fight {battle}: accept, or propose another way"


def choose_army(battle: str, other: str) -> str:
    return f"Choose your army for {battle} against {other}"


def start(battle: str, other: str) -> str:
    return f"Start {battle} against {other}"


def agree_how(battle: str, other: str) -> str:
    return f"Agree how to fight {battle} against {other}"


def propose_again(battle: str, other: str) -> str:
    return f"Propose another way to fight {battle}: {other} declined yours"


def find_commander(faction: str) -> str:
    return f"Find a new commander for {faction}: its last player has left"


OPEN_NEXT_SCENE = "Open the next scene"


def deadline_passed(turn: str) -> str:
    return f"Carry out {turn}: the deadline has passed"


def answer_more_time(who: str, hours: int) -> str:
    return f"Answer {who}, who asks for {hours} more hours"


def nobody_for(factions: Sequence[str]) -> str:
    return f"Invite players, or set automatic orders: nobody plays {listed(factions)}"


def all_ready(turn: str) -> str:
    return f"Carry out {turn}: all players are ready"


def all_orders_in(turn: str) -> str:
    return f"All orders are in. You can carry out {turn} now, or wait: not everyone has pressed “I’m ready”"


INVITE_AN_UMPIRE = "Invite an umpire who plays no faction: two reports differ, and only they can decide"


def decide_reports(battle: str, factions: str) -> str:
    return f"Decide {battle}: the reports of {factions} differ"


def confirm_automatic(battle: str, faction: str) -> str:
    return f"Confirm the report of {battle}: {faction} has automatic orders"


def confirm_report(battle: str, faction: str) -> str:
    return f"Confirm the report of {battle}: nobody plays {faction}"


def choose_how(battle: str, factions: str) -> str:
    return f"Choose how to fight {battle}: no player leads {factions}"


def finish(turn: str) -> str:
    return f"Finish {turn}: all its battles are settled"


def join(campaign: str, who: str) -> str:
    return f"Join {campaign}: {who} invites you"
