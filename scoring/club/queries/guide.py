"""The guide: a Markdown page for each role in docs/guide/, rendered once, with its search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.urls import Resolver404, resolve, reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from scoring.common import word_search

FOLDER = settings.BASE_DIR / "docs" / "guide"
TECHNICAL = ("host", "api")
KEYS = (
    *("player", "scorer", "organiser", "treasurer", "director"),
    *("captain", "secretary", *TECHNICAL),
)
"""The pages in the order of the index; each is a file of that name."""
EXPLAINED_BY = {
    "club": "organiser",
    "club.views.front": "",
    "club.views.start": "scorer#start-a-table",
    "public.views.examples": "",
    "club.views.help": "",
    "club.views.person_data": "organiser#add-your-people",
    "club.views.ratings": "organiser#seasons-and-results",
    "club.views.seasons": "organiser#seasons-and-results",
    "club.views.earlier": "organiser#seasons-and-results",
    "evening": "organiser#while-they-play",
    "evening.views.check_in": "organiser#check-in",
    "evening.views.cutting": "organiser#substitutes-and-waiting-list",
    "evening.views.picture": "organiser#seasons-and-results",
    "evening.views.seats": "organiser#seats-and-tables",
    "evening.views.self_check_in": "player#find-your-seat",
    "evening.views.sessions": "organiser#close-and-settle",
    "evening.views.sign_up": "player#sign-up-for-a-club-night",
    "evening.views.sign_up_list": "organiser#sign-up-list",
    "league": "secretary",
    "league.views.agreement": "secretary#create-a-league",
    "league.views.captain": "captain",
    "league.views.captain_links": "secretary#squads-and-captains",
    "league.views.cards": "secretary#match-cards",
    "league.views.fixtures": "secretary#fixtures",
    "league.views.money": "secretary#team-accounts",
    "league.views.moving": "secretary#postponements",
    "league.views.next_season": "secretary#next-season",
    "league.views.night": "captain#enter-the-card",
    "league.views.nights": "secretary#nights",
    "league.views.squads": "secretary#squads-and-captains",
    "league.views.teams": "secretary#teams-and-venues",
    "money": "treasurer",
    "money.views.accounts": "treasurer",
    "money.views.book_year": "treasurer#year-end",
    "money.views.evening_money": "treasurer#money-of-a-club-night",
    "money.views.new_entry": "treasurer#new-entries",
    "money.views.statement": "treasurer#statements-and-receipts",
    "money.views.together": "treasurer#opening-balances",
    "people": "organiser#add-your-people",
    "people.views.new_club": "host#your-first-club",
    "people.views.officers": "organiser#roles",
    "people.views.sign_in": "organiser#roles",
    "public": "player#your-page",
    "public.views.api": "api",
    "public.views.api_tokens": "api#create-a-token",
    "public.views.notifications": "player#notifications",
    "public.views.personal_links": "organiser#player-pages",
    "public.views.public_settings": "organiser#public-pages",
    "site": "host",
    "site.views.backups": "host#backups",
    "table": "scorer",
    "table.views.house_rules": "scorer#start-a-table",
    "table.views.laws": "scorer#penalties-and-laws",
    "table.views.correct": "scorer#undo-and-correct",
    "tournament": "director",
    "tournament.views.enter_scores": "director#scores-typed-from-cards",
    "tournament.views.play.draw": "director#draw-and-publish-a-round",
    "tournament.views.play.people": "director#late-arrivals-and-leavers",
    "tournament.views.play.prizes": "director#prizes",
    "tournament.views.setup.entrants": "director#entrants",
    "tournament.views.setup.setup": "director#create-a-tournament",
}
"""Which page and section explain a page of the site, by the module of its view in scoring/ or
the nearest folder above it."""
MARKDOWN = MarkdownIt("commonmark", {"html": False, "typographer": True})
MARKDOWN.enable(["table", "smartquotes"])


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading of a page and the text below it."""

    heading: str
    anchor: str
    html: SafeString
    text: str


