"""Longitude and latitude, and the kilometres of a map: an equidistant cylindrical projection; distances."""

from __future__ import annotations

from math import asin, cos, degrees, radians, sin, sqrt

from campaigns.engine.maps import Point, Projection

EARTH_RADIUS = 6371.0088
KM_A_DEGREE = radians(1) * EARTH_RADIUS
METRE_DIGITS = 3
DEGREE_DIGITS = 9


def to_km(projection: Projection, place: Point) -> Point:
    """Where a place (longitude, latitude in degrees) lies on a map, in kilometres, to the metre."""
    lon, lat = place
    scale = KM_A_DEGREE * cos(radians(projection.parallel))
    x, y = (lon - projection.west) * scale, (projection.north - lat) * KM_A_DEGREE
    return (round(x, METRE_DIGITS), round(y, METRE_DIGITS))


def to_degrees(projection: Projection, place: Point) -> Point:
    """The longitude and latitude in degrees of a place on a map."""
    x, y = place
    scale = KM_A_DEGREE * cos(radians(projection.parallel))
    lon, lat = projection.west + x / scale, projection.north - y / KM_A_DEGREE
    return (round(lon, DEGREE_DIGITS), round(lat, DEGREE_DIGITS))


def great_circle(a: Point, b: Point) -> float:
    """How far two places (longitude, latitude in degrees) are from each other, in kilometres."""
    (lon_a, lat_a), (lon_b, lat_b) = a, b
    across = sin(radians(lon_b - lon_a) / 2) ** 2
    along = sin(radians(lat_b - lat_a) / 2) ** 2
    haversine = along + cos(radians(lat_a)) * cos(radians(lat_b)) * across
    return 2 * EARTH_RADIUS * asin(min(1.0, sqrt(haversine)))


def degrees_of(km: float) -> float:
    """The degrees of latitude that so many kilometres are."""
    return degrees(km / EARTH_RADIUS)
