"""The editor of campaign maps: a draft that may have faults, what is wrong with it, every change as texts.

draft     what is saved of a map while it is being made
faults    what keeps it from being played on, each with its place
texts     features, outlines, links and rivers as lines that a person can type
changes   what the plain forms of the editor do
"""
