"""Words as people type them: begun, and misspelt."""

from scoring.common.misspelt import nearly_begins


def test_a_typing_mistake_is_forgiven_and_in_a_long_word_two_swapped_letters():
    forgiven = {
        "kathlin": "kathleen",
        "katleen": "kathleen",
        "lynhc": "lynch",
        "renneege": "renege",
        "mark": "march",
        "lunch": "lynch",
    }
    strange = {"kathlin": "catherine", "lin": "lynn", "hark": "march", "kelin": "kathleen"}
    assert {typed for typed, word in forgiven.items() if nearly_begins(typed, word)} == {*forgiven}
    assert not [typed for typed, word in strange.items() if nearly_begins(typed, word)]
