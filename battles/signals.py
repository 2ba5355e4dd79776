"""What others may want to know of battles, once it is committed, and have a say in."""

from django.dispatch import Signal

sides_asked = Signal()
"""`user` sits down at `battle`. Who answers with a set of sides says that they lead no others; who answers
with None has nothing to say.
"""

whole_asked = Signal()
"""What is `battle` a part of? Who knows answers with a name and an address, who does not with None."""

battle_over = Signal()
"""A battle has come to its end; `battle` is its row."""

record_settled = Signal()
"""Both sides have signed what was recorded of a battle; `record` is its row."""
