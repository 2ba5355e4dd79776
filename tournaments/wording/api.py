"""What the REST interface of tournaments says."""

from __future__ import annotations

ONE_BEGINNING = "Give one of preset, document and trf."
NO_OBJECT = "Send an object."
NEEDS_A_NAME = "Give the tournament a name."
NO_PRESET = "No preset has this key."
NO_SUCH_ROUND = "There is no such round."
NO_SUCH_PLAYER = "No player has this id in this round."
HIDDEN_STANDINGS = "The standings are not shown yet."
NOBODY = "Nobody of this name runs it or judges."
NAME_WHAT_YOU_SAW = (
    "Name what you saw in the header If-Match: the tournament’s revision, or the mark of the pairing."
)
