"""A whole club as one file: what it holds, and that it comes back as it was."""

import gzip
import json
import re
from datetime import UTC, datetime
from threading import Thread

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.euchre.sheet_values import BadSheet
from scoring.models import (
    Closing,
    Club,
    ClubSession,
    HandRecord,
    Passkey,
    Player,
    Restored,
    SecondFactor,
    Visitor,
)
from scoring.site.club_file.kinds import BY_MODEL, KINDS, STAYS_HERE
from scoring.site.club_file.reading import ClubFile
from scoring.site.club_file.values import RANGES, READERS
from scoring.site.club_file.writing import counts, lines, save
from tests.cast import a_club, a_table, an_evening, close, log, log_all
from tests.rich_club import a_rich_club
from tests.test_docs import DOCS, spans_of
from tests.test_docs import rows as rows_of_page

PAGE = DOCS / "club-file.md"
NOT_IN_IT = {Passkey, Restored, SecondFactor, Visitor, *STAYS_HERE}
OURS = [one for one in apps.get_app_config("scoring").get_models() if one not in NOT_IN_IT]


def rows(club, **how):
    """The rows of the club's file, parsed."""
    return [json.loads(line) for line in lines(club, **how)]


def of_kind(found, name):
    return [row for row in found if row["is"] == name]


def fields_of(model):
    return sorted(field.name for field in model._meta.get_fields() if field.concrete)


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_field_of_every_model_is_in_the_file_or_listed_as_left_out(model):
    kind = BY_MODEL[model]
    implied = {"id"} if "id" not in kind.says.split() else set()
    implied |= {"club"} if kind.of_club == "club" else set()
    assert sorted(
        [*kind.says.split(), *kind.computed, *kind.secret.split(), *implied]
    ) == fields_of(model)
    assert {type(field) for field in kind.fields if not field.is_relation} <= {*READERS}


def test_a_row_comes_after_the_rows_it_refers_to():
    order = [kind.name for kind in KINDS]
    late = [
        (kind.name, name)
        for kind in KINDS
        for name, other in kind.refers.items()
        if other is not kind and order.index(other.name) > order.index(kind.name)
    ]
    assert late == []
    assert {kind.model for kind in KINDS} == {*OURS}


@pytest.mark.django_db
def test_a_rich_club_has_a_row_of_every_kind():
    assert [name for name, number in counts(a_rich_club()).items() if not number] == []


@pytest.mark.django_db
def test_the_first_line_is_the_club_and_the_last_counts_the_others():
    found = rows(a_club("Ours", currency="EUR"))
    assert found == [
        {
            "is": "club",
            "format": "euchre-club/1",
            "name": "Ours",
            "currency": "EUR",
            "casual": False,
            "door_fee_minor": 0,
            "guest_fee_minor": 0,
            "self_check_in": False,
            "paper": "A4",
            "open_names": "short",
            "may_be_found": False,
            "keep_names": 3,
            "keep_contacts": 24,
        },
        {"is": "officer", "user": "kate", "role": "owner", "since": found[1]["since"]},
        {"is": "end", "rows": 2},
    ]


@pytest.mark.django_db
def test_rows_refer_to_each_other_by_numbers_of_the_file():
    a_table("Eve! 5", session=an_evening(a_club("Before")))
    found = rows(
        a_table("Ben+Dan 3", session=an_evening(a_club("Ours", organiser="olga"))).session.club
    )
    numbered = [row["id"] for row in found if row["is"] not in ("hand",) and "id" in row]
    assert numbered == [1, 2, 3, 4, 5, 1, 1, 1]
    assert [(row["no"], row["player"]) for row in of_kind(found, "seat")] == [
        (no, no + 1) for no in range(5)
    ]
    (hand,) = of_kind(found, "hand")
    facts = {
        "sitting": 1,
        "place": 1,
        "state": "counted",
        "counts_since": 3,
        "revision": 0,
        "maker": 1,
        "tricks": 3,
        "partner": 3,
    }
    told = {
        "is": "hand",
        "id": hand["id"],
        "logged_at": hand["logged_at"],
        "logged_by": "a phone at the table",
    }
    assert hand == told | facts


@pytest.mark.django_db
def test_a_club_file_contains_no_rows_of_another_club():
    club, _ = a_club("Ours"), a_rich_club()
    assert [row["is"] for row in rows(club)] == ["club", "officer", "end"]


@pytest.mark.django_db
def test_a_file_without_codes_gives_no_access():
    club = a_rich_club()
    with_them, without = b"".join(lines(club)).decode(), b"".join(lines(club, codes=False)).decode()
    tokens = [token for model in OURS if hasattr(model, "token") for token in tokens_of(model)]
    codes = [token for model in OURS if BY_MODEL[model].codes for token in tokens_of(model)]
    assert [token for token in tokens if token in with_them] == codes
    assert [token for token in tokens if token in without] == []


def tokens_of(model):
    return [*model.objects.values_list("token", flat=True)]


@pytest.mark.django_db
def test_password_links_are_not_exported():
    found = of_kind(rows(a_rich_club()), "invitation")
    assert [(row["role"], row.get("whom"), row.get("used_by")) for row in found] == [
        ("scorer", "Dan’s sister", None),
        ("owner", None, "olga"),
    ]


@pytest.mark.django_db
def test_a_file_is_compressed_by_its_name_and_is_the_same_bytes_each_time(tmp_path):
    club = a_rich_club()
    plain, packed, again = (
        tmp_path / "ours.jsonl",
        tmp_path / "ours.jsonl.gz",
        tmp_path / "again.jsonl.gz",
    )
    for file in (plain, packed, again):
        save(club, file=file)
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert packed.read_bytes() == again.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "again.jsonl.gz",
        "ours.jsonl",
        "ours.jsonl.gz",
    ]


