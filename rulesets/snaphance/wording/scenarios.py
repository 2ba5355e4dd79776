"""Sentences of scenarios and their maps: faults, and what their form asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# -- the form ---------------------------------------------------------------------------------------

FIELDS = {
    "name": ("Name", ""),
    "date": ("Date", "As a reader sees it: 16 November 1632"),
    "place": ("Place", ""),
    "summary": ("In short", ""),
    "told": ("The story", ""),
    "scale": ("Scale", "How many men a stand is"),
    "sources": ("Sources", "One on each line"),
    "ours": ("Your own inventions", "What no source gives"),
    "rounds": ("Rounds", "0 for no limit"),
    "at_the_end": ("Then", ""),
    "words": ("Victory in words", ""),
    "notes": ("Special rules and hints", ""),
}
"""Label and help of what a scenario says of itself."""
VICTORY = "If no army has broken by then"
ENDS = {
    "share": "the side that has lost the smaller share of its break points wins",
    "draw": "nobody wins",
    "first": "the first side wins: it has held out",
    "second": "the second side wins: it has held out",
}

# -- faults of the document -------------------------------------------------------------------------

TITLE = "Snaphance scenario"
PLACED_AND_ARRIVES = "is placed and arrives later too: leave one of them out"


def no_facing(facings: str, last: int) -> str:
    return f"is not a facing: {facings}, as 0 to {last}"


def not_a_hex(value: str) -> str:
    return f"{value!r} is not a hex: four digits, its column and its row, such as 0509"


def no_scenario(format_: str) -> str:
    return f"is not {format_!r}: this is not a Snaphance scenario"


def other_system(system: str, own: str) -> str:
    return f"is {system!r}, not {own!r}"


def with_cure(message: str, cure: str) -> str:
    return f"{message} {cure}"


def line(number: int) -> str:
    """Return the place of a fault in a map that was typed."""
    return f"line {number}"


def not_a_range(most: int) -> str:
    return f"is not a range: H, from 1 to {most}"


# -- faults of what stands where --------------------------------------------------------------------


def in_contact(enemy: str) -> str:
    return f"begins in contact with {enemy!r} of the enemy"


def no_such_stand(key: str) -> str:
    return f"the list has no stand {key!r}"


def no_such_group(key: str) -> str:
    return f"the list has no group {key!r}"


def off_map(place: str) -> str:
    return f"hex {place} does not lie on the map"


def may_not_enter(stand: str, place: str) -> str:
    return f"{stand} may not enter hex {place}"


def may_not_stand(stand: str, place: str, terrain: str) -> str:
    return f"{stand} may not stand in hex {place}: {terrain}"


def taken(place: str, stand: str) -> str:
    return f"hex {place} holds {stand!r} already"


def nobody_of_group(place: str) -> str:
    return f"hex {place} holds no stand of the group"


def after_last_round(rounds: int) -> str:
    return f"is after the last round, {rounds}"


def no_room(free: int, stands: int) -> str:
    return f"has {free} free hexes for the {stands} stands that are not placed"


# -- faults of the map ------------------------------------------------------------------------------

LETTER_TAKEN = "is not a letter that is free: take one that no terrain has"
NO_ROWS = "holds no hex: write a row of letters for each row of the map"


def there_are(kinds: Iterable[str]) -> str:
    return f"there are {', '.join(kinds)}"


def fills_no_hexes(kind: str, kinds: Iterable[str]) -> str:
    return f"{kind!r} is not terrain that fills hexes; {there_are(kinds)}"


def not_on_sides(kind: str, kinds: Iterable[str]) -> str:
    return f"{kind!r} is nothing on hex sides; {there_are(kinds)}"


def rows_differ(rows: int, of_map: int) -> str:
    return f"has {rows} rows, the map {of_map}"


def columns_differ(hexes: int, columns: int) -> str:
    return f"has {hexes} hexes, the map {columns} columns"


def letter_unknown(letter: str, place: str, known: Sequence[str]) -> str:
    return f"{letter!r} in hex {place} is none of {' '.join(known)}"


def edge_of_map(side: str, place: str) -> str:
    return f"side {side} of hex {place} is the edge of the map"


def side_taken(side: str, place: str, kind: str) -> str:
    return f"side {side} of hex {place} holds {kind} already"


def no_hex_side(word: str) -> str:
    return f"{word!r} is not a hex side: write 0705 E"


def no_hex_in_row(word: str) -> str:
    return f"{word!r} is not a hex: a letter, its level where it has one of its own, = - or + for a road"


def width_differs(hexes: int, first: int) -> str:
    return f"has {hexes} hexes, the first row {first}"
