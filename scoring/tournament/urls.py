"""Addresses of a tournament."""

from django.urls import include, path

from scoring.tournament.views.enter_scores import enter_scores
from scoring.tournament.views.hall import hall
from scoring.tournament.views.paper import fairness, papers, tonight
from scoring.tournament.views.play import (
    adjustments,
    director,
    draw,
    following,
    people,
    prizes,
    standings,
    swapped_seats,
    table,
    tables,
)
from scoring.tournament.views.setup import entrants, files, from_club, setup, sign_ups

table_urls = [
    path("round", table.table_round, name="round-by-link"),
    path("round/tie", table.say_who_won, name="say-who-won"),
    path("round/right", table.say_right, name="say-right"),
    path("round/bell", table.ring_bell, name="ring-bell"),
]

tournament_urls = [
    path("", director.director, name="tournament"),
    path("make", setup.make, name="make-tournament"),
    path("settings", setup.settings, name="tournament-settings"),
    path("settings/format", setup.take_format, name="take-format"),
    path("settings/alike", setup.sit_out_alike, name="sit-out-alike"),
    path("settings/save", setup.save_format, name="save-format"),
    path("settings/formats/<number:format>/delete", setup.delete_format, name="delete-format"),
    path("drop", setup.drop, name="drop-tournament"),
    path("entrants/", entrants.entrants, name="entrants"),
    path("entrants/club", from_club.from_club, name="enter-from-club"),
    path("entrants/enter", entrants.enter, name="enter"),
    path("entrants/paste", entrants.paste, name="paste-entrants"),
    path("entrants/all-here", entrants.enter_who_is_here, name="enter-who-is-here"),
    path("entrants/change", entrants.change_entrant, name="change-entrant"),
    path("entrants/come", entrants.entrant_comes, name="entrant-comes"),
    path("entrants/pay", entrants.entrant_pays, name="entrant-pays"),
    path("entrants/absent", entrants.absent_out, name="absent-out"),
    path("draw", draw.draw, name="draw-round"),
    path("draw-check.html", draw.draw_check, name="draw-check"),
    path("rounds/<number:no>/", draw.round, name="tournament-round"),
    path("rounds/<number:no>/swap", draw.swap, name="swap-places"),
    path("rounds/<number:no>/again", draw.draw_again, name="draw-round-again"),
    path("rounds/<number:no>/publish", draw.publish, name="publish-round"),
    path("rounds/<number:no>/start", director.start, name="start-round"),
    path("rounds/<number:no>/pause", director.pause, name="pause-round"),
    path("rounds/<number:no>/resume", director.resume, name="resume-round"),
    path("rounds/<number:no>/end", director.end, name="end-round"),
    path("rounds/<number:no>/take-back", director.take_back, name="take-back-round"),
    path("rounds/<number:no>/seats", swapped_seats.seats_right, name="seats-right"),
    path("rounds/<number:no>/tables/<number:table>/", tables.round_table, name="round-table"),
    path("rounds/<number:no>/tables/<number:table>/decide", tables.decide, name="decide-table"),
    path(
        "rounds/<number:no>/tables/<number:table>/withdraw",
        tables.withdraw,
        name="withdraw-report",
    ),
    path("rounds/<number:no>/tables/<number:table>/right", tables.right, name="right-report"),
    path(
        "rounds/<number:no>/tables/<number:table>/not-played",
        tables.not_played,
        name="table-not-played",
    ),
    path("rounds/<number:no>/tables/<number:table>/extra", tables.extra, name="extra-time"),
    path("rounds/<number:no>/tables/<number:table>/hold", tables.hold, name="hold-clock"),
    path("desk", enter_scores.desk, name="desk"),
    path("desk/card", enter_scores.type_card, name="type-card"),
    path("desk/slip", enter_scores.type_slip, name="type-slip"),
    path("desk/whole", enter_scores.type_whole, name="type-whole"),
    path("desk/take-back", enter_scores.take_back_card, name="take-back-card"),
    path("standings", standings.tournament_standings, name="tournament-standings"),
    path("tournament.json", files.tournament_file, name="tournament-file"),
    path("adjustments", adjustments.adjustments, name="adjustments"),
    path("adjustments/remove", adjustments.remove_adjustment, name="remove-adjustment"),
    path("adjustments/handicap", adjustments.set_handicap, name="set-handicap"),
    path("finish", prizes.finish, name="finish-tournament"),
    path("open-again", prizes.open_again, name="open-tournament-again"),
    path("going-on", following.going_on, name="going-on"),
    path("going-on/final", following.open_final, name="open-final"),
    path("going-on/plate", following.open_plate, name="open-plate"),
    path("prizes", prizes.prizes, name="prizes"),
    path("prizes/cut", prizes.cut, name="decide-cut"),
    path("prizes/pot", prizes.pot, name="count-pot"),
    path("prizes/tickets", prizes.tickets, name="hold-tickets"),
    path("prizes/pot/carry-on", setup.carry_pot_on, name="carry-pot-on"),
    path("prizes/pay", prizes.pay, name="pay-prize"),
    path("prizes/take-back", prizes.take_back, name="take-prize-back"),
    path("prizes/receipts.pdf", prizes.receipts, name="prize-receipts"),
    path("fairness", fairness.fairness, name="fairness"),
    path("papers/", papers.papers, name="tournament-papers"),
    path("papers/tally-cards.pdf", papers.tally_cards, name="tally-cards"),
    path("papers/table-cards.pdf", papers.table_cards, name="tournament-table-cards"),
    path("papers/seating.pdf", papers.seating, name="round-seating"),
    path("papers/grid.pdf", papers.grid, name="master-grid"),
    path("papers/slips.pdf", papers.slips, name="result-slips"),
    path("papers/blank-cards.pdf", papers.blank, name="blank-tally-cards"),
    path("papers/fairness.pdf", papers.certificate_of_fairness, name="fairness-sheet"),
    path("papers/results.pdf", papers.results, name="results-sheet"),
    path("papers/prizes.pdf", papers.prizes_won, name="prizes-sheet"),
    path("papers/certificates.pdf", papers.certificates, name="certificates"),
    path("people/", people.people, name="tournament-people"),
    path("people/late", people.late, name="come-late"),
    path("people/<number:no>/place", people.place, name="place-late"),
    path("people/out", people.late_out, name="take-late-comer-out"),
    path("people/leave", people.leave, name="leave-tournament"),
    path("people/replace", people.replace, name="replace-one-of-pair"),
    path("people/back", people.back, name="come-back-to-tournament"),
    path("people/ghost", people.ghost, name="add-ghost"),
    path("people/ghost-out", people.take_ghost_out, name="take-ghost-out"),
]

session_urls = [
    path("tonight.pdf", tonight.tonight, name="tonight-sheet"),
    path("names/enter", sign_ups.enter_sign_ups, name="enter-sign-ups"),
]

club_urls = [
    path("tournaments/open", setup.open_evening, name="open-tournament"),
    path("tournaments/take-in", files.take_in, name="take-in-tournament"),
]

urlpatterns = [
    path("e/<slug:token>/", hall.players, name="players"),
    path("e/<slug:token>/draw-check.html", hall.draw_check, name="players-draw-check"),
    path("e/<slug:token>/<number:no>/", hall.card, name="player-card"),
    path("t/<slug:token>/", include(table_urls)),
    path("sessions/<number:pk>/tournament/", include(tournament_urls)),
    path("clubs/<number:pk>/", include(club_urls)),
    path("sessions/<number:pk>/", include(session_urls)),
]
