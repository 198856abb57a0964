"""Every address of the site, grouped by what it is about. `/t/<token>/` is a table's secret link."""

from django.contrib.auth import views as auth
from django.urls import include, path

from scoring.views import (
    boards,
    clubs,
    errors,
    front,
    house,
    laws,
    phone,
    reread,
    rules,
    score,
    sessions,
    sheets,
)

table_urls = [
    path("", phone.pad, name="pad"),
    path("preview", phone.preview, name="preview"),
    path("deal", phone.deal, name="deal"),
    path("mark", phone.mark, name="mark"),
    path("hands/log", phone.log, name="log-hand"),
    path("hands/begin", phone.begin, name="begin-hand"),
    path("hands/<uuid:id>/", score.correct, name="correct-hand"),
    path("hands/<uuid:id>/take-back", phone.take_back, name="take-back-hand"),
    path("hands/<uuid:id>/put-back", phone.put_back, name="put-back-hand"),
    path("hands/<uuid:id>/decide", phone.decide, name="decide-hand"),
    path("score", score.score, name="score"),
    path("reread", reread.reread, name="reread"),
    path("rules", rules.rules_of_table, name="table-rules"),
    path("rules.pdf", rules.card_of_table, name="table-rules-sheet"),
    path("laws", laws.laws, name="laws"),
    path("people", score.people, name="people"),
    path("board", boards.board, name="board"),
    path("share", sessions.share, name="share"),
    path("settlement", sessions.settlement_by_link, name="table-settlement"),
    path("settlement.pdf", sheets.settlement_by_link, name="table-settlement-sheet"),
    path("score.pdf", sheets.score_sheet, name="score-sheet"),
    path("blank.pdf", sheets.blank_sheet, name="blank-sheet"),
    path("sheet-<int:no>.json", sheets.sheet_file, name="sheet-file"),
]

session_urls = [
    path("", sessions.session, name="session"),
    path("tables/open", sessions.open_another_table, name="open-table"),
    path("tables/<int:no>/links/<slug:right>/renew", sessions.renew, name="renew-link"),
    path("close", sessions.close, name="close-session"),
    path("reopen", sessions.reopen, name="reopen-session"),
    path("settlement", sessions.settlement, name="settlement"),
    path("settlement.pdf", sheets.settlement, name="settlement-sheet"),
    path("door.pdf", sheets.attendance, name="attendance-sheet"),
    path("seats.pdf", sheets.seating, name="seating-sheet"),
    path("cards.pdf", sheets.cards, name="table-cards"),
    path("payments/<int:payment>/pay", sessions.pay, name="pay"),
]

club_urls = [
    path("", clubs.club, name="club"),
    path("players/add", clubs.add_people, name="add-players"),
    path("players/<int:player>/", clubs.player, name="player"),
    path("sessions/open", clubs.open_club_session, name="open-session"),
    path("rules/", house.house_rules, name="house-rules"),
    path("rules/make", house.make_house, name="make-house"),
    path("rules/preview", house.preview_house, name="preview-house"),
    path("rules/<int:house>/", house.one_house, name="one-house"),
    path("rules/<int:house>/edit", house.edit_house, name="edit-house"),
    path("rules/<int:house>.pdf", house.card_of_house, name="house-sheet"),
]

urlpatterns = [
    path("", front.front, name="front"),
    path("start", front.start, name="start-table"),
    path("host/<slug:token>", front.host, name="host"),
    path("sign-in", auth.LoginView.as_view(template_name="front/sign_in.html"), name="sign-in"),
    path("sign-out", auth.LogoutView.as_view(), name="sign-out"),
    path("clubs/<int:pk>/", include(club_urls)),
    path("sessions/<int:pk>/", include(session_urls)),
    path("rules/", rules.bookshelf, name="rules"),
    path("rules/<slug:key>/", rules.rules_of_set, name="rules-of-set"),
    path("rules/<slug:key>.pdf", rules.card_of_set, name="rules-sheet"),
    path("rules/<slug:key>/laws", laws.laws_on_shelf, name="rules-laws"),
    path("t/<slug:token>/", include(table_urls)),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
