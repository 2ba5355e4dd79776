"""A card as it is printed (BFS-29.2): bases in rows, scrolls of command points, figures at the left, notes.

It is drawn from the document as it stands, finished or not, so that whoever fills it in sees it grow. What is
missing is left blank, what is no number shows as it was typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.by_fire_and_sword.provenance import of_a_card
from rulesets.engine.bookform import rows_of, shown_number

KINDS = {"skirmish": "Skirmish Force", "regiment": "Regiment", "division": "Division"}
_FIELDS = {
    "Skill": ("skill",), "Mor.": ("morale",), "Arm.": ("armor", "crew_armor"), "CC": ("close_combat",),
    "Sh.": ("shooting",), "Move": ("move_cm",), "SP": ("strength",),
}  # fmt: skip
HEADS = tuple(_FIELDS)
_PRICED = ("fsp", "fsp_steps", "level", "by_level", "max")
MOST_DRAWN = 40  # bases in a row; more are shown as a figure


@dataclass(frozen=True, slots=True)
class PrintedUnit:
    """A row of bases: so many black and grey ones of a type, in so many units alike.

    `marked`: no source gives their number; `words_marked`: nor what the words say, prices and levels.
    """

    name: str
    type: str
    black: int
    grey: int
    units: int
    note: str
    words: str
    marked: bool = False
    words_marked: bool = False


@dataclass(frozen=True, slots=True)
class Scroll:
    """A commander: rank and name, and the command points on the scroll.

    `marked`: no source gives them; `words_marked`: nor what the words say.
    """

    rank: str
    name: str
    points: str
    words: str = ""
    marked: bool = False
    words_marked: bool = False


@dataclass(frozen=True, slots=True)
class PrintedPick:
    """One choice of a level: the units it brings, or the bases it adds."""

    name: str
    units: tuple[PrintedUnit, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedLevel:
    """A band of the card with its FSP figure at the left. `choice`: how many of its picks may be taken."""

    figure: str
    choice: str
    picks: tuple[PrintedPick, ...]
    marked: bool = False


@dataclass(frozen=True, slots=True)
class PrintedNote:
    """A note at the foot. `marked`: no source gives its price; `text_marked`: nor what it does."""

    name: str
    price: str
    text: str
    marked: bool = False
    text_marked: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A characteristic under its name. `marked`: no source gives it."""

    name: str
    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Characteristics:
    """A unit of the book in one line of the table below the card. `marked`: no source gives its arms."""

    name: str
    type: str
    values: tuple[Value, ...]
    arms: str
    marked: bool


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A whole card. `right` is the column of additional commanders and units.

    `marked`: the fields of the card itself that no source gives, `fsp` that of core and levels.
    """

    name: str
    kind: str
    period: str
    rules: tuple[str, ...]
    motivation: str
    commanders: tuple[Scroll, ...]
    figure: str
    core: tuple[PrintedUnit, ...]
    levels: tuple[PrintedLevel, ...]
    scrolls: tuple[Scroll, ...]
    right: tuple[PrintedUnit, ...]
    parts: tuple[str, ...]
    notes: tuple[PrintedNote, ...]
    text: str
    units: tuple[Characteristics, ...]
    marked: frozenset[str]

    heads = HEADS


def printed_card(document: Mapping[str, Any], card: Mapping[str, Any]) -> PrintedCard:
    """Return a card of a document, whatever of it is there (BFS-29.2)."""
    draw = _Drawing(document, card)
    core = _table(card, "core")
    return PrintedCard(
        name=_text(card.get("name")),
        kind=KINDS.get(_text(card.get("kind")), ""),
        period="–".join(dict.fromkeys(_text(card.get(key)) for key in ("period_from", "period_to"))),
        rules=tuple(draw.rules()),
        motivation=_text(card.get("motivation_percent")),
        commanders=tuple(draw.scroll(row) for row in rows_of(core, "commander")),
        figure=_text(core.get("fsp")),
        core=tuple(draw.slot(row) for row in rows_of(core, "slot")),
        levels=tuple(draw.level(row) for row in rows_of(card, "level")),
        scrolls=tuple(
            draw.scroll(row) for row in rows_of(card, "additional") if row.get("kind") == "commander"
        ),
        right=tuple(draw.more(row) for row in rows_of(card, "additional") if row.get("kind") == "unit"),
        parts=tuple(draw.parts()),
        notes=tuple(draw.note(row) for row in rows_of(card, "note")),
        text=_text(card.get("notes_text")).strip(),
        units=tuple(characteristics(row) for row in draw.used()),
        marked=_ours(card),
    )


def characteristics(unit: Mapping[str, Any]) -> Characteristics:
    """Return a unit in one line; a war wagon's second Armor value stands after the first (BFS-3)."""
    armor = "/".join(each for key in ("armor", "crew_armor") if (each := _text(unit.get(key))))
    move = unit.get("move_cm")
    moves = "/".join(_text(each) for each in move) if isinstance(move, (list, tuple)) else _text(move)
    values = [_text(unit.get("skill")), _text(unit.get("morale")), armor]
    values += [_text(unit.get("close_combat")), _text(unit.get("shooting")), moves]
    values.append(_text(unit.get("strength", 3)))
    ours = _ours(unit)
    arms = [*_names(unit, "weapons"), *_names(unit, "special")]
    return Characteristics(
        name=_text(unit.get("name")),
        type=_text(unit.get("type")),
        values=tuple(
            Value(name, text, not ours.isdisjoint(fields))
            for (name, fields), text in zip(_FIELDS.items(), values, strict=True)
        ),
        arms=", ".join(arms),
        marked=not ours.isdisjoint(("weapons", "special")),
    )


