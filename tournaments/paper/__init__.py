"""A tournament on paper, in black and white: for the wall of the hall, for the tables, to take home.

Everything is set from a tournament document. Pages hand over what their reader may see, and no more than that
is in the PDF or attached to it.
"""
