"""What the forms of the builder ask for: `do` is a verb, with its argument after a colon if it has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armylists import cardedits, edits
from armylists.edits import Edit, EditError
from armylists.wording import edits as words
from rulesets.engine.fields import Field

Post = Mapping[str, str]

_LARGEST = 100_000


def order(post: Post, extras: tuple[Field, ...], least_points: int = 1) -> Edit:
    """Return the edit that a form asks for; raises EditError for a form that is not one of ours.

    `least_points`: the lowest limit of a list, 0 where it may have none.
    """
    verb, _, argument = post.get("do", "").partition(":")
    if verb == "army":
        return _army(post, extras, least_points)
    if verb not in _ORDERS:
        raise EditError(words.UNKNOWN_BUTTON, path="do")
    return _ORDERS[verb](post, argument)


def _all(post: Post, change: Callable[[str], Edit]) -> Edit:
    """Do it to all units of the command that are like the one that the form names."""
    return edits.to_all_alike(post.get("unit", ""), change)


def _command(post: Post, _: str) -> Edit:
    command, level = post.get("command", ""), post.get("level", "")
    parts = [edits.rename_command(command, post.get("name", "")), edits.set_leader(command, level)]
    if level:
        parts.append(edits.name_leader(command, post.get("leader", "")))
    return edits.all_of(*parts)


def _chief(post: Post, _: str) -> Edit:
    """Make the leader commander-in-chief, and store what else the form of the command holds."""
    made = edits.make_chief(post.get("command", ""))
    return edits.all_of(_command(post, _), made) if "level" in post else made


def _army(post: Post, extras: tuple[Field, ...], least_points: int) -> Edit:
    points = post.get("points", "") or ("" if least_points else "0")
    header = edits.set_header(
        name=post.get("name", ""),
        player=post.get("player", ""),
        points=_number(points, "points", least_points),
        notes=post.get("notes", "").replace("\r\n", "\n"),
    )
    return edits.all_of(header, *(_extra(post, extra) for extra in extras))


def _extra(post: Post, extra: Field) -> Edit:
    sent = post.get(f"extra-{extra.key}")
    if extra.kind == "flag":
        return edits.set_extra(extra.key, sent is not None)
    if extra.kind == "whole":
        return edits.set_extra(extra.key, _number(sent or "0", f"extras.{extra.key}", 0))
    return edits.set_extra(extra.key, sent or extra.default)


def _number(text: str, path: str, least: int) -> int:
    digits = text.strip().lstrip("0")[:9] or "0"
    if not text.strip().isascii() or not text.strip().isdigit() or not least <= int(digits) <= _LARGEST:
        what = path.rpartition(".")[2].replace("_", " ")
        raise EditError(words.enter_whole_number(what, least, _LARGEST), path=path)
    return int(digits)


_ORDERS: Mapping[str, Callable[[Post, str], Edit]] = {
    "add": lambda post, entry: edits.add_unit(entry or post.get("entry", ""), post.get("command", "")),
    "copy": lambda post, _: edits.copy_unit(post.get("unit", "")),
    "remove": lambda post, unit: edits.remove_unit(unit or post.get("unit", "")),
    "up": lambda post, _: edits.shift_unit(post.get("unit", ""), -1),
    "down": lambda post, _: edits.shift_unit(post.get("unit", ""), 1),
    "move": lambda post, _: edits.move_unit(post.get("unit", ""), post.get("command", "")),
    "move-to": lambda post, command: edits.move_unit(post.get("unit", ""), command),
    "rename": lambda post, _: edits.rename_unit(post.get("unit", ""), post.get("name", "")),
    "option": lambda post, option: edits.toggle_option(post.get("unit", ""), option),
    "all-option": lambda post, option: _all(post, lambda unit: edits.toggle_option(unit, option)),
    "all-move": lambda post, _: _all(post, lambda unit: edits.move_unit(unit, post.get("command", ""))),
    "all-bases": lambda post, number: _all(
        post, lambda unit: edits.set_bases(unit, _number(number, "bases", 1))
    ),
    "bases": lambda post, number: edits.set_bases(
        post.get("unit", ""), _number(number or post.get("bases", ""), "bases", 1)
    ),
    "card": lambda post, card: cardedits.begin_card(card or post.get("card", "")),
    "regiment": lambda post, card: cardedits.add_regiment(card or post.get("card", "")),
    "take": lambda post, part: cardedits.take(post.get("command", ""), part),
    "give-back": lambda post, part: cardedits.give_back(post.get("command", ""), part),
    "add-command": lambda post, _: edits.add_command(post.get("name", "")),
    "command": _command,
    "chief": _chief,
    "remove-command": lambda post, _: edits.remove_command(post.get("command", "")),
    "command-up": lambda post, _: edits.shift_command(post.get("command", ""), -1),
    "command-down": lambda post, _: edits.shift_command(post.get("command", ""), 1),
}
