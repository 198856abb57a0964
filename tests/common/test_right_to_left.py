"""A name that runs from right to left leaves its neighbours on a page where they are."""

from datetime import date

import pytest

from scoring.common.calendars import new_calendar, new_event
from scoring.common.right_to_left import isolated


@pytest.mark.parametrize(
    ("html", "sent"),
    [
        ("<p>Ann 7, Ben 5</p>", "<p>Ann 7, Ben 5</p>"),
        ("<p>דוד 7, مريم 5</p>", "<p><bdi>דוד</bdi> 7, <bdi>مريم</bdi> 5</p>"),
        ("<b>דוד</b> won", "<b><bdi>דוד</bdi></b> won"),
        ("<p>צה&quot;ל +3</p>", "<p><bdi>צה&quot;ל</bdi> +3</p>"),
        ('<input value="דוד 7"> דוד', '<input value="דוד 7"> <bdi>דוד</bdi>'),
        (
            '<a title="a > דוד 7" aria-label="דוד 7">דוד</a>',
            '<a title="a > \u2068דוד\u2069 7" aria-label="דוד 7"><bdi>דוד</bdi></a>',
        ),
        (
            '<i data-name="דוד 7" data-says="דוד 7">',
            '<i data-name="דוד 7" data-says="\u2068דוד\u2069 7">',
        ),
        ("<script>const a = '<p>דוד</p>'</script>", "<script>const a = '<p>דוד</p>'</script>"),
        ("<textarea>דוד 7</textarea>", "<textarea>דוד 7</textarea>"),
        ("<title>דוד 7</title>", "<title>\u2068דוד\u2069 7</title>"),
        (
            '<option value="דוד">דוד 7</option>',
            '<option value="דוד">\u2068דוד\u2069 7</option>',
        ),
        ("<svg><text>ד</text></svg>", "<svg><text>\u2068ד\u2069</text></svg>"),
        ("<!-- דוד --><td>דוד", "<!-- דוד --><td><bdi>דוד</bdi>"),
    ],
)
def test_each_phrase_is_isolated_where_it_is_shown(html, sent):
    assert isolated(html) == sent


def test_a_calendar_has_no_tags_and_each_phrase_is_between_invisible_signs():
    made = new_calendar("דוד 7", of="Club nights")
    event = new_event(
        "session-1",
        version=1,
        summary="مريم 7, דוד 5",
        day=date(2026, 3, 5),
        starts_at=None,
        location="בית 4",
        description="Ann 7",
    )
    assert str(made["x-wr-calname"]) == "\u2068דוד\u2069 7"
    assert [str(event[name]) for name in ("summary", "location", "description")] == [
        "\u2068مريم\u2069 7, \u2068דוד\u2069 5",
        "\u2068בית\u2069 4",
        "Ann 7",
    ]
