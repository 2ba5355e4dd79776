"""Maps as GeoJSON (RFC 7946), which every map program reads and writes.

What is read: a Polygon or MultiPolygon is an area, a Point an area without outlines, or, if its property
`kind` is that of a feature (city, ford ...), a feature of the area it lies in; a LineString with the
properties `a` and `b` is a link, any other a river. Other properties are named as in our own map documents:
`id`, `name`, `terrain`, `owner`, `income` ... The property `leaguer` ("area", "link", "river", "land",
"feature") says what a thing is where that would be guessed wrong. Where no links are given, areas with a
border in common are linked.

What is written is read back as the same map, to the metre. The member `leaguer` of the collection holds what
GeoJSON has no place for: size, projection, notes, sources, picture. A map that lies nowhere on the earth is
written as if its north-west corner were where the equator crosses the meridian of Greenwich.
"""

from campaigns.engine.geojson.reading import read_geojson
from campaigns.engine.geojson.writing import to_geojson

__all__ = ["read_geojson", "to_geojson"]
