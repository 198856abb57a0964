"""A page as it is read, however its template is indented."""

import re

from django.test import Client

TAG = re.compile(r"""(<[/a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>)""")
WRITTEN_SO = re.compile(r"[\n\t\r]|\s[\s>]")
"""What a tag has that IN_A_TAG changes."""
IN_A_TAG = re.compile(r"""("[^"]*")|\s*(>)|\s+""")
BLOCK = re.compile(
    r"</?(body|main|header|footer|nav|section|div|p|h1|h2|h3|ul|ol|li|dl|dt|dd|form|fieldset|legend"
    r"|details|summary|table|caption|thead|tbody|tfoot|tr|th|td|button|option|label|br)\b"
)
KEPT = re.compile(r"(<textarea.*?</textarea>|<pre.*?</pre>|<script.*?</script>)", re.DOTALL)
BREAK = re.compile(r"\s*\n\s*")


def on_one_line(html: str) -> str:
    """Return the page without the line breaks and indents that a browser does not show."""
    return "".join(
        piece if KEPT.fullmatch(piece) else without_breaks(piece) for piece in KEPT.split(html)
    )


def without_breaks(html: str) -> str:
    """Return the HTML without line breaks. Each becomes a space, or nothing between two tags and
    beside a block."""
    pieces = TAG.split(html)
    for at, text in enumerate(pieces):
        if at % 2:
            if WRITTEN_SO.search(text):
                pieces[at] = IN_A_TAG.sub(lambda bit: bit[1] or bit[2] or " ", text)
        elif "\n" in text:
            before, after = pieces[at - 1] if at else "", "".join(pieces[at + 1 : at + 2])
            text = BREAK.sub("\n", text)
            if not text.strip():
                pieces[at] = ""
                continue
            if BLOCK.match(before):
                text = text.removeprefix("\n")
            if BLOCK.match(after):
                text = text.removesuffix("\n")
            pieces[at] = text.replace("\n", " ")
    return "".join(pieces)


class Reader(Client):
    """A client whose pages are on one line, so that a test can look for a piece of them."""

    def request(self, **request):
        answer = super().request(**request)
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            answer.content = on_one_line(answer.content.decode()).encode()
        return answer
