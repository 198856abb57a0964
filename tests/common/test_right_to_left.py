"""A name that runs from right to left leaves its neighbours on a page where they are."""

import pytest

from scoring.common.right_to_left import isolated


@pytest.mark.parametrize(
    ("html", "sent"),
    [
        ("<p>Ann 7, Ben 5</p>", "<p>Ann 7, Ben 5</p>"),
        ("<p>דוד 7, مريم 5</p>", "<p><bdi>דוד</bdi> 7, <bdi>مريم</bdi> 5</p>"),
        ("<b>דוד</b> won", "<b><bdi>דוד</bdi></b> won"),
        ("<p>צה&quot;ל +3</p>", "<p><bdi>צה&quot;ל</bdi> +3</p>"),
        ('<input value="דוד 7"> דוד', '<input value="דוד 7"> <bdi>דוד</bdi>'),
        ('<a title="a > דוד">דוד</a>', '<a title="a > דוד"><bdi>דוד</bdi></a>'),
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
