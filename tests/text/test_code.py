"""The code that is typed to approve."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cookui.text.code import ALPHABET, LENGTH, confirmation_code
from cookui.text.measures import measure

digests = st.text().map(lambda text: measure(text).sha256)


@given(digest=digests, request_id=st.integers(0, 1000))
def test_a_code_is_short_and_nothing_in_it_is_read_for_something_else(digest, request_id):
    code = confirmation_code(digest, request_id)
    assert len(code) == LENGTH
    assert set(code) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01ilo")
    assert code == code.lower()
    assert all(one != next_one for one, next_one in pairwise(code)), "a doubled letter looks like a held key"


def test_each_text_and_each_request_has_a_code_of_its_own():
    digests = [measure(f"text {number}").sha256 for number in range(50)]
    codes = {confirmation_code(digest, request) for digest in digests for request in range(20)}
    assert len(codes) > 990


def test_a_code_never_changes_between_versions_and_takes_a_digest_in_either_case():
    digest = measure("Promote orders-db-2").sha256
    assert confirmation_code(digest, 0) == confirmation_code(digest.upper(), 0) == "gjmtb"
