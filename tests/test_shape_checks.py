"""The shape checks themselves: on under pytest, for arrays, and only for them."""

from __future__ import annotations

import numpy as np
import pytest
from jaxtyping import TypeCheckError

from pliant.arrays import Vertices
from pliant.geometry.gradient import hat_gradients
from pliant.geometry.rotations import exp
from pliant.geometry.solvable import Solvable
from tests.geometry.surfaces import pebble
from tests.shape_checks import _checked


def test_an_array_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(TypeCheckError):
        exp(np.zeros((4, 2)))


def test_arrays_that_contradict_each_other_are_refused() -> None:
    V, F = pebble()
    with pytest.raises(TypeCheckError):
        hat_gradients(V, F[:, :2])


def test_what_has_passed_once_is_refused_with_other_shapes() -> None:
    V, F = pebble()
    for _ in range(2):
        hat_gradients(V, F)
        with pytest.raises(TypeCheckError):
            hat_gradients(V[:, :2], F)
        with pytest.raises(TypeCheckError):
            hat_gradients(V, F=F[:, :2])
        with pytest.raises(TypeCheckError):
            hat_gradients(V, F.astype(np.float64))


def test_a_result_of_another_shape_is_refused_each_time() -> None:
    def first(V: Vertices, count: int) -> Vertices:
        return V[:count] if count else V[0]

    checked = _checked(first)
    V = np.zeros((4, 3))
    for _ in range(2):
        assert checked(V, 4).shape == (4, 3)
        with pytest.raises(TypeCheckError):
            checked(V, count=3)  # not the n of its argument
        with pytest.raises(TypeCheckError):
            checked(V, 0)


def test_fields_of_data_classes_are_checked_too() -> None:
    with pytest.raises(TypeCheckError):
        Solvable(np.zeros((4, 3)), np.zeros((1, 3), dtype=np.int64), *(None,) * 4)  # type: ignore[arg-type]
