from base64 import urlsafe_b64decode

from scoring.common.models.secret_links import new_token


def test_a_secret_link_has_128_random_bits():
    tokens = {new_token() for _ in range(100)}
    assert (len(tokens), {len(urlsafe_b64decode(one + "==")) for one in tokens}) == (100, {16})
