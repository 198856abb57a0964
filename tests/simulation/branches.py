"""Branches of the queue's scripts, and answers of the site to it, that the nights of a run must
reach."""

from __future__ import annotations

from re import sub

QUEUE, KEEPER, IN_LINE = "queue/queue.js", "queue/keeper.js", "table/pad/in-line.js"
DATABASE, GUARD, NETWORK = "queue/database.js", "queue/guard.js", "network.js"
SCRIPTS = {
    "answer: link revoked": (QUEUE, 'return MET && { gone: "revoked" };'),
    "answer: link unknown": (QUEUE, 'return MET && { gone: "nothing" };'),
    "answer: names no entry": (QUEUE, "if (words?.key !== key && MET) return {};"),
    "answer: too early": (QUEUE, "words.early && MET ? { ...refusal"),
    "answer: refused": (QUEUE, "early: true } : MET && refusal;"),
    "answer: in trouble": (QUEUE, 'words.state === "kept" && MET) return { trouble'),
    "answer: stored": (QUEUE, "MET; const { version, state: became } = words;"),
    "storage cannot be read": (QUEUE, "if (!rows || !store.keeps) return void MET;"),
    "waits, not stored": (QUEUE, "MET; arrived = resolve;"),
    "sent again after a restore": (QUEUE, "if (gone.length && MET) lost(...gone);"),
    "rests, of another link": (QUEUE, "again && gone && path !== here && MET;"),
    "undo that waits for its hand": (QUEUE, "isEarly && (first.again || isBehind(first)) && MET)"),
    "entered while sending": (QUEUE, "if (running && MET) return void"),
    "sent again by a person": (QUEUE, "MET; const follows = resent(entries);"),
    "brought to a new link": (QUEUE, "MET; await noteInAll(entries, { path: here"),
    "copy comes back": (QUEUE, "if (!lacking.length) return;\n    MET;"),
    "set aside": (QUEUE, "(...entries) => MET && noteInAll(entries, { state"),
    "storage was emptied": (GUARD, "if (emptied && MET) say(0);"),
    "storage fails": (DATABASE, "MET; store.keeps = false;"),
    "cookie too old": (KEEPER, "if (response.status === 403 && MET) await fetch"),
    "no answer": (NETWORK, "MET; return otherwise;"),
    "follows a refused one": (IN_LINE, "MET; last.set(on, verb"),
}
"""Each has the file and the text of its place, with what says that it was reached."""
MARK = r" && MET|MET && | void MET(?=;)|MET;\s*|\s+MET;"
ANSWERS = (
    *("200 counted", "200 waiting", "200 taken-back", "200 stored"),
    *("409 early", "409 closed", "409", "403", "404", "410", "507"),
)
"""What the site answers to an entry: the status, and what became of it or why not. A form that was
cut in half has lost its token, so it is a 403."""
ALL = (*SCRIPTS, *(f"site: {answer}" for answer in ANSWERS))
MANY = 200
"""In so many nights all of these must be reached."""


def marks() -> tuple[tuple[str, str, str], ...]:
    """Return the changes of the scripts by which they say what they have reached."""
    return tuple(
        (file, sub(MARK, "", text), _met(text, name)) for name, (file, text) in SCRIPTS.items()
    )


def _met(text: str, name: str) -> str:
    return text.replace("MET", f'met("{name}")')


def answer_of(status: int, says: dict) -> str:
    """Return which answer this is."""
    from scoring.table.views.queue import CLOSED

    early, closed = says.get("early"), says.get("reason") == CLOSED
    more = "early" if early else "closed" if closed else says.get("state") if status == 200 else ""
    return f"site: {status} {more}".rstrip()
