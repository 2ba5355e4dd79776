"""The pages of this app."""

from django.urls import URLPattern, URLResolver, path, re_path

from battles.recording.urls import urlpatterns as record_urls
from battles.views import board, index, invitations, meeting, pages, play, scenarios, streams

app_name = "battles"

_BATTLE = "battles/<uuid:battle_id>"
_ID = r"(?P<battle_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
_TOKEN = r"^b/(?P<token>[A-Za-z0-9_-]{8,43})"
_KIND = r"(?P<kind>jsonl|json|pdf)"

urlpatterns: list[URLPattern | URLResolver] = [
    path("battles/", index.index, name="index"),
    path("battles/new/", index.new, name="new"),
    path("battles/new/<slug:slug>/", index.new_meeting, name="new-meeting"),
    path("scenarios/", scenarios.index, name="scenarios"),
    re_path(r"^scenarios/(?P<key>[A-Za-z0-9._-]{1,80})/$", scenarios.show, name="scenario"),
    path("invitations/<uuid:invitation_id>/", invitations.show, name="invitation"),
    path("invitations/<uuid:invitation_id>/answer/", invitations.answer, name="invitation-answer"),
    path("invitations/<uuid:invitation_id>/withdraw/", invitations.withdraw, name="invitation-withdraw"),
    path("invitations/<uuid:invitation_id>/invite/", invitations.invite, name="invite"),
    path("invitations/<uuid:invitation_id>/lists/<int:side>/", invitations.army, name="invitation-list"),
    path("invitations/<uuid:invitation_id>/moved/", invitations.moved, name="invitation-moved"),
    path("battles/pulse/<str:token>/", play.poll, name="poll"),
    re_path(
        r"^battles/colours/(?P<first>[0-9a-f]{6})-(?P<second>[0-9a-f]{6})\.css$",
        pages.colours,
        name="colours",
    ),
    path(f"{_BATTLE}/", play.battle, name="battle"),
    path(f"{_BATTLE}/events/", streams.battle, name="events"),
    path(f"{_BATTLE}/advance/", play.advance, name="advance"),
    path(f"{_BATTLE}/stop/", play.stop, name="stop"),
    path(f"{_BATTLE}/choose/", play.choose, name="choose"),
    path(f"{_BATTLE}/hand-over/", play.hand_over, name="hand-over"),
    path(f"{_BATTLE}/board/", board.board, name="board"),
    path(f"{_BATTLE}/board/now/", board.now, name="board-now"),
    path(f"{_BATTLE}/board/hand/", board.inspection, name="board-inspection"),
    path(f"{_BATTLE}/board/at/", board.at, name="board-at"),
    path(f"{_BATTLE}/board/choose/", board.choose, name="board-choose"),
    path(f"{_BATTLE}/board/undo/", board.undo, name="board-undo"),
    path(f"{_BATTLE}/board/draw/", board.draw, name="board-draw"),
    path(f"{_BATTLE}/board/answer/", board.answer, name="board-answer"),
    path(f"{_BATTLE}/board/resign/", board.resign, name="board-resign"),
    path(f"{_BATTLE}/board/reactions/", board.reactions, name="board-reactions"),
    path(f"{_BATTLE}/board/hints/", board.hints, name="board-hints"),
    path(f"{_BATTLE}/board/hand-over/", board.hand_over, name="board-hand-over"),
    path(f"{_BATTLE}/board/advance/", board.advance, name="board-advance"),
    path(f"{_BATTLE}/meeting/choose/", meeting.choose, name="meeting-choose"),
    path(f"{_BATTLE}/meeting/undo/", meeting.undo, name="meeting-undo"),
    path(f"{_BATTLE}/meeting/call-off/", meeting.call_off, name="meeting-call-off"),
    path(f"{_BATTLE}/meeting/answer/", meeting.answer, name="meeting-answer"),
    path(f"{_BATTLE}/meeting/hand-over/", meeting.hand_over, name="meeting-hand-over"),
    path(f"{_BATTLE}/meeting/advance/", meeting.advance, name="meeting-advance"),
    path(f"{_BATTLE}/meeting/sheet-<int:side>.pdf", meeting.sheet, name="meeting-sheet"),
    path(f"{_BATTLE}/log/", pages.log, name="log"),
    path(f"{_BATTLE}/field/", pages.field, name="field"),
    path(f"{_BATTLE}/orders/", pages.orders, name="orders"),
    path(f"{_BATTLE}/lists/<int:side>/", pages.army_list, name="army-list"),
    path(f"{_BATTLE}/play-sheet.pdf", pages.play_sheet, name="play-sheet"),
    path(f"{_BATTLE}/archive/", index.archive, name="archive"),
    path(f"{_BATTLE}/share/", index.share, name="share"),
    re_path(rf"^battles/{_ID}/battle\.{_KIND}$", pages.file, name="file"),
    re_path(rf"{_TOKEN}/$", play.battle, name="shared"),
    re_path(rf"{_TOKEN}/events/$", streams.battle, name="shared-events"),
    re_path(rf"{_TOKEN}/board/$", board.board, name="shared-board"),
    re_path(rf"{_TOKEN}/board/now/$", board.now, name="shared-board-now"),
    re_path(rf"{_TOKEN}/board/hand/$", board.inspection, name="shared-board-inspection"),
    re_path(rf"{_TOKEN}/board/at/$", board.at, name="shared-board-at"),
    re_path(rf"{_TOKEN}/log/$", pages.log, name="shared-log"),
    re_path(rf"{_TOKEN}/field/$", pages.field, name="shared-field"),
    re_path(rf"{_TOKEN}/orders/$", pages.orders, name="shared-orders"),
    re_path(rf"{_TOKEN}/battle\.{_KIND}$", pages.file, name="shared-file"),
]

urlpatterns += record_urls
