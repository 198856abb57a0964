"""Sealed as the RFC's own example, signed by one key of the site, and opened by the phone alone."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from scoring.public.sending import push
from tests.pushes import Phone, plain

# RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
AS_PUBLIC = (
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
)
AS_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
UA_PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
    "y4a-fN"
)


def test_encryption_matches_the_example_of_the_rfc():
    own = ec.derive_private_key(int.from_bytes(push.bytes_of(AS_PRIVATE)), ec.SECP256R1())
    made = push.sealed(TEXT, p256dh=UA_PUBLIC, auth=AUTH, own=own, salt=push.bytes_of(SALT))
    assert plain(made) == SEALED


def test_only_the_phone_can_decrypt_its_message_which_is_small():
    phone = Phone()
    said = {"tag": "seat-1-3", "title": "Table 3, seat East", "body": "Zoë", "path": "/e/x/3/"}
    made = push.sealed(push.as_payload(key=7, **said), p256dh=phone.p256dh, auth=plain(phone.auth))
    assert phone.opens(made) == {"id": 7, **said}
    assert len(made) < 300
    assert "Zoë".encode() not in made


def test_the_longest_notification_fits_the_limit_of_push_services():
    for two in ("ëë", "ד,"):
        longest = push.as_payload(
            key=2**31, tag="x" * 40, title=two * 60, body=two * 200, path="/" * 200
        )
        assert len(longest) + 103 < 4096 - 17


def test_right_to_left_names_do_not_move_figures_in_a_notification():
    said = {"tag": "seat-1-3", "title": "דוד 3, مريم 4", "body": "Ann 7", "path": "/"}
    told = json.loads(push.as_payload(key=7, **said))
    assert (told["title"], told["body"]) == ("\u2068דוד\u2069 3, \u2068مريم\u2069 4", "Ann 7")


def test_the_sites_key_is_derived_from_its_secret(settings):
    settings.SECRET_KEY = "one"
    first = push.public_key()
    settings.SECRET_KEY = "two"
    second = push.public_key()
    settings.SECRET_KEY = "one"
    assert push.public_key() == first != second
    assert len(push.bytes_of(first)) == 65


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", AUTH), ("BCVx", AUTH), (UA_PUBLIC, "BTBZ"), (UA_PUBLIC[:-4] + "AAAA", AUTH)],
)
def test_keys_that_cannot_encrypt_are_refused(p256dh, auth):
    with pytest.raises(push.BadKeys):
        push.refuse_bad_keys(p256dh, auth)