@pytest.mark.django_db
def test_a_file_that_could_not_be_completed_is_removed(tmp_path):
    closing = close(a_table("Eve! 5").session)
    Closing.objects.filter(pk=closing.pk).update(document={"names": []})
    with pytest.raises(KeyError):
        save(closing.session.club, file=tmp_path / "ours.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_a_file_shows_one_moment_and_does_not_block_writers():
    table = a_table("Eve! 5")
    stream = lines(table.session.club)
    next(stream)
    writer = Thread(target=log_and_hang_up, args=[table])
    writer.start()
    writer.join(timeout=10)
    assert HandRecord.objects.count() == 1  # for us, who still read
    assert len(of_kind(map(json.loads, stream), "hand")) == 1
    assert HandRecord.objects.count() == 2


def log_and_hang_up(table):
    log(table, "Ben+Dan 3")
    connection.close()


@pytest.mark.django_db
def test_an_interrupted_download_leaves_no_transaction_open():
    stream = lines(a_table("Eve! 5").session.club)
    next(stream)
    stream.close()
    assert HandRecord.objects.count() == 1


@pytest.mark.django_db
def test_many_hands_take_as_many_queries_to_write_as_few():
    table, found = a_table("Eve! 5"), set()
    club = table.session.club
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            b"".join(lines(club))
        found.add(len(queries))
        log_all(table, *["Ben+Dan 3", "-"] * 5)
    assert len(found) == 1


@pytest.mark.django_db
def test_a_merged_player_has_no_id_in_signed_results():
    club = a_rich_club()
    closing = club.sessions.last().closings.first()
    gone = Player.objects.create(club=club, name="Gone").pk
    closing.document["ids"][0] = gone
    closing.save()
    Player.objects.filter(pk=gone).delete()
    assert of_kind(rows(club), "closing")[0]["document"]["ids"][0] is None


# -- values
# --------------------------------------------------------------------------------------------


def read(model, name, value):
    """What a value of a file becomes, or what is wrong with it."""
    try:
        return BY_MODEL[model].readers[name](value)
    except BadSheet as wrong:
        return str(wrong)


MOMENT = "a moment such as 2026-11-20T20:15:00+00:00"


@pytest.mark.parametrize(
    ("model", "name", "value", "found"),
    [
        (Player, "name", 7, "name must be text, not 7"),
        (Player, "name", "x" * 41, "name has at most 40 characters"),
        (Player, "name", "a\0b", "name holds characters that are not text"),
        (Player, "guest", 1, "guest must be true or false, not 1"),
        (Player, "forgotten_at", "2026-11-20T20:15:00", f"forgotten_at {{}} is not {MOMENT}"),
        (Player, "forgotten_at", "0001-01-01T00:00:00+14:00", f"forgotten_at {{}} is not {MOMENT}"),
        (Club, "starts_at", "19:30:00+01:00", "starts_at {} is not an hour such as 19:30:00"),
        (ClubSession, "played_on", "yesterday", "played_on {} is not a date such as 2026-11-20"),
        (Club, "door_fee_minor", -1, "door_fee_minor must be from 0 to 2147483647, not -1"),
        (Club, "door_fee_minor", 1.5, "door_fee_minor must be a whole number, not 1.5"),
        (HandRecord, "state", "won", 'state "won" is none of begun, counted, taken-back, waiting'),
        (HandRecord, "id", "{" + "0" * 32 + "}", "id {} is not a UUID"),
        (
            HandRecord,
            "irregularities",
            "revoke",
            'irregularities must be a list or an object, not "revoke"',
        ),
        (
            HandRecord,
            "irregularities",
            [["\ud800"]],
            "irregularities holds characters that are not text",
        ),
        (
            Player,
            "forgotten_at",
            "2026-11-20T20:15:00Z",
            datetime(2026, 11, 20, 20, 15, tzinfo=UTC),
        ),
        (
            Player,
            "forgotten_at",
            "2026-11-20T21:15:00+01:00",
            datetime(2026, 11, 20, 20, 15, tzinfo=UTC),
        ),
    ],
)
def test_values_are_read_strictly(model, name, value, found):
    expected = found.format(f'"{value}"') if isinstance(found, str) else found
    assert read(model, name, value) == expected


@pytest.mark.parametrize("kind", [kind for kind in RANGES if "Auto" not in kind])
def test_every_whole_number_allowed_in_a_file_fits_the_database(kind):
    (least, most), (lowest, highest) = RANGES[kind], connection.ops.integer_field_range(kind)
    assert lowest <= least
    assert most <= highest


# -- the page about it
# -----------------------------------------------------------------------------------


def test_the_documentation_lists_every_kind_of_row_and_every_key():
    table = rows_of_page(PAGE.read_text(), "The lines")
    told = [(spans_of(kind), spans_of(keys)) for kind, _, keys in table]
    assert told == [([kind.name], kind.says.split()) for kind in KINDS]


def test_the_documented_example_is_a_valid_club(tmp_path):
    (example,) = re.findall(r'^\{"is":"club".*?^\{"is":"end".*?\n', PAGE.read_text(), re.M | re.S)
    file = tmp_path / "ours.jsonl"
    file.write_text(example)
    assert [row.kind.name for row in ClubFile(file).rows()] == ["club", "player", "session"]
