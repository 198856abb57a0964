"""Deliberate faults of one line each, to find out if the tests notice.

`.venv/bin/python -m tests.faults [--tree PATH] [NUMBER …]` applies each to a copy of the tree, runs
the tests beside it, and reports whether one failed. A fault that no test finds means a missing
test. tests/test_faults.py checks that every fault fits today's source.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "staticfiles", ".*_cache")
LONGEST = 600
"""Seconds after which tests that do not end have found the fault."""


class Fault(NamedTuple):
    """A piece of a line, its replacement, and the tests that must fail."""

    file: str
    old: str
    new: str
    tests: str


EXAMPLES = "tests/euchre/test_worked_examples.py"
GAMES = "tests/euchre/test_games.py"
REMEDIES = "tests/euchre/test_remedies.py"
LAWS_FILES = "tests/euchre/test_laws_files.py"
PERMISSIONS = "tests/common/test_permissions.py"
STANDINGS = "tests/tournament/pure/test_standings.py"
SECOND_SCORER = "tests/tournament/pure/test_second_scorer.py"
FAIR = "tests/tournament/pure/test_fair.py"
IMPOSSIBLE = "tests/tournament/pure/test_impossible.py"
PRIZES = "tests/tournament/pure/test_prizes.py"
MOVES = "tests/tournament/pure/test_moves.py tests/tournament/pure/test_progress.py"
RATING = "tests/club/pure/test_rating.py"
LOG_HAND = "tests/table/actions/test_log_hand.py"
SESSIONS = "tests/evening/actions/test_sessions.py"
DOOR = "tests/evening/actions/test_check_in.py"
ACCOUNTS = "tests/money/actions/test_accounts.py"
SETTLEMENT = "tests/table/queries/test_settlement.py"
LINKS = "tests/test_rights.py -k under_a_link"
PAD = "tests/table/views/test_pad.py"
SIGN_IN = "tests/people/views/test_sign_in.py"
AHEAD = "tests/static/test_ahead.py"
PACK = "tests/static/test_pack.py"
ARCHIVE = "tests/site/backup/test_archive.py"
BACKUPS = "tests/site/backup/test_commands.py"
BACKUP_PAGES = "tests/site/views/test_backups.py"
PRUNING = "tests/site/backup/test_pruning.py"
NIGHTLY = "tests/site/backup/test_nightly.py"
LOGS = "tests/test_logs.py"
OLD_HANDS = "tests/club/queries/test_hands.py"
CODES = "tests/common/test_codes.py"
RECORDS = "tests/club/views/test_records.py"
TITLES = "tests/evening/pure/test_titles.py"
BREACHES = "tests/league/pure/test_fixture_faults.py"
CUP = "tests/league/pure/test_cup.py"
FIXTURES = "tests/league/actions/test_fixtures.py"
KNOCK_OUT = "tests/league/actions/test_knock_out.py"
NEXT_SEASON = "tests/league/actions/test_seasons.py"
TEAMS = "tests/league/actions/test_teams.py"
OPEN = "tests/public/views/test_public_pages.py"
SET_UP = "tests/league/views/test_setup.py"
NOTATION = "tests/euchre/test_game_notation.py"
TOKENS = "tests/public/views/test_api_tokens.py"
API = "tests/public/views/test_api.py"

IN = {
    "points": "scoring/euchre/points.py",
    "game": "scoring/euchre/game.py",
    "rule set": "scoring/euchre/rule_set.py",
    "counters": "scoring/euchre/counters.py",
    "laws": "scoring/euchre/remedies/reading.py",
    "conditions": "scoring/euchre/remedies/conditions.py",
    "money": "scoring/common/amounts.py",
    "may": "scoring/common/permissions.py",
    "clubs": "scoring/people/access.py",
    "tables": "scoring/table/access.py",
    "evenings": "scoring/evening/access.py",
    "outside": "scoring/public/access.py",
    "standings": "scoring/tournament/pure/standings.py",
    "winners": "scoring/tournament/pure/winners.py",
    "fair": "scoring/tournament/pure/fair.py",
    "impossible": "scoring/tournament/pure/impossible.py",
    "prizes": "scoring/tournament/pure/prizes.py",
    "cutting": "scoring/movement/cutting.py",
    "rating": "scoring/club/pure/rating.py",
    "season": "scoring/club/pure/season.py",
    "alike": "scoring/people/pure/names_alike.py",
    "hands": "scoring/table/actions/hands.py",
    "corrections": "scoring/table/actions/corrections.py",
    "sessions": "scoring/evening/actions/sessions.py",
    "door": "scoring/evening/actions/check_in.py",
    "accounts": "scoring/money/actions/accounts.py",
    "ledger": "scoring/money/actions/ledger.py",
    "book": "scoring/money/queries/accounts.py",
    "year": "scoring/money/pure/book_year.py",
    "earlier": "scoring/club/actions/earlier.py",
    "settlement": "scoring/table/queries/settlement.py",
    "tallies": "scoring/club/queries/tallies.py",
    "snapshot": "scoring/common/snapshot.py",
    "access": "scoring/common/access.py",
    "open pages": "scoring/common/open_pages.py",
    "sign_in": "scoring/people/views/sign_in.py",
    "pad": "scoring/table/views/pad.py",
    "archive": "scoring/site/backup/archive.py",
    "pruning": "scoring/site/backup/pruning.py",
    "restoring": "scoring/site/backup/restoring.py",
    "shelf": "scoring/site/backup/shelf.py",
    "officers": "scoring/people/actions/officers.py",
    "health": "scoring/site/views/health.py",
    "doctor": "scoring/site/doctor/web.py",
    "logs": "clubsite/logs.py",
    "sentry": "clubsite/sentry.py",
    "ahead": "static/table/pad/ahead.js",
    "pack": "static/table/pad/pack.js",
    "old hands": "scoring/club/queries/hands.py",
    "codes": "scoring/common/codes.py",
    "records": "scoring/club/views/records.py",
    "titles": "scoring/evening/pure/titles.py",
    "breaches": "scoring/league/pure/fixture_faults.py",
    "cup": "scoring/league/pure/cup.py",
    "play-off": "scoring/league/pure/play_off.py",
    "fixtures": "scoring/league/actions/fixtures.py",
    "knock-out": "scoring/league/actions/knock_out.py",
    "next season": "scoring/league/pure/promotion.py",
    "teams": "scoring/league/actions/teams.py",
    "open": "scoring/public/queries/public_pages.py",
    "agreements": "scoring/league/views/agreement.py",
    "records of games": "scoring/euchre/game_notation.py",
    "tokens": "scoring/public/actions/api_tokens.py",
    "api": "scoring/public/views/api.py",
    "club file": "scoring/site/registered.py",
}

FAULTS = [
    Fault(IN[where], old, new, tests)
    for where, old, new, tests in (
        # programs
        ("records of games", "return trump if left or rank", "return trump if rank", NOTATION),
        ("records of games", "first = maker if alone and", "first = maker if", NOTATION),
        ("tokens", "made.digest = digest_of(secret)", "pass", TOKENS),
        ("outside", "and thing.pk == token.club_id", "", PERMISSIONS),
        ("club file", "codes=False", "codes=True", API),
        ("api", "session.club.public_version)", "0)", API),
        # rules
        ("points", "if hand.tricks < rules.made_at:", "if hand.tricks < 2:", EXAMPLES),
        ("points", "if hand.tricks < rules.tricks_dealt else", "if hand.tricks < 4 else", EXAMPLES),
        ("points", "at.makers, -getattr(rules", "at.makers, getattr(rules", EXAMPLES),
        ("points", "if at.lone and rules.lone_euchre is", "if rules.lone_euchre is", EXAMPLES),
        ("points", "if len(revoked) == 2:", "if len(revoked) == 3:", EXAMPLES),
        ("points", "rules.march[at.seats], reason", "rules.point, reason", EXAMPLES),
        ("laws", "if name not in {*PROVISIONS(), *OF_A_BID} or form or", "if form or",
         LAWS_FILES),
        ("laws", "remedy=said + one.remedy", "remedy=one.remedy", REMEDIES),
        ("laws", "in reversed(rules.lineage)", "in rules.lineage", REMEDIES),
        ("conditions", "three_handed(rules) and not", "three_handed(rules) and", REMEDIES),
        ("game", "deals_again else (passed_from + 1)", "deals_again else (dealer + 1)",
         "tests/euchre/test_game.py"),
        ("rule set", "scores[side] >= self.target", "scores[side] > self.target", GAMES),
        ("game", "scores[loser] < below else 1", "scores[loser] <= below else 1", GAMES),
        ("game", "winners.count(winners[-1]) == 2", "winners.count(winners[-1]) == 3", GAMES),
        ("game", "points[winner] += rules.rubber_bonus", "points[0] += rules.rubber_bonus", GAMES),
        ("game", "lap = 0 if finished else over", "lap = over", GAMES),
        ("counters", "if points in (1, 4) else (4, 3)", "if points in (1, 3) else (4, 3)",
         "tests/euchre/test_counters.py"),
        ("money", "if len(part) > digits:", "if len(part) > digits + 1:",
         "tests/euchre/test_money.py"),
        ("money", '("-" if minor < 0 else "")', '("-" if minor < -9 else "")',
         "tests/euchre/test_money.py"),
        # who may do what
        ("clubs", "Officer.Role.SCORER: {LOOK, ARRIVE, WRITE}",
         "Officer.Role.SCORER: {LOOK, ARRIVE, WRITE, RUN}", PERMISSIONS),
        ("tables", "Link.Right.WATCH: {LOOK}}", "Link.Right.WATCH: {LOOK, WRITE}}", PERMISSIONS),
        ("tables", "if link is None or not link.is_live or", "if link is None or", PERMISSIONS),
        ("evenings", "and shown.session_id == session.pk", "and shown.session_id", PERMISSIONS),
        ("evenings", "and session.club.self_check_in", "and session.club", PERMISSIONS),
        # movements
        ("standings", "if mine != before:", "if True:", STANDINGS),
        ("standings", "sat_out=len(rested),", "sat_out=len(lines),", STANDINGS),
        ("standings", "red=stars.count(RED),", "red=stars.count(GREEN),", STANDINGS),
        ("standings", "if numbers.intersection(line.against) and", "if", SECOND_SCORER),
        ("standings", "entrant.handicap * len(played)", "entrant.handicap * len(lines)",
         SECOND_SCORER),
        ("standings", "line.own_points for line in played", "line.points for line in played",
         SECOND_SCORER),
        ("winners", "winners = 1 if head and", "winners = 2 if head and", MOVES),
        ("winners", "return table.result.tie if len(first) > 1 else first[0]", "return first[0]",
         MOVES),
        ("prizes", "row.rounds + row.idle + row.sat_out == rounds",
         "row.rounds + row.sat_out == rounds", PRIZES),
        ("prizes", "taken = range(place, place + len(tied))", "taken = range(place, place + 1)",
         PRIZES),
        ("prizes", "most = max(row.green for row in tied)", "most = min(row.green for row in tied)",
         PRIZES),
        ("cutting", 'if rank == "J":', 'if rank == "Q":', "tests/movement/test_cutting.py"),
        # figures
        ("rating", "FEWEST_HANDS = 4", "FEWEST_HANDS = 3", RATING),
        ("rating", "return self.mu - 3 * self.sigma", "return self.mu - 2 * self.sigma", RATING),
        ("rating", "return _steps(3 * self.sigma)", "return _steps(self.sigma)", RATING),
        ("season", "return row.points, row.counted", "return row.points, row.evenings",
         "tests/club/pure/test_season.py tests/club/queries/test_tallies.py"),
        ("alike", "SHORTEST_MISSPELT = 6", "SHORTEST_MISSPELT = 4",
         "tests/people/pure/test_names_alike.py"),
        # actions
        ("hands", "record.state = State.COUNTED if counts else State.WAITING",
         "record.state = State.COUNTED", LOG_HAND),
        ("hands", "if table.sitting.pk != sitting:", "if table.sitting.pk < sitting:",
         "tests/table/actions/test_begin_hand.py"),
        ("corrections", "if record.revision != revision:", "if record.revision < revision:",
         "tests/table/actions/test_corrections.py"),
        ("corrections", "waited, record.state = record.state == State.WAITING,",
         "waited, record.state = False,", "tests/table/actions/test_waiting_undone.py"),
        ("sessions", "if not was_held(session):", "if was_held(session):", SESSIONS),
        ("sessions", "session.closings.filter(reopened_at=None).update(",
         "session.closings.update(", SESSIONS),
        ("sessions", "carried_at=closing.closed_at if statement.left_to_the_accounts else None",
         "carried_at=None", f"{ACCOUNTS} {SESSIONS} tests/money/actions/test_ledger.py"),
        ("door", "if came.fee_minor and paid != (came.fee_paid_at is not None):",
         "if came.fee_minor and paid:", DOOR),
        ("door", "fee_minor=fee)", "fee_minor=0)", DOOR),
        ("door", "came.fee_minor == fee_minor and (not",
         "came.fee_minor >= fee_minor and (not", DOOR),
        ("accounts", "if any(getattr(line, name) != value for",
         "if all(getattr(line, name) != value for", ACCOUNTS),
        ("accounts", 'return uuid5(key, "in cash")', "return key", ACCOUNTS),
        ("standings", "Fraction(self.points - beside,", "Fraction(self.points,",
         "tests/tournament/pure/test_standings_document.py -k average"),
        ("fair", "self.rounds * self.out % self.number", "self.rounds % self.number", FAIR),
        ("impossible", "and best < reach.bell:", "and best <= reach.bell:", IMPOSSIBLE),
        ("impossible", "worth = times * reach", "worth = reach", IMPOSSIBLE),
        ("accounts", "if dated and dated > timezone.localdate():", "if False:", ACCOUNTS),
        ("ledger", '"kind", "pot", "dated")', '"kind", "pot")', ACCOUNTS),
        ("book", "return entries.filter(reverses=None).exclude(covered)",
         "return entries.filter(reverses=None)", ACCOUNTS),
        ("year", "return line.cash + amount", "return amount",
         "tests/money/pure/test_book_year.py"),
        ("season", "else Fraction(sum(all), number)", "else Fraction(sum(all))",
         "tests/club/pure/test_season.py"),
        ("earlier", "        if about in seen:", "        if False:",
         "tests/club/actions/test_earlier.py"),
        # queries
        ("tallies", "hands=how.hands,", "hands=how.hands + 8,",
         "tests/tournament/actions/test_closing.py"),
        ("settlement", "hands=len(sitting.played),", "hands=len(sitting.played) + 1,",
         f"{SETTLEMENT} {SESSIONS}"),
        ("settlement", "round_table=None, pk__in", "pk__in",
         f"{SETTLEMENT} tests/tournament/actions/test_closing.py"),
        ("snapshot", 'connection.transaction_mode, "DEFERRED"',
         'connection.transaction_mode, "IMMEDIATE"', "tests/test_one_moment.py -k first_page"),
        # views
        ("access", "raise LinkRevoked(revoked)", "raise NoSuchLink(revoked)",
         LINKS),
        ("access", "sorted(hosted_by(request) | {session.pk})[-50:]", "[session.pk]",
         "tests/club/views/test_front.py"),
        ("tables", "if not empty and link.table.sitting is None:",
         "if link.table.sitting is None:",
         "tests/tournament/views/test_totals_by_phone.py -k undone"),
        ("tables", "must(actor, verb, link.table)\n", "actor\n", LINKS),
        ("sign_in", "if not request.user.is_authenticated:", "if request.user is None:",
         "tests/test_rights.py -k stranger"),
        ("sign_in", 'answer["Retry-After"] = str(left)', 'answer["Retry-After"] = "0"', SIGN_IN),
        ("pad", "return None if self.sitting.played or named else draw_of(self.sitting)",
         "return None if named else draw_of(self.sitting)", PAD),
        # the pad's scripts
        ("ahead", "return (from + ahead.deal[why]) % names.length;", "return from;", AHEAD),
        ("ahead", "played: at.played + (fields.void ? 0 : 1),", "played: at.played + 1,", AHEAD),
        ("ahead", "at.latest === id && at.before", "at.before", AHEAD),
        ("ahead", '(state === "sent" && version > now.version)', '(state === "sent")', AHEAD),
        ("pack", "place.part <= place.of", "place.part < place.of", PACK),
        ("pack", "const LONGEST = 200;", "const LONGEST = 20;", PACK),
        ("pack", "sum(from.slice(0, end)) === from.slice(end + 1) &&", "", PACK),
        # backups
        ("archive", "if _seal_of(found) != end:", "if not end:", ARCHIVE),
        ("archive", "if (number, hashed.hexdigest()) !=", "if (number, member.sha256) !=", ARCHIVE),
        ("pruning", "list(newest.values())[:number]", "list(newest.values())[1:number]", PRUNING),
        ("shelf", "if one.why == NIGHT and one.is_there", "if one.is_there", NIGHTLY),
        ("restoring", "in (*_emptied(), *models_in()):", "in models_in():", BACKUPS),
        ("may", "is not None and actor.account.is_superuser", "is not None", PERMISSIONS),
        ("officers", "if user.is_superuser:", "if user.is_anonymous:", BACKUP_PAGES),
        # what a site says of itself
        ("logs", "for secret in secrets:", "for secret in ():", LOGS),
        ("sentry", 'exception["value"] = ""', 'exception["value"] += ""', LOGS),
        ("health", "503 if reasons else 200", "200", "tests/site/views/test_health.py"),
        ("doctor", "if settings.HTTPS and not settings.BEHIND_PROXY:", "if settings.HTTPS:",
         "tests/site/test_doctor.py"),
        # finding things again
        ("old hands", "passed = id != after", "passed = False", OLD_HANDS),
        ("old hands", "PARTNER: BESIDE_THE_MAKER,", "PARTNER: Q(partner=THEY),", OLD_HANDS),
        ("codes", "enumerate(signs, start=2)", "enumerate(signs, start=1)", CODES),
        ("records", "if not request.user.is_authenticated:", "if False:", RECORDS),
        ("records", "may(actor, RUN, row.club)", "may(actor, LOOK, row.club)", RECORDS),
        ("titles", "len(who) > MOST_SHARE", "len(who) > 9", TITLES),
        # fixtures of a league
        ("breaches", "if len(found) > holds:", "if len(found) > holds + 1:", BREACHES),
        ("breaches", "if abs(here - there) > 1:", "if abs(here - there) > 2:", BREACHES),
        ("cup", "(1 << (teams - 1).bit_length())", "(1 << teams.bit_length())", CUP),
        ("play-off", "playing[-1 - at]", "playing[at]", CUP),
        ("next season", "if at and place < agreement.up", "if at and place <= agreement.up",
         NEXT_SEASON),
        ("teams", 'walkover="away", **given', 'walkover="home", **given', TEAMS),
        ("agreements", '!= seen_as(moved)', '== ""', SET_UP),
        ("fixtures", "if league.published_at is not None:", "if False:", FIXTURES),
        ("fixtures", "met[two] // agreement", "0 // agreement", FIXTURES),
        ("knock-out", "if left and not sure:", "if False:", KNOCK_OUT),
        ("open", "player.unnamed or player.forgotten_at", "player.forgotten_at", OPEN),
        ("open", "if not OF_SEASONS[key].money]", "if key]", OPEN),
        ("outside", "if found is None or not may_see(found.parts, part):", "if found is None:",
         OPEN),
        ("open pages", "if EMBED in request.GET:", "if True:", OPEN),
    )
]  # fmt: skip


def put_in(fault: Fault, tree: Path) -> None:
    """Apply the fault to the tree. Raise ValueError unless its line is there exactly once."""
    file = tree / fault.file
    text = file.read_text() if file.exists() else ""
    if text.count(fault.old) != 1:
        raise ValueError(f"{fault.file} has {text.count(fault.old)} times: {fault.old}")
    write(file, text.replace(fault.old, fault.new))


def write(file: Path, text: str) -> None:
    """Write the file, and let nothing that was compiled of it before pass for it."""
    before = file.stat().st_mtime
    file.write_text(text)
    os.utime(file, (before + 2, before + 2))


def noticed(fault: Fault, tree: Path) -> bool:
    """Whether a test of the tree fails with this fault; it is taken out again."""
    original = (tree / fault.file).read_text()
    put_in(fault, tree)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    environment = {**os.environ, "DATA_DIR": str(tree / "var")}
    for name in ("PYTHONDONTWRITEBYTECODE", "DJANGO_SETTINGS_MODULE"):  # the tree has its own
        environment.pop(name, None)
    try:
        done = subprocess.run(
            [*command, *fault.tests.split()],
            cwd=tree,
            env=environment,
            capture_output=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        write(tree / fault.file, original)
    if done.returncode not in (0, 1):
        raise ValueError(f"pytest {fault.tests} ended with {done.returncode}")
    return done.returncode == 1


def main(arguments: list[str]) -> int:
    """Try the faults of these numbers, or all; 1 when one was not noticed or does not fit."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout to try them on")
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER")
    asked = parser.parse_args(arguments)
    missed = []
    with tempfile.TemporaryDirectory(prefix="bowerbook-faults-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(asked.tree, tree, ignore=LEFT_OUT)
        (tree / "var").mkdir()
        for no in asked.numbers or range(1, len(FAULTS) + 1):
            fault, began = FAULTS[no - 1], time.monotonic()
            try:
                verdict = "found" if noticed(fault, tree) else "NOT FOUND"
            except (ValueError, OSError) as why:
                verdict = f"NOT TRIED, {why}"
            missed += [no] if verdict != "found" else []
            seconds = time.monotonic() - began
            print(f"{no:3} {verdict:10} {seconds:5.0f} s  {fault.file}: {fault.new}", flush=True)
        tried = len(asked.numbers or FAULTS)
    print(f"{tried - len(missed)} of {tried} were found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
