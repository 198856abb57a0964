import pytest

from scoring.rules.names import name_key


@pytest.mark.parametrize("spelling", ["Zoë", "zoë", "ZOË", " Zoe\u0308 ", "Ｚoë"])
def test_case_spaces_and_composed_accents_do_not_make_another_name(spelling):
    assert name_key(spelling) == "zoë"


def test_spaces_within_a_name_count_once():
    assert name_key("Mary \t Ann") == name_key("mary ann") == "mary ann"


def test_an_accent_makes_another_name():
    assert name_key("Zoe") != name_key("Zoë")
