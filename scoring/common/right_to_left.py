"""Keep a Hebrew or Arabic name from moving the words and figures beside it on a page: each phrase
that runs from right to left gets a `<bdi>` of its own, wherever a name is shown. Where no tag may
be, invisible signs do the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from scoring.common.letters import isolated_text, phrases

PHRASE = phrases(apostrophe="(?:'|’|&#x27;)", quote="(?:”|“|&quot;)")
LEADS = [bytes([lead]) for lead in (*range(0xD6, 0xE1), 0xEF, 0xF0)]
"""The bytes that letters from right to left begin with. Few other pages hold one."""
KEPT = re.compile(
    r"""<!--.*?-->|<(script|style|textarea)\b.*?</\1\s*>"""
    r"""|<(title|option|svg)\b.*?</\2\s*>|<(?:"[^"]*"|'[^']*'|[^'">])*>""",
    re.DOTALL,
)
"""Tags, and elements that may hold no others. The second group holds only text that is shown."""
TEXT = re.compile(r"(?<=>)[^<]+(?=<)")
SHOWN = re.compile(
    r"""(?<=\s)(?:title|alt|placeholder|data-(?:says|idle|first|what))=(?:"[^"]*"|'[^']*')"""
)
"""Attributes that people read: tooltips, and sentences that a script shows. An `aria-label` is only
heard, in the order in which it is written, and `value` and `data-name` are read by programs."""


def isolated(html: str) -> str:
    """Return a page, or a piece of one, with each phrase from right to left by itself."""
    parts, end = [], 0
    for kept in KEPT.finditer(html):
        parts.append(PHRASE.sub(r"<bdi>\g<0></bdi>", html[end : kept.start()]))
        if kept[2]:
            parts.append(_with_signs(TEXT, kept[0]))
        else:
            parts.append(kept[0] if kept[1] else _with_signs(SHOWN, kept[0]))
        end = kept.end()
    parts.append(PHRASE.sub(r"<bdi>\g<0></bdi>", html[end:]))
    return "".join(parts)


def _with_signs(shown: re.Pattern[str], element: str) -> str:
    """Return an element or a tag with the phrases of what it shows between invisible signs."""
    return shown.sub(lambda text: isolated_text(text[0], PHRASE), element)


def right_to_left(get_response: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware, and a decorator for a view that compresses its page itself: isolate names from
    right to left in every page and every piece of one."""

    @wraps(get_response)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = get_response(request, *args, **kwargs)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and not response.streaming and "Content-Encoding" not in response:
            page = response.content
            if any(lead in page for lead in LEADS):
                response.content = isolated(page.decode())
        return response

    return answer
