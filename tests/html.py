"""Read the content of a page as people see it."""

import re
from html import unescape

from scoring.common.discs import COLOURS
from tests.cast import a_phone, address, everything, send

HUGE = str(10**30)

COMPLAINTS = (
    r'<p class="complaint"[^>]*>(.*?)</p>',
    r'<div role="alert"><ul class="errorlist"[^>]*>(.*?)</ul>',
    r'<p class="errorlist" role="alert"[^>]*>(.*?)</p>',
    r'<p class="sub">(.*?)</p>',
)


COMPONENT = re.compile(r"<b>Not saved\.</b>|Correct what is marked below\.")


def said(answer) -> str:
    """Return the sentence of a refusal: the page's complaint, the errors of its form, or its error
    message; without the words that the component puts before each."""
    page = COMPONENT.sub("", answer.content.decode())
    found = (re.findall(pattern, page, flags=re.DOTALL) for pattern in COMPLAINTS)
    sentences = (" ".join(filter(None, map(text, pieces))) for pieces in found)
    return next(filter(None, sentences), "")


def text(html: str) -> str:
    """The words of a piece of a page, each space once; no letter of a disc."""
    html = re.sub(r'<span class="unbroken">(.*?)</span>|</?bdi>', r"\1", html)
    words = re.sub(r'<svg class="disc.*?</svg>|<[^>]+>', " ", html, flags=re.DOTALL)
    return " ".join(unescape(words).split())


def shown(answer, pattern: str) -> list[str]:
    """The words of every piece of a page that matches."""
    return [text(piece) for piece in re.findall(pattern, answer.content.decode(), flags=re.DOTALL)]


def payments(answer, within: str = ".*") -> list[str]:
    """Return the payments, those of the current settlement first, such as "Dan pays Eve £1.25"."""
    pieces = re.findall(within, answer.content.decode(), re.DOTALL)
    return [
        text(" ".join(re.findall(r'<p class="pays">.*?</p>|<b class="number">.*?</b>', one, re.S)))
        for one in re.findall(r'<li class="payment.*?</li>', "".join(pieces), re.DOTALL)
    ]


def nets(answer) -> list[list[str]]:
    """Return the table of nets: its heads, a line for each player, and the sums."""
    (table,) = re.findall(
        r'<table class="nets">.*?</table>', without_discs(answer), flags=re.DOTALL
    )
    return [
        [text(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, flags=re.DOTALL)]
        for row in re.findall(r"<tr>.*?</tr>", table, flags=re.DOTALL)
    ]


def without_discs(answer) -> str:
    """A page without the pictures of players, whose initials would be read before each name."""
    return re.sub(r'<svg class="disc.*?</svg>', "", answer.content.decode(), flags=re.DOTALL)


def discs(answer) -> list[tuple[int, str]]:
    """Return the discs of a page in order, each with its number and initial."""
    pattern = r'<svg class="disc colour-(\d)".*?href="#shape-(\d)".*?<text[^>]*>(.*?)</text>'
    found = re.findall(pattern, answer.content.decode(), flags=re.DOTALL)
    return [
        (int(colour) + COLOURS * ((int(shape) - int(colour)) % COLOURS), initial)
        for colour, shape, initial in found
    ]


def points(answer) -> dict[str, int]:
    """The points on the keys of the pad, by name."""
    keys = re.findall(
        r'data-name="([^"]*)".*?<span class="points"[^>]*>(\d+)<',
        answer.content.decode(),
        flags=re.DOTALL,
    )
    return {unescape(name): int(number) for name, number in keys}


def hidden(answer, form: str = "hand") -> dict[str, str]:
    """The hidden fields of a form by its id, without the CSRF token."""
    page = answer.content.decode()
    inside = re.search(rf'<form id="{form}".*?</form>', page, flags=re.DOTALL)[0]
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside)
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def checked(answer, name: str) -> list[str]:
    """The values of the boxes and buttons of this name that are ticked."""
    inputs = re.findall(r"<input [^>]*>", answer.content.decode())
    return [
        unescape(re.search(r'value="([^"]*)"', one)[1])
        for one in inputs
        if f'name="{name}"' in one and re.search(r"\schecked\b", one)
    ]


def refused(path, data, *, client=None, **how):
    """Post data that must be refused. Return the status and the sentence. Check that nothing
    changed, and that a page shown again says so once."""
    stored = everything()
    answer = send(client or a_phone(), path, data, **how)
    assert everything() == stored
    if answer.status_code in (409, 422, 429) and answer["Content-Type"].startswith("text/html"):
        assert answer.content.decode().count("<b>Not saved.</b>") == 1, path
    return answer.status_code, said(answer)


def tap(client, table, page, *keys):
    """Tap keys one after the other, without JavaScript. A key is a player, alone, or a number of
    tricks ("t3")."""
    for key in keys:
        pressed = {"tricks": key[1:]} if key.startswith("t") else {"tap": key}
        page = client.get(address(table), hidden(page, "taps") | pressed)
    return page


def last(page):
    return shown(page, r'<p class="last".*?</p>')[0]
