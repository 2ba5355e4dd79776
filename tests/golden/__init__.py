"""Battles that must replay for ever, one a file. `python -m tests.golden NAME SETUP SEED` adds one."""
