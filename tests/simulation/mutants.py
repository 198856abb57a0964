"""Deliberate faults of the queue's scripts and of the actions, put in when they are loaded and not
on disk. Nights of the simulation must find each."""

from __future__ import annotations

import importlib.machinery
import subprocess
import sys
from typing import NamedTuple

STATIC, ACTIONS = "static/", "scoring/table/actions/"
NIGHTS = 200
"""In so many nights each must be found."""
EVERY = 10
"""One night in so many is a captains' night (night.py)."""


class Mutant(NamedTuple):
    file: str
    old: str
    new: str


QUEUE, KEEPER = "static/queue/queue.js", "static/queue/keeper.js"
DATABASE, BADGE = "static/queue/database.js", "static/table/pad/badge.js"
HANDS, CORRECTIONS = f"{ACTIONS}hands.py", f"{ACTIONS}corrections.py"
SENT = "scoring/table/views/queue.py"
LOCAL, CARD, CARDS = (
    "static/queue/local.js",
    "static/league/night.js",
    "scoring/league/actions/cards.py",
)
OF_CARDS = {LOCAL, CARD, CARDS}
MUTANTS = (
    Mutant(
        QUEUE,
        "if (words?.key !== key) return {};",
        'if (words?.key !== key) return status === 200 ? { state: "sent" } : {};',
    ),
    Mutant(QUEUE, '{ state: "refused", reason: words.reason }', '{ state: "sent" }'),
    Mutant(QUEUE, "unstored.add(whole);", ""),
    Mutant(QUEUE, "await store.add(whole);", "store.add(whole);"),
    Mutant(
        QUEUE,
        "(again || FORGOTTEN.includes(state)) && at < Date.now() - TWO_WEEKS",
        "at < Date.now() - TWO_WEEKS / 14",
    ),
    Mutant(QUEUE, "[...new Set([...stored, ...unstored])]", "stored"),
    Mutant(QUEUE, 'state: "kept",\n      tries: 0,', 'state: "sent",\n      tries: 0,'),
    Mutant(QUEUE, "if (settled) await note(", "if (!answer) await note("),
    Mutant(QUEUE, "if (gone.length) lost(...gone);", "gone.length = 0;"),
    Mutant(QUEUE, '{ state: "kept", again: true, gone: "",', '{ state: "sent", gone: "",'),
    Mutant(QUEUE, "running = queue.sending = false;", "queue.sending = false;"),
    Mutant(QUEUE, '{ path: here, gone: "" }', '{ gone: "" }'),
    Mutant(QUEUE, '({ state: "kept", reason: "",', '({ reason: "",'),
    Mutant(QUEUE, "await store.put(...changes.keys());", ""),
    Mutant(QUEUE, 'return { gone: "revoked" };', "return {};"),
    Mutant(QUEUE, "if (!rows || !store.keeps) return;", "if (!rows) return;"),
    Mutant(KEEPER, "if (!queue.isEmpty()) queue.flush();", "queue.isEmpty();"),
    Mutant(KEEPER, "LIMIT = 15000", "LIMIT = 15000000"),
    Mutant(KEEPER, "json().catch(() => null)", "json().catch(() => ({ key: entry.key }))"),
    Mutant(DATABASE, '"readwrite", "strict"', '"readwrite"'),
    Mutant(DATABASE, "if (isOld(one)) entries", "entries"),
    Mutant(DATABASE, "store.keeps = false;", ""),
    Mutant("static/network.js", "(?:^|; )csrftoken=", "(?:^|; )csrf="),
    Mutant("static/table/pad/save.js", "key: newId(), id,", "key: id, id,"),
    Mutant(
        "static/table/pad/draft.js",
        'field("hand_id").value = newId();',
        'field("hand_id").value ||= newId();',
    ),
    Mutant(BADGE, "if (attention) return", "if (!attention && off) return"),
    Mutant(BADGE, 'if (kept.length) return ["kept",', 'if (off) return ["kept",'),
    Mutant(HANDS, "counts = comes_next(after, seen, sitting)", "counts = True"),
    Mutant(HANDS, "State.COUNTED if counts else State.WAITING", "State.COUNTED"),
    Mutant(HANDS, "_store(record)\n    table.raise_version()\n    sitting", "sitting"),
    Mutant(HANDS, "table.raise_version()\n    sitting.take_in", "sitting.take_in"),
    Mutant(
        HANDS,
        "record.hand, record.note = sitting, hand, note",
        "record.hand, record.note = sitting, replace(hand, tricks=hand.tricks and 3), note",
    ),
    Mutant(HANDS, "if replace(logged, dealer=None) != replace", "if replace(logged) == replace"),
    Mutant(
        CORRECTIONS,
        "record.state = record.state == State.WAITING, State.TAKEN_BACK",
        "record.state = record.state == State.WAITING, record.state",
    ),
    Mutant(
        CORRECTIONS,
        "record.state, record.same_as, record.counts_since = State.COUNTED",
        "record.state, record.same_as, record.counts_since = State.TAKEN_BACK",
    ),
    Mutant(
        CORRECTIONS, "write_change(record, table, Kind.TAKEN_BACK, record.hand, why, actor)", "pass"
    ),
    Mutant(SENT, '{"key": str(queued["key"])', '{"key": str(queued["hand_id"])'),
    Mutant(SENT, "JsonResponse(answer, status=status,", "JsonResponse(answer, status=200,"),
    Mutant(
        f"{ACTIONS}waiting.py",
        "decide(record, table, keep=keep, same_as=same_as",
        "decide(record, table, keep=True, same_as=None",
    ),
    Mutant(
        "scoring/site/actions/lost_tables.py",
        "sitting.pk, sitting.first_dealer = then.number, then",
        "sitting.first_dealer = then",
    ),
    Mutant(
        "scoring/site/actions/lost_tables.py",
        ".update(token=lost.token)",
        ".update(token=lost.token[::-1])",
    ),
    Mutant(LOCAL, "[...rows().filter(({ key }) => !keys.has(key)), ...entries]", "entries"),
    Mutant(CARD, "seenOf(box).value = box.value;", "void 0;"),
    Mutant(CARD, 'if (path === here) follow({ ...fields, ...onCard }, "seen-");', ""),
    Mutant(CARD, "if (found.length) queue.bringHere(...found);", ""),
    Mutant(CARDS, "if made := _reported_before(meeting.match, key):", "if made := None:"),
    Mutant(CARDS, "if seen is not None and stands not in", "if seen is None and stands not in"),
    Mutant(CARDS, "meeting.games = [list(game) for game in games]", "meeting.games = []"),
    Mutant("static/table/pad/pack.js", "fields: fieldsOf(rest, before),", "fields: {},"),
    Mutant("scoring/common/edition.py", "_known = latest or _made_at()", "_known = _made_at()"),
    Mutant("scoring/common/polling.py", "map(str, (version, settings", "map(str, (settings"),
    Mutant(CARD, "  learn();\n", ""),
)


