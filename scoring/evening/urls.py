"""Addresses of a club night: its tables, check-in, seats and sign-up list."""

from django.urls import include, path

from scoring.evening.views import (
    big_screen,
    calling_off,
    check_in,
    cutting,
    evening,
    open_table,
    passes,
    picture,
    seats,
    seats_at_table,
    self_check_in,
    sessions,
    sheets,
    sign_up,
    sign_up_list,
)

table_urls = [
    path("people", seats_at_table.people, name="table-people"),
    path("people/rename", seats_at_table.rename, name="rename-at-table"),
    path("share", sessions.share, name="share"),
    path("settlement", sessions.settlement_by_link, name="table-settlement"),
    path("picture.png", picture.picture_by_link, name="table-picture"),
]

tournament_urls = [
    path("at-the-door", check_in.enter_who_checks_in, name="enter-who-checks-in"),
]

session_urls = [
    path("", evening.session, name="session"),
    path("tables/open", open_table.open_another_table, name="open-table"),
    path("tables/<number:no>/remove", sessions.remove, name="remove-table"),
    path("tables/<number:no>/links/<slug:right>/renew", sessions.renew, name="renew-link"),
    path("tables/<number:no>/phones/<slug:signs>/name", sessions.name_phone, name="name-phone"),
    path("notice", evening.notice, name="notice"),
    path("calls/<number:call>/come", evening.come, name="come-to-call"),
    path("calls/<number:call>/settle", evening.settle, name="settle-call"),
    path("edit", evening.edit, name="edit-session"),
    path("door/", check_in.door, name="door"),
    path("door/arrive", check_in.arrive, name="arrive"),
    path("door/<number:player>/", check_in.one_at_the_door, name="door-player"),
    path("door/<number:player>/undo", check_in.undo_arrival, name="undo-arrival"),
    path("door/<number:player>/leave", check_in.leave, name="leave"),
    path("door/<number:player>/fee", check_in.fee, name="door-fee"),
    path("seats/", seats.seats, name="seats"),
    path("seats/make", seats.make, name="make-plan"),
    path("seats/<number:plan>/", seats.plan, name="plan"),
    path("seats/<number:plan>/move", seats.move_in_plan, name="move-in-plan"),
    path("seats/<number:plan>/again", seats.draw_again, name="draw-again"),
    path("seats/<number:plan>/drop", seats.drop, name="drop-plan"),
    path("seats/<number:plan>/open", seats.open_tables, name="open-plan"),
    path("names/", sign_up_list.sign_ups, name="sign-ups"),
    path("names/terms", sign_up_list.terms, name="sign-up-terms"),
    path("names/close", sign_up_list.close, name="close-sign-ups"),
    path("names/new-address", sign_up_list.new_address, name="renew-sign-ups"),
    path("names/add", sign_up_list.add, name="add-sign-up"),
    path("names/poster.pdf", sign_up_list.poster, name="poster"),
    path("names/clear", sign_up_list.clear, name="clear-sign-ups"),
    path("names/put-back", sign_up_list.put_all_back, name="put-sign-ups-back"),
    path("names/<number:name>/", sign_up_list.one_name, name="sign-up"),
    path("names/<number:name>/correct", sign_up_list.correct, name="correct-sign-up"),
    path("names/<number:name>/join", sign_up_list.join, name="join-sign-ups"),
    path("names/<number:name>/strike", sign_up_list.strike, name="strike-sign-up"),
    path("names/<number:name>/who", sign_up_list.who, name="who-signed-up"),
    path("passes/", passes.passes, name="passes"),
    path("passes/<slug:right>/renew", passes.renew, name="renew-pass"),
    path("close", sessions.close, name="close-session"),
    path("reopen", sessions.reopen, name="reopen-session"),
    path("settlement", sessions.settlement, name="settlement"),
    path("picture.png", picture.picture, name="picture"),
    path("door.pdf", sheets.attendance, name="attendance-sheet"),
    path("seats.pdf", sheets.seating, name="seating-sheet"),
    path("cards.pdf", sheets.cards, name="table-cards"),
    path("payments/<number:payment>/pay", sessions.pay, name="pay"),
    path("payments/carry", sessions.carry, name="carry-over"),
    path("tables/<number:no>/cut/", cutting.cut, name="cut-in"),
    path("tables/<number:no>/cut/declare", cutting.declare, name="declare-candidate"),
    path(
        "tables/<number:no>/cut/<number:player>/withdraw",
        cutting.withdraw,
        name="withdraw-candidate",
    ),
    path("tables/<number:no>/cut/leave", cutting.leave, name="leave-table"),
    path("tables/<number:no>/cut/stand-in", cutting.stand_in, name="stand-in"),
    path("tables/<number:no>/cut/come-back", cutting.come_back, name="come-back"),
    path("tables/<number:no>/cut/break-up", cutting.break_up, name="break-up"),
]

club_urls = [
    path("sessions/<number:evening>/call-off", calling_off.calling_off, name="call-off"),
]

urlpatterns = [
    path("come/<slug:token>/", sign_up.put_down, name="put-down"),
    path("coming/<slug:token>/", sign_up.my_place, name="my-place"),
    path("coming/<slug:token>/cancel", sign_up.cancel, name="cancel-my-place"),
    path("coming/<slug:token>/correct", sign_up.correct_mine, name="correct-my-place"),
    path("coming/<slug:token>/back", sign_up.come_after_all, name="come-after-all"),
    path("w/<slug:token>/", big_screen.wall, name="wall"),
    path("door/<slug:token>/", self_check_in.self_check_in, name="self-check-in"),
    path("t/<slug:token>/", include(table_urls)),
    path("sessions/<number:pk>/tournament/", include(tournament_urls)),
    path("sessions/<number:pk>/", include(session_urls)),
    path("clubs/<number:pk>/", include(club_urls)),
]
