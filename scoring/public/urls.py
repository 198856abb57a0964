"""Addresses of public pages, of players' own pages, of notifications and of the API."""

from django.urls import include, path

from scoring.public.views import (
    api,
    api_hands,
    api_tokens,
    examples,
    notifications,
    openapi,
    personal_code,
    personal_links,
    player_page,
    public_pages,
    public_settings,
)

club_urls = [
    path("open", public_settings.what_is_public, name="what-is-public"),
    path("own-pages/", personal_links.own_links, name="own-links"),
    path("own-pages/what", personal_links.what_players_see, name="what-players-see"),
    path("own-pages/make", personal_links.make, name="make-own-links"),
    path("own-pages/slips.pdf", personal_links.slips, name="personal-slips"),
    path("own-pages/codes.pdf", personal_links.codes, name="personal-codes"),
    path("own-pages/<number:player>/renew", personal_links.renew, name="renew-own-link"),
    path("own-pages/<number:player>/revoke", personal_links.revoke, name="revoke-own-link"),
    path("programs/", api_tokens.tokens, name="api-tokens"),
    path("programs/<number:program>/revoke", api_tokens.revoke, name="revoke-api-token"),
]

own_urls = [
    path("", player_page.own_page, name="own-page"),
    path("comes", player_page.comes, name="own-comes"),
    path("unnamed", player_page.unnamed, name="own-unnamed"),
    path("contact", player_page.contact, name="own-contact"),
    path("forget", player_page.forget_me, name="own-forget"),
    path("data.json", player_page.data, name="own-data"),
    path("not-mine", player_page.not_my_phone, name="own-not-mine"),
    path("told", notifications.own_notices, name="own-page-told"),
    path("mail", notifications.own_mail, name="own-page-mail"),
]

open_urls = [
    path("", public_pages.front, name="open"),
    path("results/", public_pages.results, name="open-results"),
    path("results.atom", public_pages.results_feed, name="open-results-feed"),
    path("results.json", public_pages.results, {"data": True}, name="open-results-data"),
    path("results/<number:evening>/", public_pages.result, name="open-result"),
    path(
        "results/<number:evening>.json",
        public_pages.result,
        {"data": True},
        name="open-result-data",
    ),
    path("seasons/<number:season>/", public_pages.season, name="open-season"),
    path(
        "seasons/<number:season>.json", public_pages.season, {"data": True}, name="open-season-data"
    ),
    path("live/<number:evening>/", public_pages.live, name="open-live"),
    path("live/<number:evening>.json", public_pages.live, {"data": True}, name="open-live-data"),
]

api_urls = [
    path("", api.index, name="api"),
    path("openapi.json", openapi.openapi, name="api-openapi"),
    path("people", api.people, name="api-people"),
    path("people/<number:player>", api.person, name="api-person"),
    path("evenings", api.evenings, name="api-evenings"),
    path("evenings/<number:pk>", api.evening, name="api-evening"),
    path("evenings/<number:pk>/tournament", api.tournament, name="api-tournament"),
    path("evenings/<number:pk>/settlement", api.settlement, name="api-settlement"),
    path(
        "evenings/<number:pk>/tables/<number:table>/sittings/<number:no>",
        api.sheet_file,
        name="api-sheet",
    ),
    path(
        "evenings/<number:pk>/tables/<number:table>/sittings/<number:no>/score",
        api.score,
        name="api-score",
    ),
    path(
        "evenings/<number:pk>/tables/<number:table>/sittings/<number:no>/hands",
        api_hands.tell,
        name="api-tell",
    ),
    path("seasons", api.seasons, name="api-seasons"),
    path("seasons/<number:season>", api.season, name="api-season"),
    path("leagues", api.leagues, name="api-leagues"),
    path("leagues/<number:league>", api.league, name="api-league"),
    path("accounts", api.accounts, name="api-accounts"),
    path("book", api.book, name="api-book"),
    path("club.jsonl.gz", api.club_file, name="api-club"),
    path("<path:rest>", api.nothing, name="api-nothing"),
]

urlpatterns = [
    *(
        path(f"see/{what}/", examples.example, {"what": what}, name=f"see-{what}")
        for what in examples.PAGES
    ),
    path("coming/<slug:token>/told", notifications.sign_up_notices, name="my-place-told"),
    path("coming/<slug:token>/mail", notifications.sign_up_mail, name="my-place-mail"),
    path("open/<number:pk>.json", public_pages.front, {"data": True}, name="open-data"),
    path("me/", personal_code.by_code, name="own-code"),
    path("e/<slug:token>/<number:no>/told", notifications.card_notices, name="player-card-told"),
    path("e/<slug:token>/<number:no>/mail", notifications.card_mail, name="player-card-mail"),
    path("told/worker.js", notifications.worker, name="notice-worker"),
    path("told/app.webmanifest", notifications.manifest, name="notice-manifest"),
    path("told/moved", notifications.moved, name="phone-moved"),
    path("told/<slug:token>/", notifications.confirm_mail, name="confirm-mail"),
    path("told/<slug:token>/stop", notifications.stop, name="stop-being-told"),
    path("clubs/<number:pk>/", include(club_urls)),
    path("me/<slug:token>/", include(own_urls)),
    path("open/<number:pk>/", include(open_urls)),
    path("api/", include(api_urls)),
]
