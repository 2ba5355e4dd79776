"""A tournament as a document, and all that is worked out from it: points, standings, pairings. No Django."""
