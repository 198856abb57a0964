"""What a club is called, its usual evening, its diary, and the address of its calendar."""

from datetime import time
from importlib import import_module
from io import BytesIO

import pytest
from django.apps import apps
from django.urls import reverse
from pypdf import PdfReader

from scoring.people.actions.new_club import make_club
from scoring.people.models import Club
from tests.cast import a_table, address, again, an_evening, everything, signed_in
from tests.html import refused, shown
from tests.people.actions.test_officers import the_club
from tests.test_queries import asked

pytestmark = pytest.mark.django_db

USUAL = {
    "name": "The Left Bower Club",
    "place": "The Old Bell, upstairs",
    "starts_at": "19:30",
    "door_fee_minor": "2.50",
    "guest_fee_minor": "£4",
    "currency": "GBP",
    "self_check_in": "on",
    "usual_rules": "keller",
    "year_begins": "9",
    "paper": "Letter",
}


def page(club):
    return f"/clubs/{club.pk}/settings"


def save(club, **sent):
    """Save as a browser does, which sends what was shown along: its answer."""
    kate = signed_in("kate")
    return kate.post(page(club), fields_of(kate.get(page(club))) | sent, follow=True)


def fields_of(answer):
    """Return the values that a browser sends with the form of a page unchanged."""
    form = answer.context["form"]
    shown = {name: form[name].value() for name in form.fields if not form.fields[name].disabled}
    before = {form[name].html_initial_name: value for name, value in shown.items()}
    return {name: value for name, value in (shown | before).items() if value not in (None, False)}


def message_on(answer):
    """What the page that follows says happened."""
    return shown(answer, r'<div class="remark".*?</div>')


def settings_of(club):
    club = again(club)
    return {name: getattr(club, name) for name in USUAL}


def test_an_organiser_sets_the_club_night_defaults_with_money_in_any_usual_format():
    club = the_club()
    assert message_on(save(club, **USUAL)) == ["Saved."]
    assert settings_of(club) == USUAL | {
        "starts_at": time(19, 30),
        "door_fee_minor": 250,
        "guest_fee_minor": 400,
        "self_check_in": True,
        "year_begins": 9,
    }


def test_the_stored_values_are_in_the_form():
    club = the_club()
    save(club, **USUAL)
    answer = signed_in("kate").get(page(club)).content.decode()
    for value in ("The Left Bower Club", "The Old Bell, upstairs", "19:30", "2.50", "4.00"):
        assert f'value="{value}"' in answer


def test_saving_without_a_change_stores_nothing():
    club = the_club()
    save(club, **USUAL)
    stored = everything()
    assert message_on(save(club)) == ["No changes to save."]
    assert everything() == stored


def test_an_empty_field_removes_a_fee():
    club = the_club()
    save(club, **USUAL)
    save(club, door_fee_minor="", starts_at="")
    assert (again(club).door_fee_minor, again(club).starts_at) == (0, None)


def test_two_officers_who_save_at_once_each_change_only_their_own_fields():
    club, kate = the_club(olga="organiser"), signed_in("kate")
    seen = fields_of(kate.get(page(club)))
    signed_in("olga").post(page(club), seen | {"place": "The Old Bell"})
    kate.post(page(club), seen | {"name": "The Left Bower Club"})
    assert (again(club).place, again(club).name) == ("The Old Bell", "The Left Bower Club")


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "x" * 61}, "Ensure this value has at most 60 characters (it has 61)."),
        ({"name": "a\x07b"}, "This text contains a character that can’t be printed."),
        ({"starts_at": "half past"}, "Type the time as 19:30."),
        ({"door_fee_minor": "much"}, '"much" is not an amount such as 0.25 or 25p.'),
        ({"door_fee_minor": "0.505"}, '"0.505" has too many decimals. GBP has 2 decimals.'),
        ({"guest_fee_minor": "99999"}, "£99999.00 is too high. Check the amount."),
        ({"currency": "GOLD"}, "Enter a currency code such as GBP."),
        (
            {"currency": "JPY", "guest_fee_minor": ""},
            '"2.50" has too many decimals. JPY has no decimals. Enter a whole number.',
        ),
    ],
)
def test_invalid_settings_are_refused_with_a_sentence_and_keep_what_was_typed(sent, sentence):
    club = the_club()
    sent = USUAL | sent
    assert refused(page(club), sent, client=signed_in("kate")) == (422, sentence)
    answer = signed_in("kate").post(page(club), sent)
    assert 'value="The Old Bell, upstairs"' in answer.content.decode()


def test_the_currency_can_change_before_any_money_is_entered_and_the_fees_follow_it():
    club = the_club()
    save(club, **USUAL)
    save(club, currency="EUR")
    assert (again(club).currency, again(club).door_fee_minor) == ("EUR", 250)
    save(club, currency="KWD", door_fee_minor="2.50")
    assert (again(club).currency, again(club).door_fee_minor) == ("KWD", 2500)


