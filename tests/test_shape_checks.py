"""The shape checks themselves: on under pytest, for arrays, and only for them."""

from __future__ import annotations

import numpy as np
import pytest
from jaxtyping import TypeCheckError

from pliant.geometry.gradient import hat_gradients
from pliant.geometry.rotations import exp
from pliant.geometry.solvable import Solvable
from tests.geometry.surfaces import pebble


def test_an_array_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(TypeCheckError):
        exp(np.zeros((4, 2)))


def test_arrays_that_contradict_each_other_are_refused() -> None:
    V, F = pebble()
    with pytest.raises(TypeCheckError):
        hat_gradients(V, F[:, :2])


def test_fields_of_data_classes_are_checked_too() -> None:
    with pytest.raises(TypeCheckError):
        Solvable(np.zeros((4, 3)), np.zeros((1, 3), dtype=np.int64), *(None,) * 4)  # type: ignore[arg-type]
