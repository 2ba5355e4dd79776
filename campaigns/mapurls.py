"""The pages of own maps."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import mapedit, mapshelf

_MAP = "campaigns/maps/<uuid:map_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/maps/", mapshelf.shelf, name="maps"),
    path("campaigns/maps/new/", mapshelf.new, name="new-map"),
    path(f"{_MAP}/", mapedit.edit, name="edit-map"),
    path(f"{_MAP}/keep/", mapedit.keep, name="keep-map"),
    path(f"{_MAP}/delete/", mapshelf.delete, name="delete-map"),
    path(f"{_MAP}/picture/", mapshelf.picture, name="map-picture"),
    path(f"{_MAP}/map.json", mapshelf.own_json, name="own-map-json"),
    path(f"{_MAP}/map.geojson", mapshelf.own_geojson, name="own-map-geojson"),
]
