"""Days, hours, places, scores and money are each written by one function or filter, on every screen
and sheet (docs/decisions/0079-one-way-to-write.md)."""

import re
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import timezone

from scoring.common import dates
from scoring.common.amounts import SYMBOLS
from scoring.euchre.wording import (
    each_place,
    place_as_text,
    places_as_text,
    ranked_by,
    score_as_text,
)

ROOT = Path(__file__).resolve().parent.parent
OF_DAYS = re.compile(r"strftime\(|date_format|\{[^{}\"]*:%[^{}]*\}")
PARTS = ("%A", "%A}s", "%b", "%M")
"""A weekday, a month or minutes alone, which are no date."""
FOR_MACHINES = {
    "scoring/common/dates.py": "the one way",
    "scoring/common/edition.py": "a key",
    "scoring/common/machine.py": "makes the one way work on Windows",
    "scoring/common/spreadsheets.py": "ISO, in a file",
    "scoring/common/workbook_sheet.py": "ISO, in a file",
    "scoring/league/forms/agreement.py": "ISO, in what is stored",
    "scoring/league/pure/agreement.py": "ISO, in a file",
    "scoring/site/actions/tidying.py": "the name of a file",
    "scoring/tournament/queries/card_clips.py": "a key",
    "scoring/site/backup/making.py": "the name of a file",
    "scoring/site/backup/restoring.py": "the name of a file",
    "scoring/site/views/security.py": "ISO, in security.txt",
}
OWN = {
    "days": "scoring/common/dates.py",
    "places and scores": "scoring/euchre/wording.py",
    "money": "scoring/common/amounts.py",
}
NO_SCORE = {"scoring/league/views/matches.py": "w and o of a walkover"}


def python():
    for file in sorted((ROOT / "scoring").rglob("*.py")):
        yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


def templates():
    for file in sorted((ROOT / "templates").rglob("*.html")):
        yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


def test_python_writes_days_and_hours_only_by_the_functions_for_it():
    found = [
        f"{name}: {hit}"
        for name, text in python()
        if name not in FOR_MACHINES
        for hit in OF_DAYS.findall(text)
        if hit.partition(":")[2].rstrip("}") not in PARTS
    ]
    assert found == []


def test_templates_write_days_and_hours_only_by_the_filters_for_it():
    """What is left are parts of a date that is drawn apart, and dates for machines."""
    parts = {"D", "l", "j", "F", "Y-m-d", "c"}
    found = [
        f"{name}: {hit[0]}"
        for name, text in templates()
        for hit in re.finditer(r"\|(date|time)\b(?::[\"']([^\"']*)[\"'])?", text)
        if hit[2] not in parts
    ]
    assert found == []


def test_places_and_scores_are_put_into_figures_in_one_module():
    sign = re.compile(r"[\"'](?:–| – )[\"']\.join|[\"']=[\"'] if|\{figure\([^{}]*\)\}–\{")
    apart = re.compile(r"(?:\{home|\[0\])\}(?: ?– ?|\\N\{EN DASH\})\{")
    of_templates = re.compile(r"\}\}–\{\{|\}=\{\% endif|\{% if [^%]* %\}={% endif %}")
    allowed = {OWN["places and scores"], *NO_SCORE}
    found = [name for name, text in python() if name not in allowed and sign.search(text)]
    found += [name for name, text in python() if apart.search(text)]
    found += [name for name, text in templates() if of_templates.search(text)]
    assert found == []


def test_only_the_module_for_money_knows_its_signs():
    signs = "|".join(re.escape(sign) for sign in SYMBOLS.values())
    beside = re.compile(rf"(?:{signs})(?:\{{|\{{\{{)(?!%)")
    found = [name for name, text in (*python(), *templates()) if beside.search(text)]
    assert found == []


A_DAY = date(2026, 11, 14)


@pytest.mark.parametrize(
    ("way", "whole", "yearless"),
    [
        (dates.full_day, "Saturday 14 November 2026", "Saturday 14 November"),
        (dates.named_day, "Sat 14 Nov 2026", "Sat 14 Nov"),
        (dates.long_day, "14 November 2026", "14 November"),
        (dates.short_day, "14 Nov 2026", "14 Nov"),
    ],
)
def test_a_page_and_a_sheet_write_a_day_alike(way, whole, yearless):
    assert (way(A_DAY), way(A_DAY, year=False)) == (whole, yearless)
    assert (shown(way, A_DAY), shown(way, A_DAY, ':"season"')) == (whole, yearless)


def shown(way, day, year=""):
    return Template(f"{{{{ day|{way.__name__}{year} }}}}").render(Context({"day": day}))


def test_a_page_leaves_out_the_year_only_if_it_is_this_one(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: date(2026, 12, 31))
    assert shown(dates.long_day, A_DAY, ':"near"') == "14 November"
    for year in (2025, 2027):
        assert shown(dates.long_day, A_DAY.replace(year=year), ':"near"') == f"14 November {year}"


def test_a_page_writes_a_stored_hour_in_the_time_of_the_site():
    with timezone.override("Europe/Vienna"):
        at = datetime(2026, 11, 14, 23, 40, tzinfo=UTC)
        text = "{{ at|clock }}, {{ at|day_and_time }}, {{ at|night_and_time }}, {{ hour|clock }}"
        found = Template(text).render(Context({"at": at, "hour": time(7, 5)}))
    assert found == "00:40, 15 November 2026, 00:40, Sunday 15 November, 00:40, 07:05"


def test_a_day_or_an_hour_that_is_not_known_is_left_blank():
    text = "{{ at|full_day }}{{ at|short_day:'near' }}{{ at|clock }}{{ at|day_and_time }}"
    assert Template(text).render(Context({"at": None})) == ""


def test_years_of_a_season_have_two_figures_more():
    assert dates.years(date(2026, 1, 1), date(2026, 12, 31)) == "2026"
    assert dates.years(date(2026, 9, 1), date(2027, 8, 31)) == "2026-27"


def test_a_shared_place_has_an_equals_sign_and_no_place_is_blank():
    found = [place_as_text(3, shared=False), place_as_text(3, shared=True)]
    assert [*found, place_as_text(None, shared=True)] == ["3", "=3", ""]
    assert places_as_text([1, 2, 2, None]) == {1: "1", 2: "=2", None: ""}
    assert each_place({"Ann": 1, "Ben": 2, "Cat": 2}) == {"Ann": "1", "Ben": "=2", "Cat": "=2"}
    assert ranked_by([5, -1, 5, 7]) == {7: "1", 5: "=2", -1: "4"}
    template = Template("{{ 2|place:True }} {{ 4|place:False }}{{ none|place:False }}")
    assert template.render(Context({"none": None})) == "=2 4"


def test_a_score_has_a_dash_and_a_real_minus_sign():
    assert [score_as_text((6, 4)), score_as_text((5, -3, 1))] == ["6–4", "5–−3–1"]
    assert Template("{% score 6 4 %}").render(Context({})) == "6–4"
