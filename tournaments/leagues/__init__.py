"""Leagues on the site: who runs them, which tournaments count, who is who, who sees what."""
