"""Where values come from, in words: the marks † of the pages and the sentences behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulesets.engine.books import Option, Provenance

NOT_IN_THE_BOOK = "Ours, not in the book"


def sentences(
    provenance: Provenance, names: Mapping[str, str], *, ours: str = NOT_IN_THE_BOOK
) -> Iterator[str]:
    """Yield which values of a row are not as printed, and why; nothing where no reader need know.

    `names`: what readers call a field; one without a name is called by its key. `ours`: how values that no
    source gives are spoken of.
    """
    if provenance.reconstructed:
        yield f"Reconstructed: {_called(provenance.reconstructed, names)}."
    if provenance.ours:
        yield f"{ours}: {_called(provenance.ours, names)}."
    if provenance.doubtful and provenance.reread:
        yield f"Damaged in print but readable: {_called(provenance.reread, names)}."
    if provenance.doubtful and provenance.confidence != "high":
        yield f"How sure: {provenance.confidence}."
    if provenance.doubtful and provenance.note:
        yield provenance.note


def marks(*provenances: Provenance) -> frozenset[str]:
    """Return the fields whose values are reconstructed or ours."""
    return frozenset(name for each in provenances for name in (*each.reconstructed, *each.ours))


def marks_with(row: Provenance, taken: Iterable[Option]) -> frozenset[str]:
    """Return the same with the options taken: what one of them sets anew is as sure as the option is."""
    found = set(marks(row))
    for option in taken:
        found = (found - set(option.sets)) | (marks(option.provenance) - {"limit"})
    return frozenset(found)


def _called(fields: Sequence[str], names: Mapping[str, str]) -> str:
    return ", ".join(dict.fromkeys(names.get(field, field.replace("_", " ")) for field in fields))
