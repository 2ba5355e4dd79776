"""Makes the page of a record that counts units (`contract.tally`), and that of any record."""

from __future__ import annotations

from battles.cards import result_card
from battles.recording.access import Participant
from battles.recording.book import Book
from battles.recording.cards import (
    AGREED,
    DISPUTED,
    SAID,
    WAITING,
    RecordPage,
    TallyGroup,
    TallySide,
    TallyUnit,
)
from battles.recording.page import PageMaker, PointsMaker
from rulesets.contract import registry
from rulesets.contract.tally import Counted, Group, Score, Sheet


def page_of(book: Book, participant: Participant) -> RecordPage:
    """Return a record as its reader sees it."""
    maker = TallyMaker if isinstance(book.sheet, Sheet) else PointsMaker
    return maker(book, participant).page()


class TallyMaker(PageMaker):
    """Makes the page of a record that counts units."""

    def __init__(self, book: Book, participant: Participant) -> None:
        super().__init__(book, participant)
        score: Score = self.score
        self.result = card = result_card(
            score.result, self.record.sides, registry.get(self.record.system).presentation
        )
        self.figures = card.sides

    def side_of(self, side: int) -> TallySide:
        """Return what is recorded of a side."""
        return TallySide(
            index=side,
            name=self.record.sides[side],
            who=self.names[side] if self.record.opponent is not None else "",
            mine=side in self.participant.sides,
            groups=tuple(
                self._group(side, group, figures.notes)
                for group, figures in zip(self.sheet.forces[side], self.figures[side].groups, strict=True)
            ),
            result=self.figures[side],
        )

    def _group(self, side: int, group: Group, notes: tuple[str, ...]) -> TallyGroup:
        key = f"c.{side}.{group.id}"
        units = tuple(self._unit(side, unit) for unit in group.units)
        return TallyGroup(key, group.name, group.leader, self.choice(f"{key}.fate"), units, notes)

    def _unit(self, side: int, unit: Counted) -> TallyUnit:
        key = f"u.{side}.{unit.id}"
        lost, fate = self.counter(f"{key}.lost"), self.choice(f"{key}.fate")
        number = self.value(f"{key}.lost")
        marks = {lost.mark.state, fate.mark.state}
        return TallyUnit(
            key, unit.name, ("lost",) * number + ("",) * (unit.strength - number), lost, fate,
            next((each for each in (DISPUTED, WAITING, SAID) if each in marks), AGREED),
            bool(self.value(f"{key}.fate")),
        )  # fmt: skip
