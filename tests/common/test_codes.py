"""The codes of records: computed, read as they are typed, and safe from a slip."""

from random import Random

import pytest

from scoring.common.codes import KINDS, SIGNS, code_of, read_code

SOME = [
    (random.choice(sorted(KINDS)), random.choice((1, 29, 5_000, 999_999, 10**9)))
    for random in [Random(1)]
    for _ in range(30)
]


def test_a_code_is_short_and_reads_back():
    assert code_of("T", 1) == "T22-238"
    assert [read_code(code_of(*one)) for one in SOME] == SOME
    assert {len(code_of(kind, 29**4 - 1)) for kind in KINDS} == {7}


@pytest.mark.parametrize("typed", ["t22238", " T22 238 ", "T22–238", "tzz-z3b", "T.22.238"])
def test_a_code_is_read_in_any_way_of_typing(typed):
    assert read_code(typed) == ("T", 1)


@pytest.mark.parametrize("typed", ["", "T", "Anna", "T22-23", "T22-238P", "TOO-O1P", "Ŧ22-238"])
def test_an_invalid_code_reads_as_none(typed):
    assert read_code(typed) is None


def test_one_wrong_sign_or_two_swapped_signs_are_noticed():
    wrong = []
    for kind, number in SOME:
        signs = code_of(kind, number).replace("-", "")
        slips = {
            signs[:at] + sign + signs[at + 1 :] for at in range(len(signs)) for sign in SIGNS
        } | {
            signs[:one] + signs[two] + signs[one + 1 : two] + signs[one] + signs[two + 1 :]
            for two in range(len(signs))
            for one in range(two)
        }
        wrong += [slip for slip in slips - {signs} if read_code(slip)]
    assert wrong == []
