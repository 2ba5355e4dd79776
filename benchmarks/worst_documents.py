"""What the worst documents cost: `python -m benchmarks.worst_documents [name ...]`, of books, lists, posts,
maps, campaigns and tournaments; without names, all.

Takes a good document of each kind and, at each of its places, fills it up to the size that is read: a list
with its first row again and again, with empty rows, lists and numbers; an object with unknown keys; a text
with letters, spaces and signs. Prints the CPU seconds of the worst, and each above half a second. Aim: 1 s.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.site import fresh_site

SAMPLES = Path(__file__).parents[1] / "samples"

SHOWN = 0.5
TEXTS = ("a", "<", " ", "-", "(", "a b ", "é")
Blown = tuple[str, str, Any]


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield each place of a document with its value; of a list, those in its first three rows."""
    yield path, value
    rows = value[:3] if isinstance(value, list) else []
    for step, each in value.items() if isinstance(value, dict) else enumerate(rows):
        yield from places(each, (*path, step))


def with_value(document: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """Return the document with another value at a place."""
    if not path:
        return value
    new = deepcopy(document)
    at = new
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return new


def fillings(value: Any, room: int) -> Iterator[tuple[str, Any]]:
    """Yield what can stand in the place of a value, in about `room` bytes."""
    if isinstance(value, list):
        if value:
            size = len(json.dumps(value[0])) + 2
            yield "rows again", value + [value[0]] * (room // size)
            if isinstance(value[0], dict) and "id" in value[0]:
                more = ({**value[0], "id": f"x{number}"} for number in range(room // (size + 4)))
                yield "rows of their own", [*value, *more]
        yield "empty rows", [{}] * (room // 4)
        yield "lists", [[]] * (room // 4)
        yield "numbers", [1] * (room // 3)
    elif isinstance(value, dict):
        yield "keys", {**value, **{f"k{number}": 1 for number in range(room // 14)}}
    elif isinstance(value, str):
        for text in TEXTS:
            yield f"text {text!r}", text * (room // len(json.dumps(text)[1:-1]))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from ((f"{number:g}", number) for number in (10**17, -(10**17), 1e300))


def blown_up(document: Any, most: int) -> Iterator[Blown]:
    """Yield the document blown up at each place, once for alike rows."""
    room, seen = max(1000, most - len(json.dumps(document)) - 2000), set()
    for path, value in places(document):
        place = ".".join("#" if isinstance(step, int) else step for step in path)
        if place not in seen:
            seen.add(place)
            for what, filling in fillings(value, room):
                yield place, what, with_value(document, path, filling)


def measure(name: str, read: Callable[[str], Any], texts: Iterator[tuple[str, str, str]]) -> None:
    """Print what the worst of some texts costs to read."""
    from rulesets.engine.errors import LeaguerError

    count, worst = 0, (0.0, "", "")
    for place, what, text in texts:
        count += 1
        began = process_time()
        with suppress(LeaguerError):
            read(text)
        spent = process_time() - began
        worst = max(worst, (spent, place, what))
        if spent > SHOWN:
            print(f"    {spent:5.2f} s  {place}: {what} ({len(text):,} bytes)")
    print(f"{name:34} {count:5} documents, worst {worst[0]:5.2f} s ({worst[1]}: {worst[2]})", flush=True)


def as_texts(document: Any, most: int) -> Iterator[tuple[str, str, str]]:
    """Yield what is blown up as JSON."""
    for place, what, blown in blown_up(document, most):
        yield place, what, json.dumps(blown, ensure_ascii=False)


def posts(good: str) -> Iterator[tuple[str, str, str]]:
    """Yield plain texts of lists, as long as they may be, with and without a book named."""
    from rulesets.engine.lists.document import MAX_LINE, MAX_LINES

    lines = good.split("\n")
    chance = random.Random(1)
    some = ["sword", "pike", "musket", "foot", "horse", "x2", "3", "guns"]
    signs = ("1", "(", '"', ",", "[", "a<", "a - ", "x 5 x ", "and a ", "a    ")
    bodies = {
        "lines again": lines * 20,
        "backwards": [line[::-1] for line in lines] * 20,
        "words": [" ".join(chance.choice(some) for _ in range(12)) for _ in range(MAX_LINES)],
        "long": [f"2x {chance.choice(lines)} with {' + '.join(lines)}" for _ in range(MAX_LINES)],
        **{repr(sign): [sign * MAX_LINE] * MAX_LINES for sign in signs},
    }
    for what, body in bodies.items():
        for head in ([], lines[:6]):
            kept = [line[:MAX_LINE] for line in (*head, *body)][:MAX_LINES]
            yield "with a head" if head else "bare", what, "\n".join(kept)


def main() -> None:
    """Measure each kind of document."""
    with fresh_site():
        from campaigns.engine.documents import MAX_BYTES as CAMPAIGN
        from campaigns.engine.documents import read_campaign
        from campaigns.engine.maps import read_map
        from campaigns.engine.shipped import campaigns, maps
        from rulesets.contract.documents import (
            check_list,
            from_post,
            from_text,
            list_rules,
            parse_list,
            samples,
            to_text,
        )
        from rulesets.engine.bookrules import MAX_BYTES as BOOK
        from rulesets.engine.bookrules import BookRules, read_text
        from rulesets.engine.jsontext import read_json
        from rulesets.engine.lists import MAX_BYTES as LIST
        from rulesets.engine.lists import dump_list
        from rulesets.site.files import kinds
        from tournaments.engine.document import MAX_BYTES as TOURNAMENT
        from tournaments.engine.document import read_tournament

        def checked(rules: BookRules) -> Callable[[str], Any]:
            return lambda text: rules.faults(rules.kept(read_text(text)))

        wanted = sys.argv[1:] or ["book", "list", "post", "map", "campaign", "tournament"]
        if "book" in wanted:
            for rules in kinds():
                least = min(rules.shipped().values(), key=lambda each: len(json.dumps(each)))
                measure(f"{rules.system} {rules.kind}", checked(rules), as_texts(least, BOOK))
        by_system = {army.system: army for army in samples().values()}
        for system, army in by_system.items():
            if "list" in wanted:
                good = json.loads(dump_list(army))
                measure(f"{system} list", lambda text: check_list(parse_list(text)), as_texts(good, LIST))
            if "post" in wanted:
                plain = to_text(army, list_rules(system).book_of(army))
                measure(f"{system} list as text", lambda text, its=system: from_text(text, its), posts(plain))
                measure(f"{system} posted list", from_post, posts(plain))
        if "map" in wanted:
            drawn = min(maps().values(), key=lambda each: len(each.areas)).to_json()
            measure("map", lambda text: read_map(read_json(text)), as_texts(drawn, CAMPAIGN))
        if "campaign" in wanted:
            document = campaigns()["ladder"].to_json()
            measure("campaign", lambda text: read_campaign(read_json(text)), as_texts(document, CAMPAIGN))
        if "tournament" in wanted:
            day = json.loads((SAMPLES / "tournaments" / "club-day.json").read_text())
            measure("tournament", read_tournament, as_texts(day, TOURNAMENT))


if __name__ == "__main__":
    main()
