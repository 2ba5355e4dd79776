"""What others may want to know of battles, once it is committed, and have a say in."""

from django.dispatch import Signal

sides_asked = Signal()
"""`user` sits down at `battle`. Who answers with a set of sides says that they lead no others; who answers
with None has nothing to say.
"""

looking_on_asked = Signal()
"""`user` takes no part in `battle`. Who lets them look on answers with whether they may also let its
tacticians play on; others answer with None.
"""

whole_asked = Signal()
"""What is `battle` a part of that `user` may see? Who knows answers with a name and an address, others with
None.
"""

colours_asked = Signal()
"""Which colours do the sides of `battle` have? Who knows answers with two (`#rrggbb`), others with None."""

resigning_asked = Signal()
"""What does it cost to resign `battle`, besides the battle? Who knows answers with sentences, others with
None.
"""

archiving = Signal()
"""`row`, a battle or a record, is about to be archived. Who still needs it answers with the reason, others
with None.
"""

battle_over = Signal()
"""A battle has come to its end; `battle` is its row."""

record_settled = Signal()
"""Both sides have signed what was recorded of a battle; `record` is its row."""
