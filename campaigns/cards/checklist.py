"""What to look at before a campaign begins: each point in a sentence, with where to change it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from armylists.profiles import moment
from campaigns.engine.shipped import campaigns
from campaigns.engine.state import State
from campaigns.engine.turn.supply import supply_ways
from campaigns.models import Member
from rulesets.engine.wording import listed

if TYPE_CHECKING:
    from campaigns.access import Participant

YEARS = 15
"""So many years a date may be away from that of the campaign that a map was made for."""


@dataclass(frozen=True, slots=True)
class Check:
    """A point of the list: whether all is well, its name, what was found, the address and name of the page
    that changes it.
    """

    ok: bool
    name: str
    words: str
    url: str = ""
    link: str = ""


def usual_start(name: str) -> date | None:
    """Return the first day of the campaign that a map of that name was made for; None for any other map."""
    days = [each.start for each in campaigns().values() if each.map is not None and each.map.name == name]
    return min(days, default=None)


def checklist(participant: Participant, state: State) -> list[Check]:
    """Return what to look at before the first turn of a campaign on a map. `state`: the campaign's as far as
    the participant may see it. Three queries.
    """
    return [
        _relations(participant, state), _date(participant, state), _forces(participant, state),
        _areas(participant, state), *_supply(state), _players(participant, state), _deadline(participant),
    ]  # fmt: skip


def _relations(participant: Participant, state: State) -> Check:
    url = participant.url("act", "relation") if participant.umpire else participant.url("factions")
    keys = list(state.factions)
    wars = [
        f"{state.factions[a].name} and {state.factions[b].name}"
        for number, a in enumerate(keys)
        for b in keys[number + 1 :]
        if state.at_war(a, b)
    ]
    if not wars:
        words = "Nobody is at war, so no forces will fight. Set factions at war, or confirm peace above."
        return Check(participant.campaign.peace, "War or peace", words, url, "War and peace")
    more = f" and {len(wars) - 3} more pairs" if len(wars) > 3 else ""
    return Check(True, "War or peace", f"At war: {'; '.join(wars[:3])}{more}.", url, "War and peace")


def _date(participant: Participant, state: State) -> Check:
    url, begins = participant.url("act", "date"), date.fromisoformat(state.date)
    usual = usual_start(state.map.name) if state.map is not None else None
    words = f"The campaign begins on {begins.day} {begins:%B %Y}."
    fits = usual is None or abs(begins.year - usual.year) <= YEARS
    if usual is not None and not fits:
        words += f" The map shows the year {usual.year}."
    return Check(fits, "Date", words, url if participant.umpire else "", "Set the date")


def _forces(participant: Participant, state: State) -> Check:
    url = participant.url("act", "add") if participant.umpire else participant.url("forces")
    having = {force.faction for force in state.standing()}
    playing = [each for each in state.factions.values() if not each.neutral]
    if not participant.umpire:
        playing = [each for each in playing if each.id == participant.faction]
    without = [each.name for each in playing if each.id not in having]
    if without:
        return Check(False, "Forces", f"No forces yet: {listed(without)}.", url, "Add a force")
    count = sum(1 for _ in state.standing())
    whose = "on the map" if participant.umpire else "yours"
    return Check(True, "Forces", f"{count} force{'' if count == 1 else 's'} {whose}.", url, "Forces")


def _areas(participant: Participant, state: State) -> Check:
    url = participant.url("act", "owner") if participant.umpire else ""
    held: dict[str, int] = {each.id: 0 for each in state.factions.values() if not each.neutral}
    for area in state.areas.values():
        if area.owner in held:
            held[area.owner] += 1
    without = [state.factions[key].name for key, count in held.items() if not count]
    if without:
        return Check(False, "Areas", f"No areas yet: {listed(without)}.", url, "Change who holds an area")
    words = "; ".join(f"{state.factions[key].name} {count}" for key, count in held.items())
    return Check(True, "Areas", f"Areas held: {words}.", url, "Change who holds an area")


def _supply(state: State) -> list[Check]:
    """Return how the forces are supplied; nothing where there are none."""
    if not any(state.standing()):
        return []
    ways: dict[str, tuple[str, ...]] = {}
    for faction in sorted({force.faction for force in state.standing()}):
        ways |= supply_ways(state, faction)
    hungry = [force.name for force in state.standing() if force.id not in ways]
    if not hungry or state.rules.supply.area_feeds:
        return [Check(True, "Supply", "Every force is in supply.")]
    shown = listed(hungry[:3]) + (f" and {len(hungry) - 3} more" if len(hungry) > 3 else "")
    words = f"Out of supply: {shown}. Move them, or give their factions land."
    return [Check(False, "Supply", words)]


def _players(participant: Participant, state: State) -> Check:
    row, url = participant.campaign, participant.url("people")
    members = row.members.filter(role=Member.Role.PLAYER).values_list("faction", flat=True)
    invited = row.invitations.filter(used__isnull=True).values_list("faction", flat=True)
    led, asked = {*members, *row.automatic}, set(invited)
    alone = [each for each in state.factions.values() if not each.neutral and each.id not in led]
    if not alone:
        return Check(True, "Players", "Every faction has a player or automatic orders.", url, "People")
    words = f"No player yet: {listed([each.name for each in alone])}."
    if all(each.id in asked for each in alone):
        words += " All of them are invited."
    return Check(False, "Players", words, url, "Invite them")


def _deadline(participant: Participant) -> Check:
    row = participant.campaign
    if row.deadline is not None:
        return Check(True, "Deadline", f"Orders are due by {moment(row.deadline, 'j F Y, H:i')}.")
    words = "None for the first turn: you carry it out yourself."
    if row.hours:
        words += f" Each later turn has {row.hours} hours."
    return Check(bool(row.hours), "Deadline", words, "#until", "Set a deadline")
