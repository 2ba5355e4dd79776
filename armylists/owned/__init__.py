"""What everything that somebody owns has in common, whichever app it is of: lists, books, battles, records,
campaigns and maps are rows of one abstract model, found, written, shown and shared by the same functions.

models    the abstract row, and rows by who may see them
access    finding one: somebody else's private one is not there
services  writing one: compare-and-set, sharing, archiving
views     what its pages share
files     the files that leave it
admin     what the administration shows of it
api       what its REST endpoints share
"""
