"""Count what makes a text hard to read, by place and per 1,000 words: `python -m tests.words`.

`--list` names each hit, `--long` each sentence of more than 25 words; `--place messages`,
`--under scoring/league` and `--pattern colon` restrict what is counted.
"""

import argparse
import ast
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 25
HOLE = "§"
"""Stands for a value that is filled in later. It is not a word."""
BREAK = "\x00"
"""Ends a sentence that has no full stop: a heading, a cell of a table, a button."""

WROTE = r"\w+(?:ed|en|aid|old|ade|ound|ent|ost|ought|rawn|own|ut|ung)"
VERB = (
    r"\b(?:is|are|was|were|ha[sd]|have|must|may|can|will|would|should|do|does|did|sa(?:ys?|id)"
    r"|made|goes|went|c[oa]mes?|won|told|kept|stood|(?:stay|stand|count|show|need|become|remain"
    r"|make|take|get|wait|work|begin|end|hold|play|win|look|know|mean|give|want|cost|score|move"
    r"|owe|lead|fail|tell|ask|keep)(?:s|ed)?)\b"
)
AT_START = r"(?<![\w,)”’'] )\b"
NO_QUESTION = r"(?![^.!?]*\?)"
NOT_HERE = "(?:the|a|an|your|their|our|this|that|play) (?:table|club|door|night|evening|site)"
PATTERNS = {
    "headless": re.compile(
        r"\b[Ww]ho(?:so|m)?ever\b"
        r"|\b(?:[Tt]hose|[Aa]ll|[Tt]hey) who\b"
        rf"|{AT_START}Who\b(?=(?: [^\s.]+){{3}}|.*[.:;]){NO_QUESTION}"
        rf"|[:;] who\b{NO_QUESTION}"
    ),
    "what": re.compile(
        rf"(?:{AT_START}What|[:;] what)\b(?! (?:you need|to|next|if|about|now)\b)"
        rf"(?=[^.:;?!]*{VERB}[^.:;?!]+{VERB}){NO_QUESTION}"
    ),
    "stand": re.compile(r"(?i)(?<!result )(?<!deal )(?<!score )\b(?:stands?|stood)\b(?! for\b)"),
    "tell": re.compile(
        r"(?i)(?<!can't )(?<!can’t )(?<!cannot )\b(?:tells?|told|telling)\b(?! \w* ?apart)"
    ),
    "nothing was": re.compile(
        r"(?i)\b(?:nothing|nobody|no one|none)(?: of \w+)?(?: else| more)? "
        rf"(?:(?:was|were|has been|have been)|(?:is|are)(?: yet)? {WROTE})\b"
    ),
    "somebody": re.compile(r"(?i)\b(?:some|no|any)body\b"),
    "antique": re.compile(
        r"(?i)\b(?:anew|shall|mend(?:s|ed|ing)?|whom|besides|seldom|betray(?:s|ed|ing)?|lest"
        r"|there(?:of|in|by|upon|from|to)|where(?:of|in|by|upon|from)|here(?:by|with|in)|hence"
        r"|[wt]?hence|hitherto|henceforth|forthwith|unto|nought|aught|ere|albeit|amongst|whilst"
        r"|(?<!the )(?<!a )(?<!your )till)\b"
    ),
    "calque": re.compile(
        rf"(?i)\b(?:(?:comes?|came|coming) to\b(?! {NOT_HERE})"
        r"|(?:goes|go|went|going|gone) by\b(?! \w+ name)"
        r"|by (?:it|them|him|her|my|your|our)sel(?:f|ves)"
        r"|so (?:many|much)"
        r"|(?:puts?|putting) (?:\w+ ){0,3}?right"
        r"|(?:takes?|took|taken|taking) (?:\w+ ){0,2}?back"
        r"|(?:takes?|took|taken|taking) (?:it |them |this )?in\b(?! (?:turns?|account))"
        r"|(?:puts?|putting) (?:it |them |this )?away"
        r"|look(?:s|ed|ing)? (?:at \w+ )?(?:again|first|once more))\b"
    ),
    "colon": re.compile(rf"(?<=[\w)”\"’'{HOLE}]): (?=[^\W\d_{HOLE}]|[“\"‘'(]\w)"),
}
LONG = "long"

