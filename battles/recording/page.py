"""Makes the page of a record for one reader: the common part, and what is scored by points of victory."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from battles.cards import ResultCard
from battles.recording.access import Participant
from battles.recording.book import Book
from battles.recording.cards import (
    AGREED,
    DISPUTED,
    SAID,
    WAITING,
    Bar,
    Button,
    Choice,
    CommanderCard,
    Counter,
    Mark,
    OpenEntry,
    RecordPage,
    RecordSide,
    RegimentCard,
    Segment,
    UnitCard,
    UnitGroup,
)
from battles.recording.ledger import Standing
from battles.sides import SIDES
from rulesets.engine.wording import counted

_LOST = ("destroyed", "captured", "fled", "fleeing", "march_losses")
_MAIN = ("destroyed", "fled")
_MORE = ("fleeing", "captured", "march_losses", "cut_off", "returned_destroyed", "returned_fled")
_WHOLE = {"destroyed": "All destroyed", "fled": "All fled", "fleeing": "All fleeing"}
_BOXES = {
    "destroyed": "destroyed",
    "captured": "captured",
    "march_losses": "lost on the march",
    "fled": "fled",
    "fleeing": "fleeing",
}


class PageMaker(ABC):
    """Makes the page of one record for one reader; `result`: its score as a result, where it is one."""

    result: ResultCard | None = None

    def __init__(self, book: Book, participant: Participant) -> None:
        self.book, self.participant = book, participant
        self.record, self.sheet, self.ledger = book.record, book.sheet, book.ledger
        self.side = participant.side
        self.names = book.players
        self.score = book.score(self.side if self.ledger.disputes else None)

    def page(self) -> RecordPage:
        """Return the record as the reader sees it."""
        ledger, mine, disputes = self.ledger, self.side, self.ledger.disputes
        may_record = bool(self.participant.sides) and not ledger.settled
        return RecordPage(
            ledger=ledger,
            sides=tuple(map(self.side_of, SIDES)),
            score=self.score,
            result=self.result,
            scores=tuple((self.names[side], self.book.score(side)) for side in SIDES if disputes),
            disputes=tuple(map(self._open, disputes)),
            waiting=() if mine is None else tuple(map(self._open, ledger.waiting_for(mine))),
            open=sum(each.by is not None for each in ledger.standings.values()),
            signatures=tuple(
                (self.record.sides[side], self.names[side], bool(ledger.signed & {side, None}))
                for side in SIDES
            ),
            may_record=may_record,
            may_sign=may_record and mine not in ledger.signed and not disputes,
        )

    def value(self, key: str) -> Any:
        """Return what stands under a key, as the reader sees it."""
        return self.ledger.value(key, side=self.side)

    def _open(self, found: Standing) -> OpenEntry:
        entry = self.sheet.entry(found.key)
        sayings = ((side, self.names[side], entry.describe(value)) for side, value in found.said.items())
        return OpenEntry(found, self.book.where(found.key), entry.label, tuple(sorted(sayings)))

    # -- entries -----------------------------------------------------------------------------------

    def mark(self, key: str) -> Mark:
        """How far an entry is agreed on."""
        found = self.ledger.standings.get(key)
        if found is None or not found.said:
            return Mark()
        if (by := found.by) is None:
            entry = self.sheet.entry(key)
            said = (f"{self.names[side]} says {entry.describe(value)}" for side, value in found.said.items())
            return Mark(DISPUTED, "; ".join(said))
        if by == self.side:
            return Mark(SAID, f"{self.names[1 - by]} has not agreed yet")
        return Mark(WAITING if self.side is not None else SAID, f"{self.names[by]} says so")

    def counter(self, key: str, most: int | None = None, points: int = 0) -> Counter:
        """Return a number that goes up and down."""
        entry = self.sheet.entry(key)
        value = self.value(key)
        top = entry.most if most is None else min(entry.most, most)
        return Counter(
            key,
            entry.label,
            entry.describe(value),
            less=_sent(key, value - 1) if value > entry.least else "",
            more=_sent(key, value + 1) if value < top else "",
            mark=self.mark(key),
            points=points,
        )

    def choice(self, key: str) -> Choice:
        """Return one of several values."""
        entry = self.sheet.entry(key)
        value = self.value(key)
        choices = entry.choices or ((False, "no"), (True, "yes"))
        buttons = tuple(Button(words, _sent(key, each), each == value) for each, words in choices)
        return Choice(entry.label, buttons, self.mark(key))

    @abstractmethod
    def side_of(self, side: int) -> Any:
        """Return what is recorded of a side."""


class PointsMaker(PageMaker):
    """Makes the page of a record that is scored by thresholds and points."""

    def side_of(self, side: int) -> RecordSide:
        """Return what is recorded of a side."""
        force, score = self.sheet.forces[side], self.score.sides[side]
        lines = [
            self.counter(f"s.{side}.{number}", points=line.points)
            for number, line in enumerate(self.sheet.scenario[side])
        ]
        # Whoever sees a Regiment that was wiped out tests Morale.
        wiped_out = any(each.wiped_out is not None for each in score.regiments)
        return RecordSide(
            index=side,
            name=self.record.sides[side],
            who=self.names[side] if self.record.opponent is not None else "",
            mine=side in self.participant.sides,
            score=score,
            bar=_bar(score),
            groups=tuple(self._groups(side)),
            commanders=tuple(self._commander(side, each) for each in score.losses.commanders),
            scenario=(*lines, self.counter(f"s.{side}.other")),
            cut_off=self.choice(f"g.{side}.cut_off"),
            facts=tuple(self.choice(key) for key in self.sheet.entries if key.startswith(f"d.{side}.")),
            regiments=tuple(self._regiments(side)),
            witnesses=self.sheet.witnesses(side) if wiped_out else (),
            marched=any(self.value(f"u.{side}.{each.id}.march_losses") for each in force.units),
        )

    def _groups(self, side: int) -> Iterator[UnitGroup]:
        """Yield the units of a side, by Regiment in a division."""
        counts = self.score.sides[side].losses.units
        named = {each.id: each.name for each in self.sheet.forces[side].regiments}
        for regiment in [*named, ""]:
            found = [each for each in counts if (each.unit.regiment if named else "") == regiment]
            if found:
                title = named.get(regiment, "Not in a Regiment" if named else "")
                yield UnitGroup(title, tuple(self._unit(side, each) for each in found))

    def _unit(self, side: int, count: Any) -> UnitCard:
        unit = count.unit
        at = f"u.{side}.{unit.id}"
        noted = {field: self.value(f"{at}.{field}") for field in (*_LOST, *_MORE)}
        left = unit.bases - sum(noted[field] for field in _LOST)
        back = noted["returned_destroyed"] + noted["returned_fled"]
        held = self.value(f"{at}.held_back")
        room = {field: noted[field] + (0 if held and field != "march_losses" else left) for field in _LOST}
        room["cut_off"] = noted["fled"] + noted["fleeing"] if self.value(f"g.{side}.cut_off") else 0
        room |= {field: noted[field] + unit.bases - back for field in ("returned_destroyed", "returned_fled")}
        needless = self._needless(unit, cut_off=bool(room["cut_off"]))
        shown = [field for field in _MORE if field not in needless or noted[field] > 0]
        main = tuple(self.counter(f"{at}.{field}", room[field]) for field in _MAIN)
        more = tuple(self.counter(f"{at}.{field}", room[field]) for field in shown)
        where = self.choice(f"{at}.held_back")
        asked: tuple[Counter | Choice, ...] = (*main, *more, where)
        marks = {each.mark.state for each in asked}
        return UnitCard(
            key=at,
            count=count,
            boxes=_boxes(noted, unit.bases),
            main=main,
            more=more,
            where=where,
            squadron=self.value(f"{at}.squadron"),
            whole=tuple(
                Button(words, _sent(f"{at}.{field}", noted[field] + left))
                for field, words in _WHOLE.items()
                if left > 0 and not held
            ),
            mark=next((each for each in (DISPUTED, WAITING, SAID) if each in marks), AGREED),
            opened=bool(held or room["cut_off"] or any(noted[each] > 0 for each in shown)),
        )

    def _needless(self, unit: Any, *, cut_off: bool) -> set[str]:
        """Fields that nobody needs for a unit; what was noted under them is shown all the same."""
        found = {*self.record.frame.get("needless", ())}
        if self.sheet.division:  # BFS-30.1: the effects are those of skirmishes
            found |= {"march_losses", "returned_destroyed", "returned_fled"}
        if not (unit.gun or unit.wagon_train or unit.type in ("artillery", "wagons")):
            found.add("captured")
        return found if cut_off else found | {"cut_off"}

    def _commander(self, side: int, count: Any) -> CommanderCard:
        key = f"c.{side}.{count.commander.id}"
        tested = self.value(f"g.{side}.cut_off") and self.value(f"{key}.fate") in ("fled", "fleeing")
        cut_off = self.choice(f"{key}.cut_off") if tested else None
        return CommanderCard(count, self.choice(f"{key}.fate"), cut_off)

    # -- Motivation --------------------------------------------------------------------------------

    def _regiments(self, side: int) -> Iterator[RegimentCard]:
        turn = self.ledger.turn
        standings = tuple(each.regiments for each in self.score.sides)
        due = {(at, each.regiment.id) for at, each in self.book.scoring.due(standings, turn)} if turn else ()
        for each in self.score.sides[side].regiments:
            id_ = each.regiment.id
            yield RegimentCard(
                standing=each,
                due=(side, id_) in due if turn else each.reached,
                fleeing=self._all_flee(side, id_) if each.wiped_out is not None else "",
                last=self.mark(f"t.{side}.{id_}.{turn}") if turn else Mark(),
            )

    def _all_flee(self, side: int, regiment: str) -> str:
        """Return what a form sends so that all that is left of a Regiment flees, if any (BFS-29.8.4)."""
        said = {}
        for unit in self.sheet.forces[side].units:
            at = f"u.{side}.{unit.id}"
            left = unit.bases - sum(self.value(f"{at}.{field}") for field in _LOST)
            if unit.regiment == regiment and left > 0 and not self.value(f"{at}.held_back"):
                said[f"{at}.fleeing"] = self.value(f"{at}.fleeing") + left
        for each in self.sheet.forces[side].commanders:
            if each.regiment == regiment and self.value(f"c.{side}.{each.id}.fate") == "present":
                said[f"c.{side}.{each.id}.fate"] = "fleeing"
        return json.dumps(said) if said else ""


def _bar(score: Any) -> Bar:
    """Return the bands of a Force Value in proportion, what is above 100 % of it cut off."""
    lost, fv = score.losses.lost, max(1, score.force.fv)
    bands = [band for band in score.bands if not band.empty]
    following = next((band for band in bands if band.low > lost), None)
    whole = fv + 1
    segments = tuple(
        Segment(
            band.name.replace("_", "-"),
            100 * band.low / whole,
            100 * ((band.high if band.high is not None else fv) + 1 - band.low) / whole,
            f"{band.words}: {band.low}{_to(band)}",
            band is score.band,
        )
        for band in bands
        if band.low <= fv
    )
    to_next = "" if following is None else f"{following.low - lost} more: {following.words}"
    own = counted(score.band.own_vp, "victory point")
    points = f"{score.band.enemy_vp} victory points for the enemy" if score.band.enemy_vp else own
    return Bar(100 * (min(lost, fv) + 0.5) / whole, points, to_next, segments)


def _to(band: Any) -> str:
    if band.high is None:
        return " and more"
    return f" to {band.high}" if band.high > band.low else ""


def _boxes(noted: Mapping[str, int], bases: int) -> tuple[str, ...]:
    found = [name for field, name in _BOXES.items() for _ in range(noted[field])]
    return (*found, *[""] * (bases - len(found)))[:bases]


def _sent(key: str, value: Any) -> str:
    """Return a change as a form sends it."""
    return json.dumps({key: value}, ensure_ascii=False)