def test_the_currency_cannot_change_after_money_is_entered_and_the_page_says_why():
    club = the_club()
    a_table(session=an_evening(club))
    answer = signed_in("kate").get(page(club))
    sentence = "The club has stakes, fees or payments in GBP, so the currency can’t change."
    assert sentence in shown(answer, r'<p class="help"[^>]*>(.*?)</p>')
    save(club, currency="EUR", place="The Old Bell")
    assert (again(club).currency, again(club).place) == ("GBP", "The Old Bell")


def test_the_address_of_the_calendar_is_made_and_renewed_and_revoked():
    club, kate = the_club(), signed_in("kate")
    found = []
    for verb in ("renew", "renew", "revoke"):
        kate.post(f"/clubs/{club.pk}/calendar/{verb}")
        found.append(shown(kate.get(page(club)), r'id="calendar-address" value="(.*?)"'))
    first, second = club.passes.order_by("pk")
    assert found == [
        [f"http://testserver{reverse('calendar', args=[one.token])}"] for one in (first, second)
    ] + [[]]
    assert (first.revoked_at is None, second.revoked_at is None) == (False, False)


def test_the_activity_log_has_fifty_lines_a_page_with_the_latest_first():
    club, kate = the_club(), signed_in("kate")
    for no in range(1, 121):
        club.events.create(by="kate", said=f"Line {no}.")
    pages = [
        shown(kate.get(f"/clubs/{club.pk}/diary?page={no}"), r"<p>(Line \d+\.)</p>")
        for no in (1, 2, 3)
    ]
    assert sum(pages, []) == [f"Line {no}." for no in range(120, 0, -1)]
    assert [len(lines) for lines in pages] == [50, 50, 20]


@pytest.mark.parametrize("no", ["0", "-1", "99", "nonsense", "1" * 5000])
def test_an_invalid_page_of_the_activity_log_shows_an_existing_one(no):
    club = the_club()
    club.events.create(by="kate", said="The only line.")
    answer = signed_in("kate").get(f"/clubs/{club.pk}/diary", {"page": no})
    assert (answer.status_code, shown(answer, r"<p>(The .*?)</p>")) == (200, ["The only line."])


def test_an_empty_activity_log_says_what_it_is_for():
    answer = signed_in("kate").get(f"/clubs/{the_club().pk}/diary")
    assert "Nothing yet. Changes to roles, settings and people" in answer.content.decode()


def test_the_activity_log_needs_as_many_queries_for_many_lines_as_for_one():
    club, kate, found = the_club(), signed_in("kate"), set()
    for _ in range(2):
        club.events.create(by="kate", said="A line.")
        found.add(asked(kate, f"/clubs/{club.pk}/diary"))
    assert len(found) == 1


def test_a_blank_guest_fee_becomes_the_members_fee_and_keeps_it():
    club = the_club()
    for sent, expected in (
        ({"door_fee_minor": "2.50", "guest_fee_minor": ""}, (250, 250)),
        ({"door_fee_minor": "3"}, (300, 300)),
        ({"guest_fee_minor": "0"}, (300, 0)),
        ({"door_fee_minor": "4"}, (400, 0)),
        ({"guest_fee_minor": ""}, (400, 400)),
    ):
        save(club, **sent)
        stored = again(club)
        assert (stored.door_fee_minor, stored.guest_fee_minor) == expected


def width_of(client, address):
    """The width of the first page of a sheet, in points."""
    return float(PdfReader(BytesIO(client.get(address).content)).pages[0].mediabox.width)


def test_every_sheet_is_on_the_paper_of_its_club_unless_another_is_asked_for():
    club, kate = the_club(), signed_in("kate")
    table = a_table("Eve! 5", session=an_evening(club))
    sheets = [
        f"/sessions/{table.session_id}/door.pdf",
        f"/sessions/{table.session_id}/tonight.pdf",
        address(table, "blank.pdf"),
        address(table, "rules.pdf"),
    ]
    found = {}
    for paper in ("A4", "Letter"):
        save(club, paper=paper)
        found[paper] = {round(width_of(kate, sheet)) for sheet in sheets}
    assert found == {"A4": {595}, "Letter": {612}}
    assert round(width_of(kate, f"{sheets[0]}?paper=a4")) == 595


def test_clubs_with_dollars_of_the_us_or_canada_print_on_letter_from_the_start():
    owner = the_club().officers.get(role="owner").user
    papers = {
        currency: make_club(name=currency, currency=currency, owner=owner).paper
        for currency in ("USD", "CAD", "AUD", "GBP")
    }
    assert papers == {"USD": "Letter", "CAD": "Letter", "AUD": "A4", "GBP": "A4"}


def test_clubs_from_before_the_setting_get_the_paper_of_their_money():
    owner = the_club().officers.get(role="owner").user
    clubs = [make_club(name=one, currency=one, owner=owner) for one in ("USD", "CAD", "GBP")]
    Club.objects.update(paper="A4")
    import_module("scoring.migrations.0023_paper").letter_for_dollars(apps, None)
    assert [again(club).paper for club in clubs] == ["Letter", "Letter", "A4"]
