"""Addresses of a table (`/t/<token>/` is its secret link), of game rules and of laws."""

from django.urls import include, path

from scoring.table.views import (
    agreed,
    board,
    by_code,
    correct,
    device,
    help_calls,
    history,
    house_rules,
    import_sheet,
    install,
    laws,
    look,
    pad,
    penalty,
    preview,
    queue,
    reread,
    reseat,
    rules,
    score,
    sheets,
    terms,
)

table_urls = [
    path("score.pdf", sheets.score_sheet, name="score-sheet"),
    path("blank.pdf", sheets.blank_sheet, name="blank-sheet"),
    path("sheet-<number:no>.json", sheets.sheet_file, name="sheet-file"),
    path("", pad.pad, name="pad"),
    path("preview", preview.preview, name="preview"),
    path("deal", pad.deal, name="deal"),
    path("mark", pad.mark, name="mark"),
    path("penalty", penalty.penalty, name="table-penalty"),
    path("bank", pad.bank, name="bank"),
    path("hands/log", pad.log, name="log-hand"),
    path("hands/send", queue.send, name="send-hand"),
    path("hands/begin", pad.begin, name="begin-hand"),
    path("hands/<uuid:id>/", correct.correct, name="correct-hand"),
    path("hands/<uuid:id>/take-back", pad.take_back, name="take-back-hand"),
    path("hands/<uuid:id>/put-back", pad.put_back, name="put-back-hand"),
    path("hands/<uuid:id>/agreed", agreed.say, name="say-agreed"),
    path("hands/<uuid:id>/stands", agreed.stands, name="let-stand"),
    path("agreed", agreed.ask, name="ask-agreement"),
    path("call", help_calls.call, name="call-for-help"),
    path("call/<number:call>/take-back", help_calls.take_back, name="take-call-back"),
    path("hands/<uuid:id>/decide", pad.decide, name="decide-hand"),
    path("score", score.score, name="score"),
    path("history", history.history, name="history"),
    path("reread", reread.reread, name="reread"),
    path("rules", rules.rules_of_table, name="table-rules"),
    path("rules.pdf", rules.card_of_table, name="table-rules-sheet"),
    path("laws", laws.laws, name="laws"),
    path("terms", terms.terms, name="table-terms"),
    path("sittings/<number:no>/seats", reseat.seats, name="put-right"),
    path("board", board.board, name="board"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("device", device.device, name="device"),
]

session_urls = [
    path("sheets/take-in", import_sheet.take_in_sheet, name="take-in-sheet"),
]

club_urls = [
    path("rules/", house_rules.house_rules, name="house-rules"),
    path("rules/make", house_rules.make_house, name="make-house"),
    path("rules/preview", house_rules.preview_house, name="preview-house"),
    path("rules/<number:house>/", house_rules.one_house, name="one-house"),
    path("rules/<number:house>/edit", house_rules.edit_house, name="edit-house"),
    path("rules/<number:house>.pdf", house_rules.card_of_house, name="house-sheet"),
]

urlpatterns = [
    path("t/<slug:token>/", include(table_urls)),
    path("look", look.look, name="look"),
    path("rules/", rules.bookshelf, name="rules"),
    path("rules/<slug:key>/", rules.rules_of_set, name="rules-of-set"),
    path("rules/<slug:key>.pdf", rules.card_of_set, name="rules-sheet"),
    path("rules/<slug:key>/laws", laws.laws_on_shelf, name="rules-laws"),
    path("table/", by_code.by_code, name="table-code"),
    path("sw.js", install.worker, name="worker"),
    path("sessions/<number:pk>/", include(session_urls)),
    path("clubs/<number:pk>/", include(club_urls)),
]
