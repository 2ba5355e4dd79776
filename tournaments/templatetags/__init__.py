"""Template tags of tournament pages."""
