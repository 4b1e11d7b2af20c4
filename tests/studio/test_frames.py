from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from pliant.studio.wire.frames import DTYPES, Reply, encoded
from pliant.studio.wire.messages import Example, Trouble
from tests.studio.client import message_of

ARRAYS = st.sampled_from(DTYPES).flatmap(
    lambda dtype: arrays(dtype, array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5))
)


NAMES = st.sampled_from(["V", "F", "reached", "rgb"])


@given(st.dictionaries(NAMES, ARRAYS, min_size=1), st.integers(0, 10**6))
def test_arrays_come_back_bit_by_bit(sent: dict[str, np.ndarray], index: int) -> None:
    read = message_of(encoded(Reply(Example(index), sent)))
    assert read["index"] == index
    for name, array in sent.items():
        assert read[name].dtype == array.dtype
        assert read[name].shape == array.shape
        assert read[name].tobytes() == array.tobytes()


@given(st.text(max_size=30))
def test_words_of_any_length_keep_the_arrays_aligned(words: str) -> None:
    frame = encoded(Reply(Trouble(words.encode("utf-8", "replace").decode()), {"V": np.ones(3, np.float32)}))
    assert isinstance(frame, bytes)
    assert len(frame) % 8 == 0
    assert (message_of(frame)["V"] == 1.0).all()


def test_without_arrays_a_reply_is_text() -> None:
    assert encoded(Reply(Trouble("ünïcode", 3))) == '{"type":"Trouble","words":"ünïcode","turn":3}'


def test_arrays_that_are_not_contiguous_arrive_in_order() -> None:
    V = np.arange(12, dtype=np.float32).reshape(3, 4).T
    np.testing.assert_array_equal(message_of(encoded(Reply(Example(0), {"V": V})))["V"], V)


def test_types_that_the_page_does_not_know_are_refused() -> None:
    with pytest.raises(TypeError, match="float64"):
        encoded(Reply(Example(0), {"V": np.zeros((2, 3))}))
