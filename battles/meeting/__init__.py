"""The pages of a meeting: what two forces go through before they stand on a real table."""
