"""A page as it is read, however its template is indented."""

import re

from django.test import Client

BLOCKS = """body main header footer nav section div p h1 h2 h3 ul ol li dl dt dd form fieldset
legend details summary table caption thead tbody tfoot tr th td button option label br""".split()

TAG = re.compile(r"""<[/a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>""")
IN_A_TAG = re.compile(r"""("[^"]*")|\s*(>)|\s+""")
BETWEEN_TAGS = re.compile(r">[ ]*\n\s*<")
AFTER_BLOCK = re.compile(rf"(</?(?:{'|'.join(BLOCKS)})\b[^<>]*>)\s*\n\s*")
BEFORE_BLOCK = re.compile(rf"\s*\n\s*(?=</?(?:{'|'.join(BLOCKS)})\b)")
KEPT = re.compile(r"(<textarea.*?</textarea>|<pre.*?</pre>|<script.*?</script>)", re.DOTALL)


def on_one_line(html: str) -> str:
    """Return the page without the line breaks and indents that a browser does not show."""
    return "".join(
        piece if KEPT.fullmatch(piece) else without_indents(piece) for piece in KEPT.split(html)
    )


def without_indents(html: str) -> str:
    html = TAG.sub(lambda tag: IN_A_TAG.sub(lambda bit: bit[1] or bit[2] or " ", tag[0]), html)
    html = BETWEEN_TAGS.sub("><", html)
    html = BEFORE_BLOCK.sub("", AFTER_BLOCK.sub(r"\1", html))
    return re.sub(r"\s*\n\s*", " ", html)


class Reader(Client):
    """A client whose pages are on one line, so that a test can look for a piece of them."""

    def request(self, **request):
        answer = super().request(**request)
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            answer.content = on_one_line(answer.content.decode()).encode()
        return answer
