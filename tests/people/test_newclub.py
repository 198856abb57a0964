"""`manage.py newclub`: a club, and the account that owns it."""

from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import OperationalError

from scoring.models import Club, Officer
from tests.cast import a_club, a_phone, an_organiser

pytestmark = pytest.mark.django_db
User = get_user_model()

NAME = "The Left Bower Club"


def new_club(monkeypatch, *, typed="", **what):
    """Make a club, with this typed where a password is asked for: what the command says."""
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    said = StringIO()
    call_command("newclub", NAME, stdout=said, **({"owner": "zoe"} | what))
    return said.getvalue().strip()


def owners():
    return [(str(one.club), one.user.username, one.role) for one in Officer.objects.all()]


def test_a_new_clubs_owner_signs_in_with_the_password_that_was_typed(monkeypatch):
    said = new_club(monkeypatch, typed="a good password\n", currency="EUR")
    assert said == f"{NAME} is ready. zoe can sign in at /sign-in and create the first club night."
    assert (owners(), Club.objects.get().currency) == ([(NAME, "zoe", "owner")], "EUR")
    answer = a_phone().post("/sign-in", {"username": "zoe", "password": "a good password"})
    assert answer.status_code == 302


class Terminal(StringIO):
    def isatty(self):
        return True


def test_at_a_terminal_the_password_is_typed_twice_and_must_match(monkeypatch):
    typed = iter(["a good password", "a goof password", *["a good password"] * 2])
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    monkeypatch.setattr("sys.stdin", Terminal())
    with pytest.raises(CommandError, match="The two passwords differ. Start again"):
        call_command("newclub", NAME, owner="zoe")
    assert owners() == []
    call_command("newclub", NAME, owner="zoe", stdout=StringIO())
    assert get_user_model().objects.get().check_password("a good password")


@pytest.mark.parametrize("owner", ["kate", "Kate"])
def test_an_existing_account_keeps_its_password_and_is_not_asked_for_one(monkeypatch, owner):
    kate = an_organiser("kate")
    assert new_club(monkeypatch, owner=owner).startswith(f"{NAME} is ready. kate can sign in")
    assert owners() == [(NAME, "kate", "owner")]
    assert get_user_model().objects.get() == kate
    assert kate.check_password("kate")


def test_one_account_owns_several_clubs(monkeypatch):
    a_club()
    new_club(monkeypatch, owner="kate")
    assert owners() == [("The Right Bower Club", "kate", "owner"), (NAME, "kate", "owner")]


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ({"currency": "GOLD"}, '"GOLD" is not a currency code such as GBP.'),
        (
            {"typed": "short\n"},
            "This password is too short. It must contain at least 8 characters.",
        ),
        ({"typed": ""}, "This password is too short. It must contain at least 8 characters."),
        (
            {"owner": "zoe smith", "typed": "a good password\n"},
            "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ "
            "characters.",
        ),
    ],
)
def test_a_bad_request_is_refused_with_a_reason_and_not_stored(monkeypatch, what, sentence):
    with pytest.raises(CommandError) as why:
        new_club(monkeypatch, **what)
    assert str(why.value) == sentence
    assert (Club.objects.count(), get_user_model().objects.count()) == (0, 0)


def test_without_a_database_the_command_says_what_to_start_first(monkeypatch):
    def no_tables(*_):
        raise OperationalError("no such table: auth_user")

    monkeypatch.setattr("scoring.management.commands.newclub.account_of", no_tables)
    with pytest.raises(CommandError, match="There is no score book here yet. Start ./run once"):
        new_club(monkeypatch)


def site_owners():
    return sorted(User.objects.filter(is_superuser=True).values_list("username", flat=True))


def test_the_first_account_replaces_the_demo_as_site_owner_and_later_ones_do_not(
    monkeypatch, capsys
):
    User.objects.create_user("demo", is_superuser=True)
    new_club(monkeypatch, typed="a good password\n")
    told = capsys.readouterr().err
    assert ("zoe also owns the site" in told, "no longer owns it" in told) == (True, True)
    assert site_owners() == ["zoe"]
    new_club(monkeypatch, typed="a good password\n", owner="kate")
    assert (site_owners(), capsys.readouterr().err) == (["zoe"], "")


def test_siteowner_makes_an_existing_account_a_site_owner():
    User.objects.create_user("kate")
    call_command("siteowner", "Kate", stdout=StringIO())
    assert site_owners() == ["kate"]
    call_command("siteowner", "kate", no_more=True, stdout=StringIO())
    assert site_owners() == []
    with pytest.raises(CommandError) as why:
        call_command("siteowner", "nobody")
    assert str(why.value) == "There is no account called nobody."
