"""The pages of this app."""

from django.urls import URLPattern, URLResolver, path, re_path

from armylists.models import ArmyList, OwnBook
from armylists.owned.views import archive, share
from armylists.views import bookedit, builder, history, index, ownbooks, pages, prints, upload

app_name = "armylists"

_LIST = "lists/<uuid:list_id>"
_TOKEN = r"^l/(?P<token>[A-Za-z0-9_-]{8,43})"
_KIND = r"(?P<kind>json|txt|pdf)"
_BOOK = "books/own/<uuid:book_id>"
_BOOK_TOKEN = r"^k/(?P<token>[A-Za-z0-9_-]{8,43})"
_BOOK_FILE = r"book\.(?P<kind>toml|json)$"
_ID = r"(?P<list_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
_BOOK_ID = _ID.replace("list_id", "book_id")

urlpatterns: list[URLPattern | URLResolver] = [
    path("lists/", index.index, name="index"),
    path("lists/new/", index.new, name="new"),
    path("lists/upload/", upload.upload, name="upload"),
    path(f"{_LIST}/", pages.show, name="list"),
    path(f"{_LIST}/edit/", builder.edit, name="edit"),
    path(f"{_LIST}/history/", history.history, name="history"),
    path(f"{_LIST}/history/<int:number>/", history.revision, name="revision"),
    path(f"{_LIST}/history/<int:number>/restore/", history.restore, name="restore"),
    path(f"{_LIST}/compare/", history.compare, name="compare"),
    path(f"{_LIST}/duplicate/", index.duplicate, name="duplicate"),
    path(f"{_LIST}/archive/", archive(ArmyList), name="archive"),
    path(f"{_LIST}/book/", history.take_version, name="take-version"),
    path(f"{_LIST}/share/", share(ArmyList), name="share"),
    re_path(rf"^lists/{_ID}/list\.{_KIND}$", pages.file, name="file"),
    re_path(rf"{_TOKEN}/$", pages.shared, name="shared"),
    re_path(rf"{_TOKEN}/copy/$", index.take, name="take"),
    re_path(rf"{_TOKEN}/list\.{_KIND}$", pages.shared_file, name="shared-file"),
    path("pdf/<str:number>/", prints.wait, name="print"),
    path("books/own/", ownbooks.index, name="own-books"),
    path("books/own/new/", ownbooks.new, name="new-book"),
    path(f"{_BOOK}/", ownbooks.show, name="own-book"),
    path(f"{_BOOK}/edit/", bookedit.edit, name="edit-book"),
    path(f"{_BOOK}/keep/", bookedit.save, name="save-book"),
    path(f"{_BOOK}/drop/", bookedit.drop, name="drop-draft"),
    path(f"{_BOOK}/share/", ownbooks.share, name="share-book"),
    path(f"{_BOOK}/archive/", archive(OwnBook), name="archive-book"),
    path(f"{_BOOK}/versions/<int:number>/", ownbooks.version, name="book-version"),
    re_path(rf"^books/own/{_BOOK_ID}/{_BOOK_FILE}", ownbooks.file, name="own-book-file"),
    re_path(rf"{_BOOK_TOKEN}/$", ownbooks.shared, name="shared-book"),
    re_path(rf"{_BOOK_TOKEN}/copy/$", ownbooks.take, name="take-book"),
    re_path(rf"{_BOOK_TOKEN}/{_BOOK_FILE}", ownbooks.shared_file, name="shared-book-file"),
]
