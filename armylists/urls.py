"""The pages of this app."""

from django.urls import URLPattern, URLResolver, path, re_path

from armylists.views import desk, history, pages, shelf, upload

app_name = "armylists"

_LIST = "lists/<uuid:list_id>"
_TOKEN = r"^l/(?P<token>[A-Za-z0-9_-]{8,43})"
_KIND = r"(?P<kind>json|txt|pdf)"
_ID = r"(?P<list_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"

urlpatterns: list[URLPattern | URLResolver] = [
    path("lists/", shelf.index, name="index"),
    path("lists/new/", shelf.new, name="new"),
    path("lists/upload/", upload.upload, name="upload"),
    path(f"{_LIST}/", pages.show, name="list"),
    path(f"{_LIST}/edit/", desk.edit, name="edit"),
    path(f"{_LIST}/history/", history.history, name="history"),
    path(f"{_LIST}/history/<int:number>/", history.revision, name="revision"),
    path(f"{_LIST}/history/<int:number>/restore/", history.restore, name="restore"),
    path(f"{_LIST}/compare/", history.compare, name="compare"),
    path(f"{_LIST}/duplicate/", shelf.duplicate, name="duplicate"),
    path(f"{_LIST}/archive/", shelf.archive, name="archive"),
    path(f"{_LIST}/share/", shelf.share, name="share"),
    re_path(rf"^lists/{_ID}/list\.{_KIND}$", pages.file, name="file"),
    re_path(rf"{_TOKEN}/$", pages.shared, name="shared"),
    re_path(rf"{_TOKEN}/copy/$", shelf.take, name="take"),
    re_path(rf"{_TOKEN}/list\.{_KIND}$", pages.shared_file, name="shared-file"),
]
