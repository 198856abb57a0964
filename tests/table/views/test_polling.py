import pytest

from tests.cast import BEN_WITH_DAN, EVE_ALONE, a_phone, a_table, address, again, form_of, log
from tests.html import hidden, points

pytestmark = pytest.mark.django_db


HTMX = {"HX-Request": "true"}


def test_htmx_gets_only_the_fresh_pad_with_its_tag():
    table, client = a_table(), a_phone()
    answer = client.post(address(table, "hands/log"), form_of(table), headers=HTMX)
    assert (answer.status_code, answer["Bowerbook"]) == (200, "pad")
    piece = answer.content.decode().strip()
    assert piece.startswith('<main id="pad"')
    assert piece.endswith("</main>")
    assert (points(answer)["Ben"], hidden(answer)["after"]) == (1, str(again(table).sitting.latest))
    assert hidden(answer)["maker"] == hidden(answer)["tricks"] == ""


@pytest.mark.parametrize("where", ["", "board"])
def test_a_poll_without_news_takes_one_query_and_returns_no_page(where, django_assert_num_queries):
    table, client = a_table(BEN_WITH_DAN), a_phone()
    path = address(table, where)
    page = client.get(path, headers=HTMX)
    assert (page.status_code, page["Bowerbook"]) == (200, where or "pad")
    with django_assert_num_queries(1):
        answer = client.get(path, headers=HTMX | {"HX-PTag": page["HX-PTag"]})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("where", ["", "board"])
def test_a_poll_after_a_hand_elsewhere_returns_the_fresh_piece(where):
    table, client = a_table(BEN_WITH_DAN), a_phone()
    tag = client.get(address(table, where), headers=HTMX)["HX-PTag"]
    log(table, EVE_ALONE)
    answer = client.get(address(table, where), headers=HTMX | {"HX-PTag": tag})
    assert (answer.status_code, answer["HX-PTag"] == tag) == (200, False)
    assert answer.content.decode().strip().startswith(f'<main id="{where or "pad"}"')


def test_the_page_polls_with_the_tag_of_its_answer():
    page = a_phone().get(address(a_table()))
    assert f'hx-ptag="{page["HX-PTag"]}"' in page.content.decode()


def test_a_writing_phone_and_a_watching_screen_have_different_tags():
    table, client = a_table(), a_phone()
    tags = {
        client.get(address(table, "board", right=right))["HX-PTag"] for right in ("write", "watch")
    }
    assert len(tags) == 2


def test_a_poll_with_a_revoked_link_is_gone_whatever_its_tag():
    table, client = a_table(), a_phone()
    path, tag = address(table), client.get(address(table))["HX-PTag"]
    table.links.update(revoked_at="2026-11-20T20:00:00Z")
    assert client.get(path, headers=HTMX | {"HX-PTag": tag}).status_code == 410
