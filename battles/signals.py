"""What others may want to know of battles, once it is committed."""

from django.dispatch import Signal

battle_over = Signal()
"""A battle has come to its end; `battle` is its row."""

record_settled = Signal()
"""Both sides have signed what was recorded of a battle; `record` is its row."""
