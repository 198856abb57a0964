"""A sheet comes to one score, whichever way its hands are told."""

from scoring.euchre import notation, wording
from tests import proof
from tests.euchre import agree

SHEETS = proof.size(60, thorough=4_000)


def test_sheets_in_words_in_short_form_and_scored_agree():
    first = 0 if proof.level == "thorough" else proof.current_turn * SHEETS
    seeds = range(first, first + SHEETS)
    found = {seed: wrong for seed in seeds if (wrong := list(agree.differences(seed)))}
    assert found == {}


def test_a_wrong_word_or_a_wrong_trick_is_noticed(monkeypatch):
    assert not any(list(agree.differences(seed)) for seed in range(5))
    monkeypatch.setattr(agree, "gains", lambda *_: "Ann +3")
    assert all(list(agree.differences(seed)) for seed in range(5))
    monkeypatch.setattr(agree, "gains", wording.gains)
    monkeypatch.setattr(agree, "describe", lambda *_: "Ann, no trick")
    assert all(list(agree.differences(seed)) for seed in range(5))
    monkeypatch.setattr(agree, "describe", wording.describe)
    monkeypatch.setattr(notation, "written", lambda hand, names: f"{names[0]} 0")
    assert all(list(agree.differences(seed)) for seed in range(5))
