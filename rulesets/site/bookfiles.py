"""Documents of books and scenarios from outside: which system's they are."""

from __future__ import annotations

from rulesets.contract import registry
from rulesets.engine.bookrules import BookRules, Document, read_text
from rulesets.engine.errors import Fault, LeaguerError
from rulesets.engine.lists import ListError


def kinds() -> list[BookRules]:
    """Return what a user may write, of every system: its books first, then its scenarios."""
    every = ((system.own_books, system.own_scenarios) for system in registry.systems())
    return [rules for both in every for rules in both if rules is not None]


def rules_for(document: Document, said: str = "") -> BookRules:
    """How a document from outside is read: by the format or system that it names, or as was `said`
    (`baroque/book`). Raises LeaguerError for one that names nothing that is known here."""
    found = [rules for rules in kinds() if _names(document, rules)]
    found = found or [rules for rules in kinds() if f"{rules.system}/{rules.kind}" == said]
    if not found:
        there = ", ".join(sorted({rules.system for rules in kinds()}))
        words = f"names no rule system that has books of one's own; there are {there}"
        raise LeaguerError(words, path="system", code="system")
    return found[0]


def no_list(text: str, error: ListError) -> ListError:
    """Why `text` cannot be read as a list: `error`, or that it is a book."""
    try:
        rules = rules_for(read_text(text))
    except LeaguerError:
        return error
    kind = {"book": "an army book", "scenario": "a scenario"}[rules.kind]
    words = f"this is {kind}, not a list: bring it among your own books, or try check_book"
    return ListError(Fault("", words), code="format")


def _names(document: Document, rules: BookRules) -> bool:
    """Whether a document says that it is of this kind: by its format, or by its system."""
    wanted = rules.schema().get("properties", {}).get("format", {}).get("const")
    if wanted is not None:
        return bool(document.get("format") == wanted)
    return document.get("system") == rules.system
