"""Figures that take long to compute are kept, and never more than so many."""

from scoring.common.kept import Kept, digest


def test_a_value_is_computed_once_for_its_key():
    kept, asked = Kept(8), []
    found = [kept.get(key, lambda key=key: asked.append(key) or key * 2) for key in "aba"]
    assert (found, asked) == (["aa", "bb", "aa"], ["a", "b"])


def test_no_more_values_are_kept_than_allowed():
    kept, asked = Kept(2), []
    for key in "abcab":
        kept.get(key, lambda key=key: asked.append(key))
    assert asked == ["a", "b", "c", "a", "b"]
    assert len(vars(kept)["_found"]) <= 2


def test_a_digest_differs_with_the_value_and_does_not_hold_it():
    assert digest(["Ann", 1]) == digest(["Ann", 1]) != digest(["Ann", "1"])
    assert b"Ann" not in digest(["Ann"])