class _Drawing:
    """Draws the parts of one card."""

    def __init__(self, document: Mapping[str, Any], card: Mapping[str, Any]) -> None:
        self.card = card
        self.units = {_text(row.get("id")): row for row in rows_of(document, "unit")}
        self.cards = {_text(row.get("id")): _text(row.get("name")) for row in rows_of(document, "card")}

    def rules(self) -> Iterator[str]:
        yield from _names(self.card, "special_rules")
        if self.card.get("defensive") is True:
            yield "Defensive Skirmish Force"
        if self.card.get("small") is True:
            yield "Small Skirmish Force"

    def scroll(self, row: Mapping[str, Any]) -> Scroll:
        words = [
            _from_level(row),
            _fsp(row.get("fsp")),
            "historical" if row.get("historical") is True else "",
        ]
        return Scroll(
            rank=_text(row.get("rank")),
            name=_text(row.get("name")),
            points=_text(row.get("command_points")),
            words=", ".join(word for word in words if word),
            marked="command_points" in _ours(row),
            words_marked=not _ours(row).isdisjoint(_PRICED),
        )

    def slot(self, row: Mapping[str, Any]) -> PrintedUnit:
        optional = "" if row.get("compulsory", True) is True else "may stay empty"
        words = [optional, _fsp(row.get("fsp")) if optional else ""]
        return self._unit(row, row.get("bases"), row.get("optional", 0), row.get("units", 1), words)

    def level(self, row: Mapping[str, Any]) -> PrintedLevel:
        picks = tuple(self.pick(each) for each in rows_of(row, "pick"))
        number = row.get("picks", 1)
        several = len(picks) > 1
        choice = ("one of these" if number == 1 else f"{_text(number)} of these") if several else ""
        figure = _text(row.get("fsp"))
        price = self.card.get("level_figure") == "price"
        marked = "fsp" in _ours(self.card)
        return PrintedLevel(f"+{figure}" if price and figure else figure, choice, picks, marked)

    def pick(self, row: Mapping[str, Any]) -> PrintedPick:
        words = [
            f"{_bases(more)} more for {self._place(_text(more.get('slot')))}"
            for more in rows_of(row, "more_bases")
        ]
        units = tuple(self.slot(each) for each in rows_of(row, "slot"))
        return PrintedPick(_text(row.get("name")), units, tuple(words))

    def more(self, row: Mapping[str, Any]) -> PrintedUnit:
        """Return a unit of the right-hand column (BFS-29.2.7)."""
        words = [_from_level(row), _fsp(row.get("fsp"))]
        words += [
            f"level {_text(each.get('level'))}: up to {_bases(each)}" for each in rows_of(row, "by_level")
        ]
        words += [f"{_bases(each)}: {_text(each.get('fsp'))} FSP" for each in rows_of(row, "fsp_steps")]
        most = _number(row.get("max", 1))
        words.append(f"up to {most}" if most > 1 else "")
        return self._unit(row, row.get("bases", 0), row.get("optional", 0), 1, words)

    def parts(self) -> Iterator[str]:
        """Yield the regiments of a division (BFS-29.4)."""
        for row in rows_of(self.card, "regiment"):
            yield f"{_text(row.get('count', 1))} × {self._card(row)}{_allied(row)}"
        allowed = [
            f"{self._card(row)} (up to {_text(row.get('max_each', 1))}{_allied(row)})"
            for row in rows_of(self.card, "allowed")
        ]
        if allowed:
            yield f"Up to {_text(self.card.get('additional_max', 2))} more of: {', '.join(allowed)}"

    def note(self, row: Mapping[str, Any]) -> PrintedNote:
        """Return a note in the card's own words or, if it has none, in what it does (BFS-29.2.8)."""
        per = {"unit": " a unit", "base": " a base"}.get(_text(row.get("per", "unit")), "")
        price = _fsp(row.get("fsp")) + (per if row.get("kind") == "equipment" and row.get("fsp") else "")
        text = _text(row.get("text")) or self._does(row)
        ours = _ours(row)
        return PrintedNote(_text(row.get("name")), price, text, "fsp" in ours, bool(ours - {"fsp"}))

    def _does(self, row: Mapping[str, Any]) -> str:
        whom = " and ".join(self._place(each) for each in _names(row, "applies_to"))
        bases, points = _text(row.get("bases")), _text(row.get("command_points"))
        kinds = {
            "command_points": f"{points} command points" + (f" for {whom}" if whom else ""),
            "bases": f"{bases} grey {'base' if bases == '1' else 'bases'} of {whom}",
            "free_bases": f"{bases} bases of {whom} free from {_text(row.get('from_bases'))} bases on",
            "equipment": f"for {whom}" if whom else "",
            "restriction": f"{whom}: at most {_text(row.get('most_units') or row.get('most_bases'))}",
        }
        return kinds.get(_text(row.get("kind")), "")

    def used(self) -> list[Mapping[str, Any]]:
        """Return the units that stand on the card, in its order."""
        core = _table(self.card, "core")
        slots = [*rows_of(core, "slot"), *rows_of(self.card, "additional")]
        for level in rows_of(self.card, "level"):
            for pick in rows_of(level, "pick"):
                slots += rows_of(pick, "slot")
        ids = dict.fromkeys(_text(row.get("unit")) for row in slots)
        return [self.units[each] for each in ids if each in self.units]

    def _unit(
        self, row: Mapping[str, Any], black: Any, grey: Any, units: Any, words: list[str]
    ) -> PrintedUnit:
        unit = self.units.get(_text(row.get("unit")), {})
        name = _text(row.get("name")) or _text(unit.get("name")) or _text(row.get("unit"))
        number = max(1, min(_number(units), 20))
        return PrintedUnit(
            name=f"{number} × {name}" if number > 1 else name,
            type=_text(unit.get("type")),
            black=min(_number(black), MOST_DRAWN),
            grey=min(_number(grey), MOST_DRAWN),
            units=number,
            note=_text(row.get("equipment")),
            words=", ".join(word for word in words if word),
            marked=not _ours(row).isdisjoint(("bases", "optional", "units")),
            words_marked=not _ours(row).isdisjoint(_PRICED),
        )

    def _place(self, place: str) -> str:
        """Return what stands at a place of the card, by its name."""
        core = _table(self.card, "core")
        rows = [*rows_of(core, "slot"), *rows_of(core, "commander"), *rows_of(self.card, "additional")]
        for level in rows_of(self.card, "level"):
            for pick in rows_of(level, "pick"):
                rows += [pick, *rows_of(pick, "slot")]
        row = next((each for each in rows if each.get("id") == place), {})
        unit = self.units.get(_text(row.get("unit")), {})
        return next(
            (_text(each) for each in (row.get("name"), row.get("rank"), unit.get("name")) if each), place
        )

    def _card(self, row: Mapping[str, Any]) -> str:
        return self.cards.get(_text(row.get("card"))) or _text(row.get("card"))


# ------------------------------------------------------------------------------------------------ values


def _table(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = values.get(key)
    return found if isinstance(found, Mapping) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else shown_number(value)


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _names(values: Mapping[str, Any], key: str) -> list[str]:
    found = values.get(key)
    return [_text(each) for each in found] if isinstance(found, (list, tuple)) else []


def _fsp(value: Any) -> str:
    return f"{_text(value)} FSP" if value not in (None, 0, "") else ""


def _bases(row: Mapping[str, Any]) -> str:
    return f"{_text(row.get('bases'))} {'base' if row.get('bases') == 1 else 'bases'}"


def _allied(row: Mapping[str, Any]) -> str:
    return ", allied" if row.get("allied") is True else ""


def _from_level(row: Mapping[str, Any]) -> str:
    return f"from level {_text(row.get('level'))}" if row.get("level") not in (None, 0, "") else ""


def _ours(row: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields of a row whose values no source gives."""
    source = _table(row, "provenance")
    fields = frozenset((*_names(source, "ours"), *_names(source, "reconstructed")))
    return of_a_card(fields)