_SEEN = (1.0, 0.5, 0.5, 0.6, 0.5, 0.5, 0.3, 0.6)
_IN_CODE = (1.2, 0.8, 0.8, 0.8, 0.5, 1.0, 0.6, 1.0, 12)
_DOCS = tuple(goal * 4 / 3 for goal in _SEEN)
_GOALS = {
    "templates": (*_SEEN, 12),
    "messages": (*_SEEN, 12),
    "docstrings": _IN_CODE,
    "test names": _IN_CODE,
    "README": (*_SEEN, 9),
    "docs": (*_DOCS, 10),
    "guide": (*_DOCS, 10),
}
GOALS = {place: dict(zip(PATTERNS, goals, strict=True)) for place, goals in _GOALS.items()}
"""How often each pattern may occur in a place, per 1,000 words."""


@dataclass(frozen=True)
class Sentence:
    path: str
    line: int
    text: str

    @property
    def words(self) -> int:
        return len(re.findall(r"[^\W\d_][\w’'-]*", self.text))

    def hits(self) -> Counter[str]:
        """Return how often each pattern occurs, and whether the sentence is too long."""
        found = Counter({name: len(one.findall(self.text)) for name, one in PATTERNS.items()})
        found["colon"] = sum(map(self._is_splice, PATTERNS["colon"].finditer(self.text)))
        found[LONG] = self.words > LONGEST
        return +found

    def _is_splice(self, colon: re.Match[str]) -> bool:
        """Return whether a colon is between two clauses, not after a label or in front of one
        word."""
        before, after = self.text[: colon.start()], self.text[colon.end() :]
        return len(before.split()) > 2 and len(after.split()) > 2