@dataclass(frozen=True, kw_only=True)
class GuidePage:
    """A page of the guide: its title, one sentence about it, and its sections."""

    key: str
    title: str
    summary: str
    intro: SafeString
    sections: tuple[Section, ...]


@cache
def guide_pages() -> dict[str, GuidePage]:
    """Return all pages by key, in the order of the index."""
    return {key: page_of(key, (FOLDER / f"{key}.md").read_text("utf-8")) for key in KEYS}


def address_in_guide(place: str) -> str:
    """Return the address of a place such as "scorer#enter-a-hand"; of none, that of the index."""
    key, _, anchor = place.partition("#")
    address = reverse("help-page", args=[key]) if key else reverse("help")
    return f"{address}#{anchor}" if anchor else address


def place_for(module: str) -> str:
    """Return the place in the guide that explains the pages of a view's module."""
    name = module.removeprefix("scoring.")
    while name and name not in EXPLAINED_BY:
        name = name.rpartition(".")[0]
    return EXPLAINED_BY.get(name, "")


def page_of(key: str, text: str) -> GuidePage:
    """Return a page as the site shows it: a title, a paragraph that sums it up, then sections."""
    text = text.replace(".venv/bin/python manage.py", settings.TYPED_COMMAND)
    tokens = MARKDOWN.parse(text.replace("./run", settings.RUN_COMMAND))
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    starts = [at for at in starts if tokens[at].tag == "h2"]
    return GuidePage(
        key=key,
        title=_plain(tokens[:3]),
        summary=_plain(tokens[3:6]),
        intro=_html(tokens[6 : starts[0]]),
        sections=tuple(
            _section(tokens[start:end])
            for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True)
        ),
    )


def search_guide(text: str) -> tuple[tuple[GuidePage, Section], ...]:
    """Return the sections that have these words, each with its page: those with the words in
    their headings first."""
    sections = [(page, section) for page in guide_pages().values() for section in page.sections]
    return word_search.search(
        sections, text, lambda one: (one[1].heading, one[0].title, one[1].text)
    )


def anchor_of(heading: str) -> str:
    """Return the anchor that GitHub gives a heading, so that links work there and here."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _section(tokens: Sequence[Token]) -> Section:
    heading, body = _plain(tokens[:3]), tokens[3:]
    return Section(heading=heading, anchor=anchor_of(heading), html=_html(body), text=_plain(body))


def _plain(tokens: Sequence[Token]) -> str:
    """Return the words alone."""
    parts = [
        "".join(child.content or " " * child.type.endswith("break") for child in token.children)
        if token.children
        else token.content
        for token in tokens
    ]
    return " ".join(filter(None, parts))


def _html(tokens: Sequence[Token]) -> SafeString:
    """Return HTML; it is safe because the parser escapes any HTML in a page."""
    for token in tokens:
        if token.children:
            token.children = list(_on_the_site(token.children))
    return mark_safe(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def _on_the_site(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the parts of a line with links that work on the site: to a page of the guide by its
    address there, to other files of the source not at all, and from an address to its page."""
    linked = True
    for token in tokens:
        if token.type == "link_open":
            address = str(token.attrs["href"])
            linked = not address.startswith("../")
            token.attrs["href"] = re.sub(r"^(\w+)\.md", _address_of_page, address)
        if token.type not in ("link_open", "link_close") or linked:
            leads = token.type == "code_inline" and _is_page(token.content)
            yield from _link(token) if leads else [token]


def _address_of_page(found: re.Match[str]) -> str:
    return reverse("help-page", args=[found[1]])


def _is_page(text: str) -> bool:
    """Return whether this is the address of a page that any reader can open."""
    try:
        return text.startswith("/") and not (text.startswith("/api/") or resolve(text).kwargs)
    except Resolver404:
        return False


def _link(token: Token) -> Iterator[Token]:
    yield Token("link_open", "a", 1, attrs={"href": token.content})
    yield token
    yield Token("link_close", "a", -1)
