"""What phones load in one file."""

import pytest

from clubsite import bundles


@pytest.fixture
def parts(tmp_path, monkeypatch):
    monkeypatch.setattr(bundles, "STATIC", tmp_path)
    monkeypatch.setattr(bundles, "BUNDLES", {"two.js": ("one.js", "other.js")})
    return tmp_path


def test_a_bundle_is_its_parts_in_order_without_the_comments_between_their_lines(parts):
    (parts / "one.js").write_text(
        "/* Says\n   one. */\none(); /* stays */\n  /* More. */\n  more();\n"
    )
    (parts / "other.js").write_text("/*! a licence */\nother('/*', '*/');\n")
    whole = "one(); /* stays */\n  more();\n\n;\n/*! a licence */\nother('/*', '*/');\n"
    assert bundles.joined("two.js") == whole
