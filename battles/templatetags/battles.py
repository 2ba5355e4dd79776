"""Template tags of battles: dice as they lay, signed numbers, addresses as reached from a viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.template import Context
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armylists.guests import is_guest
from armylists.owned.views import shared_link as owned_link
from battles import invitations, signals
from battles.access import Viewer
from battles.colours import colours_of
from battles.invitations import Invited
from battles.lines import Die, Part, Register, RollCard
from battles.recording.access import Participant
from battles.recording.models import Record
from rulesets.contract import registry
from rulesets.contract.board import UnitInspection
from rulesets.engine.canonical import canonical_json
from rulesets.engine.wording import minus, signed, tidy
from rulesets.site.templatetags.look import die as drawn

register = template.Library()
register.filter(minus)
register.filter(signed)
register.filter(tidy)


@register.simple_tag
def wholes(viewer: Viewer, user: Any) -> list[tuple[str, str]]:
    """Return what a battle is a part of, as names and addresses, where `user` may see it; nothing for who
    looks on under a shared link.
    """
    if viewer.token:
        return []
    answers: list[tuple[Any, Any]] = signals.whole_asked.send(
        type(viewer.battle), battle=viewer.battle, user=user
    )
    return [found for _, found in answers if found is not None]


@register.filter
def has_play_sheet(system: str) -> bool:
    """Return whether the tables that two armies of a rule system need can be printed."""
    return registry.get(system).roster.play_sheet is not None


@register.simple_tag
def still_needed(viewer: Viewer) -> bool:
    """Return whether a battle is still fought for something else, such as a campaign: whoever began it there
    has no more to say about who sees it than the other side.
    """
    return any(
        reason is not None for _, reason in signals.archiving.send(type(viewer.battle), row=viewer.battle)
    )


@register.simple_tag
def price_of_resigning(viewer: Viewer) -> str:
    """Return what it costs to resign a battle that is a part of something, as sentences; "" where nothing."""
    asked: list[tuple[Any, Any]] = signals.resigning_asked.send(type(viewer.battle), battle=viewer.battle)
    return " ".join(found for _, found in asked if found)


@register.filter
def may_invite(row: Invited, user: Any) -> bool:
    """Whether `user` owns a battle or record and may still invite somebody to it."""
    return bool(row.owner_id == user.pk and not is_guest(user) and invitations.may_invite(row))


@register.simple_tag
def side_colours(viewer: Viewer) -> SafeString:
    """Return the link to the stylesheet of the sides' own colours; nothing where the standard ones do."""
    found = colours_of(viewer.battle)
    if found is None:
        return SafeString("")
    address = reverse("battles:colours", args=[each[1:] for each in found])
    return format_html('<link rel="stylesheet" href="{}">', address)


@register.simple_tag
def dice(roll: RollCard) -> SafeString:
    """All dice of a roll, drawn if they have six sides."""
    return format_html(
        '<span class="dice">{}</span>',
        format_html_join("", "{}", ((_die(each, roll.sides),) for each in roll.dice)),
    )


def _die(die: Die, sides: int) -> SafeString:
    face = _face(die.face, sides)
    if die.again is None:
        return face
    again = _face(die.again, sides)
    return format_html(
        '<span class="again">{}<span aria-hidden="true">→</span>'
        '<span class="visually-hidden">rolled again ({}):</span>{}</span>',
        face,
        die.rule,
        again,
    )


def _face(face: int, sides: int) -> SafeString:
    """Return a face as it lies: drawn for six sides, in a frame for ten."""
    if sides == 6 and 1 <= face <= 6:
        return drawn(face)
    return die10(face) if sides == 10 else format_html("<b>{}</b>", face)


@register.simple_tag
def die10(face: int) -> SafeString:
    """Return the number of a ten-sided die, whose 0 is a ten."""
    return format_html('<span class="d10" role="img" aria-label="{}">{}</span>', face, face)


@register.simple_tag
def battle_url(viewer: Viewer, page: str, *args: object) -> str:
    """Return the address of one of the battle's pages, as reached from a viewer."""
    return viewer.url(page, *args)