def sentences(path: str, line: int, text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text that begins at this line of a file."""
    ends = r"(?<=[.!?…])[\"”’)]?\s+(?=[“\"‘'(]?[A-Z§])|\x00|\n\s*\n"
    begin = 0
    for end in [*re.finditer(ends, text), None]:
        piece = text[begin : end.start() if end else None]
        said = " ".join(unescape(piece).split())
        if re.search(r"[^\W\d_]{2}", said):
            blank = len(piece) - len(piece.lstrip())
            yield Sentence(path, line + text.count("\n", 0, begin + blank), said)
        begin = end.end() if end else begin


def _without(found: re.Match[str], instead: str = HOLE) -> str:
    return instead + "\n" * found[0].count("\n")


def looks_said(text: str) -> bool:
    """Return whether people read this string: not a key, an address, CSS, SQL or a pattern."""
    words = [word for word in text.split() if re.search(r"[^\W\d_]{2}", word)]
    if re.search(
        r"\\[wdsbAZ]|\(\?|[\]\[{}<>=|^~@$#*]|__|::|[a-z]\(|(?:^|\s)[.-]+[a-z]|[a-z];", text
    ):
        return False
    if re.search(r"\b(?:SELECT|UPDATE|INSERT|DELETE|CREATE|PRAGMA|FROM|WHERE)\b", text):
        return False
    return len(words) > 2 or (len(words) == 2 and text[:1].isupper())


INLINE = "a abbr b bdi code em i kbd mark q small span strong sub sup time use var wbr".split()
TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>")
READ_OUT = re.compile(r"([\w-]+)=(?:\"([^\"]*)\"|'([^']*)')")
SEEN_ATTRIBUTES = {"title", "aria-label", "alt", "placeholder", "label", "aria-description"}


def of_template(path: str, source: str) -> Iterator[Sentence]:
    """Yield what a template shows: its text, attributes that people read, and texts in tags."""
    for pattern in (
        r"\{#.*?#\}",
        r"\{% comment %\}.*?\{% endcomment %\}",
        r"<(script|style)\b.*?</\1>",
        r"<!--.*?-->",
    ):
        source = re.sub(pattern, lambda found: _without(found, ""), source, flags=re.DOTALL)
    beside = []

    def tag_of_django(found: re.Match[str]) -> str:
        line = source.count("\n", 0, found.start()) + 1
        texts = map("".join, re.findall(r"\"([^\"]*)\"|'([^']*)'", found[0]))
        beside.extend((line, text) for text in texts if looks_said(text))
        parts = r"\{%\s*(?:else|elif|empty|for|endfor|block|endblock|include|extends)\b"
        if found[0].startswith("{{"):
            return _without(found)
        return _without(found, BREAK if re.match(parts, found[0]) else "")

    def tag_of_html(found: re.Match[str]) -> str:
        line = text.count("\n", 0, found.start()) + 1
        for name, *value in READ_OUT.findall(found[3]):
            said = "".join(value)
            if name in SEEN_ATTRIBUTES or (name.startswith("data-") and looks_said(said)):
                beside.append((line, said))
        return _without(found, "" if found[2].lower() in INLINE else BREAK)

    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", tag_of_django, source, flags=re.DOTALL)
    yield from sentences(path, 1, TAG.sub(tag_of_html, text))
    for line, said in beside:
        yield from sentences(path, line, said)


def _docstrings(body: list[ast.stmt]) -> Iterator[ast.Constant]:
    """Yield the strings that are statements, also those behind a name."""
    for node in body:
        for inner in ("body", "orelse", "finalbody", "handlers"):
            yield from _docstrings(getattr(node, inner, []))
        match node:
            case ast.Expr(ast.Constant(str())):
                yield node.value


def of_docstrings(path: str, source: str) -> Iterator[Sentence]:
    for node in _docstrings(ast.parse(source).body):
        text = re.sub(r"`[^`]*`", _without, node.value)
        yield from sentences(path, node.lineno, text)


def of_test_names(path: str, source: str) -> Iterator[Sentence]:
    """Yield the name of each test as the sentence that it is."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            said = node.name.removeprefix("test_").replace("_", " ")
            yield from sentences(path, node.lineno, said[:1].upper() + said[1:])


def of_python(path: str, source: str) -> Iterator[Sentence]:
    """Yield the string literals that are sentences, or parts of one."""
    tree = ast.parse(source)
    apart = {id(node) for node in _docstrings(tree.body)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            apart |= {id(part) for part in node.values}
            parts = [part.value if isinstance(part, ast.Constant) else HOLE for part in node.values]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = [] if id(node) in apart else [node.value]
        else:
            continue
        text = re.sub(r"</?[a-z][^<>]*>|%\(\w+\)[sd]|%[sd]|\{\w*\}", HOLE, "".join(parts))
        if looks_said(text):
            yield from sentences(path, node.lineno, text)


SCRIPT = re.compile(
    r"/\*.*?\*/|//[^\n]*"
    r"|(?<=[(,=:!&|?;\s])/(?![*/ ])(?:\\.|\[(?:\\.|[^\]])*\]|[^/\n\\])+/[a-z]*"
    r"|(?P<said>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|`(?:\\.|\$\{(?:[^`{}]|`[^`]*`|\{[^}]*\})*\}|[^`\\])*`)",
    re.DOTALL,
)


def of_script(path: str, source: str, first: int = 1) -> Iterator[Sentence]:
    """Yield the sentences in the strings of a script, those within `${…}` too."""
    for found in SCRIPT.finditer(source):
        text = (found["said"] or "")[1:-1]
        line = first + source.count("\n", 0, found.start())
        holes = r"\$\{((?:[^`{}]|`[^`]*`|\{[^}]*\})*)\}"
        if found[0].startswith("`"):
            for inner in re.findall(holes, text):
                yield from of_script(path, inner, line)
            text = re.sub(holes, HOLE, text)
        if looks_said(text):
            yield from sentences(path, line, text)


def of_data(path: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences in a TOML or JSON file, but no remedy as a book has it (`law`)."""

    def within(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            for key, inner in value.items():
                if not ("law" in value and key in ("remedy", "chooses")):
                    yield from within(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from within(inner)
        elif isinstance(value, str) and looks_said(value):
            yield value

    for text in within(tomllib.loads(source) if path.endswith("toml") else json.loads(source)):
        begins = source.find(text.splitlines()[0])
        yield from sentences(path, source.count("\n", 0, max(begins, 0)) + 1, text)


def of_markdown(path: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences of a page, without its code; a cell, heading or item is one at least."""
    text = re.sub(r"^```.*?^```", lambda found: _without(found, BREAK), source, flags=re.S | re.M)
    text = re.sub(r"(?<=\n\n)(?: {4,}(?![-*\d]).*\n+)+", lambda found: _without(found, BREAK), text)
    text = re.sub(r"`[^`]*`", _without, text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"https?://\S+|<[^>\n]*>", HOLE, text)
    text = re.sub(r"^[-|: ]+$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(#+ .*)$", rf"{BREAK}\1{BREAK}", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*(?:[-*]|\d+\.) ", BREAK, text, flags=re.MULTILINE)
    text = re.sub(r"\|", BREAK, re.sub(r"[*#]+", "", text))
    yield from sentences(path, 1, text)


def files(*patterns: str) -> list[Path]:
    """Return the files that we write, and no migration, which stays as it was."""
    found = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    return sorted(path for path in found if not {"vendor", "migrations"} & set(path.parts))


PYTHON = ("scoring/**/*.py", "clubsite/**/*.py")
PLACES = {
    "templates": [(of_template, ("templates/**/*.html", "templates/**/*.txt"))],
    "messages": [
        (of_python, PYTHON),
        (of_script, ("static/**/*.js",)),
        (of_data, ("scoring/**/*.toml", "scoring/**/*.json")),
    ],
    "docstrings": [(of_docstrings, (*PYTHON, "scripts/**/*.py", "tests/**/*.py"))],
    "test names": [(of_test_names, ("tests/**/test_*.py",))],
    "README": [(of_markdown, ("README.md",))],
    "docs": [(of_markdown, ("docs/*.md", "docs/decisions/*.md", "CONTRIBUTING.md", "SECURITY.md"))],
    "guide": [(of_markdown, ("docs/guide/**/*.md",))],
}


def said_in(place: str, under: str = "") -> list[Sentence]:
    """Return the sentences of a place, in files whose path begins so."""
    return [
        sentence
        for reader, patterns in PLACES[place]
        for path in files(*patterns)
        if (name := path.relative_to(ROOT).as_posix()).startswith(under)
        for sentence in reader(name, path.read_text())
    ]


@cache
def counted(place: str, under: str = "") -> tuple[int, Counter[str]]:
    """Return the number of words, and of hits by pattern."""
    said = said_in(place, under)
    return sum(one.words for one in said), sum((one.hits() for one in said), Counter())


def table(places: list[str], under: str) -> Iterator[str]:
    """Yield the lines of a table: rate/goal and number of hits; a star is above the goal."""
    yield f"{'rate/goal (hits)':<17}" + "".join(f"{name:>18}" for name in [*PATTERNS, LONG])
    for place in places:
        words, hits = counted(place, under)
        if not words:
            continue
        row = f"{place:<11}{words:>6}"
        for name in [*PATTERNS, LONG]:
            rate, goal = hits[name] * 1000 / words, GOALS[place].get(name)
            mark = "*" if goal is not None and rate > goal else ""
            cell = f"{mark}{rate:.1f}/{goal:.1f}" if goal is not None else f"{rate:.1f}"
            row += f"{cell:>12} {f'({hits[name]})':>5}"
        yield row


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.words", description=__doc__)
    parser.add_argument("--place", choices=PLACES, action="append", help="only this place")
    parser.add_argument("--under", default="", help="only files whose path begins so")
    parser.add_argument("--pattern", choices=[*PATTERNS, LONG], action="append")
    parser.add_argument("--list", action="store_true", help="name each hit")
    parser.add_argument("--long", action="store_true", help="name each sentence that is too long")
    asked = parser.parse_args(arguments)
    places = asked.place or list(PLACES)
    wanted = asked.pattern or ([*PATTERNS] if asked.list else []) + [LONG] * asked.long
    for place in places if asked.list or asked.long or asked.pattern else []:
        for sentence in said_in(place, asked.under):
            for name in sentence.hits():
                if name in wanted:
                    print(f"{sentence.path}:{sentence.line}: {name}: {sentence.text}")
    print("\n".join(table(places, asked.under)))


if __name__ == "__main__":
    main(sys.argv[1:])
