"""CSV and XLSX as rows of texts, and rows as CSV and XLSX.

What comes in is limited before it is parsed: bytes, what a workbook unpacks to, rows and columns. What goes
out is data alone: no text becomes a formula in a spreadsheet.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any, TypeAlias

from rulesets.engine.errors import Fault, FaultyDocumentError
from tournaments.engine.document import MOST_PLAYERS
from tournaments.wording import tables as words

MAX_BYTES = 2_000_000
UNPACKED = 20_000_000
"""Bytes that the parts of a workbook may unpack to, all together."""
MOST_PARTS, MOST_ROWS, MOST_COLUMNS, LONGEST = 500, MOST_PLAYERS + 1, 60, 2_000
WORKBOOK, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_RISKY = tuple("=+-@\t\r＝＋－＠")
"""How a text begins that spreadsheets take for a formula."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")

Cell: TypeAlias = str | int | float | None
Rows: TypeAlias = Sequence[Sequence[Cell]]


class TableError(FaultyDocumentError):
    """A table cannot be read: every fault with its row and column. Nothing of it is taken."""

    document = "table"


# -- in ----------------------------------------------------------------------------------------------


def read_rows(data: bytes) -> list[list[str]]:
    """Return the cells of a CSV file, or of the first sheet of an XLSX workbook, as texts without the spaces
    around them. Raises TableError.
    """
    if len(data) > MAX_BYTES:
        raise TableError(Fault("", words.TOO_LARGE))
    if data.startswith(OLD_WORKBOOK):
        raise TableError(Fault("", words.OLD_WORKBOOK))
    cells = _workbook(data) if data.startswith(WORKBOOK) else _csv(data)
    rows = [[_plain(each) for each in row] for row in islice(cells, MOST_ROWS + 1)]
    while rows and not any(rows[-1]):
        rows.pop()
    if len(rows) > MOST_ROWS:
        raise TableError(Fault("", words.TOO_MANY_ROWS))
    return rows


def _csv(data: bytes) -> Iterator[Sequence[str]]:
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")  # as spreadsheets on Windows write it
    if "\0" in text:
        raise TableError(Fault("", words.NO_TABLE))
    head = text.lstrip().partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    try:
        for row in reader:
            yield row[:MOST_COLUMNS]
    except csv.Error as error:
        raise TableError(Fault(words.row(reader.line_num), words.bad_csv(str(error)))) from None


def _workbook(data: bytes) -> Iterator[Sequence[Any]]:
    from openpyxl import load_workbook  # noqa: PLC0415 (slow to import, and needed by few)

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
        # What a part says of itself is all that is ever unpacked of it.
        if len(parts) > MOST_PARTS or sum(each.file_size for each in parts) > UNPACKED:
            raise TableError(Fault("", words.TOO_LARGE))
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        yield from book.worksheets[0].iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True)
    except TableError:
        raise
    except Exception as error:  # foreign files fail inside openpyxl in any way there is
        raise TableError(Fault("", words.damaged(type(error).__name__))) from None


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, date):
        value = value.isoformat()
    text = _CONTROL.sub("", str(value)[:LONGEST]).strip()
    return text[1:].strip() if text[:1] == "'" and _risky(text[1:]) else text


def columns_in(number: int, head: Sequence[str], known: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """Return what stands in which column by its heading in row `number`. `known`: the headings of each field,
    in small letters without anything between them. Raises TableError for two of one meaning.
    """
    fields = {heading: field for field, headings in known.items() for heading in headings}
    plain = (re.sub(r"[\W_]+", "", each.casefold()) for each in head)
    columns = {at: fields[each] for at, each in enumerate(plain) if each in fields}
    twice = [field for field, count in Counter(columns.values()).items() if count > 1]
    if twice:
        places = [at for at, field in columns.items() if field in twice]
        raise TableError(*(Fault(words.place(number, head[at]), words.TWO_COLUMNS) for at in places[1:]))
    return columns


# -- out ---------------------------------------------------------------------------------------------


def to_csv(rows: Rows) -> bytes:
    """Return rows as CSV in UTF-8 with a mark by which spreadsheets know it; a text that would be a formula
    stands behind an apostrophe.
    """
    written = io.StringIO()
    csv.writer(written).writerows([_harmless(each) for each in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _harmless(value: Cell) -> Cell:
    if not isinstance(value, str):
        return value
    text = _CONTROL.sub("", value)
    return f"'{text}" if _risky(text) else text


def _risky(text: str) -> bool:
    return text.startswith(_RISKY) or text.lstrip().startswith(_RISKY)


def to_xlsx(sheets: Mapping[str, Rows]) -> bytes:
    """Return a workbook with a sheet for each name; its texts are texts, whatever they begin with."""
    from openpyxl import Workbook  # noqa: PLC0415 (slow to import, and needed by few)
    from openpyxl.styles import Font  # noqa: PLC0415

    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.freeze_panes = "A2"
        for at, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                cell = sheet.cell(at, column, _CONTROL.sub("", value) if isinstance(value, str) else value)
                if isinstance(value, str):
                    cell.data_type, cell.quotePrefix = "s", _risky(value)
                if at == 1:
                    cell.font = Font(bold=True)
        for letter, width in zip(_letters(sheet), _widths(rows), strict=False):
            sheet.column_dimensions[letter].width = width
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _letters(sheet: Any) -> Iterable[str]:
    return (each[0].column_letter for each in sheet.iter_cols())


def _widths(rows: Rows) -> Iterator[int]:
    """Yield about how wide each column is, in letters."""
    for column in zip(*rows, strict=True):
        yield min(max((len(str(each)) for each in column if each is not None), default=0) + 2, 50)
