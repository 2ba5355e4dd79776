"""What is saved of a campaign: what it began from, how it stands, and every part of every turn.

The state is stored twice: as it is now with the campaign, and as it was before each part of a turn with
the turn's row, so that an umpire can go back. Neither holds the map, which never changes and stands once,
beside them. Rows are written by `services.py` and what it is made of alone; what somebody may see of them is
`access.py`'s to say.
"""

from campaigns.models.campaign import Campaign, OwnMap
from campaigns.models.people import (
    Addressee,
    BroughtList,
    Deletion,
    Disclosure,
    Invitation,
    Member,
    Message,
    News,
    NoMail,
    new_key,
    new_token,
)
from campaigns.models.simulations import Simulation, SimulationRun
from campaigns.models.turns import EngagementRow, Extension, OrdersRow, TurnRow

__all__ = [
    "Addressee", "BroughtList", "Campaign", "Deletion", "Disclosure", "EngagementRow", "Extension",
    "Invitation", "Member", "Message", "News", "NoMail", "OrdersRow", "OwnMap", "Simulation", "SimulationRun",
    "TurnRow", "new_key", "new_token",
]  # fmt: skip
