import pytest

from scoring.people.pure.contact import dialled, why_no_email, why_no_phone


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("+44 (0)20 7946-0000", "+4402079460000"),
        ("(020) 7946 0000, at work", "02079460000"),
        ("home 01632 960 001, ext. 12", "01632960001"),
        ("999", "999"),
        ("12", ""),
        ("ask Dan", ""),
        ("", ""),
    ],
)
def test_the_first_number_in_a_telephone_field_is_dialled(written, number):
    assert dialled(written) == number
    assert why_no_phone(written) == (
        "" if number or not written else f"“{written}” isn’t a telephone number."
    )


def test_an_email_address_has_one_at_sign_and_a_dot_after_it_and_no_spaces():
    fit = ("", "ann@example.org", "a.b+c@mail.example.co.uk")
    unfit = ("ann", "ann@home", "ann bell@example.org", "a@b@example.org", "<ann@example.org>")
    assert [why_no_email(one) for one in fit] == [""] * 3
    assert [why_no_email(one) for one in unfit] == [
        f"“{one}” isn’t an e-mail address. It needs one @ and no spaces." for one in unfit
    ]
