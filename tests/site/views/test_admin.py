"""What is stored, shown to whoever runs the site, and changed from there by nobody."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import (
    ApiToken,
    Invitation,
    Link,
    Pass,
    Passkey,
    Player,
    Restored,
    SecondFactor,
    Visitor,
)
from scoring.site.admin import site
from tests.cast import a_phone, a_table, an_evening, everything, signed_in
from tests.html import text
from tests.rich_club import a_rich_club

pytestmark = pytest.mark.django_db

INLINE = re.compile(r"<script(?![^>]*\b(?:src=|type=.application/json))|<style|\sstyle=|\son\w+=")
"""What the security policy of the site would not run or draw."""


@pytest.fixture(autouse=True)
def of_no_club():
    """What no club has: the site was restored once, a stranger started a table, and an account has
    a second factor."""
    now = timezone.now()
    Visitor.objects.create(address="203.0.113.7", started=[1])
    Restored.objects.create(at=now, file="bowerbook.zip", made_at=now, program="0.6.0")
    user = get_user_model().objects.create_user("two-steps")
    SecondFactor.objects.create(user=user, sealed="secret-of-app", codes=["secret-of-code"])
    Passkey.objects.create(user=user, name="Phone", credential="a", public_key="b")


@pytest.fixture
def root():
    """The browser of whoever runs the site."""
    get_user_model().objects.create_superuser("root", password="root")
    return signed_in("root")


def models():
    return list(site._registry)


def address_of(model, page="changelist", *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def every_address():
    """The front page, and the list of every model with every page of its first row."""
    yield reverse("admin:index")
    yield reverse("admin:app_list", args=["scoring"])
    for model in models():
        yield address_of(model)
        yield address_of(model, "add")
        row = model._base_manager.first()
        yield from (address_of(model, page, row.pk) for page in ("change", "delete", "history"))


def stored():
    """Every row, accounts and sign-ins included."""
    users = list(get_user_model().objects.order_by("pk").values())
    return everything(), users, list(Session.objects.order_by("pk").values())


def test_the_admin_shows_every_list_and_row_without_secrets(root):
    a_rich_club()
    users = get_user_model().objects.values_list("password", flat=True)
    tokens = [one.token for kind in (Link, Pass, Invitation) for one in kind.objects.all()]
    for one in ApiToken.objects.all():
        ApiToken.objects.filter(pk=one.pk).update(digest=f"digest-of-{one.pk}")
    tokens += ["digest-of-", "secret-of-"]
    shown = {}
    for model in models():
        row = model._base_manager.first()
        for path in (address_of(model), address_of(model, "change", row.pk)):
            answer = root.get(path)
            page = answer.content.decode()
            shown[path] = (answer.status_code, *INLINE.findall(page))
            assert [secret for secret in (*tokens, *users) if secret in page] == []
            assert "save" not in re.findall(r'type="submit"[^>]*name="_(\w+)"', page)
    assert set(shown.values()) == {(200,)}
    assert len(tokens) > 3
    assert len(shown) > 60


def test_people_can_be_found_by_name(root):
    a_table(names=["Ann", "Ben", "Cat", "Dan", "Zebulon"])
    found = text(root.get(address_of(Player), {"q": "zebu"}).content.decode())
    assert ("Zebulon" in found, "Ann" in found) == (True, False)


def pages_in(browser, address):
    """Return the numbers of rows that a list shows, the pages that it links to, and how many
    queries count rows."""
    with CaptureQueriesContext(connection) as asked:
        page = browser.get(address).content.decode()
    rows = len(re.findall(r'<th class="field-', page))
    links = re.findall(r"[?&;]p=(\d+)", page)
    return rows, links, sum("COUNT(" in one["sql"] for one in asked)


def test_a_long_list_has_pages_and_counts_no_rows(root):
    club = a_table().session.club
    Player.objects.bulk_create(
        Player(club=club, name=f"Player {no}", key=f"player {no}") for no in range(100)
    )
    address = address_of(Player)
    assert [pages_in(root, f"{address}?p={page}") for page in (1, 2, 3)] == [
        (50, ["2"], 0),
        (50, ["1", "3"], 0),
        (5, ["1", "2"], 0),
    ]
    assert pages_in(root, f"{address}?q=Ann") == (1, [], 0)
    assert "Show all" not in root.get(f"{address}?q=player").content.decode()


@pytest.mark.parametrize("page", ["4", "0", "x", "9" * 40])
def test_a_page_that_a_list_does_not_have_is_no_error(page, root):
    a_table()
    answer = root.get(f"{address_of(Player)}?p={page}", follow=True)
    assert answer.status_code == 200


LISTS = ("seat", "sitting", "player", "table", "clubsession", "link")


def queries_of_each_list(browser):
    """How many queries each of these lists asks."""
    found = {}
    for kind in LISTS:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(f"/admin/scoring/{kind}/").status_code == 200
        found[kind] = len(asked)
    return found


def test_a_list_takes_as_many_queries_for_more_rows_as_for_one(root):
    table = a_table()
    root.get("/admin/")
    before = queries_of_each_list(root)
    for names in (["Fay", "Gus", "Hal", "Ida"], ["Jo", "Kit", "Lou", "Mo"]):
        a_table(session=table.session, names=names)
    an_evening(table.session.club)
    assert queries_of_each_list(root) == before


def test_the_admin_stores_nothing_that_is_sent_to_it(root):
    a_rich_club()
    before = stored()
    addresses = [*every_address(), "/admin/login/?next=/admin/", "/admin/logout/"]
    answers = {root.post(path, {"action": "delete_selected"}).status_code for path in addresses}
    assert (answers, stored() == before) == ({405}, True)


def test_the_admin_cannot_add_change_or_delete(root):
    a_table()
    for page in ("add", "delete"):
        args = [] if page == "add" else [Player.objects.first().pk]
        assert root.get(address_of(Player, page, *args)).status_code == 403


def test_only_the_site_owner_can_open_the_admin():
    a_rich_club()
    get_user_model().objects.filter(username="kate").update(is_staff=True)
    addresses = [*every_address()]
    for name in ("kate", "sam"):
        officer = signed_in(name)
        assert {officer.get(path).status_code for path in addresses} == {403}
    stranger = a_phone()
    answers = [stranger.get(path) for path in addresses]
    assert {(one.status_code, one.url.partition("?")[0]) for one in answers} == {
        (302, "/admin/login/")
    }


def test_the_admin_uses_the_sites_sign_in_and_returns():
    get_user_model().objects.create_superuser("root", password="root")
    phone = a_phone()
    sent_on = phone.get("/admin/scoring/player/", follow=True)
    (_, (signing_in, _)) = sent_on.redirect_chain
    assert signing_in == "/sign-in?next=/admin/scoring/player/"
    told = {"username": "root", "password": "root", "next": "/admin/scoring/player/"}
    assert phone.post("/sign-in", told).url == "/admin/scoring/player/"


def test_signing_in_redirects_to_no_other_site():
    get_user_model().objects.create_superuser("root", password="root")
    phone = a_phone()
    (on,) = [phone.get("/admin/login/", {"next": "https://example.org/"}).url]
    told = {"username": "root", "password": "root", "next": "https://example.org/"}
    assert phone.post(on, told).url == "/"


def test_wrong_passwords_are_counted_as_everywhere_else():
    get_user_model().objects.create_superuser("root", password="root")
    phone = a_phone()
    on = phone.get("/admin/login/").url
    wrong = [phone.post(on, {"username": "root", "password": "?"}).status_code for _ in range(5)]
    assert wrong[-1] == 429
