"""What a side reads of a forecast before the battle: no figure, which would betray the enemy's strength."""

EQUAL = "The two sides won about equally often."
WON = "Your side won most of them."
LOST = "Your side lost most of them."
