"""The pages of own maps."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import mapedit, mapindex

_MAP = "campaigns/maps/<uuid:map_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/maps/", mapindex.index, name="maps"),
    path("campaigns/maps/new/", mapindex.new, name="new-map"),
    path(f"{_MAP}/", mapedit.edit, name="edit-map"),
    path(f"{_MAP}/keep/", mapedit.keep, name="keep-map"),
    path(f"{_MAP}/delete/", mapindex.delete, name="delete-map"),
    path(f"{_MAP}/picture/", mapindex.picture, name="map-picture"),
    path(f"{_MAP}/map.json", mapindex.own_json, name="own-map-json"),
    path(f"{_MAP}/map.geojson", mapindex.own_geojson, name="own-map-geojson"),
]
