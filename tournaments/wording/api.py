"""What the REST interface of tournaments says."""

from __future__ import annotations

ONE_BEGINNING = "Give exactly one of preset, document and trf."
ONE_LIST = "Give exactly one of own, link, document and text."
BEING_MADE = "The PDF is being made: ask again in a few seconds."
NO_SUCH_SEASON = "There is no event in this season."
NO_SUCH_PERSON = "There is nobody with this key in this league."
NO_OBJECT = "Send a JSON object."
NEEDS_A_NAME = "Give the tournament a name."
NO_PRESET = "No preset has this key."
NO_SUCH_ROUND = "There is no such round."
NO_SUCH_PLAYER = "No player has this id in this round."
NO_SUCH_TABLE = "Only players and results can be read from a spreadsheet."
HIDDEN_STANDINGS = "The standings are not shown yet."
NOBODY = "No organiser or judge has this name."
NAME_WHAT_YOU_SAW = (
    "Say in the header If-Match what you saw: the tournament’s revision, or the mark of the pairing."
)
NO_OPEN_TABLE = "You have no table in this round that waits for a result."
