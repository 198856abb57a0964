"""What a test finds when it begins: made by requests as a page's forms would send them, since a
page is what is dear."""

import re

from playwright.sync_api import Page


def send(page: Page, address: str, at: str = "", **form: str) -> str:
    """Send a form for the browser of this page; return the path that the answer leads to.

    `at` is the server where this machine knows it by another name than the browser does.
    """
    if not _token(page):
        page.request.get(f"{at}/sign-in")  # it brings the cookie
    sent = {"csrfmiddlewaretoken": _token(page), **form}
    answer = page.request.post(f"{at}{address}", form=sent, max_redirects=0)
    assert answer.status == 302, f"{address}: {answer.status}\n{answer.text()}"
    return answer.headers["location"]


def _token(page: Page) -> str:
    found = [one["value"] for one in page.context.cookies() if one["name"] == "csrftoken"]
    return found[0] if found else ""


def link_on(page: Page, address: str, pattern: str) -> str:
    """Return the first address of this pattern on a page."""
    return re.search(f'"({pattern})"', page.request.get(address).text())[1]
