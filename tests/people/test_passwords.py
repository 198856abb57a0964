"""Which passwords are refused, and which need nothing but their length."""

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import get_password_validators, validate_password
from django.core.exceptions import ValidationError

from scoring.models import Club
from tests.cast import a_club

pytestmark = pytest.mark.django_db


def refused(password):
    """Return the codes of the rules that refuse a password for kate, in a club of this name."""
    a_club("St Austell Euchre League")
    rules = get_password_validators(settings.AUTH_PASSWORD_VALIDATORS)
    try:
        validate_password(password, get_user_model()(username="kate"), rules)
    except ValidationError as why:
        return [one.code for one in why.error_list]
    return []


@pytest.mark.parametrize(
    "password",
    ["kate-2026!", "Austell12345", "league austell", "EUCHRE!euchre", "Bowerbook99", "st4austell"],
)
def test_a_password_of_names_that_a_guesser_knows_is_refused(password):
    assert refused(password) == ["password_of_own_words"]


@pytest.mark.parametrize("password", ["iloveyou1", "sunshine1", "qwertyuiop"])
def test_a_password_that_was_found_in_breaches_is_refused(password):
    assert refused(password) == ["password_too_common"]


@pytest.mark.parametrize(
    "password",
    ["trvxqzlm", "8305716294", "kate likes apple pie", "ab " * 100, "пароль из леса"],
)
def test_long_plain_and_foreign_passwords_need_no_special_characters(password):
    assert refused(password) == []


def test_the_name_of_a_visitor_s_table_is_no_rule_for_passwords():
    Club.objects.create(name="Trvxqzlm", casual=True)
    assert refused("trvxqzlm") == []