@register.simple_tag
def battle_url_if(viewer: Viewer, page: str, *args: object) -> str:
    """Return the same, nothing for a page that cannot be reached from this viewer."""
    try:
        return viewer.url(page, *args)
    except NoReverseMatch:
        return ""


@register.simple_tag
def base_number(number: int, side: int) -> SafeString:
    """Return the number that is drawn on a unit's base, as a small sign before its name; nothing for 0."""
    if not number:
        return SafeString("")
    return format_html(
        '<span class="base-number side-{}"><span class="visually-hidden">no. </span>{}</span> ',
        "ab"[side],
        number,
    )


@register.simple_tag
def numbered(names: Register, id_: str) -> SafeString:
    """Return the sign with the number of the unit with that id; nothing for what is no unit."""
    part = names.part(id_)
    return base_number(part.number, part.side)


@register.simple_tag
def listed(names: Register, id_: str) -> str:
    """Return the name of the unit with that id where `numbered` stands before it."""
    return names.listed(id_)


@register.simple_tag
def sentence(parts: tuple[Part, ...]) -> SafeString:
    """Parts of a sentence in one, each unit's name with its number, without the colours of the sides."""
    return format_html_join("", "{}{}", ((base_number(part.number, part.side), part.text) for part in parts))


@register.simple_tag(takes_context=True)
def shared_link(context: Context) -> str:
    """Return the whole address that anyone may look on at: of the board while the battle goes on, then of its
    result; nothing while it is private, or for who has not set it up.
    """
    viewer: Viewer = context["viewer"]
    row = viewer.battle
    if not (row.share_token and viewer.owner):
        return ""
    onlooker = Viewer(row, token=row.share_token)
    link: str = context["request"].build_absolute_uri(onlooker.home if row.over else onlooker.url("board"))
    return link


@register.simple_tag(takes_context=True)
def record_link(context: Context, record: Record) -> str:
    """Return the whole address that anyone may look at a record at; nothing while it is private."""
    return owned_link(context["request"], record)


@register.simple_tag
def owner_urls(viewer: Viewer | Participant) -> dict[str, str]:
    """Return the addresses where the owner shares and archives a battle or a record."""
    return {page: viewer.url(page) for page in ("share", "archive")}


@register.filter
def inspection_data(inspection: UnitInspection) -> dict[str, Any]:
    """Return a unit inspection for scripts: keys of options as canonical JSON, as the panel has them."""
    data = inspection.to_json()
    for part in ("actions", "moves", "targets"):
        for each in data[part]:
            if each.get("key") is not None:
                each["key"] = canonical_json(each["key"])
    return data


@register.filter
def quoted(text: str) -> SafeString:
    """JSON for an attribute in single quotes, where its own double quotes need no escape."""
    return mark_safe(
        text.replace("&", "&amp;").replace("'", "&#x27;").replace("<", "&lt;").replace(">", "&gt;")
    )


@register.filter
def item(mapping: Mapping[str, str], key: str) -> str:
    """Return what a mapping holds for a key; nothing for one that it does not have, or without a mapping."""
    return mapping.get(key, "") if mapping else ""


@register.simple_tag
def record_url(participant: Participant, page: str) -> str:
    """Return the address of one of a record's pages, as this participant reaches it."""
    return participant.url(page)


@register.filter
def halves(value: Fraction | None) -> str:
    """Return a number of points as one reads it: `3½`; nothing for None."""
    if value is None:
        return ""
    whole, half = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    return f"{sign}{'' if half and not whole else whole}{'½' if half else ''}"


@register.filter
def outcome_words(outcome: Any) -> str:
    """How a Motivation test went, in words."""
    end = "passed" if outcome.passed else "failed: Wiped Out"
    if outcome.target is None:
        return end
    if outcome.automatic:
        return f"{end} without a die, against {outcome.target}"
    die = f"die {outcome.test.die} " if outcome.test.die is not None else ""
    return f"{end}: {die}against {outcome.target}"


@register.simple_tag
def bases_lost(boxes: Sequence[str]) -> str:
    """How many of the bases are lost, a box for each base; how many there are while none is."""
    lost = sum(map(bool, boxes))
    return f"{lost} of {len(boxes)} bases lost" if lost else f"{len(boxes)} bases"