def scripts_of(mutant: Mutant) -> tuple[tuple[str, str, str], ...]:
    """Return the change of a script, for the bundler; nothing for one of the site."""
    if not mutant.file.startswith(STATIC):
        return ()
    return ((mutant.file.removeprefix(STATIC), mutant.old, mutant.new),)


def load_with(mutant: Mutant) -> None:
    """Let the module of a mutant be loaded with its change; call it before Django is imported."""
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader, name: str):
        if not loader.path.endswith(f"/{mutant.file}"):
            return usual(loader, name)
        text = loader.get_data(loader.path).decode()
        if text.count(mutant.old) != 1:
            raise ValueError(f"{mutant.old!r} is in {mutant.file} {text.count(mutant.old)} times")
        return compile(text.replace(mutant.old, mutant.new), loader.path, "exec", dont_inherit=True)

    importlib.machinery.SourceFileLoader.get_code = get_code


def night_that_finds(mutant: Mutant, hall, nights: range) -> str:
    """Return which night finds a mutant, and what it finds; "" if none does. What only a captains'
    night runs is looked for in these."""
    for seed in nights:
        if mutant.file in OF_CARDS and seed % EVERY:
            continue
        try:
            found = hall.night(seed)[1].found
        except Exception as why:  # a night that cannot even be played has found it
            found = [f"{type(why).__name__}: {why}"]
        if found:
            return f"found in night {seed}: {found[0][:100]}"
    return ""


def hunt_apart(no: int, nights: range) -> str:
    """Return the same, by a process of its own."""
    words = ["--mutant", no, "--from", nights.start, "--nights", len(nights)]
    command = [sys.executable, "-m", "tests.simulation", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True)
    *_, last = (done.stdout.strip() or done.stderr.strip()).splitlines()
    return last if done.returncode == 0 else ""
