"""Makes the page of a record for one reader."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

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
    DisputeCard,
    Mark,
    RecordPage,
    RecordSide,
    RegimentCard,
    Saying,
    Segment,
    Signature,
    UnitCard,
    UnitGroup,
    WaitingCard,
    outcome_words,
)
from battles.recording.history import names_of, where
from battles.recording.ledger import Standing
from battles.sides import SIDES
from rulesets.engine.wording import counted

_LOST = ("destroyed", "captured", "fled", "fleeing", "march_losses")
_MAIN = ("destroyed", "fled")
_MORE = ("fleeing", "captured", "march_losses", "cut_off", "returned_destroyed", "returned_fled")
_WHOLE = (("destroyed", "All destroyed"), ("fled", "All fled"), ("fleeing", "All fleeing"))
_BOXES = (
    ("destroyed", "destroyed"), ("captured", "captured"), ("march_losses", "lost on the march"),
    ("fled", "fled"), ("fleeing", "fleeing"),
)  # fmt: skip


def record_page(book: Book, participant: Participant) -> RecordPage:
    """A record as it is seen from a place."""
    return _Maker(book, participant).record_page()


class _Maker:
    """Makes the page of one record for one reader."""

    def __init__(self, book: Book, participant: Participant) -> None:
        self.book, self.participant = book, participant
        self.record, self.sheet, self.ledger = book.record, book.sheet, book.ledger
        self.side = participant.side
        self.names = names_of(book.record)
        self.score = book.score(self.side if self.ledger.disputes else None)

    def record_page(self) -> RecordPage:
        ledger, record = self.ledger, self.record
        disputes = ledger.disputes
        scores = [(self.names[side], self.book.score(side)) for side in SIDES] if disputes else []
        settled = ledger.settled
        mine = self.side
        signed = mine in ledger.signed
        return RecordPage(
            sides=(self._side(0), self._side(1)),
            score=self.score,
            scores=tuple(scores),
            disputes=tuple(self._dispute(each) for each in disputes),
            waiting=() if mine is None else tuple(map(self._waiting, ledger.waiting_for(mine))),
            open=sum(each.by is not None for each in ledger.standings.values()),
            turn=ledger.turn,
            turns=self._counter("g.turns"),
            signatures=tuple(
                Signature(
                    record.sides[side],
                    self.names[side],
                    bool(ledger.signed & {side, None}),
                    side in self.participant.sides,
                )
                for side in SIDES
            ),
            settled=settled,
            may_record=bool(self.participant.sides) and not settled,
            may_sign=bool(self.participant.sides) and not settled and not signed and not disputes,
            division=self.sheet.division,
        )

    def value(self, key: str) -> Any:
        """What stands under a key, as the reader sees it."""
        return self.ledger.value(key, side=self.side)

    # -- entries -----------------------------------------------------------------------------------

    def mark(self, key: str) -> Mark:
        """How far an entry is agreed on."""
        found = self.ledger.standings.get(key)
        if found is None or not found.said:
            return Mark()
        entry = self.sheet.entry(key)
        if found.disputed:
            said = "; ".join(
                f"{self.names[side]} says {entry.describe(value)}" for side, value in found.said.items()
            )
            return Mark(DISPUTED, said)
        by = found.by
        assert by is not None
        if by == self.side:
            return Mark(SAID, f"{self.names[1 - by]} has still to agree")
        return Mark(WAITING if self.side is not None else SAID, f"{self.names[by]} says so")

    def _counter(self, key: str, most: int | None = None, points: int = 0) -> Counter:
        entry = self.sheet.entry(key)
        value = self.value(key)
        top = entry.most if most is None else min(entry.most, most)
        return Counter(
            key, entry.label, entry.describe(value),
            less=_sent(key, value - 1) if value > entry.least else "",
            more=_sent(key, value + 1) if value < top else "",
            mark=self.mark(key), rule=entry.rule, points=points, most=entry.most,
        )  # fmt: skip

    def _choice(self, key: str) -> Choice:
        entry = self.sheet.entry(key)
        value = self.value(key)
        choices = entry.choices or ((False, "no"), (True, "yes"))
        buttons = tuple(Button(words, _sent(key, each), each == value) for each, words in choices)
        return Choice(key, entry.label, buttons, self.mark(key), entry.rule)

    # -- a side ------------------------------------------------------------------------------------

    def _side(self, side: int) -> RecordSide:
        force, score = self.sheet.forces[side], self.score.sides[side]
        facts = [key for key in self.sheet.entries if key.startswith(f"d.{side}.")]
        return RecordSide(
            index=side,
            name=self.record.sides[side],
            who=self.names[side] if self.record.opponent is not None else "",
            mine=side in self.participant.sides,
            score=score,
            bar=_bar(score),
            groups=tuple(self._groups(side)),
            commanders=tuple(self._commander(side, each) for each in force.commanders),
            scenario=tuple(self._scenario(side)),
            cut_off=self._choice(f"g.{side}.cut_off"),
            facts=tuple(self._choice(key) for key in facts),
            regiments=tuple(self._regiments(side)),
            witnesses=self._witnesses(side),
        )

    def _groups(self, side: int) -> Iterator[UnitGroup]:
        """The units of a side, by Regiment in a division."""
        force = self.sheet.forces[side]
        counts = {each.unit.id: each for each in self.score.sides[side].losses.units}
        named = {each.id: each.name for each in force.regiments}
        for regiment in [*named, ""]:
            units = [unit for unit in force.units if (unit.regiment if named else "") == regiment]
            if units:
                title = named.get(regiment, "Of no Regiment" if named else "")
                yield UnitGroup(title, tuple(self._unit(side, unit, counts[unit.id]) for unit in units))

    def _unit(self, side: int, unit: Any, count: Any) -> UnitCard:
        at = f"u.{side}.{unit.id}"
        noted = {field: self.value(f"{at}.{field}") for field in (*_LOST, "cut_off", *_MORE)}
        lost = sum(noted[field] for field in _LOST)
        left = unit.bases - lost
        back = noted["returned_destroyed"] + noted["returned_fled"]
        held = self.value(f"{at}.held_back")
        room = {field: noted[field] + (0 if held and field != "march_losses" else left) for field in _LOST}
        room["cut_off"] = noted["fled"] + noted["fleeing"] if self.value(f"g.{side}.cut_off") else 0
        room |= {field: noted[field] + unit.bases - back for field in ("returned_destroyed", "returned_fled")}
        main = tuple(self._counter(f"{at}.{field}", room[field]) for field in _MAIN)
        needless = self._needless(unit, cut_off=bool(room["cut_off"]))
        shown = [field for field in _MORE if field not in needless or noted[field] > 0]
        more = tuple(self._counter(f"{at}.{field}", room[field]) for field in shown)
        where = self._choice(f"{at}.held_back")
        asked: tuple[Counter | Choice, ...] = (*main, *more, where)
        marks = {each.mark.state for each in asked}
        return UnitCard(
            id=unit.id,
            side=side,
            name=count.name,
            kind=unit.label if unit.label != unit.name else "",
            bases=unit.bases,
            boxes=tuple(_boxes(noted, unit.bases)),
            main=main,
            more=more,
            where=where,
            squadron=self.value(f"{at}.squadron"),
            squadron_key=f"{at}.squadron",
            marched=self._marched(side),
            whole=tuple(
                Button(words, _sent(f"{at}.{field}", noted[field] + left))
                for field, words in _WHOLE
                if left > 0 and not held
            ),
            mark=next((each for each in (DISPUTED, WAITING, SAID) if each in marks), AGREED),
            notes=tuple(each.words for each in (mark.mark for mark in asked) if each.words),
            opened=bool(held or room["cut_off"] or any(noted[each] > 0 for each in shown)),
            gone=count.gone,
            marked="bases" in unit.marked,
        )

    def _needless(self, unit: Any, *, cut_off: bool) -> set[str]:
        """Fields that nobody needs for a unit; what was noted under them is shown all the same."""
        found = {*self.record.frame.get("needless", ())}
        if self.sheet.division:  # BFS-30.1: the effects are those of skirmishes
            found |= {"march_losses", "returned_destroyed", "returned_fled"}
        if not (unit.gun or unit.wagon_train or unit.type in ("artillery", "wagons")):
            found.add("captured")
        return found if cut_off else found | {"cut_off"}

    def _marched(self, side: int) -> bool:
        """BFS-32.3 Whether it matters which Squadron a unit was in: one of its side had March Losses."""
        units = self.sheet.forces[side].units
        return any(self.value(f"u.{side}.{each.id}.march_losses") for each in units)

    def _commander(self, side: int, each: Any) -> CommanderCard:
        key = f"c.{side}.{each.id}"
        counts = self.score.sides[side].losses.commanders
        found = next(count for count in counts if count.commander.id == each.id)
        flight = self.value(f"{key}.fate") in ("fled", "fleeing")
        tested = self.value(f"g.{side}.cut_off") and flight
        return CommanderCard(
            each.id, found.name, each.rank, each.cp, self._choice(f"{key}.fate"),
            self._choice(f"{key}.cut_off") if tested else None, found.value, "cp" in each.marked,
        )  # fmt: skip

    def _scenario(self, side: int) -> Iterator[Counter]:
        for number, line in enumerate(self.sheet.scenario[side]):
            yield self._counter(f"s.{side}.{number}", points=line.points)
        yield self._counter(f"s.{side}.other")

    # -- Motivation --------------------------------------------------------------------------------

    def _regiments(self, side: int) -> Iterator[RegimentCard]:
        turn = self.ledger.turn
        standings = tuple(each.regiments for each in self.score.sides)
        waiting = (
            {(at, each.regiment.id) for at, each in self.book.scoring.due(standings, turn)} if turn else set()
        )
        for each in self.score.sides[side].regiments:
            id_ = each.regiment.id
            key = f"t.{side}.{id_}.{turn}" if turn else ""
            yield RegimentCard(
                id=id_, side=side, name=each.regiment.name, standing=each,
                due=(side, id_) in waiting if turn else each.reached, turn=turn,
                fleeing=self._all_flee(side, id_) if each.wiped_out is not None else "",
                last=self.mark(key) if key else Mark(),
                tests=tuple((f"Turn {outcome.test.turn}", outcome_words(outcome)) for outcome in each.tests),
            )  # fmt: skip

    def _all_flee(self, side: int, regiment: str) -> str:
        """BFS-29.8.4 What a form sends so that all that is left of a Regiment flees; empty if nothing is."""
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

    def _witnesses(self, side: int) -> tuple[tuple[str, str], ...]:
        """Who tests Morale for a Regiment that was wiped out."""
        standings = self.score.sides[side].regiments
        if not any(each.wiped_out is not None for each in standings):
            return ()
        found: tuple[tuple[str, str], ...] = self.sheet.witnesses(side)
        return found

    # -- what is open ------------------------------------------------------------------------------

    def _dispute(self, found: Standing) -> DisputeCard:
        entry = self.sheet.entry(found.key)
        sayings = tuple(
            Saying(
                side, self.names[side], entry.describe(value),
                _sent(found.key, value) if self.side is not None else "", side == self.side,
            )
            for side, value in sorted(found.said.items())
        )  # fmt: skip
        return DisputeCard(
            found.key, where(self.book, found.key), entry.label, entry.side, found.turn, sayings,
            found.key if self.side is not None else "",
        )  # fmt: skip

    def _waiting(self, found: Standing) -> WaitingCard:
        entry = self.sheet.entry(found.key)
        return WaitingCard(
            found.key, where(self.book, found.key), entry.label, entry.describe(found.value), found.turn
        )


def _bar(score: Any) -> Bar:
    """The bands of a Force Value in proportion, what is above 100 % of it cut off."""
    lost, fv = score.losses.lost, max(1, score.force.fv)
    bands = [band for band in score.bands if not band.empty]
    following = next((band for band in bands if band.low > lost), None)
    whole = fv + 1
    segments = tuple(
        Segment(
            band.name.replace("_", "-"), 100 * band.low / whole,
            100 * ((band.high if band.high is not None else fv) + 1 - band.low) / whole,
            f"{band.words}: {band.low}" + _to(band), _points(band), band is score.band,
        )
        for band in bands
        if band.low <= fv
    )  # fmt: skip
    to_next = "" if following is None else f"{following.low - lost} more: {following.words}"
    share = 100 * (min(lost, fv) + 0.5) / whole
    points, marked = _points(score.band), "fv" in score.force.marked
    return Bar(lost, score.force.fv, share, score.band.words, points, to_next, segments, marked)


def _to(band: Any) -> str:
    if band.high is None:
        return " and more"
    return f" to {band.high}" if band.high > band.low else ""


def _points(band: Any) -> str:
    if band.enemy_vp:
        return f"{band.enemy_vp} victory points for the enemy"
    return counted(band.own_vp, "victory point")


def _boxes(noted: Mapping[str, int], bases: int) -> Iterable[str]:
    found = [name for field, name in _BOXES for _ in range(noted[field])]
    return [*found, *([""] * (bases - len(found)))][:bases]


def _sent(key: str, value: Any) -> str:
    """A change as a form sends it."""
    return json.dumps({key: value}, ensure_ascii=False)
