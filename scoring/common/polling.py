"""How a screen learns what is new: it is told that something is, and asks for it.

A poll is answered by 304 without a page, as long as the tag of its page is the same.

A screen sends the tag of what it shows. `ptag` asks for the tag of now before the view, and before
its door where a token says enough (`of_link`, `of_pass`): one query, and no transaction. A page
shows its own tag to the script, by the same function.
"""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.core.signing import BadSignature, Signer

from scoring.common.edition import edition
from scoring.common.news import News, Topic

NEWS = "/news/"


@cache
def _signer() -> Signer:
    """Return who signs: made when it is needed, since it asks for the site's key."""
    return Signer(salt="news", sep="~")


def tag(version: int, *what: object) -> str:
    """Return the polling tag of a page: it changes when what it shows does (its version), when the
    program does, when the book was exchanged for a backup, or with `what` else it depends on."""
    return "-".join(map(str, (version, settings.BUILD_ID, edition(), *what)))


def news(kind: str, pk: int) -> str:
    """Return the address at which a screen is told when this topic changes. It is signed: whoever
    was shown a page may know when to ask for it again, and nothing else."""
    return NEWS + _signer().sign(f"{kind}-{pk}")


def topic_at(address: str) -> Topic | None:
    """Return the topic of such an address; None where the site did not give it."""
    try:
        kind, _, pk = _signer().unsign(address.removeprefix(NEWS)).partition("-")
    except BadSignature:
        return None
    return Topic(kind, int(pk))


def in_words(news: News) -> dict:
    """Return what a screen is told: the tag that its page would have now, and if its round is over
    which, and how that is said."""
    said = {"tag": tag(news.version), "over": news.over}
    if not news.over:
        return said
    how = "The bell has rung." if news.bell else f"Round {news.over} is over."
    return said | {"says": how}
