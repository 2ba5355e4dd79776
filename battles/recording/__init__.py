"""What is recorded of a battle that two people fight on a table, and what it comes to.

models     the record and the claims that it is made of
ledger     claims folded into what is said, agreed on and disputed
book       a record opened: its claims, what they come to, and its history in words
services   the only writer
access     who may see and record what
cards      what pages show, made by page
documents  the RESULT document and the victory sheet
"""
