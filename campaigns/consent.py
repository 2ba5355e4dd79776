"""How the two sides of an engagement come to a method: one proposes it, the other accepts it.

A method is how it is fought, in the forces' own system or with army lists in another one. Only a method that
holds can be begun (`fighting.fight`), and nobody sees the other side's units before. Once it is begun, also
where that only shows both armies for a table, or the umpire cancels the battle, the sides can agree on no
other one: nobody looks and then chooses. The umpire may decide instead, which both sides read in the
chronicle; the rules of the campaign may, at once or after a deadline. A side that nobody plays consents to
everything. Whoever leads a side acts for it, or their deputy while they are away (`commanding.leading_in`).
An umpire who leads one of the two sides is that side alone.
"""

from __future__ import annotations

from collections.abc import Collection

from campaigns import mail, overruling
from campaigns.commanding import needs_leader
from campaigns.dealings import Did, dealings_of, with_dealing
from campaigns.engine.standins import systems_for
from campaigns.engine.state import State
from campaigns.fields import Method, can_be, method_of, proposal_of
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import CampaignRefusal, held, needs_judge, side_of, state_of
from campaigns.waking import wake_both
from campaigns.wording import battles as words
from campaigns.wording.umpire import in_words


def propose(row: Campaign, key: str, by: Member, means: str, system: str = "") -> Method | None:
    """Propose a method to the other side: it holds at once if they propose the same, or nobody plays them.
    Answers the method that holds then.

    Raises CampaignRefusal for who does not act for a side in it, for what the rules do not allow, and once it
    is fought.
    """
    with held(row) as now:
        found, state = unseen(now, key, by), state_of(now)
        _check_method(state, found, means, system)
        method = Method(means=means, system=system, by=by.faction)  # type: ignore[arg-type]
        side = side_of(found, by)
        if side is None:
            return _for_nobody(now, found, by, method)
        needs_leader(now, found, by)
        holds = method_of(now, found, state)
        if holds is not None and holds.how == "rules" and not system:
            raise CampaignRefusal(words.RULES_SAY_HOW, "means", code="rule")
        there = proposal_of(found)
        same = there is not None and there.by != by.faction and there.key == method.key
        if same or found.factions[1 - side] not in played(now):
            return _agree(now, found, method, "sides", by)
        if there is not None and there == method:
            return None
        _put(now, found, "proposed", by, method, proposal=method.model_dump(mode="json"))
        mail.proposed(now, _members(now, found.factions[1 - side]))
        return None


def accept(row: Campaign, key: str, by: Member, means: str, system: str = "") -> Method:
    """Accept what the other side proposes: the method that one has seen.

    Raises CampaignRefusal as `propose` does, (`changed`) when there is another proposal by now, and
    (`answered`) when there is none.
    """
    with held(row) as now:
        found = unseen(now, key, by)
        side = side_of(found, by)
        if side is None:
            raise CampaignRefusal(words.ONLY_THE_SIDES, "engagement", code="not-yours")
        needs_leader(now, found, by)
        there = proposal_of(found)
        # What is accepted is named, so that nobody can change a proposal under the other's finger.
        if there is not None and there.by == by.faction:
            raise CampaignRefusal(words.THE_OTHER_ACCEPTS, "means", code="own")
        if there is None:
            raise CampaignRefusal(_why_nothing_is_proposed(now, found), "means", code="answered")
        if there.key != (means, system):
            raise CampaignRefusal(words.PROPOSAL_CHANGED, "means", code="changed")
        return _agree(now, found, there, "sides", by)


def _why_nothing_is_proposed(row: Campaign, found: EngagementRow) -> str:
    """Return what became of the last proposal, and who answered it."""
    holds = method_of(row, found, state_of(row))
    way = "" if holds is None else in_words(holds.means)
    for each in reversed(dealings_of(found)):
        match each.did:
            case "agreed" if way:
                return words.agreed_already(each.who or each.faction, way)
            case "decided" if way:
                return words.decided_already(way)
            case "declined":
                return words.declined_already(each.who)
            case "withdrew":
                return words.withdrawn_already(each.who)
    return words.NOTHING_PROPOSED


def drop(row: Campaign, key: str, by: Member) -> Method | None:
    """Take one's proposal back, or decline the other side's: what was proposed.

    Raises CampaignRefusal as `propose` does.
    """
    with held(row) as now:
        found = unseen(now, key, by)
        if side_of(found, by) is None:
            raise CampaignRefusal(words.ONLY_THE_SIDES, "engagement", code="not-yours")
        needs_leader(now, found, by)
        there = proposal_of(found)
        if there is None:
            return None
        own = there.by == by.faction
        _put(now, found, "withdrew" if own else "declined", by, there, proposal=None)
        if not own:
            mail.declined(now, _members(now, there.by))
        return there


