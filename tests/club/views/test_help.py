"""The guide on the site: its pages, search, links, and the link to it from every page."""

import re

import pytest
from django.urls import URLPattern, get_resolver

from scoring.club.queries.guide import (
    EXPLAINED_BY,
    KEYS,
    guide_pages,
    page_of,
    place_for,
)
from scoring.club.views.help import MOVED
from tests.cast import a_club, a_phone, a_table, address, signed_in
from tests.html import said, shown

pytestmark = pytest.mark.django_db


def links(page):
    return re.findall(r'<a [^>]*href="([^"]+)"', page.content.decode())


def places():
    """Return every place in the guide that can be linked to."""
    pages = guide_pages().values()
    return {page.key for page in pages} | {
        f"{page.key}#{section.anchor}" for page in pages for section in page.sections
    }


def test_the_index_has_a_page_for_each_role_with_a_sentence():
    page = a_phone().get("/help/")
    found = shown(page, r'<a href="/help/[\w-]+/">\s*<b>(.*?)</b>')
    assert found == [one.title for one in guide_pages().values()]
    assert all(one.summary[-1] == "." for one in guide_pages().values())
    assert len(found) == 9


def test_a_page_has_its_sections_and_a_list_of_them():
    for key, page in guide_pages().items():
        answer = a_phone().get(f"/help/{key}/")
        assert shown(answer, "<h1>(.*?)</h1>") == [page.title]
        headings = [section.heading for section in page.sections]
        assert headings[0] == "What you need"
        assert headings[-1] == "When something goes wrong"
        assert shown(answer, '<li><a href="#[^"]+">(.*?)</a>') == headings
        assert len({section.anchor for section in page.sections}) == len(headings)


def test_every_link_of_the_guide_leads_to_an_existing_page_and_section():
    phone = a_phone()
    for key in KEYS:
        answer = phone.get(f"/help/{key}/")
        for link in links(answer):
            path, _, anchor = link.partition("#")
            if path.startswith("/help/") or not path:
                place = f"{path.removeprefix('/help/').strip('/') or key}#{anchor}".strip("#")
                assert place in {*places(), "", key, f"{key}#content"}, (key, link)
            elif path[0] == "/":
                assert phone.get(path).status_code == 200, (key, link)


def test_links_work_in_the_repository_and_on_the_site_and_html_is_shown_as_text():
    page = page_of(
        "player",
        "# A\n\nOne.\n\n## B c!\n\n[x](scorer.md#b) [y](../docs/no.md) `/me/` `/no` <b>d</b>\n",
    )
    (section,) = page.sections
    assert (page.title, page.summary, section.anchor) == ("A", "One.", "b-c")
    assert section.html == (
        '<p><a href="/help/scorer/#b">x</a> y <a href="/me/"><code>/me/</code></a>'
        " <code>/no</code> &lt;b&gt;d&lt;/b&gt;</p>\n"
    )
    assert section.text == "x y /me/ /no <b>d</b>"


def test_commands_in_the_guide_are_shown_as_they_are_typed_on_this_site(settings):
    text = "# A\n\nOne.\n\n## B\n\n`.venv/bin/python manage.py doctor` `./run --lan`\n"
    settings.TYPED_COMMAND, settings.RUN_COMMAND = "bowerbook", "bowerbook run"
    assert page_of("host", text).sections[0].text == "bowerbook doctor bowerbook run --lan"


def test_a_search_lists_matching_headings_first_and_forgives_a_typing_mistake():
    for words in ("undo correct", "UNDO", "corect undo"):
        answer = a_phone().get("/help/", {"q": words})
        assert shown(answer, r"<summary>(.*?)</summary>")[0] == "Undo and correct Scorer"
        assert "/help/scorer/#undo-and-correct" in links(answer)


def test_a_search_that_finds_nothing_says_so_and_keeps_the_words():
    answer = a_phone().get("/help/", {"q": 'xyzzy "'})
    assert shown(answer, r'role="status">(.*?)</p>') == [
        "Nothing found. Try another word, or fewer."
    ]
    assert 'value="xyzzy &quot;"' in answer.content.decode()


@pytest.mark.parametrize("old", MOVED)
def test_an_old_address_redirects_to_the_page_that_has_its_text_now(old):
    answer = a_phone().get(f"/help/{old}/")
    assert answer.status_code == 302
    path, _, anchor = answer.url.removeprefix("/help/").partition("/")
    assert path + anchor in places()


def test_a_missing_page_of_help_says_so():
    answer = a_phone().get("/help/nothing/")
    assert (answer.status_code, said(answer)) == (
        404,
        "There is no such page of help. The help says which there are.",
    )


def test_a_page_links_to_the_section_that_explains_it():
    club, table = a_club(), a_table()
    for phone, path, place in (
        (a_phone(), "/", "/help/"),
        (a_phone(), "/me/", "/help/player/#your-page"),
        (signed_in(), f"/clubs/{club.pk}/", "/help/organiser/"),
        (signed_in(), f"/clubs/{club.pk}/officers/", "/help/organiser/#roles"),
        (a_phone(), address(table), "/help/scorer/"),
    ):
        assert place in links(phone.get(path)), path


def views_of(patterns):
    """Return the modules of the site's own views."""
    found = set()
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            found.add(pattern.callback.__module__)
        else:
            found |= views_of(pattern.url_patterns)
    return {module for module in found if module.startswith("scoring.")}


def test_every_page_has_an_existing_place_in_the_guide():
    modules = views_of(get_resolver().url_patterns)
    index = {f"scoring.{name}" for name, place in EXPLAINED_BY.items() if not place}
    assert {module for module in modules if not place_for(module)} == index
    assert {place for place in EXPLAINED_BY.values() if place} <= places()
    names = {".".join(module.split(".")[1:end]) for module in modules for end in range(2, 6)}
    assert {name for name in EXPLAINED_BY if name not in names} == set()
