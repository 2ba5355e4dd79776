"""What is written down in secret, and its seal."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.decisions import Refusal
from rulesets.engine.sealing import SALT, Seal, public, seal_of, secret_of

WRITTEN = {"do": "write", "turn": 3, "salt": 918273}


def test_the_seal_can_be_made_with_sha_256_alone():
    assert seal_of(WRITTEN) == hashlib.sha256(b'{"salt":918273,"turn":3}').hexdigest()


@given(turn=st.integers(1, 20), salt=st.integers(int(SALT.low), int(SALT.high)))
def test_what_everybody_sees_has_neither_value_nor_salt(turn, salt):
    choice = {"do": "write", "turn": turn, "salt": salt}
    seen = public(choice)
    assert set(seen) == {"do", "sealed"}
    assert seal_of(seen) == seal_of(choice)
    assert secret_of(choice) == {"turn": turn, "salt": salt}
    assert secret_of(seen) is None
    assert public(seen) == seen


def test_other_choices_are_what_they_are():
    assert public({"do": "pass"}) == {"do": "pass"}
    assert secret_of({"do": "pass"}) is None


def test_salts_are_read_without_loss():
    most = 2**53 - 1
    assert SALT.read({"salt": most}) == most
    with pytest.raises(Refusal):
        SALT.read({"salt": most + 1})


@pytest.mark.parametrize("value", [None, 3, "", "a" * 63, "A" * 64, "g" * 64, "a" * 65, ["a"]])
def test_what_is_no_seal_is_refused(value):
    with pytest.raises(Refusal) as caught:
        Seal().read({"do": "sealed", "sealed": value})
    assert caught.value.path == "choice.sealed"


def test_a_seal_is_read_as_it_is():
    seal = seal_of(WRITTEN)
    assert Seal().read({"sealed": seal}) == seal
    assert Seal().to_json() == {"name": "sealed", "kind": "seal"}