def decide(row: Campaign, key: str, by: Member, means: str, system: str, reason: str) -> Method:
    """Set the method of an engagement as its umpire, for a reason that both sides read in the chronicle; also
    once both armies are shown for a table.

    Raises CampaignRefusal for everybody else, also an umpire who leads one of the sides, OverrideError for
    what the rules do not allow.
    """
    needs_judge(_changeable(row, key), by)
    act = {"do": "method", "engagement": key, "means": means, "system": system}
    overruling.override(row, row.revision, by, [act], reason)
    return Method.model_validate(row.engagements.get(key=key, undone=False, turn=row.turn).agreed)


def played(row: Campaign) -> frozenset[str]:
    """Return the factions that somebody plays, and does not leave to the automatic commander by their own
    word: an umpire's word about them settles none of their battles. One query.
    """
    rows = row.members.exclude(role=Member.Role.NEUTRAL).exclude(faction="")
    return frozenset(each.faction for each in rows.select_related("deputy") if each.fights)


def manned(row: Campaign) -> frozenset[str]:
    """Return the factions that somebody plays, even if they leave it to the automatic commander now."""
    return frozenset(row.members.filter(role=Member.Role.PLAYER).values_list("faction", flat=True))


def idle_words(name: str, faction: str, manned: Collection[str]) -> str:
    """Return why a side does nothing itself, as a sentence without its full stop."""
    return words.automatic_orders(name) if faction in manned else words.nobody_plays(name)


def unfought(row: Campaign, key: str) -> EngagementRow:
    """Return the row of an engagement of this turn that is not begun; raises CampaignRefusal (`taken`)."""
    found = _changeable(row, key)
    if found.means:
        raise CampaignRefusal(words.ARMIES_SHOWN, "engagement", code="taken")
    return found


def unseen(row: Campaign, key: str, by: Member) -> EngagementRow:
    """Return as `unfought`; raises CampaignRefusal (`taken`) as well for a member of a side that has seen the
    other's units in a battle that the umpire has cancelled.
    """
    found = unfought(row, key)
    if found.seen and side_of(found, by) is not None:
        raise CampaignRefusal(words.ARMIES_SHOWN, "engagement", code="taken")
    return found


def _changeable(row: Campaign, key: str) -> EngagementRow:
    """Return the row of an engagement of this turn whose method may change, if only by the umpire's decision;
    raises as `unfought`.
    """
    found = row.engagements.filter(key=key, turn=row.turn, undone=False).first()
    if found is None or not found.changeable or row.phase != Campaign.Phase.BATTLES:
        raise CampaignRefusal(words.STARTED_ALREADY, "engagement", code="taken")
    return found


def _check_method(state: State, found: EngagementRow, means: str, system: str) -> None:
    engagement = state.engagements[found.key]
    if system and system not in systems_for(state, engagement):
        raise CampaignRefusal(words.NOT_IN_THAT_SYSTEM, "system", code="system")
    if not can_be(state, engagement, means, system):
        raise CampaignRefusal(words.NOT_IN_THAT_WAY, "means", code="means")


def _for_nobody(row: Campaign, found: EngagementRow, by: Member, method: Method) -> Method:
    """Let the umpire choose for two sides that nobody plays."""
    if not by.umpire:
        raise CampaignRefusal(words.NOT_YOUR_BATTLE, "engagement", code="not-yours")
    if set(found.factions) & played(row):
        raise CampaignRefusal(words.SAY_WHY_AS_UMPIRE, "reason", code="sides")
    return _agree(row, found, method, "umpire", by)


def _agree(row: Campaign, found: EngagementRow, method: Method, how: str, by: Member) -> Method:
    method = method.model_copy(update={"how": how})
    _put(row, found, "decided" if how == "umpire" else "agreed", by, method, **method.columns(found))
    if method.system:
        chiefs = [each for faction in found.factions for each in _members(row, faction) if each.chief]
        mail.armies_wanted(row, chiefs)
    return method


def _members(row: Campaign, faction: str) -> list[Member]:
    rows = row.members.filter(faction=faction).exclude(role=Member.Role.NEUTRAL)
    return list(rows.select_related("user"))


def _put(
    row: Campaign, found: EngagementRow, did: Did, by: Member, method: Method, **columns: object
) -> None:
    """Write columns of an engagement, and what a member did about a method with that."""
    columns |= with_dealing(found, did, by, means=method.means, system=method.system)
    EngagementRow.objects.filter(pk=found.pk).update(**columns)
    wake_both(row, found, did, by.faction)
