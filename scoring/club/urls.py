"""Addresses of the front page and of a club's evenings, seasons and players."""

from django.urls import include, path

from scoring.club.views import (
    calendar,
    club,
    earlier,
    front,
    hands,
    help,
    person_data,
    players,
    ratings,
    records,
    seasons,
    settings,
    start,
)

club_urls = [
    path("settings", settings.club_settings, name="club-settings"),
    path("calendar/renew", settings.make_calendar, name="renew-calendar"),
    path("calendar/revoke", settings.end_calendar, name="revoke-calendar"),
    path("diary", settings.diary, name="diary"),
    path("", club.club, name="club"),
    path("players/<number:player>/", players.player, name="player"),
    path("players/<number:player>/year.pdf", players.sheet, name="player-sheet"),
    path("players/<number:player>/merge", person_data.merge_player, name="merge-player"),
    path("players/<number:player>/forget", person_data.forget, name="forget-player"),
    path("players/<number:player>/data.json", person_data.player_data, name="player-data"),
    path("hands/", hands.hands, name="hands"),
    path("hands/<uuid:id>/", hands.hand, name="hand"),
    path("sessions/open", club.open_club_session, name="open-session"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/make", seasons.make, name="make-season"),
    path("seasons/earlier/", earlier.earlier, name="earlier"),
    path("seasons/earlier/bring", earlier.bring, name="bring-earlier"),
    path("seasons/earlier/<number:brought>/", earlier.earlier_list, name="earlier-list"),
    path("seasons/earlier/<number:brought>/take-back", earlier.take_back, name="take-back-earlier"),
    path("seasons/<number:season>/", seasons.season, name="season"),
    path("seasons/<number:season>.csv", seasons.season_file, name="season-file"),
    path(
        "seasons/<number:season>.xlsx", seasons.season_file, {"xlsx": True}, name="season-workbook"
    ),
    path("seasons/<number:season>.pdf", seasons.season_print, name="season-sheet"),
    path("seasons/<number:season>/edit", seasons.edit, name="edit-season"),
    path("seasons/<number:season>/delete", seasons.delete, name="delete-season"),
    path("ratings/", ratings.ratings, name="ratings"),
]

urlpatterns = [
    path("", front.front, name="front"),
    path("start", start.start, name="start-table"),
    path("host/<slug:token>", start.host, name="host"),
    path("help/", help.contents, name="help"),
    path("help/<slug:page>/", help.one, name="help-page"),
    path("c/<slug:code>", records.record, name="record"),
    path("calendar/<slug:token>.ics", calendar.calendar, name="calendar"),
    path("clubs/<number:pk>/", include(club_urls)),
]
