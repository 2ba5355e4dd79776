"""Tournaments over REST: the same doors as the pages."""
