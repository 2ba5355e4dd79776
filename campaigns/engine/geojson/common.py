"""What reading and writing have in common."""

from campaigns.engine.maps import Projection

OWN = "leaguer"
"""The collection's member that holds what GeoJSON has no place for."""

ROLE = "leaguer"
"""The property of a feature that says what it is on the map."""

NOWHERE = Projection(west=0, north=0, parallel=0)
"""Where a map is written that lies nowhere on the earth."""
